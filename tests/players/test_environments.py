"""Battles for learners, held to the libraries' own tests."""

import os
import pickle
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield import Formation, begin, game, play
from battlefield.goals import GOALS
from battlefield.rulesets import CHOICES, Ruleset
from players.environments.numbering import BATTLE, FEATURES, HOLD, RULES, SMALL, Numbering
from players.openings import BadOpening, read_formation, read_rules

DRAWN = """
+---+---+---+---+
|(a)| a |   |(x)|
+---+---+---+---+
|   |   |###|   |
+---+---+---+---+
|   |   | b3|(b)|
+---+---+---+---+
targets: a D3, b A1
throne: B3
"""


def library(name: str) -> Any:
    """Import the library; without it skip the tests, or fail where CI=true requires it."""
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


def test_a_drawn_battle_can_be_pickled() -> None:
    battle = begin(Formation.read(SMALL["small-2"]), Ruleset())
    assert pickle.loads(pickle.dumps(battle)) == battle
    after, _resolution = play(battle, [("a", "B2-B3")])
    assert pickle.loads(pickle.dumps(after)) == after


def play_round(battle: Any) -> Any:
    return play(battle, [("a", "B2-B3")])[0]


def test_a_drawn_battle_can_be_played_in_another_process() -> None:
    battle = begin(Formation.read(SMALL["small-2"]), Ruleset())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(play_round, battle).result(timeout=60) == play_round(battle)


