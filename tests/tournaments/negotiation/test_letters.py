"""What the seats of a battle write to one another: who reads it, who writes, and what the staff may do."""

from typing import Any

import pytest
from django.test import Client

from core.errors import DomainError
from dynasty.models import Dynasty, Stream, User
from tests import factories
from tournaments.domain import terms
from tournaments.models import DirectorAct, Message, Report, Tournament
from tournaments.selectors import contract
from tournaments.services import chat, moderation
from tournaments.services.negotiation import letters

pytestmark = pytest.mark.django_db
CANARY = "we-strike-at-dawn"


def begin(mode: str, type: str = "gift", seats: int = 4) -> Tournament:
    """Begin a battle of Aaa, Bbb, Ccc and Ddd in which Aaa wrote to Bbb and Ccc."""
    tournament, _fighters = factories.begin(type, *[0] * seats, terms={"negotiation": mode})
    write(tournament, "Aaa", "bc")
    return tournament


def write(tournament: Tournament, author: str, to: str, text: str = CANARY) -> Message:
    return letters.write(tournament=tournament, dynasty=of(author), to=list(to), text=text)


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def client_of(name: str) -> Client:
    client = Client()
    if name:
        client.force_login((Dynasty.objects.filter(name=name).first() or factories.found(name)).user)
    return client


def everything(tournament: Tournament, name: str) -> str:
    """Return all that a reader sees of the talk: page, part, message, API."""
    client, code = client_of(name), tournament.code
    answers = [client.get(f"/tournament/{code}/"), client.get(f"/tournament/{code}/talk")]
    answers += [client.get(f"/api/v1/tournaments/{code}/talk/?room={room}") for room in ("table", "public", "parley")]
    answers += [client.get(f"/talk/{message}/") for message in Message.objects.values_list("code", flat=True)]
    return "".join(answer.content.decode() for answer in answers)


def finish(tournament: Tournament) -> Tournament:
    return factories.play(tournament, {"a": "win"})


READERS = ("Aaa", "Bbb", "Ccc", "Ddd", "Other", "")


@pytest.mark.parametrize(
    "mode, during, after",
    [("public", READERS, READERS), ("revealed", READERS[:3], READERS), ("secret", READERS[:3], READERS[:3])],
)
def test_who_reads_it(mode: str, during: tuple[str, ...], after: tuple[str, ...]) -> None:
    tournament = begin(mode)
    assert tuple(name for name in READERS if CANARY in everything(tournament, name)) == during
    over = finish(tournament)
    assert tuple(name for name in READERS if CANARY in everything(over, name)) == after


def test_a_battle_without_negotiation_has_none() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    with pytest.raises(DomainError) as error:
        write(tournament, "Aaa", "b")
    assert error.value.code == "no_talk" and 'data-room="parley"' not in everything(tournament, "Aaa")


@pytest.mark.parametrize("author, to", [("Aaa", ""), ("Aaa", "a"), ("Aaa", "ax"), ("Aaa", "bd"), ("Ddd", "a")])
def test_only_to_seats_that_fight_and_read(author: str, to: str) -> None:
    """Refuse one's own seat, unknown ones, fallen ones, and letters of the fallen."""
    tournament = begin("secret")
    factories.play(tournament, {"a": "seize d"})
    with pytest.raises(DomainError) as error:
        write(tournament, author, to, "Hail")
    assert error.value.code == "no_addressee"


def test_only_who_plays_a_seat_and_while_it_goes_on() -> None:
    tournament = begin("secret")
    factories.found("Other")
    with pytest.raises(DomainError) as error:
        write(tournament, "Other", "a")
    assert error.value.code == "not_at_the_table"
    finish(tournament)
    with pytest.raises(DomainError) as error:
        write(tournament, "Aaa", "b")
    assert error.value.code == "talk_over"


def test_a_muted_author_is_not_read() -> None:
    tournament = begin("secret")
    chat.mute(dynasty=of("Bbb"), author=of("Aaa"))
    for name, reads in (("Bbb", False), ("Ccc", True)):
        assert (CANARY in client_of(name).get(f"/tournament/{tournament.code}/talk").content.decode()) is reads


def test_a_report_shows_the_lines_among_the_same_seats_alone() -> None:
    tournament = begin("secret")
    write(tournament, "Ddd", "a", "Nothing to do with it")
    message = Message.objects.get(text=CANARY)
    with pytest.raises(DomainError):
        chat.report(dynasty=of("Ddd"), message=message, reason="spam")
    chat.report(dynasty=of("Bbb"), message=message, reason="spam")
    assert [line["text"] for line in Report.objects.get().context] == [CANARY]


def test_removing_one_leaves_no_public_trace() -> None:
    tournament = begin("secret")
    staff = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    moderation.remove_message(user=staff, message=Message.objects.get(), reason="rude words")
    assert CANARY not in everything(tournament, "Bbb")
    assert not DirectorAct.objects.filter(act="message_removed").exists()
    assert not Stream.objects.filter(name__in=[f"table:{tournament.code}", f"talk:{tournament.code}"]).exists()


def test_a_form_and_the_api_write_alike() -> None:
    tournament = begin("revealed")
    client, code = client_of("Bbb"), tournament.code
    page = client.get(f"/tournament/{code}/").content.decode()
    assert page.count('name="to"') == 3
    client.post(f"/tournament/{code}/talk", {"room": "parley", "to": ["a", "d"], "text": "By form"})
    data = {"room": "parley", "to": ["d"], "text": "By program"}
    sent: Any = client.post(f"/api/v1/tournaments/{code}/talk/", data, "application/json")
    assert sent.status_code == 201 and sent.json()["from_seat"] == "b" and sent.json()["to_seats"] == ["d"]
    assert list(Message.objects.order_by("pk").values_list("from_seat", "among"))[1:] == [("b", "abd"), ("b", "bd")]


@pytest.mark.parametrize("mode", ["public", "revealed"])
def test_a_training_reveals_nobody(mode: str) -> None:
    with pytest.raises(DomainError) as error:
        factories.announce("training", terms={"negotiation": mode})
    assert error.value.code == "training_is_discreet"


def test_the_letters_of_a_training_are_deleted_with_its_names() -> None:
    finish(begin("secret", "training"))
    assert not Message.objects.exists()


def test_the_contract_says_so() -> None:
    tournament = begin("secret")
    assert "Computer players do not negotiate." in contract.describe_terms(tournament)
    assert tournament.terms["negotiation"] == "secret" and terms.read({}).negotiation == ""
