"""Who reads its rivals finds out how they play, from what everybody saw, and believes nothing for certain."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from battlefield import Battle, play
from benchmarks.strength import build_opening
from players import LADDER, PLAYERS, choose, rounds_read, thinking
from players.reading import LEAST, MAX, Closed, Kinds, compute_likelihoods, read

FIRST = Kinds(0.3, 0.1, 0.6)
HABIT = partial(thinking.choose_order, thinking.GREEDY)
"""Always does what looks best while everybody else stands still: greedy without its slips."""
CAREFUL, THINKING = (
    partial(thinking.choose_order, replace(PLAYERS[name].thought or thinking.GREEDY, slip=0.0))
    for name in ("guarded", "tactician")
)
EACH = 2
"""How many rounds of a battle are read: soon two that are predictable contest one tile, which says nothing new."""
CHOOSERS = {name: player.choose for name, player in PLAYERS.items()} | {"habit": HABIT, "thinking": THINKING}


def rounds(rival: str, many: int, *, number: int = 0) -> list[Closed]:
    """Return closed rounds of battles in which the rival has seat b; after some rounds another battle follows."""
    past: list[Closed] = []
    while len(past) < many:
        now, luck = build_opening("duel-2", "classic", number, 3), Random(f"{rival} {number}")
        for _ in range(min(EACH, many - len(past))):
            if now.outcome is not None:
                break
            orders = {
                seat: CAREFUL(now, seat, luck) if seat == "a" else CHOOSERS[rival](now, seat, luck)
                for seat in now.to_act
            }
            past.append((now, orders))
            now, _ = play(now, list(orders.items()))
        number += 2
    return past


def test_it_finds_out_who_plays_out_of_habit() -> None:
    beliefs = [read(rounds("habit", many), "b", FIRST).habit for many in (0, 3, 8)]
    assert beliefs[0] == pytest.approx(FIRST.habit)
    assert beliefs[0] < beliefs[1] < beliefs[2] and beliefs[2] > 0.85


def test_it_finds_out_who_plays_at_random() -> None:
    assert read(rounds("random", 10), "b", FIRST).chance > 0.7


def test_who_thinks_is_not_taken_for_either() -> None:
    """Read several battles; some rounds look like habit, because a search often finds the same order."""
    found = [read(rounds("thinking", 10, number=number), "b", FIRST) for number in (0, 20, 40, 60)]
    assert sum(kinds.thought for kinds in found) / len(found) > FIRST.thought
    assert all(kinds.chance < 0.3 for kinds in found)


def test_nothing_is_believed_for_certain_and_one_order_undoes_much() -> None:
    """Shake a belief by the first order that does not fit it."""
    past = rounds("habit", 8)
    believed = read(past, "b", FIRST)
    assert max(believed) <= MAX and min(believed) >= LEAST * 0.9 and sum(believed) == pytest.approx(1)
    now = past[-1][0]
    strays = [order for order in ("A1-A2", *every_order(now, "b")) if unlike_habit(now, order)]
    shaken = read([*past[:-1], (now, {"b": strays[0]})], "b", FIRST)
    assert shaken.habit < believed.habit


def every_order(now: Battle, seat: str) -> list[str]:
    from players import simple

    return [str(order) for order in simple.list_orders(now, seat)]


def unlike_habit(now: Battle, text: str) -> bool:
    likely = compute_likelihoods(now, "b", text)
    return likely is not None and likely.habit < likely.thought


def test_what_is_ordered_again_in_the_same_formation_says_nothing_new() -> None:
    past = rounds("habit", 4)
    assert read([*past, *past], "b", FIRST) == read(past, "b", FIRST)
    assert read(past, "b", FIRST) != read(past[:1], "b", FIRST)


def test_orders_that_say_nothing_are_passed_over() -> None:
    now = build_opening("duel-2", "classic", 0, 3)
    assert read([(now, {"b": "Z9-Z8"})], "b", FIRST) == read([], "b", FIRST)


def test_only_some_read_and_the_others_play_the_same_whatever_lies_behind() -> None:
    reading = {player.name for player in LADDER if player.reads}
    assert reading == {"tactician", "strategist", "general", "grandmaster"}
    assert rounds_read("emperors", "grandmaster", 2) == PLAYERS["grandmaster"].reads
    assert rounds_read("campaign.classic", "grandmaster", 2) == rounds_read("emperors", "greedy", 2) == 0
    assert {name for name in PLAYERS if rounds_read("emperors", name, 4)} == {"grandmaster"}, "what comes back"
    now, past = build_opening("duel-2", "classic", 0, 3), rounds("random", 3)
    for name in set(PLAYERS) - reading:
        assert choose("emperors", now, "a", name, Random(5)) == choose("emperors", now, "a", name, Random(5), past)


def test_the_same_past_and_seed_give_the_same_order() -> None:
    past = rounds("habit", 4)
    now = past[-1][0]
    first, again = (choose("emperors", now, "a", "grandmaster", Random(2), past[:3]) for _ in range(2))
    assert first == again


def test_before_anything_was_read_nothing_is_trusted() -> None:
    """Expect no trust and no edge before anything was read, and little after a single order."""
    thought = PLAYERS["grandmaster"].thought
    assert thought
    battle = build_opening("duel-2", "classic", 0, 3)
    unread = thinking.form_beliefs(thought, battle, "a", ())
    assert unread["trust"] == unread["chance"] == 0 and unread["edge"] == 1
    once = thinking.form_beliefs(thought, battle, "a", rounds("habit", 1))
    often = thinking.form_beliefs(thought, battle, "a", rounds("habit", 8))
    assert once["trust"] < often["trust"] <= thinking.MAX_TRUST
    assert thinking.measure_learning(0.3, 0.2) == 0, "a belief that was shaken gives no hope either"
    steps = [thinking.measure_learning(0.3, now) for now in (0.3, 0.5, 0.8, 1.0)]
    assert steps == sorted(steps) and steps[-1] == pytest.approx(1)
