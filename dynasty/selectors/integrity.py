"""Checks of the ledger: every balance against its transfers, every standing against the emperors."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date
from itertools import starmap

from django.db import connection
from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncDate

from core import write_once_triggers
from dynasty.catalog import regalia
from dynasty.catalog.assets import REPUTATION
from dynasty.domain import ranking_buckets
from dynasty.domain.seasons import get_season
from dynasty.domain.transfer_reasons import CONDENSED
from dynasty.models import (
    Account,
    Captive,
    Dynasty,
    Offer,
    OfferPart,
    Rung,
    SeasonStanding,
    Standing,
    StandingDay,
    Transfer,
    TreasuryDay,
)
from dynasty.selectors import achievements, condensed

BATCH_SIZE = 20_000  # accounts compared at a time


@dataclass(frozen=True)
class Sheet:
    """What the ledger holds of one asset."""

    asset: str
    accounts: int
    transfers: int
    issued: int
    """The amount that the treasury has given out and not taken back."""
    total: int
    """The sum of all balances; 0 if the ledger is right."""


@dataclass(frozen=True)
class Difference:
    what: str
    stored: int
    proved: int


def build_sheets() -> list[Sheet]:
    """Build one sheet for each asset that has an account."""
    made = dict(Transfer.objects.values_list("asset").annotate(count=Count("pk")).order_by())
    assets = Account.objects.order_by("asset").values_list("asset", flat=True).distinct()
    return [build_sheet(asset, made.get(asset, 0)) for asset in assets]


def build_sheet(asset: str, transfers: int) -> Sheet:
    accounts = Account.objects.filter(asset=asset)
    treasury = accounts.filter(purpose=Account.Purpose.TREASURY)
    return Sheet(asset, accounts.count(), transfers, -sum_balances(treasury), sum_balances(accounts))


def sum_balances(accounts: QuerySet[Account]) -> int:
    return int(accounts.aggregate(sum=Sum("balance"))["sum"] or 0)


def find_differences() -> list[Difference]:
    """Return everything in the books that their transfers do not explain; empty if all is well."""
    return [
        *find_wrong_sums(),
        *find_wrong_balances(),
        *find_mixed_assets(),
        *find_wrong_escrows(),
        *find_wrong_captives(),
        *find_wrong_regalia(),
        *find_wrong_standings(),
        *find_wrong_buckets(),
        *find_wrong_days(),
        *starmap(Difference, condensed.find_differences()),
        *find_wrong_seasons(),
        *find_wrong_trophies(),
        *find_missing_triggers(),
    ]


def find_wrong_sums() -> list[Difference]:
    return [Difference(f"sum of {sheet.asset}", sheet.total, 0) for sheet in build_sheets() if sheet.total]


def find_wrong_balances() -> list[Difference]:
    """Return the accounts whose balance is not their incoming less their outgoing transfers."""
    came = dict(Transfer.objects.values_list("credit").annotate(sum=Sum("amount")).order_by())
    went = dict(Transfer.objects.values_list("debit").annotate(sum=Sum("amount")).order_by())
    return [
        Difference(str(account), account.balance, proved)
        for account in Account.objects.order_by("pk").iterator(BATCH_SIZE)
        if (proved := came.get(account.pk, 0) - went.get(account.pk, 0)) != account.balance
    ]


def find_mixed_assets() -> list[Difference]:
    """Count the transfers whose asset is not that of both of their accounts."""
    wrong = Transfer.objects.exclude(Q(asset=F("debit__asset")) & Q(asset=F("credit__asset"))).count()
    return [Difference("transfers that mix assets", wrong, 0)] if wrong else []


def find_wrong_escrows() -> list[Difference]:
    """Return the escrows of offers that hold anything but what an open offer gives."""
    holding = Account.objects.filter(purpose=Account.Purpose.ESCROW, ref__startswith="offer:").exclude(balance=0)
    stored = {(ref, asset): balance for ref, asset, balance in holding.values_list("ref", "asset", "balance")}
    offered = OfferPart.objects.filter(side=OfferPart.Side.GIVES, offer__status=Offer.Status.OPEN)
    due = {(f"offer:{code}", asset): n for code, asset, n in offered.values_list("offer__code", "asset", "amount")}
    return [
        Difference(f"escrow {ref} of {asset}", stored.get((ref, asset), 0), due.get((ref, asset), 0))
        for ref, asset in sorted(stored.keys() | due.keys())
        if stored.get((ref, asset)) != due.get((ref, asset))
    ]


def find_wrong_captives() -> list[Difference]:
    """Count the offered emperors whose offer is not as open as they say, or that their giver has no more."""
    stands = Q(offer__status=Offer.Status.OPEN)
    gone = ~Q(emperor__dynasty=F("offer__giver")) | Q(emperor__died_at__isnull=False)
    wrong = Captive.objects.filter(Q(open=True) & (~stands | gone) | Q(open=False) & stands).count()
    return [Difference("captives on offer", wrong, 0)] if wrong else []


def find_wrong_regalia() -> list[Difference]:
    """Return the pieces of regalia that are worn and not paid for, or paid for and not worn.

    The emblem of a dynasty that has left is replaced.
    """
    worn = {
        (code, piece)
        for code, emblem in Dynasty.objects.filter(emblem__has_key=regalia.KEY).values_list("code", "emblem")
        for piece in emblem[regalia.KEY]
    }
    bought = Transfer.objects.filter(cause="regalia", credit__purpose=Account.Purpose.TREASURY)
    owners = ("debit__dynasty__user__is_active", "debit__dynasty__house")
    keys = {key: bool(active or house) for key, active, house in bought.values_list("key", *owners)}
    paid = {tuple(key.split(":")[1:]): stays for key, stays in keys.items()}
    return [
        Difference(f"regalia {' '.join(each)}", int(each in worn), int(each in paid))
        for each in sorted(worn | paid.keys())
        if each not in paid or (each not in worn and paid[each])
    ]


def find_wrong_standings() -> list[Difference]:
    """Return the standings that are not the sum over their dynasty's living emperors."""
    living = Account.objects.filter(asset=REPUTATION, emperor__died_at=None, emperor__isnull=False)
    sums = dict(living.values_list("emperor__dynasty").annotate(sum=Sum("balance")).order_by())
    return [
        Difference(f"standing of {standing.dynasty.name}", standing.reputation, sums.get(standing.dynasty_id, 0))
        for standing in Standing.objects.select_related("dynasty").order_by("pk").iterator(BATCH_SIZE)
        if standing.reputation != sums.get(standing.dynasty_id, 0)
    ]


