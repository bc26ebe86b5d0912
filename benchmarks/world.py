"""A large world made in bulk, for `benchmarks.growth`: rows that the services could have written, without them."""

import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection, models, transaction
from django.test import Client

from dynasty.catalog import emblems, names
from dynasty.domain import ranking_buckets as ranking_buckets_domain
from dynasty.models import (
    Account,
    Dynasty,
    Emperor,
    Event,
    Membership,
    Mention,
    Offer,
    OfferPart,
    Standing,
    Transfer,
    TreasuryDay,
    User,
)
from dynasty.selectors import integrity
from dynasty.services import emperors, founding, offers, treasury
from dynasty.services import ranking_buckets as ranking_buckets_services
from tournaments.domain import terms
from tournaments.models import Entry, Presence, Tournament
from tournaments.services import announcements, entries, lifecycle

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
OWN_EVENTS = 300
"""Events of the reader's own dynasty, the same in every world."""
BATTLES = 10
"""One battle for so many dynasties."""
PIECE = 5_000
Row = dict[str, Any]


@dataclass(frozen=True)
class Reader:
    """The dynasty whose pages are asked for, its emperor, and a tournament to enter and one that is over."""

    dynasty: Dynasty
    emperor: Emperor
    open: Tournament
    over: Tournament


