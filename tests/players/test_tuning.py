"""What was tuned: it fades towards the limit, and the command that finds it measures what it claims."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from battlefield import begin, fields
from battlefield.presets import PRESETS
from players import PLAYERS, thinking, tuning, weights
from players.families import FAMILIES
from players.fast.evaluation import COUNT, FEATURES
from players.tuning import CHANGES, Duellist, Trial

BEST = PLAYERS["grandmaster"].thought or thinking.GREEDY
NONE = dict.fromkeys(FEATURES, 0.0)


def test_every_family_and_every_feature_was_tuned() -> None:
    found = weights.load_tuned()
    assert found["weights"].keys() == set(FAMILIES) == tuning.PARTS.keys()
    assert all(each.keys() == set(FEATURES) == CHANGES.keys() for each in found["weights"].values())
    assert found["from"] and len(found["curve"]) > 3


def test_only_the_best_level_weighs_what_was_tuned_and_only_with_two_seats() -> None:
    assert [name for name, player in PLAYERS.items() if player.thought and player.thought.tuned] == ["grandmaster"]
    rules = PRESETS["classic"][2]
    tuned, plain = (thinking.find_leaning(each, rules, 3, 1, 0) for each in (BEST, replace(BEST, tuned=False)))
    assert tuned == plain
    assert thinking.find_leaning(BEST, rules, 2, 1, 0) != thinking.find_leaning(BEST, rules, 3, 1, 0)


def test_what_was_tuned_fades_towards_the_limit() -> None:
    rules = PRESETS["classic"][2]
    untuned = thinking.find_leaning(replace(BEST, tuned=False), rules, 2, 1, 0)
    rounds = (1, rules.max_rounds - 15, rules.max_rounds)
    pieces = [thinking.find_leaning(BEST, rules, 2, each, 0)["pieces"] for each in rounds]
    full = weights.get_tuned(rules)["pieces"]
    assert pieces == pytest.approx([full, full / 2, 0.0]) and "pieces" not in untuned


def test_what_was_tuned_fades_while_nothing_is_taken() -> None:
    rules = PRESETS["classic"][2]
    pieces = [thinking.find_leaning(BEST, rules, 2, 30, quiet).get("pieces") for quiet in (0, 8, 11, 14, 20)]
    full = weights.get_tuned(rules)["pieces"]
    assert pieces == pytest.approx([full, full, full / 2, 0.0, 0.0])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("quiet", [0, 11])
@pytest.mark.parametrize("preset", ["classic", "hunters"])
def test_a_seat_is_tuned_with_the_weights_by_which_it_plays(preset: str, quiet: int, seat: int) -> None:
    battle = replace(begin(fields.without_chests(fields.load("duel-2")), PRESETS[preset][2]), quiet=quiet)
    duellist = Duellist(battle, seat, weights.get_tuned(battle.ruleset))
    duellist.weigh(duellist.thinker.plan.field)
    plays = thinking.make_thinker(BEST, battle, battle.seats[seat], [])
    found = [float(each) for each in duellist.thinker.study.features.weights]
    assert found == pytest.approx([float(each) for each in plays.study.features.weights])
    assert found[:COUNT] != found[COUNT:], "the other is taken to weigh what was learned"


def test_battles_are_the_same_from_the_same_seed() -> None:
    shifts = dict.fromkeys(FAMILIES, NONE)
    one, other = (tuning.play_piece("1", shifts, 1)[0] for _time in range(2))
    assert one == other and one.share in (0.0, 0.5, 1.0)


def simulate(effects: dict[str, float], battles: int, luck: Random, family: str = "plain") -> list[Trial]:
    """Return battles that nobody fought, won as often as these effects say."""
    trials = []
    for _ in range(battles):
        first, second = ([luck.choice((-1, 1)) for _ in FEATURES] for _seat in range(2))
        likely = 0.5 + sum(effects.get(FEATURES[i], 0.0) * (first[i] - second[i]) / 2 for i in range(COUNT))
        trials.append(Trial(family, first, second, float(luck.random() < likely)))
    return trials


def test_the_effects_of_all_features_are_found_at_once() -> None:
    planted = {"pieces": 0.08, "hunt": -0.06, "alone": 0.03}
    effects, errors = tuning.estimate(simulate(planted, 6000, Random(1)))
    for name, effect, error in zip(FEATURES, effects, errors, strict=True):
        assert abs(effect - planted.get(name, 0.0)) < 4 * error, name
        assert 0.005 < error < 0.012


def test_a_family_with_few_battles_learns_from_the_others() -> None:
    luck, planted = Random(2), {"pieces": 0.1}
    many = [trial for family in FAMILIES[1:] for trial in simulate(planted, 1500, luck, family)]
    few = simulate({}, 60, luck, FAMILIES[0])
    shared, drawn = tuning.estimate_families([*few, *many])
    at = FEATURES.index("pieces")
    own = tuning.estimate(few)[0][at]
    assert shared[at] == pytest.approx(0.1, abs=0.03)
    assert abs(drawn[FAMILIES[0]][at] - shared[at]) < abs(own - shared[at]) / 2


def test_steps_go_the_way_that_wins_and_are_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "TUNED", tmp_path / "tuned.json")
    luck = Random(4)

    def play(step: int, shifts: tuning.Shifts) -> list[Trial]:
        """Make battles up in which more pieces win, up to a weight of a half more."""
        return simulate({"pieces": 0.5 * (0.5 - shifts["plain"]["pieces"]), "hunt": -0.05}, 4000, luck)

    found = {"version": 1, "weights": dict.fromkeys(FAMILIES, NONE), "curve": [], "from": []}
    tuning.take_steps(found, 10, play)
    written = json.loads(weights.TUNED.read_text(encoding="utf-8"))
    assert written == found and len(written["curve"]) == 10
    assert all(each["pieces"] == pytest.approx(0.5, abs=0.12) for each in written["weights"].values())
    assert all(each["hunt"] < -1.5 for each in written["weights"].values())
