"""More time for a round: asked once a round, within what was announced; the next round is back on the timetable."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import Delay, Round, Tournament
from tournaments.selectors import participation, time_rules
from tournaments.services import audit_log, deadlines, leave, locks, orders

SHARE = 2
"""One request asks for half of the round's time, so that all requests of a round together double it at most."""


@service
def request_extension(*, tournament_id: int, round_no: int, dynasty: Dynasty) -> Delay:
    """Ask for half a round more; asked again in the same round, nothing changes."""
    tournament = locks.lock(tournament_id)
    entry = participation.get_own_entry(tournament, dynasty)
    current = orders.find_round(tournament, round_no)
    delay = Delay.objects.filter(tournament=tournament, round=round_no, seat=entry.seat, cause="asked").first()
    if delay is not None:
        return delay
    share = timedelta(seconds=round(deadlines.get_length(tournament, current).total_seconds()) // SHARE)
    check_extension(tournament, current, entry.seat, share)
    to = time_rules.get_timetable(tournament).after_quiet(current.deadline + share)
    deadlines.postpone(tournament, current, to, entry.seat, "asked", int(share.total_seconds()))
    leave.postpone(tournament, current)
    audit_log.record(tournament, "extended", dynasty, round=current.game_round)
    return Delay.objects.get(tournament=tournament, round=round_no, seat=entry.seat, cause="asked")


def check_extension(tournament: Tournament, current: Round, seat: str, share: timedelta) -> None:
    """Refuse who needs no time, who has asked too often, and more than a round has time for."""
    if seat not in participation.get_fighting(tournament, current):
        raise DomainError("fallen", _("Your seat has fallen."))
    if clock.now() >= min(current.deadline, current.ready_at or current.deadline):
        raise DomainError("late", _("The round is over: this came too late."))
    most = time_rules.get_absence_policy(tournament).extensions
    if Delay.objects.filter(tournament=tournament, seat=seat, cause="asked").count() >= most:
        raise DomainError(
            "no_extensions_left",
            _("You have used up your requests for more time in this battle (%(most)s)."),
            most=most,
        )
    total = deadlines.sum_delays(tournament, "asked", round=current.number)
    if total + share > deadlines.get_length(tournament, current):
        raise DomainError("extended_enough", _("This round has been made twice as long already."))