def browser(dynasty: Dynasty | None = None) -> Client:
    client = Client(SERVER_NAME="localhost")
    if dynasty is not None:
        client.force_login(dynasty.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def visit(client: Client, address: str) -> Any:
    """Return the function that requests the address and fails unless the page is there."""

    def work() -> None:
        if address.startswith("/api/"):
            cache.clear()  # or programs would meet the rate limit
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    return work


def begin() -> Reader:
    """Create a reader who has fought, in an otherwise empty world."""
    user = User.objects.create_user("reader@example.org", "a long password")
    dynasty = founding.found_dynasty(user=user, name="Reader", motto="", emblem=emblems.DEFAULT)
    emperor = raise_emperor(dynasty, "Livia")
    announced = [announcements.announce(
        organiser=None, title=title, type="gift", game="emperors", field="duel-2", rules={}, seats=2,
        terms=terms.read({"prize": {"gold": 10}, "betting": True, "betting_window": 0}), round_seconds=60,
        starts_at=treasury.clock.now() + timedelta(hours=1)) for title in ("Over", "Open")]  # fmt: skip
    fight(announced[0], dynasty, emperor)
    fill_log(dynasty, emperor)
    return Reader(dynasty, emperor, announced[1], Tournament.objects.get(pk=announced[0].pk))


def raise_emperor(dynasty: Dynasty, name: str) -> Emperor:
    return emperors.raise_emperor(dynasty=dynasty, name=name, gender="w", birth_date=BEGINNING.date())


def fight(tournament: Tournament, dynasty: Dynasty, emperor: Emperor) -> None:
    """Play a battle that ends in its first round."""
    from tournaments.services import orders, rounds

    user = User.objects.create_user("other@example.org", "a long password")
    other = founding.found_dynasty(user=user, name="Other", motto="", emblem=emblems.DEFAULT)
    entries.enter(tournament=tournament, dynasty=dynasty, emperor=emperor, seat="a")
    entries.enter(tournament=tournament, dynasty=other, emperor=raise_emperor(other, "Drusus"), seat="b")
    lifecycle.start(tournament_id=tournament.pk)
    for seat, text in (("a", "-"), ("b", "abdicate")):
        orders.give_order(tournament_id=tournament.pk, round_no=1, seat=seat, text=text)
    rounds.close_round(tournament_id=tournament.pk, round_no=1)


def pour(model: type[models.Model], rows: Iterable[Row]) -> range:
    """Insert rows as they are, with defaults for what they leave out; returns their ids."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    send = copy_rows if connection.vendor == "postgresql" else insert_rows
    count = send(f"{model._meta.db_table} ({columns})", len(fields),
                 ([prepare_value(field, row) for field in fields] for row in rows))  # fmt: skip
    last = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
    return range(last - count + 1, last + 1) if isinstance(last, int) else range(count)


def insert_rows(target: str, width: int, rows: Iterable[list[Any]]) -> int:
    """Insert the rows into a table with its columns; return their number."""
    made, count = iter(rows), 0
    with connection.cursor() as cursor:
        while piece := list(islice(made, PIECE)):
            cursor.executemany(f"INSERT INTO {target} VALUES ({', '.join(['%s'] * width)})", piece)
            count += len(piece)
    return count


def copy_rows(target: str, width: int, rows: Iterable[list[Any]]) -> int:
    """Insert the rows by PostgreSQL's COPY, which is many times as quick; return their number."""
    count = 0
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")  # a million rows are one statement here
        with cursor.copy(f"COPY {target} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
                count += 1
    return count


def prepare_value(field: Any, row: Row) -> Any:
    """Return a value in the form in which the database takes it."""
    value = row[field.attname] if field.attname in row else field.get_default()
    if isinstance(field, models.JSONField):
        return None if value is None else json.dumps(value)
    return field.get_db_prep_save(value, connection)


def moment(number: int) -> datetime:
    """Return a time of the year; times are spread evenly, however many there are (golden section)."""
    return BEGINNING + timedelta(milliseconds=number * 17_304_951_685 % 28_000_000_000, microseconds=number % 1000)


@transaction.atomic
def grow(dynasties: int, events: int) -> None:
    """Let the world have so many dynasties and events in all."""
    had = Dynasty.objects.count()
    people = populate(had, dynasties - had)
    quarrel(people)
    trade(people)
    write(people, events - Event.objects.count())
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@dataclass(frozen=True)
class People:
    """The ids of dynasties, of their emperors, and of the accounts of their reputation."""

    dynasties: range
    emperors: range
    reputations: range


def populate(start: int, count: int) -> People:
    """Create dynasties of one emperor each, with reputation, gold and a place in the ranking."""
    numbers = range(start, start + count)
    users = pour(User, ({"email": f"u{n}@example.org", "password": "!", "joined_at": BEGINNING} for n in numbers))
    houses = pour(Dynasty, ({"user_id": user, "name": f"House {n}", "folded_name": names.fold(f"House {n}"),
                             "emblem": emblems.DEFAULT, "founded_at": moment(n)}
                            for n, user in zip(numbers, users, strict=True)))  # fmt: skip
    emperors_ = pour(Emperor, ({"dynasty_id": house, "birthplace_id": house, "name": f"E{n}", "folded_name": f"e{n}",
                                "gender": "o", "birth_date": BEGINNING.date(), "raised_at": moment(n),
                                "fought_at": moment(n)} for n, house in zip(numbers, houses, strict=True)))  # fmt: skip
    pour(Membership, ({"emperor_id": e, "dynasty_id": h, "since": BEGINNING}
                      for e, h in zip(emperors_, houses, strict=True)))  # fmt: skip
    pour(Standing, ({"dynasty_id": h, "reputation": h * 7919 % 500, "reached_at": moment(h)} for h in houses))
    ranking_buckets_services.move_standings(
        (None, ranking_buckets_domain.get_height(h * 7919 % 500, moment(h))) for h in houses
    )
    pour(Account, ({"purpose": "wallet", "ref": f"bulk{h}", "asset": "gold", "dynasty_id": h, "balance": 1_000}
                   for h in houses))  # fmt: skip
    reputations = pour(Account, ({"purpose": "reputation", "ref": f"bulk{e}", "asset": "reputation", "emperor_id": e,
                                  "balance": 100} for e in emperors_))  # fmt: skip
    return People(houses, emperors_, reputations)


def quarrel(people: People) -> None:
    """Create battles that are over and some that are announced, with two entries each."""
    model = {field.attname: getattr(Tournament.objects.order_by("pk")[0], field.attname)
             for field in Tournament._meta.concrete_fields}  # fmt: skip
    numbers = range(len(people.dynasties) // BATTLES)
    base = people.dynasties[0] if numbers else 0
    found = pour(Tournament, (model | {"code": f"x{base + n:09}"[:10], "ended_at": moment(n), "started_at": moment(n),
                                       "title": f"Battle {base + n}"} for n in numbers))  # fmt: skip
    seats = [(t, seat, BATTLES * i + place) for i, t in enumerate(found) for place, seat in enumerate("ab")]
    pour(Entry, ({"tournament_id": t, "seat": seat, "dynasty_id": people.dynasties[at], "name": "E",
                  "emperor_id": people.emperors[at], "entered_at": BEGINNING} for t, seat, at in seats))  # fmt: skip
    pour(Presence, ({"tournament_id": t, "dynasty_id": people.dynasties[at], "emperor_id": people.emperors[at],
                     "role": "player"} for t, _seat, at in seats))  # fmt: skip


def trade(people: People) -> None:
    """Create open offers, as many swaps in the last days, and three times as many offers that lapsed."""
    now, taker = treasury.clock.now(), Dynasty.objects.order_by("pk").values_list("pk", flat=True)[0]
    lapsed: Row = {"status": "lapsed", "ended_at": BEGINNING}
    common: Row = {"lapses_at": now + timedelta(days=5)} | offers.describe_swap((("ruby", 1),), (("gold", 1),))

    def end(number: int) -> Row:
        swapped: Row = {"status": "accepted", "ended_at": now - timedelta(days=number % 80), "taker_id": taker}
        return ({"status": "open"}, swapped, lapsed, lapsed, lapsed)[number % 5]

    made = pour(Offer, (common | {"giver_id": giver, "made_at": moment(giver)} | end(n)
                        for n, giver in enumerate(people.dynasties[::2])))  # fmt: skip
    standing = Offer.objects.filter(pk__in=made[::5]).values_list("code", flat=True)
    pour(Account, ({"purpose": "escrow", "ref": f"offer:{code}", "asset": "ruby", "balance": 1} for code in standing))
    pour(OfferPart, ({"offer_id": offer, "side": side, "asset": asset, "amount": 1}
                     for offer in made for side, asset in (("gives", "ruby"), ("asks", "gold"))))  # fmt: skip


def write(people: People, count: int) -> None:
    """Create events with a mention each, and the transfers of those about reputation."""
    start = Event.objects.count()
    rows = pour(Event, event_rows(start, count))
    total = len(people.dynasties)
    pour(Mention, ({"event_id": event, "dynasty_id": people.dynasties[n % total], "emperor_id":
                    people.emperors[n % total], "kind": KINDS[n % 4], "public": n % 4 != 3, "at": moment(start + n)}
                   for n, event in enumerate(rows)))  # fmt: skip
    source = treasury.get_treasury("reputation")
    pour(Transfer, ({"id": uuid.UUID(int=(start + n) << 64), "key": f"bulk:{start + n}", "debit_id": source.pk,
                     "credit_id": people.reputations[n % total], "asset": "reputation", "amount": 1, "cause": "won",
                     "at": moment(start + n)} for n in range(count)))  # fmt: skip
    TreasuryDay.objects.filter(account=source).delete()
    sums = integrity.sum_per_day("debit").items()
    pour(TreasuryDay, ({"account_id": account, "day": day, "minted": total}
                       for (_side, account, day), total in sums if account == source.pk))  # fmt: skip


KINDS = ("fought", "reputation", "entered", "wealth")


def event_rows(start: int, count: int) -> Iterator[Row]:
    facts = {"emperor": "E", "title": "A battle", "against": "Other: Drusus", "result": "won", "points": 20,
             "reputation": 100, "cause": "won", "asset": "gold", "amount": 3, "balance": 7}  # fmt: skip
    for number in range(start, start + count):
        yield {"key": f"bulk:{number}", "kind": KINDS[number % 4], "public": number % 4 != 3, "facts": facts,
               "at": moment(number)}  # fmt: skip


def fill_log(dynasty: Dynasty, emperor: Emperor) -> None:
    """Create the past of the reader's own dynasty."""
    start = Event.objects.count() + 10**9
    rows = pour(Event, event_rows(start, OWN_EVENTS))
    pour(Mention, ({"event_id": event, "dynasty_id": dynasty.pk, "emperor_id": emperor.pk, "kind": KINDS[n % 4],
                    "public": n % 4 != 3, "at": moment(start + n)} for n, event in enumerate(rows)))  # fmt: skip
