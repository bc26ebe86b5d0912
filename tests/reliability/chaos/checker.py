"""What must be true of the database after a run, whatever happened in it, and of everything that was acknowledged.

Every check returns sentences: what was found that must not be. None of them asks the services.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db import connection
from django.db.models import Sum

from core import write_once_triggers
from dynasty.models import Account, Emperor, Engagement, Event, Mention, Offer, Stream, StreamEvent, Transfer
from dynasty.selectors import integrity
from tests.reliability.chaos.plan import Diary
from tests.reliability.chaos.seams import CANARY
from tournaments.domain import contract, games, terms
from tournaments.models import Bet, Entry, Presence, Round, SealedOrder, Tournament
from tournaments.services.orders import compute_commitment

OVER = ("finished", "cancelled")
OPEN = ("announced", "running", "halted")
Found = Iterable[str]


def findings(diary: Diary) -> list[str]:
    """Return everything that is wrong, each once."""
    found = [f"{check.__name__}: {sentence}" for check in CHECKS for sentence in check(diary)]
    return sorted(set(found))


# ── Wealth ─────────────────────────────────────────────────────────────────────────────────────────────────


def the_books(diary: Diary) -> Found:
    """Check that balances are what the transfers say, sums are zero, offers hold what they give, standings are sums."""
    for each in integrity.find_differences():
        yield f"{each.what}: {each.stored} kept, {each.proved} proved"


def no_debts(diary: Diary) -> Found:
    for account in Account.objects.filter(balance__lt=0).exclude(purpose="treasury"):
        yield f"{account} owes {-account.balance}"


def nothing_held_for_what_is_over(diary: Diary) -> Found:
    """Check that every stake, fee, key, chest and prize has gone where it belongs."""
    over = set(Tournament.objects.filter(status__in=OVER).values_list("code", flat=True))
    for account in Account.objects.filter(purpose="escrow").exclude(balance=0).exclude(ref__startswith="offer:"):
        if account.ref.split(":")[1] in over:
            yield f"{account} still holds {account.balance}"


def what_went_in_came_out(diary: Diary) -> Found:
    """Check an ended tournament's escrows, and that the treasury pays only the prizes that it announced."""
    ended = Tournament.objects.filter(status__in=OVER)
    given = Transfer.objects.filter(debit__purpose="treasury", credit__purpose="wallet", place__in=ended.values("code"))
    sums = given.values_list("place", "asset").annotate(sum=Sum("amount")).order_by()
    for code, asset, amount in sums:
        tournament = Tournament.objects.get(code=code)
        prize = dict(terms.read(tournament.terms).prize)
        if tournament.organiser_id is not None or amount > prize.get(asset, 0):
            yield f"the treasury paid {amount} {asset} for {code}"


def back_once(diary: Diary) -> Found:
    """Check that nobody gets more back of a cancelled tournament than was paid for it."""
    for tournament in Tournament.objects.filter(status="cancelled"):
        moved = Transfer.objects.filter(place=tournament.code)
        paid = moved.filter(credit__purpose="escrow").aggregate(sum=Sum("amount"))["sum"] or 0
        back = moved.filter(credit__purpose="wallet").aggregate(sum=Sum("amount"))["sum"] or 0
        if paid != back:
            yield f"{tournament.code}: {paid} paid, {back} given back"


def one_purchase_a_request(diary: Diary) -> Found:
    """Check that a request that is sent twice is one purchase."""
    goods = Transfer.objects.filter(key__startswith="bought:", asset__startswith="key:")
    requests = Counter(":".join(key.split(":")[:3]) for key in goods.values_list("key", flat=True))
    yield from (f"{data} was bought {times} times" for data, times in requests.items() if times > 1)


def offers_end_once(diary: Diary) -> Found:
    """Check that the basket of an offer goes to one side, once."""
    for offer in Offer.objects.exclude(status="open"):
        out = Transfer.objects.filter(debit__purpose="escrow", debit__ref=f"offer:{offer.code}").count()
        given = offer.parts.filter(side="gives").count()
        if out != given:
            yield f"offer {offer.code}: {given} assets given, {out} transfers out"


def traders_have_fought(diary: Diary) -> Found:
    """Check that what a new dynasty is granted is not traded away."""
    for offer in Offer.objects.all():
        if not Mention.objects.filter(kind="fought", dynasty=offer.giver_id, at__lte=offer.made_at).exists():
            yield f"offer {offer.code} of a dynasty that had never fought"


def bets_before_the_start(diary: Diary) -> Found:
    for bet in Bet.objects.select_related("tournament").exclude(tournament__started_at=None):
        if bet.tournament.started_at and bet.placed_at > bet.tournament.started_at:
            yield f"a bet on {bet.tournament.code} after its start"
    late = Event.objects.filter(kind="bet").values_list("place", "at")
    started = dict(Tournament.objects.exclude(started_at=None).values_list("code", "started_at"))
    yield from (f"a bet was raised on {place} after its start" for place, at in late
                if place in started and at > started[place])  # fmt: skip


