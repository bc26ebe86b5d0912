"""What the grandmaster of the games in turns weighs, beside what a general weighs."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from campaign.game import get_game
from campaign.holdings import Holding
from players.campaign import features, ladder, strong_turns, tuning, weights
from players.campaign.evaluation import Scales, Weights, judge_turns
from players.campaign.flat_position import field_of, ground_of
from players.campaign.goals import find_goal

HELD = {"ash": "a2", "birch": "a2", "cedar": "a2", "gate": "a6", "dale": "b5", "elm": "c1", "fir": "c1"}
"""On the map of seven: a has the west and the gate, b stands beside the gate, c behind b."""


def look(name: str, held: dict[str, str], hands: dict[str, int] | None = None, **changes: Any) -> features.Sight:
    """Return what the first seat sees of a position in which every territory is worth an army of the next draft."""
    played = get_game(name)
    options = played.presets()["classic"][2] | {"draft_minimum": 1, "draft_divisor": 1}
    state = played.initial("seven", ("a", "b", "c"), options, "dynasty", chests=False)
    board = {place: Holding(text[0], int(text[1:])) for place, text in held.items()}
    cards = {seat: tuple(list(state.map.cards)[:count]) for seat, count in (hands or {}).items()}
    state = replace(state, board=board, hands=state.hands | cards, active="a", **changes)
    return features.get_sight(state, "a", Random(1))


def weigh(held: dict[str, str], judged: Weights) -> float:
    """Return the power of the first seat."""
    sight = look("classic", held)
    ground = ground_of(sight)
    return Scales(ground, judged).weigh(field_of(ground, sight), [0.0, 0.0, 0.0])[0][0]


def value(name: str, held: dict[str, str], judged: Weights, hands: dict[str, int], **changes: Any) -> float:
    """Return what the position is worth to the first seat at the end of its turn, in which it captured something."""
    sight = look(name, held, hands, **changes)
    ground = ground_of(sight)
    return judge_turns(ground, sight.view, judged, find_goal(ground, sight)).worth(field_of(ground, sight), True)


def test_a_neighbour_who_drafts_more_is_a_greater_danger() -> None:
    larger = HELD | {"elm": "b1", "fir": "b1"}
    assert weigh(HELD, Weights()) == weigh(larger, Weights()), "a general looks at the stack alone"
    assert weigh(HELD, Weights(push=1.0)) > weigh(larger, Weights(push=1.0))
    assert weigh(HELD, Weights()) > weigh(HELD, Weights(push=1.0))


def test_cards_of_who_is_eliminated_are_counted() -> None:
    fallen = HELD | {"dale": "c1"}
    poor, rich = ({"b": count} for count in (0, 4))
    assert value("classic", fallen, Weights(), poor) == value("classic", fallen, Weights(), rich)
    assert value("classic", fallen, Weights(loot=0.5), rich) > value("classic", fallen, Weights(loot=0.5), poor)
    assert value("classic", HELD, Weights(loot=0.5), rich) < value("classic", HELD, Weights(loot=0.5), poor)


@pytest.mark.parametrize(("name", "grows"), [("escalation", True), ("classic", False)])
def test_a_card_is_worth_more_where_sets_bring_more_and_more(name: str, grows: bool) -> None:
    first, later = (value(name, HELD, Weights(growth=1.0), {"a": 3}, sets=sets) for sets in (0, 6))
    assert later > first if grows else later == first


def test_the_grandmaster_sends_fewer_attacks_at_once_and_weighs_the_next_draft() -> None:
    assert replace(ladder.TURNS, sure=0.71) == ladder.LONG_TURNS
    assert min(weights.TUNED_TURNS.push, weights.TUNED_TURNS.loot, weights.TUNED_TURNS.growth) > 0
    for name in ("classic", "escalation"):
        assert weights.WEIGHTS[f"campaign.{name}"] == Weights(), "a general plays as it did"
        assert f"campaign.{name}" in ladder.LEVELS["grandmaster"].plays
    assert isinstance(ladder.LONG_TURNS, strong_turns.Thought)


def test_a_battle_of_the_tuning_gives_one_share_of_victory_more_or_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "GROUNDS", (("classic", "seven", "classic", 3),))
    monkeypatch.setattr(tuning, "PIECE", 1)
    trials = tuning.play_piece(tuning.read_values(), "dynasty")
    assert len(trials) == 3
    assert sum(each.gain for each in trials) == pytest.approx(0)
    assert all(len(each.changed) == len(tuning.CHANGES) for each in trials)
    assert trials == tuning.play_piece(tuning.read_values(), "dynasty")


def test_a_step_of_the_tuning_goes_the_way_that_wins() -> None:
    values, last = tuning.read_values(), dict.fromkeys(tuning.CHANGES, 0.0)
    wanted = dict.fromkeys(tuning.CHANGES, 0.0) | {"push": 0.09, "land": -0.09}
    luck = Random(3)
    trials = []
    for _ in range(400):
        changed = [luck.uniform(-1, 1) for _ in wanted]
        gain = sum(share * effect for share, effect in zip(changed, wanted.values(), strict=True))
        trials.append(tuning.Trial(changed, gain + luck.uniform(-0.1, 0.1)))
    effects, errors = tuning.estimate(trials)
    assert all(
        abs(found - effect) < 4 * error for found, effect, error in zip(effects, wanted.values(), errors, strict=True)
    )
    moved = tuning.move(values, last, effects)
    assert moved["push"] > values["push"] + 0.2 and moved["land"] < values["land"] - 0.4
    assert abs(moved["hoard"] - values["hoard"]) < 0.3
    assert set(moved) == set(values) and last["push"] > 0
