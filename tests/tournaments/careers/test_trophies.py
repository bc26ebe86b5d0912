"""Trophies: each tied to true events, given once at the end of a battle, and shown with how far the others are."""

from dataclasses import fields
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from core import clock
from dynasty.catalog.heraldry import CHARGES
from dynasty.domain.achievements import ACHIEVEMENTS, Achievement, Record, list_reached
from dynasty.models import BattleResult, Dynasty, StandingDay, Trophy
from dynasty.selectors import achievements
from dynasty.services import chronicle
from dynasty.services.achievements import award_trophies
from tests.factories import begin, born, found, play

pytestmark = pytest.mark.django_db
FIGURES = {each.name for each in fields(Record)} | {"types"}


def names(dynasty: Dynasty) -> set[str]:
    return set(Trophy.objects.filter(dynasty=dynasty).values_list("name", flat=True))


def result(dynasty: Dynasty, number: int = 0, **more: Any) -> BattleResult:
    """Return a result as a battle might have left it."""
    emperor = dynasty.emperors.first() or born(dynasty, "Ada")
    usual = {
        "place": f"p{dynasty.pk}.{number}",
        "seat": "a",
        "type": "gift",
        "game": "emperors",
        "field": "duel-2",
        "ending": "last_emperor",
        "seats": 2,
        "rounds": 9,
        "result": "won",
        "reputation": 0,
        "orders": 9,
        "missed": 0,
        "at": clock.now(),
    }
    return BattleResult.objects.create(dynasty=dynasty, emperor=emperor, **usual | more)


def test_a_battle_gives_what_it_earned_and_once() -> None:
    cup, (ada, bea) = begin("gift", 0, 30)
    play(cup, {"a": "take b"}, {"a": "seize b"})
    assert names(ada.dynasty) == {"first_victory", "captor", "prize", "upset", "champion"}
    assert names(bea.dynasty) == {"champion"}, "before the battle, as it began with a reputation"
    assert set(Trophy.objects.values_list("place", flat=True)) == {cup.code}
    before = list(Trophy.objects.order_by("pk").values())
    assert award_trophies([ada.dynasty], clock.now(), "again") == 0
    assert list(Trophy.objects.order_by("pk").values()) == before


def test_training_gives_none() -> None:
    cup, _emperors = begin("training", 0, 0)
    play(cup, {"a": "win"})
    assert not Trophy.objects.exists()


@pytest.mark.parametrize("each", ACHIEVEMENTS.values(), ids=str)
def test_every_record_is_whole(each: Achievement) -> None:
    assert each.measure in FIGURES and each.goal > 0 and each.charge in CHARGES
    assert each.metal in ("copper", "silver", "gold")
    texts = {}
    for language in ("en", "es", "ca"):
        with translation.override(language):
            texts[language] = (str(each.name), str(each.sentence))
    assert texts["en"][1] not in (texts["es"][1], texts["ca"][1]) and texts["es"][1].endswith(".")


def test_no_two_medals_look_alike_and_every_figure_counts() -> None:
    assert len({(each.charge, each.metal) for each in ACHIEVEMENTS.values()}) == len(ACHIEVEMENTS)
    used = {each.measure for each in ACHIEVEMENTS.values()} | {"honours", "prizes", "conquests", "deaths"}
    assert used == FIGURES


@pytest.mark.parametrize("each", [each for each in ACHIEVEMENTS.values() if each.measure != "types"], ids=str)
def test_a_goal_is_reached_exactly_there(each: Achievement) -> None:
    assert each.code in list_reached(Record(**{each.measure: each.goal}))
    assert each.code not in list_reached(Record(**{each.measure: each.goal - 1}))


