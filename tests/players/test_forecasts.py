"""What a battle promises is told in chances that add up, with orders that may be given."""

import time
from random import Random

import pytest

from battlefield import Battle, Formation, Ruleset, begin, play
from battlefield.battles import read_order
from benchmarks.strength import build_opening
from players import forecasts, weights

BOARDS = [("duel-2", "classic"), ("bridge-2", "crossing"), ("delta-3", "courtly"), ("cross-4", "usurpers")]


def build_boxed_in() -> Battle:
    """Return a battle in one column in which a takes the Emperor of b, which cannot get away."""
    return begin(Formation.read("+---+---+---+---+---+\n|(a)| a4|   | b |(b)|\n+---+---+---+---+---+"), Ruleset())


@pytest.mark.parametrize(("board", "preset"), BOARDS)
def test_chances_and_mixtures_are_whole_and_orders_legal(board: str, preset: str) -> None:
    battle = build_opening(board, preset, 0, 3)
    found = forecasts.forecast(battle, seconds=60, tables=3)
    assert found == forecasts.forecast(battle, seconds=60, tables=3), "with time to spare always the same"
    assert sum(found.chances.values()) == pytest.approx(1) and set(found.chances) == set(battle.seats)
    assert set(found.orders) == set(battle.to_act) and found.looked_into > 0
    for seat, options in found.orders.items():
        assert sum(option.often for option in options) == pytest.approx(1)
        assert [option.often for option in options] == sorted((each.often for each in options), reverse=True)
        for option in options:
            read_order(battle, seat, option.order)
            assert 0 <= option.value <= 1


def test_who_can_win_at_once_has_all_the_chances() -> None:
    battle = build_boxed_in()
    found = forecasts.forecast(battle, seconds=60)
    assert found.chances["a"] > 0.99
    assert found.orders["a"][0].order == "B1-E1" and found.orders["a"][0].often > 0.9
    ended, _ = play(battle, [("a", "B1-E1"), ("b", "-")])
    assert forecasts.forecast(ended) == forecasts.Forecast({"a": 1.0, "b": 0.0}, {}, 0)


def test_a_budget_of_time_is_kept() -> None:
    battle = build_opening("duel-2", "classic", 2, 3)
    began = time.monotonic()
    short = forecasts.forecast(battle, seconds=0.0, tables=10_000)
    assert short.looked_into == 1, "one table at least"
    assert time.monotonic() - began < 30


def test_of_many_seats_shares_are_drawn_towards_equal_ones() -> None:
    """Keep nothing for fallen seats and the order of the others, and believe the less the more fight on."""
    battle = build_opening("cross-4", "classic", 2, 3)
    shares = [0.4, 0.3, 0.2, 0.1]
    found = forecasts.calibrate(battle, shares)
    assert sum(found) == pytest.approx(1) and found == sorted(found, reverse=True)
    assert all(abs(chance - 0.25) < abs(share - 0.25) for chance, share in zip(found, shares, strict=True))
    assert forecasts.calibrate(battle, [0.7, 0.3, 0.0, 0.0])[2:] == [0.0, 0.0]
    assert forecasts.calibrate(battle, [0.0, 1.0, 0.0, 0.0]) == [0.0, 1.0, 0.0, 0.0]
    trust = [weights.get_trust(battle, fighting) for fighting in range(2, 9)]
    assert trust[0] > trust[2] > trust[-1] >= 0 and trust[3:] == [trust[3]] * 4
    assert weights.get_trust(build_opening("duel-2", "classic", 2, 3), 2) == 1, "two seats need no correction"


def test_calibration_keeps_the_order_and_follows_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = build_opening("duel-2", "classic", 2, 3)
    monkeypatch.setattr(weights, "get_trust", lambda battle, fighting: 0.5)
    milder = forecasts.calibrate(battle, [0.8, 0.2])
    assert 0.5 < milder[0] < 0.8 and sum(milder) == pytest.approx(1)
    luck = Random(1)
    shares = sorted(luck.random() for _ in range(5))
    assert [forecasts.calibrate(battle, [share, 1 - share])[0] for share in shares] == sorted(
        forecasts.calibrate(battle, [share, 1 - share])[0] for share in shares
    )
