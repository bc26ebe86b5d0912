"""A search for ways to farm points: dynasties of one mind try sequences of acts on the true services.

The rules cap what a dynasty gains by the table of points in battles without another person: 30 a day, and nothing in
tournaments that it announced itself. The search measures that from the transfers and the entries alone, without the
code that limits it, and climbs towards whatever gains more.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction

from core import clock
from core.errors import DomainError
from dynasty.domain.transfer_reasons import LIMITED_REASONS
from dynasty.models import Dynasty, Emperor, Transfer
from dynasty.selectors import integrity
from dynasty.services import emperors, offers
from tests import factories
from tournaments.models import Entry, Tournament
from tournaments.services import bets, lifecycle

Act = tuple[str, int, int]
"""What is done, by which of the dynasties, and a number that says with whom or what."""
START = datetime(2031, 3, 1, 9, tzinfo=UTC)
PEOPLE, LENGTH = 3, 14
ORDERS = ("win", "seize b", "draw")
TYPES = ("gift", "honour", "conquer", "death", "training")
SWAPS = (({"copper": 5}, {"silver": 1}), ({"silver": 1}, {"copper": 5}))


class Conspiracy:
    """Three people's dynasties and a program of one mind, and a house that does what they like."""

    def __init__(self) -> None:
        self.now = START
        self.own = [factories.proven(factories.found(f"Plotter {letter}")) for letter in "abc"]
        self.own.append(factories.proven(factories.found("Plotter d", program=True)))
        self.house = factories.proven(factories.house("Oriel"))
        for dynasty in (*self.own, self.house):
            factories.endow(dynasty, "copper", 100_000)
            for number in range(2):  # who can stake something
                factories.born(dynasty, f"{dynasty.name} {number}", points=20)
        self.done = 0

    def do(self, act: Act) -> None:
        """Do one act; what is refused is no act."""
        name, who, number = act
        with clock.freeze(self.now):
            try:
                with transaction.atomic():
                    ACTS[name](self, self.own[who % len(self.own)], number)
                self.done += 1
            except DomainError:
                pass
        self.now += timedelta(minutes=5)

    def pick(self, dynasty: Dynasty, number: int) -> Emperor:
        """Return one of the emperors at court, or a new one."""
        at_court = list(dynasty.emperors.filter(died_at=None, engagement=None).order_by("pk"))
        if len(at_court) < 2 or number % 7 == 0:
            at_court.append(factories.born(dynasty, f"Heir {self.done} {number}"))
        return at_court[number % len(at_court)]

    def fight(
        self,
        seats: Sequence[Dynasty],
        number: int,
        organiser: Dynasty | None = None,
        bettor: Dynasty | None = None,
    ) -> None:
        """Let the first win, or capture the second, as the number says; a house plays at the highest level.

        A bettor sends somebody who bets on the first.
        """
        type = TYPES[number // 3 % len(TYPES)]
        terms: dict[str, object] = (
            {"stake": 1} if type == "honour" else {"prize": {"copper": 1}} if type == "gift" else {}
        )
        if bettor:
            terms["betting"] = True
        if self.house in seats:
            terms["houses"] = True
        tournament = factories.announce(type, organiser, seats=len(seats), terms=terms)
        for place, (letter, dynasty) in enumerate(zip("abc", seats, strict=False)):
            if place and bettor:
                self.bet(tournament, bettor, number)
                bettor = None
            level = {"player": "grandmaster"} if dynasty.house else {}
            factories.enter(tournament, self.pick(dynasty, number + place), letter, **level)
        if Tournament.objects.get(pk=tournament.pk).status == "announced":
            lifecycle.start(tournament_id=tournament.pk)
        order = ORDERS[number % len(ORDERS)]
        factories.play(tournament, {"a": order})
        if Tournament.objects.get(pk=tournament.pk).status == "running":
            factories.play(tournament, {"a": "win"})

    def meet_house(self, dynasty: Dynasty, number: int) -> None:
        self.fight([dynasty, self.house], number)

    def meet_house_at_home(self, dynasty: Dynasty, number: int) -> None:
        self.fight([dynasty, self.house], number, dynasty)

    def meet_house_at_a_friend(self, dynasty: Dynasty, number: int) -> None:
        self.fight([dynasty, self.house], number, self.own[number % PEOPLE])

    def meet_program(self, dynasty: Dynasty, number: int) -> None:
        self.fight([dynasty, self.own[-1], self.house], number)

    def meet_friend(self, dynasty: Dynasty, number: int) -> None:
        self.fight([dynasty, self.own[number % PEOPLE]], number)

    def bet(self, tournament: Tournament, dynasty: Dynasty, number: int) -> None:
        """Bet on the first seat, while another one is free."""
        bets.place_bet(
            tournament=tournament,
            dynasty=dynasty,
            emperor=self.pick(dynasty, number),
            seat="a",
            asset="copper",
            amount=1 + number,
        )

    def bet_on_friend(self, dynasty: Dynasty, number: int) -> None:
        """Let a friend meet the house, at a tournament of the bettor's own or of the site, and bet on it."""
        friend = self.own[number % PEOPLE]
        self.fight([friend, self.house], number, dynasty if number % 2 else None, bettor=dynasty)

    def trade(self, dynasty: Dynasty, number: int) -> None:
        """Swap coins on the market with a friend, or with the house."""
        gives, asks = SWAPS[number % 2]
        offer = offers.create(dynasty=dynasty, gives=gives, asks=asks)
        offers.accept(offer=offer, dynasty=(*self.own, self.house)[number % (PEOPLE + 2)])

    def sell(self, dynasty: Dynasty, number: int) -> None:
        """Offer an emperor for a coin where it was born, and take it there."""
        for emperor in dynasty.emperors.filter(died_at=None).exclude(birthplace=dynasty).order_by("pk"):
            if emperor.birthplace in self.own:
                offer = offers.create(
                    dynasty=dynasty, gives={}, asks={"copper": 1}, to=emperor.birthplace, emperor=emperor
                )
                offers.accept(offer=offer, dynasty=emperor.birthplace)
                return

    def retire(self, dynasty: Dynasty, number: int) -> None:
        emperors.retire(emperor=self.pick(dynasty, number))

    def sleep(self, _dynasty: Dynasty, number: int) -> None:
        self.now += timedelta(hours=number % 15)

    def measure(self) -> tuple[int, int]:
        """Return the most that a dynasty gained on a day without another person, and all gained so at home."""
        gained: Counter[tuple[int, str]] = Counter()
        at_home = 0
        entries = list(Entry.objects.select_related("tournament", "dynasty"))
        people: dict[int, set[int]] = {}
        for entry in entries:
            dynasty = entry.dynasty
            if dynasty is not None and not (dynasty.house or dynasty.program):
                people.setdefault(entry.tournament_id, set()).add(dynasty.pk)
        by_fighter = {(each.tournament.code, each.emperor_id): each for each in entries}
        rows = Transfer.objects.filter(cause__in=LIMITED_REASONS, credit__emperor__isnull=False).exclude(place="")
        for place, emperor, amount, at in rows.values_list("place", "credit__emperor", "amount", "at"):
            entry = by_fighter[place, emperor]
            dynasty = entry.dynasty_id or 0
            if people.get(entry.tournament_id, set()) - {dynasty}:
                continue
            gained[dynasty, at.date().isoformat()] += amount
            at_home += amount * (entry.tournament.organiser_id == dynasty)
        return max(gained.values(), default=0), at_home


ACTS: dict[str, Callable[[Conspiracy, Dynasty, int], None]] = {
    "meet_house": Conspiracy.meet_house,
    "meet_house_at_home": Conspiracy.meet_house_at_home,
    "meet_house_at_a_friend": Conspiracy.meet_house_at_a_friend,
    "meet_program": Conspiracy.meet_program,
    "meet_friend": Conspiracy.meet_friend,
    "bet_on_friend": Conspiracy.bet_on_friend,
    "trade": Conspiracy.trade,
    "sell": Conspiracy.sell,
    "retire": Conspiracy.retire,
    "sleep": Conspiracy.sleep,
}
PLANS: tuple[tuple[Act, ...], ...] = (
    # take two emperors of a friend, gain with one, sell it back, gain with the other
    (
        ("meet_friend", 0, 7),
        ("meet_friend", 0, 7),
        ("meet_house", 0, 1),
        ("sell", 0, 0),
        ("meet_house", 0, 1),
        ("sell", 0, 0),
        ("meet_house", 0, 1),
    ),
    # begin late, and go on after midnight
    (("sleep", 0, 14), ("meet_house", 0, 1), ("meet_house", 0, 1), ("sleep", 0, 1), ("meet_house", 0, 1)),
    # let a friend announce, and a program sit in
    (("meet_house_at_a_friend", 0, 1), ("meet_program", 0, 1), ("meet_house_at_home", 0, 1), ("meet_house", 0, 1)),
    # meet the house where a friend bets, in all types, and pay it on the market
    (
        ("bet_on_friend", 1, 0),
        ("trade", 1, 4),
        ("bet_on_friend", 1, 3),
        ("bet_on_friend", 1, 6),
        ("bet_on_friend", 1, 12),
    ),
)
"""Where the search begins, besides chance."""


def try_plan(plan: Sequence[Act]) -> tuple[int, int, bool]:
    """Do the acts in a world of their own, which is thrown away; return what was measured, and if the books balance."""
    with transaction.atomic():
        with clock.freeze(START):
            conspiracy = Conspiracy()
        for act in plan:
            conspiracy.do(act)
        most, at_home = conspiracy.measure()
        balanced = integrity.find_differences() == []
        transaction.set_rollback(True)
    return most, at_home, balanced


def draw_act(luck: random.Random) -> Act:
    return luck.choice(list(ACTS)), luck.randrange(PEOPLE + 1), luck.randrange(60)


def change_plan(plan: Sequence[Act], luck: random.Random) -> list[Act]:
    """Return the plan with an act added, replaced, doubled or left out."""
    changed, place = list(plan), luck.randrange(max(1, len(plan)))
    kind = luck.randrange(4) if len(changed) > 2 else 0
    if kind == 0 or (kind == 2 and len(changed) < LENGTH):
        changed.insert(place, draw_act(luck) if kind == 0 else changed[place])
    elif kind == 1:
        changed[place] = draw_act(luck)
    elif kind == 3:
        del changed[place]
    return changed[:LENGTH]


def search(tries: int, seed: int) -> tuple[int, int, list[Act]]:
    """Search from the known plans and from chance; return the most gained, the most at home, and the best plan."""
    luck = random.Random(seed)
    best_plan, best, home = [draw_act(luck) for _act in range(LENGTH)], -1, 0
    for number in range(tries):
        if number < len(PLANS):
            plan = list(PLANS[number])
        elif luck.random() < 0.3:
            plan = [draw_act(luck) for _act in range(luck.randrange(4, LENGTH))]
        else:
            plan = change_plan(best_plan, luck)
        most, at_home, balanced = try_plan(plan)
        assert balanced, plan
        home = max(home, at_home)
        if most >= best:
            best_plan, best = plan, most
    return best, home, best_plan
