"""What the staff removed by mistake is put back: everybody reads it again, and whoever was told of it is told."""

from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from dynasty.models import StaffAct, StreamEvent, User
from tests.factories import again, found
from tests.security.world import open_client
from tests.tournaments.studies.test_studies import describe as describe_study
from tests.tournaments.test_moderation import report_line, sentences
from tournaments.models import DirectorAct, Message, PrivateMessage, Report, Study
from tournaments.selectors import chat as heard
from tournaments.selectors.people.removed_texts import list_removed
from tournaments.services import moderation
from tournaments.services.people import conversations
from tournaments.services.people import reports as private_reports
from tournaments.services.studies import editing
from tournaments.services.studies import reports as study_reports

pytestmark = pytest.mark.django_db
Text = Message | PrivateMessage | Study


@pytest.fixture
def staff() -> User:
    user = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    TOTP.activate(user, generate_totp_secret())
    return user


def remove_line(staff: User) -> tuple[Text, Report]:
    line, report = report_line()
    moderation.remove_message(user=staff, message=line, reason="It insults")
    return line, report


def remove_private(staff: User) -> tuple[Text, Report]:
    crier, nice = found("Crier"), found("Nice")
    line = conversations.write(dynasty=crier, to=nice, text="You are all fools")
    report = private_reports.report(dynasty=nice, message=line, reason="insult")
    moderation.remove_private(user=staff, message=line, reason="It insults")
    return line, report


def remove_study(staff: User) -> tuple[Text, Report]:
    study = editing.create(dynasty=found("Crier"), description=describe_study())
    report = study_reports.report(dynasty=found("Nice"), study=study, reason="insult")
    moderation.remove_study(user=staff, study=study, reason="It insults")
    return study, report


@pytest.mark.parametrize(
    ("remove", "sentence"),
    [
        (remove_line, "The staff of this site put your message “You are all fools” back: I misread it"),
        (remove_private, "The staff of this site put your message “You are all fools” back: I misread it"),
        (remove_study, "The staff of this site put your study “Openings of the duel” back: I misread it"),
    ],
)
def test_it_is_there_again_and_all_are_told(
    staff: User, remove: Callable[[User], tuple[Text, Report]], sentence: str
) -> None:
    text, report = remove(staff)
    assert [each.code for each in list_removed()] == [text.code]
    assert moderation.put_back(user=staff, text=text, reason="I misread it")
    assert again(text).removed_at is None and list_removed() == []
    assert again(report).outcome == "put_back" and again(report).closed_at
    assert sentences("Crier", "moderated")[1:] == [sentence]
    said = sentences("Nice", "moderated")
    assert len(said) == 2 and said[1].endswith("and has put it back.")
    act = StaffAct.objects.get(act="put_back")
    assert (act.user, act.reason, act.object.endswith(text.code)) == (staff, "I misread it", True)
    assert not moderation.put_back(user=staff, text=text, reason="Once more"), "it is there"
    assert StaffAct.objects.filter(act="put_back").count() == 1 and len(sentences("Crier", "moderated")) == 2


def test_the_talk_shows_it_again_and_its_log_says_so(staff: User) -> None:
    line, _report = remove_line(staff)
    assert isinstance(line, Message)
    moderation.put_back(user=staff, text=line, reason="I misread it")
    assert heard.query_readable(line.tournament, "public", None).get() == line
    log = DirectorAct.objects.filter(tournament=line.tournament, act="message_put_back").get()
    assert log.facts == {"dynasty": "Crier", "reason": "I misread it"}
    events = StreamEvent.objects.filter(stream__name=f"talk:{line.tournament.code}").order_by("number")
    assert [row.type for row in events] == ["said", "removed", "said"], "open pages fetch the talk again"


def test_it_can_be_removed_again_which_its_author_is_told_too(staff: User) -> None:
    line, report = remove_line(staff)
    assert isinstance(line, Message)
    moderation.put_back(user=staff, text=line, reason="I misread it")
    assert moderation.remove_message(user=staff, message=line, reason="It does insult")
    assert again(line).removed_at and [each.act.reason for each in list_removed()] == ["It does insult"]
    assert sentences("Crier", "moderated")[-1].endswith(": It does insult")
    assert len(sentences("Crier", "moderated")) == 3 and again(report).outcome == "put_back"
    types = StreamEvent.objects.filter(stream__name=f"talk:{line.tournament.code}").values_list("type", flat=True)
    assert sorted(types) == ["removed", "removed", "said", "said"]


def test_whose_report_led_to_a_silence_is_told_nothing_new(staff: User) -> None:
    line, report = report_line()
    moderation.silence(user=staff, dynasty=line.dynasty, reason="Insults", days=1)
    moderation.remove_message(user=staff, message=line, reason="It insults")
    moderation.put_back(user=staff, text=line, reason="I misread it")
    assert again(report).outcome == "silenced" and len(sentences("Nice", "moderated")) == 1


def test_by_the_page_of_the_staff_and_by_it_alone(staff: User) -> None:
    line, report = remove_line(staff)
    reader = open_client(staff)
    page = reader.get("/moderation/").content.decode()
    assert "Removed texts" in page and "You are all fools" in page and 'value="put_back"' in page
    for outsider in (open_client(report.reporter.user), open_client(line.dynasty.user)):
        sent = {"do": "put_back", "on": line.code, "reason": "I misread it"}
        assert outsider.post("/moderation/", sent).status_code == 404
    reader.post("/moderation/", {"do": "put_back", "on": line.code, "reason": " "})
    assert again(line).removed_at, "without a reason nothing happens"
    reader.post("/moderation/", {"do": "put_back", "on": line.code, "reason": "I misread it"})
    assert not again(line).removed_at
    answer = reader.post("/moderation/", {"do": "put_back", "on": line.code, "reason": "I misread it"}, follow=True)
    assert b"There is nothing here." in answer.content and b"Removed texts" not in answer.content
    assert b"Put back what was removed" in answer.content
    page = open_client(report.reporter.user).get(f"/talk/{line.code}/").content.decode()
    assert "The staff removed it, looked again, and has put it back." in page
