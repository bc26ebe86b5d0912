"""Condensed transfers: what was packed can be read, is what its digests say, and explains the sums in its place."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from django.db.models import Sum

from dynasty.domain import condensing
from dynasty.domain.condensing import Line
from dynasty.domain.transfer_reasons import CONDENSED
from dynasty.models import Account, CondensedDay, Transfer

BATCH_SIZE = 100  # days read at a time
Found = tuple[str, int, int]
"""What is wrong, what is stored of it, and what is proved."""


def read_lines() -> Iterator[Line]:
    """Yield the transfers that were packed, day by day; raise ValueError where a day is damaged."""
    for each in read_days():
        yield from condensing.unpack(each.packed, each.records)


def read_days() -> Iterator[CondensedDay]:
    return CondensedDay.objects.order_by("until").iterator(BATCH_SIZE)


def sum_days() -> Counter[tuple[str, int, date]]:
    """Sum what condensed transfers moved through the treasury's accounts, by side, account and day (UTC)."""
    found: Counter[tuple[str, int, date]] = Counter()
    for rows in CondensedDay.objects.order_by("until").values_list("treasury", flat=True).iterator(BATCH_SIZE):
        for account, day, out, back in rows:
            found["debit", account, date.fromisoformat(day)] += out
            found["credit", account, date.fromisoformat(day)] += back
    return found


def find_differences() -> list[Found]:
    """Return the days that are not what they were, and the sums that the packed transfers do not explain."""
    treasury = set(Account.objects.filter(purpose=Account.Purpose.TREASURY).values_list("pk", flat=True))
    found: list[Found] = []
    moved: Counter[tuple[str, int]] = Counter()
    digest = ""
    for each in read_days():
        lines, wrong = read_day(each, digest, treasury)
        found += [(f"{what} of the transfers condensed until {each.until:%Y-%m-%d}", 0, 1) for what in wrong]
        moved += condensing.sum_sides(lines)
        digest = each.digest
    return found + list(compare_sums(moved))


def read_day(each: CondensedDay, before: str, treasury: set[int]) -> tuple[list[Line], list[str]]:
    """Return the transfers of a day, and what is wrong with it. `before`: the digest of the day before."""
    try:
        lines = condensing.unpack(each.packed, each.records)
    except ValueError:
        return [], ["record"]
    proved = condensing.digest_day(before, each.until, each.transfers, each.records, each.treasury)
    checks = {
        "digest": each.digest == proved,
        "number": each.transfers == len(lines),
        "treasury's part": each.treasury == condensing.sum_treasury(lines, treasury),
    }
    return lines, [what for what, holds in checks.items() if not holds]


def compare_sums(moved: Counter[tuple[str, int]]) -> Iterator[Found]:
    """Yield the sums that differ from what was packed. Escrows that are gone got as much as they gave."""
    stored = sum_stored("debit") | sum_stored("credit")
    there = set(Account.objects.values_list("pk", flat=True))
    for side, account in sorted(stored.keys() | moved.keys()):
        other = "credit" if side == "debit" else "debit"
        proved, is_there = moved[side, account], account in there
        total = stored.get((side, account), 0) if is_there else moved[other, account]
        if total != proved:
            yield f"condensed {side} of account {account}", total, proved


def sum_stored(side: str) -> dict[tuple[str, int], int]:
    """Return the sums in place of packed transfers, by side and account, without the account against them."""
    own = Transfer.objects.filter(cause=CONDENSED).exclude(**{f"{side}__ref": CONDENSED})
    rows = own.values_list(side).annotate(sum=Sum("amount")).order_by()
    return {(side, account): amount for account, amount in rows}
