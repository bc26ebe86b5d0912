"""Computer players are called by their titles, never by the names that the code has for them."""

import pytest
from django.test import Client

import players
from tests.tournaments import stage
from tournaments import absence, levels, time_words
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def test_every_level_has_a_title_and_a_sentence() -> None:
    for name, player in players.PLAYERS.items():
        assert levels.title(name) == player.title != name
        assert levels.words(name) == f"{player.title}: {player.sentence}"
    assert levels.title("long_gone") == levels.words("long_gone") == "long_gone"


def test_a_page_and_a_contract_call_them_by_title() -> None:
    battle = stage.announce("training", terms={"fill": "greedy"})
    announced = Client().get(f"/tournament/{battle.code}/").content.decode()
    assert "computer players (Greedy)" in announced and "(greedy)" not in announced


def test_a_seat_at_the_table_says_how_it_is_played() -> None:
    battle, _fighters = stage.begin("gift", 0, 0, game="emperors", field="duel-2")
    Entry.objects.filter(tournament=battle, seat="b").update(player="greedy")
    page = Client().get(f"/tournament/{battle.code}/").content.decode()
    assert "computer (Greedy)" in page and "What looks best while everybody else stands still." in page
    assert '<span class="worth" aria-hidden="true">1</span>' in page, "the table shows what a piece has learnt"


def test_who_sleeps_is_led_by_a_title() -> None:
    said = time_words.replacement_words(absence.Absence(leave=False, volunteers=False, computer="tactician"))
    assert any("(Tactician)" in sentence for sentence in said)
