"""What the people of a casual battle said to each other, and what they can say, as one of them reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise

from tournaments.domain.ready_words import TEXTS, ReadyWords, list_offered
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext
from tournaments.selectors import casual_battles


@dataclass(frozen=True)
class Line:
    """Ready words that somebody said, for one reader."""

    pk: int
    seat: str
    name: str
    text: str | Promise
    at: datetime
    own: bool


@dataclass(frozen=True)
class Listener:
    """Somebody else who can be muted."""

    seat: str
    name: str
    muted: bool


@dataclass(frozen=True)
class Words:
    """The ready words of a casual battle for somebody who fights it."""

    lines: list[Line]
    others: list[Listener]
    offered: Sequence[ReadyWords]


def build_words(battle: BattleContext) -> Words | None:
    """Return what the people of a battle said to each other; None for a reader without a seat, or with no such talk."""
    table, key = battle.table, battle.viewer.key
    owned = table.list_owned_seats(key) if table and table.has_words else []
    if table is None or not owned:
        return None
    lines = [
        Line(row.pk, row.seat, battle.names[row.seat], TEXTS[row.words], row.at, row.seat in owned)
        for row in casual_battles.list_words(table, key, battle.dynasty)
        if row.seat in battle.names and row.words in TEXTS
    ]
    muted = table.get_muted(key)
    others = [
        Listener(each.seat, battle.names[each.seat], each.seat in muted)
        for each in table.seats
        if each.seat not in owned and each.seat in battle.names and (each.key or each.seat in muted)
    ]
    return Words(lines, others, list_offered(battle.tournament.status == Tournament.Status.FINISHED))
