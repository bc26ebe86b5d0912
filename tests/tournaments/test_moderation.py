"""What the staff decides about somebody is written down, told with its reason, and ends when it was said to."""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from core import clock
from core.errors import DomainError
from dynasty.domain import notification_types
from dynasty.models import Delivery, Notice, StaffAct, User
from tests import factories
from tests.factories import again, born, found, proven
from tests.security.world import open_client
from tests.tournaments.series.test_series import error_code, join_all, season
from tournaments.models import Message, Report, Silence
from tournaments.selectors import chat as heard
from tournaments.services import chat, entries, moderation, recurrences

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff@example.org", "a long password", is_staff=True)


def sentences(name: str, kind: str) -> list[str]:
    rows = Notice.objects.filter(dynasty__name=name, kind=kind).order_by("pk")
    return [notification_types.format_sentence(row.kind, row.facts) for row in rows]


def test_an_announcement_is_taken_down_in_public_and_everybody_hears_why(staff: User, client) -> None:
    host, ada = proven(found("Host")), born(found("Ming"), "Ada")
    cup = factories.announce("gift", host)
    entries.enter(tournament=cup, dynasty=ada.dynasty, emperor=ada, seat="a")
    recurring = recurrences.begin(tournament=cup, by=host, every="daily", zone="UTC", times=3)
    moderation.take_down(user=staff, tournament=cup, reason="Its title insults somebody")
    assert again(cup).status == "cancelled" and factories.at_court(ada) and factories.sum_escrows() == 0
    assert again(recurring).stopped_at
    assert sentences("Host", "moderated") == [
        "The staff of this site cancelled “The Test Cup”: Its title insults somebody"
    ]
    assert [row.facts["result"] for row in Notice.objects.filter(dynasty=ada.dynasty, kind="ended")] == ["cancelled"]
    page = client.get(f"/tournament/{cup.code}/").content.decode()
    assert "The staff of the site cancelled it: Its title insults somebody" in page
    act = StaffAct.objects.get()
    assert (act.act, act.object, act.reason) == ("taken_down", f"tournament:{cup.code}", "Its title insults somebody")
    assert error_code(moderation.take_down, user=staff, tournament=cup, reason="again") == "not_announced"


def test_a_series_too(staff: User, client) -> None:
    made = season()
    join_all(made, "Ming")
    moderation.take_down_series(user=staff, row=made, reason="Spam")
    assert (again(made).status, again(made).why) == ("cancelled", "taken_down")
    assert sentences("Ming", "series") == ["The staff of this site cancelled the series “The Jade Season”: Spam"]
    assert len(sentences("Host", "moderated")) == 1
    assert "The staff of the site cancelled it: Spam" in client.get(f"/series/{made.code}/").content.decode()


def test_only_the_staff_and_only_with_a_reason(staff: User) -> None:
    cup = factories.announce("gift", proven(found("Host")))
    assert error_code(moderation.take_down, user=staff, tournament=cup, reason=" ") == "unknown_reason"
    assert error_code(moderation.take_down, user=cup.organiser.user, tournament=cup, reason="I want to") == "not_yours"
    assert again(cup).status == "announced" and not StaffAct.objects.exists()


def test_by_the_page_of_the_staff(staff: User, client) -> None:
    TOTP.activate(staff, generate_totp_secret())
    cup, made, crier = factories.announce("gift", proven(found("Cup"))), season(), found("Crier")
    reader = open_client(staff)
    assert b"Cancel an announcement" in reader.get("/moderation/").content
    for code in (cup.code, made.code):
        reader.post("/moderation/", {"do": "take_down", "on": code, "reason": "Spam"})
    reader.post("/moderation/", {"do": "silence", "on": crier.code, "reason": "Spam", "days": "7"})
    assert again(cup).status == again(made).status == "cancelled"
    silence = Silence.objects.get(dynasty=crier)
    assert silence.until == silence.since + timedelta(days=7)


def test_the_silenced_is_told_why_and_until_when(staff: User) -> None:
    crier, cup = found("Crier"), factories.announce("gift")
    chat.post(tournament=cup, dynasty=crier, room="public", text="Hear ye")
    now = clock.now()
    with clock.freeze(now):
        moderation.silence(user=staff, dynasty=crier, reason="Insults", days=2)
        with pytest.raises(DomainError) as error:
            chat.post(tournament=cup, dynasty=crier, room="public", text="Again")
    until = notification_types.format_moment((now + timedelta(days=2)).isoformat())
    assert sentences("Crier", "moderated") == [f"The staff of this site has silenced you until {until}: Insults"]
    assert error.value.code == "silenced" and "Insults" in str(error.value) and "until" in str(error.value)
    assert not heard.query_readable(cup, "public", None).exists()
    with clock.freeze(now + timedelta(days=2, seconds=1)):
        assert heard.query_readable(cup, "public", None).count() == 1 and not heard.list_silenced()
        assert chat.post(tournament=cup, dynasty=crier, room="public", text="Again").pk
        moderation.silence(user=staff, dynasty=crier, reason="Once more")
        assert error_code(chat.post, tournament=cup, dynasty=crier, room="public", text="Hm") == "silenced"
    moderation.end_silence(user=staff, dynasty=crier, reason="It apologised")
    assert sentences("Crier", "moderated")[1:] == [
        "The staff of this site has silenced you until it decides otherwise: Once more",
        "You can talk again: It apologised",
    ]
    assert Message.objects.count() == 2


