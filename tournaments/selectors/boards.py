"""The boards that players have drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from battlefield.marks import N_
from core.prepared_statements import PreparedQuery
from dynasty.models import Dynasty
from dynasty.selectors import cursors
from tournaments.domain.games import Game
from tournaments.models import DrawnBoard, DrawnMap, FollowedBoard

DRAWN_PREFIX = "drawn:"
"""How the name of such a battlefield begins; its code follows."""
SENTENCE = N_("A board that a player drew.")


def get_field_name(board: DrawnBoard) -> str:
    """Return the name of a drawn board as a battlefield."""
    return DRAWN_PREFIX + board.code


def get_titles(fields: Iterable[str]) -> dict[str, str]:
    """Return the titles of the drawn ones among these battlefields, boards and maps."""
    codes = {field.removeprefix(DRAWN_PREFIX) for field in fields if field.startswith(DRAWN_PREFIX)}
    boards, maps = (
        model.objects.filter(code__in=codes).values_list("code", "title") for model in (DrawnBoard, DrawnMap)
    )
    return {DRAWN_PREFIX + code: title for code, title in boards.union(maps)} if codes else {}


def get_by_code(code: str) -> DrawnBoard | None:
    return DrawnBoard.objects.select_related("author", "balance", "after__author").filter(code=code).first()


def query_listed() -> QuerySet[DrawnBoard]:
    """Return the query of the listed boards, the newest first."""
    return DrawnBoard.objects.select_related("author", "balance").filter(shelved_at=None).order_by("-drawn_at", "-pk")


@dataclass(frozen=True)
class BoardPage:
    """A page of the list of drawn boards."""

    boards: list[DrawnBoard]
    next: str
    """The cursor of the page after; blank on the last one."""


def get_page(cursor: str, most: int) -> BoardPage:
    """Return the page of boards after a cursor; it stays right while new boards are drawn."""
    return BoardPage(*cursors.take_page(query_listed(), cursor, most, "drawn_at"))


CHOICES_QUERY = PreparedQuery(
    lambda author, code: (
        DrawnBoard.objects.filter(Q(author=author, shelved_at=None) | Q(code=code))
        .order_by("-drawn_at")
        .only("code", "title", "seats", "drawing")
    )
)


def list_choices(author: Dynasty, value: str) -> list[tuple[str, str]]:
    """List an author's boards and the board named by `asked` as choices of a form: pairs of value and label."""
    rows = CHOICES_QUERY(author.pk, value.removeprefix(DRAWN_PREFIX))
    for board in rows:
        _remember(board)
    return [(get_field_name(board), f"{board.title} ({board.seats})") for board in rows]


def find_drawn(name: str) -> tuple[str, str, str] | None:
    """Return the title, the description and the drawing of a drawn board; None where no board has that name."""
    try:
        return _get_drawn(name.removeprefix(DRAWN_PREFIX)) if name.startswith(DRAWN_PREFIX) else None
    except DrawnBoard.DoesNotExist:
        return None


_CACHE: dict[str, tuple[str, str, str]] = {}
CACHE_SIZE = 256
"""Boards that are kept once they were found: they never change."""


def _get_drawn(code: str) -> tuple[str, str, str]:
    return _CACHE.get(code) or _remember(DrawnBoard.objects.get(code=code))


def _remember(board: DrawnBoard) -> tuple[str, str, str]:
    if len(_CACHE) >= CACHE_SIZE:
        _CACHE.clear()
    return _CACHE.setdefault(board.code, (board.title, SENTENCE, board.drawing))


def is_known(game: Game, field: str) -> bool:
    """Check whether the game has a battlefield of that name, of its own or drawn by a player: a board or a map."""
    if field in game.field_names():
        return True
    try:
        return field.startswith(DRAWN_PREFIX) and bool(game.seats_of(field))
    except (LookupError, ValueError):
        return False


def get_choice(game: Game, field: str) -> tuple[str, str] | None:
    """Return a drawn board as a choice of a form; None where the field is not a drawn board."""
    if not field.startswith(DRAWN_PREFIX) or not is_known(game, field):
        return None
    return field, f"{game.field_words(field)[0]} ({len(game.seats_of(field))})"


def list_followed(follower: Dynasty) -> list[str]:
    """Return the names of the battlefields that a dynasty follows, the latest first."""
    rows = FollowedBoard.objects.filter(follower=follower)
    return list(rows.order_by("-since", "-pk").values_list("field", flat=True))


def is_followed(reader: int | None, field: str) -> bool:
    """Return whether the dynasty of the user with the id `reader` follows a battlefield."""
    return reader is not None and FollowedBoard.objects.filter(follower__user=reader, field=field).exists()
