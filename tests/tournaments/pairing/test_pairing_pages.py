"""The page of tournaments looks for opponents: guests and dynasties, with and without scripts."""

import pytest
from django.test import Client

from tests.factories import found
from tournaments.models import CasualSeat, Seek, Tournament

pytestmark = pytest.mark.django_db
ADDRESS = "/play/opponents/"


def send(client: Client, act: str, **values: str) -> str:
    response = client.post(ADDRESS, {"act": act} | values)
    return response.headers.get("Location", "") or response.content.decode()


def test_a_guest_searches_a_dynasty_sees_it_and_plays_at_once() -> None:
    guest, player = Client(), Client()
    player.force_login(found("Ming").user)
    assert "Nobody else is waiting" in player.get("/play/").content.decode()
    assert send(guest, "seek", ground="duel-2", pace="live") == "/play/#opponents"
    own = guest.get("/play/").content.decode()
    assert 'data-state="seeking"' in own and "Skill from 1" in own and "Nobody else is waiting" in own
    code = Seek.objects.get().code
    shown = player.get("/play/?part=opponents").content.decode()
    assert "1 person is waiting" in shown and "A guest" in shown and f'value="{code}"' in shown
    there = send(player, "accept", seek=code)
    tournament = Tournament.objects.get(casual=True)
    assert there == f"/tournament/{tournament.code}/" and CasualSeat.objects.filter(tournament=tournament).count() == 2
    assert f'href="{there}" data-opponent-found' in send(guest, "here")
    for client in (guest, player):
        assert "Ming" in client.get(there).content.decode()


def test_whoever_fits_is_taken_to_the_battle_at_once() -> None:
    first, second = Client(), Client()
    send(first, "seek", ground="board", pace="daily")
    assert send(second, "seek", ground="bridge-2", pace="daily").startswith("/tournament/")
    page = first.get(send(second, "seek", ground="board", pace="live")).content.decode()
    assert "To the battle" in page, "the first one is led there from the list"


def test_stopping_leaving_and_what_cannot_be() -> None:
    client = Client()
    assert send(client, "here").count("data-own-search") == 1 and not client.cookies.get("casual")
    send(client, "seek", ground="seven", pace="calm")
    send(client, "leave")
    assert Seek.objects.count() == 1
    send(client, "cancel")
    assert not Seek.objects.exists()
    for values in ({"ground": "cross-4"}, {"pace": "soon"}, {}):
        assert (
            send(client, "seek", **({"ground": "board", "pace": "live"} | values if values else {}))
            == "/play/#opponents"
        )
    assert "Choose a battlefield and a pace" in client.get("/play/").content.decode() and not Seek.objects.exists()
    send(client, "accept", seek="nothing")
    assert "Somebody else was quicker" in client.get("/play/").content.decode()
    assert client.get(ADDRESS).status_code == 405


def test_whoever_waits_for_a_minute_is_offered_a_computer() -> None:
    client = Client()
    send(client, "seek", ground="board", pace="daily")
    assert "Play a computer instead" not in client.get("/play/").content.decode()
    own = Seek.objects.get()
    Seek.objects.update(sought_at=own.sought_at - (own.ends_at - own.sought_at) / 1000)
    assert "Play a computer instead" in client.get("/play/").content.decode()
