from django.urls import path

from dynasty import api

urlpatterns = [
    path("dynasties/", api.Dynasties.as_view(), name="api_dynasties"),
    path("dynasties/<slug:code>/", api.OneDynasty.as_view(), name="api_dynasty"),
    path("dynasties/<slug:code>/emperors/", api.Emperors.as_view(), name="api_dynasty_emperors"),
    path("dynasties/<slug:code>/log/", api.Log.as_view(), name="api_dynasty_log"),
    path("dynasties/<slug:code>/reputation/", api.Curve.as_view(), name="api_dynasty_reputation"),
    path("emperors/<slug:code>/", api.OneEmperor.as_view(), name="api_emperor"),
    path("ranking/", api.Ranking.as_view(), name="api_ranking"),
    path("championship/", api.Reigns.as_view(), name="api_championship"),
    path("court/", api.Court.as_view(), name="api_court"),
]
