"""Bugs that could have been: each is planted by itself, and the same harness must find it.

They are planted in the workers by replacing one function; some wait a little, as a loaded machine would make them.
"""

import contextlib
import random
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from django.db import transaction

from core import clock
from dynasty.models import Account, Stream, StreamEvent, Transfer
from dynasty.services import emperors, event_streams, offers, treasury
from tests.reliability.chaos.seams import held
from tournaments.domain import pools, settlement
from tournaments.models import Tournament
from tournaments.services import bets, cancellation, entries, events, locks, orders, readiness, rounds
from tournaments.services.settlement import endings as settlement_services

BUGS: dict[str, Callable[[], Any]] = {}


def bug(plant: Callable[[], Any]) -> Callable[[], Any]:
    BUGS[plant.__name__] = plant
    return plant


def put(module: Any, name: str, value: Any) -> None:
    """Replace it wherever it was imported by name, too."""
    patch.object(module, name, value).start()


@bug
def no_tournament_lock() -> None:
    def lock(tournament_id: int) -> Tournament:
        found = Tournament.objects.get(pk=tournament_id)
        time.sleep(0.03)
        return found

    put(locks, "lock", lock)


@bug
def lock_after_read() -> None:
    real = locks.lock

    def lock(tournament_id: int) -> Tournament:
        stale = Tournament.objects.get(pk=tournament_id)
        time.sleep(0.2)
        real(tournament_id)
        return stale

    put(locks, "lock", lock)


@bug
def lost_update_in_balances() -> None:
    def lock(accounts: Any) -> dict[int, Account]:
        found = {row.pk: row for row in Account.objects.filter(pk__in={each.pk for each in accounts})}
        time.sleep(0.02)
        return found

    put(treasury, "lock", lock)


@bug
def wrong_lock_order() -> None:
    def lock(accounts: Any) -> dict[int, Account]:
        ids = list({account.pk for account in accounts})
        random.shuffle(ids)
        rows = {}
        for pk in ids:
            rows[pk] = Account.objects.select_for_update(no_key=True).get(pk=pk)
            time.sleep(0.1)
        return rows

    put(treasury, "lock", lock)


@bug
def settlement_in_a_second_transaction() -> None:
    real = settlement_services.settle_serious

    def settle(tournament: Tournament) -> None:
        def after() -> None:
            time.sleep(0.05)
            if random.random() < 0.5:
                raise SystemExit("killed between the two")
            with transaction.atomic():
                real(tournament)

        transaction.on_commit(after)

    put(settlement_services, "settle_serious", settle)


@bug
def acknowledged_before_the_commit() -> None:
    from tests.reliability.chaos import worker

    real = orders.publish_order

    def tell(given: Any, sealed: Any) -> None:
        """Notify the giver at once; what comes after may still fail."""
        worker.Worker.here.diary.write("ordered", tournament=given.tournament.pk, held=held["at"].isoformat(),
                                       **orders.build_receipt(given.tournament, given.round, sealed))  # fmt: skip
        real(given, sealed)
        if random.random() < 0.2:
            raise orders.DomainError("late", "the transaction is undone")

    put(orders, "tell", tell)


@bug
def deadline_tested_before_the_lock() -> None:
    real_lock = locks.lock

    def lock(tournament_id: int) -> Tournament:
        held["moment"] = clock.now()
        time.sleep(0.4)  # others hold it
        return real_lock(tournament_id)

    def give_order(**wanted: Any) -> Any:
        with (
            patch.object(orders.clock, "now", lambda: held.get("moment") or clock.read_database()),
            patch.object(locks, "lock", watched(lock)),
        ):
            return real_give(**wanted)

    def watched(call: Any) -> Any:
        def looked(tournament_id: int) -> Any:
            found = call(tournament_id)
            held["at"] = clock.read_database()
            return found

        return looked

    real_give = orders.give_order
    put(orders, "give_order", give_order)


