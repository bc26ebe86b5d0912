"""The treasury's books in public: what there is of each asset, where it came from, and that nothing is missing.

What lies in a chest counts with its owner's dynasty: otherwise the books would betray what somebody has just hidden.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.core.cache import cache
from django.db.models import Case, CharField, Sum, Value, When

from dynasty import assets, baskets, clock
from dynasty.limits import BOOK_DAYS
from dynasty.models import Account, TreasuryDay

Purpose = Account.Purpose
FRESH = 300  # seconds for which the figures are kept
CACHED = "treasury-books-2"

ORDER = (*baskets.ORDER, assets.REPUTATION)


@dataclass(frozen=True)
class Day:
    """What the treasury gave out and took back on one day, in universal time."""

    date: date
    minted: int
    burnt: int


@dataclass(frozen=True)
class Sheet:
    """All there is of one asset."""

    asset: str
    minted: int
    burnt: int
    held: int
    """With dynasties and their emperors, chests included."""
    escrow: int
    treasury: int
    """What the treasury's own account says; below zero, since it gave out what there is."""
    days: tuple[Day, ...]

    @property
    def name(self) -> str:
        return assets.name(self.asset)

    @property
    def there_is(self) -> int:
        return self.held + self.escrow

    @property
    def sum(self) -> int:
        """Of all accounts; 0, or the books are wrong."""
        return self.held + self.escrow + self.treasury

    @property
    def busy_days(self) -> list[Day]:
        """Those on which anything happened, the latest first."""
        return [day for day in reversed(self.days) if day.minted or day.burnt]


@dataclass(frozen=True)
class Books:
    at: datetime
    sheets: tuple[Sheet, ...]

    @property
    def balanced(self) -> bool:
        return not any(sheet.sum for sheet in self.sheets)


def books() -> Books:
    """The books as they were at most some minutes ago."""
    found = cache.get(CACHED)
    if found is None:
        found = drawn_up()
        cache.set(CACHED, found, FRESH)
    return found


def drawn_up() -> Books:
    """The books as they are now, in five queries, however many transfers there are."""
    at = clock.now()
    treasuries = dict(Account.objects.filter(purpose=Purpose.TREASURY).values_list("asset", "pk"))
    balances = by_place()
    ever = totals(treasuries.values())
    shown = last_days(at)
    days = by_day(treasuries.values(), shown[0])
    return Books(
        at,
        tuple(
            Sheet(
                asset,
                *ever.get(pk, (0, 0)),
                balances.get((asset, "held"), 0),
                balances.get((asset, "escrow"), 0),
                balances.get((asset, "treasury"), 0),
                tuple(Day(day, *days.get((pk, day), (0, 0))) for day in shown),
            )
            for asset in ORDER
            if (pk := treasuries.get(asset))
        ),
    )


def last_days(at: datetime) -> list[date]:
    """The days that are shown, today the last."""
    today = at.astimezone(UTC).date()
    return [today - timedelta(days=ago) for ago in reversed(range(BOOK_DAYS))]


def by_place() -> dict[tuple[str, str], int]:
    """How much of each asset is where."""
    place = Case(
        When(purpose=Purpose.TREASURY, then=Value("treasury")),
        When(purpose=Purpose.ESCROW, ref__startswith="chest:", then=Value("held")),
        When(purpose=Purpose.ESCROW, then=Value("escrow")),
        default=Value("held"),
        output_field=CharField(),
    )
    sums = Account.objects.exclude(balance=0).values_list("asset", place).annotate(sum=Sum("balance")).order_by()
    return {(asset, where): int(total) for asset, where, total in sums}


def totals(accounts: Iterable[int]) -> dict[int, tuple[int, int]]:
    """All that these accounts ever gave out and took back: summed up from the sums of days."""
    rows = TreasuryDay.objects.filter(account__in=list(accounts)).values_list("account").order_by()
    return {account: (int(minted), int(burnt))
            for account, minted, burnt in rows.annotate(out=Sum("minted"), back=Sum("burnt"))}  # fmt: skip


def by_day(accounts: Iterable[int], since: date) -> dict[tuple[int, date], tuple[int, int]]:
    """What these accounts gave out and took back on each day since then."""
    rows = TreasuryDay.objects.filter(account__in=list(accounts), day__gte=since)
    return {(account, day): (minted, burnt)
            for account, day, minted, burnt in rows.values_list("account", "day", "minted", "burnt")}  # fmt: skip