def find_wrong_buckets() -> list[Difference]:
    """Return the ranking buckets whose stored number of dynasties is wrong."""
    proved: Counter[tuple[int, int]] = Counter()
    for standing in Standing.objects.order_by("pk").iterator(BATCH_SIZE):
        proved.update(
            ranking_buckets.list_buckets(ranking_buckets.get_height(standing.reputation, standing.reached_at))
        )
    stored = Counter({(each.level, each.place): each.dynasties for each in Rung.objects.iterator(BATCH_SIZE)})
    return [
        Difference(f"rung {level}:{place}", stored[level, place], proved[level, place])
        for level, place in sorted(stored.keys() | proved.keys())
        if stored[level, place] != proved[level, place]
    ]


def find_wrong_days() -> list[Difference]:
    """Return the treasury's days whose stored sums differ from those of its transfers and of condensed ones."""
    proved = sum_per_day("debit") + sum_per_day("credit") + condensed.sum_days()
    stored = {}
    for each in TreasuryDay.objects.select_related("account").iterator(BATCH_SIZE):
        stored["debit", each.account_id, each.day] = each.minted
        stored["credit", each.account_id, each.day] = each.burnt
    return [
        Difference(f"{side} of treasury account {account} on {day}", stored.get(key, 0), proved.get(key, 0))
        for key in sorted(stored.keys() | proved.keys())
        for side, account, day in [key]
        if stored.get(key, 0) != proved.get(key, 0)
    ]


def find_wrong_seasons() -> list[Difference]:
    """Return the standings of seasons that are not what the last day of change in the season ended with."""
    days = StandingDay.objects.order_by("dynasty", "day").values_list("dynasty", "day", "reputation")
    proved = {(dynasty, get_season(day).begins): value for dynasty, day, value in days.iterator(BATCH_SIZE)}
    stored = SeasonStanding.objects.values_list("dynasty", "begins", "reputation").order_by("pk")
    return [
        Difference(f"season of {begins} of dynasty {dynasty}", value, proved.get((dynasty, begins), 0))
        for dynasty, begins, value in stored.iterator(BATCH_SIZE)
        if value != proved.get((dynasty, begins), 0)
    ]


def find_wrong_trophies() -> list[Difference]:
    """Return the trophies for bets that the log of their dynasty does not explain."""
    return [Difference(f"trophy {name} of dynasty {dynasty}", 1, 0) for dynasty, name in achievements.find_unearned()]


def sum_per_day(side: str) -> Counter[tuple[str, int, date]]:
    """Sum what passed through the treasury's accounts on one side, by side, account and day (UTC)."""
    own = Transfer.objects.filter(**{f"{side}__purpose": Account.Purpose.TREASURY}).exclude(cause=CONDENSED)
    rows = own.values_list(side, TruncDate("at", tzinfo=UTC)).annotate(sum=Sum("amount")).order_by()
    return Counter({(side, account, day): int(total) for account, day, total in rows})


def find_missing_triggers() -> list[Difference]:
    """Return the write-once tables whose database trigger is missing."""
    return [Difference(f"guard of {table}", 0, 1) for table in write_once_triggers.list_missing(connection)]