@pytest.mark.parametrize("given", [DRAWN, "file", "path", "formation"])
def test_a_board_can_be_a_diagram_or_a_file(given: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(DRAWN)
    sources: dict[str, Any] = {"file": str(path), "path": path, "formation": read_formation(DRAWN)}
    numbers = Numbering(sources.get(given, given))
    assert len(numbers.tiles) == 11 and numbers.seats == ("a", "b")
    assert {str(tile) for tile in numbers.opening.targets["a"]} == {"D3"}


@pytest.mark.parametrize("given", [
    "path=clear conflict=rollback goals=cross,survive(9,2)",
    '{"path": "clear", "conflict": "rollback", "goals": ["cross", "survive(9,2)"]}',
    {"path": "clear", "conflict": "rollback", "goals": ["cross", "survive(9,2)"]},
    Ruleset(path="clear", conflict="rollback", goals=("cross", "survive(9,2)")),
    "file",
])  # fmt: skip
def test_rules_can_be_text_or_data_or_a_file(given: Any, tmp_path: Path) -> None:
    if given == "file":
        path = tmp_path / "rules.json"
        path.write_text('{"path": "clear", "conflict": "rollback", "goals": ["cross", "survive(9,2)"]}')
        given = str(path)
    wanted = Ruleset(path="clear", conflict="rollback", goals=("cross", "survive(9,2)"))
    assert Numbering(DRAWN, given).opening.ruleset == wanted


@pytest.mark.parametrize(("board", "rules", "code"), [
    ("nowhere-2", "classic", "no-such-board"),
    ("/no/such/file.txt", "classic", "no-such-board"),
    ("\0", "classic", "no-such-board"),
    ("+---+\n|(a)|\n+--", "classic", "bad-board"),
    ("+---+\n| q?|\n+---+", "classic", "bad-board"),
    ("+---+\n|(a)|\n+---+", "classic", "too-few-seats"),
    (DRAWN, "clasic", "no-such-rules"),
    (DRAWN, "path=closed", "bad-rules"),
    (DRAWN, "walk=open", "bad-rules"),
    (DRAWN, "{", "bad-rules"),
    (DRAWN, '{"goals": 3}', "bad-rules"),
    (DRAWN, '{"max_rounds": "many"}', "bad-rules"),
    (DRAWN, {"path": ["open"]}, "bad-rules"),
    (DRAWN, 3, "no-such-rules"),
    (3, "classic", "no-such-board"),
    ("delta-3", "duel", "no-opposite"),
])  # fmt: skip
def test_what_cannot_be_played_is_refused_with_a_sentence(board: Any, rules: Any, code: str) -> None:
    with pytest.raises(BadOpening) as error:
        Numbering(board, rules)
    assert error.value.code == code
    assert str(error.value)[0].isupper() and str(error.value).endswith(".")


@given(st.text(max_size=60) | st.dictionaries(st.text(max_size=9), st.none() | st.integers() | st.text(max_size=9)))
def test_no_text_breaks_the_reader_of_rules(given: Any) -> None:
    try:
        assert isinstance(read_rules(given), Ruleset)
    except BadOpening as error:
        assert error.code in ("bad-rules", "no-such-rules")


@given(st.text(alphabet="+-|# ()abx\n1", max_size=80))
def test_no_text_breaks_the_reader_of_boards(given: str) -> None:
    try:
        assert read_formation(given).board.tiles
    except BadOpening as error:
        assert error.code in ("bad-board", "no-such-board")


def test_what_decides_the_course_of_a_battle_is_seen() -> None:
    numbers = Numbering(DRAWN, "path=clear goals=cross,survive(9,2) quiet_rounds=7")

    def observe(battle: Any, seat: str = "a") -> list[Any]:
        return [numbers.rows(battle, seat), numbers.battle_row(battle, seat, 50)]

    opening = numbers.opening
    others = [
        replace(opening, number=2),
        replace(opening, quiet=1),
        replace(opening, fallen={"b": 1}),
        replace(opening, targets={"a": opening.targets["b"], "b": opening.targets["b"]}),
    ]
    contested = Numbering(DRAWN, "goals=throne(3)")
    reigns = [("", 0), ("a", 1), ("a", 2), ("b", 1)]
    rows = [tuple(contested.battle_row(replace(contested.opening, reign=reign), "b", 50)[-2:]) for reign in reigns]
    assert rows == [(0, 0), (2, 1), (2, 2), (1, 1)]
    for other in others:
        assert observe(other) != observe(opening) and observe(other, "b") != observe(opening, "b")
    for row in numbers.rows(opening, "b"):
        assert len(row) == numbers.columns
    targets = {seat: [row[len(FEATURES)] for row in numbers.rows(opening, seat)].index(1) for seat in "ab"}
    assert {seat: str(numbers.tiles[place]) for seat, place in targets.items()} == {"a": "D3", "b": "A1"}
    assert dict(zip(BATTLE, numbers.battle_row(opening, "b", 50), strict=False)) == {
        "round": 1, "quiet rounds": 0, "rounds at most": 50}  # fmt: skip


def test_no_two_rules_look_alike() -> None:
    shown: dict[tuple[int, ...], Mapping[str, Any]] = {}
    rules: list[dict[str, Any]] = [{name: value} for name, values in CHOICES.items() for value in values]
    rules += [{"goals": [goal]} for goal in GOALS] + [
        {"goals": ["survive(9,2)"]},
        {"goals": ["throne(2)"]},
        {"quiet_rounds": 9},
    ]
    for each in rules:
        numbers = Numbering(DRAWN, each)
        assert len(numbers.rules_row) == len(RULES)
        complete = numbers.opening.ruleset.as_json()
        assert shown.setdefault(tuple(numbers.rules_row), complete) == complete


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


@pytest.mark.parametrize("field, rules", [
    ("cross-4", "classic"),
    ("duel-2", "priority=rotating goals=cross,last_emperor"),
    ("trident-3", "goals=throne(3),last_emperor collectors=all leaderless=fight_on"),
])  # fmt: skip
def test_it_plays_as_the_readable_resolver_does(parallel: Any, field: str, rules: str) -> None:
    import numpy as np

    env, luck = parallel.env(field, rules, max_rounds=30), np.random.default_rng(7)
    numbers, battle = env.numbers, env.numbers.opening
    found, _infos = env.reset(seed=7)
    for number in range(31):
        assert env.battle == replace(battle, crowns={}, outcome=env.battle.outcome)
        for seat in found:
            assert env.observation_space(seat).contains(found[seat])
            assert found[seat]["observation"].tolist() == numbers.rows(battle, seat)
            assert found[seat]["battle"].tolist() == numbers.battle_row(battle, seat, 30)
            assert found[seat]["action_mask"].nonzero()[0].tolist() == (numbers.legal(battle, seat) or [HOLD])
        if not env.agents:
            break
        if number == 5:
            env = pickle.loads(pickle.dumps(env))
        actions = {seat: int(found[seat]["action_mask"].nonzero()[0][-1 - number % 2]) for seat in env.agents[:-1]}
        actions[env.agents[-1]] = 10**12 if number % 3 else -1
        acting = list(env.agents)
        orders = [(seat, numbers.order(actions[seat] if seat != acting[-1] else HOLD)) for seat in acting]
        luck.shuffle(orders)
        found, rewards, ended, cut, _infos = env.step(actions)
        battle, _resolution = play(battle, [(str(seat), str(text)) for seat, text in orders])
        for seat in acting:
            over = battle.outcome is not None
            assert ended[seat] == (over or seat in battle.fallen)
            assert cut[seat] == (battle.number > 30 and not ended[seat])
            worth = numbers.worth(battle, seat) if over else -1 / (len(numbers.seats) - 1)
            assert rewards[seat] == pytest.approx(worth if ended[seat] else 0.0)
    assert not env.agents and env.step({}) == ({}, {}, {}, {}, {})


def test_pettingzoo_renders_it(parallel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test
    from pettingzoo.utils.conversions import parallel_to_aec

    def text(drawn: Any) -> bool:
        return isinstance(drawn, str) and "+---+" in drawn

    def make(render_mode: str) -> Any:
        return parallel_to_aec(parallel.env("small-2", render_mode=render_mode))

    render_test(make, custom_tests={"ansi": text})
    assert "+---+" in capsys.readouterr().out


def test_a_picture_shows_what_stands_where(parallel: Any) -> None:
    import numpy as np

    env = parallel.env(DRAWN, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.dtype == np.uint8 and before.shape == (3 * 48, 4 * 48, 3)
    assert (before == env.render()).all(), "the same board is the same picture"
    env.step({"a": env.numbers.number(env.numbers.tiles[1], env.numbers.tiles[2])})
    changed = (env.render() != before).any(axis=2)
    at = {(row // 48, column // 48) for row, column in zip(*changed.nonzero(), strict=True)}
    assert at == {(0, 0), (0, 1), (0, 2)}, "the pawn went from B1 to C1, and the Emperor learnt from it"


@pytest.mark.parametrize("more", [{"render_mode": "video"}, {"render_mode": ""}, {"max_rounds": 0}])
def test_an_unknown_setting_of_an_environment_is_refused(parallel: Any, more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"render mode|at least one round"):
        parallel.env("small-2", **more)


def test_an_environment_tells_the_round_and_the_rules(parallel: Any) -> None:
    env = parallel.env(DRAWN, {"goals": ["cross"], "quiet_rounds": 3}, max_rounds=9)
    visited, _infos = env.reset(seed=1)
    assert env.observation_space("a").contains(visited["a"]) and env.state_space.contains(env.state())
    after, *_rest = env.step({})
    assert [int(number) for number in visited["a"]["battle"][:3]] == [1, 0, 9]
    assert [int(number) for number in after["b"]["battle"][:3]] == [2, 1, 9]
    assert (visited["a"]["rules"] == after["b"]["rules"]).all() and 3 in visited["a"]["rules"]
    assert (after["a"]["observation"] == visited["a"]["observation"]).all(), "only the counters tell the two apart"


def test_the_mask_is_what_is_legal_and_the_rewards_sum_to_nothing(parallel: Any) -> None:
    env = parallel.env("cross-4")
    for seed in range(3):
        visited, _infos = env.reset(seed=seed)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            for seat in env.agents:
                assert visited[seat]["action_mask"].nonzero()[0].tolist() == env.numbers.legal(env.battle, seat)
            orders = {seat: env.action_space(seat).sample(visited[seat]["action_mask"]) for seat in env.agents}
            visited, rewards, _ended, cut, _infos = env.step(orders)
            paid = {seat: paid[seat] + rewards.get(seat, 0.0) for seat in paid}
        assert sum(paid.values()) == pytest.approx(0) or any(cut.values())


@pytest.mark.parametrize("field", ["tiny-2", "small-2", "delta-3", DRAWN])
def test_open_spiel_accepts_it(field: str) -> None:
    pyspiel = library("pyspiel")
    import players.environments.spiel  # noqa: F401 - registers the game

    spiel = pyspiel.load_game("emperors", {"field": field, "max_rounds": 30})
    pyspiel.random_sim_test(spiel, num_sims=3, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(spiel), num_sims=2, serialize=True, verbose=False)
    again = pyspiel.load_game(str(spiel))
    assert again.num_players() == len(Numbering(field).seats) and again.max_utility() == 1


def test_open_spiel_s_states_survive_a_file_and_a_process() -> None:
    pyspiel = library("pyspiel")
    import players.environments.spiel  # noqa: F401 - registers the game

    rules = "path=clear goals=cross,survive(9,2)"
    spiel = pyspiel.load_game("emperors", {"field": DRAWN, "rules": rules, "max_rounds": 30})
    state = spiel.new_initial_state()
    state.apply_actions([state.legal_actions(seat)[-1] for seat in range(2)])
    for copied in (spiel.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state))):
        assert str(copied) == str(state) and copied.history() == state.history()
        assert copied.legal_actions(0) == state.legal_actions(0)
    known = pickle.loads(pickle.dumps(spiel)).new_initial_state()
    assert str(known) == str(spiel.new_initial_state()) and "survive(9,2)" in str(known)


def test_the_text_of_an_open_spiel_state_says_who_holds_the_throne() -> None:
    pyspiel = library("pyspiel")
    import players.environments.spiel  # noqa: F401 - registers the game

    state = pyspiel.load_game("emperors", {"field": DRAWN, "rules": "goals=throne(9)"}).new_initial_state()
    assert "throne a" not in str(state)
    for order in ("A1-A2", "A2-A3", "A3-B3"):
        legal = {state.numbers.order(action): action for action in state.legal_actions(0)}
        state.apply_actions([legal[order], HOLD])
    assert "throne a 1" in str(state)
    state.apply_actions([HOLD, HOLD])
    assert "throne a 2" in str(state)


def test_open_spiel_sees_what_decides_the_course() -> None:
    pyspiel = library("pyspiel")
    import players.environments.spiel  # noqa: F401 - registers the game

    spiel = pyspiel.load_game("emperors", {"field": DRAWN})
    observer, state = spiel.make_py_observer(), spiel.new_initial_state()
    observer.set_from(state, 1)
    before = observer.tensor.copy()
    state.apply_actions([HOLD, HOLD])
    observer.set_from(state, 1)
    assert (observer.tensor != before).sum() == 2, "the round and the quiet rounds"
    assert observer.string_from(state, 1).startswith("b round 2, quiet 1")


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
