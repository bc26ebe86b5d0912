"""Where the pages of the game are."""

from django.urls import path

from tournaments.views import (
    calendars,
    casual,
    data,
    hosting,
    ledger,
    moderating,
    organising,
    pages,
    rules,
    talking,
    wishes,
)

HERE = "tournament/<str:code>/"

urlpatterns = [
    path("", pages.home, name="home"),
    path("play/", pages.play, name="play"),
    path("court/bets/", ledger.bets, name="court_bets"),
    path("rules/", rules.rules, name="rules"),
    path("announce/", hosting.announce, name="announce"),
    path("announce/words", hosting.words, name="announce_words"),
    path("announce/recurring/", organising.recurring, name="recurring"),
    path("announce/recurring/<slug:code>/<str:what>", organising.change_recurrence, name="change_recurrence"),
    path("casual/", casual.casual, name="casual"),
    path("casual/now/", casual.now, name="casual_now"),
    path("casual/seat/<str:invitation>/", casual.seat, name="casual_seat"),
    path("casual/<str:code>/start", casual.start, name="casual_start"),
    path("casual/<str:code>/sit-down", casual.sit_down, name="casual_sit_down"),
    path("casual/<str:code>/hand-over", casual.hand_over, name="casual_hand_over"),
    path("casual/<str:code>/leave", casual.leave, name="casual_leave"),
    path("casual/<str:code>/rematch", casual.rematch, name="casual_rematch"),
    path("talk/muted/", talking.muted, name="talk_muted"),
    path("talk/muted/<slug:code>", talking.unmute, name="talk_unmute"),
    path("talk/<slug:code>/", talking.about, name="talk_message"),
    path("moderation/", moderating.moderation_queue, name="moderation"),
    path("notices/calendar/<str:secret>.ics", calendars.deadlines, name="notices_calendar"),
    path(f"{HERE}talk", talking.tournament_talk, name="tournament_talk"),
    path(HERE, pages.tournament, name="tournament"),
    path(f"{HERE}call-off", organising.call_off, name="tournament_call_off"),
    path(f"{HERE}invite", organising.invite, name="tournament_invite"),
    path(f"{HERE}link", organising.renew_link, name="tournament_link"),
    path(f"{HERE}by/<str:token>", organising.invitation, name="tournament_invitation"),
    path(f"{HERE}wait", organising.wait, name="tournament_wait"),
    path(f"{HERE}stop-waiting", organising.stop_waiting, name="tournament_stop_waiting"),
    path(f"{HERE}state", data.state, name="tournament_state"),
    path(f"{HERE}round/<int:number>", data.round_played, name="tournament_round"),
    path(f"{HERE}record", data.record, name="tournament_record"),
    path(f"{HERE}order", wishes.order, name="tournament_order"),
    path(f"{HERE}enter", wishes.enter, name="tournament_enter"),
    path(f"{HERE}withdraw", wishes.withdraw, name="tournament_withdraw"),
    path(f"{HERE}bet", wishes.bet, name="tournament_bet"),
    path(f"{HERE}abdicate", wishes.abdicate, name="tournament_abdicate"),
]
