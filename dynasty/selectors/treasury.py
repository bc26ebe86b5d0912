"""Selectors of the treasury's public books: what there is of each asset, and where it came from.

The contents of a chest count with its owner's dynasty; otherwise the books would show what somebody has just hidden.

No dynasty's wallets are read: the total is what the treasury has given out, and what is not in escrow is with
dynasties. `dynasty.selectors.integrity` checks this against all accounts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.core.cache import cache
from django.db.models import Q, QuerySet, Sum

from core import clock
from core.cache_errors import get_redis_errors
from core.limits import BOOK_DAYS
from dynasty.catalog import assets, baskets
from dynasty.models import Account, TreasuryDay

Purpose = Account.Purpose
CACHE_SECONDS = 300  # seconds for which the figures are kept
CACHE_KEY = "treasury-books-3"


@dataclass(frozen=True)
class Day:
    """What the treasury gave out and took back on one day (UTC)."""

    date: date
    minted: int
    burnt: int


@dataclass(frozen=True)
class Sheet:
    """The amounts of one asset: in all, and where they are."""

    asset: str
    minted: int
    burnt: int
    held: int
    """The amount with dynasties and their emperors, chests included."""
    escrow: int
    treasury: int
    """The balance of the treasury's own account; negative, since all assets come from it."""
    days: tuple[Day, ...]

    @property
    def name(self) -> str:
        return assets.get_name(self.asset)

    @property
    def there_is(self) -> int:
        return self.held + self.escrow

    @property
    def sum(self) -> int:
        """What was given out, less what was taken back, and the treasury's account; 0, or the books are wrong."""
        return self.minted - self.burnt + self.treasury

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
        return not any(sheet.sum or sheet.held < 0 for sheet in self.sheets)


def get_books() -> Books:
    """Return the treasury's books from the cache, at most CACHE_SECONDS old."""
    try:
        found: Books | None = cache.get(CACHE_KEY)
        if found is None:
            found = build_books()
            cache.set(CACHE_KEY, found, CACHE_SECONDS)
    except get_redis_errors():
        return build_books()
    return found


def build_books() -> Books:
    """Build the books as of now, in five queries, however many accounts and transfers there are."""
    at = clock.now()
    treasuries = {asset: (pk, balance) for asset, pk, balance in list_treasury_accounts()}
    accounts = [pk for pk, _balance in treasuries.values()]
    ever, escrow, shown = sum_totals(accounts), get_escrow_totals(), list_last_days(at)
    days = sum_by_day(accounts, shown[0])

    def sheet(asset: str, account: int, balance: int) -> Sheet:
        each = tuple(Day(day, *days.get((account, day), (0, 0))) for day in shown)
        escrowed = escrow.get(asset, 0)
        return Sheet(asset, *ever.get(account, (0, 0)), -balance - escrowed, escrowed, balance, each)

    listed = [asset for asset in (*baskets.list_goods(), assets.REPUTATION) if asset in treasuries]
    return Books(at, tuple(sheet(asset, *treasuries[asset]) for asset in listed))


def list_treasury_accounts() -> Iterable[tuple[str, int, int]]:
    """Return asset, id and balance of each of the treasury's accounts."""
    return Account.objects.filter(purpose=Purpose.TREASURY).values_list("asset", "pk", "balance")


def list_last_days(at: datetime) -> list[date]:
    """Return the last BOOK_DAYS days (UTC), today the last."""
    today = at.astimezone(UTC).date()
    return [today - timedelta(days=ago) for ago in reversed(range(BOOK_DAYS))]


def get_escrow_totals() -> dict[str, int]:
    """Return how much of each asset is in escrow, chests and treaties left out, which are secret."""
    return {asset: int(total) for asset, total in query_escrow_totals()}


def query_escrow_totals() -> QuerySet[Account, tuple[str, int]]:
    """Query asset and sum of the escrows that hold something, which have an index of their own."""
    holding = Account.objects.filter(purpose=Purpose.ESCROW, balance__gt=0)
    holding = holding.exclude(Q(ref__startswith="chest:") | Q(ref__startswith="treaty:"))
    return holding.values_list("asset").annotate(sum=Sum("balance")).order_by()


def sum_totals(accounts: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Sum all that these accounts ever gave out and took back, from the sums of days."""
    rows = TreasuryDay.objects.filter(account__in=list(accounts)).values_list("account").order_by()
    return {account: (int(minted), int(burnt))
            for account, minted, burnt in rows.annotate(out=Sum("minted"), back=Sum("burnt"))}  # fmt: skip


def sum_by_day(accounts: Iterable[int], since: date) -> dict[tuple[int, date], tuple[int, int]]:
    """Return what these accounts gave out and took back on each day from `since` on."""
    rows = TreasuryDay.objects.filter(account__in=list(accounts), day__gte=since)
    return {(account, day): (minted, burnt)
            for account, day, minted, burnt in rows.values_list("account", "day", "minted", "burnt")}  # fmt: skip
