"""Orders in time as what a search asks of the other, and how they are counted where people found each other."""

from typing import Any

import pytest
from django.test import Client

from core import clock, rate_limits
from core.errors import DomainError
from dynasty.models import Dynasty, RatedBattle, RatedSeat
from tests.factories import again, found
from tests.tournaments.pairing.test_seeks import guest, resign, seek
from tournaments.domain import timeliness
from tournaments.domain.timeliness import Timeliness
from tournaments.presenters.pairing import describe_demand
from tournaments.selectors import timeliness as selected
from tournaments.services.pairing import seeks

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


def give_rated(dynasty: Dynasty, *battles: tuple[int, int], pace: str = "live") -> Dynasty:
    """Give a dynasty rated battles, the latest last, with orders and how many of them it missed."""
    for orders, missed in battles:
        battle = RatedBattle.objects.create(family="board", pace=pace, rated_at=clock.now())
        numbers: dict[str, Any] = dict.fromkeys(
            ("rating_before", "deviation_before", "rating_after", "deviation_after"), 1500.0
        )
        RatedSeat.objects.create(
            battle=battle, number=1, dynasty=dynasty, ranked=1, orders=orders, missed=missed, **numbers
        )
    return dynasty


def test_live_and_daily_orders_are_counted_apart_and_the_latest_battles_alone() -> None:
    ming = give_rated(give_rated(found("Ming"), (30, 20)), (30, 0), pace="daily")
    assert selected.get_rated_timeliness(ming, "daily") == Timeliness(30, 0)
    give_rated(ming, *[(2, 0)] * timeliness.BATTLES)
    assert selected.get_percent(ming, "live") == 100
    assert selected.get_percent(None, "live") is None and selected.get_percent(found("New"), "live") is None


@pytest.mark.parametrize(
    ("asks", "orders", "meet"),
    [
        ("timely", (30, 4), False),
        ("timely", (30, 3), True),
        ("timely", (0, 0), True),
        ("known", (0, 0), False),
        ("known", (30, 3), True),
        ("", (30, 30), True),
    ],
)
def test_a_search_meets_only_whom_it_asks_for(asks: str, orders: tuple[int, int], meet: bool) -> None:
    other = found("Other")
    if orders[0]:
        give_rated(other, orders)
    waiting = seek(guest("ann", found("Ann")), asks=asks)
    assert (seek(guest("other", other)).tournament is not None) is meet
    assert seeks.pair_due() == 0
    assert (again(waiting).tournament is not None) is meet


def test_whoever_comes_may_ask_too() -> None:
    seek(guest("late", give_rated(found("Late"), (30, 9))))
    assert seek(guest("ann", found("Ann")), asks="timely").tournament is None
    assert seek(guest("ben")).tournament is not None, "a guest meets whoever waited longest"


def test_a_search_that_asks_is_not_taken_up_by_others() -> None:
    waiting, late = seek(guest("ann", found("Ann")), asks="known"), give_rated(found("Late"), (30, 9))
    for person in (guest("late", late), guest("a guest")):
        with pytest.raises(DomainError) as refused:
            seeks.accept(person=person, code=waiting.code, address="10.0.0.2")
        assert refused.value.code == "not_asked_for"
    prompt = guest("prompt", give_rated(found("Prompt"), (30, 0)))
    assert seeks.accept(person=prompt, code=waiting.code, address="10.0.0.2").status == "running"


def test_an_unknown_demand_is_refused() -> None:
    with pytest.raises(DomainError) as refused:
        seek(guest("ann"), asks="nonsense")
    assert refused.value.code == "bad_seek"


def test_orders_are_counted_and_leaving_at_once_counts_as_missing_three() -> None:
    ming, qing = guest("ming", found("Ming")), guest("qing", found("Qing"))
    seek(ming)
    tournament = seek(qing).tournament
    assert tournament is not None
    resign(tournament, ming)
    rows = {each.dynasty_id: (each.orders, each.missed) for each in RatedSeat.objects.all()}
    assert ming.dynasty is not None and qing.dynasty is not None
    assert rows == {ming.dynasty.pk: (4, 3), qing.dynasty.pk: (1, 0)}


def test_the_page_says_why_one_cannot_play(client: Client) -> None:
    seek(guest("ann", found("Ann")), asks="timely")
    page = client.get("/play/").content.decode()
    assert describe_demand("timely") in page and 'name="asks"' in page
    late = give_rated(found("Late"), (30, 9))
    client.force_login(late.user)
    page = client.get("/play/").content.decode()
    assert "Of yours it was 70 lately" in page and 'name="seek"' not in page
