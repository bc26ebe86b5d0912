"""One world for all tests of a module, in a transaction that is taken back at its end."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.security import world as worlds
from tests.security.world import World
from tests.tournaments.conftest import scripted_game

__all__ = ["scripted_game"]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[World]:
    """Undo what a test does to the world; see `outcomes.undone`."""
    with django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]
        cache.clear()
        yield worlds.build()
        transaction.set_rollback(True)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests of the world as tests with a database: where all that were chosen lack the mark, none is made."""
    if "world" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.django_db)
