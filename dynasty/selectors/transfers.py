"""Selectors of a dynasty's transfers: how much, why, and from or to whom."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.limits import MAX_EXPORT, PAGE_SIZE
from dynasty.catalog import assets
from dynasty.domain import transfer_reasons
from dynasty.models import Account, Dynasty, Transfer
from dynasty.selectors import cursors

Purpose = Account.Purpose

ESCROW_NAMES: dict[str, Promise] = {
    "bets": _("the bets"),
    "fees": _("the pot"),
    "keys": _("the keys of a tournament"),
    "chest": _("a chest"),
    "prize": _("a prize"),
    "offer": _("an offer"),
    "treaty": _("a treaty"),
}
"""The displayed name of an escrow, by the first word of its ref."""


@dataclass(frozen=True)
class Filter:
    """A filter of transfers; a field that is blank or None filters nothing."""

    asset: str = ""
    cause: str = ""
    way: str = ""
    """The direction: in or out."""
    since: datetime | None = None
    until: datetime | None = None

    @property
    def conditions(self) -> dict[str, object]:
        fields = {"asset": self.asset, "cause": self.cause, "at__gte": self.since, "at__lt": self.until}
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True)
class Movement:
    """One transfer, from the point of view of one dynasty."""

    at: datetime
    asset: str
    amount: int
    """The amount; negative if the dynasty gave it."""
    cause: str
    place: str
    other: str
    """The displayed name of the party on the other side."""
    id: UUID

    @property
    def asset_name(self) -> str:
        return assets.get_unit(self.asset, self.amount)

    @property
    def why(self) -> str:
        return transfer_reasons.get_text(self.cause)


@dataclass(frozen=True)
class MovementPage:
    rows: list[Movement]
    next: str | None


def get_page(dynasty: Dynasty, chosen: Filter, cursor: str = "") -> MovementPage:
    """Return a page of a dynasty's transfers, the latest first."""
    rows = list_latest(dynasty, chosen, cursors.check(cursor, decode_cursor(cursor)), PAGE_SIZE + 1)
    last = rows[PAGE_SIZE - 1] if len(rows) > PAGE_SIZE else None
    return MovementPage(rows[:PAGE_SIZE], cursors.encode(last.at, last.id) if last else None)


def export(dynasty: Dynasty, chosen: Filter) -> list[Movement]:
    """Return all transfers that match a filter, the latest first, at most MAX_EXPORT."""
    return list_latest(dynasty, chosen, None, MAX_EXPORT)


def list_latest(dynasty: Dynasty, chosen: Filter, after: tuple[datetime, UUID] | None, limit: int) -> list[Movement]:
    """Return the latest transfers of both directions, each read along its own index."""
    wallets = Account.objects.filter(dynasty=dynasty, purpose=Purpose.WALLET)
    mine = set(wallets.values_list("pk", flat=True))
    found: list[Movement] = []
    for way, side in (("out", "debit__in"), ("in", "credit__in")):
        if chosen.way in ("", way):
            rows = Transfer.objects.filter(**{side: mine}, **chosen.conditions)
            found += build_movements(order_rows(rows, after)[:limit], incoming=way == "in")
    return sorted(found, key=lambda moved: (moved.at, moved.id), reverse=True)[:limit]


def order_rows(rows: QuerySet[Transfer], after: tuple[datetime, UUID] | None) -> QuerySet[Transfer]:
    if after:
        rows = rows.filter(Q(at__lt=after[0]) | Q(at=after[0], id__lt=after[1]))
    return rows.select_related("debit__dynasty", "credit__dynasty").order_by("-at", "-id")


def build_movements(rows: Iterable[Transfer], *, incoming: bool) -> list[Movement]:
    return [
        Movement(
            row.at,
            row.asset,
            row.amount if incoming else -row.amount,
            row.cause,
            row.place,
            get_account_name(row.debit if incoming else row.credit),
            row.id,
        )
        for row in rows
    ]


def get_account_name(account: Account) -> str:
    """Return the name of the party on the other side of a transfer."""
    if account.dynasty:
        return account.dynasty.name
    if account.purpose == Purpose.TREASURY:
        return str(_("the treasury"))
    what = account.ref.partition(":")[0]
    return str(ESCROW_NAMES.get(what, account.ref))


def decode_cursor(text: str) -> tuple[datetime, UUID] | None:
    place = cursors.decode(text)
    try:
        return (place[0], UUID(place[1])) if place else None
    except ValueError:
        return None
