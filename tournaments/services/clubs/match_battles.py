"""What happens in a match of clubs by itself: its boards begin at their time, are counted, and it is closed."""

import logging
from collections.abc import Mapping, Sequence
from functools import partial

from django.db import connection

from core import clock
from core.prepared_statements import PreparedUpdate
from core.run_safely import run_safely, run_together
from core.transactions import service
from dynasty.models import Club, Dynasty
from tournaments.domain import arenas, casual_keys, club_matches
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import CasualPlayer, ClubMatch, LineupPlace, MatchBoard
from tournaments.selectors.clubs import matches as selected
from tournaments.services.arenas.battles import get_result
from tournaments.services.casual import between_people
from tournaments.services.casual.between_people import Person, Table
from tournaments.services.clubs import matches

Status = ClubMatch.Status
NETWORK = "match"
"""Stands for the network of those who play: a match has limits of its own."""
UPDATE_BEGUN = PreparedUpdate(MatchBoard, "tournament", "begun_at")
log = logging.getLogger(__name__)


def tend_due() -> int:
    """Begin, count and close the matches for which it is time; return how many battles were begun."""
    due = selected.query_due(clock.now()).order_by("starts_at", "pk")
    return sum(run_safely(partial(tend, each), log, "match %s cannot be tended", each.code) for each in due)


def tend(match: ClubMatch) -> int:
    """Begin what has not begun of a match, count what is over, and close it; return how many battles were begun."""
    if match.status != Status.RUNNING:
        begin(match_id=match.pk)
    begun = run_together(
        selected.list_to_begin(match),
        lambda many: begin_boards(board_ids=many),
        lambda pk: begin_boards(board_ids=[pk]),
        log,
        "board %s of a match cannot begin",
    )
    for pk in selected.list_to_settle(match):
        run_safely(partial(settle_board, board_id=pk), log, "board %s of a match cannot be counted", pk)
    close(match_id=match.pk)
    return begun


@service
def begin(*, match_id: int) -> bool:
    """Draw up the boards of a match whose time has come; return False where that was done before.

    Boards for which a club has nobody are won by the other. A match that nobody accepted lapses, and one of which a
    club or the rules are gone does not take place.
    """
    match = ClubMatch.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=match_id)
    now = clock.now()
    if match.status not in (Status.ASKED, Status.ACCEPTED) or now < match.starts_at:
        return False
    if match.status == Status.ASKED:
        matches.end(match, Status.LAPSED)
        return True
    gone = match.home.dissolved_at or match.away.dissolved_at
    if gone or not arenas.can_be_played(match.field, match.preset):
        matches.end(match, Status.WITHDRAWN)
        return True
    home_players, away_players = (selected.list_available(match, club) for club in (match.home, match.away))
    MatchBoard.objects.bulk_create(
        build_board(match, number, home, away)
        for number, (home, away) in enumerate(club_matches.pair_boards(home_players, away_players, match.boards), 1)
    )
    match.status = Status.RUNNING
    match.save(update_fields=["status"])
    return True


def build_board(match: ClubMatch, number: int, home: int | None, away: int | None) -> MatchBoard:
    """Return a board that is not saved; counted already where nobody meets there."""
    board = MatchBoard(match=match, number=number, home_id=home, away_id=away)
    if home is None or away is None:
        board.home_points, board.away_points = club_matches.score_forfeit(home, away)
        board.settled_at = clock.now()
    return board


@service
def begin_boards(*, board_ids: Sequence[int]) -> int:
    """Begin the battles of these boards of one match; return how many. Those that have begun are left out.

    Boards that somebody else has locked are left out too: another worker begins them, or the next sweep does.
    """
    skip = connection.features.has_select_for_update_skip_locked
    found = MatchBoard.objects.select_for_update(of=("self",), skip_locked=skip).select_related("match", "home", "away")
    waiting = found.filter(pk__in=board_ids, begun_at=None, settled_at=None).order_by("pk")
    boards = [each for each in waiting if each.home and each.away]
    if not boards:
        return 0
    keys = dict(LineupPlace.objects.filter(match=boards[0].match).values_list("dynasty_id", "key"))
    tables = [build_table(each, keys) for each in boards]
    now, tournaments = clock.now(), between_people.begin_all(tables)
    for board, tournament in zip(boards, tournaments, strict=True):
        board.tournament, board.begun_at = tournament, now
    UPDATE_BEGUN.save_all(boards)
    between_people.notify_all_paired((made, table.people) for made, table in zip(tournaments, tables, strict=True))
    return len(boards)


def build_table(board: MatchBoard, keys: Mapping[int, str]) -> Table:
    """Return the battle of a board; `keys`: of the browsers of its match's players, by dynasty."""
    match = board.match
    people = [build_person(each, keys.get(each.pk, "")) for each in (board.home, board.away) if each]
    setup = between_people.build_setup(GROUNDS[match.field], match.preset, match.round_seconds, rated=True)
    return Table(people, setup, NETWORK)


def build_person(dynasty: Dynasty, key: str) -> Person:
    """Return who plays: in the browser with the match's page, or in any once its player comes."""
    return Person(key or casual_keys.hash_token(casual_keys.make_token()), dynasty)


@service
def settle_board(*, board_id: int) -> bool:
    """Count a board whose battle is over; return False where that was done before.

    A battle that ended without a result, or that nobody played so that it was forgotten, is worth nothing to either.
    """
    found = MatchBoard.objects.select_for_update(of=("self",)).select_related("tournament")
    board = found.filter(pk=board_id, begun_at__isnull=False, settled_at=None).first()
    if board is None:
        return False
    battle = board.tournament
    if battle is not None and battle.status not in selected.ENDED:
        return False
    result = ""
    if battle is not None and board.home_id is not None:
        seats = dict(CasualPlayer.objects.filter(tournament=battle).values_list("dynasty_id", "seat"))
        result = get_result(battle, seats.get(board.home_id, ""))
    board.home_points, board.away_points = club_matches.score_board(result)
    board.settled_at = clock.now()
    board.save(update_fields=["home_points", "away_points", "settled_at"])
    return True


@service
def close(*, match_id: int) -> bool:
    """Close a match of which all boards are counted, and notify both clubs; return False for any other."""
    match = ClubMatch.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=match_id)
    if match.status != Status.RUNNING or match.fought.filter(settled_at=None).exists():
        return False
    match.status, match.closed_at = Status.OVER, clock.now()
    match.save(update_fields=["status", "closed_at"])
    boards = selected.list_boards(match)
    home, away = selected.sum_points(boards)
    notify_end(match, match.home, match.away, [each.home for each in boards if each.home], (home, away))
    notify_end(match, match.away, match.home, [each.away for each in boards if each.away], (away, home))
    return True


def notify_end(match: ClubMatch, club: Club, other: Club, players: list[Dynasty], score: tuple[int, int]) -> None:
    """Notify the players, the owner and the officers of a club of a match's end."""
    own, theirs = score
    result = "match_won" if own > theirs else "match_lost" if own < theirs else "match_drawn"
    matches.notify(match, [*players, *matches.list_managers(club)], result, club, other)
