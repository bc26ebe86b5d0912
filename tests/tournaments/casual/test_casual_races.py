"""Casual play by many at once: one seat is given once, one battle begins once, and limits count right."""

import pytest

from core import rate_limits
from tests.factories import again
from tests.tournaments.casual.test_casual import ANN, BEN, by_link, finish, link, make, rematch, sit
from tests.tournaments.test_races import together
from tournaments.domain import casual_keys
from tournaments.models import CasualSeat, Entry, Round, Tournament
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.battles import Setup

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def test_one_link_seats_one_of_six() -> None:
    battle = by_link()
    secret = link(battle, "b")
    take = lambda: bool(casual_seats.accept_invitation(invitation=secret, token=casual_keys.make_token(), name=""))  # noqa: E731
    results = together([take] * 6)
    assert sorted(map(str, results)) == ["True", *["no_such_invitation"] * 5]
    assert Entry.objects.count() == 2 and Round.objects.count() == 1 and again(battle).status == "running"


def test_two_links_at_once_begin_one_battle() -> None:
    battle = make(mode="link", field="cross-4", people=3, computers=1)
    calls = [lambda seat=seat: sit(battle, seat, BEN if seat == "b" else EVE_2).seat for seat in "bc"]
    assert sorted(together(calls)) == ["b", "c"]
    assert again(battle).status == "running" and Round.objects.count() == 1 and Entry.objects.count() == 4


EVE_2 = type(ANN)(None, "z" * 22)


def test_one_address_at_once_makes_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casual_battles, "ADDRESS_LIMITS", {rate_limits.MINUTE: 8})
    data = lambda: casual_battles.create(setup=Setup(), token=casual_keys.make_token(), address="192.0.2.7").status  # noqa: E731
    results = together([data] * 10)
    assert results.count("running") == Tournament.objects.count() == 8 and results.count("too_fast") == 2


def test_both_ask_for_the_rematch_at_once() -> None:
    battle = by_link()
    sit(battle)
    finish(battle)
    together([lambda: rematch(battle, ANN).pk, lambda: rematch(battle, BEN).pk])
    new = Tournament.objects.exclude(pk=battle.pk).get()
    assert new.status == "running" and CasualSeat.objects.filter(tournament=new).exclude(key="").count() == 2
