"""Who meets whom in an arena, and what a battle is worth."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain import arenas
from tournaments.domain.arenas import Score, Waiting

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LONG_AGO = NOW - arenas.REPEATS_AFTER


def wait(pk: int, points: int = 0, seconds: int = 1, last: int | None = None) -> Waiting:
    return Waiting(pk, pk, points, NOW - timedelta(seconds=seconds), last)


@st.composite
def rooms(draw: st.DrawFn) -> list[Waiting]:
    """Draw people who wait, some of whom have just met."""
    pks = draw(st.lists(st.integers(1, 40), unique=True, max_size=24))
    return [
        wait(pk, draw(st.integers(0, 9)), draw(st.integers(0, 40)), draw(st.sampled_from([None, *pks]))) for pk in pks
    ]


def test_the_nearest_by_points_meet() -> None:
    one, two, three, four = wait(1, 9), wait(2, 1), wait(3, 8), wait(4, 0)
    assert arenas.pair_all([two, four, one, three], NOW) == [(one, three), (two, four)]


def test_nobody_meets_the_same_rival_twice_in_a_row_while_there_are_others() -> None:
    one, two, three = wait(1, 9, last=2), wait(2, 9, last=1), wait(3, 0)
    assert arenas.pair_all([one, two, three], NOW) == [(one, three)]
    assert arenas.pair_all([one, two], NOW) == []


def test_two_who_are_alone_meet_again_after_a_while() -> None:
    patient = [wait(1, last=2, seconds=15), wait(2, last=1, seconds=15)]
    assert len(arenas.pair_all(patient, NOW)) == 1


def test_who_must_not_meet_does_not() -> None:
    assert arenas.pair_all([wait(1), wait(2)], NOW, apart=lambda one, other: True) == []


@given(rooms())
def test_everybody_is_paired_once_and_nobody_is_left_beside_somebody_free(room: list[Waiting]) -> None:
    pairs = arenas.pair_all(room, NOW)
    met = [each.pk for pair in pairs for each in pair]
    assert len(met) == len(set(met)) and set(met) <= {each.pk for each in room}
    left = [each for each in room if each.pk not in met]
    assert not any(arenas.may_meet(one, other, NOW) for one in left for other in left)


@given(st.lists(st.sampled_from(["won", "drawn", "lost"]), max_size=30))
def test_points_are_the_sum_of_what_the_battles_were_worth(results: list[str]) -> None:
    score, worths = Score(), []
    for result in results:
        doubled = score.streak >= arenas.STREAK
        score, worth = arenas.add_result(score, result)
        assert worth == arenas.POINTS[result] * (2 if doubled else 1)
        worths.append(worth)
    assert score.points == sum(worths)
    assert score.streak == 0 or results[-score.streak :] == ["won"] * score.streak


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), max_size=20))
def test_places_follow_the_scores(scores: list[tuple[int, int]]) -> None:
    places = arenas.rank_all(scores)
    for own, place in zip(scores, places, strict=True):
        assert place == 1 + sum(other > own for other in scores)
