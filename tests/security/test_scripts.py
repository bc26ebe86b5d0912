"""Scripts in every text that people write: none runs, none becomes a part of a page, in a real browser.

The texts are written straight to the database, past the checks that refuse most of them: pages must be safe alone.
"""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models

from dynasty.models import Dynasty
from tests.security import world as worlds
from tests.security.world import World
from tournaments.models import Message, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]
PAYLOADS = Path(__file__).with_name("payloads.txt").read_text().splitlines()
WRITTEN = {
    "dynasty.Dynasty": ["name", "motto"], "dynasty.Emperor": ["name"], "dynasty.ApiToken": ["name"],
    "tournaments.Tournament": ["title"], "tournaments.Message": ["text"], "tournaments.Entry": ["name"],
    "tournaments.Series": ["title"], "tournaments.Report": ["title"],
}  # fmt: skip
"""The texts that people write, as the database keeps them."""
FACTS = {"dynasty.Event": "facts", "dynasty.Notice": "facts"}
"""What is told in sentences made of them."""
NAMED = {"title", "dynasty", "emperor", "against", "name", "reason", "other", "by", "from", "to", "text"}
SPY = """
window.wrong = []; window.pwned = () => window.wrong.push('a script ran');
addEventListener('securitypolicyviolation', e => window.wrong.push(`${e.violatedDirective} ${e.blockedURI}`));
"""
PLANTED = """() => [...document.querySelectorAll(
  'script:not([src]):not([type="application/json"]), iframe, object, embed, base, img[src="x"], [onerror], [onload],' +
  '[onfocus], [onclick], [onmouseover], [href^="javascript:" i], [action^="javascript:" i], marquee, plaintext, isindex'
)].map(each => each.outerHTML.slice(0, 120))"""

POLLUTED = """() => [Object, Array, String, Function, Map].flatMap(each => Object.keys(each.prototype))"""
"""What every object has on a page where a script wrote to a prototype."""


def plant_payloads() -> World:
    """Return the world, with a payload in every text; each text as long as its field lets it be."""
    world = worlds.build()
    fight = Tournament.objects.get(code=world.codes["fight"])
    author = Dynasty.objects.get(code=world.codes["rival"])
    at = fight.announced_at
    Message.objects.bulk_create(
        Message(tournament=fight, room="public", dynasty=author, text=text, at=at) for text in PAYLOADS
    )
    for label, names in WRITTEN.items():
        for name in names:
            plant(apps.get_model(label), name)
    for label, name in FACTS.items():
        spoil(apps.get_model(label), name)
    return world


def plant(model: type[models.Model], name: str) -> None:
    length = model._meta.get_field(name).max_length or 500  # type: ignore[union-attr]
    fitting = cycle([text for text in PAYLOADS if len(text) <= length])
    taken: set[str] = set()
    for number, row in enumerate(model._default_manager.order_by("pk")):
        text = next(fitting)
        text = text if text not in taken else f"{text}{number}"[:length]
        taken.add(text)
        model._default_manager.filter(pk=row.pk).update(**{name: text})


def spoil(model: type[models.Model], name: str) -> None:
    """Put payloads into the words of facts; PostgreSQL's and SQLite's guards are off in a test that empties tables."""
    texts = cycle(PAYLOADS)
    for row in model._default_manager.order_by("pk")[:200]:
        facts = {key: next(texts) if key in NAMED else value for key, value in getattr(row, name).items()}
        model._default_manager.filter(pk=row.pk).update(**{name: facts})


@pytest.fixture
def unguarded(site: str) -> Iterator[None]:
    """Let this test spoil rows that the running site writes once."""
    from core import write_once_triggers

    write_once_triggers.remove()
    yield
    write_once_triggers.install()


def pages(world: World) -> list[str]:
    """Return the pages that show what people wrote."""
    code = world.codes
    battle, own = f"/tournament/{code['fight']}/", f"/dynasty/{code['owner']}/"
    return ["/", "/play/", battle, f"{battle}talk", f"{battle}acts", f"{battle}table", f"/tournament/{code['cup']}/",
            f"/tournament/{code['old']}/", own, f"{own}log", f"/emperor/{code['emperor']}/", "/court/", "/court/bets/",
            "/court/wealth/", "/ranking/", "/market/", "/market/own/", "/notices/",
            f"/market/offer/{code['to_owner']}/", "/series/", f"/series/{code['series']}/", "/talk/muted/",
            f"/series/{code['joined']}/", f"/talk/{code['message']}/", "/announce/recurring/",
            "/court/settings/tokens/", f"/event/{code['event']}/", "/seats/",
            f"/tournament/{code['full']}/", f"/tournament/{code['led']}/", "/treasury/"]  # fmt: skip


def test_no_script_of_theirs_runs(unguarded: None, site: str, browser: Any) -> None:
    world = plant_payloads()
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(SPY)
    cookies = world.clients["owner"].cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookies.value, "url": site}])
    page, wrong = context.new_page(), []
    page.on("dialog", lambda dialog: (wrong.append(f"dialog {dialog.message}"), dialog.dismiss()))
    for path in pages(world):
        answer = page.goto(site + path, wait_until="load")
        wrong += [f"{path}: {answer.status}"] if answer.status >= 400 else []
        wrong += [
            f"{path}: {each}"
            for each in page.evaluate("window.wrong") + page.evaluate(PLANTED) + page.evaluate(POLLUTED)
        ]
    context.close()
    assert wrong == []


@pytest.mark.django_db
def test_there_is_something_to_plant_everywhere() -> None:
    assert len(PAYLOADS) >= 80
    assert all(apps.get_model(label)._meta.get_field(name) for label, names in WRITTEN.items() for name in names)
