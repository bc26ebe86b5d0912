"""The staff's page in plain words: what is open, what can be done, and what was done."""

import html
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

from core import clock
from dynasty.models import User
from tests.factories import found
from tests.security.world import open_client
from tournaments.models import Report
from tournaments.services import moderation

pytestmark = pytest.mark.django_db
LINES = [{"name": "Ming", "text": "You are a fool", "said": True}, {"name": "Qing", "text": "Oh.", "said": False}]


@pytest.fixture
def staff() -> User:
    user = User.objects.create_user("staff@example.org", "a long password", is_staff=True)
    TOTP.activate(user, generate_totp_secret())
    return user


def page(staff: User, query: str = "") -> str:
    answer = open_client(staff).get(f"/moderation/{query}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def test_an_empty_page_says_that_there_is_nothing_to_do(staff: User) -> None:
    shown = page(staff)
    assert "There are no open reports." in shown and "No dynasty is silenced." in shown
    assert "Filter reports" not in shown and "Nothing yet." in shown


def test_reports_and_acts_are_in_words_and_long_lists_have_filters(staff: User) -> None:
    author, reporter = found("Ming"), found("Qing")
    for number, reason in enumerate(["insult"] * 3 + ["spam"] * 2 + ["other"]):
        Report.objects.create(about=author, reporter=reporter, reason=reason, at=clock.now(), title="The Test Cup",
                              key=f"{reason}:{number}", context=LINES)  # fmt: skip
    shown = page(staff)
    assert "Insult or threat (3)" in shown and shown.count("Dismiss report") == 6
    assert page(staff, "?about=spam").count("Dismiss report") == 2
    assert "There are no open reports of this kind." in page(staff, "?about=cheating")
    assert page(staff, "?about=nonsense").count("Dismiss report") == 6
    moderation.silence(user=staff, dynasty=author, reason="Insults", days=7)
    for row in Report.objects.filter(closed_at=None):
        moderation.dismiss_report(user=staff, report=row, reason="Nothing in it")
    shown = page(staff)
    assert "Silenced a dynasty" in shown and "Let them speak again" in shown and f"/dynasty/{author.code}/" in shown
    assert "report:" not in shown and "dynasty:" not in shown


def test_the_staff_is_told_what_is_not_set_up(staff: User, settings: Any) -> None:
    """Say that mails reach nobody: whoever runs the site may look at no log."""
    settings.EMAIL_URL, settings.VAPID_PRIVATE_KEY = "", ""
    shown = page(staff)
    assert "No mail is sent: EMAIL_URL is not set." in shown and settings.EMAIL_FILE_PATH in shown
    assert "VAPID_PRIVATE_KEY is not set." in shown
    settings.EMAIL_URL = settings.VAPID_PRIVATE_KEY = "set"
    assert "is not set." not in page(staff)


def test_every_act_has_words() -> None:
    from tournaments.views.moderation import ACT_WORDS, REASON_WORDS

    assert set(REASON_WORDS) == {*Report.Reason.values, Report.APPEAL}
    assert {"removed", "put_back", "upheld", "silenced", "heard", "dismissed", "taken_down", "resumed", "given_up",
            "factors_forgotten", "club_renamed", "hint_dismissed", "study_removed", "name_taken",
            "name_back"} == set(ACT_WORDS)  # fmt: skip
