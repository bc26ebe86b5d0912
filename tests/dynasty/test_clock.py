from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.db import transaction

from core import clock

pytestmark = pytest.mark.django_db


def test_it_is_the_present_in_universal_time() -> None:
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=5)
    assert clock.now().utcoffset() == timedelta(0)


def test_it_goes_on_within_a_transaction() -> None:
    with transaction.atomic():
        first = clock.now()
        while clock.now() == first:
            pass
        assert clock.now() > first


def test_it_can_be_stopped_for_a_test() -> None:
    moment = datetime(2030, 1, 1, tzinfo=UTC)
    with clock.freeze(moment):
        assert clock.now() == moment
    assert clock.now() != moment


def test_a_day_begins_at_midnight_of_universal_time() -> None:
    moment = datetime(2030, 1, 2, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    assert clock.get_midnight(moment) == datetime(2030, 1, 1, tzinfo=UTC) == clock.begin_day(date(2030, 1, 1))
