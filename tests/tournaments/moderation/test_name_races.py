"""Two of the staff, the owner and a newcomer at one moment: a name is taken, put back and given once."""

from functools import partial

import pytest

from dynasty.models import Dynasty, StaffAct, TakenName, User
from dynasty.services import founding
from tests.factories import again, emblems, found
from tests.tournaments.test_races import together
from tournaments.models import Report
from tournaments.services import moderation
from tournaments.services.people import names

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def clerk(name: str) -> User:
    return User.objects.create_user(f"{name}@example.org", "a long password", is_staff=True)


def test_two_of_the_staff_decide_about_one_report() -> None:
    one, other = clerk("one"), clerk("other")
    for attempt in "abc":
        vile, nice = found(f"Vile {attempt}"), found(f"Nice {attempt}")
        report = names.report(dynasty=nice, named=vile, reason="insult")
        results = together(
            [
                partial(names.take, user=one, named=vile, parts=("name",), reason="An insult", report=report),
                partial(names.take, user=other, named=vile, parts=("name", "motto"), reason="An insult", report=report),
                partial(moderation.dismiss_report, user=other, report=report, reason="It is harmless"),
            ]
        )
        outcome = again(report).outcome
        assert results.count(True) == 1 and outcome in ("removed", "dismissed"), (results, outcome)
        assert TakenName.objects.filter(dynasty=vile).count() == (outcome == "removed")
        assert (again(vile).name == f"Vile {attempt}") == (outcome == "dismissed")
    assert StaffAct.objects.count() == 3


def test_it_is_put_back_once_or_another_one_is_chosen_once() -> None:
    one, other = clerk("one"), clerk("other")
    for attempt in "abc":
        vile = found(f"Vile {attempt}")
        names.take(user=one, named=vile, parts=("name",), reason="An insult")
        row = TakenName.objects.get(dynasty=vile)
        results = together(
            [
                partial(names.put_back, user=one, row=row, reason="It is none"),
                partial(names.put_back, user=other, row=row, reason="It is none"),
                partial(names.choose, dynasty=vile, code=row.code, name=f"Better {attempt}"),
                partial(names.choose, dynasty=vile, code=row.code, name=f"Other {attempt}"),
            ]
        )
        row = again(row)
        assert (row.put_back_at is None) != (row.renamed_at is None), results
        expected = {f"Vile {attempt}"} if row.put_back_at else {f"Better {attempt}", f"Other {attempt}"}
        assert again(vile).name in expected and not Report.objects.exists()


def test_a_newcomer_and_the_staff_want_one_name() -> None:
    one = clerk("one")
    for attempt in "abc":
        vile, user = found(f"Vile {attempt}"), User.objects.create_user(f"new-{attempt}@example.org", "a long password")
        names.take(user=one, named=vile, parts=("name",), reason="An insult")
        row = TakenName.objects.get(dynasty=vile)
        results = together(
            [
                partial(names.put_back, user=one, row=row, reason="It is none"),
                partial(founding.found_dynasty, user=user, name=f"Vile {attempt}", motto="", emblem=emblems.DEFAULT),
            ]
        )
        assert results.count("name_taken") == 1 and Dynasty.objects.filter(name=f"Vile {attempt}").count() == 1
        assert (again(row).put_back_at is None) == (results[0] == "name_taken")
