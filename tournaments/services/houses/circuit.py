"""Battles among house dynasties: one of each type is under way or about to begin, to watch and to bet on.

The site announces them. All that is at stake comes from the houses, but for a small prize.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, F, OuterRef

from core import clock
from core.errors import DomainError
from core.transactions import service
from tournaments.domain import terms, world_seed
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Tournament
from tournaments.services import lifecycle
from tournaments.services.houses import announcing

ANNOUNCED, *UNDER_WAY = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)
LATEST = timedelta(hours=1)
Battles = Counter[tuple[str, str]]
"""How many battles there are, by type and status."""


@dataclass(frozen=True)
class Circuit:
    """Battles of a type that follow one another: the terms of each, and the seconds of a round."""

    type: str
    terms: dict[str, object]
    seconds: int
    betting_seconds: int = 90
    """How long everybody can bet on a battle before it starts."""
    overlaps: bool = False
    """Whether the next battle is announced while one is fought, so that there is always one to bet on."""


CIRCUITS = (
    Circuit("gift", {"prize": {"copper": 40}}, 40, betting_seconds=1_200, overlaps=True),
    Circuit("honour", {"stake": terms.STAKE}, 300),
    Circuit("conquer", {"houses": True}, 300),
    Circuit("death", {"houses": True}, 300),
    Circuit("training", {}, 300, betting_seconds=0),
)
"""The first is quick, so that there is something to see; a battle of the others takes some hours."""


def hold_battles() -> int:
    """Announce the battles that are missing; return how many that were."""
    there = count_battles()
    missing = [circuit for circuit in CIRCUITS if is_missing(circuit, there)]
    return sum(try_to_announce(circuit, circuit.betting_seconds) is not None for circuit in missing)


def begin_battles() -> int:
    """Begin a battle of each type that has none under way; return how many that were."""
    there = count_battles()
    missing = [circuit for circuit in CIRCUITS if count_under_way(circuit, there) == 0]
    return sum(try_to_announce(circuit, betting_seconds=0) is not None for circuit in missing)


def is_missing(circuit: Circuit, there: Battles) -> bool:
    """Return whether a battle of a circuit is to be announced: none waits, and no other is in its way."""
    most = 1 if circuit.overlaps else 0
    return not there[circuit.type, ANNOUNCED] and count_under_way(circuit, there) <= most


def count_under_way(circuit: Circuit, there: Battles) -> int:
    """Return how many battles of a circuit have begun."""
    return sum(there[circuit.type, status] for status in UNDER_WAY)


def count_battles() -> Battles:
    """Return how many of the site's battles that are not over have houses on all their seats."""
    people = Entry.objects.filter(tournament=OuterRef("pk"), dynasty__house=False)
    own = Tournament.objects.filter(~Exists(people), organiser=None, casual=False, status__in=[ANNOUNCED, *UNDER_WAY])
    full = own.annotate(taken=Count("entries")).filter(taken=F("seats"))
    return Counter((each.type, each.status) for each in full.only("type", "status"))


def try_to_announce(circuit: Circuit, betting_seconds: int, level: str = "") -> Tournament | None:
    """Announce a battle and return it; None where not enough houses have what entering takes.

    Without time for bets it starts at once.
    """
    try:
        tournament = announce_battle(circuit, betting_seconds, level)
    except DomainError as refused:
        if refused.code != "too_few_houses":
            raise
        return None
    if not betting_seconds:
        lifecycle.start(tournament_id=tournament.pk)
    return tournament


@service
def announce_battle(circuit: Circuit, betting_seconds: int, level: str = "") -> Tournament:
    """Announce a battle with a house on every seat. `level`: how they fight; blank: each as it does.

    Raise DomainError (too_few_houses), and write nothing, where not enough houses can enter.
    """
    setup = announcing.pick(world_seed.CIRCUIT, announcing.get_serial())
    betting = {"betting": True, "betting_window": betting_seconds} if is_serious(circuit.type) else {}
    agreed = terms.read(circuit.terms | betting)
    tournament = announcing.announce_setup(
        setup, circuit.type, agreed, clock.now() + LATEST, seconds=circuit.seconds, least_seats=setup.seats
    )
    if not announcing.seat_houses(tournament, level):
        raise DomainError("too_few_houses", "")
    return tournament
