"""The words of a battle's pages: for a resignation, for a number of pieces, and for what a full table waits for."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from core import clock
from tests import factories
from tests.tournaments.test_pages import battle, cup, of, path  # noqa: F401
from tournaments.domain import games
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
RESIGNING = "You resign when this round closes."


def read(client: Any, address: str) -> str:
    """Return a page with its white space collapsed."""
    return " ".join(client.get(address).content.decode().split())


def test_a_resignation_is_told_in_words(battle: Tournament) -> None:  # noqa: F811
    client = of("Ming")
    told = client.post(path(battle, "abdicate"), {"sure": "yes"}, follow=True).content.decode()
    assert f"{RESIGNING} Until then you can send another order." in told
    page = read(client, path(battle))
    bar = page.partition('class="bar-status"')[2].partition('class="bar-waiting"')[0]
    assert RESIGNING in bar and "abdicate" not in bar.lower() and "is sealed" not in bar
    assert 'value="abdicate"' not in page


@pytest.mark.parametrize("order", ["abdicate", "resign"])
def test_lists_of_rounds_name_a_resignation(order: str) -> None:
    rows = [{"number": 3, "seats": [{"seat": "a", "order": order}, {"seat": "b", "order": "C3-C4"}]}]
    for template, context in (
        ("tournaments/_review_rounds.html", {"rounds": rows}),
        ("studies/_rounds.html", {"lines": [{"number": 3, "orders": [["a", order], ["b", "C3-C4"]]}]}),
    ):
        shown = render_to_string(template, context)
        assert "resigns" in shown and order not in shown.replace("resigns", "") and "C3-C4" in shown


@pytest.mark.parametrize(
    ("language", "game", "words"),
    [("en", "emperors", ("piece", "pieces")), ("en", "campaign.classic", ("territory", "territories")),
     ("es", "emperors", ("pieza", "piezas")), ("ca", "campaign.classic", ("territori", "territoris"))],
)  # fmt: skip
def test_one_piece_is_not_called_pieces(language: str, game: str, words: tuple[str, str]) -> None:
    tournament = Tournament(game=game, field=games.GAMES[game].field_names()[0])
    seats = [{"seat": seat, "emperor": "Ana", "pieces": count} for seat, count in (("a", 1), ("b", 2))]
    with translation.override(language):
        shown = render_to_string("tournaments/_battle_seats.html", {"seats": seats, "tournament": tournament})
    first, second = (row.partition("data-pieces-word")[2].partition("</span>")[0] for row in shown.split("<li ")[1:])
    assert [text.partition(">")[2].strip() for text in (first, second)] == list(words)


@pytest.mark.parametrize("betting", [True, False])
def test_a_full_table_waits_for_bets_only_where_people_can_bet(client: Any, betting: bool) -> None:
    tournament = cup(terms={"betting": betting})
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        factories.enter(tournament, factories.born(factories.found(name), name), seat)
    assert clock.now() < tournament.starts_at
    page = read(client, path(tournament))
    assert ("It waits for bets" in page) == betting and ("It starts in a moment" in page) != betting
