"""Orders are judged by what was to be expected of them, and by nothing that was learned later."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlefield import Battle, Formation, Ruleset, begin, legal_orders
from benchmarks.strength import build_opening
from players import equilibria, forecasts, reviews
from players.fast import evaluation, two_player
from players.reviews import Grade, evaluate_position, find_grade, judge_order, preview, review_round
from tests.players.random_battles import any_battle

ORDERS = ["-", "A1-A2", "A1-A3", "B1-B4", "C3-C2"]
BOARDS = [("duel-2", "classic"), ("bridge-2", "crossing"), ("delta-3", "courtly"), ("cross-4", "usurpers")]
GLANCED = 64
"""How many positions the chances of a round are judged by at a glance; 35 on average."""
shares = st.floats(0, 1)
matrices = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(shares, min_size=width, max_size=width), min_size=1, max_size=5)
)
values = st.fixed_dictionaries(dict.fromkeys(ORDERS, shares))
mixtures = st.dictionaries(st.sampled_from(ORDERS), st.floats(0.02, 1), min_size=1)


def test_a_glance_at_a_round_of_a_duel_judges_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[int]()

    def count(*given: Any) -> None:
        judged[-1] += 1
        evaluation.evaluate(*given)

    monkeypatch.setattr(two_player, "evaluate", count)
    for number in range(0, 24, 2):
        judged.append(0)
        preview(build_opening("duel-2", "classic", number, 7))
    assert 1 < max(judged) <= GLANCED, judged


def face_to_face() -> Battle:
    """Return a battle in which either seat can take the other's Emperor, or the pawn that threatens its own."""
    rows = "|(a)| b |   |", "|   |   |   |", "|   | a |(b)|"
    line = "+---+---+---+"
    return begin(Formation.read("\n".join([line, rows[0], line, rows[1], line, rows[2], line])), Ruleset())


@given(matrices)
def test_nobody_gains_much_by_leaving_a_solved_mixture(table: list[list[float]]) -> None:
    mine, theirs = equilibria.solve(table)
    assert sum(mine) == pytest.approx(1) and sum(theirs) == pytest.approx(1)
    kept = min(sum(table[i][j] * mine[i] for i in range(len(mine))) for j in range(len(theirs)))
    given_up = max(sum(share * often for share, often in zip(row, theirs, strict=True)) for row in table)
    assert -1e-9 <= given_up - kept < 0.08


@given(st.sampled_from(ORDERS), mixtures, values, st.sets(st.sampled_from(ORDERS)))
def test_a_loss_is_never_negative_and_what_saves_loses_little(
    order: str, mixture: dict[str, float], chance: dict[str, float], others: set[str]
) -> None:
    found = judge_order(order, mixture, chance.__getitem__, others)
    assert found.loss >= 0 and found.best == max(chance[each] for each in {*mixture, order})
    assert (found.saving is None) == (found.loss <= reviews.FINE)
    if found.saving:
        assert found.saving.order != order and found.best - found.saving.chance <= reviews.FINE + 1e-9
        good = [each for each in {*mixture, *others} if chance[each] >= found.best - reviews.FINE]
        assert found.saving.order == min(good, key=lambda each: reviews.rank_change(order, each, mixture)), (
            "the least change"
        )


@given(st.lists(shares, min_size=2, max_size=2))
def test_a_greater_loss_is_never_a_better_grade(losses: list[float]) -> None:
    less, more = sorted(losses)
    assert list(Grade).index(find_grade(less)) <= list(Grade).index(find_grade(more))


@pytest.mark.parametrize(("board", "preset"), BOARDS)
def test_no_order_is_judged_by_what_the_others_gave(board: str, preset: str) -> None:
    battle, luck = build_opening(board, preset, 1, 5), Random(7)
    seat = battle.to_act[0]

    def draw() -> dict[str, str]:
        orders = {}
        for each in battle.to_act:
            origin, goals = luck.choice(list(legal_orders(battle.formation, each, battle.ruleset.path).items()))
            orders[each] = f"{origin}-{luck.choice(list(goals))}"
        return orders

    first, *others = (draw() for _ in range(3))
    judged = review_round(battle, first, deep=True)
    assert sum(judged.chances.values()) == pytest.approx(1) and set(judged.orders) == set(battle.to_act)
    for other in others:
        again = review_round(battle, other | {seat: first[seat]}, deep=True)
        assert again.orders[seat] == judged.orders[seat] and again.chances == judged.chances


@pytest.mark.parametrize(("board", "preset"), BOARDS)
def test_orders_of_the_mixture_lose_nothing_to_speak_of(board: str, preset: str) -> None:
    battle = build_opening(board, preset, 2, 3)
    mixtures = {seat: judged.mixture for seat, judged in review_round(battle, {}, deep=True).orders.items()}
    for seat, mixture in mixtures.items():
        assert sum(option.often for option in mixture) == pytest.approx(1)
        for option in mixture:
            again = review_round(battle, {seat: option.order}, deep=True).orders[seat]
            assert again.played == option and again.loss <= 0.1
    assert all(judged[0].chance >= 0 for judged in mixtures.values())


def test_a_capture_that_was_missed_is_a_blunder_and_would_have_saved_it() -> None:
    orders = review_round(face_to_face(), {"a": "B3-B2", "b": "B1-A1"}, deep=True).orders
    missed, taken = orders["a"], orders["b"]
    assert missed.grade == Grade.BLUNDER and missed.loss > 0.3 and missed.played.often == 0
    assert missed.saving and missed.saving.order == "B3-C3" == missed.mixture[0].order
    assert missed.saving.often == missed.mixture[0].often > 0.9
    assert taken.grade == Grade.BEST and taken.saving is None


def test_who_resigned_is_not_judged_and_who_gave_no_order_held() -> None:
    found = review_round(face_to_face(), {"a": "abdicate"})
    assert set(found.orders) == {"b"} and found.orders["b"].played.order == "-"


@pytest.mark.parametrize(("board", "preset"), BOARDS)
def test_a_preview_adds_up_and_a_battle_that_is_over_needs_none(board: str, preset: str) -> None:
    battle = build_opening(board, preset, 0, 3)
    assert sum(preview(battle).values()) == pytest.approx(1)
    assert all(0 <= forecasts.forecast(battle, seconds=0).chances[seat] <= 1 for seat in preview(battle))


@pytest.mark.parametrize("seed", range(12))
def test_any_position_is_evaluated_for_every_seat_that_fights(seed: int) -> None:
    battle = any_battle(Random(seed))
    if len(battle.to_act) < 2 or battle.outcome:
        return
    found = evaluate_position(battle)
    assert sum(found.chances.values()) == pytest.approx(1) and set(found.advice) == set(battle.to_act)
    for seat, advice in found.advice.items():
        legal = legal_orders(battle.formation, seat, battle.ruleset.path)
        texts = {"-", *(f"{origin}-{goal}" for origin, goals in legal.items() for goal in goals)}
        assert {option.order for option in advice.mixture} <= texts
        assert sum(option.often for option in advice.mixture) == pytest.approx(1)
        assert {reply.seat for reply in advice.replies} <= {*battle.to_act} - {seat}
        assert all(0 <= reply.chance <= 1 and reply.often > 0 for reply in advice.replies)


def test_a_reply_that_takes_the_emperor_matters_most() -> None:
    found = evaluate_position(face_to_face())
    assert found.advice["a"].replies[0].chance <= min(reply.chance for reply in found.advice["a"].replies) + 0.2
    assert found.advice["a"].mixture[0].often >= found.advice["a"].mixture[-1].often
