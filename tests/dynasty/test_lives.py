"""An emperor's life as a line, events by their address, and the feed: true, and nothing private in them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from core import clock
from dynasty.charts import line, timeline
from dynasty.models import Event
from dynasty.selectors import timelines as selected
from dynasty.selectors.taken_names import Mask
from dynasty.services import emperors, reputation

pytestmark = pytest.mark.django_db
BUDGET = 15
START = datetime(2030, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return START + timedelta(days=number)


def test_the_line_goes_from_dynasty_to_dynasty() -> None:
    homes = [("Ming", day(0), day(4)), ("Qing", day(4), day(6)), ("Ming", day(6), None)]
    deeds = [(day(0), "born", "Ada was born."), (day(4), "joined", "Ada joined."), (day(10), "died", "Ada died.")]
    life = timeline.draw(homes, deeds, day(10))
    assert life is not None and [lane.name for lane in life.lanes] == ["Ming", "Qing"]
    assert life.line == "M20.0 40H292.0L292.0 96H428.0L428.0 40H700.0"
    assert [(mark.x, mark.y) for mark in life.marks] == [(20.0, 40), (292.0, 96), (700.0, 40)]
    assert [tick.x for tick in life.ticks] == [20.0, 360.0, 700.0]
    assert timeline.draw([], [], day(1)) is None


def test_a_life_of_no_length_is_drawn() -> None:
    life = timeline.draw([("Ming", day(0), None)], [(day(0), "born", "Ada was born.")], day(0))
    assert life is not None and life.marks[0].x == 20.0


def test_the_page_of_an_emperor(found: Callable[..., Any], born: Callable[..., Any], at: Callable[..., Any],
                                django_assert_max_num_queries: Any) -> None:  # fmt: skip
    at(2030, 1, 1)
    ming, qing = found("Ming"), found("Qing")
    ada = born(ming, "Ada", fought=True)
    at(2030, 2, 1)
    reputation.award(emperor=ada, points=12, cause="won", place="", key="one")
    at(2030, 3, 1)
    emperors.change_dynasty(emperor=ada, to=qing, title="The Cup")
    at(2030, 4, 1)
    reputation.award(emperor=ada, points=-5, cause="fell", place="", key="two")
    with django_assert_max_num_queries(BUDGET):
        page = Client().get(f"/emperor/{ada.code}/").content.decode()
    assert "Timeline" in page and "A line through 2 dynasties" in page and "Deeds as a list" in page
    ada.refresh_from_db()
    assert [value for _at, value in selected.get_reputation_curve(ada)] == [0, 12, 7]
    life = selected.build_life(ada, list(ada.memberships.order_by("since")), clock.now(), Mask())
    assert life is not None and [mark.kind for mark in life.marks] == ["born", "joined"]


def test_an_event_has_an_address_and_a_private_one_only_for_its_dynasty(
    found: Callable[..., Any], django_assert_max_num_queries: Any
) -> None:
    ming, qing = found("Ming"), found("Qing")
    own = Event.objects.filter(mentions__dynasty=ming)
    founded, wealth = own.get(kind="founded"), own.filter(kind="wealth")[0]
    who, stranger = Client(), Client()
    who.force_login(ming.user), stranger.force_login(qing.user)
    with django_assert_max_num_queries(BUDGET):
        assert "The dynasty Ming was founded." in Client().get(f"/event/{founded.pk}/").content.decode()
    assert who.get(f"/event/{wealth.pk}/").status_code == 200
    assert Client().get(f"/event/{wealth.pk}/").status_code == stranger.get(f"/event/{wealth.pk}/").status_code == 404
    assert Client().get("/event/999999/").status_code == Client().get(f"/event/{2**63}/").status_code == 404


def test_the_feed_holds_the_public_log_and_nothing_else(
    found: Callable[..., Any], born: Callable[..., Any], django_assert_max_num_queries: Any
) -> None:
    ming = found("Ming & Sons")
    born(ming, "Ada")
    who = Client()
    who.force_login(ming.user)
    with django_assert_max_num_queries(BUDGET):
        answer = who.get(f"/dynasty/{ming.code}/log.atom")
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    titles = [each.text for each in root.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles == ["Log of Ming & Sons", "Ada was born.", "The dynasty Ming & Sons was founded."]
    links = [each.attrib["href"] for each in root.iter("{http://www.w3.org/2005/Atom}link")]
    assert all(Client().get(link.removeprefix("http://testserver")).status_code == 200 for link in links)
    assert Client().get("/dynasty/nobody/log.atom").status_code == 404


@pytest.mark.parametrize(("days", "written"), [(1, "TIME_FORMAT"), (3, "SHORT_DATE_FORMAT")])
def test_within_two_days_an_axis_tells_hours(days: int, written: str) -> None:
    start = datetime(2031, 5, 1, tzinfo=UTC)
    end = start + timedelta(days=days)
    chart, life = line.draw([(start, 0), (start, 5)], end), timeline.draw([("Ming", start, None)], [], end)
    assert chart and life and chart.written == life.written == written
