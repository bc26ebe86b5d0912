from django.urls import path

from tournaments import api, api_casual

urlpatterns = [
    path("casual/", api_casual.Battles.as_view(), name="api_casual"),
    path("casual/seats/", api_casual.Seats.as_view(), name="api_casual_seats"),
    path("casual/<slug:code>/", api_casual.OneBattle.as_view(), name="api_casual_battle"),
    path("tournaments/", api.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<slug:code>/", api.OneTournament.as_view(), name="api_tournament"),
    path("tournaments/<slug:code>/entry/", api.OwnEntry.as_view(), name="api_entry"),
    path("tournaments/<slug:code>/order/", api.OwnOrder.as_view(), name="api_order"),
    path("tournaments/<slug:code>/bets/", api.OwnBets.as_view(), name="api_bets"),
    path("tournaments/<slug:code>/state/", api.State.as_view(), name="api_state"),
    path("tournaments/<slug:code>/rounds/<int:number>/", api.OneRound.as_view(), name="api_round"),
    path("tournaments/<slug:code>/record/", api.Record.as_view(), name="api_record"),
    path("tournaments/<slug:code>/events/", api.Events.as_view(), name="api_events"),
]
