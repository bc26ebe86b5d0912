"""Battles among house dynasties: one of each type is under way or about to begin, to watch and to bet on.

The site announces them. All that is at stake comes from the houses, but for a small prize.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog import keys
from dynasty.models import Account
from tournaments.domain import terms, world_seed
from tournaments.domain.tournament_types import is_serious
from tournaments.domain.world_seed import Setup
from tournaments.models import Entry, Tournament
from tournaments.services import lifecycle
from tournaments.services.houses import announcing, market

ANNOUNCED, RUNNING, HALTED = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)
UNDER_WAY = (RUNNING, HALTED)
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
    follows: bool = False
    """Whether the next battle waits with one seat free, to be bet on, until the one that is fought has ended."""
    locked: bool = False
    """Whether its battles use keys up that houses have bought beyond their grants: what comes in goes out again."""
    latest: timedelta = timedelta(hours=1)
    """When a battle starts at the latest. One that follows another needs longer than the longest of these takes."""


CIRCUITS = (
    Circuit("gift", {"prize": {"copper": 40}}, 60, betting_seconds=0, follows=True, latest=timedelta(hours=3)),
    Circuit("honour", {"stake": terms.STAKE}, 300, locked=True),
    Circuit("conquer", {"houses": True}, 300),
    Circuit("death", {"houses": True}, 300),
    Circuit("training", {}, 300, betting_seconds=0),
)
"""The first is quick, so that there is something to see; a battle of the others takes some hours."""


def hold_battles() -> int:
    """Begin the battle that waits for the end of another, and announce those that are missing; return how many acts."""
    there = count_battles()
    begun = sum(begin_waiting(circuit) for circuit in CIRCUITS if circuit.follows and not there[circuit.type, RUNNING])
    others = [
        circuit
        for circuit in CIRCUITS
        if not circuit.follows and not there[circuit.type, ANNOUNCED] and not count_under_way(circuit, there)
    ]
    announced = sum(try_to_announce(circuit, circuit.betting_seconds) is not None for circuit in others)
    return begun + announce_followers() + announced


def announce_followers() -> int:
    """Announce the battles that wait for the end of another; return how many that were."""
    missing = [circuit for circuit in CIRCUITS if circuit.follows and not query_waiting(circuit).exists()]
    return sum(try_to_announce(circuit, betting_seconds=0, free=1) is not None for circuit in missing)


def begin_battles() -> int:
    """Begin a battle of each type that has none under way; return how many that were."""
    announce_followers()
    there = count_battles()
    missing = [circuit for circuit in CIRCUITS if count_under_way(circuit, there) == 0]
    return sum(
        begin_waiting(circuit) if circuit.follows else try_to_announce(circuit, betting_seconds=0) is not None
        for circuit in missing
    )


def begin_waiting(circuit: Circuit) -> bool:
    """Let a house take the last seat of the battle that waits, and start it; return whether it started."""
    waiting = query_waiting(circuit).order_by("pk").first()
    if waiting is None or not lifecycle.list_free_seats(waiting) or not announcing.seat_houses(waiting, ""):
        return False
    return lifecycle.start(tournament_id=waiting.pk)


def query_waiting(circuit: Circuit) -> QuerySet[Tournament]:
    """Return the query of the site's own battles of a circuit, entered by houses alone, that wait and can be bet on."""
    own = query_battles_of_houses().filter(type=circuit.type, status=ANNOUNCED)
    return own.filter(terms__betting=True, terms__key="", starts_at__gt=clock.now())


def count_under_way(circuit: Circuit, there: Battles) -> int:
    """Return how many battles of a circuit have begun."""
    return sum(there[circuit.type, status] for status in UNDER_WAY)


def query_battles_of_houses() -> QuerySet[Tournament]:
    """Return the query of the site's own battles that nobody but houses has entered."""
    people = Entry.objects.filter(tournament=OuterRef("pk"), dynasty__house=False)
    return Tournament.objects.filter(~Exists(people), organiser=None, casual=False)


def count_battles() -> Battles:
    """Return how many of the site's battles that are not over have houses on all their seats."""
    own = query_battles_of_houses().filter(status__in=[ANNOUNCED, *UNDER_WAY])
    full = own.annotate(taken=Count("entries")).filter(taken=F("seats"))
    return Counter((each.type, each.status) for each in full.only("type", "status"))


def try_to_announce(circuit: Circuit, betting_seconds: int, level: str = "", free: int = 0) -> Tournament | None:
    """Announce a battle and return it; None where not enough houses have what entering takes.

    Without free seats and time for bets it starts at once.
    """
    serial = announcing.get_serial()
    setup = announcing.pick(world_seed.CIRCUIT, serial)
    betting = {"betting": True, "betting_window": betting_seconds} if is_serious(circuit.type) else {}
    for lock in list_locks(circuit, setup, serial):
        try:
            tournament = announce_battle(circuit, setup, terms.read(circuit.terms | betting | lock), level, free)
        except DomainError as refused:
            if refused.code != "too_few_houses":
                raise
            continue
        if not betting_seconds and not free:
            lifecycle.start(tournament_id=tournament.pk)
        return tournament
    return None


def list_locks(circuit: Circuit, setup: Setup, serial: int) -> list[dict[str, object]]:
    """Return the locks to try, as terms have them: one whose key enough houses have to spare, then none."""
    choices = list_keys(market.KEY_HOLDERS + setup.seats) if circuit.locked else []
    return [{"key": announcing.pick(choices, serial), "key_consumed": True}, {}] if choices else [{}]


def list_keys(least: int) -> list[str]:
    """Return the names of the keys that at least so many houses have."""
    accounts = Account.objects.filter(purpose=Account.Purpose.WALLET, dynasty__house=True, balance__gt=0)
    owners = Counter(accounts.filter(asset__startswith=keys.PREFIX).values_list("asset", flat=True))
    return [name for name in keys.KEYS if owners[keys.get_asset(name)] >= least]


@service
def announce_battle(circuit: Circuit, setup: Setup, agreed: terms.Terms, level: str, free: int) -> Tournament:
    """Announce a battle with a house on all but the first `free` seats.

    `level`: how they fight; blank: each as it does. Raise DomainError (too_few_houses), and write nothing, where not
    enough houses can enter.
    """
    tournament = announcing.announce_setup(
        setup, circuit.type, agreed, clock.now() + circuit.latest, seconds=circuit.seconds, least_seats=setup.seats
    )
    if not announcing.seat_houses(tournament, level, free=free):
        raise DomainError("too_few_houses", "")
    return tournament
