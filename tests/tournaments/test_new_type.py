"""A type of tournament is one record: a sixth one is announced, shown, fought and settled without other changes."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from tests import factories
from tests.factories import again, begin, found, has, play, proven
from tests.tournaments.test_pages import log_in
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, Fates, TournamentType
from tournaments.forms import announcement_defaults
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
SENTENCE = "Tribute: every emperor stakes reputation, and whoever is taken pays."
TRIBUTE = TournamentType("tribute", SENTENCE, "coins", has_stake=True, fates=Fates("robbed", "robbed"))


@pytest.fixture(autouse=True)
def a_sixth_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the record, and the terms that the factories announce with."""
    monkeypatch.setitem(TOURNAMENT_TYPES, TRIBUTE.name, TRIBUTE)
    monkeypatch.setitem(factories.TERMS, TRIBUTE.name, {"stake": 10})


def test_it_is_fought_and_settled() -> None:
    tournament, (first, second) = begin("tribute", 30, 20)
    play(tournament, {"a": "snatch b"})
    assert again(tournament).status == "finished"
    assert has(second) == 0 and has(first) > 30 + 20
    assert factories.books_balance() and not factories.sum_escrows()


def test_pages_show_it() -> None:
    tournament = factories.announce("tribute", title="The Tribute")
    client = Client()
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "whoever is taken pays" in page and "Tribute" in page
    assert "The Tribute" in client.get("/play/?type=tribute").content.decode()
    assert "whoever is taken pays" in client.get("/rules/").content.decode()


def wizard_data(**changes: Any) -> dict[str, Any]:
    """Return what the wizard's last page sends, announcing."""
    usual = announcement_defaults.get_usual_values()
    starts = announcement_defaults.format_local_time(clock.now() + timedelta(days=1), "UTC")
    filled = usual | {"title": "The Tribute", "starts": starts, "go": "announce", "step": "confirm"} | changes
    return dict(announcement_defaults.build_form_data(filled).lists())


def test_the_wizard_announces_it_and_says_what_it_means() -> None:
    who = log_in(proven(found("Ming")))
    assert 'value="tribute"' in who.get("/announce/").content.decode()
    answer = who.post("/announce/", wizard_data(type="tribute", stake=15))
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    cup = Tournament.objects.get()
    assert (cup.type, cup.terms["stake"]) == ("tribute", 15)
    page = Client().get(f"/tournament/{cup.code}/").content.decode()
    assert "Every Emperor stakes 15 reputation." in page


def test_the_api_announces_it_and_describes_its_contract() -> None:
    ming = proven(found("Ming"))
    body = {
        "title": "The Tribute",
        "type": "tribute",
        "field": "duel-2",
        "seats": 2,
        "round_seconds": 60,
        "terms": {"stake": 10},
        "starts_at": (clock.now() + timedelta(hours=1)).isoformat(),
    }
    who = log_in(ming)
    made = who.post("/api/v1/tournaments/", body, content_type="application/json")
    assert made.status_code == 201, made.content
    detail = Client().get(f"/api/v1/tournaments/{made.json()['code']}/").json()
    assert detail["tournament"]["type"] == "tribute" and detail["tournament"]["fates"]["pawn"] == "robbed"
    assert SENTENCE in detail["announcement"]["terms_words"]


def test_terms_that_it_does_not_allow_are_refused() -> None:
    who = log_in(proven(found("Ming")))
    body = {"title": "No Stake", "type": "tribute", "field": "duel-2", "seats": 2, "round_seconds": 60}
    body |= {"starts_at": (clock.now() + timedelta(hours=1)).isoformat()}
    answer = who.post("/api/v1/tournaments/", body, content_type="application/json")
    assert answer.json()["code"] == "honour_needs_stake"
