"""What stays of old transfers of houses: packed lines of what they said, their digest, and sums of each account."""

import hashlib
import json
import lzma
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from typing import Any

from core.limits import MAX_AMOUNT


@dataclass(frozen=True)
class Line:
    """One transfer, as far as it is condensed. `debit` and `credit` are ids of accounts."""

    id: str
    key: str
    debit: int
    credit: int
    asset: str
    amount: int
    cause: str
    place: str
    at: datetime


FIELDS = tuple(field.name for field in fields(Line))


@dataclass(frozen=True)
class Sum:
    """What left an account, or came to it, up to a moment."""

    account: int
    incoming: bool
    amount: int
    at: datetime


def write_lines(lines: Iterable[Line]) -> bytes:
    """Return everything that these transfers say, a line of JSON for each, in the order of their times."""
    rows = sorted(lines, key=lambda each: (each.at, each.id))
    return b"".join(json.dumps([*astuple(row)[:-1], row.at.isoformat()]).encode() + b"\n" for row in rows)


def read_lines(text: bytes) -> list[Line]:
    """Return the transfers that `write_lines` wrote.

    >>> read_lines(b'["7", "k", 1, 2, "gold", 5, "trade", "", "2031-01-01T00:00:00+00:00"]\\n')[0].amount
    5
    """
    rows = (dict(zip(FIELDS, json.loads(line), strict=True)) for line in text.splitlines())
    return [Line(**row | {"at": datetime.fromisoformat(row["at"])}) for row in rows]


def pack(lines: Iterable[Line]) -> tuple[bytes, str]:
    """Return these transfers compressed, and the digest of what they say."""
    text = write_lines(lines)
    return lzma.compress(text), hashlib.sha256(text).hexdigest()


def unpack(packed: bytes | memoryview, digest: str) -> list[Line]:
    """Return the transfers that were packed; raise ValueError where they are damaged, or not those of the digest."""
    try:
        text = lzma.decompress(packed)
    except lzma.LZMAError as error:
        raise ValueError("the packed transfers are damaged") from error
    if hashlib.sha256(text).hexdigest() != digest:
        raise ValueError("the packed transfers are not those of the digest")
    return read_lines(text)


def digest_day(before: str, until: datetime, transfers: int, records: str, treasury: Sequence[Any]) -> str:
    """Return the digest of a condensed day, given the digest of the one before it; blank for the first.

    >>> from datetime import UTC
    >>> digest_day("", datetime(2031, 1, 1, tzinfo=UTC), 3, "ab", [])[:8]
    '24e020c9'
    """
    parts = [before, until.timestamp(), transfers, records, list(treasury)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def sum_treasury(lines: Iterable[Line], treasury: set[int]) -> list[list[Any]]:
    """Return [account, day, out, in] of each account of the treasury and day (UTC)."""
    sums: dict[tuple[int, str], list[int]] = {}
    for line in lines:
        for side, account in enumerate((line.debit, line.credit)):
            if account in treasury:
                sums.setdefault((account, f"{line.at:%Y-%m-%d}"), [0, 0])[side] += line.amount
    return [[*key, *amounts] for key, amounts in sorted(sums.items())]


def sum_sides(lines: Iterable[Line]) -> Counter[tuple[str, int]]:
    """Return what left and came to each account, by side of the transfer and account."""
    sums: Counter[tuple[str, int]] = Counter()
    for line in lines:
        sums["debit", line.debit] += line.amount
        sums["credit", line.credit] += line.amount
    return sums


def sum_accounts(
    lines: Iterable[Line], accounts: set[int], moments: Mapping[int, Sequence[datetime]]
) -> dict[tuple[int, int], list[Sum]]:
    """Return what left and came to each of these accounts, by account and by the stretch between certain moments.

    `moments`: by account, in order, the moments at which what it held must still be read off. A transfer at such a
    moment is before it. A sum stands at the moment of the last transfer in it.
    """
    amounts: Counter[tuple[int, int, bool]] = Counter()
    last: dict[tuple[int, int], datetime] = {}
    for line in lines:
        for account, incoming in ((line.debit, False), (line.credit, True)):
            if account in accounts:
                stretch = account, bisect_left(moments.get(account, ()), line.at)
                amounts[*stretch, incoming] += line.amount
                last[stretch] = max(line.at, last.get(stretch, line.at))
    found: dict[tuple[int, int], list[Sum]] = {stretch: [] for stretch in sorted(last)}
    for (account, number, incoming), amount in sorted(amounts.items()):
        found[account, number] += [Sum(account, incoming, part, last[account, number]) for part in split_amount(amount)]
    return found


def split_amount(amount: int) -> list[int]:
    """Return amounts that a transfer can have, and that add up to this one.

    >>> split_amount(5), split_amount(10**12 + 1), split_amount(0)
    ([5], [1000000000000, 1], [])
    """
    whole, rest = divmod(amount, MAX_AMOUNT)
    return [MAX_AMOUNT] * whole + [rest] * bool(rest)
