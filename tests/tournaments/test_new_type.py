"""A type of tournament is one record: a sixth one is announced, shown, fought and settled without other changes."""

import pytest
from django.test import Client

from tests import factories
from tests.factories import again, begin, has, play
from tournaments.domain import terms
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, Fates, TournamentType

pytestmark = pytest.mark.django_db
TRIBUTE = TournamentType(
    "tribute",
    "Tribute: every emperor stakes reputation, and whoever is taken pays.",
    "coins",
    has_stake=True,
    fates=Fates("robbed", "robbed"),
)


@pytest.fixture(autouse=True)
def a_sixth_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the record, and to the tables that are made of the records when the site starts."""
    monkeypatch.setitem(TOURNAMENT_TYPES, TRIBUTE.name, TRIBUTE)
    monkeypatch.setattr(terms, "TYPES", (*terms.TYPES, TRIBUTE.name))
    monkeypatch.setattr(terms, "SERIOUS", (*terms.SERIOUS, TRIBUTE.name))
    monkeypatch.setitem(terms.TYPE_SENTENCES, TRIBUTE.name, TRIBUTE.sentence)
    monkeypatch.setitem(terms.OTHER_FATES_SENTENCES, TRIBUTE.name, TRIBUTE.sentence)
    monkeypatch.setitem(factories.TERMS, TRIBUTE.name, {"stake": 10})


def test_it_is_fought_and_settled() -> None:
    tournament, (first, second) = begin("tribute", 30, 20)
    play(tournament, {"a": "snatch b"})
    assert again(tournament).status == "finished"
    assert has(second) == 0 and has(first) > 30 + 20
    assert factories.books_balance() and not factories.held_in_escrow()


def test_pages_show_it() -> None:
    tournament = factories.announce("tribute", title="The Tribute")
    client = Client()
    page = client.get(f"/tournament/{tournament.code}/").content.decode()
    assert "whoever is taken pays" in page and "Tribute" in page
    assert "The Tribute" in client.get("/play/?type=tribute").content.decode()
    assert "whoever is taken pays" in client.get("/rules/").content.decode()
