"""What the sweeps of every second have to do: a query for each part, and one look that asks for all parts at once.

Each service lists its work by the query that is here, so that the look and the work cannot differ.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from operator import attrgetter

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from core import clock
from core.prepared_statements import PreparedQuery
from tournaments.models import Heartbeat, Round, Tournament
from tournaments.selectors import arenas, seeks
from tournaments.selectors.clubs import matches as club_matches

Status = Tournament.Status


def query_open_rounds(now: datetime) -> QuerySet[Round]:
    """Return the query of open rounds of battles that go on, but for those whose next attempt is later."""
    awake = Q(paused_until=None) | Q(paused_until__lte=now)
    running = Tournament.objects.filter(awake, pk=OuterRef("tournament_id"), status=Status.RUNNING)
    return Round.objects.filter(query_attempts(now), Exists(running), closed_at=None)


def query_attempts(now: datetime) -> Q:
    """Return the condition that the next attempt at a round is due."""
    return Q(try_at=None) | Q(try_at__lte=now)


def query_late(now: datetime) -> QuerySet[Round]:
    """Return the query of rounds whose deadline has passed."""
    return query_open_rounds(now).filter(deadline__lte=now)


def query_ready(now: datetime) -> QuerySet[Round]:
    """Return the query of rounds for which all orders are in."""
    return query_open_rounds(now).filter(ready_at__lte=now)


def query_halted(now: datetime) -> QuerySet[Round]:
    """Return the query of rounds in which battles have halted and whose next attempt is due."""
    return Round.objects.filter(query_attempts(now), closed_at=None, tournament__status=Status.HALTED)


def query_moving_up() -> QuerySet[Tournament]:
    """Return the query of tournaments with a free seat and a waiting list."""
    announced = Tournament.objects.filter(status=Status.ANNOUNCED, waiting__isnull=False)
    return announced.annotate(taken=Count("entries", distinct=True)).filter(taken__lt=F("seats"))


def query_startable(now: datetime) -> QuerySet[Tournament]:
    """Return the query of tournaments that are full, perhaps still open for bets, or whose time has come.

    Annotated with the number of seats taken and with `last`, when the last of them was.
    """
    announced = Tournament.objects.filter(status=Status.ANNOUNCED)
    entered = announced.annotate(taken=Count("entries"), last=Max("entries__entered_at"))
    full = Q(taken__gte=F("seats")) & (Q(terms__punctual=False) | ~Q(terms__has_key="punctual"))
    return entered.filter(Q(starts_at__lte=now) | full)


def query_untold() -> QuerySet[Round]:
    """Return the query of open rounds whose players are to be notified."""
    return Round.objects.filter(closed_at=None, tell_at__isnull=False)


def query_computers(now: datetime) -> QuerySet[Round]:
    """Return the query of open rounds in which computer players are to order now."""
    return Round.objects.filter(closed_at=None, computers_at__lte=now, tournament__status=Status.RUNNING)


Parts = Mapping[str, Callable[[datetime], Exists | Q]]
CLOSING: Parts = {
    "closed": lambda now: Exists(query_late(now)) | Exists(query_ready(now)),
    "moved_up": lambda now: Exists(query_moving_up()),
    "started": lambda now: Exists(query_startable(now)),
    "paired": lambda now: Exists(seeks.query_open(now)),
    "met": lambda now: Exists(arenas.query_going_on(now)),
    "matched": lambda now: Exists(club_matches.query_due(now)),
    "recovered": lambda now: Exists(query_halted(now)),
}
"""The parts of the sweep that closes and starts, by their names in its result."""
PLAYING: Parts = {
    "told": lambda now: Exists(query_untold()),
    "played": lambda now: Exists(query_computers(now)),
}
"""The parts of the sweep that notifies and plays."""


def prepare_look(parts: Parts) -> PreparedQuery[Heartbeat]:
    """Return the statement that says of each part whether there is anything to do; its row is the site's heart."""
    return PreparedQuery(lambda now: Heartbeat.objects.annotate(**{name: due(now) for name, due in parts.items()}))


CLOSING_LOOK, PLAYING_LOOK = prepare_look(CLOSING), prepare_look(PLAYING)
START_QUERY = PreparedQuery(lambda now: query_startable(now).only("starts_at", "terms").order_by("starts_at"))


get_last = attrgetter("last")


def list_startable(now: datetime) -> list[tuple[Tournament, datetime | None]]:
    """Return the tournaments of `query_startable` with when their last seat was taken, in the order of their times.

    Prepared, since a full one is among them each second while it is open for bets.
    """
    return [(each, get_last(each)) for each in START_QUERY(now)]


def find_closing() -> set[str]:
    """Return the parts of the sweep that closes and starts in which something is due."""
    return find_due(CLOSING, CLOSING_LOOK)


def find_playing() -> set[str]:
    """Return the parts of the sweep that notifies and plays in which something is due."""
    return find_due(PLAYING, PLAYING_LOOK)


def find_due(parts: Parts, look: PreparedQuery[Heartbeat]) -> set[str]:
    """Return the parts in which something is due; all of them before the heart of a site has beaten once."""
    found = look.first(clock.now())
    return {name for name in parts if found is None or getattr(found, name)}
