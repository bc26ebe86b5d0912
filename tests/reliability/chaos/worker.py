"""What players and sweepers do all the time, by chance."""

import random
import time
from collections.abc import Callable
from datetime import date
from typing import Any

from django.db import DatabaseError, IntegrityError, InterfaceError, close_old_connections

from core.errors import BusyError, DomainError
from dynasty.models import Dynasty, Offer
from dynasty.services import delivery, emperors, key_shop, offers
from tests import factories
from tests.reliability.chaos import ground, seams
from tests.reliability.chaos.plan import Diary, Size
from tournaments import tasks
from tournaments.models import Entry, Round, Tournament
from tournaments.services import (
    announcements,
    bets,
    entries,
    extensions,
    lifecycle,
    orders,
    rounds,
    standing_orders,
    votes,
)

ORDERS = ("-", "-", "take a", "take b", "take c", "seize a", "seize b", "fall", "win", "win", "loot b", "wait",
          "wait", "wait", "draw", "abdicate")  # fmt: skip


class Worker:
    """One process of a player that is everybody."""

    here: "Worker"

    def __init__(self, number: int, seed: str, diary: Diary, size: Size) -> None:
        self.number, self.luck, self.diary, self.size = number, random.Random(seed), diary, size
        self.serial = 0
        Worker.here = self

    def live(self) -> None:
        """Act until killed."""
        while True:
            self.tolerate(self.luck.choices(ACTS, WEIGHTS)[0])

    def sweep(self) -> None:
        while True:
            self.tolerate(lambda worker: tasks.sweep())
            self.tolerate(lambda worker: delivery.deliver_due())
            time.sleep(0.2)

    def tolerate(self, act: Callable[["Worker"], Any]) -> None:
        """Tolerate refusals and databases that go away; anything else is a finding."""
        try:
            act(self)
        except BusyError as raised:
            self.diary.write("busy", code=raised.code)
        except (DomainError, announcements.Tournament.DoesNotExist):
            pass
        except IntegrityError as error:
            self.diary.write("finding", of="an integrity error", act=act.__name__, where=str(error)[:300])
        except (DatabaseError, InterfaceError) as error:
            self.diary.write("error", of=type(error).__name__, act=act.__name__, where=str(error)[:200])
            close_old_connections()  # as the end of a request or of a task would
            time.sleep(0.05)
        except Exception as error:
            self.diary.write("finding", of=f"an error: {error!r}"[:300], act=act.__name__)

    # ── What it finds ──────────────────────────────────────────────────────────────────────────────────────

    def token(self) -> str:
        self.serial += 1
        return f"{self.number}.{self.luck.getrandbits(40):x}.{self.serial}"

    def dynasty(self) -> Dynasty:
        found = Dynasty.objects.filter(house=False).order_by("?").first()
        if found is None:
            raise DomainError("no_dynasty", "nobody")
        return found

    def pick_announced(self) -> Tournament:
        found = Tournament.objects.filter(status="announced").order_by("?").first()
        if found is None:
            raise DomainError("no_such_tournament", "none")
        return found

    def open_round(self) -> Round:
        found = Round.objects.filter(closed_at=None, tournament__status="running").select_related("tournament")
        row = found.order_by("?").first()
        if row is None:
            raise DomainError("no_such_round", "none")
        return row

    # ── What it does ───────────────────────────────────────────────────────────────────────────────────────

    def announce(self) -> None:
        if Tournament.objects.count() < self.size.tournaments:
            ground.tournament(self.luck)

    def enter(self) -> None:
        tournament, dynasty = self.pick_announced(), self.dynasty()
        emperor = ground.emperor(dynasty)
        if emperor is None:
            emperors.raise_emperor(dynasty=dynasty, name=f"Heir {self.luck.getrandbits(30):x}", gender="w",
                                   birth_date=date(1400, 1, 1))  # fmt: skip
            return
        free = lifecycle.list_free_seats(tournament)
        chest = 10 if tournament.terms.get("chests") else 0
        if free:
            entry = factories.enter(tournament, emperor, free[0], chest=chest)
            self.diary.write("entered", tournament=tournament.code, dynasty=dynasty.code, entry=entry.pk)

    def withdraw(self) -> None:
        tournament = self.pick_announced()
        entry = Entry.objects.filter(tournament=tournament).order_by("?").first()
        if entry is not None and entry.dynasty is not None:
            entries.withdraw(tournament=tournament, dynasty=entry.dynasty)

    def cancel(self) -> None:
        tournament = self.pick_announced()
        if tournament.organiser is not None and self.luck.random() < 0.2:
            announcements.cancel(tournament=tournament, by=tournament.organiser)

    def bet(self) -> None:
        tournament, dynasty = self.pick_announced(), self.dynasty()
        bet = bets.place_bet(tournament=tournament, dynasty=dynasty, emperor=ground.emperor(dynasty),
                             seat=self.luck.choice("ab"), asset="gold", amount=self.luck.randint(1, 13))  # fmt: skip
        self.diary.write("paid", key=f"bet:{tournament.code}:{bet.pk}:{bet.amount}")

    def order(self) -> None:
        current = self.open_round()
        entry = Entry.objects.filter(tournament=current.tournament_id).order_by("?").first()
        if entry is None:
            return
        text = self.luck.choice(ORDERS)
        text = text if text == "abdicate" else f"{text} {seams.CANARY}{self.luck.getrandbits(32):x}"
        receipt = orders.give_order(tournament_id=current.tournament_id, round_no=current.number, seat=entry.seat,
                                    text=text, dynasty=entry.dynasty)  # fmt: skip
        self.diary.write("ordered", tournament=current.tournament_id, held=seams.held["at"].isoformat(), **receipt)
        if self.luck.random() < 0.5:
            self.hint(current)

    def hint(self, current: Round | None = None) -> None:
        """Run a task that comes twice, or too early."""
        current = current or self.open_round()
        for _time in range(self.luck.choice((1, 2))):
            rounds.close_round(tournament_id=current.tournament_id, round_no=current.number)

    def start(self) -> None:
        tournament = (
            Tournament.objects.filter(status="announced").order_by("starts_at").first() or self.pick_announced()
        )
        for _time in range(2):
            lifecycle.start(tournament_id=tournament.pk)

    def stand(self) -> None:
        current = self.open_round()
        entry = Entry.objects.filter(tournament=current.tournament_id).order_by("?").first()
        if entry is not None and entry.dynasty is not None:
            standing_orders.set_orders(
                tournament_id=current.tournament_id, dynasty=entry.dynasty, texts=["take a", "-"]
            )

    def extend(self) -> None:
        current = self.open_round()
        entry = Entry.objects.filter(tournament=current.tournament_id).order_by("?").first()
        if entry is not None and entry.dynasty is not None:
            extensions.request_extension(
                tournament_id=current.tournament_id, round_no=current.number, dynasty=entry.dynasty
            )

    def vote(self) -> None:
        current = self.open_round()
        for entry in Entry.objects.filter(tournament=current.tournament_id).select_related("dynasty"):
            if entry.dynasty is not None and self.luck.random() < 0.7:
                votes.agree(tournament_id=current.tournament_id, round_no=current.number, dynasty=entry.dynasty,
                            what="draw")  # fmt: skip

    def offer(self) -> None:
        made = offers.create(dynasty=self.dynasty(), gives={"gold": self.luck.randint(1, 9)},
                           asks={"silver": self.luck.randint(1, 9)}, token=self.token())  # fmt: skip
        self.diary.write("offered", code=made.code)

    def accept(self) -> None:
        made, taker = Offer.objects.filter(status="open").order_by("?").first(), self.dynasty()
        if made is not None:
            self.twice(lambda: offers.accept(offer=made, dynasty=taker))
            self.diary.write("accepted", code=made.code, taker=taker.code)

    def take_back(self) -> None:
        made = Offer.objects.filter(status="open").select_related("giver").order_by("?").first()
        if made is not None:
            self.twice(lambda: offers.withdraw(offer=made, dynasty=made.giver))

    def buy(self) -> None:
        dynasty, token = self.dynasty(), self.token()
        self.twice(lambda: key_shop.buy_keys(dynasty=dynasty, name="jade", count=1, token=token))
        self.diary.write("paid", key=f"bought:{dynasty.code}:{token}:key")

    def twice(self, act: Callable[[], Any]) -> None:
        """Send half of the requests once more, as impatient people do."""
        act()
        if self.luck.random() < 0.5:
            act()


ACTS: list[Callable[[Worker], Any]] = [
    Worker.announce, Worker.enter, Worker.withdraw, Worker.cancel, Worker.bet, Worker.order, Worker.hint, Worker.start,
    Worker.stand, Worker.extend, Worker.vote, Worker.offer, Worker.accept, Worker.take_back, Worker.buy,
]  # fmt: skip
WEIGHTS = [8, 22, 2, 1, 14, 44, 8, 8, 2, 2, 2, 4, 4, 1, 8]
