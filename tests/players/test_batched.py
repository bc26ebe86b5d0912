"""Many battles side by side are the battles of the readable resolver, seen by the same numbers."""

import pickle
from random import Random

import numpy as np
import pytest

from battlefield import Battle, play
from players.environments.batched import Battles
from players.environments.numbering import Numbering
from players.fast import batch
from players.fast.compiled import make_long_numbers, make_numbers
from players.openings import BadOpening

from . import compiled
from .test_environments import library

CASES = [
    ("tiny-2", "classic", 30),
    ("duel-2", "priority=rotating goals=cross,last_emperor", 40),
    ("cross-4", "conflict=bounce_and_stay leaderless=vanish", 25),
    ("delta-3", "goals=last_emperor,survive(9,2) quiet_rounds=7", 30),
    ("trident-3", "goals=throne(3),last_emperor collectors=all leaderless=fight_on", 30),
    ("hoard-4", "goals=treasure,last_emperor path=clear", 30),
]


def follow(field: str, rules: str, max_rounds: int, rounds: int, seed: int) -> int:
    """Play so many rounds of three battles beside the readable resolver; return how many battles ended."""
    battles, numbers = Battles(3, field, rules, max_rounds, seed), Numbering(field, rules)
    readable, ended, luck = [numbers.opening] * 3, 0, Random(seed)
    for _round in range(rounds):
        actions = battles.draw()
        if luck.random() < 0.2:  # what is not legal holds
            actions[luck.randrange(3), 0] = luck.randrange(-5, battles.actions + 5)
        turns = [list_turns(battles, each) for each in range(3)]
        legal = [[numbers.legal(battle, seat) for seat in battles.seats] for battle in readable]
        begins = battles.over.tolist()
        battles.step(actions)
        for each, battle in enumerate(readable):
            if begins[each]:
                readable[each] = numbers.opening
                assert not battles.over[each] and not battles.ended[each].any() and not battles.rewards[each].any()
                agree(battles, numbers, numbers.opening, each)
                continue
            given = {
                seat: numbers.order(int(actions[each, place]) if actions[each, place] in legal[each][place] else 0)
                for place, seat in enumerate(battles.seats)
            }
            after, _resolution = play(battle, [(seat, given[seat]) for seat in turns[each] if seat in battle.to_act])
            over = after.outcome is not None
            late = after.number > max_rounds
            for place, seat in enumerate(battles.seats):
                fell = seat in battle.to_act and (over or seat in after.fallen)
                reward = (numbers.worth(after, seat) if over else -1 / (len(battles.seats) - 1)) if fell else 0
                assert battles.ended[each, place] == fell
                assert battles.rewards[each, place] == pytest.approx(reward)
                assert battles.cut[each, place] == (late and seat in battle.to_act and not fell)
            assert battles.over[each] == (over or late)
            ended += int(battles.over[each])
            readable[each] = after
            assert battles.formation(each).pieces == after.formation.pieces
            agree(battles, numbers, after, each)
    return ended


def list_turns(battles: Battles, each: int) -> list[str]:
    """Return the seats in the order that the next round will draw for them."""
    turns, dice = make_numbers(len(battles.seats)), make_long_numbers([int(battles.memory.dice[each][0])])
    batch.draw_turns(battles.plan.ground, battles.field(each), turns, dice)
    return [battles.seats[turn] for turn in turns]


def agree(battles: Battles, numbers: Numbering, battle: Battle, each: int) -> None:
    """Assert that a battle is seen as the other environments show it."""
    for place, seat in enumerate(battles.seats):
        assert battles.board[each, place].tolist() == numbers.rows(battle, seat)
        assert battles.battle[each, place].tolist() == numbers.battle_row(battle, seat, battles.max_rounds)
        legal = numbers.legal(battle, seat) or [0]
        assert np.flatnonzero(battles.mask[each, place]).tolist() == legal


@pytest.mark.parametrize("field, rules, max_rounds", CASES)
def test_they_are_what_the_readable_resolver_says(field: str, rules: str, max_rounds: int) -> None:
    assert follow(field, rules, max_rounds, rounds=max_rounds + 15, seed=5) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_compiled_they_are_too() -> None:
    compiled.run_and_read(
        "from tests.players.test_batched import CASES, follow; "
        "assert sum(follow(*case, 60, 7) for case in CASES[:5:2]) > 0"
    )


def test_the_seed_decides_all_draws() -> None:
    def play_on(battles: Battles) -> list[int]:
        found = []
        for _round in range(30):
            battles.step(battles.draw())
            found += [int(battles.board.sum()), int(battles.over.sum())]
        return found

    battles = Battles(4, "duel-2", seed=3)
    first = play_on(battles)
    kept = pickle.dumps(battles)
    second = play_on(battles)
    assert play_on(pickle.loads(kept)) == second, "a pickled one goes on as it would"
    battles.reset(3)
    assert play_on(battles) == first
    battles.reset(4)
    assert play_on(battles) != first


def test_the_rewards_of_a_battle_add_up_to_nothing() -> None:
    battles, due = Battles(8, "cross-4", max_rounds=60, seed=1), np.zeros(8)
    for _round in range(300):
        battles.step(battles.draw())
        due += battles.rewards.sum(axis=1)
        finished = (battles.over == 1) & (battles.cut.sum(axis=1) == 0)
        assert np.allclose(due[finished], 0, atol=1e-5)
        due[battles.over == 1] = 0


def test_a_battle_is_over_when_its_learner_falls() -> None:
    battles = Battles(8, "cross-4", seed=2, learners=[0, 1, 2, 3] * 2)
    early = 0
    for _round in range(200):
        battles.step(battles.draw())
        own = battles.ended[np.arange(8), [0, 1, 2, 3] * 2] == 1
        assert (battles.over[own] == 1).all()
        early += int((battles.over[own] == 1).sum() - (battles.ended[own].sum(axis=1) > 1).sum())
    assert early > 0


def test_a_seat_of_each_battle_is_a_vector_environment() -> None:
    library("gymnasium")
    from gymnasium.vector import AutoresetMode

    from players.environments.vector import Seats

    seats = Seats(6, "delta-3", rival=lambda battles: np.zeros((6, 3), dtype=int), max_rounds=25)
    observed, _infos = seats.reset(seed=4)
    assert seats.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP and seats.num_envs == 6
    finished = np.zeros(6, dtype=bool)
    cut = 0
    for _round in range(60):
        assert seats.observation_space.contains(observed)
        actions = np.array([mask.nonzero()[0][-1] for mask in observed["action_mask"]])
        observed, rewards, ended, truncated, _infos = seats.step(actions)
        assert not rewards[finished].any(), "the step that begins a battle pays nothing"
        assert (observed["battle"][finished, 0] == 1).all()
        finished = ended | truncated
        cut += int(truncated.sum())
        assert (np.abs(rewards) > 0)[~ended].sum() == 0
    assert cut > 0
    again, _infos = seats.reset(seed=4)
    assert (again["observation"] == Seats(6, "delta-3").reset(seed=1)[0]["observation"]).all()


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadOpening):
        Battles(2, "nowhere")
    with pytest.raises(ValueError, match="at least one battle"):
        Battles(0)
    with pytest.raises(ValueError, match="each battle and seat"):
        Battles(2, "duel-2").step(np.zeros(2, dtype=np.int32))
