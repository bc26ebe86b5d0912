"""The results that careers are counted from: exact after every battle, proved from record and log, and made up for."""

from datetime import timedelta

import pytest

from core import clock
from dynasty.models import BattleResult, Dynasty
from tests import factories
from tests.factories import begin, play
from tournaments.models import Tournament
from tournaments.selectors import battle_results, integrity, replays
from tournaments.services import retention
from tournaments.services.settlement import battle_results as writing

pytestmark = pytest.mark.django_db


def rows(tournament: Tournament) -> dict[str, BattleResult]:
    return {each.seat: each for each in BattleResult.objects.filter(place=tournament.code)}


def test_a_battle_leaves_a_result_for_every_seat() -> None:
    cup, (ada, bea, _eve) = begin("death", 5, 30, 9)
    play(cup, {"a": "take c", "b": "take a"}, {"a": "seize b"}, {"c": "win"})
    a, b, c = (rows(cup)[seat] for seat in "abc")
    assert (a.result, a.captures, a.kills, a.pawns, a.reputation, a.upset) == ("survived", 1, 1, 1, 5, 0)
    assert (b.result, b.captor, b.fate, b.captures, b.pawns) == ("fell", "a", "dies", 0, 1)
    assert (c.result, c.reputation, c.upset, c.ending) == ("won", 9, 21, "win")
    assert (a.dynasty_id, b.emperor_id) == (ada.dynasty_id, bea.pk)
    assert {(each.seats, each.rounds, each.preset, each.opening) for each in (a, c)} == {
        (3, 3, "", "take c"),
        (3, 3, "", "-"),
    }


@pytest.mark.parametrize("type", ["gift", "honour", "conquer", "death"])
def test_the_record_proves_the_results_of_every_type(type: str) -> None:
    cup, _emperors = begin(type, 20, 30, 40)
    ended = play(cup, {"a": "take b", "b": "take c"}, {"a": "seize b", "c": "take a"}, {"a": "win"})
    assert len(rows(cup)) == 3
    assert battle_results.find_differences(ended) == [] and integrity.find_problems() == []


def test_a_draw_and_a_resignation() -> None:
    cup, _emperors = begin("gift", 0, 50, 0)
    play(cup, {"c": "abdicate"}, {"a": "draw", "b": "draw"})
    assert [rows(cup)[seat].result for seat in "abc"] == ["draw", "draw", "abdicated"]
    assert rows(cup)["a"].upset == 0


def test_training_leaves_none() -> None:
    cup, _emperors = begin("training", 0, 0)
    play(cup, {"a": "win"})
    assert not BattleResult.objects.exists()


@pytest.mark.parametrize(("field", "value"), [("captures", 7), ("reputation", 1), ("upset", 3), ("orders", 9)])
def test_a_changed_result_is_found_by_the_replay(field: str, value: int) -> None:
    cup, _emperors = begin("gift", 20, 30)
    ended = play(cup, {"a": "win"})
    assert replays.replay(ended).well
    BattleResult.objects.filter(place=cup.code, seat="a").update(**{field: value})
    assert replays.replay(ended).broken == [f"{cup.code}:result:a:{field}"]


def test_verify_finds_a_result_that_the_log_contradicts_and_a_battle_without() -> None:
    first, _emperors = begin("gift", 0, 0)
    play(first, {"a": "win"})
    BattleResult.objects.filter(place=first.code, seat="b").update(result="won")
    assert integrity.find_problems() == [f"result of seat b at {first.code} is won, which the log contradicts"]
    BattleResult.objects.filter(place=first.code, seat="b").update(result="survived", at=first.started_at)
    BattleResult.objects.filter(place=first.code, seat="a").delete()
    assert replays.replay(factories.again(first)).broken[0] == f"{first.code}:result:a:missing"
    BattleResult.objects.filter(place=first.code).update(place="elsewhere")
    assert integrity.find_problems() == [f"tournament {first.code} has no results"]


def test_earlier_battles_get_theirs_the_latest_first_and_once() -> None:
    cup, _emperors = begin("gift", 0, 0)
    ended = play(cup, {"a": "win"})
    written = {seat: {name: getattr(each, name) for name in battle_results.FIELDS} for seat, each in rows(cup).items()}
    BattleResult.objects.all().delete()
    assert integrity.find_problems() == [] and battle_results.find_differences(ended) == []
    assert (writing.record_missing(), writing.record_missing()) == (1, 0)
    assert {
        seat: {name: getattr(each, name) for name in battle_results.FIELDS} for seat, each in rows(cup).items()
    } == written


def test_old_results_of_houses_alone_are_forgotten_with_their_battles() -> None:
    cup, emperors = begin("gift", 0, 0)
    play(cup, {"a": "win"})
    with clock.freeze(clock.now() + timedelta(days=31)):
        assert retention.forget_house_results() == 0
        Dynasty.objects.filter(pk__in=[each.dynasty_id for each in emperors]).update(house=True, user=None)
        assert retention.forget_house_results() == 0, "the battle is still there"
        Tournament.objects.all().delete()
        assert retention.forget_house_results() == 2