# ── Battles ────────────────────────────────────────────────────────────────────────────────────────────────


def rounds_close_once(diary: Diary) -> Found:
    """Check that numbers have no gaps, running battles have one open round, others none, and each is published once."""
    rounds: dict[int, list[Round]] = defaultdict(list)
    for row in Round.objects.order_by("tournament", "number"):
        rounds[row.tournament_id].append(row)
    for tournament in Tournament.objects.exclude(status="announced"):
        mine = rounds.get(tournament.pk, [])
        if [row.number for row in mine] != list(range(1, len(mine) + 1)):
            yield f"{tournament.code}: rounds {[row.number for row in mine]}"
        opened = sum(row.closed_at is None for row in mine)
        if opened != (tournament.status in ("running", "halted")):
            yield f"{tournament.code} is {tournament.status} with {opened} open rounds"
        yield from check_published(tournament, sum(row.closed_at is not None for row in mine))


def check_published(tournament: Tournament, closed: int) -> Found:
    events = StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}")
    counts = Counter(events.values_list("type", flat=True))
    if counts["round_closed"] != closed or counts["finished"] != (tournament.status == "finished"):
        yield f"{tournament.code}: {closed} rounds closed, told {counts['round_closed']}, finished {counts['finished']}"


def rounds_replay(diary: Diary) -> Found:
    """Check that the stored orders lead to the stored states, and that the digests chain."""
    for tournament in Tournament.objects.exclude(status="announced"):
        rows = list(Round.objects.filter(tournament=tournament).order_by("number"))
        states = [*[row.state for row in rows[1:]], tournament.ending][: len(rows)]
        digest = tournament.contract
        for row, after in zip(rows, states, strict=True):
            if row.closed_at is None:
                break
            digest = contract.compute_digest(
                digest, contract.format_canonical(row.orders), contract.format_canonical(after)
            )
            if row.digest != digest:
                yield f"{tournament.code}: the digest of round {row.number} does not follow"
            if replay(tournament, row) != contract.format_canonical(after):
                yield f"{tournament.code}: round {row.number} does not replay"


def replay(tournament: Tournament, row: Round) -> str:
    game = games.GAMES[tournament.game]
    after, _events = game.resolve(game.read(row.state), [tuple(each) for each in row.orders or []], tournament.seed)
    return contract.format_canonical(game.write(after))


def receipts_verify(diary: Diary) -> Found:
    """Check that each order that was opened is the one that was sealed."""
    for row in Round.objects.exclude(closed_at=None).select_related("tournament"):
        texts = dict(map(tuple, row.orders or []))
        for seat, seal in (row.seals or {}).items():
            sealed = SealedOrder(seat=seat, text=texts[seat], version=seal["version"], salt=seal["salt"])
            if compute_commitment(row.tournament.code, row.number, sealed) != seal["commitment"]:
                yield f"{row.tournament.code}: the seal of {seat} in round {row.number} does not fit"


def seals_of_open_rounds_alone(diary: Diary) -> Found:
    left = SealedOrder.objects.exclude(round__closed_at=None).count()
    if left:
        yield f"{left} sealed orders of closed rounds"


def emperors_are_where_they_should_be(diary: Diary) -> Found:
    """Check that emperors are away exactly while the battle that they went to goes on."""
    open_codes = set(Tournament.objects.filter(status__in=OPEN).values_list("code", flat=True))
    for away in Engagement.objects.exclude(place__in=open_codes):
        yield f"an emperor is still at {away.place}, which is over"
    engaged = dict(Engagement.objects.values_list("emperor", "place"))
    entered = Entry.objects.filter(tournament__status__in=OPEN, emperor__isnull=False)
    for emperor, code in entered.values_list("emperor", "tournament__code"):
        if engaged.get(emperor) != code:
            yield f"an emperor fights at {code} and is at {engaged.get(emperor, 'court')}"
    dead = Emperor.objects.exclude(died_at=None).filter(engagement__isnull=False).count()
    if dead:
        yield f"{dead} dead emperors are away"


def presences_are_single(diary: Diary) -> Found:
    """Check that nobody bets on a battle in which they fight."""
    players = set(Entry.objects.exclude(dynasty=None).values_list("tournament", "dynasty"))
    here = set(Presence.objects.filter(role="player").values_list("tournament", "dynasty"))
    going_on = set(Tournament.objects.filter(status__in=OPEN).values_list("pk", flat=True))
    yield from (f"presence and entry differ: {pair}" for pair in players ^ here if pair[0] in going_on)
    both = set(Bet.objects.values_list("tournament", "dynasty")) & players
    yield from (f"a player bets: {pair}" for pair in both)


