"""Campaigns for learners: the library's own test, masks that the rules accept, and copies that go on alike."""

import pickle
from typing import Any

import numpy as np
import pytest

from campaign.findings import find_first_error
from campaign.games import check

from .test_environments import library

GROUNDS = (
    ("skirmish", "grid4x4", "short", 2),
    ("skirmish", "grid5x5/C3", "classic", 3),
    ("simultaneous", "seven", "dealt", 3),
    ("simultaneous", "seven", "classic", 2),
)


def make(game: str = "skirmish", field: str = "grid4x4", preset: str = "short", seats: int = 2, **more: Any) -> Any:
    library("pettingzoo")
    from players.environments.campaigns import env

    return env(game, field, preset, seats=seats, **more)


VARIANTS: tuple[tuple[str, str, str, int, dict[str, Any]], ...] = (
    ("skirmish", "grid5x5/C3", "classic", 3, {"fog": "on", "truces": "kept"}),
    ("simultaneous", "lake", "dealt", 3, {"fog": "on", "units": "three", "truces": "breakable"}),
    ("simultaneous", "world", "dealt", 4, {"fog": "on", "teams": "two", "start": "single"}),
)


def draw(battle: Any, observations: Any, luck: np.random.Generator) -> dict[str, int]:
    """Return a random legal action for each seat."""
    return {seat: int(luck.choice(np.flatnonzero(observations[seat]["action_mask"]))) for seat in battle.agents}


@pytest.mark.parametrize(("game", "field", "preset", "seats"), GROUNDS[:3])
def test_passes_the_test_of_the_library(game: str, field: str, preset: str, seats: int) -> None:
    battle = make(game, field, preset, seats, lines=3)
    library("pettingzoo.test").parallel_api_test(battle, num_cycles=60)


@pytest.mark.parametrize(("game", "field", "preset", "seats"), GROUNDS)
def test_a_battle_of_random_sheets_ends_and_its_rewards_add_up_to_nothing(
    game: str, field: str, preset: str, seats: int
) -> None:
    battle, luck = make(game, field, preset, seats, lines=3), np.random.default_rng(1)
    observations, _infos = battle.reset(seed=1)
    gained = dict.fromkeys(battle.possible_agents, 0.0)
    steps = 0
    while battle.agents and steps < 800:
        observations, rewards, _over, cut, _infos = battle.step(draw(battle, observations, luck))
        assert not any(cut.values())
        for seat, observed in observations.items():
            assert battle.observation_space(seat).contains(observed)
            gained[seat] += rewards[seat]
        steps += 1
    assert not battle.agents and battle.battle.ended is not None
    assert sum(gained.values()) == pytest.approx(0)


@pytest.mark.parametrize(("game", "field", "preset", "seats"), GROUNDS)
def test_the_mask_holds_what_the_rules_accept(game: str, field: str, preset: str, seats: int) -> None:
    battle, luck = make(game, field, preset, seats), np.random.default_rng(2)
    observations, _infos = battle.reset(seed=2)
    for _step in range(25):
        if not battle.agents:
            observations, _infos = battle.reset()
        seat = battle.agents[0]
        lines = battle.numbers.list_lines(battle.battle, seat)
        written = [lines[number] for number in battle.sheets[seat]]
        mask = observations[seat]["action_mask"]
        assert mask[0] == 1
        for number, line in lines.items() if seat not in battle.handed_in else ():
            found = find_first_error(check(battle.battle, seat, [*written, line]))
            assert bool(mask[number]) == (found is None or found["code"] == "must_place")
        observations = battle.step(draw(battle, observations, luck))[0]


def test_others_do_not_see_a_sheet_before_the_round_is_resolved() -> None:
    battle = make("simultaneous", "seven", "dealt", 2)
    before, _infos = battle.reset(seed=3)
    line = int(np.flatnonzero(before["a"]["action_mask"])[1])
    after = battle.step({"a": line, "b": 0})[0]
    assert after["a"]["sheet"][0] == line and not after["b"]["sheet"].any()
    assert (after["b"]["observation"] == before["b"]["observation"]).all()
    assert battle.battle.round == 1
    battle.step({"a": 0, "b": 0})
    assert battle.battle.round == 2 and not battle.sheets["a"]


def test_an_illegal_action_hands_the_sheet_in() -> None:
    battle = make()
    battle.reset(seed=4)
    battle.step({"a": battle.numbers.actions + 5, "b": -3})
    assert battle.battle.phase == "plan", "both first sheets are the default"


