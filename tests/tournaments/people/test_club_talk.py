"""What is said in a club: members alone read and write it, it can be muted and reported, and it is forgotten."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from core.limits import CLUB_TALK_DAYS
from dynasty.models import Club, Dynasty, User
from dynasty.services.clubs import founding, membership
from tests.dynasty.clubs.scenes import describe
from tests.factories import found
from tournaments.models import PrivateMessage
from tournaments.selectors.people import club_talk as selected
from tournaments.services import chat, moderation
from tournaments.services.people import club_talk, reports

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    made = founding.found(founder=found("Ming"), description=describe("A club"))
    membership.join(club=made, dynasty=found("Qing"))
    return made


def member(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def read(club: Club, name: str) -> list[str]:
    return [line.text for line in selected.list_lines(club, member(name), clock.now())]


def test_members_alone_read_and_write(club: Club) -> None:
    found("Tang")
    club_talk.post(club=club, dynasty=member("Ming"), text="Who comes?")
    assert read(club, "Qing") == ["Who comes?"] and read(club, "Tang") == []
    with pytest.raises(DomainError) as refused:
        club_talk.post(club=club, dynasty=member("Tang"), text="I do")
    assert refused.value.code == "members_only"
    membership.leave(club=club, dynasty=member("Qing"))
    assert read(club, "Qing") == [] and read(club, "Ming") == ["Who comes?"]


def test_whom_one_mutes_or_the_staff_silences_is_not_read(club: Club) -> None:
    message = club_talk.post(club=club, dynasty=member("Ming"), text="Who comes?")
    chat.mute(dynasty=member("Qing"), author=member("Ming"))
    assert read(club, "Qing") == [] and selected.find_readable(member("Qing"), message.code) is None
    chat.unmute(dynasty=member("Qing"), author=member("Ming"))
    row = reports.report(dynasty=member("Qing"), message=message, reason="spam")
    assert row.title == "A club" and row.private == message
    staff = User.objects.create_superuser("staff@example.org", "a long password")
    moderation.silence(user=staff, dynasty=member("Ming"), reason="rude", days=1)
    assert read(club, "Qing") == []
    with pytest.raises(DomainError) as refused:
        club_talk.post(club=club, dynasty=member("Ming"), text="Hear me")
    assert refused.value.code == "silenced"


def test_it_is_forgotten_in_time_and_with_the_club(club: Club) -> None:
    club_talk.post(club=club, dynasty=member("Ming"), text="Who comes?")
    assert club_talk.forget_old() == 0
    with clock.freeze(clock.now() + timedelta(days=CLUB_TALK_DAYS, minutes=1)):
        assert club_talk.forget_old() == 1
    club_talk.post(club=club, dynasty=member("Ming"), text="And now?")
    founding.dissolve(club=club, by=member("Ming"), name=club.name)
    assert read(club, "Qing") == [] and club_talk.forget_old() == 1 and not PrivateMessage.objects.exists()


def test_the_page_shows_it_to_members(club: Club, client: Client) -> None:
    qing, tang = member("Qing"), found("Tang")
    assert qing.user and tang.user
    client.force_login(qing.user)
    assert client.post(f"/club/{club.code}/talk", {"text": "On Friday?"})["Location"] == f"/club/{club.code}/"
    assert "On Friday?" in client.get(f"/club/{club.code}/").content.decode()
    assert "On Friday?" in client.get(f"/club/{club.code}/talk").content.decode()
    client.force_login(tang.user)
    assert "On Friday?" not in client.get(f"/club/{club.code}/").content.decode()
    assert client.get(f"/club/{club.code}/talk").status_code == 404
