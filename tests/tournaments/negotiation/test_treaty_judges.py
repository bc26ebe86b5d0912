"""The judges of treaties, and the laws that hold for each of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign import hostilities
from tournaments.domain import treaties
from tournaments.domain.treaties import JOINT, KINDS, PEACE, SPARE, TRIBUTE, Course, Pact, Step, Verdict, judge

SEATS = "abcd"
PAIRS = st.frozensets(st.tuples(st.sampled_from(SEATS), st.sampled_from(SEATS)), max_size=4)
STEPS = st.lists(st.builds(Step, st.integers(1, 6), PAIRS, PAIRS), max_size=8)
COURSES = st.builds(
    Course,
    STEPS,
    st.integers(1, 6),
    st.dictionaries(st.sampled_from(SEATS), st.integers(1, 6)),
    st.lists(st.sampled_from(SEATS), max_size=2, unique=True),
)
PACTS = st.builds(
    Pact,
    st.sampled_from(KINDS),
    st.sampled_from([("a", "b"), ("a", "b", "c")]),
    st.integers(0, 3),
    st.integers(1, 6),
    st.just("d"),
)


def course(*steps: Step, last: int = 9, winners: str = "", **fallen: int) -> Course:
    return Course(steps, last, fallen, tuple(winners))


def step(number: int, *attacks: str, captures: str = "") -> Step:
    pairs = frozenset((pair[0], pair[1]) for pair in attacks)
    return Step(number, pairs, frozenset([(captures[0], captures[1])] if captures else []))


def verdict(broken_by: str = "", **pays: str) -> Verdict:
    return Verdict(tuple(broken_by), {seat: tuple(to) for seat, to in pays.items()})


@pytest.mark.parametrize(
    "pact, battle, expected",
    [
        (Pact(PEACE, ("a", "b"), 2, 5), course(step(2, "ab"), step(6, "ba")), verdict()),
        (Pact(PEACE, ("a", "b"), 2, 5), course(step(3, "ac", "ca")), verdict()),
        (Pact(PEACE, ("a", "b"), 2, 5), course(step(5, "ab")), verdict("a", a="b")),
        (Pact(PEACE, ("a", "b", "c"), 2, 5), course(step(3, "ab", "ac"), step(4, "ba")), verdict("ab", a="bc", b="a")),
        (Pact(SPARE, ("a", "b"), 0, 5), course(step(3, "ab")), verdict()),
        (Pact(SPARE, ("a", "b"), 0, 5), course(step(3, captures="ba")), verdict("b", b="a")),
        (Pact(JOINT, ("a", "b"), 1, 4, "d"), course(step(4, "ad", "bd")), verdict()),
        (Pact(JOINT, ("a", "b"), 1, 4, "d"), course(step(3, "ad", "bd"), step(4, "bd")), verdict("a", a="b")),
        (Pact(JOINT, ("a", "b"), 1, 4, "d"), course(step(4)), verdict("ab")),
        (Pact(JOINT, ("a", "b"), 1, 4, "d"), course(step(4, "bd"), a=3), verdict()),
        (Pact(JOINT, ("a", "b"), 1, 4, "d"), course(step(4), d=3), verdict()),
        (Pact(JOINT, ("a", "b"), 1, 4, "d"), course(step(3), last=3), verdict()),
        (Pact(TRIBUTE, ("a", "b", "c"), 1), course(winners="b"), verdict(b="ac")),
        (Pact(TRIBUTE, ("a", "b"), 1), course(winners="ab"), verdict()),
        (Pact(TRIBUTE, ("a", "b"), 1), course(winners="d"), verdict()),
    ],
)
def test_what_becomes_of_a_treaty(pact: Pact, battle: Course, expected: Verdict) -> None:
    assert judge(pact, battle) == expected


@given(PACTS, COURSES, st.integers(0, 1_000))
def test_stakes_are_split_to_the_unit_among_the_seats(pact: Pact, battle: Course, amount: int) -> None:
    found = judge(pact, battle)
    shares = treaties.split_stakes(pact.seats, amount, found)
    assert sum(shares.values()) == amount * len(pact.seats) and all(part > 0 for part in shares.values())
    assert {seat for pair in shares for seat in pair} <= set(pact.seats)
    for seat in pact.seats:
        own = sum(part for (payer, _to), part in shares.items() if payer == seat)
        assert own == amount and (seat in found.pays or shares.get((seat, seat), 0) == amount)


@given(PACTS, COURSES)
def test_whoever_keeps_it_loses_nothing(pact: Pact, battle: Course) -> None:
    found = judge(pact, battle)
    assert set(found.broken_by) <= set(pact.seats)
    assert pact.kind == TRIBUTE or set(found.pays) <= set(found.broken_by)
    assert all(to and payer not in to for payer, to in found.pays.items())


@given(PACTS.filter(lambda pact: pact.kind in (SPARE, PEACE)), COURSES)
def test_rounds_outside_of_it_do_not_matter(pact: Pact, battle: Course) -> None:
    bound = [each for each in reversed(battle.steps) if pact.since < each.round <= pact.until]
    assert judge(pact, battle) == judge(pact, Course(bound, battle.last_round, battle.fallen, battle.winners))


def test_attacks_in_a_campaign() -> None:
    owners = {"dale": "a", "gate": "b", "ford": "c", "moor": "n"}
    roll = {"kind": "rolled", "what": "assault", "from": "dale", "to": "gate"}
    taken = {"kind": "captured", "seat": "a", "at": "gate", "from": "dale", "armies": 1}
    onward = roll | {"from": "gate", "to": "ford"}
    assert hostilities.find_attacks([roll, taken, onward], owners) == {("a", "b"), ("a", "c")}
    meeting = roll | {"what": "meeting"}
    clash = {"kind": "clash", "from": "dale", "to": "gate", "sent": [1, 1], "left": [0, 0]}
    assert hostilities.find_attacks([meeting], owners) == hostilities.find_attacks([clash], owners)
    assert hostilities.find_attacks([clash], owners) == {("a", "b"), ("b", "a")}
    battle = {"kind": "battle", "at": "gate", "forces": {"dale": 2, "ford": 1}, "losses": {}, "defenders_left": 0}
    assert hostilities.find_attacks([battle, taken], owners) == {("a", "b"), ("c", "b")}
    assert not hostilities.find_attacks([roll | {"to": "moor"}], owners)
