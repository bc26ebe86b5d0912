"""Which boards players have drawn."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from battlefield.marks import N_
from dynasty.models import Dynasty
from dynasty.selectors import cursors
from tournaments.domain.games import Game
from tournaments.models import DrawnBoard

DRAWN = "drawn:"
"""How the name of such a battlefield begins; its code follows."""
SENTENCE = N_("A board that a player drew.")


def field_of(board: DrawnBoard) -> str:
    """Its name as a battlefield."""
    return DRAWN + board.code


def by_code(code: str) -> DrawnBoard | None:
    return DrawnBoard.objects.select_related("author", "balance", "after__author").filter(code=code).first()


def on_the_list() -> QuerySet[DrawnBoard]:
    """The newest first."""
    return DrawnBoard.objects.select_related("author", "balance").filter(shelved_at=None).order_by("-drawn_at", "-pk")


@dataclass(frozen=True)
class Listed:
    """A page of the list."""

    boards: list[DrawnBoard]
    next: str
    """The cursor of the page after; blank on the last one."""


def listed(cursor: str, most: int) -> Listed:
    """The page after a cursor: neither counted nor passed over, and right while boards are drawn."""
    found, place = on_the_list(), cursors.read_number(cursor)
    if place:
        found = found.filter(Q(drawn_at__lt=place[0]) | Q(drawn_at=place[0], pk__lt=place[1]))
    rows = list(found[: most + 1])
    last = rows[most - 1] if len(rows) > most else None
    return Listed(rows[:most], cursors.write(last.drawn_at, last.pk) if last else "")


def choices(author: Dynasty, asked: str) -> list[tuple[str, str]]:
    """An author's boards, and the one that is asked for by its name as a battlefield, as a list to choose from."""
    wanted = Q(author=author, shelved_at=None) | Q(code=asked.removeprefix(DRAWN))
    rows = list(DrawnBoard.objects.filter(wanted).order_by("-drawn_at").only("code", "title", "seats", "drawing"))
    for board in rows:
        _remember(board)
    return [(field_of(board), f"{board.title} ({board.seats})") for board in rows]


def shelf(name: str) -> tuple[str, str, str] | None:
    """A drawn board as a battlefield: title, sentence, drawing."""
    try:
        return _drawn(name.removeprefix(DRAWN)) if name.startswith(DRAWN) else None
    except DrawnBoard.DoesNotExist:
        return None


_FOUND: dict[str, tuple[str, str, str]] = {}
MOST_FOUND = 256
"""Boards that are kept once they were found: they never change."""


def _drawn(code: str) -> tuple[str, str, str]:
    return _FOUND.get(code) or _remember(DrawnBoard.objects.get(code=code))


def _remember(board: DrawnBoard) -> tuple[str, str, str]:
    if len(_FOUND) >= MOST_FOUND:
        _FOUND.clear()
    return _FOUND.setdefault(board.code, (board.title, SENTENCE, board.drawing))


def known(game: Game, field: str) -> bool:
    """Whether the game has a battlefield of that name: one of its own, or one that was drawn for it."""
    if field in game.field_names():
        return True
    try:
        return field.startswith(DRAWN) and bool(game.seats_of(field))
    except LookupError:
        return False


def choice(game: Game, field: str) -> tuple[str, str] | None:
    """A drawn board as an entry of a list to choose from; None where it is none."""
    if not field.startswith(DRAWN) or not known(game, field):
        return None
    return field, f"{game.field_words(field)[0]} ({len(game.seats_of(field))})"
