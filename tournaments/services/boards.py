"""Boards: drawing one, taking it off the list, measuring how even it is, and following one."""

import hashlib

from django.utils.translation import gettext_lazy as _

from battlefield import records
from battlefield.formations import Formation
from battlefield.surveys import Survey
from core import clock
from core.errors import DomainError
from core.limits import BOARDS, DRAWING_LENGTH, FOLLOWED, SEATS
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.search_index import remove
from tournaments.domain import board_balance, game_errors, games
from tournaments.models import Balance, DrawnBoard, FollowedBoard
from tournaments.selectors import boards
from tournaments.services import search_index

TITLE_LENGTH = (3, 60)


def parse_drawing(text: str) -> Formation:
    """Return the formation of a drawing. Raise DomainError where it is too long or cannot be read."""
    if len(text) > DRAWING_LENGTH:
        raise DomainError("board_too_long", _("A drawing has at most %(most)s characters."), most=DRAWING_LENGTH)
    try:
        return records.read_board(text)
    except ValueError as error:
        raise game_errors.to_domain_error(error, "board_unreadable", _("This drawing cannot be read.")) from error


def format_drawing(formation: Formation) -> str:
    """Return the drawing of a formation; it reads back as an equal one."""
    lines = [str(formation)]
    if formation.covered:
        lines.append("items: " + ", ".join(f"{tile} {item}" for tile, item in sorted(formation.covered.items())))
    if targets := formation.board.targets:
        lines.append("targets: " + ", ".join(f"{seat} {' '.join(map(str, sorted(tiles)))}"
                                             for seat, tiles in sorted(targets.items())))  # fmt: skip
    if formation.board.throne:
        lines.append(f"throne: {formation.board.throne}")
    return "\n".join(lines) + "\n"


def parse_playable(text: str) -> Formation:
    """Return the formation of a drawing that can be fought on. Raise DomainError with the first reason why not."""
    formation = parse_drawing(text)
    for objection in Survey(formation, SEATS[1]).objections:
        raise DomainError(objection.code, _(objection.sentence), **objection.fields)
    return formation


@service
def create(*, author: Dynasty, title: str, drawing: str, after: DrawnBoard | None = None) -> DrawnBoard:
    """Put a board on the list, and have it measured. Drawn by the same dynasty already, that one is returned."""
    check_may_write(author)
    called = " ".join(title.split())
    if not TITLE_LENGTH[0] <= len(called) <= TITLE_LENGTH[1] or not called.isprintable():
        raise DomainError("board_title", _("A board’s title has from 3 to 60 characters, all of them to be seen."))
    formation = parse_playable(drawing)
    text = format_drawing(formation)
    digest = hashlib.sha256(text.encode()).hexdigest()
    Dynasty.objects.select_for_update(no_key=True).get(pk=author.pk)  # so that the limit holds for two at once
    existing = DrawnBoard.objects.filter(author=author, digest=digest).first()
    if existing is not None:
        return restore(existing)
    if DrawnBoard.objects.filter(author=author, shelved_at=None).count() >= BOARDS:
        raise DomainError("too_many_boards", _("A dynasty can have %(most)s boards on the list."), most=BOARDS)
    now = clock.now()
    board = DrawnBoard.objects.create(author=author, title=called, drawing=text, digest=digest, after=after,
                                      seats=len(formation.seats), drawn_at=now)  # fmt: skip
    Balance.objects.create(board=board, asked_at=now, player=board_balance.choose_level(board.seats))
    search_index.put_board(board)
    return board


def restore(board: DrawnBoard) -> DrawnBoard:
    """Put a board on the list again, if it was taken off. The caller holds the author's lock."""
    DrawnBoard.objects.filter(pk=board.pk).update(shelved_at=None)
    board.shelved_at = None
    search_index.put_board(board)
    return board


@service
def shelve(*, board: DrawnBoard, by: Dynasty) -> None:
    """Take a board off the list. What was announced or is fought on it goes on; its address stays."""
    if board.author_id != by.pk:
        raise DomainError("not_your_board", _("Only the author of a board can remove it from the list."))
    DrawnBoard.objects.filter(pk=board.pk, shelved_at=None).update(shelved_at=clock.now())
    remove("board", [board.code])


@service
def follow(*, follower: Dynasty, field: str) -> FollowedBoard:
    """Follow a battlefield: a board, a drawn one, or a map; followed already, nothing happens."""
    own = any(field in game.field_names() for game in games.GAMES.values())
    if not own and boards.find_drawn(field) is None:
        raise DomainError("no_such_field", _("There is no such battlefield."))
    Dynasty.objects.select_for_update(no_key=True).get(pk=follower.pk)  # so that the limit holds for two at once
    existing = FollowedBoard.objects.filter(follower=follower, field=field).first()
    if existing is not None:
        return existing
    if FollowedBoard.objects.filter(follower=follower).count() >= FOLLOWED:
        raise DomainError("follows_too_many", _("You can follow %(most)s boards and maps."), most=FOLLOWED)
    return FollowedBoard.objects.create(follower=follower, field=field, since=clock.now())


@service
def unfollow(*, follower: Dynasty, field: str) -> int:
    """Follow a battlefield no longer; return 1 if it was followed."""
    return FollowedBoard.objects.filter(follower=follower, field=field).delete()[0]
