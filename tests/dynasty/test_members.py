"""Of which emperors a dynasty was made at any moment, to the second: on the page, in the API and in files."""

import csv
import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from core.datetimes import parse_datetime
from dynasty.models import Dynasty, Membership, User
from dynasty.selectors import dynasties
from dynasty.services import emperors

pytestmark = pytest.mark.django_db
BORN = (2030, 1, 20, 12, 30, 5, 400_000)
"""When Livia was raised: within a second, as moments are."""
GONE = (2030, 1, 21, 6, 11, 5, 400_000)


@pytest.fixture
def dynasty(found, born, at) -> Dynasty:
    """Return a dynasty with a founder's child that died and one that lives; the clock shows a year later."""
    at(2030, 1, 1)
    dynasty = found()
    at(*BORN)
    livia = born(dynasty, "Livia", fought=True)
    born(dynasty, "Marcus")
    at(*GONE)
    emperors.end_life(emperor=livia)
    at(2031, 1, 1)
    return dynasty


def on_page(dynasty: Dynasty, moment: str, client: Client) -> list[str]:
    """Return the names that the page lists for a moment."""
    answer = client.get(reverse("dynasty", args=[dynasty.code]), {"at": moment})
    assert answer.status_code == 200 and not answer.context["form"].errors
    return [each.emperor.name for each in answer.context["members"]]


def in_api(dynasty: Dynasty, moment: str, client: Client) -> list[str]:
    answer = client.get(f"/api/v1/dynasties/{dynasty.code}/emperors/", {"at": moment})
    assert answer.status_code == 200
    return [each["name"] for each in answer.json()]


def in_json(dynasty: Dynasty, moment: str, client: Client) -> list[str]:
    body = client.get(reverse("dynasty_members_json", args=[dynasty.code]), {"at": moment}).json()
    return [each["emperor"]["name"] for each in body["members"]]


def in_csv(dynasty: Dynasty, moment: str, client: Client) -> list[str]:
    answer = client.get(reverse("dynasty_members_csv", args=[dynasty.code]), {"at": moment})
    return [row[0] for row in csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))][1:]


READERS = [on_page, in_api, in_json, in_csv]
MOMENTS = {
    "2030-01-20T12:30:04Z": [],
    "2030-01-20T12:30:05Z": ["Livia", "Marcus"],
    "2030-01-20T12:30:05.399999Z": [],
    "2030-01-20T12:30:05.400000Z": ["Livia", "Marcus"],
    "2030-01-20T13:30:05+01:00": ["Livia", "Marcus"],
    "2030-01-20T13:30:05 01:00": ["Livia", "Marcus"],
    "2030-01-20 12:30:04": [],
    "2030-01-21T06:11:04Z": ["Livia", "Marcus"],
    "2030-01-21T06:11:05Z": ["Marcus"],
    "2030-01-21T06:11": ["Livia", "Marcus"],
    "2030-01-19": [],
    "2030-01-20": ["Livia", "Marcus"],
    "2030-01-21": ["Marcus"],
    "2999-01-01": ["Marcus"],
}


@pytest.mark.parametrize("read", READERS)
def test_everywhere_to_the_second(read, dynasty, client) -> None:
    assert {moment: read(dynasty, moment, client) for moment in MOMENTS} == MOMENTS


@pytest.mark.parametrize("moment", ["yesterday", "2030-13-01", "2030-01-20T25:00", "0001-01-01T00:00+14:00", "12:30"])
def test_no_moment_is_said_to_be_none(moment, dynasty, client) -> None:
    page = client.get(reverse("dynasty", args=[dynasty.code]), {"at": moment})
    assert page.status_code == 200 and "This is not a valid time" in page.content.decode()
    answer = client.get(f"/api/v1/dynasties/{dynasty.code}/emperors/", {"at": moment})
    assert answer.status_code == 400 and "at" in answer.json()["errors"]
    for name in ("dynasty_members_csv", "dynasty_members_json"):
        answer = client.get(reverse(name, args=[dynasty.code]), {"at": moment})
        assert answer.status_code == 400 and "This is not a valid time" in answer.content.decode()


def test_the_page_reads_and_shows_the_readers_own_zone(dynasty, client) -> None:
    client.force_login(dynasty.user)
    User.objects.update(time_zone="Asia/Tokyo")
    assert on_page(dynasty, "2030-01-20T21:30:04", client) == []
    answer = client.get(reverse("dynasty", args=[dynasty.code]), {"at": "2030-01-20T21:30:05"})
    text = answer.content.decode()
    assert "20 January 2030 at 21:30:05 (JST)" in text and 'value="2030-01-20T21:30:05"' in text
    assert "members.csv?at=2030-01-20T21%3A30%3A05.999999%2B09%3A00" in text


def test_a_file_of_all_times_answers_every_moment(dynasty, client) -> None:
    body = client.get(reverse("dynasty_members_json", args=[dynasty.code])).json()
    assert body["at"] is None
    assert [(each["emperor"]["name"], each["since"], each["until"]) for each in body["members"]] == [
        ("Livia", datetime(*BORN, tzinfo=UTC).isoformat(), datetime(*GONE, tzinfo=UTC).isoformat()),
        ("Marcus", datetime(*BORN, tzinfo=UTC).isoformat(), None),
    ]


def test_pages_of_a_moment_in_the_api_stay_at_it(dynasty, client) -> None:
    first = client.get(f"/api/v1/dynasties/{dynasty.code}/emperors/", {"at": "2030-01-20", "page_size": 1})
    assert [each["name"] for each in first.json()] == ["Livia"] and "at=2030-01-20" in first["Link"]


def test_an_event_leads_to_who_belonged_then(dynasty, client) -> None:
    livia = Membership.objects.exclude(until=None).get().emperor
    line = dynasty.mentions.get(kind="died", emperor=livia)
    page = client.get(reverse("event", args=[line.event_id])).content.decode()
    assert f"/dynasty/{dynasty.code}/?at=2030-01-21T06%3A11%3A05.400000%2B00%3A00#members" in page


WITHIN = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1))
ZONES = st.sampled_from(["UTC", "Europe/Madrid", "Asia/Kathmandu", "America/Caracas", "Pacific/Kiritimati"])


@given(WITHIN, ZONES)
def test_a_moment_survives_being_written(naive: datetime, zone: str) -> None:
    moment = naive.replace(tzinfo=ZoneInfo(zone))
    exact = parse_datetime(moment.isoformat())
    assert timedelta(0) <= exact - moment.astimezone(UTC) < timedelta(seconds=1)
    assert exact == moment or not moment.microsecond
    assert parse_datetime(naive.isoformat(), ZoneInfo(zone)).replace(microsecond=0) == moment.astimezone(UTC).replace(
        microsecond=0
    )


def test_the_selector_is_half_open(dynasty) -> None:
    born, gone = datetime(*BORN, tzinfo=UTC), datetime(*GONE, tzinfo=UTC)
    tick = timedelta(microseconds=1)
    counts = [dynasties.list_members_at(dynasty, moment).count() for moment in (born - tick, born, gone - tick, gone)]
    assert counts == [0, 2, 2, 1]
