"""The battles that wait for an order of the reader: of a dynasty's seats, of those it leads, and of a casual key's."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict, cast

from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, QuerySet

from core.cache_errors import get_redis_errors
from core.prepared_statements import PreparedQuery
from tournaments.domain import games
from tournaments.models import Round, StandIn, Tournament

MAX_COUNTED = 50
"""Seats that are looked at, the next deadlines first."""

SECONDS = 5
"""For which the last answer is good enough for the number at the top of a page."""


class SeatOfRound(TypedDict):
    """A seat for which the reader orders in a round, and its battle's code and game."""

    seat: str
    code: str
    game: str


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    SeatInOpenRound = WithAnnotations[Round, SeatOfRound]


@dataclass(frozen=True)
class WaitingBattle:
    """A battle that waits for an order of the reader's."""

    tournament: Tournament
    deadline: datetime
    is_kept_on_time: bool
    """Whether people who found each other play it, or it is no casual battle: it has deadlines at any pace."""


def list_recent_codes(user_id: int | None, key: str) -> list[str]:
    """List what `list_codes` does, as it was a few seconds ago."""
    try:
        found = cache.get(name_answer(user_id, key))
    except get_redis_errors():
        found = None
    return found if found is not None else list_codes(user_id, key)


def name_answer(user_id: int | None, key: str) -> str:
    return f"your-turn:{user_id or ''}:{key}"


def list_codes(user_id: int | None, key: str) -> list[str]:
    """List the codes of the battles that wait for this user's dynasty or this casual key, the most urgent first."""
    found = find_codes(user_id, key)
    with suppress(*get_redis_errors()):
        cache.set(name_answer(user_id, key), found, SECONDS)
    return found


def find_codes(user_id: int | None, key: str) -> list[str]:
    """Find those codes: one query, and none for a reader with neither dynasty nor key."""
    values = [value for value in (user_id, key) if value]
    found: list[SeatInOpenRound] = OPEN_ROUNDS[user_id is not None, bool(key)](*values) if values else []
    return list(dict.fromkeys(place.code for place in found if needs_order(place)))


def query_of_user(user_id: int) -> "QuerySet[SeatInOpenRound]":
    """Return the query of the rounds in which this user's dynasty orders: its seats and those that it leads."""
    stand_ins = StandIn.objects.filter(tournament=OuterRef("tournament"), seat=OuterRef("seat"), ended_at=None)
    entered = query_rounds(
        "entries", tournament__entries__dynasty__user=user_id, tournament__entries__player=""
    ).filter(~Exists(stand_ins))
    leading = query_rounds(
        "stand_ins", tournament__stand_ins__dynasty__user=user_id, tournament__stand_ins__ended_at=None
    )
    return entered.union(leading, all=True)


def query_of_key(key: str) -> "QuerySet[SeatInOpenRound]":
    """Return the query of the rounds of the casual seats of this key."""
    return query_rounds("casual_seats", tournament__casual_seats__key=key)


def query_rounds(seats: str, **conditions: object) -> "QuerySet[SeatInOpenRound]":
    """Return the query of the open rounds of running battles, each with one of these seats of the tournament."""
    found = Round.objects.filter(tournament__status=Tournament.Status.RUNNING, closed_at=None, **conditions)
    named = found.annotate(seat=F(f"tournament__{seats}__seat"), code=F("tournament__code"), game=F("tournament__game"))
    return cast("QuerySet[SeatInOpenRound]", named.only("state", "ready", "deadline").order_by())


def take_urgent(found: "QuerySet[SeatInOpenRound]") -> "QuerySet[SeatInOpenRound]":
    return found.order_by("deadline", "code")[:MAX_COUNTED]


OPEN_ROUNDS: "dict[tuple[bool, bool], PreparedQuery[SeatInOpenRound]]" = {
    (True, False): PreparedQuery(lambda user: take_urgent(query_of_user(user))),
    (False, True): PreparedQuery(lambda key: take_urgent(query_of_key(key))),
    (True, True): PreparedQuery(lambda user, key: take_urgent(query_of_user(user).union(query_of_key(key), all=True))),
}
"""The seats in open rounds, by whether the reader has a user and a key."""


def needs_order(place: "SeatInOpenRound") -> bool:
    """Check whether a seat has an order to give in the open round and has given none."""
    if place.seat in place.ready:
        return False
    game = games.GAMES[place.game]
    return place.seat in game.to_act(game.read(place.state))


def list_battles(codes: Iterable[str]) -> list[WaitingBattle]:
    """List these battles with the deadlines of their open rounds, in the order of the codes."""
    names = list(codes)
    found = Tournament.objects.filter(code__in=names, rounds__closed_at=None)
    found = found.annotate(deadline=F("rounds__deadline"), paired=F("casual_battle__paired"))
    rows = {each.code: WaitingBattle(each, each.deadline, each.paired or not each.casual) for each in found}
    return [rows[code] for code in names if code in rows]


def count(codes: list[str], current: str) -> dict[str, int]:
    """Return how many battles wait, and how many but the one whose page this is.

    >>> count(["a", "b"], "b"), count(["a"], "")
    ({'waiting': 2, 'others': 1}, {'waiting': 1, 'others': 1})
    """
    return {"waiting": len(codes), "others": len([code for code in codes if code != current])}


def find_next(codes: list[str], current: str) -> str:
    """Return the code of the battle to go to from another one; empty where none waits.

    From a battle that waits itself the next less urgent one, and from the last the first, so that one tap after the
    other leads through all of them.

    >>> find_next(["a", "b", "c"], "b"), find_next(["a", "b", "c"], "c"), find_next(["a", "b"], "z")
    ('c', 'a', 'a')
    >>> find_next([], "z")
    ''
    """
    if not codes:
        return ""
    following = codes.index(current) + 1 if current in codes else 0
    return codes[following % len(codes)]
