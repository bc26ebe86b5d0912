"""Boards of players: drawn, judged, measured, fought on, and never changed."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from battlefield import fields
from battlefield.formations import Formation
from battlefield.surveys import Survey
from core import clock, limits
from core.errors import DomainError
from dynasty.models import Dynasty
from tests import factories
from tournaments import tasks
from tournaments.domain import board_balance, games
from tournaments.models import Balance, DrawnBoard, Tournament
from tournaments.selectors import boards
from tournaments.services import account_deletion, board_measurement, lifecycle
from tournaments.services import boards as boards_services

pytestmark = pytest.mark.django_db
LINE = """
+---+---+---+---+---+
|(a)| a |   | b |(b)|
+---+---+---+---+---+
"""
LOPSIDED = """
+---+---+---+---+---+---+
|(a)| a |   |   | b3|(b)|
+---+---+---+---+---+---+
| a | a |   |   |   |   |
+---+---+---+---+---+---+
"""
GRID = games.GAMES["emperors"]


@pytest.fixture
def author() -> Dynasty:
    return factories.found("Aurelia")


def error_code(text: str, author: Dynasty, title: str = "The Line") -> str:
    with pytest.raises(DomainError) as error:
        boards_services.create(author=author, title=title, drawing=text)
    return error.value.code


# ── The survey ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", list(fields.FIELDS))
def test_the_boards_of_the_game_pass_their_own_survey(name: str) -> None:
    survey = Survey(fields.load(name))
    assert not survey.objections
    assert not survey.unreached


@pytest.mark.parametrize(("text", "symmetric", "even"), [(LINE, True, True), (LOPSIDED, False, False)])
def test_symmetry_is_seen(text: str, symmetric: bool, even: bool) -> None:
    survey = Survey(boards_services.parse_drawing(text))
    assert (survey.symmetric, survey.even) == (symmetric, even)


def test_which_boards_of_the_game_are_fair_by_their_shape() -> None:
    found = {name for name in fields.FIELDS if Survey(fields.load(name)).symmetric}
    assert {"duel-2", "narrows-2"} <= found
    assert "delta-3" not in found


@given(st.integers(0, 10**6))
def test_turning_a_board_changes_nothing_that_its_survey_says(seed: int) -> None:
    luck = Random(seed)
    formation = fields.load(luck.choice(list(fields.FIELDS)))
    lines = boards_services.format_drawing(Formation(formation.board, formation.pieces, formation.items)).splitlines()
    upside_down = [line for line in reversed(lines) if line[:1] in "+| "]
    if any(line.startswith(("items", "targets", "throne")) for line in lines):
        return
    turned = Survey(
        boards_services.parse_drawing("\n".join(line.ljust(4 * formation.board.columns + 1) for line in upside_down))
    )
    assert turned.symmetric == Survey(formation).symmetric
    assert [camp.pawns for camp in turned.camps] == [camp.pawns for camp in Survey(formation).camps]


@pytest.mark.parametrize("name", list(fields.FIELDS))
def test_a_drawing_reads_back_as_it_was(name: str) -> None:
    formation = fields.load(name)
    again = boards_services.parse_drawing(boards_services.format_drawing(formation))
    assert (again.pieces, dict(again.items), again.board) == (formation.pieces, dict(formation.items), formation.board)


# ── Drawing ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("text", "code"), [
    ("", "board_unreadable"),
    ("<script>", "board_unreadable"),
    ("+---+\n|(a)|\n+--", "board_unreadable"),
    ("+---+\n|(a)|\n+---+", "board_seats"),
    (LINE.replace("b", "c"), "board_seats"),
    (LINE.replace("(b)", " b "), "board_emperors"),
    (LINE.replace("| b |", "|   |"), "board_pawns"),
    ("+---+---+   +---+---+\n|(a)| a |   | b |(b)|\n+---+---+   +---+---+", "board_apart"),
    (LINE.replace("|   |", "|[c]|"), "board_strangers"),
    (LINE + "targets: d C1", "board_strangers"),
    (LINE + "targets: a Z9", "board_strangers"),
    (LINE + "items: C9 treasure", "board_unreadable"),
    (LINE + "items: C1 sword", "board_unreadable"),
    ("+" + "---+" * 65 + "\n|(a)| a | b |(b)|" + "   |" * 61 + "\n+" + "---+" * 65, "board_unreadable"),
    ("x" * (limits.DRAWING_LENGTH + 1), "board_too_long"),
])  # fmt: skip
def test_what_cannot_be_played_is_refused_with_its_reason(author: Dynasty, text: str, code: str) -> None:
    if "targets: a Z9" in text:  # a target beside the board is one that nobody reaches; it harms nobody
        assert boards_services.create(author=author, title="The Line", drawing=text)
        return
    assert error_code(text, author) == code
    assert not DrawnBoard.objects.exists()


@pytest.mark.parametrize("title", ["", "ab", "x" * 61, "a\x00b\x07c"])
def test_a_board_has_a_title(author: Dynasty, title: str) -> None:
    assert error_code(LINE, author, title) == "board_title"


@pytest.mark.parametrize("text", [
    "\n".join(["+---" * 64 + "+", "|   " * 64 + "|"] * 70),
    "+---+\n" * 6_000,
    "|" * limits.DRAWING_LENGTH,
    "\t" * limits.DRAWING_LENGTH,
    "items: " + "A1 treasure," * 3_000,
    LINE + "targets: a " + "A1 " * 12_000,
    "[Rules \"" + "\\" * 30_000,
    "(" * 39_999,
])  # fmt: skip
@pytest.mark.times
def test_hostile_drawings_are_refused_soon(author: Dynasty, text: str) -> None:
    began = time.process_time()
    try:
        boards_services.parse_playable(text[: limits.DRAWING_LENGTH])
    except DomainError as error:
        assert error.code.startswith("board_")
    reference = began_of_a_large_board()
    assert time.process_time() - began - reference < 20 * reference, "far more work than for the largest board"


def began_of_a_large_board() -> float:
    """Measure how long the largest proper drawing takes to be judged, on this machine now."""
    began = time.process_time()
    line = "+---" * 32 + "+"
    rows = [line, *("|   " * 32 + "|\n" + line for _ in range(64))]
    text = "\n".join(rows).replace("|   |   |   |   |", "|(a)| a | b |(b)|", 1)
    boards_services.parse_playable(text)
    return time.process_time() - began


def test_a_board_is_drawn_once_and_never_changed(author: Dynasty) -> None:
    first = boards_services.create(author=author, title="  The   Line ", drawing=LINE)
    assert first.title == "The Line" and first.seats == 2
    again = boards_services.create(author=author, title="Another name", drawing=LINE.replace("\n", "\n  "))
    assert again.pk == first.pk and DrawnBoard.objects.get().title == "The Line"
    other = boards_services.create(author=factories.found("Makedon"), title="Mine too", drawing=LINE, after=first)
    assert other.pk != first.pk and other.after == first


def test_there_is_an_end_to_boards(author: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards_services, "BOARDS", 1)
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    assert error_code(LOPSIDED, author) == "too_many_boards"
    boards_services.shelve(board=board, by=author)
    assert boards_services.create(author=author, title="Lopsided", drawing=LOPSIDED)


def test_only_its_author_takes_a_board_off_the_list(author: Dynasty) -> None:
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    with pytest.raises(DomainError, match="Only the author"):
        boards_services.shelve(board=board, by=factories.found("Makedon"))
    boards_services.shelve(board=board, by=author)
    assert not boards.query_listed().exists()
    assert boards.is_known(GRID, boards.get_field_name(board)), "battles on it go on"
    assert boards_services.create(author=author, title="The Line", drawing=LINE).shelved_at is None


# ── Measuring ──────────────────────────────────────────────────────────────────────────────────────────────


def measure_board(board: DrawnBoard) -> Balance:
    """Return its whole report, by players that are quick enough for a test."""
    Balance.objects.filter(board=board).update(player="wanderer")
    for _ in range(limits.BALANCE_PIECES[1]):
        if not tasks.measure():
            break
    return Balance.objects.get(board=board)


def test_the_report_is_measured_piece_by_piece_and_comes_to_an_end(author: Dynasty) -> None:
    even = boards_services.create(
        author=author, title="The Duel", drawing=boards_services.format_drawing(fields.load("duel-2"))
    )
    lopsided = boards_services.create(author=author, title="Lopsided", drawing=LOPSIDED)
    assert Balance.objects.filter(player="greedy").count() == 2, "they think a little"
    found = {board.title: measure_board(board) for board in (even, lopsided)}
    assert all(row.done_at for row in found.values())
    assert all(board_balance.MIN_VICTORIES < row.battles <= limits.BALANCE_BATTLES for row in found.values())
    assert tasks.measure() == 0
    assert board_balance.grade_wins(found["The Duel"].wins) == "A"
    assert board_balance.grade_wins(found["Lopsided"].wins) > "A"


def test_the_report_says_how_far_it_has_come_and_who_plays(author: Dynasty) -> None:
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    page = reverse("board", args=[board.code])
    before = Client().get(page).content.decode()
    assert 'value="0"' in before and "“Greedy”" in before
    tasks.measure()
    now = Client().get(page, {"part": "report"}).content.decode()
    assert f"{Balance.objects.get().battles} battles so far" in now and 'value="0"' not in now
    Balance.objects.update(player="random")
    assert "“Random”" in Client().get(page).content.decode(), "a report of the first days was played at random"


def test_many_seats_are_measured_by_quick_players(author: Dynasty) -> None:
    court = boards_services.format_drawing(fields.load("basin-8"))
    boards_services.create(author=author, title="Eight", drawing=court)
    assert tasks.measure() > 0
    assert Balance.objects.get().player == "wanderer"


def test_two_workers_do_no_piece_twice(author: Dynasty) -> None:
    boards_services.create(author=author, title="The Line", drawing=LINE)
    first, second = Balance.objects.get(), Balance.objects.get()
    assert board_measurement.measure(first) > 0
    assert board_measurement.measure(second) == 0, "another has done it"
    assert Balance.objects.get().pieces == 1


def test_the_report_is_the_same_whoever_measures(author: Dynasty) -> None:
    boards_services.create(author=author, title="The Line", drawing=LINE)
    tasks.measure()
    first = Balance.objects.get()
    Balance.objects.update(pieces=0, battles=0, wins={}, done_at=None)
    tasks.measure()
    assert Balance.objects.get().wins == first.wins


@pytest.mark.parametrize(("wins", "letter"), [
    ({}, ""), ({"a": 10, "b": 12}, ""), ({"a": 500, "b": 500}, "A"), ({"a": 620, "b": 380}, "B"),
    ({"a": 357, "b": 229, "c": 414}, "C"), ({"a": 40, "b": 30, "c": 36}, "A"),
    ({"a": 700, "b": 300}, "C"), ({"a": 850, "b": 150}, "D"), ({"a": 900, "b": 30, "c": 30, "d": 40}, "E"),
])  # fmt: skip
def test_grades(wins: dict[str, int], letter: str) -> None:
    assert board_balance.grade_wins(wins) == letter


@given(st.integers(0, 1000), st.integers(1, 1000))
def test_intervals_hold_what_was_measured(wins: int, more: int) -> None:
    battles = wins + more
    low, high = board_balance.compute_interval(wins, battles)
    assert 0 <= low <= wins / battles <= high <= 1


# ── Fighting on it ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_tournament_is_announced_and_fought_on_a_drawn_board(author: Dynasty) -> None:
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    cup = factories.announce("gift", game="emperors", field=boards.get_field_name(board), title="The Line Cup")
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(cup, factories.born(factories.found(name), name), seat)
    boards_services.shelve(board=board, by=author)
    assert lifecycle.start(tournament_id=cup.pk)
    after = factories.play(factories.again(cup), {"a": "B1-C1", "b": "-"})
    assert after.round_no == 2
    page = Client().get(reverse("tournament", args=[cup.code]))
    assert page.status_code == 200 and "The Line" in page.content.decode()


def test_nobody_announces_on_a_board_that_there_is_not() -> None:
    with pytest.raises(DomainError) as error:
        factories.announce("gift", game="emperors", field="drawn:nosuchthng")
    assert error.value.code == "no_such_field"


def test_a_casual_battle_on_a_drawn_board(author: Dynasty, client: Client) -> None:
    field = boards.get_field_name(boards_services.create(author=author, title="The Line", drawing=LINE))
    form = {"mode": "alone", "field": field, "preset": "classic", "people": 2, "computers": "", "level": "random",
            "round_seconds": 60, "names": "", "emblem": ""}  # fmt: skip
    assert f'value="{field}" selected' in client.get("/casual/", {"field": field}).content.decode()
    answer = client.post("/casual/", form)
    assert answer.status_code == 302
    assert Tournament.objects.get(casual=True).field == field
    assert client.get(answer["Location"]).status_code == 200
    assert client.post("/casual/", form | {"field": "drawn:nosuchthng"}).status_code == 422


# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def mine(author: Dynasty) -> Client:
    client = Client()
    client.force_login(author.user)
    return client


def test_a_board_is_drawn_by_form_alone(mine: Client, author: Dynasty) -> None:
    wanted = {"title": "The Line", "drawing": LINE.replace("\n", "\r\n"), "go": "check"}
    looked = mine.post("/boards/new/", wanted).content.decode()
    assert "fair by its shape" in looked and not DrawnBoard.objects.exists()
    bad = mine.post("/boards/new/", wanted | {"drawing": "nonsense", "go": "save"})
    assert bad.status_code == 422 and "nonsense" in bad.content.decode(), "nothing is lost"
    drawn = mine.post("/boards/new/", wanted | {"go": "save"}, follow=True).content.decode()
    assert "The Line" in drawn and "Being measured" in drawn
    board = DrawnBoard.objects.get()
    assert mine.get(f"/boards/{board.code}/drawing.txt").content.decode() == board.drawing
    remix = mine.post(f"/boards/new/?like={board.code}", wanted | {"drawing": LOPSIDED, "go": "save"}, follow=True)
    assert "A variant of <a" in remix.content.decode()
    assert "Variants" in mine.get(f"/boards/{board.code}/").content.decode()


def test_who_has_no_dynasty_can_draw_and_check_but_not_save() -> None:
    client = Client()
    assert client.get("/boards/new/").status_code == 200
    response = client.post("/boards/new/", {"title": "The Line", "drawing": LINE, "go": "save"})
    assert response.status_code == 403 and "(a)" in response.content.decode()
    body = client.post("/boards/check", {"drawing": LINE}).json()
    assert body["objections"] == [] and body["position"]["columns"] == 5
    bad = client.post("/boards/check", {"drawing": "nonsense"})
    assert bad.status_code == 422 and bad.json()["code"] == "board_unreadable"


def test_pages_with_few_queries(mine: Client, author: Dynasty, django_assert_max_num_queries: Any) -> None:
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    boards_services.create(author=author, title="Lopsided", drawing=LOPSIDED, after=board)
    tasks.measure()
    for path in ("/boards/", f"/boards/{board.code}/", f"/boards/{board.code}/?part=report", "/boards/new/",
                 f"/boards/new/?like={board.code}", "/boards/new/?like=ring-8",
                 f"/announce/?board={board.code}"):  # fmt: skip
        cache.clear()
        with django_assert_max_num_queries(15):
            answer = mine.get(path)
        assert answer.status_code == 200, path
    assert f"drawn:{board.code}" in mine.get(f"/announce/?board={board.code}").content.decode()


def test_the_list_is_read_on_from_a_cursor_while_boards_are_drawn(mine: Client, author: Dynasty) -> None:
    at = clock.now()
    kept = boards_services.create(author=author, title="Board 0", drawing=LINE)
    for number in range(1, 5):
        DrawnBoard.objects.create(author=author, title=f"Board {number}", drawing=LINE, digest=f"{number}", seats=2,
                                  drawn_at=at)  # fmt: skip
    DrawnBoard.objects.filter(pk=kept.pk).update(drawn_at=at)
    first = boards.get_page("", most=2)
    DrawnBoard.objects.create(author=author, title="Newer", drawing=LINE, digest="newer", seats=2, drawn_at=clock.now())
    second = boards.get_page(first.next, most=2)
    third = boards.get_page(second.next, most=2)
    read = [board.title for page in (first, second, third) for board in page.boards]
    assert read == ["Board 4", "Board 3", "Board 2", "Board 1", "Board 0"] and not third.next
    assert mine.get("/boards/", {"cursor": "nonsense"}).status_code == 404
    shown = mine.get("/boards/", {"cursor": first.next}).content.decode()
    assert "Board 2" in shown and "Board 3" not in shown and "Newer" not in shown


def test_a_page_of_the_list_is_not_counted(mine: Client, author: Dynasty) -> None:
    with CaptureQueriesContext(connection) as asked:
        mine.get("/boards/")
    assert not [query["sql"] for query in asked if "COUNT(" in query["sql"] or "OFFSET" in query["sql"]]


def test_a_stranger_takes_nothing_off_the_list(author: Dynasty) -> None:
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    stranger = Client()
    stranger.force_login(factories.found("Makedon").user)
    stranger.post(f"/boards/{board.code}/shelve")
    assert boards.query_listed().exists()
    Client().post(f"/boards/{board.code}/shelve")
    assert boards.query_listed().exists()
    owner = Client()
    owner.force_login(author.user)
    owner.post(f"/boards/{board.code}/shelve")
    assert not boards.query_listed().exists()


def test_a_board_outlives_its_author(author: Dynasty) -> None:
    board = boards_services.create(author=author, title="The Line", drawing=LINE)
    account_deletion.delete_account(user=author.user, address=author.user.email)
    assert Client().get(f"/boards/{board.code}/").status_code == 200


# ── The table at which boards are drawn ────────────────────────────────────────────────────────────────────


def has_mark(page: Any, tile: str) -> bool:
    return bool(page.locator(f'[data-at="{tile}"][data-on]').count())


@pytest.fixture
def phone(site: str, browser: Any) -> Iterator[Any]:
    """Open the editor on a phone, with an empty board of nine by nine."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True, service_workers="block")
    page = context.new_page()
    page.goto(f"{site}/boards/new/")
    page.locator("[data-at=A1]").wait_for()
    page.locator("#d-columns").fill("7")
    page.locator("#d-columns").press("Tab")
    page.locator("#d-rows").fill("9")
    page.locator("#d-rows").press("Tab")
    page.locator("[data-clear]").click()
    yield page
    context.close()


