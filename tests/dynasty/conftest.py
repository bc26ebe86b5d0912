"""What the tests of the dynasty share: founders, emperors, and a clock that can be turned."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, date, datetime
from itertools import count

import pytest

from core import clock
from dynasty.catalog import emblems
from dynasty.models import Dynasty, Emperor, User
from dynasty.services import emperors, founding

Found = Callable[..., Dynasty]
Raise = Callable[..., Emperor]


@pytest.fixture
def found(db: None) -> Found:
    """Found a dynasty with a user of its own."""
    numbers = count(1)

    def make(name: str = "", motto: str = "We endure") -> Dynasty:
        number = next(numbers)
        user = User.objects.create_user(f"founder{number}@example.org", "a long secret 7")
        return founding.found_dynasty(
            user=user, name=name or f"House {'abcdefghjk'[number]}{number}", motto=motto, emblem=emblems.DEFAULT
        )

    return make


@pytest.fixture
def born(db: None) -> Raise:
    """Raise an Emperor; with `fought` it has a serious battle behind it."""
    numbers = count(1)

    def make(dynasty: Dynasty, name: str = "", fought: bool = False) -> Emperor:
        emperor = emperors.raise_emperor(
            dynasty=dynasty,
            name=name or f"Ruler {'abcdefghjk'[next(numbers)]}",
            gender="w",
            birth_date=date(1400, 5, 1),
        )
        if fought:
            Emperor.objects.filter(pk=emperor.pk).update(fought_at=clock.now())
            emperor.refresh_from_db()
        return emperor

    return make


@pytest.fixture
def house(db: None) -> Dynasty:
    return founding.found_house(name="The Old Guard", motto="", emblem=emblems.DEFAULT)


@pytest.fixture
def at() -> Iterator[Callable[..., datetime]]:
    """Turn the clock to a moment: at(2030, 1, 31)."""
    with ExitStack() as stack:

        def turn(*parts: int) -> datetime:
            moment = datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]
            stack.enter_context(clock.freeze(moment))
            return moment

        yield turn