@pytest.mark.parametrize("days", [0, -1, 366])
def test_how_long_a_silence_may_be(staff: User, days: int) -> None:
    assert error_code(moderation.silence, user=staff, dynasty=found("Crier"), reason="Spam", days=days) == "bad_silence"


def test_the_staffs_word_goes_out_by_mail_too(staff: User) -> None:
    moderation.silence(user=staff, dynasty=found("Crier"), reason="Insults", days=2)
    assert list(Delivery.objects.values_list("channel", "dynasty__name")) == [
        ("page", "Crier"),
        ("mail", "Crier"),
    ]


def report_line(reporter: str = "Nice") -> tuple[Message, Report]:
    crier, cup = found("Crier"), factories.announce("gift")
    line = chat.post(tournament=cup, dynasty=crier, room="public", text="You are all fools")
    return line, chat.report(dynasty=found(reporter), message=line, reason="insult")


@pytest.mark.parametrize(
    ("decide", "sentence"),
    [
        ("dismiss", "The staff has looked at what you reported on %s, and leaves it as it is."),
        ("remove", "The staff has removed what you reported on %s. Thank you."),
        ("silence", "The staff has silenced the author of what you reported on %s. Thank you."),
    ],
)
def test_who_reported_something_is_told_what_the_staff_decided(staff: User, decide: str, sentence: str) -> None:
    _line, report = report_line()
    TOTP.activate(staff, generate_totp_secret())
    open_client(staff).post("/moderation/", {"do": decide, "on": report.code, "reason": "As it is", "days": "7"})
    assert sentences("Nice", "moderated") == [sentence % notification_types.format_day(report.at.isoformat())]
    assert ("As it is" in "".join(sentences("Crier", "moderated"))) == (decide != "dismiss")


def test_a_report_leads_to_the_battle_and_to_the_author(staff: User) -> None:
    line, _report = report_line()
    TOTP.activate(staff, generate_totp_secret())
    page = open_client(staff).get("/moderation/").content.decode()
    reports = page.partition('id="reports"')[2]
    for place in (f"/tournament/{line.tournament.code}/", f"/dynasty/{line.dynasty.code}/"):
        assert f'href="{place}"' in reports


def test_the_author_of_a_removed_message_is_told_why(staff: User) -> None:
    line, _report = report_line()
    assert moderation.remove_message(user=staff, message=line, reason="It insults")
    assert sentences("Crier", "moderated") == [
        "The staff of this site removed your message “You are all fools”: It insults"
    ]


def test_a_message_is_reported_once_and_its_page_says_so(staff: User) -> None:
    line, report = report_line()
    reader = open_client(report.reporter.user)
    page = reader.get(f"/talk/{line.code}/").content.decode()
    assert "The staff has not decided yet" in page and 'value="report"' not in page
    assert moderation.dismiss_report(user=staff, report=report, reason="Nothing in it")
    page = reader.get(f"/talk/{line.code}/").content.decode()
    assert "The staff has looked at it, and leaves it as it is." in page and 'value="report"' not in page


def test_the_page_does_not_claim_to_have_recorded_what_was_decided_before(staff: User) -> None:
    _line, report = report_line()
    TOTP.activate(staff, generate_totp_secret())
    reader = open_client(staff)
    acts = [("remove", "It insults"), ("dismiss", "Nothing in it"), ("remove", "Once more")]
    page = "/moderation/?about=insult"
    said = [reader.post(page, {"do": do, "on": report.code, "reason": why}, follow=True) for do, why in acts]
    assert [b"Done and recorded." in each.content for each in said] == [True, False, False]
    assert [b"That was decided already" in each.content for each in said] == [False, True, True]
    assert said[0].redirect_chain == [("/moderation/?about=insult", 302)], "the list stays as it was filtered"
    assert StaffAct.objects.count() == 1


def test_a_silence_can_be_made_longer_or_shorter(staff: User) -> None:
    crier = found("Crier")
    assert moderation.silence(user=staff, dynasty=crier, reason="Spam", days=7)
    assert not moderation.silence(user=staff, dynasty=crier, reason="Spam", days=7), "a second click"
    for days in (30, 1, None):
        assert moderation.silence(user=staff, dynasty=crier, reason=f"Now {days}", days=days)
        row = Silence.objects.get(dynasty=crier)
        assert row.reason == f"Now {days}"
        assert (row.until is None) if days is None else (0 <= (row.until - row.since).days - days <= 1)
    assert StaffAct.objects.filter(act="silenced").count() == len(sentences("Crier", "moderated")) == 4
