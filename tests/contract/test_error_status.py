"""Every code with which the world says no has an HTTP status that somebody chose."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from battlefield.orders import Refusal
from campaign.words.sentences import SENTENCES
from config.middleware.request import set_headers
from core import error_status
from core.errors import DomainError
from dynasty.api.problem_details import handle_error
from tournaments.views import responses

ROOT = Path(__file__).parents[2]
ROOMS = ("dynasty", "tournaments")
RAISES = ("DomainError", "BusyError", "BadTimetable", "clean_name")
WARNINGS = {"over_reserve", "over_armies", "breaks_truce"}  # of the campaigns: an order that draws one is taken
TABLES = (
    "NOT_FOUND",
    "FORBIDDEN",
    "INVALID",
    "INVALID_ANNOUNCEMENTS",
    "INVALID_ORDERS",
    "CONFLICTS",
    "RATE_LIMITED",
    "UNAVAILABLE",
)


def sources() -> Iterator[ast.Module]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield ast.parse(path.read_text())


def list_raised(tree: ast.Module) -> Iterator[str]:
    """Yield the codes in calls, and the keys of the dicts of sentences that refusals are chosen from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in RAISES:
            yield from (each.value for each in node.args if is_code(each))
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Dict):
            continue
        if {getattr(each, "id", "") for each in node.targets} & SENTENCE_TABLES:
            yield from (key.value for key in node.value.keys if is_code(key))


SENTENCE_TABLES = {"TIMETABLE_ERRORS"}


def is_code(node: ast.expr | None) -> bool:
    """Return whether it is a word for programs, and no sentence for people."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.replace("_", "").isalpha()


@cache
def list_codes() -> set[str]:
    """Return every code that the two rooms raise."""
    return {code for tree in sources() for code in list_raised(tree)}


OF_GAMES = {str(code) for code in Refusal} | set(SENTENCES) - WARNINGS


def test_the_search_finds_codes_of_every_manner() -> None:
    assert {
        "not_enough",
        "bad_hour",
        "title_length",
        "gift_needs_prize",
        "betting_closed",
        "name_length",
    } <= list_codes()
    assert len(list_codes()) > 140


def test_every_code_has_its_status() -> None:
    assert sorted((list_codes() | OF_GAMES) - set(error_status.STATUSES)) == []


def test_no_code_is_in_two_tables() -> None:
    listed = [code for table in TABLES for code in getattr(error_status, table)]
    assert len(listed) == len(set(listed)) == len(error_status.STATUSES)


def list_waited_for() -> set[str]:
    """Return the codes whose sentence says that waiting ends the refusal."""
    return {
        code.value
        for tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISES
        for code, sentence in zip(node.args, node.args[1:], strict=False)
        if is_code(code) and isinstance(code, ast.Constant) and WAITING.search(ast.unparse(sentence))
    }


WAITING = re.compile(r"again (?:later|in a|within)|wait a|%\(most\)s .*(?:per|a) (?:day|minute)\.", re.IGNORECASE)
CLUB_FULL = {"club_full"}  # of its two sentences one ends when somebody leaves


def test_the_search_finds_what_is_waited_for() -> None:
    assert {"too_fast", "busy", "too_many_reports", "too_many_rooms"} <= list_waited_for()


def test_every_refusal_that_waiting_ends_says_for_how_long() -> None:
    told = set(error_status.RETRY_AFTER)
    assert sorted((list_waited_for() | error_status.RATE_LIMITED | error_status.UNAVAILABLE) - told - CLUB_FULL) == []
    assert sorted(told - set(error_status.STATUSES)) == []


@pytest.mark.parametrize("code", sorted(error_status.RETRY_AFTER))
def test_programs_and_pages_that_read_json_get_it_in_a_header(code: str) -> None:
    error = DomainError(code, "Wait.")
    answer = handle_error(error, {})
    assert answer is not None
    for response in (answer, responses.build_error_problem(error)):
        assert response["Retry-After"] == str(error_status.RETRY_AFTER[code])
    error.retry_after = 7
    assert responses.build_error_problem(error)["Retry-After"] == "7"


@pytest.mark.parametrize("status", [429, 503])
def test_no_page_refuses_for_a_while_without_saying_for_how_long(status: int) -> None:
    request = RequestFactory().get("/")
    page = set_headers(lambda _request: HttpResponse(status=status))(request)
    assert int(page["Retry-After"]) > 0
    exact = set_headers(lambda _request: HttpResponse(status=status, headers={"Retry-After": "300"}))(request)
    assert exact["Retry-After"] == "300"
    assert "Retry-After" not in set_headers(lambda _request: HttpResponse(status=409))(request)


@pytest.mark.parametrize(("code", "status"), [
    ("not-straight", 422), ("too-far", 422), ("unreadable", 422), ("not_adjacent", 422), ("fallen", 409),
    ("title_length", 422), ("gift_needs_prize", 422), ("no_chests_here", 422), ("bad_round_time", 422),
    ("not_enough", 409), ("late", 409), ("no_such_offer", 404), ("not_invited", 403), ("too_fast", 429), ("busy", 503),
    ("never_heard_of", 409),
])  # fmt: skip
def test_what_programs_hear(code: str, status: int) -> None:
    assert error_status.get_status(code) == status
