"""The treasury's own tournaments, so that there is always a battle to watch, to bet on and to enter."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet

from core import clock
from core.run_safely import run_safely
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import games, world_seed
from tournaments.domain.terms import Terms, read
from tournaments.domain.world_seed import Setup
from tournaments.models import Tournament
from tournaments.services import announcements, house_players, lifecycle, retention

log = logging.getLogger(__name__)
BOARD_GAME = "emperors"
LEVELS = ("greedy", "guarded")
EASY_LEVELS = ("wanderer", "greedy", "random")
MIN_RUNNING = 2  # running battles
MIN_ANNOUNCED = 2  # announced gift tournaments
START_INTERVAL = timedelta(seconds=60)  # between their starts
LOCKED_OPEN = timedelta(minutes=30)  # how long a locked tournament stays open for entries
MIN_TRAININGS = 1  # announced trainings
MIN_CAMPAIGNS = 1  # announced trainings in a campaign
TRAINING_OPEN = timedelta(hours=6)
Status = Tournament.Status


def seed() -> dict[str, int]:
    """Found the houses, unless that was done before, and tend the world."""
    return {"houses": house_players.found_houses(), **tend()}


def tend() -> dict[str, int]:
    """Restore the offer of battles and delete old ones; return the counts by step.

    A site whose world was never seeded has no houses, and is left alone.
    """
    if not Dynasty.objects.filter(house=True).exists():
        return {"forgotten": retention.forget_old()}
    steps: dict[str, Callable[[], int]] = {
        "started": start_battles,
        "announced": announce_gifts,
        "locked": announce_locked,
        "trainings": announce_trainings,
        "campaigns": announce_campaigns,
        "forgotten": retention.forget_old,
    }
    return {name: run_safely(step, log, "the world could not be tended: %s", name) for name, step in steps.items()}


def query_own(type: str, *status: str) -> QuerySet[Tournament]:
    """Return the query of the treasury's own tournaments of a type, in these states."""
    return Tournament.objects.filter(organiser=None, casual=False, type=type, status__in=status)


def start_battles() -> int:
    """Start battles among houses until there are enough to watch."""
    missing = MIN_RUNNING - query_own("gift", Status.RUNNING).count()
    soon = clock.now() + timedelta(seconds=5)
    return sum(lifecycle.start(tournament_id=announce_gift(soon, open_seats=False).pk) for _n in range(missing))


def announce_gifts() -> int:
    """Announce gift tournaments until enough wait for players, each a minute after the one before."""
    now = clock.now()
    open_to_all = query_own("gift", Status.ANNOUNCED).filter(terms__key="")
    waiting = open_to_all.filter(starts_at__gt=now, starts_at__lte=now + 2 * MIN_ANNOUNCED * START_INTERVAL)
    missing = MIN_ANNOUNCED - waiting.count()
    last = waiting.aggregate(last=Max("starts_at"))["last"] or now
    for number in range(missing):
        announce_gift(last + START_INTERVAL * (number + 1), open_seats=True)
    return max(missing, 0)


def announce_locked() -> int:
    """Announce a gift tournament with restricted entry unless one is waiting."""
    now = clock.now()
    if query_own("gift", Status.ANNOUNCED).filter(starts_at__gt=now).exclude(terms__key="").exists():
        return 0
    setup, lock = pick(world_seed.LOCKED, get_serial())
    announce_gift(now + LOCKED_OPEN, open_seats=True, setup=setup, lock=lock)
    return 1


def announce_trainings() -> int:
    """Announce trainings with a house and a free seat until MIN_TRAININGS wait for players."""
    now = clock.now()
    missing = MIN_TRAININGS - query_own("training", Status.ANNOUNCED).filter(starts_at__gt=now, game=BOARD_GAME).count()
    for _number in range(missing):
        number = get_serial()
        announce(
            pick(world_seed.TRAININGS, number),
            "training",
            Terms(fill=pick(EASY_LEVELS, number)),
            now + TRAINING_OPEN,
            free=1,
        )
    return max(missing, 0)


def announce_campaigns() -> int:
    """Announce training campaigns until MIN_CAMPAIGNS wait for players; return how many were announced."""
    now = clock.now()
    campaigns = {setup.game for setup in world_seed.CAMPAIGNS}
    missing = (
        MIN_CAMPAIGNS - query_own("training", Status.ANNOUNCED).filter(starts_at__gt=now, game__in=campaigns).count()
    )
    for _number in range(missing):
        number = get_serial()
        announce(
            pick(world_seed.CAMPAIGNS, number),
            "training",
            Terms(fill=pick(LEVELS, number)),
            now + TRAINING_OPEN,
            free=1,
        )
    return max(missing, 0)


def get_serial() -> int:
    """Return a number that grows with every tournament, by which the rotation picks."""
    return (Tournament.objects.aggregate(last=Max("pk"))["last"] or 0) + 1


def pick(setups: Sequence[Any], number: int) -> Any:
    return setups[number % len(setups)]


def announce_gift(
    starts_at: datetime, *, open_seats: bool, setup: Setup | None = None, lock: dict[str, Any] | None = None
) -> Tournament:
    """Announce a gift tournament of the treasury; with `open_seats`, half the seats are free and bets allowed.

    `setup`: the battle, by default the next of the rotation; `lock`: the terms that restrict who may enter.
    """
    number = get_serial()
    terms = {"prize": pick(world_seed.PRIZES, number), "betting": open_seats, "fill": pick(LEVELS, number)} | (
        lock or {}
    )
    setup = setup or pick(world_seed.GIFTS, number)
    return announce(setup, "gift", read(terms), starts_at, free=setup.seats // 2 if open_seats else 0)


@service
def announce(setup: Setup, type: str, terms: Terms, starts_at: datetime, *, free: int) -> Tournament:
    """Announce a tournament, and let houses take all but the first `free` seats."""
    _title, _sentence, rules = games.GAMES[setup.game].presets()[setup.preset]
    shortened = world_seed.SHORTENED if setup.game == BOARD_GAME else {}
    tournament = announcements.announce(
        organiser=None, title=setup.title, type=type, game=setup.game, field=setup.field, terms=terms,
        seats=setup.seats, rules=rules | shortened, round_seconds=setup.seconds, starts_at=starts_at)  # fmt: skip
    for seat in lifecycle.list_free_seats(tournament)[free:]:
        house_players.seat_house(tournament, seat, terms.fill)
    return tournament