@bug
def ceil_payouts() -> None:
    def shared(won: Any, pot: int) -> dict[int, int]:
        staked = sum(stake.amount for stake in won)
        return {stake.sequence: stake.amount + -(-pot * stake.amount // staked) for stake in won}

    put(pools, "_shared", shared)
    put(settlement, "share", lambda amount, among: dict.fromkeys(sorted(among), -(-amount // max(1, len(list(among))))))


@bug
def floor_payouts() -> None:
    def share(amount: int, letters: Any) -> dict[str, int]:
        among = sorted(letters)
        return dict.fromkeys(among, amount // len(among)) if among else {}

    def shared(won: Any, pot: int) -> dict[int, int]:
        staked = sum(stake.amount for stake in won)
        return {stake.sequence: stake.amount + pot * stake.amount // staked for stake in won}

    put(pools, "_shared", shared)
    put(settlement, "share", share)


@bug
def no_key_of_a_payment() -> None:
    """Pay again what was paid, when it is asked for again."""
    real = treasury.move

    def move(payments: Any) -> list[Transfer]:
        salted = [treasury.Payment(f"{each.key}:{random.getrandbits(24):x}"[:120], each.debit, each.credit, each.asset,
                                   each.amount, each.cause, each.place) for each in payments]  # fmt: skip
        return real(salted)

    put(treasury, "move", move)


@bug
def one_sequence_for_all_audiences() -> None:
    def tell(stream_name: str, key: str, type: str, body: dict[str, Any], at: Any = None) -> int:
        stream, _new = Stream.objects.get_or_create(name=stream_name)
        found = stream.events.filter(key=key).values_list("number", flat=True).first()
        if found is not None:
            return found
        last = StreamEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        stream.head = last + 1
        stream.save(update_fields=["head"])
        StreamEvent.objects.create(stream=stream, number=stream.head, key=key, type=type, body=body, at=clock.now())
        return stream.head

    put(event_streams, "tell", tell)


@bug
def head_read_before_its_lock() -> None:
    def tell(stream_name: str, key: str, type: str, body: dict[str, Any], at: Any = None) -> int:
        stream, _new = Stream.objects.get_or_create(name=stream_name)
        if stream.events.filter(key=key).exists():
            return 0
        time.sleep(0.01)
        Stream.objects.filter(pk=stream.pk).update(head=stream.head + 1)
        StreamEvent.objects.create(stream=stream, number=stream.head + 1, key=key, type=type, body=body, at=clock.now())
        return stream.head + 1

    put(event_streams, "tell", tell)


@bug
def refunded_twice() -> None:
    real = entries.build_refunds

    def refunds(tournament: Tournament, entry: Any) -> Any:
        once = real(tournament, entry)
        again = [
            treasury.Payment(
                f"{each.key}:2",
                treasury.get_treasury(each.asset),
                each.credit,
                each.asset,
                each.amount,
                each.cause,
                each.place,
            )
            for each in once
        ]
        return [*once, *again]

    put(entries, "refunds", refunds)


@bug
def refund_forgotten() -> None:
    put(cancellation, "give_back", lambda tournament: None)


@bug
def grant_can_be_traded() -> None:
    put(offers, "refuse_trader", lambda dynasty: None)


@bug
def order_published_before_the_close() -> None:
    def tell(given: Any, sealed: Any) -> None:
        events.publish_to_battle(given.tournament, f"ready:{given.round.number}:{given.seat}:{sealed.version}", "ready",
                            seat=given.seat, order=given.text)  # fmt: skip

    put(orders, "tell", tell)


@bug
def order_in_the_log() -> None:
    real = orders.seal_order

    def seal(given: Any, *more: Any) -> Any:
        print("sealed", given.text, flush=True)
        return real(given, *more)

    put(orders, "seal", seal)


@bug
def pointer_before_the_commit() -> None:
    put(event_streams.transaction, "on_commit", lambda call, **more: call())


@bug
def a_guard_is_missing() -> None:
    from django.db import connection

    with contextlib.suppress(Exception), connection.cursor() as cursor:
        on = " ON dynasty_transfer" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER IF EXISTS dynasty_transfer_is_kept{on}")


@bug
def bet_after_the_start() -> None:
    put(locks, "lock_announced", locks.lock)
    put(bets, "refuse_wager", lambda wager: None)
    from tests.reliability.chaos import worker

    def any_one(self: Any) -> Tournament:
        return Tournament.objects.filter(status__in=["announced", "running"]).order_by("?").first()

    put(worker.Worker, "announced", any_one)


@bug
def emperors_are_not_released() -> None:
    put(emperors, "release", lambda **wanted: 0)


@bug
def closed_without_being_due() -> None:
    """Close the round on a hint that comes too early: a seal that arrives meanwhile is lost."""
    real = rounds.publish_round

    def publish(closing: Any, *rest: Any) -> None:
        closing.sealed[:] = [order for order in closing.sealed if random.random() < 0.7]
        closing.orders[:] = [(seat, text if random.random() < 0.7 else "-") for seat, text in closing.orders]
        real(closing, *rest)

    put(rounds, "publish", publish)


@bug
def ready_rounds_are_forgotten() -> None:
    """Close no round at the deadline or the last order, once its first attempt was lost."""
    put(rounds, "due", lambda now: [])
    put(readiness, "waited_for", lambda tournament, current: {"nobody"})


@bug
def chance_that_is_not_fixed() -> None:
    """Resolve a retry with other random numbers than were announced."""
    from tests.tournaments import scripted

    real = scripted.resolve

    def resolve(state: Any, given: Any, seed: str) -> Any:
        shuffled = [(seat, "-" if random.random() < 0.3 else text) for seat, text in given]
        return real(state, shuffled, seed)

    put(scripted, "resolve", resolve)


SKIPPED_ON_SQLITE = {"no_tournament_lock", "lock_after_read", "lost_update_in_balances", "wrong_lock_order",
                     "head_read_before_its_lock", "deadline_tested_before_the_lock"}  # fmt: skip
"""One writer at a time: there is nothing to race with."""
