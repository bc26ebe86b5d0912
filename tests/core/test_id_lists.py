"""A list of ids in one value: it finds what the ORM finds with each id as a value of its own."""

import pytest
from django.db.models import F
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.id_lists import IsAmong, format_ids
from core.prepared_statements import PreparedQuery
from dynasty.models import Stream

pytestmark = pytest.mark.django_db
LISTED_QUERY = PreparedQuery(lambda ids: Stream.objects.filter(IsAmong(F("pk"), ids)).order_by("pk"))


@pytest.mark.races
@given(places=st.sets(st.integers(0, 9)), others=st.lists(st.integers(-1, 2**62)))
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_list_finds_what_the_orm_finds(places: set[int], others: list[int]) -> None:
    Stream.objects.all().delete()
    rows = [Stream.objects.create(name=f"{place}") for place in range(10)]
    ids = [*others, *(rows[place].pk for place in places)]
    found = [each.pk for each in LISTED_QUERY(format_ids(ids))]
    assert found == [each.pk for each in Stream.objects.filter(pk__in=ids).order_by("pk")]
    assert {rows[place].pk for place in places} <= set(found)
