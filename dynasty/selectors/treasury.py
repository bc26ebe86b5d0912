"""The treasury's books in public: what there is of each asset, where it came from, and that nothing is missing.

What lies in a chest counts with its owner's dynasty: otherwise the books would betray what somebody has just hidden.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.core.cache import cache
from django.db.models import Case, CharField, F, QuerySet, Sum, Value, When

from dynasty import assets, baskets, clock
from dynasty.limits import BOOK_DAYS
from dynasty.models import Account, Transfer

Purpose = Account.Purpose
FRESH = 300  # seconds for which the figures are kept
CACHED = "treasury-books-1"

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
    """The books as they are now, in six queries, however many transfers there are."""
    at = clock.now()
    treasuries = dict(Account.objects.filter(purpose=Purpose.TREASURY).values_list("asset", "pk"))
    balances = by_place()
    minted, burnt = totals("debit", treasuries.values()), totals("credit", treasuries.values())
    days = by_day(list(treasuries.values()), last_days(at))
    return Books(
        at,
        tuple(
            Sheet(
                asset,
                minted.get(pk, 0),
                burnt.get(pk, 0),
                balances.get((asset, "held"), 0),
                balances.get((asset, "escrow"), 0),
                balances.get((asset, "treasury"), 0),
                tuple(Day(day, *days.get((pk, day), (0, 0))) for day in last_days(at)),
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


def totals(side: str, accounts: Iterable[int]) -> dict[int, int]:
    """All that these accounts ever gave (debit) or got (credit)."""
    rows = Transfer.objects.filter(**{f"{side}__in": list(accounts)}).values_list(side)
    return {account: int(total) for account, total in rows.annotate(sum=Sum("amount")).order_by()}


def by_day(accounts: list[int], days: list[date]) -> dict[tuple[int, date], tuple[int, int]]:
    """What these accounts gave and got on each day: every day is one stretch of an index."""
    parts = [part for day in days for side in ("debit", "credit") for part in [one_day(accounts, side, day)]]
    found: dict[tuple[int, date], tuple[int, int]] = {}
    for account, side, day, total in parts[0].union(*parts[1:], all=True):
        minted, burnt = found.get((account, date.fromisoformat(day)), (0, 0))
        gave = side == "debit"
        found[account, date.fromisoformat(day)] = (minted + total * gave, burnt + total * (not gave))
    return found


def one_day(accounts: list[int], side: str, day: date) -> QuerySet[Transfer, tuple[int, str, str, int]]:
    """Account, side, day and sum of one day."""
    start = datetime.combine(day, time.min, UTC)
    rows = Transfer.objects.filter(**{f"{side}__in": accounts}, at__gte=start, at__lt=start + timedelta(days=1))
    said = {"what": Value(side), "day": Value(day.isoformat())}
    sums = rows.values(account=F(side)).annotate(total=Sum("amount"), **said).order_by()
    return sums.values_list("account", "what", "day", "total")
