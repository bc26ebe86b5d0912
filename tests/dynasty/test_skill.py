"""Skill ratings: laws of the numbers, once for each battle, and provable from the first battle on."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from dynasty.domain import skill
from dynasty.domain.skill import Contender, Skill
from dynasty.models import Dynasty, RatedBattle, RatedSeat, Rating
from dynasty.selectors import ratings as selectors
from dynasty.services import ratings
from dynasty.services.ratings import Fighter
from tests import factories

skills = st.builds(Skill, st.integers(600, 2600).map(float), st.integers(40, 245).map(float))


@st.composite
def fields(draw: Any) -> list[Contender]:
    """Draw two to eight seats, of which the first ones win."""
    known = draw(st.lists(skills, min_size=2, max_size=8))
    winners = draw(st.integers(1, len(known) - 1))
    return [Contender(each, 1 if number < winners else 2) for number, each in enumerate(known)]


@given(fields())
def test_no_winner_falls_and_no_loser_of_two_rises(contenders: list[Contender]) -> None:
    after = skill.rate(contenders)
    if len(contenders) == 2:
        assert after[0].rating >= contenders[0].skill.rating
        assert after[1].rating <= contenders[1].skill.rating
    single = [Contender(each.skill, 1 if number == 0 else 2) for number, each in enumerate(contenders)]
    assert skill.rate(single)[0].rating >= contenders[0].skill.rating


@given(fields(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(contenders: list[Contender], luck: Any) -> None:
    order = list(range(len(contenders)))
    luck.shuffle(order)
    straight, shuffled = skill.rate(contenders), skill.rate([contenders[place] for place in order])
    for number, place in enumerate(order):
        assert selectors.is_same(shuffled[number], straight[place])


def test_a_fixed_contender_stays_and_a_rating_grows_sure() -> None:
    mine, computer = Skill(), Contender(Skill(1500, skill.FIXED_DEVIATION), 2, fixed=True)
    for number in range(30):
        mine, other = skill.rate([Contender(mine, 1 + number % 2), Contender(computer.skill, 2 - number % 2, True)])
        assert other == computer.skill
    assert not mine.is_provisional and abs(mine.rating - 1500) < 40


def test_four_hundred_points_are_ten_victories_to_one() -> None:
    strong, weak = Skill(1900, 1), Skill(1500, 1)
    chance = skill.MODEL.predict_win([[skill.MODEL.rating(each.rating, each.deviation)] for each in (strong, weak)])
    assert chance[0] > 0.89


# ── In the database ────────────────────────────────────────────────────────────────────────────────────────

pytestmark = pytest.mark.django_db


def fight(winner: Dynasty, *losers: Dynasty, place: str | None = None, pace: str = "live") -> bool:
    fighters = [Fighter(1, winner), *(Fighter(2, each) for each in losers)]
    return ratings.rate_battle(place=place, family="board", pace=pace, at=clock.now(), fighters=fighters)


def get_numbers(dynasties: Sequence[Dynasty]) -> list[tuple[float, int]]:
    found = {each.dynasty_id: (each.rating, each.battles) for each in Rating.objects.filter(pace="live")}
    return [found[each.pk] for each in dynasties]


def test_a_battle_counts_once() -> None:
    both = [factories.found("Ming"), factories.found("Qing")]
    assert fight(*both, place="cup")
    once = get_numbers(both)
    assert once[0][0] > 1500 > once[1][0] and once[0][1] == 1
    assert not fight(*both, place="cup")
    assert get_numbers(both) == once and RatedBattle.objects.count() == 1


def test_ladders_do_not_mix() -> None:
    ming, qing = factories.found("Ming"), factories.found("Qing")
    fight(ming, qing), fight(qing, ming, pace="daily")
    of = {each.pace: each.rating for each in selectors.list_ratings(ming)}
    assert of["live"] > 1500 > of["daily"]


def test_all_ratings_are_proved_from_the_first_battle_on() -> None:
    ming, qing, inca = factories.found("Ming"), factories.found("Qing"), factories.found("Inca")
    for winner, *losers in ((ming, qing), (qing, inca, ming), (inca, ming), (ming, inca)):
        fight(winner, *losers)
    ratings.rate_battle(
        place="x",
        family="board",
        pace="live",
        at=clock.now(),
        fighters=[Fighter(2, ming), Fighter(1, level="greedy", rating=1450)],
    )
    assert list(selectors.find_errors()) == []
    Rating.objects.filter(dynasty=qing).update(rating=1700)
    assert len(list(selectors.find_errors())) == 1


def test_what_was_rated_never_changes() -> None:
    fight(factories.found("Ming"), factories.found("Qing"))
    from django.db import DatabaseError, transaction

    for rows in (RatedSeat.objects.all(), RatedBattle.objects.all()):
        with pytest.raises(DatabaseError), transaction.atomic():
            rows.delete()


def test_the_ranking_asks_for_enough_battles() -> None:
    ming, qing = factories.found("Ming"), factories.found("Qing")
    for number in range(45):
        fight(*((ming, qing) if number % 3 else (qing, ming)))
    mali = factories.found("Mali")
    fight(mali, qing)
    assert [each.dynasty for each in selectors.list_leaders("board", "live", 5)] == [ming, qing]
    ranks = [selectors.get_rank(Rating.objects.get(dynasty=each)) for each in (ming, qing, mali)]
    assert ranks == [1, 2, None]
    assert sum(number for _band, number in selectors.count_bands("board", "live")) == 3


def test_a_history_is_the_battles_in_order() -> None:
    ming, qing = factories.found("Ming"), factories.found("Qing")
    for number in range(3):
        with clock.freeze(clock.now() + timedelta(hours=number)):
            fight(*((ming, qing) if number else (qing, ming)), place=f"cup{number}")
    results = selectors.list_results(ming, "board", "live")
    assert [each.ranked for each in results] == [2, 1, 1]
    assert [each.before for each in results[1:]] == [each.after for each in results[:-1]]
    assert results[0].change < 0 < results[1].change