# ── Telling ────────────────────────────────────────────────────────────────────────────────────────────────


def streams_are_contiguous(diary: Diary) -> Found:
    numbers: dict[int, list[int]] = defaultdict(list)
    for stream, number in StreamEvent.objects.order_by("stream", "number").values_list("stream", "number"):
        numbers[stream].append(number)
    for stream in Stream.objects.all():
        mine = numbers[stream.pk]
        if mine != list(range(1, stream.head + 1)):
            gaps = [(one, other) for one, other in pairwise(mine) if other != one + 1]
            yield f"stream {stream.name}: head {stream.head}, {len(mine)} events, gaps {gaps[:3]}"


def orders_are_secret(diary: Diary) -> Found:
    """Check that no word of an order is in anything that is published."""
    for events in StreamEvent.objects.filter(body__icontains=CANARY).select_related("stream"):
        yield f"an order is told in {events.stream.name}"
    for event in Event.objects.filter(facts__icontains=CANARY):
        yield f"an order is told in the event {event.key}"


def guards_are_there(diary: Diary) -> Found:
    yield from write_once_triggers.list_missing(connection)


# ── What was acknowledged ──────────────────────────────────────────────────────────────────────────────────


def payments_that_were_acknowledged(diary: Diary) -> Found:
    keys = set(Transfer.objects.values_list("key", flat=True))
    acknowledged = {line["key"] for line in diary.lines("paid")}
    yield from (f"{key} was acknowledged and is lost" for key in acknowledged - keys)


def entries_that_were_acknowledged(diary: Diary) -> Found:
    keys = set(StreamEvent.objects.filter(type="entered").values_list("stream__name", "key"))
    for line in diary.lines("entered"):
        if (f"battle:{line['tournament']}", f"entered:{line['entry']}") not in keys:
            yield f"the entry {line['entry']} was acknowledged and is lost"


def offers_that_were_acknowledged(diary: Diary) -> Found:
    status = dict(Offer.objects.values_list("code", "status"))
    takers = dict(Offer.objects.values_list("code", "taker__code"))
    yield from (f"offer {line['code']} is lost" for line in diary.lines("offered") if line["code"] not in status)
    yield from (f"offer {line['code']}: its acceptance is lost" for line in diary.lines("accepted")
                if takers.get(line["code"]) != line["taker"])  # fmt: skip


def orders_that_were_acknowledged(diary: Diary) -> Found:
    """Check that each is an input of its round or replaced by a later one, and that none was late."""
    rows = {(row.tournament_id, row.number): row for row in Round.objects.select_related("tournament")}
    open_seals = {(seal.round_id, seal.seat): seal for seal in SealedOrder.objects.all()}
    for line in diary.lines("ordered"):
        row = rows.get((line["tournament"], line["round"]))
        if row is None:
            continue  # a draw was agreed upon: what was ordered in that round is never opened
        yield from late(row, line)
        kept = open_seals.get((row.pk, line["seat"]))
        seal = (row.seals or {}).get(line["seat"]) if row.closed_at else read_stored(row, kept)
        if seal is None or seal["version"] < line["version"]:
            yield f"an order of {line['seat']} in round {row.number} of {row.tournament_id} is lost"
        elif seal["version"] == line["version"] and seal["commitment"] != line["commitment"]:
            yield f"an order of {line['seat']} in round {row.number} of {row.tournament_id} is another one"


def read_stored(row: Round, seal: SealedOrder | None) -> dict[str, Any] | None:
    code = row.tournament.code
    return {"version": seal.version, "commitment": compute_commitment(code, row.number, seal)} if seal else None


def late(row: Round, line: dict[str, Any]) -> Found:
    for what in ("held", "given_at"):
        if datetime.fromisoformat(line[what]) >= row.deadline:
            yield f"an order of {line['seat']} in round {row.number} of {row.tournament_id} was late ({what})"


def what_the_processes_noticed(diary: Diary) -> Found:
    for line in diary.lines("finding"):
        yield f"{line['of']} {line.get('act', '')} {line.get('where', '')}"


CHECKS: list[Callable[[Diary], Found]] = [
    the_books, no_debts, nothing_held_for_what_is_over, what_went_in_came_out, back_once, one_purchase_a_request,
    offers_end_once, traders_have_fought, bets_before_the_start, rounds_close_once, rounds_replay, receipts_verify,
    seals_of_open_rounds_alone, emperors_are_where_they_should_be, presences_are_single, streams_are_contiguous,
    orders_are_secret, guards_are_there, payments_that_were_acknowledged, entries_that_were_acknowledged,
    offers_that_were_acknowledged, orders_that_were_acknowledged, what_the_processes_noticed,
]  # fmt: skip
