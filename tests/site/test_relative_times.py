"""How long ago something was: "just now" for less than a minute, on every page and in every language."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import translation

from config.templatetags.components import ago, lasted, within
from core import clock

TEMPLATES = Path(__file__).parents[2] / "templates"
NOW = datetime(2030, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def stopped() -> Iterator[None]:
    with clock.freeze(NOW):
        yield


@pytest.mark.parametrize(("language", "now", "minute"), [
    ("en", "just now", "1 minute ago"), ("es", "ahora mismo", "hace 1 minuto"), ("ca", "ara mateix", "fa 1 minut"),
])  # fmt: skip
def test_less_than_a_minute_is_just_now(language: str, now: str, minute: str) -> None:
    with translation.override(language):
        assert {ago(NOW - timedelta(seconds=seconds)) for seconds in (-5, 0, 30, 59)} == {now}
        assert ago(NOW - timedelta(seconds=60)).replace("\xa0", " ") == minute


def test_what_is_to_come_and_what_lasted_is_never_0_minutes() -> None:
    assert within(NOW + timedelta(seconds=20)) == within(NOW - timedelta(1)) == "less than a minute"
    assert within(NOW + timedelta(hours=3)).replace("\xa0", " ") == "3 hours"
    assert lasted(NOW, NOW + timedelta(seconds=1)) == "less than a minute"


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_template_says_0_minutes(path: Path) -> None:
    assert not re.search(r"\|(?:timesince|timeuntil|naturaltime)\b", path.read_text())
