"""Anonymous battles: what can be announced, what players see of one another, and that names are shown at the end."""

from typing import Any

import pytest
from django.test import Client

from core.errors import DomainError
from dynasty.models import Dynasty, Mention, Notice, SearchEntry
from dynasty.services import notification_settings
from tests import factories
from tournaments.domain import terms
from tournaments.forms.announcement_plans import STEP_BY_ERROR
from tournaments.models import Message, Tournament
from tournaments.selectors import contract, hosting
from tournaments.services import chat, invitations
from tournaments.services.negotiation import letters

pytestmark = pytest.mark.django_db
NAMES = ("Aaa", "Bbb", "Ccc")
LONG = 86_400


def begin(type: str = "gift", **changes: Any) -> Tournament:
    """Begin an anonymous battle of Aaa, Bbb and Ccc, in which Aaa wrote to Bbb."""
    agreed = {"anonymous": True, "negotiation": "revealed"}
    tournament, _fighters = factories.begin(type, 0, 0, 0, terms=agreed, **changes)
    letters.write(tournament=tournament, dynasty=of("Aaa"), to=["b"], text="we-strike-at-dawn")
    return tournament


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def client_of(name: str) -> Client:
    client = Client()
    client.force_login((Dynasty.objects.filter(name=name).first() or factories.found(name)).user)
    return client


def read(tournament: Tournament, name: str) -> str:
    """Return all that a reader sees of a battle and its talk, and the public logs of its players."""
    client, code = client_of(name), tournament.code
    parts = ("", "state", "record", "talk", "treaties", "acts")
    answers = [client.get(f"/tournament/{code}/{part}") for part in parts]
    answers += [client.get(f"/api/v1/tournaments/{code}/{part}") for part in ("", "state/", "talk/?room=parley")]
    answers += [client.get(f"/talk/{message}/") for message in Message.objects.values_list("code", flat=True)]
    assert sum(answer.status_code == 200 for answer in answers) >= 6
    return "".join(answer.content.decode() for answer in answers)


def find_words(tournament: Tournament) -> list[str]:
    return SearchEntry.objects.get(kind="battle", code=tournament.code).words.split()


def test_players_see_only_their_own_name_until_the_end() -> None:
    tournament = begin()
    assert not any("aaa" in word or of("Aaa").code in word for word in find_words(tournament))
    for reader in ("Aaa", "Bbb", "Other"):
        seen = read(tournament, reader)
        assert {name for name in NAMES if name in seen or of(name).code in seen} == {*NAMES} & {reader}
    factories.play(tournament, {"a": "win"})
    seen = read(tournament, "Other")
    assert all(name in seen and f"/dynasty/{of(name).code}/" in seen for name in NAMES)
    assert any(of("Aaa").code in word for word in find_words(tournament))


def test_a_message_shows_its_seat_and_its_author_can_be_reported_but_not_muted() -> None:
    tournament = begin()
    message = Message.objects.get()
    reader = client_of("Bbb")
    line = reader.get(f"/api/v1/tournaments/{tournament.code}/talk/?room=parley").json()[0]
    assert (line["from_seat"], line["dynasty"], line["name"]) == ("a", None, None)
    page = reader.get(f"/talk/{message.code}/").content.decode()
    assert "Seat A said" in page
    assert 'value="report"' in page
    assert 'value="mute"' not in page
    reader.post(f"/talk/{message.code}/", {"do": "mute"})
    assert not of("Bbb").mutes.exists()
    reader.post(f"/talk/{message.code}/", {"do": "report", "reason": "insult"})
    assert message.reports.get().about == of("Aaa")


def test_muting_hides_no_seat() -> None:
    tournament = begin()
    chat.mute(dynasty=of("Bbb"), author=of("Aaa"))
    assert "we-strike-at-dawn" in read(tournament, "Bbb")
    factories.play(tournament, {"a": "win"})
    assert "we-strike-at-dawn" not in client_of("Bbb").get(f"/tournament/{tournament.code}/talk").content.decode()


def test_the_players_room_opens_at_the_end() -> None:
    tournament = begin()
    with pytest.raises(DomainError, match="names are shown at the end"):
        chat.post(tournament=tournament, dynasty=of("Aaa"), room="table", text="it is me")
    factories.play(tournament, {"a": "win"})
    assert chat.post(tournament=factories.again(tournament), dynasty=of("Aaa"), room="table", text="it was me")


def test_nothing_public_is_written_of_an_entry_and_the_organiser_learns_no_name() -> None:
    organiser = factories.found("Host")
    notification_settings.update(
        dynasty=organiser, channels={"hosted": ["page"]}, rhythm="at_once", quiet_from=None, quiet_until=None
    )
    tournament = factories.announce("honour", organiser, terms={"anonymous": True})
    factories.enter(tournament, factories.born(factories.found("Aaa"), "Aaa I", points=20), "a")
    assert not Mention.objects.filter(kind="entered", public=True).exists()
    told = Notice.objects.filter(dynasty=organiser, kind="hosted").order_by("-pk").first()
    assert told is not None
    assert told.facts["result"] == "entered_unnamed"
    assert "Aaa" not in str(told.facts)
    assert "Aaa" not in client_of("Host").get(f"/tournament/{tournament.code}/").content.decode()


def test_one_that_was_never_fought_names_nobody() -> None:
    tournament = factories.announce("honour", factories.found("Host"), terms={"anonymous": True})
    factories.enter(tournament, factories.born(factories.found("Aaa"), "Aaa I", points=20), "a")
    factories.announcements.cancel(tournament=tournament, by=of("Host"))
    assert "Aaa" not in client_of("Other").get(f"/tournament/{tournament.code}/").content.decode()
    assert not Mention.objects.filter(kind__in=["entered", "called_off"], public=True).exists()


def test_guests_of_the_link_are_not_listed() -> None:
    host, guest = factories.found("Host"), factories.found("Aaa")
    tournament = factories.announce("honour", host, terms={"anonymous": True, "link": True})
    token = invitations.create_link(tournament=tournament, by=host)
    invitations.accept(tournament=tournament, dynasty=guest, token=token)
    assert hosting.list_invited(tournament) == []


@pytest.mark.parametrize(
    "type, agreed, code",
    [
        ("training", {}, "anonymous_training"),
        ("honour", {"stake": 10, "betting": True}, "anonymous_bets"),
        ("honour", {"stake": 10, "programs": True}, "anonymous_programs"),
    ],
)
def test_what_cannot_be_anonymous(type: str, agreed: dict[str, object], code: str) -> None:
    with pytest.raises(DomainError) as error:
        terms.check(type, terms.read({"anonymous": True} | agreed))
    assert error.value.code == code


def test_programs_stay_out_unless_somebody_asks_for_them() -> None:
    assert not terms.read({"anonymous": True}).programs
    assert terms.read({}).programs


def test_vacations_and_substitutes_are_off() -> None:
    tournament = factories.announce("honour", round_seconds=LONG, terms={"anonymous": True})
    assert (tournament.absence["leave"], tournament.absence["volunteers"]) == (False, False)
    for name in ("leave", "volunteers"):
        with pytest.raises(DomainError) as error:
            factories.announce("honour", round_seconds=LONG, terms={"anonymous": True}, absence={name: True})
        assert error.value.code == "anonymous_absences"
        assert STEP_BY_ERROR[error.value.code] == "absence"


def test_the_contract_says_so() -> None:
    said = " ".join(contract.describe_terms(factories.announce("honour", terms={"anonymous": True})))
    assert "Nobody learns who sits where" in said
    assert "Nobody learns who sits where" not in " ".join(contract.describe_terms(factories.announce("honour")))
