from django.urls import path

from dynasty.views import court, exports, founding, people

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
]
