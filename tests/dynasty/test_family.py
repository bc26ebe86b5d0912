"""The family tree of a dynasty."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core import clock
from dynasty.models import Dynasty, Emperor, Membership
from dynasty.selectors import family
from tests import factories

pytestmark = pytest.mark.django_db


def move(emperor: Emperor, to: Dynasty, days: int) -> None:
    """Let an emperor change sides so many days after it was raised."""
    at = emperor.raised_at + timedelta(days=days)
    Membership.objects.filter(emperor=emperor, until=None).update(until=at)
    Membership.objects.create(emperor=emperor, dynasty=to, since=at)
    Emperor.objects.filter(pk=emperor.pk).update(dynasty=to)


@pytest.fixture
def world() -> tuple[Dynasty, Dynasty]:
    """Found Ming with an emperor of its own, one that it captured, and one that it lost and that died elsewhere."""
    with clock.freeze(clock.now() - timedelta(days=50)):
        ming, qing = factories.found("Ming"), factories.found("Qing")
        factories.born(ming, "Home")
        taken, lost = factories.born(qing, "Taken"), factories.born(ming, "Lost")
    move(taken, ming, 10), move(lost, qing, 20)
    died = lost.raised_at + timedelta(days=30)
    Membership.objects.filter(emperor=lost, until=None).update(until=died)
    Emperor.objects.filter(pk=lost.pk).update(died_at=died)
    return ming, qing


def test_it_tells_births_changes_of_side_and_deaths(world) -> None:
    tree = family.build_tree(world[0], clock.now())
    told = {each.emperor.name: [(turn.kind, turn.dynasty) for turn in each.turns] for each in tree.stories}
    assert told == {
        "Home": [("born", "Ming")],
        "Taken": [("arrived", "Qing"), ("joined", "Qing")],
        "Lost": [("born", "Ming"), ("left", "Qing"), ("died", "Qing")],
    }
    branches = {each.name: each for each in tree.drawing.branches}
    assert branches["Taken"].own and branches["Taken"].away and branches["Taken"].own_now
    assert not branches["Home"].away and not branches["Lost"].own_now
    marks = [mark.x for mark in branches["Lost"].marks]
    assert marks == sorted(marks) and marks[0] < marks[1] < marks[2]


def test_the_page_says_it_in_words_and_in_few_queries(world) -> None:
    client = Client()
    with CaptureQueriesContext(connection) as asked:
        page = client.get(f"/dynasty/{world[0].code}/family/").text
    assert len(asked) <= 8
    for words in ("Born in Qing", "Captured from Qing, and joined this dynasty", "Captured, and joined Qing", "Died"):
        assert words in page
    assert f"/dynasty/{world[0].code}/family/" in client.get(f"/dynasty/{world[0].code}/").text


def test_a_large_family_shows_those_who_came_last(world, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family, "MAX_RELATIVES", 2)
    page = Client().get(f"/dynasty/{world[0].code}/family/").text
    assert (
        "3 in all; page 1 of 2, the latest first." in page
        and ">Taken<" in page
        and ">Home<" not in page.partition("In words")[2]
    )


def test_those_who_came_before_are_on_the_next_page(world, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family, "MAX_RELATIVES", 2)
    for number in ("2", "99"):
        page = Client().get(f"/dynasty/{world[0].code}/family/?page={number}").text
        assert "page 2 of 2" in page and ">Home<" in page and ">Taken<" not in page.partition("In words")[2]


def test_an_empty_dynasty_has_an_empty_tree() -> None:
    page = Client().get(f"/dynasty/{factories.found('Han').code}/family/").text
    assert "Nobody has belonged to this dynasty yet." in page
