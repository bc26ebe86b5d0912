"""What a finished battle does to the skill of those who fought it."""

import pytest

from dynasty.models import RatedBattle, Rating
from tests import factories
from tournaments.domain import ladders, level_ratings, terms
from tournaments.models import Entry, Tournament
from tournaments.selectors import integrity
from tournaments.services import lifecycle

pytestmark = pytest.mark.django_db


def win(type: str, **changes: object) -> Tournament:
    """Let seat a win a battle."""
    cup, _fighters = factories.begin(type, 20, 20, **changes)
    return factories.play(cup, {"a": "seize b"})


def get_ratings() -> dict[str, float]:
    return {each.dynasty.name: each.rating for each in Rating.objects.select_related("dynasty")}


@pytest.mark.parametrize("type", ["gift", "honour", "conquer", "death"])
def test_every_serious_battle_counts_with_and_without_a_stake(type: str) -> None:
    cup = win(type)
    found = get_ratings()
    assert found["Aaa"] > 1500 > found["Bbb"]
    assert RatedBattle.objects.get().place == cup.code
    assert not integrity.find_problems()


def test_a_training_counts_where_it_was_announced_so_and_leaves_no_trace() -> None:
    win("training")
    assert not RatedBattle.objects.exists()


def test_a_rated_training_names_no_battle() -> None:
    win("training", terms={"rated": True})
    assert get_ratings()["Aaa"] > 1500 and RatedBattle.objects.get().place is None
    assert not integrity.find_problems()


def test_a_battle_announced_as_unrated_does_not_count() -> None:
    win("honour", terms={"rated": False})
    assert not Rating.objects.exists()


def test_a_draw_brings_equals_nothing() -> None:
    cup, _fighters = factories.begin("honour", 20, 20)
    factories.play(cup, {"a": "draw", "b": "draw"})
    assert set(get_ratings().values()) == {1500.0}


def test_a_computer_player_stands_for_its_level() -> None:
    cup = factories.announce("gift", terms={"fill": "greedy"}, game="emperors", field="duel-2")
    factories.house("Oriel")
    mine = factories.born(factories.found("Ming"), "Ming")
    factories.enter(cup, mine, "a")
    with factories.clock.freeze(cup.starts_at):
        lifecycle.start(tournament_id=cup.pk)
    assert Entry.objects.get(tournament=cup, seat="b").player == "greedy"
    factories.order(cup, "a", "abdicate"), factories.order(cup, "b", "-")
    factories.rounds.close_round(tournament_id=cup.pk, round_no=1)
    assert factories.again(cup).status == Tournament.Status.FINISHED
    assert [each.dynasty.name for each in Rating.objects.select_related("dynasty")] == ["Ming"]
    seat = RatedBattle.objects.get().seats.get(number=2)
    assert (seat.level, seat.rating_before, seat.rating_after) == (
        "greedy",
        level_ratings.BOARD["greedy"],
        level_ratings.BOARD["greedy"],
    )


def test_no_battle_counts_without_a_person() -> None:
    cup = factories.announce("gift")
    for seat, name in zip("ab", ("Oriel", "Quillon"), strict=True):
        factories.enter(cup, factories.born(factories.house(name), name), seat, player="random")
    lifecycle.start(tournament_id=cup.pk)
    factories.play(factories.again(cup), {"a": "seize b"})
    assert not RatedBattle.objects.exists()


def test_every_level_has_a_rating_and_none_is_below_a_weaker_one() -> None:
    import players

    for game in ("emperors", *level_ratings.MAPS):
        rated = [level_ratings.get_rating(name, game) for name in players.levels(game)]
        assert rated == sorted(rated) and set(players.levels(game)) <= set(
            level_ratings.MAPS.get(game, read_board_ratings())
        )


def read_board_ratings() -> dict[str, float]:
    return level_ratings.BOARD


def test_the_contract_says_what_counts() -> None:
    rated, unrated = factories.announce("honour"), factories.announce("training")
    assert rated.terms["rated"] is True and unrated.terms["rated"] is False
    told = [message for message, _fields in terms.describe_terms("honour", terms.read(rated.terms))]
    assert "The result counts for the skill rating of the dynasties." in told
    assert ladders.get_ladder(rated)[1] == "live"
    assert ladders.get_ladder(factories.announce("honour", round_seconds=86_400))[1] == "daily"
