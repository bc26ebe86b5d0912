"""What the sweeps should have done some time ago: 0 where they keep up, for whoever watches the site."""

from datetime import datetime

from core import clock
from tournaments.domain import arenas, matchmaking
from tournaments.domain.matchmaking import PACES
from tournaments.models import Arena
from tournaments.selectors import arenas as arena_selectors
from tournaments.selectors import seeks
from tournaments.selectors.sweeps import due_work

MAX_WAITING = 200
"""Of one pool or arena, those who have waited longest, that are looked at."""


def count_computers(until: datetime) -> int:
    """Return in how many rounds computer players were to order before `until` and have not."""
    return due_work.query_computers(until).count()


def count_pairs(until: datetime) -> int:
    """Return how many pairs could have been made at `until` of those who still wait for somebody."""
    found = sum(count_pairs_of_pool(family, pace, until) for family, pace in seeks.list_pools())
    return found + sum(count_pairs_of_arena(arena, until) for arena in arena_selectors.list_going_on(until))


def count_pairs_of_pool(family: str, pace: str, until: datetime) -> int:
    """Return how many pairs could have been made of those who look for an opponent."""
    pool = [each for each in seeks.list_pool(family, pace)[:MAX_WAITING] if each.since <= until]
    return len(matchmaking.pair_all(pool, PACES[pace], until, seeks.build_apart(pool)))


def count_pairs_of_arena(arena: Arena, until: datetime) -> int:
    """Return how many pairs could have been made of those who wait in an arena; none once its time is over."""
    now = clock.now()
    if arena.ends_at <= now:
        return 0
    found = [each for each in arena_selectors.list_waiting(arena, now)[:MAX_WAITING] if each.since <= until]
    apart = seeks.build_apart([arenas.build_searcher(each) for each in found])
    return len(arenas.pair_all(found, until, apart))
