"""Founding for tests that are about something else: the rows of the service, in a third of its statements.

The service asks before each row whether it is there and sets a savepoint around it. `test_quick_founding.py` compares
the rows of both, table by table.
"""

from typing import Any

from django.db import connection, transaction

from core import clock, crash_points
from dynasty.catalog import assets, emblems
from dynasty.models import Account, Dynasty, Event, Mention, Transfer, User
from dynasty.services import founding, ranking_buckets, search_index, standings, treasury
from dynasty.services.standings import Standing

Purpose = Account.Purpose


def found(user: User, name: str, **fields: Any) -> Dynasty:
    """Found a dynasty of this user.

    By the service itself where somebody listens to its points, and on PostgreSQL, whose writers need its locks.
    """
    if connection.vendor != "sqlite" or crash_points.listener is not None:
        return founding.found_dynasty(user=user, name=name, motto="", emblem=emblems.DEFAULT, **fields)
    with transaction.atomic():
        cleaned = founding.clean_fields(name, "", emblems.DEFAULT)
        founding.check_first_dynasty(user)
        dynasty = founding.insert(user=user, **{"program": False} | fields, **cleaned)
        transfers = pay_grant(dynasty)
        record(dynasty, transfers)
        rank(dynasty)
        search_index.put_dynasty(dynasty)
    return dynasty


def pay_grant(dynasty: Dynasty) -> list[Transfer]:
    """Open the wallets with what they hold, and the treasury's accounts that are not there yet."""
    grants = assets.get_grants()
    there = {each.asset: each for each in Account.objects.filter(purpose=Purpose.TREASURY)}
    before, opened = list(there.values()), []
    wallets = {}
    for asset, amount in grants.items():
        if asset not in there:
            there[asset] = Account(purpose=Purpose.TREASURY, ref="treasury", asset=asset)
            opened.append(there[asset])
        there[asset].balance -= amount
        wallets[asset] = Account(purpose=Purpose.WALLET, ref=dynasty.code, asset=asset, dynasty=dynasty, balance=amount)
        opened.append(wallets[asset])
    if assets.REPUTATION not in there:
        opened.append(Account(purpose=Purpose.TREASURY, ref="treasury", asset=assets.REPUTATION))
    Account.objects.bulk_create(opened)
    Account.objects.bulk_update([each for each in before if each.asset in grants], ["balance"])
    at = clock.now()
    transfers = Transfer.objects.bulk_create(
        Transfer(
            key=f"grant:{dynasty.code}:{asset}",
            debit=there[asset],
            credit=wallets[asset],
            asset=asset,
            amount=amount,
            cause="founding",
            at=at,
        )
        for asset, amount in grants.items()
    )
    treasury.record_days(transfers, at)
    return transfers


def record(dynasty: Dynasty, transfers: list[Transfer]) -> None:
    """Write the founding and the grants into the log."""
    events = [
        Event(
            key=f"founded:{dynasty.code}",
            kind="founded",
            public=True,
            at=dynasty.founded_at,
            facts={"dynasty": dynasty.name, "motto": dynasty.motto},
        )
    ]
    for each in transfers:
        facts = {"asset": each.asset, "amount": each.amount, "balance": each.amount, "cause": each.cause}
        events.append(Event(key=f"wealth:{each.key}:in", kind="wealth", public=False, at=each.at, facts=facts))
    Event.objects.bulk_create(events)
    Mention.objects.bulk_create(
        Mention(event=each, dynasty=dynasty, kind=each.kind, public=each.public, at=each.at) for each in events
    )


def rank(dynasty: Dynasty) -> None:
    """Rank it, without reputation; the transaction of SQLite is the lock."""
    standing = Standing.objects.create(dynasty=dynasty, reputation=0, reached_at=dynasty.founded_at)
    ranking_buckets.move_standings([(None, standings.get_height(standing))])
    standings.record_days([standing], dynasty.founded_at)
