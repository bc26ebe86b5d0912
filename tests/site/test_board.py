"""The board and the look of the site: in a real browser, on the page of style, served without a database."""

import functools
import gzip
import hashlib
import http.server
import itertools
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import chromium
from tests.accessibility import list_violations
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
POLICY = "default-src 'self'; img-src 'self' data:"
LETTERS = "abcdefghijklmnop"
browser_test = pytest.mark.browser


class Shelf(http.server.SimpleHTTPRequestHandler):
    """Static files, tests in JavaScript, and the pages that were rendered, under the site's own policy."""

    pages: dict[str, bytes] = {}

    def do_GET(self) -> None:
        body = self.pages.get(self.path)
        if body is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".js") else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


def render(template: str) -> bytes:
    from django.contrib.auth.models import AnonymousUser
    from django.template.loader import render_to_string
    from django.test import RequestFactory
    from django.utils import translation

    request = RequestFactory().get("/style/")
    request.user = AnonymousUser()
    with translation.override("en"):  # whatever a test before spoke
        return render_to_string(template, {}, request=request).encode()


@pytest.fixture(scope="module")
def shelf() -> Iterator[str]:
    blank = b"<!doctype html><title>blank</title>"
    Shelf.pages = dict.fromkeys(("/i18n/catalogue.js", "/worker.js", "/favicon.ico"), b"")
    Shelf.pages |= {"/style/": render("style.html"), "/blank": blank}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Shelf, directory=str(ROOT)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join(PATIENCE)


@pytest.fixture
def board(page: Any, shelf: str) -> Any:
    """Return the sample board, with a list of the orders that it gave."""
    page.set_viewport_size({"width": 1280, "height": 900})
    return open_board(page, shelf)


def open_board(page: Any, shelf: str) -> Any:
    page.goto(f"{shelf}/style/")
    board = page.locator("#sample-view")
    board.locator("svg.board .tile").first.wait_for()
    board.evaluate("board => { window.orders = []; board.addEventListener('order', e => orders.push(e.detail.text)); }")
    board.scroll_into_view_if_needed()
    return board


def tile(board: Any, name: str) -> Any:
    return board.locator(f'.tile[data-tile="{name}"]')


def legal(board: Any) -> list[str]:
    return sorted(board.locator(".tile[data-legal]").evaluate_all("all => all.map(one => one.dataset.tile)"))


def orders(board: Any) -> list[str]:
    return list(board.page.evaluate("orders"))


def middle(board: Any, name: str) -> tuple[float, float]:
    box = tile(board, name).locator(".stone").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ── Playing ────────────────────────────────────────────────────────────────────────────────────────────────


@browser_test
def test_click_and_click(board: Any) -> None:
    tile(board, "D2").click()
    assert tile(board, "D2").get_attribute("aria-selected") == "true"
    assert legal(board) == ["B2", "D3", "D4", "F2"]
    tile(board, "D4").click()
    assert orders(board) == ["D2-D4"]
    assert legal(board) == []
    assert board.locator(".layer-order .arrow").count() == 1


@browser_test
def test_a_choice_can_be_changed_and_given_up(board: Any) -> None:
    tile(board, "D2").click()
    tile(board, "E2").click()
    assert legal(board) == ["E3", "F2"]
    tile(board, "E2").click()
    assert legal(board) == []
    tile(board, "B4").click()
    assert legal(board) == [], "another's piece is nothing to choose"
    assert orders(board) == []


@browser_test
def test_drag(board: Any) -> None:
    mouse = board.page.mouse
    mouse.move(*middle(board, "C4"))
    mouse.down()
    mouse.move(*middle(board, "B4"), steps=5)
    assert board.locator(".layer-held .piece").count() == 1
    assert board.locator(".piece.ghost").get_attribute("data-tile") == "C4"
    assert tile(board, "B4").get_attribute("data-over") is not None
    mouse.up()
    assert orders(board) == ["C4-B4"]
    assert board.locator(".layer-held .piece, .piece.ghost").count() == 0


