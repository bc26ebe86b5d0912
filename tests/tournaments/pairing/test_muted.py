"""Whoever is muted is neither paired with who muted, nor heard of with a challenge, and is not told."""

import pytest
from django.test import Client

from core import clock, rate_limits
from core.errors import DomainError
from dynasty.models import Dynasty, Notice
from tests.factories import found
from tournaments.domain import casual_keys
from tournaments.models import Challenge, Mute, Seek, Tournament
from tournaments.selectors import challenges as open_challenges
from tournaments.selectors import seeks as open_seeks
from tournaments.services import chat
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges, seeks

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


@pytest.fixture
def two() -> tuple[Dynasty, Dynasty]:
    """Return a dynasty, and one that it has muted."""
    ming, qing = found("Ming"), found("Qing")
    chat.mute(dynasty=ming, author=qing)
    return ming, qing


def person(dynasty: Dynasty) -> Person:
    return Person(casual_keys.hash_token(dynasty.name), dynasty)


def seek(dynasty: Dynasty) -> Seek:
    return seeks.seek(person=person(dynasty), family="board", field="", pace="daily", address="10.0.0.1")


@pytest.mark.parametrize("first", [0, 1])
def test_they_are_never_paired_nor_shown_to_each_other(two: tuple[Dynasty, Dynasty], first: int) -> None:
    one, other = two[first], two[1 - first]
    mine, theirs = seek(one), seek(other)
    assert theirs.tournament is None and seeks.pair_due() == 0
    assert not open_seeks.list_others(mine, "", one) and not open_seeks.list_others(theirs, "", other)
    assert len(open_seeks.list_others(None, "", found("Yuan"))) == 2
    third = found("Tang")
    assert seek(third).tournament is not None, "others are paired as ever"


def test_a_click_on_a_search_of_who_muted_finds_nothing(two: tuple[Dynasty, Dynasty]) -> None:
    waiting = seek(two[0])
    with pytest.raises(DomainError) as refused:
        seeks.accept(person=person(two[1]), code=waiting.code, address="10.0.0.1")
    assert refused.value.code == "no_such_seek"


def test_a_challenge_of_the_muted_waits_and_reaches_nobody(two: tuple[Dynasty, Dynasty]) -> None:
    ming, qing = two
    challenges.challenge(
        person=person(qing), to=ming, field="duel-2", preset="classic", pace="daily", address="10.0.0.1"
    )
    assert Challenge.objects.count() == 1 and not Notice.objects.filter(kind="challenge").exists()
    assert len(open_challenges.list_open(qing)) == 1 and open_challenges.list_open(ming) == []
    challenges.challenge(
        person=person(ming), to=qing, field="duel-2", preset="classic", pace="daily", address="10.0.0.1"
    )
    assert Notice.objects.get(kind="challenge").dynasty == qing and Tournament.objects.count() == 2


def test_a_dynasty_is_muted_on_its_page_and_heard_again() -> None:
    ming, qing = found("Ming"), found("Qing")
    client = Client()
    client.force_login(ming.user)
    address = f"/talk/muted/{qing.code}"
    assert address in client.get(f"/dynasty/{qing.code}/").content.decode()
    assert client.post(address, {"do": "mute"})["Location"] == "/talk/muted/"
    assert Mute.objects.get().muted == qing and "never paired" in client.get("/talk/muted/").content.decode()
    client.post(address)
    assert not Mute.objects.exists() and clock.now()
    client.post(f"/talk/muted/{ming.code}", {"do": "mute"})
    assert "your own dynasty" in client.get("/talk/muted/").content.decode()
