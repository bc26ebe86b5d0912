"""Whom the staff silenced, or whose text it removed, asks once to look again; the staff answers, and tells it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from core import clock
from core.errors import DomainError
from dynasty.domain.notification_links import get_path
from dynasty.models import Dynasty, Notice, StaffAct, User
from tests.factories import again, announce, found
from tests.security.world import open_client
from tests.tournaments.moderation.test_putting_back import Text, remove_line, remove_private, remove_study
from tests.tournaments.test_moderation import report_line, sentences
from tournaments import tasks
from tournaments.models import Report, Silence
from tournaments.services import chat, moderation
from tournaments.services.people import appeals

pytestmark = pytest.mark.django_db
Remove = Callable[[User], tuple[Text, Report]]
WORDS = "It was a quotation from a play."


@pytest.fixture
def staff() -> User:
    user = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    TOTP.activate(user, generate_totp_secret())
    return user


@pytest.fixture
def crier(staff: User) -> Dynasty:
    """Silence Crier for a week."""
    dynasty = found("Crier")
    moderation.silence(user=staff, dynasty=dynasty, reason="Insults", days=7)
    return dynasty


def refuse(code: str, dynasty: Dynasty, on: str, words: str = WORDS) -> None:
    with pytest.raises(DomainError) as refused:
        appeals.ask(dynasty=dynasty, code=on, words=words)
    assert refused.value.code == code


def test_a_silenced_dynasty_asks_on_the_page_that_its_notification_leads_to(crier: Dynasty) -> None:
    notice = Notice.objects.get(dynasty=crier, kind="moderated")
    address = get_path(notice.kind, notice.place, notice.facts)
    assert address == "/appeal/silence/"
    reader = open_client(crier.user)
    page = reader.get(address).content.decode()
    assert "Insults" in page and 'name="text"' in page
    assert address in reader.get(f"/messages/{found('Qing').code}/").content.decode(), "instead of a form to write"
    answer = reader.post(address, {"text": WORDS}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(address, 302)]
    assert WORDS in page and "The staff has not decided yet" in page and 'name="text"' not in page
    row = Report.objects.get()
    assert (row.about, row.reporter, row.words, row.decided) == (crier, crier, WORDS, "Insults") and row.is_appeal


@pytest.mark.parametrize("remove", [remove_line, remove_private, remove_study])
def test_the_author_of_what_was_removed_asks_and_has_it_back(staff: User, remove: Remove) -> None:
    text, report = remove(staff)
    author = open_client(text.dynasty.user)
    notice = Notice.objects.get(dynasty=text.dynasty, kind="moderated")
    address = get_path(notice.kind, notice.place, notice.facts)
    assert "It insults" in author.get(address).content.decode()
    author.post(address, {"text": WORDS})
    reader, row = open_client(staff), Report.objects.get(reason=Report.APPEAL)
    queue = reader.get("/moderation/").content.decode().partition('id="reports"')[2].partition('id="removed"')[0]
    assert WORDS in queue and "It insults" in queue and "asks to put back what was removed" in queue
    reader.post("/moderation/", {"do": "put_back", "on": row.code, "reason": "It is one"})
    assert again(text).removed_at is None and again(row).outcome == "granted" and again(report).outcome == "put_back"
    assert len(sentences("Crier", "moderated")) == 2 and sentences("Crier", "moderated")[-1].endswith(": It is one")
    assert author.get(address)["Location"] == "/notices/", "it does not stand any more"


def test_the_staff_stands_by_its_decision_and_says_why(staff: User, crier: Dynasty) -> None:
    row = appeals.ask(dynasty=crier, code="silence", words=WORDS)
    reader = open_client(staff)
    reader.post("/moderation/", {"do": "dismiss", "on": row.code, "reason": "No play has these words"})
    assert again(row).outcome == "dismissed" and Silence.objects.filter(dynasty=crier).exists()
    assert sentences("Crier", "moderated")[1].endswith("and stands by it: No play has these words")
    assert len(sentences("Crier", "moderated")) == 2, "it did not report anything"
    act = StaffAct.objects.order_by("pk").last()
    assert act and (act.act, act.reason) == ("upheld", "No play has these words")
    page = open_client(crier.user).get("/appeal/silence/").content.decode()
    assert "stands by its decision" in page and 'name="text"' not in page
    refuse("asked_already", crier, "silence")


def test_the_staff_ends_the_silence(staff: User, crier: Dynasty) -> None:
    row = appeals.ask(dynasty=crier, code="silence", words=WORDS)
    open_client(staff).post("/moderation/", {"do": "hear", "on": row.code, "reason": "Forgiven"})
    assert not Silence.objects.exists() and again(row).outcome == "granted"
    assert sentences("Crier", "moderated")[1:] == ["You can talk again: Forgiven"]
    refuse("no_such_decision", crier, "silence")


def test_one_asks_once_for_each_silence(staff: User, crier: Dynasty) -> None:
    appeals.ask(dynasty=crier, code="silence", words=WORDS)
    moderation.silence(user=staff, dynasty=crier, reason="More insults", days=30)
    refuse("asked_already", crier, "silence", "Again")
    moderation.end_silence(user=staff, dynasty=crier, reason="Forgiven")
    with clock.freeze(clock.now() + timedelta(days=1)):
        moderation.silence(user=staff, dynasty=crier, reason="Once more", days=1)
        assert appeals.ask(dynasty=crier, code="silence", words=WORDS).decided == "Once more"


def test_nobody_asks_about_what_is_not_decided_about_it(staff: User, crier: Dynasty) -> None:
    line = chat.post(tournament=announce("gift"), dynasty=found("Loud"), room="public", text="You are all fools")
    moderation.remove_message(user=staff, message=line, reason="It insults")
    refuse("no_such_decision", crier, line.code)
    refuse("no_such_decision", found("Free"), "silence")
    refuse("nothing_said", crier, "silence", " \n ")
    refuse("too_long", crier, "silence", "a" * 501)
    assert open_client(crier.user).get(f"/appeal/{line.code}/").status_code == 404
    assert not Report.objects.filter(reason=Report.APPEAL).exists()


def test_other_decisions_leave_an_appeal_open(staff: User) -> None:
    """Answer it on purpose alone: neither by a silence nor by a report about the same message."""
    line, _report = remove_line(staff)
    row = appeals.ask(dynasty=line.dynasty, code=line.code, words=WORDS)
    moderation.silence(user=staff, dynasty=line.dynasty, reason="Insults", days=7)
    moderation.end_silence(user=staff, dynasty=line.dynasty, reason="Forgiven")
    moderation.remove_message(user=staff, message=line, reason="It insults")
    assert again(row).closed_at is None


def test_an_appeal_takes_nothing_from_the_reports_of_a_day(
    staff: User, crier: Dynasty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "REPORTS_A_DAY", 1)
    appeals.ask(dynasty=crier, code="silence", words=WORDS)
    line = chat.post(tournament=announce("gift"), dynasty=found("Loud"), room="public", text="You are all fools")
    assert chat.report(dynasty=crier, message=line, reason="insult").pk


def test_appeal_is_no_reason_for_a_report(staff: User) -> None:
    line, _report = report_line()
    with pytest.raises(DomainError) as refused:
        chat.report(dynasty=found("Other"), message=line, reason="appeal")
    assert refused.value.code == "unknown_reason"


def test_an_appeal_about_a_silence_that_has_lapsed_leaves_the_queue_and_its_author_is_told(
    staff: User, crier: Dynasty
) -> None:
    row = appeals.ask(dynasty=crier, code="silence", words=WORDS)
    assert tasks.forget()["moot"] == 0 and again(row).closed_at is None
    with clock.freeze(clock.now() + timedelta(days=7, minutes=1)):
        assert tasks.forget()["moot"] == 1 and tasks.forget()["moot"] == 0
        assert WORDS not in open_client(staff).get("/moderation/").content.decode()
    assert again(row).outcome == "lapsed" and again(row).closed_at
    assert sentences("Crier", "moderated")[1].startswith("You can talk again: your silence has ended before")
    assert Notice.objects.filter(dynasty=crier, kind="moderated").latest("pk").place == ""


def test_an_appeal_about_an_earlier_silence_is_moot_and_one_about_the_present_is_not(
    staff: User, crier: Dynasty
) -> None:
    earlier = appeals.ask(dynasty=crier, code="silence", words=WORDS)
    with clock.freeze(clock.now() + timedelta(days=8)):
        moderation.silence(user=staff, dynasty=crier, reason="Once more", days=1)
        later = appeals.ask(dynasty=crier, code="silence", words=WORDS)
        assert appeals.close_moot() == 1
    assert again(earlier).outcome == "lapsed" and again(later).closed_at is None


def test_an_appeal_about_a_text_that_is_deleted_leaves_the_queue(staff: User) -> None:
    study, _report = remove_study(staff)
    row = appeals.ask(dynasty=study.dynasty, code=study.code, words=WORDS)
    assert appeals.close_moot() == 0
    told = len(sentences(study.dynasty.name, "moderated"))
    study.delete()
    assert appeals.close_moot() == 1 and again(row).outcome == "lapsed"
    assert len(sentences(study.dynasty.name, "moderated")) == told, "it was its own doing"
