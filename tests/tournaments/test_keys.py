"""Locked battlefields: entering takes the key, which is used up or given back."""

from typing import Any

import pytest

from core import clock
from core.errors import DomainError
from dynasty.models import Dynasty, Transfer
from dynasty.services import chronicle, key_shop, offers
from tests import factories
from tests.factories import announce, born, endow, enter, found, gold, play
from tournaments.domain import terms
from tournaments.models import Entry, Tournament
from tournaments.selectors import contract
from tournaments.services import announcements, entries, lifecycle

pytestmark = pytest.mark.django_db
LOCKS: list[dict[str, Any]] = [{"key": "iron"}, {"key": "iron", "key_consumed": True}]
KEY = "key:iron"


def prove(dynasty: Dynasty) -> None:
    """Give it a serious battle in its past."""
    chronicle.record(
        key=f"fought:{dynasty.code}", kind="fought", public=True, at=clock.now(), mentions=[(dynasty, None)], facts={}
    )


def announce_locked(lock: dict[str, Any], **changes: Any) -> tuple[Tournament, list[Dynasty]]:
    """Announce a locked tournament with two dynasties in it, which had one key each."""
    tournament = announce("conquer", terms=lock, **changes)
    guests = [found("Ming"), found("Qing")]
    for seat, dynasty in zip("ab", guests, strict=True):
        key_shop.buy_keys(dynasty=dynasty, name="iron")
        enter(tournament, born(dynasty, dynasty.name), seat)
    return tournament, guests


@pytest.mark.parametrize("lock", LOCKS)
def test_nobody_enters_without_the_key(lock) -> None:
    tournament, dynasty = announce("conquer", terms=lock), found("Ming")
    endow(dynasty, "key:jade", 1)
    with pytest.raises(DomainError) as error:
        enter(tournament, born(dynasty, "Hongwu"), "a")
    assert error.value.code == "no_key" and not Entry.objects.exists()
    assert not Transfer.objects.filter(place=tournament.code).exists()


@pytest.mark.parametrize("lock", LOCKS)
def test_one_key_opens_one_tournament_at_a_time(lock) -> None:
    _tournament, (ming, qing) = announce_locked(lock)
    assert [gold(dynasty, KEY) for dynasty in (ming, qing)] == [0, 0] and factories.sum_escrows() == 2
    with pytest.raises(DomainError) as error:
        enter(announce("conquer", terms=lock), born(ming, "Yongle"), "a")
    assert error.value.code == "no_key"


def test_a_key_in_an_offer_opens_nothing() -> None:
    ming = found("Ming")
    key_shop.buy_keys(dynasty=ming, name="iron")
    prove(ming)
    offers.create(dynasty=ming, gives={KEY: 1}, asks={"gold": 1})
    with pytest.raises(DomainError) as error:
        enter(announce("conquer", terms=LOCKS[0]), born(ming, "Yongle"), "a")
    assert error.value.code == "no_key"


@pytest.mark.parametrize("lock", LOCKS)
def test_withdrawing_gives_the_key_back(lock) -> None:
    tournament, (ming, qing) = announce_locked(lock)
    entries.withdraw(tournament=tournament, dynasty=ming)
    assert (gold(ming, KEY), gold(qing, KEY), factories.sum_escrows()) == (1, 0, 1)
    enter(tournament, ming.emperors.get(), "a")
    assert gold(ming, KEY) == 0 and factories.books_balance()


@pytest.mark.parametrize("lock", LOCKS)
def test_calling_off_gives_the_keys_back(lock) -> None:
    tournament, guests = announce_locked(lock)
    announcements.cancel(tournament=tournament, by=None)
    assert [gold(dynasty, KEY) for dynasty in guests] == [1, 1]
    assert not factories.sum_escrows() and factories.books_balance()


@pytest.mark.parametrize("lock", LOCKS)
def test_giving_up_a_halted_battle_gives_the_keys_back(lock) -> None:
    tournament, guests = announce_locked(lock)
    lifecycle.start(tournament_id=tournament.pk)
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.HALTED)
    announcements.cancel_halted(tournament=tournament)
    assert [gold(dynasty, KEY) for dynasty in guests] == [1, 1] and not factories.sum_escrows()


@pytest.mark.parametrize(("lock", "left"), [*zip(LOCKS, (1, 0), strict=True)])
def test_when_it_is_over_the_key_is_used_up_or_given_back(lock, left) -> None:
    tournament, guests = announce_locked(lock)
    lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "seize b"})
    assert factories.again(tournament).status == "finished"
    assert [gold(dynasty, KEY) for dynasty in guests] == [left, left]
    assert factories.treasury.get_treasury(KEY).balance == -2 * left
    assert not factories.sum_escrows() and factories.books_balance()


@pytest.mark.parametrize(("lock", "left"), [*zip(LOCKS, (1, 0), strict=True)])
def test_houses_need_a_key_like_everybody(lock, left) -> None:
    tournament = announce("gift", terms={**lock, "fill": "wanderer"}, seats=2)
    ming, oriel = found("Ming"), factories.house("Oriel")
    for dynasty in (ming, oriel):
        key_shop.buy_keys(dynasty=dynasty, name="iron")
    enter(tournament, born(ming, "Hongwu"), "a")
    enter(tournament, born(oriel, "Sunniva"), "b", player="wanderer")
    assert lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"a": "win"})
    assert gold(ming, KEY) == gold(oriel, KEY) == left and not factories.sum_escrows() and factories.books_balance()


def test_a_tournament_names_a_key_that_there_is() -> None:
    with pytest.raises(DomainError) as error:
        terms.read({"key": "nowhere"})
    assert error.value.code == "bad_terms"
    assert "Entering needs the key Iron Gate." in contract.describe_terms(announce("conquer", terms=LOCKS[0]))
    assert "Entering uses up the key Iron Gate." in contract.describe_terms(announce("conquer", terms=LOCKS[1]))