@browser_test
def test_a_drag_to_nowhere_orders_nothing(board: Any) -> None:
    mouse = board.page.mouse
    mouse.move(*middle(board, "C4"))
    mouse.down()
    mouse.move(*middle(board, "E4"), steps=5)
    mouse.up()
    assert orders(board) == []
    assert legal(board) == []


@browser_test
def test_a_trembling_click_is_a_click(board: Any) -> None:
    x, y = middle(board, "D2")
    board.page.mouse.move(x, y)
    board.page.mouse.down()
    board.page.mouse.move(x + 2, y + 2)
    assert board.locator(".layer-held .piece").count() == 0
    board.page.mouse.up()
    assert legal(board) == ["B2", "D3", "D4", "F2"]


@browser_test
def test_keyboard(board: Any) -> None:
    keyboard = board.page.keyboard
    assert board.locator('.tile[tabindex="0"]').count() == 1
    board.locator('.tile[tabindex="0"]').focus()
    assert get_focused_tile(board) == "D1"
    keyboard.press("ArrowDown")
    label = tile(board, "D2").get_attribute("aria-label")
    assert label == "D2, your pawn, experience 2, can go to F2, D3, D4, B2"
    keyboard.press("Enter")
    assert tile(board, "D4").get_attribute("aria-label") == "D4, empty, D2 can go here"
    keyboard.press("Escape")
    assert legal(board) == []
    keyboard.press(" ")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        keyboard.press(key)
    assert orders(board) == ["D2-D4"]
    keyboard.press("End")
    assert get_focused_tile(board) == "G4"
    keyboard.press("ArrowUp")
    assert get_focused_tile(board) == "G4", "there is nothing above"
    assert board.locator('.tile[tabindex="0"]').count() == 1


def get_focused_tile(board: Any) -> str:
    return str(board.page.evaluate("document.activeElement.dataset.tile"))


