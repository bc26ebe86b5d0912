"""Battles for learners, held to the libraries' own tests."""

import os
from functools import partial
from typing import Any

import pytest

from battlefield import game
from players.environments.numbering import HOLD, SMALL, Numbering


def library(name: str) -> Any:
    """The library; without it the tests are skipped, or fail where CI=true says that it must be there."""
    if os.environ.get("CI") == "true":
        __import__(name)
    return pytest.importorskip(name)


@pytest.mark.parametrize("field", [*SMALL, "duel-2", "cross-4", "delta-3"])
def test_numbers_and_orders_are_one_to_one(field: str) -> None:
    numbers = Numbering(field)
    for seat in numbers.seats:
        reach = game.legal(numbers.opening, seat)
        wanted = {"-"} | {f"{origin}-{goal}" for origin, goals in reach.items() for goal in goals}
        legal = numbers.legal(numbers.opening, seat)
        assert {numbers.order(action) for action in legal} == wanted and len(legal) == len(wanted)
        assert legal == sorted(legal) and legal[0] == HOLD and legal[-1] < numbers.actions


def test_a_field_looks_the_same_from_every_seat_of_an_even_board() -> None:
    numbers = Numbering("small-2")
    first, second = (numbers.rows(numbers.opening, seat) for seat in "ab")
    assert first == second[::-1]
    assert sum(row[0] for row in first) == 4 and sum(row[2] for row in first) == 2


@pytest.fixture
def parallel() -> Any:
    library("pettingzoo")
    from players.environments import parallel

    return parallel


@pytest.mark.parametrize("field", ["small-2", "cross-4"])
def test_pettingzoo_accepts_it(parallel: Any, field: str) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test
    from pettingzoo.test.state_test import test_parallel_env as check_state

    make = partial(parallel.env, field, max_rounds=40)
    parallel_api_test(make(), num_cycles=60)
    parallel_seed_test(make, num_cycles=20)
    check_state(make())


def test_pettingzoo_renders_it(parallel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test
    from pettingzoo.utils.conversions import parallel_to_aec

    def text(drawn: Any) -> bool:
        return isinstance(drawn, str) and "(a)" in drawn

    def make(render_mode: str) -> Any:
        return parallel_to_aec(parallel.env("small-2", render_mode=render_mode))

    render_test(make, custom_tests={"ansi": text})
    assert "(a)" in capsys.readouterr().out


def test_the_mask_is_what_is_legal_and_the_rewards_sum_to_nothing(parallel: Any) -> None:
    env = parallel.env("cross-4")
    for seed in range(3):
        seen, _told = env.reset(seed=seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            for seat in env.agents:
                assert seen[seat]["action_mask"].nonzero()[0].tolist() == env.numbers.legal(env.battle, seat)
            orders = {seat: env.action_space(seat).sample(seen[seat]["action_mask"]) for seat in env.agents}
            seen, rewards, _ended, cut, _told = env.step(orders)
            paid = {seat: paid[seat] + rewards.get(seat, 0.0) for seat in paid}
        assert sum(paid.values()) == pytest.approx(0) or any(cut.values())


@pytest.mark.parametrize("field", ["tiny-2", "small-2", "delta-3"])
def test_open_spiel_accepts_it(field: str) -> None:
    pyspiel = library("pyspiel")
    import players.environments.spiel  # noqa: F401 - registers the game

    spiel = pyspiel.load_game("emperors", {"field": field, "max_rounds": 30})
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=False, verbose=False)
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(spiel), num_sims=2, serialize=False, verbose=False)
    named = pyspiel.load_game(f"emperors(field={field})")
    assert named.num_players() == len(Numbering(field).seats) and named.max_utility() == 1


def test_open_spiel_s_own_players_can_play_it() -> None:
    library("pyspiel")
    import numpy as np
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import random_agent

    import players.environments.spiel  # noqa: F401 - registers the game

    env = rl_environment.Environment(pyspiel.load_game("emperors", {"field": "tiny-2"}))
    np.random.seed(1)
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(2)]
    step = env.reset()
    while not step.last():
        step = env.step([agent.step(step).action for agent in agents])
    assert sum(step.rewards) == pytest.approx(0)
