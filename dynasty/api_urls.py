from django.urls import path

from dynasty import api, api_court, api_market, api_notices

urlpatterns = [
    path("notices/", api_notices.Notices.as_view(), name="api_notices"),
    path("notices/settings/", api_notices.Settings.as_view(), name="api_notice_settings"),
    path("notices/push/", api_notices.Push.as_view(), name="api_notice_push"),
    path("dynasties/", api.Dynasties.as_view(), name="api_dynasties"),
    path("dynasties/<slug:code>/", api.OneDynasty.as_view(), name="api_dynasty"),
    path("dynasties/<slug:code>/emperors/", api.Emperors.as_view(), name="api_dynasty_emperors"),
    path("dynasties/<slug:code>/log/", api.Log.as_view(), name="api_dynasty_log"),
    path("dynasties/<slug:code>/reputation/", api.Curve.as_view(), name="api_dynasty_reputation"),
    path("emperors/<slug:code>/", api.OneEmperor.as_view(), name="api_emperor"),
    path("ranking/", api.Ranking.as_view(), name="api_ranking"),
    path("championship/", api.Reigns.as_view(), name="api_championship"),
    path("court/", api.Court.as_view(), name="api_court"),
    path("court/dynasty/", api_court.OwnDynasty.as_view(), name="api_found"),
    path("court/emperors/", api_court.OwnEmperors.as_view(), name="api_raise"),
    path("court/emperors/<slug:code>/", api_court.OwnEmperor.as_view(), name="api_retire"),
    path("court/preferences/", api_court.Preferences.as_view(), name="api_preferences"),
    path("log/<int:number>/", api_court.OneEvent.as_view(), name="api_log_event"),
    path("court/transfers/", api_market.Wealth.as_view(), name="api_transfers"),
    path("market/offers/", api_market.Offers.as_view(), name="api_offers"),
    path("market/offers/<slug:code>/", api_market.OneOffer.as_view(), name="api_offer"),
    path("market/offers/<slug:code>/accept/", api_market.Acceptance.as_view(), name="api_accept"),
    path("market/keys/", api_market.Keys.as_view(), name="api_keys"),
    path("treasury/", api_market.Books.as_view(), name="api_treasury"),
]
