"""Whether the world is whole: what must always hold, looked at in the database itself."""

from collections.abc import Iterator

from django.db.models import Count, F, Max, Min, Q

from dynasty.models import Account, Engagement, StreamEvent
from dynasty.selectors import integrity
from tournaments.models import Entry, Round, Tournament

LIVE_STATUSES = (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED)
FOUGHT_STATUSES = (Tournament.Status.RUNNING, Tournament.Status.HALTED)
MAX_FINDINGS = 100  # findings told of one kind


def find_problems() -> list[str]:
    """Everything that should not be, one sentence each; empty where all is well."""
    return [told for law in CHECKS for _number, told in zip(range(MAX_FINDINGS), law(), strict=False)]


def find_book_errors() -> Iterator[str]:
    """Balances are the sums of transfers, nothing is made or lost, the guards of the database are there."""
    for each in integrity.find_differences():
        yield f"books: {each.what}: {each.kept}, proved {each.proved}"


def find_stream_gaps() -> Iterator[str]:
    """What an audience was told is numbered without gaps up to its head; the oldest may be forgotten."""
    spans = StreamEvent.objects.values("stream__name", "stream__head").annotate(
        first=Min("number"), last=Max("number"), count=Count("pk")
    )
    for each in spans.exclude(last=F("stream__head"), count=F("last") - F("first") + 1).order_by("stream__name"):
        name, head, span = each["stream__name"], each["stream__head"], (each["first"], each["last"])
        yield f"stream {name}: {each['count']} from {span[0]} to {span[1]}, head {head}"


def find_round_errors() -> Iterator[str]:
    """A battle that is fought has one open round, its last; no other has any."""
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
    """Whoever is away is at a tournament that goes on; whoever has a seat in one is there."""
    live = Tournament.objects.filter(status__in=LIVE_STATUSES).values("code")
    for emperor, place in Engagement.objects.exclude(place__in=live).values_list("emperor__code", "place"):
        yield f"emperor {emperor} is away at {place}, which does not go on"
    seated = Entry.objects.filter(tournament__status__in=LIVE_STATUSES, tournament__casual=False, emperor__isnull=False)
    there = seated.filter(emperor__engagement__place=F("tournament__code"))
    for emperor, place in seated.exclude(pk__in=there.values("pk")).values_list("emperor__code", "tournament__code"):
        yield f"emperor {emperor} has a seat at {place} and is not there"


def find_leftover_escrows() -> Iterator[str]:
    """Stakes, prizes and bets of a tournament that is over have been given to somebody."""
    holding = Account.objects.filter(purpose=Account.Purpose.ESCROW).exclude(balance=0)
    held = {part: account for account in holding for part in account.ref.split(":")[1:]}
    over = Tournament.objects.exclude(status__in=LIVE_STATUSES).filter(code__in=held).values_list("code", flat=True)
    for code in over:
        yield f"{held[code]} still holds {held[code].balance}"


CHECKS = (find_book_errors, find_stream_gaps, find_round_errors, find_misplaced_emperors, find_leftover_escrows)
