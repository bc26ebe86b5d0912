"""What a battle comes down to, from plain values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain import settlement
from tournaments.domain.settlement import Battle, Chest, Seat, Take, split_evenly
from tournaments.domain.terms import Terms
from tournaments.domain.tournament_types import FATES, Fates


def battle(type: str, reputations: dict[str, int], rounds: list[str] = (), winners: str = "", **more) -> Battle:
    """Read takes of a round from text: `a*b` the Emperor of b by that of a, `a+b` by a pawn of a, `a-b` a pawn."""
    takes = [
        [Take(text[0], text[2], text[1] in "*+", "pawn" if text[1] == "+" else "emperor") for text in one.split()]
        for one in rounds
    ]
    terms = more.pop("terms", Terms(stake=10 if type == "honour" else 0))
    fell, missed = more.pop("fell", ""), more.pop("missed", {})
    seats = [Seat(letter, points, letter in fell, missed.get(letter, 0)) for letter, points in reputations.items()]
    return Battle(type, terms, seats, takes, tuple(winners), **more)


@given(st.integers(0, 10**12), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_shares_are_equal_and_the_odd_units_go_in_order(amount: int, seats: set[str]) -> None:
    parts = split_evenly(amount, seats)
    assert sum(parts.values()) == amount
    assert list(parts.values()) == sorted(parts.values(), reverse=True)
    assert max(parts.values()) - min(parts.values()) <= 1


@pytest.mark.parametrize(
    ("rounds", "found"),
    [
        (["a*b"], ["a*b:20"]),
        (["a*b", "c*a"], ["a*b:20", "c*a:30"]),
        (["a*b c*a"], ["a*b:20", "c*a:10"]),
        (["a*b b*a"], ["a*b:20", "b*a:10"]),
        (["a*b", "c*b"], ["a*b:20"]),
        (["a-b", "b*c"], ["b*c:40"]),
        (["a*b", "a*c", "d*a"], ["a*b:20", "a*c:40", "d*a:70"]),
        (["a*b", "b*c", "d*a"], ["a*b:20", "b*c:40", "d*a:70"]),
    ],
)
def test_captures_count_from_the_start_of_their_round(rounds: list[str], found: list[str]) -> None:
    fought = battle("death", {"a": 10, "b": 20, "c": 40, "d": 80}, rounds)
    assert [f"{one.taker}*{one.taken}:{one.reputation}" for one in settlement.find_captures(fought)] == found


KINDS = st.sampled_from("*+-")
TAKES = st.lists(
    st.lists(
        st.tuples(st.sampled_from("abcd"), KINDS, st.sampled_from("abcd")).filter(lambda take: take[0] != take[2]),
        max_size=4,
    ),
    max_size=5,
)
ANY_FATES = st.builds(Fates, st.sampled_from(sorted(FATES)), st.sampled_from(sorted(FATES)))


def with_fates(fates: Fates, points: list[int], rounds: list[list[tuple[str, str, str]]], **more) -> Battle:
    stake = more.pop("stake", 0)
    had = {letter: each + stake for letter, each in zip("abcd", points, strict=True)}
    takes = [" ".join(map("".join, each)) for each in rounds]
    return battle("honour" if stake else "conquer", had, takes, terms=Terms(stake=stake, fates=fates), **more)


@given(ANY_FATES, TAKES, st.lists(st.integers(0, 1000), min_size=4, max_size=4), st.integers(0, 50), st.booleans())
def test_reputation_is_handed_over_and_never_made(
    fates: Fates, rounds: list[list[tuple[str, str, str]]], points: list[int], stake: int, won: bool
) -> None:
    """Check that nobody loses what is not there, and that the sum stays, with or without a stake."""
    fought = with_fates(fates, points, rounds, stake=stake, winners="ab" if won else "")
    found = settlement.find_captures(fought)
    left = {seat.letter: seat.reputation for seat in fought.seats}
    for capture in found:
        if capture.fate.hands_over_reputation:
            left[capture.taken] -= capture.reputation
            left[capture.heir] += capture.reputation
            assert left[capture.taken] >= (stake if won else 0)
    for seat, change in settlement.calculate_stakes(fought).items():
        left[seat] += change
    assert sum(left.values()) == sum(seat.reputation for seat in fought.seats)
    assert all(value >= 0 for value in left.values())


@given(ANY_FATES, TAKES, st.lists(st.integers(0, 1000), min_size=4, max_size=4))
def test_each_emperor_has_one_fate_that_follows_who_took_it(
    fates: Fates, rounds: list[list[tuple[str, str, str]]], points: list[int]
) -> None:
    found = settlement.find_captures(with_fates(fates, points, rounds))
    taken = [capture.taken for capture in found]
    assert len(taken) == len(set(taken))
    first = {}
    for each in rounds:
        for taker, kind, seat in each:
            if kind != "-":
                first.setdefault(seat, (taker, fates.emperor if kind == "*" else fates.pawn))
    assert {capture.taken: (capture.taker, capture.fate.name) for capture in found} == first


@given(ANY_FATES, TAKES, st.lists(st.integers(0, 1000), min_size=4, max_size=4))
def test_who_is_unharmed_or_joins_keeps_its_reputation(
    fates: Fates, rounds: list[list[tuple[str, str, str]]], points: list[int]
) -> None:
    """Check that Emperors that nobody robbed or killed end with no less than they had."""
    fought = with_fates(fates, points, rounds)
    found = settlement.find_captures(fought)
    lost = {capture.taken for capture in found if capture.fate.hands_over_reputation}
    left = dict(zip("abcd", points, strict=True))
    for capture in found:
        if capture.fate.hands_over_reputation:
            left[capture.taken] -= capture.reputation
            left[capture.heir] += capture.reputation
    assert all(left[seat] >= had for seat, had in zip("abcd", points, strict=True) if seat not in lost)


@given(ANY_FATES, TAKES, st.lists(st.integers(0, 1000), min_size=4, max_size=4))
def test_an_heir_is_another_seat_only_for_the_dead(
    fates: Fates, rounds: list[list[tuple[str, str, str]]], points: list[int]
) -> None:
    found = settlement.find_captures(with_fates(fates, points, rounds))
    for seat in "abcd":
        own = next((capture for capture in found if capture.taken == seat), None)
        if own is None or not own.fate.kills:
            assert settlement.find_heir(found, seat) == seat


@pytest.mark.parametrize(
    ("fates", "rounds", "left"),
    [
        (Fates("robbed", "robbed"), ["a*b"], {"a": 30, "b": 0, "c": 40}),
        (Fates("robbed", "robbed"), ["a*b", "c*a"], {"a": 0, "b": 0, "c": 70}),
        (Fates("robbed", "robbed"), ["a*b b*a"], {"a": 20, "b": 10, "c": 40}),
        (Fates("robbed", "robbed"), ["a*b", "b*c"], {"a": 30, "b": 40, "c": 0}),
        (Fates("robbed", "joins"), ["a*b", "c+a"], {"a": 0, "b": 20, "c": 50}),
        (Fates("joins", "robbed"), ["a*b", "c+a"], {"a": 30, "b": 0, "c": 40}),
        (Fates("unharmed", "dies"), ["a+b", "c*b"], {"a": 10, "b": 20, "c": 40}),
        (Fates("unharmed", "dies"), ["a+b c*b"], {"a": 10, "b": 20, "c": 40}),
    ],
)
def test_what_fates_leave_to_whom(fates: Fates, rounds: list[str], left: dict[str, int]) -> None:
    has = {"a": 10, "b": 20, "c": 40}
    for capture in settlement.find_captures(battle("conquer", has, rounds, terms=Terms(fates=fates))):
        if capture.fate.hands_over_reputation:
            has[capture.taken] -= capture.reputation
            has[capture.heir] += capture.reputation
    assert has == left


@pytest.mark.parametrize(
    ("rounds", "heirs"),
    [
        (["a*b"], "aac"),
        (["a*b", "c*a"], "ccc"),
        (["a*b c*a"], "cac"),
        (["c*a", "a*b"], "ccc"),
        (["c*a", "a*c"], "cbc"),
        (["c*a", "b*c", "a*b"], "bbb"),
        (["a*b b*a"], "bac"),
    ],
)
def test_the_heir_is_who_got_the_rest(rounds: list[str], heirs: str) -> None:
    found = settlement.find_captures(battle("death", {"a": 10, "b": 20, "c": 40}, rounds))
    assert "".join(settlement.find_heir(found, seat) for seat in "abc") == heirs


@pytest.mark.parametrize(
    ("winners", "changes"),
    [
        ("a", {"a": 30, "b": -10, "c": -10, "d": -10}),
        ("abc", {"a": 4, "b": 3, "c": 3, "d": -10}),
        ("abcd", {"a": 0, "b": 0, "c": 0, "d": 0}),
    ],
)
def test_stakes_of_honour(winners: str, changes: dict[str, int]) -> None:
    assert settlement.calculate_stakes(battle("honour", dict.fromkeys("abcd", 50), winners=winners)) == changes


def rows(fought: Battle) -> dict[str, str]:
    values: dict[str, list[str]] = {}
    for seat, cause, points in settlement.list_points(fought):
        values.setdefault(seat, []).append(f"{cause}{points:+d}")
    return {seat: " ".join(each) for seat, each in values.items()}


@pytest.mark.parametrize(
    ("fought", "expected"),
    [
        (battle("honour", {"a": 0, "b": 0}, ["a*b"], "a", fell="b"), {"a": "won+20 emperor+10", "b": "fell-5"}),
        (battle("gift", {"a": 0, "b": 0}, ["a*b"], "a", fell="b"), {"a": "won+20 emperor+10"}),
        (battle("conquer", {"a": 0, "b": 0}, ["a-b a-b", "a-b"], "b"), {"a": "survived+2 pawn+3", "b": "won+20"}),
        (battle("honour", {"a": 0, "b": 0}, ["a-b"] * 14, "b"), {"a": "survived+2 pawn+10", "b": "won+20"}),
        (
            battle("honour", {"a": 0, "b": 0}, winners="ab", draw=True),
            {"a": "shared+5 survived+2", "b": "shared+5 survived+2"},
        ),
        (
            battle("honour", {"a": 0, "b": 0}, winners="ab", draw=True, fell="ab"),
            {"a": "shared+5 fell-5", "b": "shared+5 fell-5"},
        ),
        (
            battle("death", {"a": 0, "b": 0}, winners="a", missed={"a": 3, "b": 44}),
            {"a": "won+20 missed-3", "b": "survived+2 missed-10"},
        ),
        (battle("gift", {"a": 0, "b": 0}, winners="a", missed={"b": 44}), {"a": "won+20", "b": "survived+2"}),
        (
            battle("honour", {"a": 0, "b": 0}, winners="a", terms=Terms(stake=1, points=(("won", 3), ("survived", 0)))),
            {"a": "won+3"},
        ),
    ],
)
def test_the_table_of_points(fought: Battle, expected: dict[str, str]) -> None:
    assert rows(fought) == expected


@pytest.mark.parametrize(
    ("chests", "changes"),
    [
        ([("a", 500, "b"), ("b", 200, "a"), ("c", 900, "")], {"a": 10, "b": -10}),
        ([("a", 500, "b")], {}),
        ([("a", 500, "b"), ("b", 500, "a")], {}),
        ([("a", 500, "b"), ("b", 500, "a"), ("c", 100, "a")], {"c": -10}),
        ([("a", 500, "b"), ("b", 100, "a"), ("c", 100, "a")], {"a": 10}),
        ([], {}),
    ],
)
def test_generosity(chests: list[tuple[str, int, str]], changes: dict[str, int]) -> None:
    assert settlement.calculate_generosity([Chest(*chest) for chest in chests], 10) == changes