CASES: dict[str, dict[str, Any]] = {
    "truce": {"result": "draw"},
    "captor": {"captures": 1, "result": "fell"},
    "king_slayer": {"kills": 1, "captures": 1, "result": "survived"},
    "fifty_pawns": {"pawns": 50, "result": "fell"},
    "honour": {"type": "honour"},
    "conquest": {"type": "conquer"},
    "to_the_death": {"type": "death"},
    "survivor_of_eight": {"seats": 8, "result": "survived"},
    "first_of_six": {"seats": 6},
    "upset": {"upset": 25},
    "giant_killer": {"upset": 100},
    "campaigner": {"luck": 0},
    "five_eliminated": {"luck": 0, "captures": 5, "result": "fell"},
    "against_the_dice": {"luck": -300},
    "long_breath": {"rounds": 30},
    "punctual": {"orders": 203, "missed": 3, "result": "fell"},
}
MISSED: dict[str, dict[str, Any]] = {
    "truce": {"result": "fell"},
    "honour": {"type": "honour", "result": "fell"},
    "survivor_of_eight": {"seats": 8, "result": "fell"},
    "first_of_six": {"seats": 6, "result": "survived"},
    "campaigner": {"luck": 0, "result": "draw"},
    "five_eliminated": {"captures": 5},
    "against_the_dice": {"luck": -300, "result": "fell"},
    "long_breath": {"rounds": 30, "result": "survived"},
    "punctual": {"orders": 202, "missed": 3},
}


@pytest.mark.parametrize("name", CASES)
def test_a_result_that_reaches_it(name: str) -> None:
    ming = found("Ming")
    result(ming, **CASES[name])
    award_trophies([ming], clock.now(), "p")
    assert name in names(ming)


@pytest.mark.parametrize("name", MISSED)
def test_a_result_that_does_not(name: str) -> None:
    ming = found("Ming")
    result(ming, **MISSED[name])
    award_trophies([ming], clock.now(), "p")
    assert name not in names(ming)


def test_fields_types_and_rivals_are_counted_apart() -> None:
    ming = found("Ming")
    for number, type in enumerate(("gift", "honour", "conquer", "death", "gift")):
        result(ming, number, type=type, field=f"field-{number % 3}")
        result(found(f"Other {number}"), number, place=f"p{ming.pk}.{number}", seat="b", result="fell")
    record = achievements.get_record(ming)
    assert (record.won, record.fields, record.types, record.beaten) == (5, 3, 4, 5)
    award_trophies([ming], clock.now(), "p")
    assert {"three_fields", "every_stake", "five_rivals"} <= names(ming)


@pytest.mark.parametrize(
    ("kind", "name"), [("joined", "new_blood"), ("championship_won", "champion"), ("series_won", "series")]
)
def test_what_only_the_log_knows(kind: str, name: str) -> None:
    ming = found("Ming")
    chronicle.record(key=f"test:{kind}", kind=kind, public=True, at=clock.now(), mentions=[(ming, None)])
    award_trophies([ming], clock.now(), "p")
    assert names(ming) == {name}


def test_the_highest_reputation_counts_although_it_was_lost() -> None:
    ming = found("Ming")
    day = clock.now().date() - timedelta(days=3)
    StandingDay.objects.create(dynasty=ming, day=day, reputation=120)
    award_trophies([ming], clock.now(), "p")
    assert names(ming) == {"renown"}


def test_the_page_and_the_api_show_what_is_earned_and_how_far_the_rest_is(client: Client) -> None:
    cup, (ada, bea) = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    own = ada.dynasty
    assert f"/dynasty/{own.code}/trophies/" in client.get(f"/dynasty/{own.code}/").content.decode()
    shown = client.get(f"/dynasty/{own.code}/trophies/").content.decode()
    assert f"3 of {len(ACHIEVEMENTS)} earned" in shown and "First victory" in shown and "1 of 10" in shown
    assert "None yet." in client.get(f"/dynasty/{bea.dynasty.code}/trophies/").content.decode()
    rows = {row["achievement"]: row for row in client.get(f"/api/v1/dynasties/{own.code}/trophies/").json()}
    assert rows["first_victory"]["earned_at"] and not rows["ten_victories"]["earned_at"]
    assert (rows["ten_victories"]["count"], rows["ten_victories"]["goal"]) == (1, 10)
    assert len(rows) == len(ACHIEVEMENTS) >= 30
