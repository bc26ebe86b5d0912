from django.urls import path

from tournaments import api, api_casual, api_table, api_talk

urlpatterns = [
    path("talk/muted/", api_talk.Muted.as_view(), name="api_muted"),
    path("talk/muted/<slug:code>/", api_talk.OneMuted.as_view(), name="api_unmute"),
    path("talk/<slug:code>/report/", api_talk.Reports.as_view(), name="api_report"),
    path("tournaments/<slug:code>/talk/", api_talk.Talk.as_view(), name="api_talk"),
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
    path("tournaments/<slug:code>/table/", api_table.Table.as_view(), name="api_table"),
    path("tournaments/<slug:code>/more-time/", api_table.MoreTime.as_view(), name="api_more_time"),
    path("tournaments/<slug:code>/standing-orders/", api_table.Standing.as_view(), name="api_standing"),
    path("tournaments/<slug:code>/votes/", api_table.Votes.as_view(), name="api_votes"),
    path("tournaments/<slug:code>/lead/", api_table.Lead.as_view(), name="api_lead"),
    path("tournaments/<slug:code>/computer/", api_table.Computer.as_view(), name="api_computer"),
    path("seats/", api_table.SeatsWanted.as_view(), name="api_seats"),
    path("leave/", api_table.OwnLeave.as_view(), name="api_leave"),
    path("leave/<int:number>/", api_table.OneLeave.as_view(), name="api_one_leave"),
    path("tournaments/<slug:code>/events/", api.Events.as_view(), name="api_events"),
]
