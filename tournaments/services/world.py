"""The treasury's own tournaments, so that there is always a battle to watch, to bet on and to enter."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from core import clock
from core.run_safely import run_safely
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import world_seed
from tournaments.domain.terms import Terms, read
from tournaments.domain.world_seed import Setup
from tournaments.models import Tournament
from tournaments.services import house_players, lifecycle, world_chronicle
from tournaments.services.houses import betting, circuit, guests, market, ransoms
from tournaments.services.houses import history as houses_history
from tournaments.services.houses.announcing import BOARD_GAME, announce_setup, get_serial, pick, seat_houses

log = logging.getLogger(__name__)
LEVELS = ("greedy", "guarded")
EASY_LEVELS = ("wanderer", "greedy", "random")
MIN_ANNOUNCED = 2  # prize tournaments that wait for one more, and start when it comes
OPENING_OFFERS = 12  # offers of houses on the market of a new world
OPEN_FOR = timedelta(hours=6)  # how long a tournament of the site waits for players
MIN_TRAININGS = 1  # announced trainings
MIN_CAMPAIGNS = 1  # announced trainings in a campaign
Status = Tournament.Status


def seed() -> dict[str, int]:
    """Give a new world its past and its houses, let these fight at once, and tend the world."""
    history = houses_history.play_history()
    houses = house_players.found_houses()
    chronicle = world_chronicle.write_due(timedelta(weeks=houses_history.WEEKS))
    circuit.announce_followers()
    bets = place_first_bets()  # on the battle that begins next
    return {
        "history": history,
        "houses": houses,
        "chronicle": chronicle,
        "begun": circuit.begin_battles(),
        "opened": market.open_market(OPENING_OFFERS),
        **tend(),
        "bets": bets + place_first_bets(),
    }


def place_first_bets() -> int:
    """Let as many houses as bet on a battle bet on those that wait in a new world; return how many bets that were."""
    return sum(betting.place_bets() for _turn in range(betting.BETTORS))


def tend() -> dict[str, int]:
    """Restore the offer of battles and let the houses act; return the counts by step.

    A site whose world was never seeded has no houses, and is left alone.
    """
    if not Dynasty.objects.filter(house=True).exists():
        return {}
    steps: dict[str, Callable[[], int]] = {
        "completed": house_players.complete_houses,
        "held": circuit.hold_battles,
        "announced": announce_gifts,
        "locked": announce_locked,
        "trainings": announce_trainings,
        "campaigns": announce_campaigns,
        "guests": guests.enter_tournaments,
        "bets": betting.place_bets,
        "offers": market.trade,
        "ransoms": ransoms.trade,
    }
    return {name: run_safely(step, log, "the world could not be tended: %s", name) for name, step in steps.items()}


def hold_battles() -> int:
    """Restore the battles among houses, where there are any; return how many began or were announced."""
    return circuit.hold_battles() if Dynasty.objects.filter(house=True).exists() else 0


def query_own(type: str, *status: str) -> QuerySet[Tournament]:
    """Return the query of the treasury's own tournaments of a type, in these states."""
    return Tournament.objects.filter(organiser=None, casual=False, type=type, status__in=status)


def announce_gifts() -> int:
    """Announce prize tournaments until MIN_ANNOUNCED wait for one more player each."""
    waiting = query_own("gift", Status.ANNOUNCED).filter(terms__key="", terms__betting=False, starts_at__gt=clock.now())
    missing = MIN_ANNOUNCED - waiting.count()
    for _number in range(missing):
        announce_gift(pick(world_seed.GIFTS, get_serial()))
    return max(missing, 0)


def announce_locked() -> int:
    """Announce a prize tournament that asks for a key unless one is waiting."""
    if query_own("gift", Status.ANNOUNCED).filter(starts_at__gt=clock.now()).exclude(terms__key="").exists():
        return 0
    number = get_serial()
    setup, lock = pick(world_seed.LOCKED, number)
    agreed = read({"prize": pick(world_seed.PRIZES, number)} | lock)
    tournament = announce(setup, "gift", agreed, clock.now() + OPEN_FOR, free=setup.seats)
    for seat in lifecycle.list_free_seats(tournament)[1:]:  # each pays with its key, in a transaction of its own
        house_players.seat_house(tournament, seat, pick(LEVELS, number))
    return 1


def announce_trainings() -> int:
    """Announce trainings with a house and a free seat until MIN_TRAININGS wait for players."""
    now = clock.now()
    missing = MIN_TRAININGS - query_own("training", Status.ANNOUNCED).filter(starts_at__gt=now, game=BOARD_GAME).count()
    for _number in range(missing):
        announce_training(world_seed.TRAININGS, EASY_LEVELS)
    return max(missing, 0)


def announce_campaigns() -> int:
    """Announce training campaigns until MIN_CAMPAIGNS wait for players; return how many were announced."""
    now = clock.now()
    campaigns = {setup.game for setup in world_seed.CAMPAIGNS}
    missing = (
        MIN_CAMPAIGNS - query_own("training", Status.ANNOUNCED).filter(starts_at__gt=now, game__in=campaigns).count()
    )
    for _number in range(missing):
        announce_training(world_seed.CAMPAIGNS, LEVELS)
    return max(missing, 0)


def announce_training(setups: Sequence[Setup], levels: Sequence[str]) -> Tournament:
    """Announce the next training of a rotation, with a house of one of these levels and one free seat."""
    number = get_serial()
    terms = Terms(fill=pick(levels, number))
    return announce(pick(setups, number), "training", terms, clock.now() + OPEN_FOR, free=1)


def announce_gift(setup: Setup) -> Tournament:
    """Announce a prize tournament of the treasury that starts as soon as a player takes its last seat, or never."""
    number = get_serial()
    agreed, level = read({"prize": pick(world_seed.PRIZES, number)}), pick(LEVELS, number)
    return announce(setup, "gift", agreed, clock.now() + OPEN_FOR, free=1, least_seats=setup.seats, level=level)


@service
def announce(
    setup: Setup, type: str, terms: Terms, starts_at: datetime, *, free: int, least_seats: int = 2, level: str = ""
) -> Tournament:
    """Announce a tournament, and let houses take all but the first `free` seats.

    `level`: how they fight; blank: like the computers that take free seats at the start.
    """
    tournament = announce_setup(setup, type, terms, starts_at, least_seats=least_seats)
    seat_houses(tournament, level or terms.fill, free=free)
    return tournament
