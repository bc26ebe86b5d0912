"""Founding a locked battlefield: the organiser pays the treasury for the lock, or gets it back."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from core.errors import DomainError
from dynasty.catalog import assets, baskets, keys
from dynasty.models import Account, Dynasty, Transfer
from dynasty.services import key_shop, treasury
from tests import factories
from tests.factories import announce, born, endow, enter, found, gold, play
from tournaments.domain import terms
from tournaments.models import Tournament
from tournaments.selectors import integrity
from tournaments.services import announcements, lifecycle
from tournaments.services.organiser_costs import battlefield_locks

pytestmark = pytest.mark.django_db
IRON: dict[str, Any] = {"key": "iron"}
IN_GOLD = keys.KEYS["iron"].lock_prices["gold"]


@pytest.fixture
def host() -> Dynasty:
    return found("Ming")


def announce_locked(host: Dynasty, lock: dict[str, Any] = IRON, **changes: Any) -> Tournament:
    return announce("conquer", host, terms=lock, **changes)


def fill_seats(tournament: Tournament) -> None:
    for seat, name in zip("ab", ("Qing", "Song"), strict=True):
        dynasty = found(name)
        key_shop.buy_keys(dynasty=dynasty, name="iron")
        enter(tournament, born(dynasty, name), seat)


def sum_taken(asset: str) -> int:
    """Return how much of an asset the treasury has taken for locks."""
    paid = Transfer.objects.filter(cause="lock", credit__purpose=Account.Purpose.TREASURY, asset=asset)
    return sum(paid.values_list("amount", flat=True))


def test_every_lock_has_a_price_in_gemstones_or_metal_and_one_in_gold() -> None:
    for key in keys.KEYS.values():
        asset, in_gold = key.lock_prices
        assert assets.ASSETS[asset].group in ("gemstones", "metals") and in_gold == "gold"
    assert baskets.format_lock("iron") == f"2 sapphires or {IN_GOLD} gold coins"
    assert baskets.format_lock("lead") == "lead"


def test_gemstones_pay_before_coins(host: Dynasty) -> None:
    endow(host, "sapphire", 3)
    before = gold(host)
    announce_locked(host)
    assert (gold(host, "sapphire"), gold(host)) == (1, before)
    announce_locked(host)
    assert (gold(host, "sapphire"), gold(host)) == (1, before - IN_GOLD)
    assert factories.sum_escrows() == 2 + IN_GOLD and factories.books_balance()


def test_what_lies_in_the_prize_pays_no_lock(host: Dynasty) -> None:
    endow(host, "sapphire", 3)
    announce("gift", host, terms=IRON | {"prize": {"sapphire": 2}})
    assert (gold(host, "sapphire"), gold(host)) == (1, 1_000 - IN_GOLD)


def test_without_enough_nothing_is_announced(host: Dynasty) -> None:
    endow(host, "sapphire", 1)
    spend(host, IN_GOLD - 1)
    with pytest.raises(DomainError) as error:
        announce_locked(host)
    assert error.value.code == "lock_too_dear" and f"2 sapphires or {IN_GOLD} gold coins" in str(error.value)
    assert not Tournament.objects.exists() and not factories.sum_escrows()


def spend(dynasty: Dynasty, left: int) -> None:
    """Leave a dynasty so much gold."""
    purse, chest = treasury.get_wallet(dynasty, "gold"), treasury.get_treasury("gold")
    treasury.transfer(
        key=f"test:spent:{dynasty.code}",
        debit=purse,
        credit=chest,
        asset="gold",
        amount=purse.balance - left,
        cause="correction",
    )


@pytest.mark.parametrize("lock", [IRON, IRON | {"key_consumed": True}])
def test_when_the_battle_is_over_the_treasury_has_the_price(host: Dynasty, lock: dict[str, Any]) -> None:
    endow(host, "sapphire", 2)
    tournament = announce_locked(host, lock)
    fill_seats(tournament)
    lifecycle.start(tournament_id=tournament.pk)
    assert factories.sum_escrows() == 2 + 2, "two keys, and two sapphires"
    play(tournament, {"a": "seize b"})
    assert factories.again(tournament).status == "finished"
    assert (gold(host, "sapphire"), sum_taken("sapphire"), factories.sum_escrows()) == (0, 2, 0)
    assert factories.books_balance() and not list(integrity.find_problems())


def test_what_is_called_off_gives_the_price_back(host: Dynasty) -> None:
    tournament = announce_locked(host)
    fill_seats(tournament)
    announcements.cancel(tournament=tournament, by=host)
    assert gold(host) == 1_000 and not factories.sum_escrows() and factories.books_balance()


def test_what_too_few_enter_gives_the_price_back(host: Dynasty) -> None:
    tournament = announce_locked(host)
    with clock.freeze(tournament.starts_at):
        lifecycle.start(tournament_id=tournament.pk)
    assert factories.again(tournament).status == "cancelled"
    assert gold(host) == 1_000 and not factories.sum_escrows()


def test_what_is_given_up_gives_the_price_back(host: Dynasty) -> None:
    tournament = announce_locked(host)
    fill_seats(tournament)
    lifecycle.start(tournament_id=tournament.pk)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.HALTED)
    announcements.cancel_halted(tournament=tournament)
    assert gold(host) == 1_000 and not factories.sum_escrows() and factories.books_balance()


def test_the_site_pays_for_no_lock() -> None:
    tournament = announce("conquer", terms=IRON)
    fill_seats(tournament)
    lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "seize b"})
    assert not Transfer.objects.filter(cause="lock").exists()


def test_one_announced_before_locks_had_a_price_ends_as_any(host: Dynasty, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(battlefield_locks, "build_escrow", lambda tournament, agreed: ())
        over, called_off = announce_locked(host), announce_locked(host)
    fill_seats(over)
    lifecycle.start(tournament_id=over.pk)
    play(over, {"a": "seize b"})
    announcements.cancel(tournament=called_off, by=host)
    assert gold(host) == 1_000 and not Transfer.objects.filter(cause="lock").exists()


@given(
    st.sampled_from(sorted(keys.KEYS)),
    st.dictionaries(st.sampled_from(sorted(assets.ASSETS)), st.integers(0, 600)),
    st.dictionaries(st.sampled_from(sorted(assets.ASSETS)), st.integers(1, 600), max_size=2),
)
def test_a_lock_and_a_prize_never_take_more_than_there_is(
    name: str, has: dict[str, int], prize: dict[str, int]
) -> None:
    agreed = terms.read({"key": name, "prize": prize})
    both = keys.KEYS[name].lock_prices
    free = {asset: has.get(asset, 0) - prize.get(asset, 0) for asset in both}
    try:
        asset, amount = battlefield_locks.choose_price(agreed, has)
    except DomainError as error:
        assert error.code == "lock_too_dear" and all(free[each] < both[each] for each in both)
    else:
        assert both[asset] == amount <= free[asset]


def test_the_shop_and_the_api_say_the_prices(client: Client) -> None:
    assert f"Locking a battlefield of your own: 2 sapphires or {IN_GOLD} gold coins" in " ".join(
        client.get("/market/keys/").content.decode().split()
    )
    shelf = {each["name"]: each for each in client.get("/api/v1/market/keys/").json()}
    assert shelf["iron"]["lock_prices"] == {"sapphire": 2, "gold": IN_GOLD}
