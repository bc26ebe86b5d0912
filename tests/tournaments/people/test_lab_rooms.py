"""Rooms of the lab: several people change one position, nothing is lost, and no battle is fought with their help."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core import clock
from core.errors import DomainError
from core.limits import LAB_ROOM_HOURS, LAB_ROOMS_OF_ADDRESS
from dynasty.services import following
from tests import factories
from tests.factories import again, begin, play
from tournaments import tasks
from tournaments.lab import state
from tournaments.lab.state import Lab, close_round, give_order
from tournaments.models import LabRoom, Round, Tournament
from tournaments.selectors import battles
from tournaments.selectors.people import lab_rooms as selected
from tournaments.services.people import lab_rooms
from tournaments.templatetags.talk import link_rooms

pytestmark = pytest.mark.django_db
QUERY = "b=A_3/_4/_a2_b/_3B"


def open_room(query: str = QUERY) -> LabRoom:
    response = Client().post("/lab/rooms/", {"lab": query})
    assert response.status_code == 302, response.content
    return LabRoom.objects.get(code=response.headers["Location"].split("/")[3])


def change(room: LabRoom, known: int, **fields: str) -> Any:
    return Client().post(f"/lab/rooms/{room.code}/", {"version": known, **fields})


def orders(room: LabRoom) -> dict[str, str]:
    return dict(selected.read_lab(LabRoom.objects.get(pk=room.pk)).orders)


def test_a_room_shows_the_lab_with_a_link_and_needs_no_account() -> None:
    room = open_room()
    page = Client().get(f"/lab/rooms/{room.code}/").content.decode()
    assert f"http://testserver/lab/rooms/{room.code}/" in page and 'data-lab-room="' in page and '"version": 1' in page
    assert "csrfmiddlewaretoken" not in page, "a guest gets no cookie"
    assert room.parts == {"b": "A_3/_4/_a2_b/_3B"}


def test_two_who_order_at_once_both_have_their_orders() -> None:
    room = open_room()
    assert change(room, 1, give="B3-B2").headers["Location"] == f"/lab/rooms/{room.code}/"
    change(room, 1, give="D3-D2")
    change(room, 1, give="B3-C3")
    assert orders(room) == {"a": "B3-C3", "b": "D3-D2"}, "of two orders for one seat the later one counts"
    assert LabRoom.objects.get().version == 4


def test_a_round_is_played_once_by_two_who_play_it_at_once() -> None:
    room = open_room()
    change(room, 1, give="B3-B2")
    change(room, 2, do="close")
    late = change(room, 2, do="close")
    assert late.status_code == 409 and "Somebody else was faster." in late.content.decode()
    stale = change(room, 2, give="D3-D2")
    assert stale.status_code == 409, "it was meant for the round before"
    assert len(selected.read_lab(LabRoom.objects.get()).closed) == 1 and orders(room) == {}
    change(room, 3, lab="b=Aa/bB")
    assert LabRoom.objects.get().parts == {"b": "Aa/bB"}


def test_what_changes_nothing_and_what_is_illegal_makes_no_version() -> None:
    room = open_room()
    change(room, 1, do="undo")
    refused = change(room, 1, give="B3-B9")
    assert refused.status_code == 422 and "That path leaves the board." in refused.content.decode()
    assert LabRoom.objects.get().version == 1


def test_a_change_that_comes_between_is_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    room = open_room()
    calls = []

    def act(lab: Lab) -> Lab:
        if not calls:
            calls.append("once")
            change(room, 1, give="D3-D2")
        return give_order(lab, "B3-B2")

    lab_rooms.change(code=room.code, base=1, is_turn=False, act=act)
    assert orders(room) == {"a": "B3-B2", "b": "D3-D2"}


@pytest.mark.parametrize(
    "query", ["b=%00", "nothing", "b=Aa/bB&o=a.%00", "b=" + "_" * 20_000, "b=Aa%E2%80%AEbB", "&" * 9000]
)
def test_hostile_labs_are_refused(query: str) -> None:
    answer = Client().post("/lab/rooms/", {"lab": query})
    assert answer.status_code == 422 and not LabRoom.objects.exists()
    room = open_room()
    for fields in ({"lab": query}, {"set": query[:99]}, {"give": query[:99]}, {"ask": query[:99]}):
        assert change(room, 1, **fields).status_code in (409, 422), fields
    assert LabRoom.objects.get().version == 1


def fight() -> tuple[Tournament, str]:
    """Return a battle in its second round, with the query of a lab on it."""
    battle, _fighters = begin("gift", 0, 0, game="emperors", field="duel-2")
    play(battle, {"a": "C3-C4"})
    opened = Round.objects.get(tournament=battle, closed_at=None)
    return again(battle), state.write_query(state.open_at(battles.get_state(again(battle), opened)))


def test_a_position_that_is_being_fought_over_has_no_room() -> None:
    battle, query = fight()
    refused = Client().post("/lab/rooms/", {"lab": query})
    assert refused.status_code == 409 and "being fought over right now" in refused.content.decode()
    room = open_room()
    assert change(room, 1, lab=query).status_code == 409 and LabRoom.objects.get().version == 1
    play(battle, {"a": "C4-C5"})
    assert change(room, 1, lab=query).status_code == 302, "that round is over"


def test_a_room_that_was_there_before_is_closed_while_its_position_is_fought_over() -> None:
    battle, _fighters = begin("gift", 0, 0, game="emperors", field="duel-2")
    opened = Round.objects.get(tournament=battle, closed_at=None)
    lab = give_order(state.open_at(battles.get_state(battle, opened)), "a.C3-C4")
    guessed = lab_rooms.create(lab=close_round(lab))
    assert Client().get(f"/lab/rooms/{guessed.code}/").status_code == 200
    play(battle, {"a": "C3-C4"})
    closed = Client().get(f"/lab/rooms/{guessed.code}/")
    assert closed.status_code == 409 and "data-lab" not in closed.content.decode()
    assert change(guessed, 1, do="close").status_code == 409
    play(again(battle), {"a": "C4-C5"})
    assert Client().get(f"/lab/rooms/{guessed.code}/").status_code == 200


def test_an_empty_room_is_forgotten_and_one_with_somebody_is_not() -> None:
    left, kept = open_room(), open_room()
    LabRoom.objects.update(visited_at=clock.now() - timedelta(hours=LAB_ROOM_HOURS, minutes=1))
    lab_rooms.note_visit(code=kept.code)
    assert tasks.forget()["left"] == 1
    assert LabRoom.objects.get() == kept
    assert Client().get(f"/lab/rooms/{left.code}/").status_code == 404
    with pytest.raises(DomainError) as error:
        lab_rooms.change(code=left.code, base=1, is_turn=False, act=close_round)
    assert error.value.code == "no_such_room"


def test_rooms_are_counted_by_address_and_over_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [Client().post("/lab/rooms/", {"lab": QUERY}).status_code for _time in range(LAB_ROOMS_OF_ADDRESS[0] + 1)]
    assert answers == [302] * LAB_ROOMS_OF_ADDRESS[0] + [429]
    monkeypatch.setattr(lab_rooms, "LAB_ROOMS", LAB_ROOMS_OF_ADDRESS[0])
    full = Client(REMOTE_ADDR="203.0.113.7").post("/lab/rooms/", {"lab": QUERY})
    assert full.status_code == 409 and "too many rooms" in full.content.decode()


def test_a_friend_is_asked_by_a_message_that_leads_to_the_room() -> None:
    one, other = factories.found("Ming"), factories.found("Qing")
    for follower, followed in ((one, other), (other, one)):
        following.follow(follower=follower, dynasty=followed)
    mine, theirs = Client(), Client()
    mine.force_login(one.user)
    theirs.force_login(other.user)
    asked = mine.post("/lab/rooms/", {"friend": other.code})
    room = LabRoom.objects.get()
    assert asked.headers["Location"].endswith(f"/{other.code}/?room={room.code}")
    text = f"Look at this with me: /lab/rooms/{room.code}/"
    assert text in mine.get(asked.headers["Location"]).content.decode()
    assert Client().post("/lab/rooms/", {"friend": other.code}).headers["Location"].startswith("/lab/rooms/")
    assert mine.post(asked.headers["Location"].split("?")[0], {"text": text}).status_code == 302
    link = f'<a href="/lab/rooms/{room.code}/">'
    assert link in theirs.get(reverse("conversation", args=[one.code])).content.decode()
    assert other.name in mine.get(f"/lab/rooms/{room.code}/").content.decode()


def test_no_other_address_of_a_message_becomes_a_link() -> None:
    code = "abcdefghjk"
    assert link_rooms(f"<b> /lab/rooms/{code}/") == f'&lt;b&gt; <a href="/lab/rooms/{code}/">/lab/rooms/{code}/</a>'
    for text in (f"//evil.example/lab/rooms/{code}/", f"/lab/rooms/{code}/x", "/lab/rooms/ABC/", "/lab/"):
        assert link_rooms(text) == text


def test_its_own_links_lead_out_where_there_is_no_script() -> None:
    room = open_room()
    out = Client().get(f"/lab/rooms/{room.code}/?{QUERY}&do=close")
    assert out.headers["Location"] == f"/lab/?{QUERY}&do=close"
    assert Client().get(f"/lab/rooms/{room.code}/?part=version").json() == {"version": 1}
