"""What every answer says of itself: nothing inline may run, nobody may frame it, and nobody between us may keep it."""

import re

import pytest

from tests.security.outcomes import call_endpoint, undone
from tests.security.test_matrix import OURS
from tests.security.tries import Endpoint
from tests.security.world import World

KEPT = {"worker", "dynasty_emblem", "catalogue_js", "catalogue_json", "round_png", "round_svg", "lab_png", "lab_svg",
        "board_svg", "board_png", "case_svg", "api_schema", "emperor_card", "emperor_portrait"}  # fmt: skip
"""What is the same for everybody and never changes, or hardly ever: a cache may keep it."""
BY_THE_READER = {"tournament_round", "announce", "edit_recurrence"}
"""What the reader's own browser may keep: what never changes, and the steps of a form to which the reader goes back."""
SHOWN_ELSEWHERE = {"embedded", "embedded_study"}
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
    """Refuse TRACE, which would show scripts the cookies that they may not read."""
    for endpoint in OURS:
        with undone():
            address = "/" + re.sub(r"<[^>]+>", "1", endpoint.route)
            answer = world.clients["owner"].trace(address, headers={"X-Planted": "echoed back"})
        assert b"echoed back" not in b"".join(answer), endpoint.name


@pytest.mark.parametrize("endpoint", OURS, ids=lambda endpoint: endpoint.name)
def test_the_headers_of_each_endpoint(world: World, endpoint: Endpoint) -> None:
    cookies = world.clients["owner"].cookies.copy()
    with undone():
        answer = call_endpoint(world, endpoint, "GET", "owner")
    world.clients["owner"].cookies = cookies
    values = {name: answer.headers.get(name) for name in SAYS}
    assert values == SAYS or values == SAYS | {"Referrer-Policy": "no-referrer"}
    policy = answer.headers["Content-Security-Policy"]
    assert set(policy.split("; ")) >= POLICY and "unsafe" not in policy and "nonce" not in policy
    if endpoint.name not in SHOWN_ELSEWHERE:
        assert answer.headers["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in policy
    if endpoint.name not in KEPT:
        needed = {"private"} if endpoint.name in BY_THE_READER else {"private", "no-store"}
        assert needed <= set(re.split(r",\s*", answer.headers["Cache-Control"]))
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        page = answer.content.decode()
        assert not INLINE_SCRIPT.search(page) and not HANDLER.search(page) and not INLINE_STYLE.search(page)
