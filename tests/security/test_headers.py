"""What every answer says of itself: nothing inline may run, nobody may frame it, and nobody between us may keep it."""

import re

import pytest

from tests.security.knocking import knock, undone
from tests.security.test_matrix import OURS
from tests.security.tries import Door
from tests.security.world import World

KEPT = {"worker", "dynasty_emblem", "catalogue_js", "catalogue_json", "round_png", "round_svg", "lab_png", "lab_svg",
        "board_svg", "board_png", "case_svg", "api_schema"}  # fmt: skip
"""What is the same for everybody and never changes, or hardly ever: a cache may keep it."""
BY_THE_READER = {"tournament_round"}
"""What never changes, but not for everybody: the reader's own browser may keep it."""
SHOWN_ELSEWHERE = {"embedded"}
"""What pages of others may show in a frame, without any reader's name."""
SAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:ld\+)?json\")[^>]*>", re.IGNORECASE)
HANDLER = re.compile(r"<[^>]+\son[a-z]+\s*=", re.IGNORECASE)
INLINE_STYLE = re.compile(r"<style\b|<[^>]+\sstyle\s*=", re.IGNORECASE)
POLICY = {"default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'none'",
          "form-action 'self'"}  # fmt: skip


@pytest.mark.django_db  # makes the database, for the whole file
def test_the_patterns_find_what_they_look_for() -> None:
    assert INLINE_SCRIPT.search("<script>x</script>") and HANDLER.search('<img src=x onerror="x">')
    assert not INLINE_SCRIPT.search('<script type="module" src="/a.js"></script>')
    assert not INLINE_SCRIPT.search('<script id="x" type="application/json">{}</script>')
    assert INLINE_STYLE.search('<p style="x">') and not HANDLER.search('<a href="?once=1">')


def test_nothing_is_echoed(world: World) -> None:
    """A TRACE would show scripts the cookies that they may not read."""
    for door in OURS:
        with undone():
            address = "/" + re.sub(r"<[^>]+>", "1", door.route)
            answer = world.clients["owner"].trace(address, headers={"X-Planted": "echoed back"})
        assert b"echoed back" not in b"".join(answer), door.name


@pytest.mark.parametrize("door", OURS, ids=lambda door: door.name)
def test_the_answers_of_a_door(world: World, door: Door) -> None:
    cookies = world.clients["owner"].cookies.copy()
    with undone():
        answer = knock(world, door, "GET", "owner")
    world.clients["owner"].cookies = cookies
    said = {name: answer.headers.get(name) for name in SAYS}
    assert said == SAYS or said == SAYS | {"Referrer-Policy": "no-referrer"}
    policy = answer.headers["Content-Security-Policy"]
    assert set(policy.split("; ")) >= POLICY and "unsafe" not in policy and "nonce" not in policy
    if door.name not in SHOWN_ELSEWHERE:
        assert answer.headers["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in policy
    if door.name not in KEPT:
        needed = {"private"} if door.name in BY_THE_READER else {"private", "no-store"}
        assert needed <= set(re.split(r",\s*", answer.headers["Cache-Control"]))
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        page = answer.content.decode()
        assert not INLINE_SCRIPT.search(page) and not HANDLER.search(page) and not INLINE_STYLE.search(page)
