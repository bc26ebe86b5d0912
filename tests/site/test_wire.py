"""Budgets of bytes over the wire, as a real browser counts them on a site that `play` serves."""

import time
import urllib.request
from collections.abc import Iterator

import pytest

from benchmarks import wire

FIRST_VIEW, SECOND_VIEW, DOCUMENT = 152_000, 25_000, 20_000
"""The goal of the first is 150,000; the battle that stands on the first page makes some kilobytes of difference."""
BATTLE_CODE = 56_000
"""Script and style of the battle page, of which the goal is 60,000."""
TIMEOUT = 300
"""Seconds for the seeded world to put a battle on the first page, which makes that page heavier."""
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def played() -> Iterator[str]:
    """Yield the address of a site of its own."""
    with wire.play() as address:
        over = time.monotonic() + TIMEOUT
        while b"data-battle=" not in urllib.request.urlopen(f"{address}/").read():
            assert time.monotonic() < over, "no battle came to the first page"
            time.sleep(1)
        yield address


def test_the_first_and_the_second_view_of_the_first_page(played: str) -> None:
    with wire.phone() as page:
        first, second = wire.measure_page(page, played + "/"), wire.measure_page(page, played + "/")
    assert 0 < first.total <= FIRST_VIEW, wire.row("/", first)
    assert 0 < first.received["Document"] <= DOCUMENT, wire.row("/", first)
    assert 0 < second.total <= SECOND_VIEW, wire.row("/", second)


def test_script_and_style_of_the_battle_page(played: str) -> None:
    with wire.phone() as page:
        view = wire.measure_battle_page(page, played)
    assert 0 < view.received["Script"] + view.received["Stylesheet"] <= BATTLE_CODE, wire.row("a battle", view)
