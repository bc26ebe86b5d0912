"""Condensing: old transfers of houses alone are packed, and become one sum in and one sum out of each account.

No balance changes, and what they said can be read for good. What people paid or were paid, and the reputation of every
emperor that ever belonged to a person, stays transfer by transfer; the database refuses to delete it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock, crash_points
from core.transactions import service
from dynasty.domain import condensing
from dynasty.domain.condensing import Line, Sum
from dynasty.domain.transfer_reasons import CONDENSED, PROOFS
from dynasty.models import Account, CondensedDay, Membership, Transfer
from dynasty.services import treasury
from tournaments.models import Entry, Tournament

CONDENSED_AGE = timedelta(days=30)
DAYS_AT_ONCE = 5
"""Days that one run condenses at most."""
BATCH_SIZE = 400
"""Rows that one statement names; SQLite takes no more than 999 values."""
Purpose = Account.Purpose
Value = TypeVar("Value")
FIELDS = ("id", "key", "debit_id", "credit_id", "asset", "amount", "cause", "place", "at")


def condense_due() -> int:
    """Replace transfers of the oldest days that are due by sums; return how many."""
    before, replaced = clock.get_midnight(clock.now() - CONDENSED_AGE), 0
    for _day in range(DAYS_AT_ONCE):
        until = find_next_end(before)
        if until is None:
            break
        replaced += condense_until(until)
    return replaced


def find_next_end(before: datetime) -> datetime | None:
    """Return the end of the first day with transfers that is not condensed yet and ends before a moment."""
    last = CondensedDay.objects.order_by("-until").first()
    later = Transfer.objects.filter(at__gte=last.until) if last else Transfer.objects.all()
    first = later.filter(at__lt=before).order_by("at").values_list("at", flat=True).first()
    return None if first is None else clock.get_midnight(first) + timedelta(days=1)


@service
def condense_until(until: datetime) -> int:
    """Replace the transfers of the day that ends at a moment; return how many, 0 where it was done before."""
    last = CondensedDay.objects.order_by("-until").first()
    if last is not None and last.until >= until:
        return 0
    lines, escrows = find_lines(last.until if last else None, until)
    if not record_day(last.digest if last else "", until, lines):
        return 0
    replace_by_sums(lines, escrows, until)
    return len(lines)


def record_day(before: str, until: datetime, lines: Collection[Line]) -> bool:
    """Write down what is condensed; return False where somebody else has just done it."""
    owners = Account.objects.filter(purpose=Purpose.TREASURY).values_list("pk", flat=True)
    sums, (packed, records) = condensing.sum_treasury(lines, set(owners)), condensing.pack(lines)
    facts = {"transfers": len(lines), "packed": packed, "records": records, "treasury": sums}
    digest = condensing.digest_day(before, until, len(lines), records, sums)
    return CondensedDay.objects.get_or_create(until=until, defaults=facts | {"digest": digest})[1]


def find_lines(since: datetime | None, until: datetime) -> tuple[list[Line], set[int]]:
    """Return what can be condensed of a day, and the escrow accounts that go with it.

    An escrow goes with the day of its last transfer, all its transfers together.
    """
    of_site = query_of_site()
    day = of_site.filter(at__lt=until, **({"at__gte": since} if since else {}))
    found = {line.id: line for line in read_lines(day)}
    escrows, empty = lock_escrows({account for line in found.values() for account in (line.debit, line.credit)})
    theirs = {line.id: line for line in read_lines_of(Transfer.objects.all(), empty)}
    found |= {line.id: line for line in read_lines_of(of_site, empty)}
    done = find_done(empty, theirs.values(), found.keys(), until)
    open_escrows = (escrows | find_escrows(theirs.values())) - done
    return [line for line in found.values() if not open_escrows & {line.debit, line.credit}], done


def find_done(
    escrows: Collection[int], lines: Collection[Line], eligible: Collection[str], until: datetime
) -> set[int]:
    """Return those of these escrows whose transfers can all be condensed. `eligible`: ids."""
    done = set(escrows)
    while True:
        among = find_escrows(lines)
        broken = {
            account
            for line in lines
            for account, other in ((line.debit, line.credit), (line.credit, line.debit))
            if account in done
            and (line.id not in eligible or line.at >= until or (other in among and other not in done))
        }
        if not broken:
            return done
        done -= broken


def find_escrows(lines: Iterable[Line]) -> set[int]:
    """Return the escrow accounts of these transfers."""
    accounts = {account for line in lines for account in (line.debit, line.credit)}
    return {
        account
        for batch in split(accounts)
        for account in Account.objects.filter(pk__in=batch, purpose=Purpose.ESCROW).values_list("pk", flat=True)
    }


def lock_escrows(accounts: Collection[int]) -> tuple[set[int], set[int]]:
    """Lock the escrows among these accounts in the order of their ids; return them, and those that are empty."""
    locked = [
        (account, balance)
        for batch in split(accounts)
        for account, balance in Account.objects.select_for_update()
        .filter(pk__in=batch, purpose=Purpose.ESCROW)
        .order_by("pk")
        .values_list("pk", "balance")
    ]
    return {account for account, _balance in locked}, {account for account, balance in locked if balance == 0}


def query_of_site() -> QuerySet[Transfer]:
    """Return the query of transfers that concern no person, of tournaments that were forgotten or of none."""
    there = Tournament.objects.filter(code=OuterRef("place"))
    rows = Transfer.objects.exclude(cause__in=PROOFS).filter(Q(place="") | ~Exists(there))
    for side in ("debit", "credit"):
        people = Membership.objects.filter(emperor=OuterRef(f"{side}__emperor"), dynasty__house=False)
        rows = rows.filter(Q(**{f"{side}__dynasty": None}) | Q(**{f"{side}__dynasty__house": True}), ~Exists(people))
    return rows


def read_lines(rows: QuerySet[Transfer]) -> Iterator[Line]:
    for number, *fields in rows.values_list(*FIELDS):
        yield Line(str(number), *fields)


def read_lines_of(rows: QuerySet[Transfer], accounts: Collection[int]) -> Iterator[Line]:
    """Read the transfers of these accounts, each side along its own index."""
    for batch in split(accounts):
        for side in ("debit__in", "credit__in"):
            yield from read_lines(rows.filter(**{side: batch}))


def replace_by_sums(lines: Sequence[Line], escrows: Collection[int], until: datetime) -> None:
    """Delete these transfers and escrows, and write what the other accounts paid and got into their sums."""
    accounts = {account for line in lines for account in (line.debit, line.credit)} - set(escrows)
    former = {line.id: line for line in read_lines_of(Transfer.objects.filter(cause=CONDENSED), accounts)}
    sums = condensing.sum_accounts([*lines, *former.values()], accounts, find_kept_moments(accounts))
    for batch in split([*(line.id for line in lines), *former]):
        Transfer.objects.filter(pk__in=batch).delete()
    crash_points.reach("condensing deleted")
    assets = dict(read_assets(accounts))
    held_in = {asset: treasury.get_escrow(CONDENSED, asset) for asset in sorted(set(assets.values()))}
    Transfer.objects.bulk_create(
        build_sum(each, assets[each.account], held_in[assets[each.account]], f"{until:%Y-%m-%d}:{stretch}:{number}")
        for (_account, stretch), parts in sums.items()
        for number, each in enumerate(parts)
    )
    for part in split(escrows):
        Account.objects.filter(pk__in=part).delete()


def build_sum(each: Sum, asset: str, other: Account, name: str) -> Transfer:
    """Return the transfer of a sum. What came to accounts and what left them is equal in all: `other` stays empty."""
    debit, credit = (other.pk, each.account) if each.incoming else (each.account, other.pk)
    return Transfer(
        key=f"condensed:{each.account}:{name}",
        debit_id=debit,
        credit_id=credit,
        asset=asset,
        amount=each.amount,
        cause=CONDENSED,
        at=each.at,
    )


def read_assets(accounts: Collection[int]) -> Iterator[tuple[int, str]]:
    for batch in split(accounts):
        yield from Account.objects.filter(pk__in=batch).values_list("pk", "asset")


def find_kept_moments(accounts: Collection[int]) -> dict[int, list[datetime]]:
    """Return, by account of reputation, when the battles of its emperor ended that are still there.

    Results of battles and their proofs read off what the emperor had then.
    """
    found: dict[int, list[datetime]] = {}
    for batch in split(accounts):
        fought = Entry.objects.filter(emperor__accounts__in=batch)
        moments = fought.order_by("tournament__ended_at").values_list("emperor__accounts", "tournament__ended_at")
        for account, ended_at in moments:
            if ended_at:
                found.setdefault(account, []).append(ended_at)
    return found


def split(values: Iterable[Value]) -> Iterator[list[Value]]:
    """Split values into batches that one statement can name."""
    rest = list(values)
    for start in range(0, len(rest), BATCH_SIZE):
        yield rest[start : start + BATCH_SIZE]
