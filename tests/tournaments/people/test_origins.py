"""Two accounts of one battle from one address or browser: a hint to the staff, for some days, and nothing else."""

from datetime import timedelta

import pytest
from django.test import Client

from core import clock
from core.limits import ORIGIN_DAYS
from dynasty.models import ClubMember, Dynasty, StaffAct, User
from dynasty.services.clubs import classes
from tests.factories import announce, born, found, proven
from tests.security.world import open_client
from tests.tournaments.test_moderation import staff
from tournaments.models import Entry, OriginMark, Report, Tournament
from tournaments.selectors import account_data
from tournaments.selectors.people import origins as selected
from tournaments.services import account_deletion, chat, moderation
from tournaments.services.people import origins

__all__ = ["staff"]
pytestmark = pytest.mark.django_db


def note(tournament: Tournament, dynasty: Dynasty, address: str, browser: str = "") -> None:
    origins.note(tournament=tournament, dynasty=dynasty, address=address, browser=browser)


def hints() -> list[tuple[str, list[str], bool]]:
    return [(each.tournament.title, sorted(one.name for one in each.dynasties), each.same_browser)
            for each in selected.list_hints()]  # fmt: skip


def test_a_shared_address_and_a_shared_browser_are_one_hint_each() -> None:
    cup, other = announce("gift", title="The Cup"), announce("gift", title="The Other Cup")
    ming, qing, tang = found("Ming"), found("Qing"), found("Tang")
    note(cup, ming, "10.0.0.1"), note(cup, tang, "10.0.0.2"), note(other, qing, "10.0.0.1")
    assert hints() == []
    note(cup, qing, "10.0.0.1"), note(cup, qing, "10.0.0.1")
    assert hints() == [("The Cup", ["Ming", "Qing"], False)]
    note(cup, ming, "10.0.0.1", "a key"), note(cup, qing, "10.0.0.9", "a key")
    assert hints() == [("The Cup", ["Ming", "Qing"], True)]


def test_marks_say_nothing_across_battles_and_nothing_of_the_address() -> None:
    ming = found("Ming")
    for title in ("One", "Two"):
        note(announce("gift", title=title), ming, "10.0.0.1", "a key")
    marks = list(OriginMark.objects.values_list("mark", flat=True))
    assert len(set(marks)) == 4 and not any("10.0" in mark for mark in marks)


def test_trainings_houses_and_pupils_are_not_noted() -> None:
    ming = found("Ming")
    note(announce("training"), ming, "10.0.0.1")
    school = classes.found(teacher=ming, name="6B")
    classes.add_pupils(club=school, by=ming, text="Ana")
    note(announce("gift"), ClubMember.objects.get(club=school, role="member").dynasty, "10.0.0.1")
    assert not OriginMark.objects.exists()


def test_they_go_after_some_days_and_with_the_account() -> None:
    cup, ming, qing = announce("gift"), found("Ming"), found("Qing")
    note(cup, ming, "10.0.0.1"), note(cup, qing, "10.0.0.1")
    assert ming.user and len(account_data.export_user(ming.user)["origins"]) == 1
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert OriginMark.objects.get().dynasty == qing and origins.forget_old() == 0
    with clock.freeze(clock.now() + timedelta(days=ORIGIN_DAYS, minutes=1)):
        assert origins.forget_old() == 1 and not OriginMark.objects.exists()


def test_entering_from_one_browser_is_shown_to_the_staff_alone_and_changes_nothing(staff: User) -> None:
    cup = announce("gift", title="The Cup")
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        emperor = born(proven(found(name)), f"{name} I")
        client = Client()
        assert emperor.dynasty.user
        client.force_login(emperor.dynasty.user)
        client.post(f"/tournament/{cup.code}/enter", {"emperor": emperor.code, "seat": seat})
        assert client.get("/moderation/").status_code == 404
    assert Entry.objects.filter(tournament=cup).count() == 2 and len(hints()) == 1
    clerk = clerk_client(staff)
    page = clerk.get("/moderation/").content.decode()
    assert "The Cup" in page and "Same address" in page and "Ming" in page
    clerk.post("/moderation/", {"do": "dismiss_hint", "on": cup.code, "reason": "two sisters"})
    assert hints() == [] and StaffAct.objects.get().act == "hint_dismissed"


def test_programs_are_known_by_their_address() -> None:
    cup = announce("gift", title="The Cup")
    for seat, name in (("a", "Ming"), ("b", "Qing")):
        emperor = born(proven(found(name)), f"{name} I")
        client = open_client(emperor.dynasty.user) if emperor.dynasty.user else Client()
        path, values = f"/api/v1/tournaments/{cup.code}/entry/", {"emperor": emperor.code, "seat": seat}
        assert client.post(path, values, content_type="application/json").status_code == 201
    assert hints() == [("The Cup", ["Ming", "Qing"], False)]


def clerk_client(staff: User) -> Client:
    """Return the browser of a member of the staff that has passed every check."""
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    TOTP.activate(staff, generate_totp_secret())
    return open_client(staff)


def test_how_long_reports_wait_for_a_first_look(staff: User) -> None:
    cup, ming, qing = announce("gift"), found("Ming"), found("Qing")
    message = chat.post(tournament=cup, dynasty=ming, room="public", text="You fools")
    began = clock.now()
    with clock.freeze(began):
        chat.report(dynasty=qing, message=message, reason="insult")
    assert moderation.get_first_looks() is None
    clerk = clerk_client(staff)
    with clock.freeze(began + timedelta(minutes=25)):
        page = clerk.get("/moderation/").content.decode()
        assert "not looked at before" in page
        assert Report.objects.get().looked_at == began + timedelta(minutes=25)
        assert moderation.get_first_looks() == 25 * 60
    with clock.freeze(began + timedelta(hours=2)):
        page = clerk.get("/moderation/").content.decode()
        assert "25 minutes" in page and "not looked at before" not in page
        assert Report.objects.get().looked_at == began + timedelta(minutes=25)
