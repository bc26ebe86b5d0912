"""Daily casual battles between dynasties tell whose turn it is, that a deadline is near, and how they ended."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from dynasty.models import Dynasty, Notice
from tests.factories import again, found
from tournaments.domain import casual_keys
from tournaments.models import CasualPlayer, Round, Tournament
from tournaments.services import notifications, rounds
from tournaments.services.casual import between_people, orders, retention
from tournaments.services.casual.between_people import Person
from tournaments.services.pairing import challenges

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def begin(pace: str) -> tuple[Tournament, Dynasty, Dynasty]:
    """Return a battle of two dynasties that were paired by a challenge, and both."""
    one, other = found("Ming"), found("Inca")
    made = challenges.challenge(
        person=Person(casual_keys.hash_token("Ming"), one),
        to=other,
        field="duel-2",
        preset="classic",
        pace=pace,
        seat="a",
        address="10.0.0.1",
    )
    challenges.accept(tournament=made, person=Person(casual_keys.hash_token("Inca"), other))
    Notice.objects.all().delete()
    return again(made), one, other


def order(tournament: Tournament, name: str, number: int, text: str = "-") -> None:
    key = casual_keys.hash_token(name)
    seat = CasualPlayer.objects.get(tournament=tournament, dynasty__name=name).seat
    orders.give(tournament=tournament, key=key, round_no=number, seat=seat, text=text)


def play_round(tournament: Tournament, ming: str = "-", inca: str = "-") -> None:
    number = again(tournament).round_no
    order(tournament, "Ming", number, ming)
    order(tournament, "Inca", number, inca)
    rounds.close_round(tournament_id=tournament.pk, round_no=number)


def list_unread() -> list[tuple[str, str]]:
    return sorted(Notice.objects.filter(read_at=None, shown=True).values_list("dynasty__name", "kind"))


def test_each_new_round_is_told_and_an_order_settles_it() -> None:
    battle, ming, _inca = begin("daily")
    play_round(battle)
    assert notifications.notify_due() == 1 and list_unread() == [("Inca", "turn"), ("Ming", "turn")]
    notice = Notice.objects.get(dynasty=ming)
    assert notice.place == battle.code and notice.facts["round"] == 2
    order(battle, "Ming", 2)
    assert list_unread() == [("Inca", "turn")]


def test_whoever_is_late_is_warned_once() -> None:
    battle, _ming, _inca = begin("daily")
    order(battle, "Ming", 1)
    with clock.freeze(Round.objects.get().deadline - timedelta(hours=5)):
        assert notifications.warn_due() == 1 and notifications.warn_due() == 0
    assert list_unread() == [("Inca", "late")]


def test_the_end_is_told_and_forgotten_with_the_battle() -> None:
    battle, _ming, inca = begin("daily")
    play_round(battle)
    notifications.notify_due()
    play_round(battle, ming="abdicate")
    assert list_unread() == [("Inca", "ended"), ("Ming", "ended")]
    won = Notice.objects.get(dynasty=inca, kind="ended")
    assert won.facts["result"] == "won" and won.facts["winners"] == "Inca"
    retention.end_and_forget(again(battle))
    assert not Notice.objects.exists()


def test_somebody_plays_on_in_another_browser() -> None:
    battle, ming, inca = begin("daily")
    client = Client()
    assert ming.user is not None
    client.force_login(ming.user)
    page = f"/tournament/{battle.code}/"
    assert b"You play this battle in another browser" in client.get(page).content
    assert client.post(f"/casual/{battle.code}/play-on-here")["Location"] == page
    shown = client.get(page).content
    assert b"another browser" not in shown and b"data-order" in shown
    with pytest.raises(DomainError) as refusal:
        order(battle, "Ming", 1)
    assert refusal.value.code == "not_your_seat", "the browser before holds it no longer"
    outsider = found("Benin")
    with pytest.raises(DomainError) as refusal:
        between_people.move_seat(tournament=battle, dynasty=outsider, key="a key")
    assert refusal.value.code == "not_your_seat"
    with pytest.raises(DomainError) as refusal:
        between_people.move_seat(tournament=battle, dynasty=ming, key=casual_keys.hash_token("Inca"))
    assert refusal.value.code == "one_seat", "nobody sees both sides in one browser"
    assert inca.name in battle.entries.values_list("name", flat=True)


def test_of_a_live_battle_nothing_is_told() -> None:
    battle, _ming, _inca = begin("calm")
    play_round(battle)
    assert notifications.notify_due() == 0
    with clock.freeze(Round.objects.get(number=2).deadline - timedelta(seconds=20)):
        assert notifications.warn_due() == 0
    play_round(battle, ming="abdicate")
    assert list_unread() == []