@browser_test
@pytest.mark.parametrize(("width", "tile_size"), [(320, 40), (390, 44)])
def test_a_round_under_one_thumb(browser: Any, shelf: str, width: int, tile_size: int) -> None:
    screen = {"width": width, "height": 700}
    context = browser.new_context(viewport=screen, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()
    board = open_board(page, shelf)
    box = tile(board, "D2").bounding_box()
    assert min(box["width"], box["height"]) >= tile_size - 0.1, box
    assert page.evaluate("document.documentElement.scrollWidth") == width, "the page does not scroll sideways"
    tile(board, "D2").tap()
    tile(board, "D4").tap()
    assert orders(board) == ["D2-D4"]
    small = page.locator(".tool:visible, .button:visible, .site-nav a:visible").evaluate_all(
        "all => all.filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 44).map(one => one.outerHTML)"
    )
    assert small == []
    context.close()


@browser_test
def test_zoom(board: Any) -> None:
    width = board.locator("svg.board").bounding_box()["width"]
    board.get_by_role("button", name="Larger").click()
    assert board.locator("svg.board").bounding_box()["width"] > width * 1.3
    tile(board, "D2").click()
    assert legal(board) == ["B2", "D3", "D4", "F2"]
    board.get_by_role("button", name="Smaller").click()
    assert board.locator("svg.board").bounding_box()["width"] == pytest.approx(width, abs=1)


# ── Looking back ───────────────────────────────────────────────────────────────────────────────────────────


@browser_test
def test_the_round_step_by_step(board: Any) -> None:
    film = board.page.locator("#example-view")
    step = film.get_by_role("button", name="Step on")
    found = []
    for _ in range(7):
        found.append((film.get_attribute("data-step"), film.locator(".board-caption").inner_text()))
        step.click()
    assert found[1] == ("orders", "A orders C5 to C2. B orders B1 to A1. C orders A3 to C3.")
    assert ("take", "A’s piece from C5 captures B’s pawn on C2.") in found
    assert ("spring", "C5 springs back to C4.") in found
    film.get_by_role("slider").press("End")
    assert standing(film) == {"A1": "b 2", "C2": "a 1", "C3": "c 3", "C4": "a 1"}
    assert film.locator(".trail.wanted").count() == 3 and film.locator(".trail.bounced").count() == 1
    assert tile(film, "C4").get_attribute("aria-label") == "C4, pawn of A, experience 1"
    film.get_by_role("slider").press("Home")
    assert tile(film, "C4").get_attribute("aria-label") == "C4, empty"
    assert standing(film) == {"B1": "b 1", "C2": "b 1", "A3": "c 2", "C5": "a 3"}


def standing(board: Any) -> dict[str, str]:
    pieces = board.locator(".layer-pieces .piece:not(.gone)")
    worth = "one.querySelector('.worth text').textContent"
    return dict(pieces.evaluate_all(f"all => all.map(one => [one.dataset.tile, `${{one.dataset.seat}} ${{{worth}}}`])"))


@browser_test
def test_a_film_plays_to_its_end(browser: Any, shelf: str) -> None:
    context = browser.new_context(reduced_motion="no-preference")
    page = context.new_page()
    page.goto(f"{shelf}/style/")
    film = page.locator("#example-view")
    for _ in range(2):
        speed = film.get_by_role("button", name="Speed")
        assert str(speed.text_content()) in str(speed.get_attribute("aria-label"))  # who speaks says what stands there
        speed.click()
    film.get_by_role("button", name="Play").click()
    film.get_by_role("button", name="Pause").wait_for()
    page.locator('#example-view[data-step="ending"]').wait_for()
    film.get_by_role("button", name="Play").wait_for()
    assert standing(film) == {"A1": "b 2", "C2": "a 1", "C3": "c 3", "C4": "a 1"}
    context.close()


@browser_test
def test_a_round_is_shown_at_once_where_motion_is_not_wanted(board: Any) -> None:
    board.evaluate("board => board.play(JSON.parse(document.getElementById('sample').textContent).rounds[0])")
    assert board.get_attribute("data-step") == "ending"
    board.evaluate("board => board.goLive()")
    assert board.get_attribute("data-step") is None


# ── Without eyes, colours or scripts ───────────────────────────────────────────────────────────────────────


@browser_test
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(browser: Any, shelf: str, theme: str, width: int) -> None:
    context = browser.new_context(color_scheme=theme, viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    board = open_board(page, shelf)
    tile(board, "D2").click()
    assert list_violations(page) == []
    context.close()


@browser_test
def test_without_a_script_the_board_is_a_table(browser: Any, shelf: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{shelf}/style/")
    table = page.locator("#sample-view table")
    assert table.is_visible()
    assert table.get_by_role("cell", name="Emperor of A, range 2").is_visible()
    assert page.locator("form.order-form").is_visible()
    assert page.locator("form.order-form option[value='D2-D4']").count() == 1
    assert not page.get_by_role("button", name="Light or dark").is_visible()
    context.close()


@browser_test
def test_the_table_says_what_the_board_shows(board: Any) -> None:
    cells = board.locator("td[data-tile]")
    text = cells.evaluate_all("all => all.map(one => [one.dataset.tile, one.textContent.trim()])")
    assert dict(text)["D1"] == "(a)your Emperor, range 2"
    assert dict(text)["C5"] == "treasure"
    assert {name for name, words in text if words} == {*standing(board), "C5", "E5"}


@browser_test
def test_the_theme_can_be_chosen_and_is_kept(board: Any) -> None:
    page = board.page
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != ground
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def seat_colours(palette: str = "usual") -> dict[str, str]:
    usual, clear = (STATIC / "css/tokens.css").read_text().split('[data-palette="clear"] {')
    found = dict(re.findall(r"--seat-([a-p]): (#[0-9a-f]{6})", usual))
    return found if palette == "usual" else found | dict(re.findall(r"--seat-([a-p]): (#[0-9a-f]{6})", clear))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lightness(colour: str) -> float:
    return 116 * luminance(colour) ** (1 / 3) - 16


@pytest.mark.parametrize(
    ("palette", "seats", "least"), [("usual", LETTERS[:8], 8.0), ("usual", LETTERS, 3.0), ("clear", LETTERS[:8], 8.0)]
)
def test_seats_differ_in_greyscale(palette: str, seats: str, least: float) -> None:
    colours = seat_colours(palette)
    assert sorted(colours) == list(LETTERS)
    close = [
        (one, other)
        for one, other in itertools.combinations(seats, 2)
        if abs(lightness(colours[one]) - lightness(colours[other])) < least
    ]
    assert close == []


def test_seats_differ_in_shape() -> None:
    sprite = (STATIC / "images/pieces.svg").read_text()
    shapes = dict(re.findall(r'<path id="shape-([a-p])" d="([^"]+)"', sprite))
    assert sorted(shapes) == list(LETTERS)
    assert len(set(shapes.values())) == len(LETTERS)
    for letter in "abcdefghijklmnopqrstuvw":
        assert all(f'id="{ground}-{letter}"' in sprite for ground in ("seat", "crowned", "plain")), letter


@browser_test
def test_letters_can_be_read_on_their_seats(board: Any) -> None:
    pairs = board.page.locator(".seat.large").evaluate_all(
        "all => all.map(one => { const style = getComputedStyle(one);"
        " return [style.getPropertyValue('--seat').trim(), style.getPropertyValue('--seat-ink').trim()]; })"
    )
    assert len(pairs) >= len(LETTERS)
    for ground, ink in pairs:
        light, dark = sorted((luminance(ground), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (ground, ink)


# ── Files ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def blank(browser: Any) -> Iterator[tuple[Any, list[str]]]:
    """Yield one page for all modules of JavaScript, with what went wrong on it; each begins with an empty document."""
    context = browser.new_context(reduced_motion="reduce", locale="en-GB", timezone_id="UTC", service_workers="block")
    page, errors = context.new_page(), list[str]()
    chromium.watch(page, errors)
    yield page, errors
    context.close()


@browser_test
@pytest.mark.parametrize("module", sorted(path.name for path in (ROOT / "tests/js").glob("*.test.js")))
def test_javascript(blank: tuple[Any, list[str]], shelf: str, module: str) -> None:
    page, errors = blank
    errors.clear()
    page.goto(f"{shelf}/blank")
    results = page.evaluate(
        "async module => (await import('/tests/js/check.js')).run(await import(`/tests/js/${module}`))", module
    )
    assert results
    assert [(name, fault) for name, fault in results if fault] == [] == errors


def test_vendored_files_are_what_they_were() -> None:
    hashes = json.loads((STATIC / "vendor/SHA256.json").read_text())
    files = {str(path.relative_to(STATIC / "vendor")) for path in (STATIC / "vendor").rglob("*") if path.is_file()}
    assert files - {"SHA256.json"} == set(hashes)
    for name, expected in hashes.items():
        assert hashlib.sha256((STATIC / "vendor" / name).read_bytes()).hexdigest() == expected, name


def test_the_lock_names_no_address() -> None:
    assert "://" not in (ROOT / "package-lock.json").read_text()


def test_every_icon_that_is_named_is_there() -> None:
    sprite = (STATIC / "vendor/icons.svg").read_text()
    sources = [path.read_text() for path in TEMPLATES.rglob("*.html")]
    named = {name for source in sources for name in re.findall(r'{% icon "([a-z0-9-]+)" %}', source)}
    assert {name for name in named if f'id="{name}"' not in sprite} == set()


INLINE = re.compile(r'\sstyle=|\son[a-z]+="|<style\b|<script(?![^>]*\bsrc=)(?![^>]*application/json)', re.IGNORECASE)


PAGES = sorted(path for path in TEMPLATES.rglob("*.html") if "mail" not in path.parts)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_templates_hold_no_inline_style_or_script(path: Path) -> None:
    assert INLINE.findall(path.read_text()) == []


def measure_compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


@browser_test
def test_the_first_view_is_light(browser: Any, shelf: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    fetched: set[str] = set()
    page.on("requestfinished", lambda request: fetched.add(request.url.removeprefix(shelf).split("#")[0].split("?")[0]))
    with page.expect_request_finished(lambda request: "components/board/board.js" in request.url):
        page.goto(f"{shelf}/style/")
    page.wait_for_load_state("networkidle")
    context.close()
    sizes = {url: measure_compressed(ROOT / url.lstrip("/")) for url in fetched if url.startswith("/static/")}
    assert "/static/js/components/board/board.js" in sizes and "/static/images/pieces.svg" in sizes
    assert sum(sizes.values()) < 200_000, sizes