def drag(page: Any, *tiles: str, fingers: int = 1) -> None:
    """Draw a finger, or two beside one another, over these tiles."""
    client = page.context.new_cdp_session(page)
    page.locator(f'[data-at="{tiles[0]}"]').scroll_into_view_if_needed()
    boxes = [page.locator(f'[data-at="{tile}"]').bounding_box() for tile in tiles]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    for number, (x, y) in enumerate(middles):
        points = [{"x": x + 4 * finger, "y": y, "id": finger} for finger in range(fingers)]
        kind = "touchMove" if number else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.browser
def test_a_finger_that_is_dragged_draws(phone: Any) -> None:
    drag(phone, "B2", "C2", "D2", "D3", "D4")
    phone.locator('[data-at="D4"][data-on]').wait_for()
    assert [tile for tile in ("B2", "C2", "D2", "D3", "D4") if not has_mark(phone, tile)] == []
    assert not has_mark(phone, "B3")
    phone.locator("[data-tools] label", has_text="Target").click()
    drag(phone, "C2", "D2")
    phone.locator('[data-at="D2"][data-target]').wait_for()
    assert phone.locator("[data-target]").count() == 2, "a tile under a finger that rests is drawn on once"


@pytest.mark.browser
def test_two_fingers_move_the_board_and_draw_no_line(phone: Any) -> None:
    drag(phone, "D5", "D4", "D3", "D2", fingers=2)
    assert phone.locator("[data-on]").count() <= 1, "the first finger that lands may draw a tile"


