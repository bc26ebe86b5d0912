from django.urls import path

from dynasty.views import court, exports, founding, notices, people

urlpatterns = [
    path("found/", founding.found, name="found"),
    path("found/emblem/", founding.emblem, name="found_emblem"),
    path("court/", court.court, name="court"),
    path("court/retire/<slug:code>/", court.retire, name="retire"),
    path("dynasty/<slug:code>/", people.dynasty, name="dynasty"),
    path("dynasty/<slug:code>/emblem.svg", people.emblem, name="dynasty_emblem"),
    path("dynasty/<slug:code>/log", people.log, name="dynasty_log"),
    path("dynasty/<slug:code>/log.csv", exports.log_csv, name="dynasty_log_csv"),
    path("dynasty/<slug:code>/log.json", exports.log_json, name="dynasty_log_json"),
    path("emperor/<slug:code>/", people.emperor, name="emperor"),
    path("ranking/", people.ranking, name="ranking"),
    path("notices/", notices.notice_list, name="notices"),
    path("notices/read", notices.read, name="notices_read"),
    path("notices/count", notices.count, name="notices_count"),
    path("notices/settings/", notices.notice_settings, name="notice_settings"),
    path("notices/settings/calendar", notices.calendar, name="notices_calendar_anew"),
    path("notices/push", notices.push, name="notices_push"),
    path("notices/push/forget", notices.push_forget, name="notices_push_forget"),
    path("notices/push/test", notices.push_test, name="notices_push_test"),
    path("notices/stop/<str:token>", notices.stop, name="notices_stop"),
    path("notices/of/<slug:code>", notices.notice, name="notice"),
]
