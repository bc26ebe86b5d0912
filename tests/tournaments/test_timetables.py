"""When rounds close: laws for every timetable, and the days on which clocks change."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DomainError
from tests import factories
from tournaments.domain import timetables
from tournaments.domain.timetables import DAY, BadTimetable, Timetable
from tournaments.selectors import time_descriptions, time_rules
from tournaments.services import recurrences

MADRID = {"daily": "20:00", "zone": "Europe/Madrid"}
ZONES = ["UTC", "Europe/Madrid", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"]
hours = st.builds(time, st.integers(0, 23), st.sampled_from([0, 15, 30, 45]))
moments = st.datetimes(datetime(2025, 1, 1), datetime(2029, 1, 1)).map(lambda at: at.replace(tzinfo=UTC))


@st.composite
def tables(draw: st.DrawFn) -> Timetable:
    """Return every timetable that can be announced."""
    daily = draw(st.none() | hours)
    quiet = draw(st.none() | st.tuples(hours, st.integers(1, 64)))
    value: dict[str, Any] = {"zone": draw(st.sampled_from(ZONES))}
    if daily:
        value |= {"daily": timetables.format_hour(daily), "weekdays": draw(st.lists(st.integers(0, 6), max_size=4))}
    if quiet:
        since, quarters = quiet
        until = (datetime.combine(datetime(2000, 1, 1), since) + quarters * timedelta(minutes=15)).time()
        if not daily or not timetables.is_within(daily, (since, until)):
            value["quiet"] = [timetables.format_hour(since), timetables.format_hour(until)]
    seconds = draw(st.integers(10, 86_400 if daily else 7 * 86_400))
    if daily and draw(st.booleans()):
        value["least"] = draw(st.integers(1, seconds))
    return timetables.read(seconds, value)


def table(value: dict[str, Any], seconds: int = 3600) -> Timetable:
    return timetables.read(seconds, value)


def utc(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type]


def local(moment: datetime, zone: str) -> str:
    return moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


@given(tables(), moments)
def test_a_round_has_its_time_and_never_closes_in_quiet_hours(timetable: Timetable, opened: datetime) -> None:
    deadline = timetable.next_deadline(opened)
    assert deadline >= opened + timetable.least_length
    assert not timetable.is_quiet(deadline)


@given(tables(), moments)
def test_a_round_is_never_longer_than_a_week_and_its_time(timetable: Timetable, opened: datetime) -> None:
    longest = 7 * DAY + timedelta(hours=2) if timetable.daily else timetables.MAX_QUIET + timedelta(hours=2)
    assert timetable.next_deadline(opened) <= opened + timetable.length + longest


@given(tables(), moments, st.timedeltas(timedelta(), timedelta(days=30)))
def test_who_opens_later_closes_no_sooner(timetable: Timetable, opened: datetime, later: timedelta) -> None:
    assert timetable.next_deadline(opened) <= timetable.next_deadline(opened + later)


@given(tables(), moments)
def test_a_deadline_is_a_moment_at_which_the_clock_may_ring(timetable: Timetable, opened: datetime) -> None:
    deadline = timetable.next_deadline(opened)
    assert timetable.at_or_after(deadline) == deadline


@given(tables().filter(lambda each: each.daily is not None and each.quiet is None), moments)
def test_a_daily_clock_rings_at_its_hour_on_its_days(timetable: Timetable, opened: datetime) -> None:
    deadline = timetable.next_deadline(opened).astimezone(ZoneInfo(timetable.zone))
    skipped = timetable.instant(deadline.date(), timetable.daily or time()).astimezone(ZoneInfo(timetable.zone))
    assert deadline.time() == timetable.daily or skipped == deadline
    assert not timetable.weekdays or deadline.weekday() in timetable.weekdays


@given(tables().filter(lambda each: each.quiet is None), moments)
def test_the_last_ring_by_a_moment_is_a_ring_and_the_next_is_later(table: Timetable, moment: datetime) -> None:
    last = table.last_by(moment)
    assert last <= moment and table.at_or_after(last) == last
    assert table.daily is None or table.at_or_after(last + timedelta(seconds=1)) > moment


@given(tables(), moments, st.timedeltas(timedelta(), timedelta(days=7)))
def test_a_battle_that_goes_on_has_what_was_left_of_its_round(table: Timetable, now: datetime, left: timedelta) -> None:
    deadline = table.get_resumed_close(now, left)
    assert deadline >= now + (min(left, table.least_length) if table.daily else left)
    assert not table.is_quiet(deadline)


@given(tables())
def test_what_is_written_reads_as_it_was(timetable: Timetable) -> None:
    written = timetables.write(timetable)
    assert timetables.read(timetable.seconds, written) == timetable
    assert timetables.write(timetables.read(timetable.seconds, written)) == written


@pytest.mark.parametrize(
    ("first", "zone", "offsets"),
    [
        (utc(2026, 10, 23, 12), "Europe/Madrid", [2, 2, 1, 1]),  # winter begins on the 25th
        (utc(2027, 3, 26, 12), "Europe/Madrid", [1, 1, 2, 2]),  # summer on the 28th
        (utc(2026, 9, 4, 12), "America/Santiago", [-4, -4, -3, -3]),  # in the south summer begins in September
        (utc(2027, 4, 2, 12), "America/Santiago", [-3, -3, -4, -4]),
    ],
)
def test_eight_in_the_evening_stays_eight_in_summer_and_winter(first: datetime, zone: str, offsets: list[int]) -> None:
    timetable, opened = table({"daily": "20:00", "zone": zone}), first
    for days, offset in enumerate(offsets):
        deadline = timetable.next_deadline(opened)
        assert local(deadline, zone) == f"{(first + days * DAY):%Y-%m-%d} 20:00"
        assert deadline.astimezone(ZoneInfo(zone)).utcoffset() == timedelta(hours=offset)
        opened = deadline


def test_an_hour_that_the_day_skips_rings_once_and_one_that_it_has_twice_too() -> None:
    timetable = table({"daily": "02:30", "zone": "Europe/Madrid"}, 60)
    spring = [timetable.next_deadline(utc(2027, 3, 27, 12))]
    spring.append(timetable.next_deadline(spring[0]))
    assert [local(each, "Europe/Madrid") for each in spring] == ["2027-03-28 03:30", "2027-03-29 02:30"]
    autumn = [timetable.next_deadline(utc(2026, 10, 24, 12))]
    autumn.append(timetable.next_deadline(autumn[0]))
    assert [local(each, "Europe/Madrid") for each in autumn] == ["2026-10-25 02:30", "2026-10-26 02:30"]
    assert autumn[0] == utc(2026, 10, 25, 0, 30)


def test_who_opens_shortly_before_the_hour_has_the_least_time_and_closes_the_next_day() -> None:
    assert table(MADRID).next_deadline(utc(2026, 6, 1, 17, 30)) == utc(2026, 6, 2, 18)
    assert table(MADRID).next_deadline(utc(2026, 6, 1, 17)) == utc(2026, 6, 1, 18)


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("hour", ["20:00", "00:00", "02:30", "12:15"])
def test_daily_means_every_day_for_a_year(zone: str, hour: str) -> None:
    """Open each round a little after the hour at which the one before closed, as the sweep does."""
    timetable = table({"daily": hour, "zone": zone}, 86_400).every_day()
    opened, days = utc(2026, 11, 3, 23, 59), []
    for number in range(366):
        deadline = timetable.next_deadline(opened)
        days.append(deadline.astimezone(ZoneInfo(zone)).date())
        opened = deadline + timedelta(seconds=1 + 97 * number % 1800)
    assert days == [days[0] + number * DAY for number in range(366)]


@given(tables().filter(lambda each: each.daily is not None and not each.weekdays and each.quiet is None), moments,
       st.timedeltas(timedelta(), timedelta(hours=10)))  # fmt: skip
def test_the_next_day_has_a_deadline_however_late_the_round_before_was_closed(
    timetable: Timetable, opened: datetime, late: timedelta
) -> None:
    daily = timetables.read(86_400, timetables.write(replace(timetable, least=None))).every_day()
    first = daily.next_deadline(opened)
    following = daily.next_deadline(first + late)
    zone = ZoneInfo(daily.zone)
    assert following.astimezone(zone).date() == first.astimezone(zone).date() + DAY
    assert following - (first + late) >= timedelta(hours=12)


def test_what_was_announced_with_a_whole_day_for_sure_keeps_it() -> None:
    before = table(MADRID, 86_400)
    assert before.least_length == DAY and before.every_day().least_length == DAY / 2
    assert before.every_day().every_day() == before.every_day()
    assert "least" not in timetables.write(before) and timetables.write(before.every_day())["least"] == 43_200


def test_on_chosen_weekdays_the_weekend_is_free() -> None:
    weekdays = table(MADRID | {"weekdays": [0, 1, 2, 3, 4]})
    assert local(weekdays.next_deadline(utc(2026, 10, 23, 18)), "Europe/Madrid") == "2026-10-26 20:00"  # a Friday


@pytest.mark.parametrize(
    ("opened", "closes"),
    [
        (utc(2026, 6, 1, 20), utc(2026, 6, 2, 5)),  # 22:00 in Madrid: an hour later it is quiet
        (utc(2026, 6, 1, 19), utc(2026, 6, 1, 20)),
        (utc(2026, 6, 2, 4, 1), utc(2026, 6, 2, 5, 1)),
        (utc(2026, 10, 25, 0), utc(2026, 10, 25, 6)),  # the night that is an hour longer
        (utc(2027, 3, 28, 0), utc(2027, 3, 28, 5)),
    ],
)
def test_a_deadline_in_quiet_hours_moves_to_their_end(opened: datetime, closes: datetime) -> None:
    quiet = table({"quiet": ["23:00", "07:00"], "zone": "Europe/Madrid"})
    assert quiet.next_deadline(opened) == closes


def test_quiet_hours_that_end_in_the_hour_that_there_is_twice_end_when_it_is_over() -> None:
    quiet = table({"quiet": ["23:00", "02:30"], "zone": "Europe/Madrid"})
    assert quiet.after_quiet(utc(2026, 10, 25, 0, 15)) == utc(2026, 10, 25, 0, 30)
    assert quiet.after_quiet(utc(2026, 10, 25, 1, 15)) == utc(2026, 10, 25, 1, 30)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([], "bad_timetable"),
        ({"hourly": 1}, "bad_timetable"),
        ({"daily": "8 pm"}, "bad_hour"),
        ({"daily": "24:00"}, "bad_hour"),
        ({"daily": "²0:00"}, "bad_hour"),
        ({"daily": "٢٠:٠٠"}, "bad_hour"),
        ({"daily": "20:60"}, "bad_hour"),
        ({"daily": 20}, "bad_hour"),
        ({"daily": "20:00", "zone": "Europe/Atlantis"}, "unknown_zone"),
        ({"daily": "20:00", "zone": "../../etc/passwd"}, "unknown_zone"),
        ({"daily": "20:00", "zone": 1}, "unknown_zone"),
        ({"daily": "20:00", "weekdays": [7]}, "bad_weekdays"),
        ({"daily": "20:00", "weekdays": [True]}, "bad_weekdays"),
        ({"daily": "20:00", "weekdays": "mon"}, "bad_weekdays"),
        ({"weekdays": [1]}, "weekdays_of_daily"),
        ({"quiet": ["23:00"]}, "bad_quiet"),
        ({"quiet": ["23:00", "23:00"]}, "bad_quiet"),
        ({"quiet": ["07:00", "23:30"]}, "bad_quiet"),
        ({"daily": "20:00", "least": 3601}, "bad_least"),
        ({"daily": "20:00", "least": 0}, "bad_least"),
        ({"daily": "20:00", "least": True}, "bad_least"),
        ({"least": 60}, "bad_least"),
        ({"daily": "23:30", "quiet": ["23:00", "07:00"]}, "rings_in_quiet"),
    ],
)
def test_what_cannot_be_a_timetable(value: Any, code: str) -> None:
    with pytest.raises(BadTimetable) as error:
        timetables.read(3600, value)
    assert error.value.code == code


def test_a_daily_round_has_at_most_a_day_for_sure() -> None:
    with pytest.raises(BadTimetable) as error:
        timetables.read(86_401, MADRID)
    assert error.value.code == "daily_length"


@pytest.mark.django_db
def test_the_contract_says_what_a_daily_round_has_for_sure_and_closes_it_every_day() -> None:
    tournament = factories.announce("gift", round_seconds=86_400, timetable=MADRID)
    assert tournament.timetable["least"] == 43_200
    text = time_descriptions.describe_times(tournament)[0]
    assert "every day at 20:00" in text and "less than 12 hours before the hour" in text
    opened = utc(2026, 11, 3, 19, 0) + timedelta(seconds=2)
    assert time_rules.get_timetable(tournament).next_deadline(opened) == utc(2026, 11, 4, 19)


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["localtime", "posixrules", "Factory", "localtime/"])
def test_a_zone_that_is_no_place_cannot_be_announced(zone: str) -> None:
    with pytest.raises(DomainError) as error:
        factories.announce("gift", round_seconds=3600, timetable={"daily": "20:00", "zone": zone})
    assert error.value.code == "unknown_zone"
    tournament = factories.announce("gift", organiser=factories.found("Host"))
    with pytest.raises(DomainError) as error:
        recurrences.begin(tournament=tournament, by=tournament.organiser, every="daily", zone=zone, times=3)
    assert error.value.code == "unknown_zone"
