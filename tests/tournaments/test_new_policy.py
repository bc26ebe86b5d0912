"""A conflict policy is one record: a fifth one is announced, described, fought and settled without other changes."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from battlefield import conflicts, rulesets, words
from battlefield.conflicts import Keeper, Policy
from core import clock
from tests import factories
from tests.factories import again, born, enter, found, order, proven
from tests.tournaments.test_new_type import wizard_data
from tests.tournaments.test_pages import log_in
from tournaments.models import Round, Tournament
from tournaments.services import lifecycle, rounds

pytestmark = pytest.mark.django_db
NEW = "slowest_stays"
SENTENCE = "Of pieces that claim the same tile the one ordered last stays, the others spring back."


@pytest.fixture(autouse=True)
def a_fifth_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the record, and what is made of the records when the game is imported."""
    policy = Policy(Keeper.SLOWEST, others_spring=True, sentence=SENTENCE)
    monkeypatch.setitem(conflicts.POLICIES, NEW, policy)
    monkeypatch.setitem(rulesets.CHOICES, "conflict", tuple(conflicts.POLICIES))
    monkeypatch.setitem(words.RULES, ("conflict", NEW), policy.sentence)


def test_the_wizard_announces_it() -> None:
    who = log_in(proven(found("Ming")))
    page = who.post("/announce/", wizard_data(go="rules", preset="composed")).content.decode()
    assert f'value="{NEW}"' in page and SENTENCE in page
    assert who.post("/announce/", wizard_data(preset="composed", conflict=NEW)).status_code == 302
    assert Tournament.objects.get().rules["conflict"] == NEW


def announce() -> dict[str, Any]:
    """Announce a battle with the policy through the API, and return the answer."""
    body = {
        "title": "The Last Word",
        "type": "training",
        "field": "duel-2",
        "seats": 2,
        "round_seconds": 60,
        "rules": {"conflict": NEW},
        "starts_at": (clock.now() + timedelta(hours=1)).isoformat(),
    }
    made = log_in(proven(found("Ming"))).post("/api/v1/tournaments/", body, content_type="application/json")
    assert made.status_code == 201, made.content
    return dict(made.json())


def test_it_is_in_the_contract_and_fought_by() -> None:
    card = announce()
    announcement = Client().get(f"/api/v1/tournaments/{card['code']}/").json()["announcement"]
    assert SENTENCE in announcement["rules_words"] and f"conflict={NEW}" in announcement["rules_text"]
    tournament = Tournament.objects.get(code=card["code"])
    for seat, name in (("a", "Han"), ("b", "Tang")):
        enter(tournament, born(found(name), name), seat)
    lifecycle.start(tournament_id=tournament.pk)
    fight(tournament, a="B3-B4", b="B5-B4")
    conflict = next(step for step in Round.objects.get(tournament=tournament, number=1).events
                    if step["kind"] == "conflict")  # fmt: skip
    assert conflict["keeps"] == "B5", "seat b ordered last"
    fight(tournament, a="abdicate", b="-")
    ended = again(tournament)
    assert ended.status == Tournament.Status.FINISHED and ended.outcome["winners"] == ["b"]
    assert factories.books_balance()


def fight(tournament: Tournament, **given: str) -> None:
    """Give these orders in the order of their names, and close the round."""
    number = again(tournament).round_no
    for seat, text in given.items():
        order(tournament, seat, text)
    rounds.close_round(tournament_id=tournament.pk, round_no=number)