@pytest.mark.browser
def test_the_tools_stay_in_view_on_a_phone(phone: Any) -> None:
    phone.locator('[data-at="A9"]').scroll_into_view_if_needed()
    phone.evaluate("document.querySelector('[data-at=A5]').scrollIntoView({block: 'center'})")
    for name in ("tool", "seat"):
        box = phone.locator(f"input[name={name}]").first.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 664
    hand, tile = (phone.locator(where).bounding_box() for where in (".drawing-hand", '[data-at="A5"]'))
    assert hand["height"] < 664 / 3 and tile["y"] > hand["y"] + hand["height"]


@pytest.mark.browser
def test_what_lies_and_stands_on_a_tile_can_be_read(phone: Any) -> None:
    def lay(tool: str, tile: str) -> Any:
        phone.locator(f"input[name=tool][value={tool}]").check(force=True)
        drag(phone, tile)
        return phone.locator(f'[data-at="{tile}"]')

    phone.locator("input[name=seat][value=c]").check(force=True)
    phone.locator("[data-experience]").fill("12")
    pawn, chest, treasure, emperor = (
        lay(tool, tile) for tool, tile in (("pawn", "B2"), ("chest", "C2"), ("treasure", "D2"), ("emperor", "E2"))
    )
    assert pawn.locator("text").all_text_contents() == ["C", "12"]
    assert chest.locator("text").all_text_contents() == ["C"] and chest.locator('use[href$="#chest"]').count() == 1
    assert treasure.locator('use[href$="#treasure"]').count() == 1
    assert emperor.locator("text").all_text_contents() == ["C"]
    letters = phone.locator("[data-grid] text")
    assert min(letters.evaluate_all("all => all.map((text) => text.getBoundingClientRect().height)")) >= 10


@pytest.mark.parametrize("path", ["/cases/", "/cases/3.01/"])
def test_titles_of_cases_show_no_backticks(path: str) -> None:
    page = Client().get(path).content.decode()
    head = page[: page.index("</main>")]
    assert "<code>rollback</code>" in head and "`" not in head.partition("<script")[0]
