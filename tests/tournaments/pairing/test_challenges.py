"""Challenges by name: noticed, accepted once, declined, withdrawn, lapsed, and limited."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock, rate_limits
from core.errors import DomainError
from dynasty.models import Dynasty, Notice
from tests.factories import found, house
from tournaments.domain import casual_keys
from tournaments.models import CasualSeat, Challenge, Entry, Tournament
from tournaments.selectors import account_data
from tournaments.services import account_deletion
from tournaments.services.casual import retention, seats
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


def person(name: str, dynasty: Dynasty) -> Person:
    return Person(casual_keys.hash_token(name), dynasty)


def challenge(one: Dynasty, other: Dynasty, **changes: Any) -> Tournament:
    wanted = {"field": "duel-2", "preset": "captives", "pace": "daily", "seat": "b", "address": "10.0.0.1"} | changes
    return challenges.challenge(person=person(one.name, one), to=other, **wanted)


def get_error(call: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(DomainError) as refused:
        call(*arguments, **named)
    return refused.value.code


def test_a_challenge_is_noticed_and_its_battle_begins_when_it_is_accepted() -> None:
    ming, qing, third = found("Ming"), found("Qing"), found("Yuan")
    tournament = challenge(ming, qing)
    assert tournament.status == "announced" and tournament.terms["rated"] and tournament.round_seconds == 86_400
    assert Entry.objects.get(tournament=tournament).seat == "b"
    notice = Notice.objects.get(dynasty=qing)
    assert (notice.kind, notice.place, notice.facts["dynasty"]) == ("challenge", tournament.code, "Ming")
    accept = challenges.accept
    assert get_error(accept, tournament=tournament, person=person("x", third)) == "no_such_challenge"
    assert get_error(accept, tournament=tournament, person=person("x", ming)) == "own_challenge"
    assert get_error(accept, tournament=tournament, person=person("Ming", qing)) == "one_seat"
    assert get_error(seats.start, tournament=tournament, key=person("Ming", ming).key) == "waits_for_somebody"
    accept(tournament=tournament, person=person("Qing", qing))
    tournament.refresh_from_db()
    assert tournament.status == "running" and not Challenge.objects.exists()
    names = dict(Entry.objects.filter(tournament=tournament).values_list("seat", "name"))
    assert names == {"a": "Qing", "b": "Ming"}
    assert CasualSeat.objects.get(tournament=tournament, seat="a").key == person("Qing", qing).key
    assert Notice.objects.get(dynasty=ming).kind == "paired"
    assert get_error(accept, tournament=tournament, person=person("Qing", qing)) == "no_such_challenge"


def test_a_declined_or_withdrawn_challenge_leaves_no_table() -> None:
    ming, qing = found("Ming"), found("Qing")
    challenges.end(tournament=challenge(ming, qing), dynasty=qing)
    assert Notice.objects.get(dynasty=ming).facts["result"] == "declined"
    challenges.end(tournament=challenge(ming, qing), dynasty=ming)
    assert Notice.objects.filter(dynasty=ming).count() == 1
    assert not Notice.objects.filter(dynasty=qing), "it would lead to a battle that is gone"
    seats.leave(tournament=challenge(ming, qing), key=person("Ming", ming).key)
    assert not Tournament.objects.exists() and not Challenge.objects.exists()


@pytest.mark.parametrize(("pace", "wait"), [("live", timedelta(minutes=10)), ("daily", timedelta(days=3))])
def test_a_challenge_lapses(pace: str, wait: timedelta) -> None:
    challenge(found("Ming"), found("Qing"), pace=pace)
    now = clock.now()
    with clock.freeze(now + wait - timedelta(seconds=20)):
        assert retention.forget_abandoned() == 0
    with clock.freeze(now + wait + timedelta(seconds=1)):
        assert retention.forget_abandoned() == 1
    assert not Tournament.objects.exists()


def test_what_cannot_be_challenged(monkeypatch: pytest.MonkeyPatch) -> None:
    ming, qing = found("Ming"), found("Qing")
    assert get_error(challenge, ming, ming) == "own_challenge"
    assert get_error(challenge, ming, house("Computers")) == "house_dynasty"
    wrong: tuple[dict[str, str], ...] = ({"field": "cross-4"}, {"preset": "rich"}, {"pace": "soon"}, {"seat": "c"})
    assert {get_error(challenge, ming, qing, **each) for each in wrong} == {"bad_challenge"}
    challenge(ming, qing)
    assert get_error(challenge, ming, qing) == "challenged_before"
    monkeypatch.setattr(challenges, "CHALLENGES_OPEN", 1)
    assert get_error(challenge, ming, found("Yuan")) == "too_many_challenges"
    assert Tournament.objects.count() == 1


def test_challenges_are_in_the_data_of_a_dynasty_and_go_with_it() -> None:
    ming, qing = found("Ming"), found("Qing")
    tournament = challenge(ming, qing)
    assert [each["tournament"] for each in account_data.export_tournaments(ming)["challenges"]] == [tournament.code]
    assert qing.user
    account_deletion.delete_account(user=qing.user, address=qing.user.email)
    assert not Challenge.objects.exists() and not Tournament.objects.exists()


def test_the_pages_challenge_show_and_answer() -> None:
    ming, qing = found("Ming"), found("Qing")
    one, other = Client(), Client()
    one.force_login(ming.user)
    other.force_login(qing.user)
    assert f"/challenge/?to={qing.code}" in one.get(f"/dynasty/{qing.code}/").content.decode()
    assert 'value="Qing"' in one.get(f"/challenge/?to={qing.code}").content.decode()
    wanted = {"name": "nobody", "ground": "seven:short", "pace": "calm", "seat": "a"}
    assert one.post("/challenge/", wanted).status_code == 404
    assert one.post("/challenge/", wanted | {"pace": "soon"}).status_code == 422
    there = one.post("/challenge/", wanted | {"name": "qing"})["Location"]
    assert "Withdraw" in one.get(there).content.decode() and "Begin now" not in one.get(there).content.decode()
    assert "challenges you" in other.get("/challenge/").content.decode()
    assert "you challenge" in one.get("/challenge/").content.decode()
    assert "Decline" in other.get(there).content.decode()
    assert "Decline" not in Client().get(there).content.decode()
    assert other.post(f"{there}challenge", {"act": "accept"})["Location"] == there
    assert Tournament.objects.get().status == "running"
    assert other.post(f"{there}challenge", {"act": "end"})["Location"] == there
    assert "This challenge was answered" in other.get(there).content.decode()


def test_a_link_gives_its_maker_the_seat_that_was_chosen() -> None:
    wanted = {"mode": "link", "field": "duel-2", "preset": "classic", "level": "random", "round_seconds": 60}
    wanted |= {"people": 2}
    client = Client()
    assert client.post("/casual/", wanted | {"seat": "c"}).status_code == 422
    client.post("/casual/", wanted | {"seat": "b"})
    assert Entry.objects.get().seat == "b"
    assert CasualSeat.objects.get(key="").seat == "a"
