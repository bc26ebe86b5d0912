"""Integrity checks that look for broken invariants in the database."""

from collections.abc import Iterator

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, Subquery, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Concat

from dynasty.models import Account, BattleResult, Engagement, Event, StreamEvent
from dynasty.selectors import integrity, ratings
from tournaments.domain.tournament_types import list_free_types
from tournaments.models import Entry, Round, Tournament, Treaty
from tournaments.selectors.negotiation.treaties import OPEN_STATUSES

LIVE_STATUSES = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)
FOUGHT_STATUSES = (Tournament.Status.RUNNING, Tournament.Status.HALTED)
MAX_FINDINGS = 100  # findings reported per check


def find_problems() -> list[str]:
    """Find all violations of the integrity checks, one sentence each; empty where there are none."""
    return [finding for law in CHECKS for _number, finding in zip(range(MAX_FINDINGS), law(), strict=False)]


def find_book_errors() -> Iterator[str]:
    """Find balances that differ from the sums of their transfers, and missing guards of the database."""
    for each in integrity.find_differences():
        yield f"books: {each.what}: {each.stored}, proved {each.proved}"


def find_stream_gaps() -> Iterator[str]:
    """Find streams whose events are not numbered without gaps up to the head; the oldest may have been deleted."""
    spans = StreamEvent.objects.values("stream__name", "stream__head").annotate(
        first=Min("number"), last=Max("number"), count=Count("pk")
    )
    for each in spans.exclude(last=F("stream__head"), count=F("last") - F("first") + 1).order_by("stream__name"):
        name, head, span = each["stream__name"], each["stream__head"], (each["first"], each["last"])
        yield f"stream {name}: {each['count']} from {span[0]} to {span[1]}, head {head}"


def find_round_errors() -> Iterator[str]:
    """Find running battles without exactly one open round, their last, and open rounds of other tournaments."""
    opened = Count("rounds", filter=Q(rounds__closed_at=None))
    counted = Tournament.objects.annotate(opened=opened).values_list("code", "status", "opened")
    for code, status, number in counted.filter(Q(status__in=FOUGHT_STATUSES) & ~Q(opened=1)).order_by("pk"):
        yield f"tournament {code} ({status}) has {number} open rounds"
    for code, status in (
        Round.objects.filter(closed_at=None)
        .exclude(tournament__status__in=FOUGHT_STATUSES)
        .values_list("tournament__code", "tournament__status")
    ):
        yield f"tournament {code} ({status}) has an open round"
    for code, number in (
        Round.objects.filter(closed_at=None)
        .exclude(number=F("tournament__round_no"))
        .values_list("tournament__code", "number")
    ):
        yield f"tournament {code}: round {number} is open, and is not its last"


def find_misplaced_emperors() -> Iterator[str]:
    """Find emperors away at no live tournament, and emperors with a seat who are not there."""
    live = Tournament.objects.filter(status__in=LIVE_STATUSES).values("code")
    for emperor, place in Engagement.objects.exclude(place__in=live).values_list("emperor__code", "place"):
        yield f"emperor {emperor} is away at {place}, which does not go on"
    seated = Entry.objects.filter(tournament__status__in=LIVE_STATUSES, tournament__casual=False, emperor__isnull=False)
    there = seated.filter(emperor__engagement__place=F("tournament__code"))
    for emperor, place in seated.exclude(pk__in=there.values("pk")).values_list("emperor__code", "tournament__code"):
        yield f"emperor {emperor} has a seat at {place} and is not there"


def find_leftover_escrows() -> Iterator[str]:
    """Find escrow accounts of ended tournaments that still hold stakes, prizes or bets."""
    holding = Account.objects.filter(purpose=Account.Purpose.ESCROW).exclude(balance=0)
    accounts = {part: account for account in holding for part in account.ref.split(":")[1:]}
    over = Tournament.objects.exclude(status__in=LIVE_STATUSES).filter(code__in=accounts).values_list("code", flat=True)
    for code in over:
        yield f"{accounts[code]} still holds {accounts[code].balance}"


def find_treaty_errors() -> Iterator[str]:
    """Find escrows of treaties that hold anything but what the seats that accepted one have staked on it."""
    accounts = Account.objects.filter(purpose=Account.Purpose.ESCROW, ref__startswith="treaty:")
    stored = {ref.split(":")[2]: balance for ref, balance in accounts.exclude(balance=0).values_list("ref", "balance")}
    rows = Treaty.objects.filter(status__in=OPEN_STATUSES, amount__gt=0).values_list("code", "amount", "accepted")
    due = {code: amount * len(accepted) for code, amount, accepted in rows}
    for code in sorted(stored.keys() | due.keys()):
        if stored.get(code, 0) != due.get(code, 0):
            yield f"treaty {code} holds {stored.get(code, 0)} and should hold {due.get(code, 0)}"


def find_result_errors() -> Iterator[str]:
    """Find results that the log contradicts, and battles without results that ended after the first that has them."""
    key = Concat(Value("fought:"), OuterRef("place"), Value(":"), OuterRef("seat"))
    log = Event.objects.filter(key=key).annotate(logged=KeyTextTransform("result", "facts"))
    logged = BattleResult.objects.annotate(logged=Subquery(log.values("logged")))
    wrong = logged.exclude(logged=None).exclude(logged=F("result")).order_by("pk")
    for place, seat, result in wrong.values_list("place", "seat", "result"):
        yield f"result of seat {seat} at {place} is {result}, which the log contradicts"
    first = BattleResult.objects.order_by("at").first()
    if first is None:
        return
    own = BattleResult.objects.filter(place=OuterRef("code"))
    finished = Tournament.objects.filter(status=Tournament.Status.FINISHED, casual=False, ended_at__gt=first.at)
    missing = finished.filter(~Exists(own)).exclude(type__in=list_free_types()).order_by("pk")
    for code in missing.values_list("code", flat=True):
        yield f"tournament {code} has no results"


CHECKS = (
    find_book_errors,
    find_stream_gaps,
    find_round_errors,
    find_misplaced_emperors,
    find_leftover_escrows,
    find_treaty_errors,
    ratings.find_errors,
    find_result_errors,
)