def test_a_pickled_battle_goes_on_as_the_original() -> None:
    battle, luck = make("simultaneous", "seven", "dealt", 3, lines=3), np.random.default_rng(5)
    observations, _infos = battle.reset(seed=5)
    for _step in range(6):
        observations = battle.step(draw(battle, observations, luck))[0]
    twin = pickle.loads(pickle.dumps(battle))
    for _step in range(30):
        actions = draw(battle, observations, luck)
        observations, rewards, *_rest = battle.step(actions)
        others, rewards_of_twin, *_rest = twin.step(actions)
        assert rewards == rewards_of_twin
        for seat, observed in observations.items():
            assert all((observed[name] == others[seat][name]).all() for name in observed)


def test_the_same_seed_gives_the_same_battle() -> None:
    first, second = make("simultaneous", "seven", "dealt", 3), make("simultaneous", "seven", "dealt", 3)
    first.reset(seed=6)
    second.reset(seed=6)
    assert first.battle == second.battle
    second.reset(seed=7)
    assert first.battle != second.battle


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game": "classic", "field": "seven"}, "no-such-game"),
        ({"field": "nowhere"}, "no-such-map"),
        ({"preset": "nothing"}, "no-such-rules"),
        ({"seats": 1}, "bad-seats"),
        ({"seats": 24}, "bad-seats"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(given: dict[str, Any], code: str) -> None:
    library("pettingzoo")
    from players.openings import BadOpening

    with pytest.raises(BadOpening) as error:
        make(**given)
    assert error.value.code == code and str(error.value).endswith(".")


def test_bad_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="render mode"):
        make(render_mode="rgb_array")
    with pytest.raises(ValueError, match="at least one line"):
        make(lines=0)


@pytest.mark.parametrize(("game", "field", "preset", "seats", "rules"), VARIANTS)
def test_options_can_be_played_and_fit_the_spaces(
    game: str, field: str, preset: str, seats: int, rules: dict[str, Any]
) -> None:
    battle, luck = make(game, field, preset, seats, lines=2, rules=rules), np.random.default_rng(3)
    observations, _infos = battle.reset(seed=3)
    for _step in range(12):
        if not battle.agents:
            observations, _infos = battle.reset()
        for seat, observed in observations.items():
            assert battle.observation_space(seat).contains(observed)
            fog = observed["observation"][:, -1] == 0
            assert fog.any() and not observed["observation"][fog].any(), "what is not seen is 0"
        observations = battle.step(draw(battle, observations, luck))[0]


@pytest.mark.parametrize(("game", "field"), [("skirmish", "grid7x7/D4"), ("simultaneous", "world")])
@pytest.mark.parametrize("fog", ["on", "off"])
def test_two_battles_that_differ_in_the_fog_look_alike(game: str, field: str, fog: str) -> None:
    """Play seat a in one of two ways out of sight of seat b, which must not tell which; without fog it can."""
    rounds = {
        "skirmish": (
            ("place A1 2", "place G7 2"),
            ("build A1 2; attack A1 B1 1", "build G7 2"),
            ("build A1 1; guard A1", "build G7 2"),
        ),
        "simultaneous": (
            ("colonize alaska 5; colonize alberta 4", "colonize siam 4"),
            ("colonize alaska 9", "colonize siam 4"),
        ),
    }[game]
    together = rounds[:1] if game == "skirmish" else ()
    views = []
    for way in rounds[-2:]:
        battle = make(game, field, "classic", 2, rules={"fog": fog})
        battle.reset(seed=8)
        for texts in (*together, way):
            battle.battle, _events = battle.game.resolve(battle.battle, list(zip("ab", texts, strict=True)), "8")
        views.append(battle.observe("b"))
    same = all((views[0][name] == views[1][name]).all() for name in views[0])
    assert same == (fog == "on")
    own, other = views[0]["battle"][-2:] if fog == "on" else (1, 1)
    assert own and (fog == "off" or other == 0), "the store of the other is hidden"


def test_a_truce_is_offered_by_a_number_and_seen_by_both() -> None:
    battle = make("simultaneous", "seven", "dealt", 3, lines=1, rules={"truces": "kept"})
    battle.reset(seed=9)
    number = {(key[0], key[1], key[3]): each for key, each in battle.numbers.numbers.items() if key[0] == "truce"}
    observations = battle.step({"a": number["truce", "b", "half"], "b": 0, "c": 0})[0]
    assert list(observations["b"]["battle"][-3:]) == [0, 0, 5], "a, the second after b, offers five rounds"
    observations = battle.step({"a": 0, "b": number["truce", "a", "all"], "c": 0})[0]
    assert observations["a"]["battle"][-6:-3][1] == observations["b"]["battle"][-6:-3][2] == 5
    assert not observations["c"]["battle"][-6:].any()


def test_rules_that_the_game_does_not_know_are_refused() -> None:
    library("pettingzoo")
    from players.openings import BadOpening

    for rules in ({"fog": "thick"}, {"unknown": 1}, {"round_limit": 0}):
        with pytest.raises(BadOpening) as error:
            make(rules=rules)
        assert error.value.code == "bad-rules"
