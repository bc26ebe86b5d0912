from django.urls import path

from dynasty.api import court, market, notices, people

urlpatterns = [
    path("notices/", notices.Notices.as_view(), name="api_notices"),
    path("notices/settings/", notices.Settings.as_view(), name="api_notice_settings"),
    path("notices/push/", notices.Push.as_view(), name="api_notice_push"),
    path("dynasties/", people.Dynasties.as_view(), name="api_dynasties"),
    path("dynasties/<slug:code>/", people.OneDynasty.as_view(), name="api_dynasty"),
    path("dynasties/<slug:code>/emperors/", people.Emperors.as_view(), name="api_dynasty_emperors"),
    path("dynasties/<slug:code>/log/", people.Log.as_view(), name="api_dynasty_log"),
    path("dynasties/<slug:code>/reputation/", people.Curve.as_view(), name="api_dynasty_reputation"),
    path("emperors/<slug:code>/", people.OneEmperor.as_view(), name="api_emperor"),
    path("ranking/", people.Ranking.as_view(), name="api_ranking"),
    path("championship/", people.Reigns.as_view(), name="api_championship"),
    path("court/", people.Court.as_view(), name="api_court"),
    path("court/dynasty/", court.OwnDynasty.as_view(), name="api_found"),
    path("court/emperors/", court.OwnEmperors.as_view(), name="api_raise"),
    path("court/emperors/<slug:code>/", court.OwnEmperor.as_view(), name="api_retire"),
    path("court/preferences/", court.Preferences.as_view(), name="api_preferences"),
    path("log/<int:number>/", court.OneEvent.as_view(), name="api_log_event"),
    path("court/transfers/", market.Wealth.as_view(), name="api_transfers"),
    path("market/offers/", market.Offers.as_view(), name="api_offers"),
    path("market/offers/<slug:code>/", market.OneOffer.as_view(), name="api_offer"),
    path("market/offers/<slug:code>/accept/", market.Acceptance.as_view(), name="api_accept"),
    path("market/keys/", market.Keys.as_view(), name="api_keys"),
    path("treasury/", market.Books.as_view(), name="api_treasury"),
]
