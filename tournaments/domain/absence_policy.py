"""What is announced about absent players: vacations, more time, substitutes and votes; data and its checks.

Data and its checks; what it does, the services do.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.json_types import Json
from core.limits import CASUAL_PAUSES, EXTENSIONS, PAUSES
from tournaments.domain.terms import read_flag, read_number, read_text
from tournaments.domain.timetables import Timetable
from tournaments.domain.tournament_types import allows_computers

LONG_ROUND = timedelta(hours=12)
"""Rounds as long as this count leave unless it is announced otherwise."""
SLOW_ROUND = timedelta(hours=1)
"""In rounds as long as this, volunteers may lead the seats of sleepers unless it is announced otherwise."""
FIRST_DRAW_ROUND = 3
"""The first round in which a draw can be offered."""
MIN_DRAW_VOTERS = 2
"""A draw needs as many people at least."""
PAUSE_ROUNDS = 4
"""How many rounds a pause lasts, within the bounds below."""
PAUSE_LIMITS = (timedelta(minutes=10), timedelta(days=7))


@dataclass(frozen=True)
class AbsencePolicy:
    leave: bool
    """Whether leave puts deadlines off."""
    volunteers: bool
    """Whether another dynasty may give the orders of a seat that is asleep."""
    computer: str = ""
    """The level of the computer player that sits in for a seat that is asleep; empty: none does."""
    extensions: int = 3
    """How often a seat may ask for more time."""
    draws: bool = True
    pauses: int = 2


OF_CASUAL_BATTLES = AbsencePolicy(leave=False, volunteers=False, extensions=0, draws=False, pauses=CASUAL_PAUSES)
"""In battles without dynasties, people can only agree on a pause."""


READERS: dict[str, Callable[[str, object], object]] = {
    "leave": read_flag,
    "volunteers": read_flag,
    "computer": lambda name, value: read_text(name, value, 24),
    "extensions": lambda name, value: read_number(name, value, *EXTENSIONS),
    "draws": read_flag,
    "pauses": lambda name, value: read_number(name, value, *PAUSES),
}


def read(timetable: Timetable, value: object) -> AbsencePolicy:
    """Return the policy from JSON, with defaults by round length; raise DomainError (bad_terms) with the field."""
    if not isinstance(value, Mapping) or not set(value) <= set(READERS):
        raise DomainError("bad_terms", _("These rules for absences are not possible."))
    daily = timetable.daily is not None
    usual = {"leave": daily or timetable.length >= LONG_ROUND, "volunteers": daily or timetable.length >= SLOW_ROUND}
    fields: Json = usual | {name: READERS[name](name, each) for name, each in value.items()}
    return AbsencePolicy(**fields)


def write(absence: AbsencePolicy) -> dict[str, object]:
    """Return the complete JSON: read(timetable, write(policy)) == policy."""
    return asdict(absence)


def keep_anonymous(value: Json) -> Json:
    """Return the JSON of an anonymous battle's policy: without vacations and volunteers, which tell who is away.

    Raise DomainError where one of them is announced.
    """
    if value.get("leave") is True or value.get("volunteers") is True:
        sentence = _("In an anonymous battle vacations and substitutes would tell who sits where: switch both off.")
        raise DomainError("anonymous_absences", sentence)
    return {"leave": False, "volunteers": False} | value


def check(type: str, absence: AbsencePolicy) -> None:
    """Raise DomainError for what the type of the tournament does not allow."""
    if absence.computer and not allows_computers(type):
        raise DomainError("no_computers_here", _("Computer players take part in training and prize tournaments only."))


def get_pause_length(round_length: timedelta) -> timedelta:
    """Return how long one pause lasts, if nobody ends it."""
    least, most = PAUSE_LIMITS
    return min(max(PAUSE_ROUNDS * round_length, least), most)
