"""Computer players are called by their titles, never by the names that the code has for them."""

import pytest
from django.test import Client

import players
from core import clock
from tests import factories
from tournaments.domain import absence_policy, levels
from tournaments.models import Entry, Round
from tournaments.selectors import time_descriptions
from tournaments.services import computer_players, rounds

pytestmark = pytest.mark.django_db


def test_every_level_has_a_title_and_a_sentence() -> None:
    for name, player in players.PLAYERS.items():
        assert levels.get_title(name) == player.title != name
        assert levels.describe_level_of_game(name, "emperors") == f"{player.title}: {player.sentence}"
    assert levels.get_title("long_gone") == levels.describe_level_of_game("long_gone", "emperors") == "long_gone"


def test_a_page_and_a_contract_call_them_by_title() -> None:
    battle = factories.announce("training", terms={"fill": "greedy"})
    announced = Client().get(f"/tournament/{battle.code}/").content.decode()
    assert "computer players (Greedy)" in announced and "(greedy)" not in announced


def test_a_seat_at_the_table_says_how_it_is_played() -> None:
    battle, _fighters = factories.begin("gift", 0, 0, game="emperors", field="duel-2")
    Entry.objects.filter(tournament=battle, seat="b").update(player="greedy")
    page = " ".join(Client().get(f"/tournament/{battle.code}/").content.decode().split())
    assert "computer (Greedy)" in page and "does what looks best if everyone else stands still." in page
    assert '<span class="worth" aria-hidden="true">1</span>' in page, "the table shows what a piece has learnt"


def test_who_sleeps_is_led_by_a_title() -> None:
    text = time_descriptions.describe_replacements(
        absence_policy.AbsencePolicy(leave=False, volunteers=False, computer="tactician")
    )
    assert any("(Tactician)" in sentence for sentence in text)


def test_a_campaign_offers_the_levels_that_it_has() -> None:
    offered = dict(levels.list_choices("campaign.skirmish"))
    assert list(offered) == list(players.levels("campaign.skirmish")) and set(offered) < set(players.PLAYERS)
    assert (
        offered["greedy"]
        == levels.describe_level_of_game("greedy", "campaign.skirmish")
        != levels.describe_level_of_game("greedy", "emperors")
    )
    page = Client().get("/casual/?game=campaign.skirmish").content.decode()
    assert all(f'<option value="{level}"' in page for level in offered)
    assert '<option value="guarded"' not in page
    page = Client().get("/casual/?game=campaign.simultaneous").content.decode()
    assert '<option value="general"' in page and '<option value="grandmaster"' not in page


def test_a_level_that_a_campaign_has_not_is_announced_as_what_it_plays() -> None:
    battle = factories.announce("training", game="campaign.skirmish", field="grid4x4", terms={"fill": "guarded"})
    assert battle.terms["fill"] == "greedy"


def test_computers_go_on_with_a_turn_at_once() -> None:
    """Wait once in a turn of several rounds: it has one deadline, and waiting in each would miss it."""
    battle, _fighters = factories.begin("gift", 0, 0, 0, game="campaign.classic", field="seven")
    Entry.objects.filter(tournament=battle).update(player="general")
    Round.objects.filter(tournament=battle).update(computers_at=clock.now())
    shared = 0
    for _ in range(12):
        current = Round.objects.get(tournament=battle, closed_at=None)
        before = Round.objects.filter(tournament=battle, number=current.number - 1, deadline=current.deadline)
        with clock.freeze(current.computers_at):
            computer_players.play_due()
            rounds.close_round(tournament_id=battle.pk, round_no=current.number)
        if before.exists():
            shared += 1
            assert current.computers_at == current.opened_at
    assert shared


def test_programs_are_told_which_games_have_a_level() -> None:
    body = Client().get("/api/v1/computers/").json()
    assert {level["name"] for level in body if "emperors" in level["games"]} == set(players.PLAYERS)
    assert [level["name"] for level in body if "campaign.classic" in level["games"]] == list(
        players.levels("campaign.classic")
    )


def test_programs_read_of_each_level_once_with_what_it_does_in_each_game() -> None:
    body = Client().get("/api/v1/computers/").json()
    names = [level["name"] for level in body]
    assert len(set(names)) == len(names)
    for level in body:
        assert [game for each in level["plays"] for game in each["games"]] == level["games"]
        for game in level["games"]:
            (sentence,) = [each["sentence"] for each in level["plays"] if game in each["games"]]
            assert sentence == players.levels(game)[level["name"]].sentence
        assert level["sentence"] == level["plays"][0]["sentence"]
