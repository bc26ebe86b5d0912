"""Rematches of people who met: both ask, seats change, the other is notified, and it counts as before."""

import pytest
from django.test import Client

from core import rate_limits
from core.errors import DomainError
from dynasty.models import Dynasty, Notice
from tests.factories import found
from tournaments.domain import casual_keys
from tournaments.models import Casual, CasualPlayer, CasualSeat, Entry, Tournament
from tournaments.services import rounds
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges, rematches, seeks

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def without_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "hit", lambda what, address, limits: None)


ANN, BEN = "a" * 22, "b" * 22


def person(token: str, dynasty: Dynasty | None = None) -> Person:
    return Person(casual_keys.hash_token(token), dynasty)


def resign(tournament: Tournament) -> Tournament:
    """Let the one who plays with ANN resign."""
    for token, text in ((ANN, "abdicate"), (BEN, "-")):
        key = casual_keys.hash_token(token)
        seat = CasualSeat.objects.get(tournament=tournament, key=key).seat
        casual_orders.give(tournament=tournament, key=key, round_no=1, seat=seat, text=text)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=1)
    return Tournament.objects.get(pk=tournament.pk)


def ask(tournament: Tournament, token: str) -> Tournament:
    return rematches.get_or_create_rematch(tournament=tournament, token=token, address="10.0.0.1")


def get_names(tournament: Tournament) -> dict[str, str]:
    return dict(Entry.objects.filter(tournament=tournament).order_by("seat").values_list("seat", "name"))


def test_two_dynasties_fight_again_on_changed_seats_and_for_skill() -> None:
    ming, qing = found("Ming"), found("Qing")
    before = challenges.challenge(
        person=person(ANN, ming), to=qing, field="duel-2", preset="captives", pace="daily", seat="a", address="10.0.0.1"
    )
    challenges.accept(tournament=before, person=person(BEN, qing))
    with pytest.raises(DomainError) as refused:
        ask(before, ANN)
    assert refused.value.code == "not_over"
    before = resign(before)
    made = ask(before, BEN)
    assert made.status == "announced" and get_names(made) == {"a": "Qing"} and ask(before, BEN) == made
    notice = Notice.objects.get(dynasty=ming, kind="challenge")
    assert notice.facts["result"] == "rematch" and notice.place == before.code
    with pytest.raises(DomainError) as stranger:
        ask(before, "c" * 22)
    assert stranger.value.code == "not_your_seat"
    assert ask(before, ANN) == made
    made.refresh_from_db()
    assert made.status == "running" and get_names(made) == {"a": "Qing", "b": "Ming"} and made.terms["rated"]
    assert (made.rules, made.round_seconds) == (before.rules, before.round_seconds)
    assert CasualPlayer.objects.filter(tournament=made).count() == 2 and Casual.objects.get(pk=made.pk).paired
    assert ask(before, ANN) == made and Tournament.objects.count() == 2


def test_guests_keep_their_names_and_see_it_on_the_page() -> None:
    seeks.seek(person=person(ANN), family="board", field="duel-2", pace="live", address="10.0.0.1")
    found_one = seeks.seek(person=person(BEN), family="board", field="", pace="live", address="10.0.0.1")
    assert found_one.tournament is not None
    before = resign(found_one.tournament)
    made = ask(before, ANN)
    part = Client().get(f"/tournament/{before.code}/?part=rematch").content.decode()
    assert "A rematch is waiting" in part and "To the rematch" in part
    ask(before, BEN)
    assert not made.terms["rated"]
    assert get_names(made) == dict(zip("ab", reversed(get_names(before).values()), strict=True))


def test_a_rematch_that_was_left_can_be_asked_for_again() -> None:
    seeks.seek(person=person(ANN), family="board", field="duel-2", pace="live", address="10.0.0.1")
    found_one = seeks.seek(person=person(BEN), family="board", field="", pace="live", address="10.0.0.1")
    assert found_one.tournament is not None
    before = resign(found_one.tournament)
    made = ask(before, ANN)
    challenges.casual_retention.end_and_forget(Tournament.objects.get(pk=made.pk))
    assert ask(before, BEN).pk != made.pk
