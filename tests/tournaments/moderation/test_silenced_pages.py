"""What a silenced dynasty meets where it could write: until when, why and what still works, in place of the form."""

import html
from collections.abc import Callable

import pytest
from django.test import Client

from dynasty.models import Dynasty, User
from dynasty.services.clubs import founding
from tests import factories
from tests.dynasty.clubs.scenes import describe
from tests.factories import found
from tests.tournaments.casual.test_casual import BEN, by_link, sit
from tests.tournaments.casual.test_pauses import browser
from tests.tournaments.studies.test_studies import LAB
from tests.tournaments.studies.test_studies import describe as describe_study
from tournaments.models import PrivateMessage, Silence
from tournaments.selectors.studies import sources
from tournaments.services import moderation
from tournaments.services.studies import chapters, editing

pytestmark = pytest.mark.django_db
WHY = "Insults at midnight"
STILL = "You can still play, bet and trade, accept or decline what others propose, and mute or report others."


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff@example.org", "a long password", is_staff=True)


def open_talk(_dynasty: Dynasty) -> tuple[str, str]:
    return f"/tournament/{factories.announce('gift').code}/", 'name="text"'


def open_conversation(_dynasty: Dynasty) -> tuple[str, str]:
    return f"/messages/{found('Qing').code}/", 'name="text"'


def open_club(dynasty: Dynasty) -> tuple[str, str]:
    return f"/club/{founding.found(founder=dynasty, description=describe('A club')).code}/", 'name="text"'


def open_new_study(_dynasty: Dynasty) -> tuple[str, str]:
    return "/studies/new/", 'name="title"'


def open_study(dynasty: Dynasty) -> tuple[str, str]:
    return f"/study/{editing.create(dynasty=dynasty, description=describe_study()).code}/edit/", 'value="save"'


def open_chapter(dynasty: Dynasty) -> tuple[str, str]:
    study = editing.create(dynasty=dynasty, description=describe_study())
    chapter = chapters.add(study=study, by=dynasty, source=sources.read_source(LAB))
    return f"/study/{study.code}/{chapter.code}/", 'name="text"'


def open_adding(_dynasty: Dynasty) -> tuple[str, str]:
    return f"/studies/add/?source={LAB}".replace("&", "%26"), 'name="study"'


PLACES = [open_talk, open_conversation, open_club, open_new_study, open_study, open_chapter, open_adding]


def read(dynasty: Dynasty, address: str) -> str:
    client = Client()
    client.force_login(dynasty.user)
    answer = client.get(address)
    assert answer.status_code == 200, address
    return html.unescape(answer.content.decode())


@pytest.mark.parametrize("place", PLACES)
def test_the_page_says_it_instead_of_the_form(staff: User, place: Callable[[Dynasty], tuple[str, str]]) -> None:
    crier = found("Crier")
    address, field = place(crier)
    shown = read(crier, address)
    assert field in shown and WHY not in shown
    moderation.silence(user=staff, dynasty=crier, reason=WHY, days=2)
    shown = read(crier, address)
    assert field not in shown
    assert shown.count(f": {WHY}") == 1 and shown.count(STILL) == 1 and "has silenced your dynasty until" in shown
    moderation.end_silence(user=staff, dynasty=crier, reason="It apologised")
    assert field in read(crier, address)


def test_a_silence_without_an_end_says_that_the_staff_ends_it(staff: User) -> None:
    crier = found("Crier")
    address, field = open_talk(crier)
    moderation.silence(user=staff, dynasty=crier, reason=WHY)
    shown = read(crier, address)
    assert f"has silenced your dynasty until it decides otherwise: {WHY}" in shown and field not in shown


def test_the_talk_of_an_open_page_says_it_with_its_next_lines(staff: User) -> None:
    """Show it in the part of the page that is fetched again, which also hides the forms that are open."""
    crier = found("Crier")
    address, _field = open_talk(crier)
    assert "data-speak" in read(crier, f"{address}talk")
    moderation.silence(user=staff, dynasty=crier, reason=WHY, days=2)
    shown = read(crier, f"{address}talk")
    assert WHY in shown and "data-speak" not in shown


def test_a_silence_is_nobody_elses_business(staff: User) -> None:
    address, field = open_talk(found("Crier"))
    moderation.silence(user=staff, dynasty=Dynasty.objects.get(name="Crier"), reason=WHY, days=2)
    shown = read(found("Nice"), address)
    assert WHY not in shown and field in shown
    assert WHY not in Client().get(address).content.decode()


def test_treaties_are_proposed_by_a_form_too(staff: User) -> None:
    battle, _fighters = factories.begin("gift", 0, 0, terms={"negotiation": "secret"})
    crier, address = Dynasty.objects.get(name="Aaa"), f"/tournament/{battle.code}/treaties"
    assert 'name="kind"' in read(crier, address)
    moderation.silence(user=staff, dynasty=crier, reason=WHY, days=2)
    shown = read(crier, address)
    assert 'name="kind"' not in shown and WHY in shown


def test_ready_words_of_casual_battles_are_not_offered_either(staff: User) -> None:
    battle, crier = by_link(), found("Crier")
    sit(battle, name="Ben")
    client, address = browser(BEN), f"/tournament/{battle.code}/"
    client.force_login(crier.user)
    assert 'name="words"' in client.get(address).content.decode()
    moderation.silence(user=staff, dynasty=crier, reason=WHY, days=2)
    shown = client.get(address).content.decode()
    assert 'name="words"' not in shown and WHY in shown
    Silence.objects.all().delete()
    assert 'name="words"' in client.get(address).content.decode()


def test_what_was_typed_before_a_silence_is_answered_with_it(staff: User) -> None:
    """Say it once where a form of a page that was open before is sent: the form does not come back."""
    crier, other = found("Crier"), found("Qing")
    moderation.silence(user=staff, dynasty=crier, reason=WHY, days=2)
    client = Client()
    client.force_login(crier.user)
    answer = client.post(f"/messages/{other.code}/", {"text": "Hear me"})
    assert answer.status_code == 403 and answer.content.decode().count(WHY) == 1
    assert not PrivateMessage.objects.exists()
