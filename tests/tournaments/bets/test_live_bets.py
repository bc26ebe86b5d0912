"""The page of a tournament that can be bet on: odds over time, the slip to the unit, and the engine's chances."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from dynasty.models import Rating
from tests import factories
from tests.factories import again, born, enter, found, gold, play
from tests.tournaments.bets.test_bets import bet, veteran
from tests.tournaments.test_pages import log_in
from tournaments.models import Entry, Tournament
from tournaments.presenters import chances
from tournaments.selectors import bets, odds_history
from tournaments.services import entries, lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel() -> Tournament:
    """Return a full duel of Ming on seat a and Qing on seat b that waits for bets."""
    cup = factories.announce(
        "conquer",
        seats=2,
        terms={"betting": True, "betting_window": 600},
        game="emperors",
        field="old-duel-2",
        rules={"goals": ["cross"]},
    )
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        enter(cup, born(found(name), name), seat)
    return again(cup)


def test_what_the_slip_says_is_paid_to_the_unit_with_raises_and_odd_units() -> None:
    one, other = veteran("Song"), veteran("Yuan")
    cup = factories.announce("conquer", seats=2, terms={"betting": True})
    bet(cup, one, "a", 7), bet(cup, other, "a", 7), bet(cup, other, "b", 100)
    promised = bets.estimate_return(cup, one.dynasty, "a", "gold", 3)
    bet(cup, None, "a", 3, by=one.dynasty)
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        enter(cup, born(found(name), name), seat)
    lifecycle.start(tournament_id=cup.pk)
    play(cup, {"a": "win"})
    assert promised == (10, gold(one.dynasty) - 990) == (10, 10 + 59)


def test_the_history_of_the_odds_is_that_of_the_stakes_and_names_nobody(duel: Tournament) -> None:
    start, one, other = clock.now(), veteran("Song"), veteran("Yuan")
    for minute, (emperor, seat, amount) in enumerate(((one, "a", 100), (other, "b", 100), (one, "a", 200))):
        with clock.freeze(start + timedelta(minutes=minute)):
            bet(duel, emperor, seat, amount, by=emperor.dynasty)
    moments = odds_history.list_moments(duel)["gold"]
    assert [(dict(each.amounts), each.get_odds("a")) for each in moments] == [
        ({"a": 100}, 1.0),
        ({"a": 100, "b": 100}, 2.0),
        ({"a": 300, "b": 100}, 1.33),
    ]
    page = Client().get(f"/tournament/{duel.code}/").text
    assert 'class="spark"' in page and "Odds: ×1.00 at first, between ×1.00 and ×2.00, now ×1.33" in page
    assert "Song" not in page and one.code not in page


def test_bets_that_went_back_leave_no_trace_in_the_history(duel: Tournament) -> None:
    bet(duel, veteran("Song"), "a", 100), bet(duel, veteran("Yuan"), "b", 50)
    entries.withdraw(tournament=duel, dynasty=Entry.objects.get(tournament=duel, seat="a").dynasty)
    assert [dict(each.amounts) for each in odds_history.list_moments(duel)["gold"]] == [{"b": 50}]


def test_a_long_history_is_thinned_and_ends_with_the_pool(duel: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_history, "MAX_STAKES", 5)
    monkeypatch.setattr(odds_history, "MAX_MOMENTS", 3)
    one = veteran("Song")
    for amount in range(1, 9):
        bet(duel, one, "ab"[amount % 2], amount, by=one.dynasty)
    moments = odds_history.list_moments(duel)["gold"]
    assert len(moments) == 3 and moments[-1].amounts == {"a": 20, "b": 16} and moments[0].total == 10


def test_the_engine_goes_by_skill_and_by_the_seats_of_the_board(duel: Tournament) -> None:
    even = chances.estimate(duel, list(Entry.objects.filter(tournament=duel)))
    assert even is not None and even.by_board and [each.percent for each in even.chances] == [50, 50]
    ming = Entry.objects.get(tournament=duel, seat="a").dynasty
    known = {"rating": 1800, "deviation": 60, "battles": 20, "rated_at": clock.now()}
    Rating.objects.create(dynasty=ming, family="board", pace="live", **known)
    page, body = (
        Client().get(f"/tournament/{duel.code}/").text,
        Client().get(f"/api/v1/tournaments/{duel.code}/").json(),
    )
    assert "Chances by the engine" in page and body["chances"]["a"] > 0.6
    assert sum(body["chances"].values()) == pytest.approx(1)
    assert f"Chance to win: {round(100 * body['chances']['a'])}%" in page


def test_before_the_start_only_and_where_bets_are_taken(duel: Tournament) -> None:
    entered = list(Entry.objects.filter(tournament=duel))
    duel.status = Tournament.Status.RUNNING
    assert chances.estimate(duel, entered) is None
    plain = factories.announce("conquer", seats=2, game="emperors", field="duel-2")
    assert chances.estimate(plain, entered) is None and chances.estimate(again(duel), entered[:1]) is None


def test_of_maps_the_engine_knows_the_skill_alone() -> None:
    cup = factories.announce("conquer", seats=3, terms={"betting": True}, game="campaign.classic", field="seven")
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        enter(cup, born(found(name), name), seat)
    page = log_in(veteran("Song").dynasty).get(f"/tournament/{cup.code}/").text
    assert "From the players’ skill alone." in page and "33%" in page
