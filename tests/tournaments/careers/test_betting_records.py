"""What bets came to, for everybody: of months that are over, and of so many bets that none can be told from them."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from core import clock
from dynasty import tasks
from dynasty.domain.achievements import BETTING
from dynasty.models import Dynasty, Event, Trophy
from dynasty.selectors import betting_records, integrity
from dynasty.selectors.betting_records import BettingRecord
from dynasty.services import account_deletion, chronicle
from dynasty.services.achievements import award_bettors, award_trophies
from tests import factories
from tests.factories import born, enter, found, log_bet, play
from tests.tournaments.bets.test_bets import bet
from tournaments.services import lifecycle

pytestmark = pytest.mark.django_db
OCTOBER, LATER = datetime(2026, 10, 12, tzinfo=UTC), datetime(2026, 11, 3, 12, tzinfo=UTC)


def settle(dynasty: Dynasty, *returned: int, at: datetime = OCTOBER) -> None:
    """Log bets of 100 gold that brought back so much."""
    before = Event.objects.filter(kind="bet_settled", mentions__dynasty=dynasty).count()
    with clock.freeze(at):
        for number, amount in enumerate(returned, before):
            log_bet(dynasty, number, amount)


def names(dynasty: Dynasty) -> set[str]:
    return set(Trophy.objects.filter(dynasty=dynasty).values_list("name", flat=True))


def find(dynasty: Dynasty) -> BettingRecord | None:
    with clock.freeze(LATER):
        return betting_records.find_record(dynasty)


def test_a_record_counts_bets_of_months_that_are_over() -> None:
    song = found("Song")
    settle(song, *[150] * 9, 0)
    settle(song, 0, 0, at=LATER)
    assert find(song) == BettingRecord(bets=10, won=9, percent=135, longest=1)
    with clock.freeze(OCTOBER):
        assert betting_records.find_record(song) is None, "the month is not over"


def test_few_bets_bets_in_few_battles_and_houses_are_not_told() -> None:
    seldom, narrow, house = found("Han"), found("Liao"), factories.house("Xia")
    settle(seldom, *[300] * 9)
    with clock.freeze(OCTOBER):
        for number in range(0, 60, 5):
            log_bet(narrow, number, 300)
    settle(house, *[300] * 20)
    assert find(seldom) is find(narrow) is find(house) is None
    with clock.freeze(LATER):
        assert award_bettors() == 0 and not Trophy.objects.exists()


def test_bets_that_were_given_back_do_not_count() -> None:
    song = found("Song")
    settle(song, *[150] * 10)
    with clock.freeze(OCTOBER):
        log_bet(song, 99, 100, result="refunded")
    record = find(song)
    assert record and record.bets == 10


@pytest.mark.parametrize(
    ("returned", "earned"),
    [
        ([110] * 10, {"ten_bets"}),
        ([110] * 9 + [0], set()),
        ([500] + [0] * 9, {"long_shot"}),
        ([499] + [0] * 9, set()),
        ([250] * 9 + [0] * 11, {"ahead_of_the_odds"}),
        ([250] * 8 + [0] * 12, set()),
        ([250] * 8 + [0] * 11, set()),
        ([90_000] + [0] * 19, {"long_shot"}),
    ],
)
def test_each_trophy_is_earned_exactly_there(returned: list[int], earned: set[str]) -> None:
    song = found("Song")
    settle(song, *returned)
    with clock.freeze(LATER):
        award_bettors()
        assert names(song) == earned
        assert award_bettors() == 0, "each once"


def test_they_are_given_when_the_month_is_over_and_name_no_battle() -> None:
    song = found("Song")
    settle(song, *[150] * 20)
    with clock.freeze(OCTOBER):
        award_trophies([song], clock.now(), "cup")
        assert award_bettors() == 0 and not names(song)
    with clock.freeze(LATER):
        assert tasks.hourly()["trophies"] == 2
        award_trophies([song], clock.now(), "cup")
    given = Trophy.objects.filter(dynasty=song).values_list("name", "at", "place")
    begins = datetime(2026, 11, 1, tzinfo=UTC)
    assert set(given) == {("ten_bets", begins, ""), ("ahead_of_the_odds", begins, "")}


def test_the_books_prove_them_from_the_log() -> None:
    song, yuan = found("Song"), found("Yuan")
    settle(song, *[150] * 20)
    with clock.freeze(LATER):
        award_bettors()
    assert integrity.find_differences() == []
    Trophy.objects.create(dynasty=yuan, name="long_shot", at=LATER)
    assert [each.what for each in integrity.find_differences()] == [f"trophy long_shot of dynasty {yuan.pk}"]
    Trophy.objects.filter(dynasty=yuan).delete()
    chronicle.erase_events(list(Event.objects.filter(kind="bet_settled").values_list("pk", flat=True)[:1]))
    assert {each.what for each in integrity.find_differences()} == {f"trophy ahead_of_the_odds of dynasty {song.pk}"}


def test_they_go_with_the_log_when_an_account_is_deleted() -> None:
    song = found("Song")
    settle(song, *[150] * 20)
    with clock.freeze(LATER):
        award_bettors()
    assert song.user
    account_deletion.delete_account(user=song.user, address=song.user.email)
    assert not Trophy.objects.filter(name__in=BETTING).exists() and integrity.find_differences() == []


def test_true_battles_are_counted() -> None:
    song, yuan = (factories.proven(found(name)) for name in ("Song", "Yuan"))
    attending = {each: born(each, f"{each} at bets") for each in (song, yuan)}
    with clock.set_back(OCTOBER):
        for number in range(10):
            cup = factories.announce("gift", seats=2, terms={"betting": True})
            bet(cup, attending[song], "a", 20), bet(cup, attending[yuan], "b", 20)
            for seat in "ab":
                enter(cup, born(found(f"House {'abcdefghij'[number]} {seat}"), "Ada"), seat)
            lifecycle.start(tournament_id=cup.pk)
            play(cup, {"a": "win"})
    assert find(song) == BettingRecord(bets=10, won=10, percent=200, longest=2)
    assert find(yuan) == BettingRecord(bets=10, won=0, percent=0, longest=0)


def test_pages_and_the_api_tell_them(client: Client) -> None:
    cup, fighters = factories.begin("gift", 0, 0)
    play(cup, {"a": "win"})
    song, other = (each.dynasty for each in fighters)
    settle(song, *[150] * 20)
    with clock.freeze(LATER):
        award_bettors()
        for dynasty, figures in ((song, {"bets": 20, "won": 20, "percent": 150}), (other, None)):
            career = client.get(f"/api/v1/dynasties/{dynasty.code}/career/").json()
            assert career["betting"] == figures
            shown = client.get(f"/dynasty/{dynasty.code}/career/").text
            assert ("150%" in shown and "Return per bet" in shown) is (dynasty == song)
        rows = {row["achievement"]: row for row in client.get(f"/api/v1/dynasties/{song.code}/trophies/").json()}
        shown = client.get(f"/dynasty/{song.code}/trophies/").text
    assert rows["ten_bets"]["earned_at"] and rows["long_shot"]["count"] == 1
    assert "Good eye" in shown and "when a month is over" in shown
