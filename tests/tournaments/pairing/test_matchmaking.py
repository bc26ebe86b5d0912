"""The laws of pairing: who waits longest comes first, nobody meets twice, and nobody who fits is left over."""

from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.domain import games
from tournaments.domain.matchmaking import GROUNDS, PACES, Searcher, find_opponent, fits, get_band, pair_all

NOW = datetime(2026, 11, 22, tzinfo=UTC)
LIVE = PACES["live"]

searches = st.lists(
    st.tuples(st.integers(0, 90), st.integers(600, 2400), st.sampled_from(["", "", "duel-2", "bridge-2"])), max_size=14
).map(
    lambda rows: [
        Searcher(pk, rating, NOW - timedelta(seconds=waited), field)
        for pk, (waited, rating, field) in enumerate(sorted(rows, key=lambda row: -row[0]))
    ]
)


def never_meet(one: Searcher, other: Searcher) -> bool:
    """Return whether two never meet: some pairs of numbers, whichever comes first."""
    return (one.pk + other.pk) % 5 == 0


@given(searches)
@settings(max_examples=150, deadline=None)
def test_nobody_is_in_two_pairs_and_nobody_who_fits_is_left(waiting: list[Searcher]) -> None:
    pairs = pair_all(waiting, LIVE, NOW, never_meet)
    taken = [each.pk for pair in pairs for each in pair]
    assert len(set(taken)) == len(taken)
    assert all(fits(one, other, LIVE, NOW, never_meet) for one, other in pairs)
    left = [each for each in waiting if each.pk not in taken]
    assert all(find_opponent(each, left, LIVE, NOW, never_meet) is None for each in left)


@given(searches)
@settings(max_examples=150, deadline=None)
def test_nobody_waits_behind_somebody_later_who_fits_as_well(waiting: list[Searcher]) -> None:
    pairs = pair_all(waiting, LIVE, NOW, never_meet)
    before: set[int] = set()
    for one, other in pairs:
        passed = [each for each in waiting if each.pk < other.pk and each.pk not in {one.pk, *before}]
        assert not [each for each in passed if fits(one, each, LIVE, NOW, never_meet)]
        before |= {one.pk, other.pk}
    assert [one.pk for one, _other in pairs] == sorted(one.pk for one, _other in pairs)


@given(st.integers(0, 100), st.integers(0, 100))
def test_the_band_widens_with_waiting_until_anybody_fits(one: int, other: int) -> None:
    sooner, later = sorted((one, other))
    for pace in PACES.values():
        assert get_band(pace, sooner * pace.doubles / 20) <= get_band(pace, later * pace.doubles / 20)
        assert get_band(pace, 4 * pace.doubles) == float("inf")


def test_every_ground_is_for_two_and_offered_with_rules_that_two_can_play() -> None:
    assert {ground.family for ground in GROUNDS.values()} == {"board", "map"}
    for ground in GROUNDS.values():
        game = games.GAMES[ground.game]
        assert game.least_seats(game.presets()[ground.preset][2]) == 2 <= len(game.seats_of(ground.field))
        assert ground.family == game.VIEW
