"""What of the table of points counts for a reader, before a battle."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext, ngettext

from dynasty.models import Dynasty
from tournaments.domain.point_limits import DAILY_LIMIT, Company, count_room
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Tournament
from tournaments.selectors import point_limits


def describe_for(tournament: Tournament, entries: Iterable[Entry], dynasty: Dynasty | None, now: datetime) -> list[str]:
    """Return what limits the points of a dynasty as the seats are taken at `now`; nothing where no limit holds."""
    if dynasty is None or not is_serious(tournament.type):
        return []
    company = point_limits.get_company(tournament, entries, dynasty)
    counted = 0 if company.has_people or company.is_own else point_limits.count_today(dynasty, now)
    return describe(company, counted)


def describe(company: Company, counted: int) -> list[str]:
    """Return the sentences of a limit. `counted`: the limited points that were gained today."""
    room = count_room(company, counted)
    if room is None:
        return []
    if company.is_own:
        return [gettext("You announced this tournament: unless another person enters, no points count here.")]
    text = gettext("No other person has entered so far. Without one, at most %(limit)s points a day count.")
    left = ngettext(
        "%(room)s point can still count for you today.", "%(room)s points can still count for you today.", room
    )
    weak = gettext("Against weak levels alone, half of what you win counts.")
    sentences = [text % {"limit": DAILY_LIMIT}, left % {"room": room}]
    return [*sentences, weak] if company.is_weak and room else sentences
