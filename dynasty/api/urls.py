from django.urls import path

from dynasty.api import court, dynasties, market, notifications

urlpatterns = [
    path("notices/", notifications.Notices.as_view(), name="api_notices"),
    path("notices/settings/", notifications.Settings.as_view(), name="api_notice_settings"),
    path("notices/push/", notifications.Push.as_view(), name="api_notice_push"),
    path("dynasties/", dynasties.Dynasties.as_view(), name="api_dynasties"),
    path("dynasties/<slug:code>/", dynasties.OneDynasty.as_view(), name="api_dynasty"),
    path("dynasties/<slug:code>/emperors/", dynasties.Emperors.as_view(), name="api_dynasty_emperors"),
    path("dynasties/<slug:code>/log/", dynasties.Log.as_view(), name="api_dynasty_log"),
    path("dynasties/<slug:code>/reputation/", dynasties.Curve.as_view(), name="api_dynasty_reputation"),
    path("emperors/<slug:code>/", dynasties.OneEmperor.as_view(), name="api_emperor"),
    path("ranking/", dynasties.Ranking.as_view(), name="api_ranking"),
    path("championship/", dynasties.Reigns.as_view(), name="api_championship"),
    path("court/", dynasties.Court.as_view(), name="api_court"),
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
