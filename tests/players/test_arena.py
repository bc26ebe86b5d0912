"""The arena meets everything: every rule, both seats, and opponents that give legal orders."""

from random import Random

import pytest

from battlefield.battles import read_order
from battlefield.rulesets import CHOICES
from benchmarks import arena, rivals
from players import drawing, matches


@pytest.mark.parametrize("name", rivals.RIVALS)
def test_rivals_give_legal_orders(name: str) -> None:
    battle = arena.Meeting("tactician", name, 4, 3, "both").opening()
    rival = rivals.RIVALS[name]("tactician")
    for seat in battle.seats:
        read_order(battle, seat, rival(battle, seat, Random(1), ()))


def test_openings_come_in_pairs_and_every_value_of_every_rule_has_its_turn() -> None:
    first, again, other = (arena.Meeting("greedy", "turtle", number, 3, "both").opening() for number in (6, 7, 8))
    assert first == again != other
    seen = [arena.rules_of(number) for number in range(80)]
    for rule, known in CHOICES.items():
        assert {getattr(rules, rule) for rules in seen} == set(known)


def test_a_board_is_drawn_anew_until_the_rules_fit_it() -> None:
    """Begin twice where the first board drawn has no middle, and a throne needs one."""
    for number, seed in ((100, 31), (40, 101)):
        battle = arena.Meeting("greedy", "turtle", number, seed, "both").opening()
        assert "throne(6)" in battle.ruleset.goals and battle.formation.board.middle_throne


def test_a_learner_finds_out_who_repeats_himself() -> None:
    learner = rivals.Learner()
    opening = arena.Meeting("greedy", "learner", 0, 3, "true").opening()
    _, past = matches.play_battle(opening, {"a": learner, "b": rivals.turtle}, "1")
    assert len(past) > 1 and learner.trust.max() > learner.trust.min()


def test_solved_mixtures_leave_nothing_to_gain() -> None:
    import numpy as np

    shares = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    mine, theirs = rivals.solve(shares, 500)
    assert (shares @ theirs).max() - (mine @ shares).min() < 0.02


@pytest.mark.parametrize("seats", [2, 4])
def test_drawn_boards_are_the_same_for_every_seat(seats: int) -> None:
    for seed in range(5):
        formation = drawing.draw_formation(Random(seed), seats)
        counts = {seat: sum(piece.seat == seat for piece in formation.pieces.values()) for seat in formation.seats}
        assert len(counts) == seats and len(set(counts.values())) == 1
