"""Staff pages: they need a recent second factor, and nothing there can be changed without a log entry."""

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client, RequestFactory
from django.urls import reverse

from config.staff import STAFF_VIEWS
from core import clock, write_once_triggers
from core.limits import STAFF_HOURS
from dynasty.models import StaffAct, Transfer, User
from tests.security.test_matrix import DECLARED
from tests.security.world import open_client

pytestmark = pytest.mark.django_db
ENDPOINTS = ["/staff/", "/moderation/"]


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff@example.org", "a long password", is_staff=True, is_superuser=True)


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_without_a_second_factor_nobody_comes_in(staff: User, endpoint: str) -> None:
    assert open_client(staff).get(endpoint)["Location"] == reverse("mfa_index")
    TOTP.activate(staff, generate_totp_secret())
    assert open_client(staff).get(endpoint).status_code == 200


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_password_is_not_enough_nor_a_factor_shown_long_ago(staff: User, endpoint: str, monkeypatch: Any) -> None:
    TOTP.activate(staff, generate_totp_secret())
    stolen, old = Client(), open_client(staff)
    stolen.force_login(staff)
    assert stolen.get(endpoint)["Location"].startswith(reverse("mfa_reauthenticate"))
    later = clock.now().timestamp() + STAFF_HOURS * 3600 + 5
    monkeypatch.setattr("config.staff.time.time", lambda: later)
    assert old.get(endpoint)["Location"].startswith(reverse("mfa_reauthenticate"))


def test_the_guarded_pages_are_all_that_staff_alone_may_see() -> None:
    alone = {
        name for (name, _method), row in DECLARED.items() if row[4] in ("sees", "does") and set(row[:4]) == {"hidden"}
    }
    assert alone == STAFF_VIEWS


def test_the_admin_shows_our_tables_and_changes_none(staff: User) -> None:
    request = RequestFactory().get("/staff/")
    request.user = staff
    assert {model._meta.app_label for model in admin.site._registry} <= {"dynasty", "tournaments"}
    assert Group not in admin.site._registry
    for shown in admin.site._registry.values():
        may = [
            shown.has_add_permission(request),
            shown.has_change_permission(request),
            shown.has_delete_permission(request),
        ]
        assert may == [False] * 3 and "delete_selected" not in shown.get_actions(request)


def test_acts_of_the_staff_and_transfers_are_written_once(staff: User) -> None:
    write_once_triggers.install()
    act = StaffAct.objects.create(user=staff, act="heard", object="dynasty:x", reason="it apologised", at=clock.now())
    for change in (lambda: StaffAct.objects.filter(pk=act.pk).update(reason=""), act.delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert Transfer._meta.db_table in {guard.table for guard in write_once_triggers.TABLES}
