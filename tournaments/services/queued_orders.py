"""Queued orders: what a seat does in the round after the open one, given before anybody knows how this one ends.

As secret as any order. When that round opens, the first of them that is allowed is given, marked as automatic; a manual
order then replaces it as it would any other. Only this module reads the table.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.prepared_statements import PreparedQuery
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.models import Entry, QueuedOrder, Round, Tournament
from tournaments.selectors import casual_battles, participation
from tournaments.selectors.casual_battles import CasualBattle
from tournaments.services import locks, orders, standing_orders
from tournaments.services.events import publish_to_seat

OWN_QUERY = PreparedQuery(
    lambda pk, seat, dynasty: (
        QueuedOrder.objects.filter(tournament=pk, seat=seat)
        .filter(Exists(Entry.objects.filter(tournament=OuterRef("tournament"), seat=OuterRef("seat"), dynasty=dynasty)))
        .order_by("pk")[:1]
    )
)
"""What is queued for a seat, if it is that of this dynasty."""


@service
def queue(*, tournament_id: int, round_no: int, dynasty: Dynasty, texts: list[str]) -> list[str]:
    """Put orders for the round after the open one under seal, the most wanted first, instead of those before.

    None: do away with them. Whether they are allowed is only seen when that round opens.
    """
    tournament = locks.lock(tournament_id)
    entry = participation.get_own_entry(tournament, dynasty)
    return save_texts(tournament, round_no, entry.seat, texts)


@service
def queue_by_key(*, tournament_id: int, round_no: int, key: str, seat: str, texts: list[str]) -> list[str]:
    """Queue orders for a seat of a casual battle that somebody's key holds now."""
    tournament = locks.lock(tournament_id)
    table = casual_battles.get_casual_battle(tournament)
    if table is None or seat not in table.list_visible_seats(key):
        raise DomainError("not_your_seat", _("This seat is not yours."))
    return save_texts(tournament, round_no, seat, texts)


def save_texts(tournament: Tournament, round_no: int, seat: str, texts: list[str]) -> list[str]:
    """Replace what was queued for the seat before; return what is kept. The caller holds the tournament's lock."""
    current = orders.find_round(tournament, round_no)
    lines = standing_orders.parse_texts(tournament, texts)
    if lines:
        fields = {"round": current.number + 1, "texts": lines, "given_at": clock.now()}
        QueuedOrder.objects.update_or_create(tournament=tournament, seat=seat, defaults=fields)
    else:
        QueuedOrder.objects.filter(tournament=tournament, seat=seat).delete()
    publish_to_seat(tournament, seat, f"queue:{clock.now().isoformat()}", "queue")
    return lines


def get_own_by_key(*, table: CasualBattle, key: str, seat: str) -> list[str]:
    """Return what is queued for a casual seat, for the holder of its key whose turn at the screen it is."""
    return get_texts(table.casual.tournament_id, [seat] if seat in table.list_visible_seats(key) else [])


def get_own(*, tournament: Tournament, seat: str, dynasty: Dynasty | None) -> list[str]:
    """Return what is queued for a seat, for the eyes of its own dynasty alone."""
    if dynasty is None:
        return []
    found = OWN_QUERY.first(tournament.pk, seat, dynasty.pk)
    return list(found.texts) if found else []


def get_texts(tournament_id: int, seats: Iterable[str]) -> list[str]:
    found = QueuedOrder.objects.filter(tournament_id=tournament_id, seat__in=seats)
    return list(found.values_list("texts", flat=True).first() or [])


def query_queued(tournament: Tournament | OuterRef) -> QuerySet[QueuedOrder]:
    """Return a query that tells whether anything is queued."""
    return QueuedOrder.objects.filter(tournament=tournament)


def give_queued(tournament: Tournament, opened: Round) -> None:
    """Give what was queued for a round that has opened, as far as it is allowed, and forget it all.

    The caller holds the tournament's lock.
    """
    rows = list(QueuedOrder.objects.filter(tournament=tournament).order_by("given_at", "seat"))
    if not rows:
        return
    game = games.GAMES[tournament.game]
    state = game.read(opened.state)
    QueuedOrder.objects.filter(tournament=tournament).delete()
    for row in rows:
        text = standing_orders.find_allowed(game, state, row.seat, row.texts) if row.round == opened.number else None
        if text is not None and row.seat in game.to_act(state):
            orders.give_order(tournament_id=tournament.pk, round_no=opened.number, seat=row.seat, text=text,
                              automatic=True)  # fmt: skip


def delete_all(tournament: Tournament) -> None:
    """Delete what was never given, since the battle has ended; nobody ever sees it.

    The caller holds the tournament's lock.
    """
    QueuedOrder.objects.filter(tournament=tournament).delete()
