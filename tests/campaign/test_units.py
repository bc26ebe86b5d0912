"""Laws of the three units: nothing gets lost, no unit is better than the others, and more is never worse."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign import dice_luck, games, odds
from campaign.chance import Stream
from campaign.events import Event
from campaign.state import State, read, write
from campaign.units import BEATS, UNITS, find_edge, list_ranks
from tests.campaign.random_play import Step, play

NEXT = dict(zip(UNITS, (*UNITS[1:], UNITS[0]), strict=True))
PRICES = {"spears_price": 1, "riders_price": 2, "archers_price": 3}
seeds = st.integers(0, 10**6)
garrisons = st.dictionaries(st.sampled_from(UNITS), st.integers(1, 4), min_size=1)
units = st.sampled_from(UNITS)


def list_steps(seed: int, **options: Any) -> list[Step]:
    """Return the steps of a random battle of three seats on seven territories."""
    chosen = {"units": "three", "start": "dealt", "round_limit": 6, **options}
    setup = {"ruleset": "campaign.simultaneous", "map": "seven", "seats": 3, "options": chosen}
    return [step for step in play(setup, str(seed), leave=0.02) if step[0] is not step[2]]


def count_all(state: State) -> dict[str, int]:
    """Return all armies on the map by unit."""
    return {unit: sum(garrison.get(unit, 0) for garrison in state.units.values()) for unit in UNITS}


def count_changes(events: list[Event]) -> Counter[str]:
    """Return by unit how many armies came, less those that fell."""
    found: Counter[str] = Counter()
    for event in events:
        if event["kind"] == "placed":
            found[event["unit"]] += event["armies"]
        elif event["kind"] == "auction":
            found[event["unit"]] += event["bids"][event["winner"]]
        elif event["kind"] == "rolled":
            for side in ("attacker", "defender"):
                found[event["units"][side]] -= event["losses"][side]
    return found


def rename(value: Any) -> Any:
    """Return a value in which every unit is called as the one that it beats."""
    if isinstance(value, Mapping):
        return {rename(key): rename(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rename(item) for item in value]
    name = value.removesuffix("_price") if isinstance(value, str) else value
    return value.replace(name, NEXT[name]) if name in NEXT else value


def test_each_unit_beats_one_and_is_beaten_by_one() -> None:
    assert sorted(BEATS.values()) == sorted(BEATS)
    for unit in UNITS:
        assert sorted(find_edge(unit, other) for other in UNITS) == [-1, 0, 1]
        assert all(find_edge(unit, other) == -find_edge(other, unit) for other in UNITS)


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_armies_of_each_unit_come_and_go_through_events(seed: int) -> None:
    for before, _given, after, events in list_steps(seed, cards="on", battle_rounds=seed % 3):
        come = count_changes(events)
        assert count_all(after) == {unit: armies + come[unit] for unit, armies in count_all(before).items()}
        for name, holding in after.board.items():
            assert sum(after.units.get(name, {}).values()) == holding.armies
            assert all(armies > 0 for armies in after.units.get(name, {}).values())


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_renamed_by_rotation_a_round_goes_the_same_way(seed: int) -> None:
    for before, submitted, after, events in list_steps(seed, **PRICES):
        renamed = read(rename(write(before)))
        found, happened = games.resolve(renamed, rename(submitted), Stream(str(seed), before.words))
        assert write(found) == rename(write(after))
        assert happened == rename(events)


@settings(max_examples=25, deadline=None)
@given(seeds, units)
def test_where_all_are_of_one_unit_a_round_goes_as_without_units(seed: int, unit: str) -> None:
    setup = {"ruleset": "campaign.simultaneous", "map": "seven", "seats": 3}
    options = {"start": "dealt", "round_limit": 6}
    for before, submitted, after, _events in play(setup | {"options": options}, str(seed)):
        if before is after:
            continue
        held = {name: {unit: each.armies} for name, each in before.board.items() if each.owner}
        alike = replace(before, units=held, options={**before.options, "units": "three"} | dict.fromkeys(PRICES, 1))
        naming = {
            seat: [line | {"unit": unit} if "armies" in line else line for line in sheet]
            for seat, sheet in submitted.items()
        }
        found, _happened = games.resolve(alike, naming, Stream(str(seed), before.words))
        assert found.board == after.board and found.reserve == after.reserve and found.words == after.words


def chance(force: int, garrison: Mapping[str, int], unit: str) -> float:
    found = odds.assault_ranks(force, list_ranks(garrison, unit))
    assert found is not None
    return found.wins


@given(st.integers(1, 7), garrisons, units)
def test_more_attackers_are_never_worse(force: int, garrison: dict[str, int], unit: str) -> None:
    assert chance(force + 1, garrison, unit) >= chance(force, garrison, unit) - 1e-12


@given(st.integers(1, 8), garrisons, units, units)
def test_a_further_defender_of_any_unit_never_helps_the_attacker(
    force: int, garrison: dict[str, int], unit: str, more: str
) -> None:
    stronger = garrison | {more: garrison.get(more, 0) + 1}
    assert chance(force, stronger, unit) <= chance(force, garrison, unit) + 1e-12


@given(st.integers(1, 8), st.integers(1, 6), units)
def test_who_beats_the_others_does_better_than_their_equal_and_that_better_than_who_is_beaten(
    force: int, defenders: int, unit: str
) -> None:
    beaten, beating = BEATS[unit], next(other for other in UNITS if BEATS[other] == unit)
    against = [chance(force, {other: defenders}, unit) for other in (beating, unit, beaten)]
    assert against[0] < against[1] < against[2]


@given(st.integers(1, 8), garrisons)
def test_the_chance_of_an_attack_is_the_same_by_rotation(force: int, garrison: dict[str, int]) -> None:
    renamed = {NEXT[each]: count for each, count in garrison.items()}
    assert chance(force, renamed, NEXT["spears"]) == chance(force, garrison, "spears")


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_the_mean_of_dice_knows_who_beats_whom(edge: int) -> None:
    units = next(
        {"attacker": one, "defender": other} for one in UNITS for other in UNITS if find_edge(one, other) == edge
    )
    faces = range(1, 7)
    worth = []
    for ours in faces:
        for theirs in faces:
            losses = {"attacker": int(ours + edge <= theirs), "defender": int(ours + edge > theirs)}
            roll = {"kind": "rolled", "what": "assault", "from": "x", "to": "y", "losses": losses, "units": units}
            roll["dice"] = {"attacker": [ours], "defender": [theirs]}
            worth.append(dice_luck.measure([roll], {"x": "a", "y": "b"})["a"])
    assert sum(worth) == pytest.approx(0)


def test_a_meeting_is_even_between_equals_and_the_other_way_round_between_others() -> None:
    for dice in (1, 2, 3):
        assert dice_luck.mean_gain("meeting", dice, dice) == 0
        assert dice_luck.mean_gain("meeting", dice, dice, 1) == pytest.approx(
            -dice_luck.mean_gain("meeting", dice, dice, -1)
        )
