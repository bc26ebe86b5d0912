"""The whole economy as a machine that hypothesis drives: every way in which value moves, through the services."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from core import clock
from core.errors import DomainError
from dynasty.catalog import emblems
from dynasty.catalog.assets import get_grants
from dynasty.catalog.keys import KEYS
from dynasty.models import Account, Dynasty, Emperor, Offer, User
from dynasty.selectors import integrity, treasury
from dynasty.services import chronicle, emperors, founding, key_shop, offers, reputation
from tests import factories
from tests.tournaments import scripted
from tournaments.domain import games
from tournaments.models import Bet, Entry, Tournament
from tournaments.services import announcements, bets, entries, lifecycle, task_queue

MAX_DYNASTIES, MAX_TOURNAMENTS = 5, 4
START = datetime(2031, 1, 1, tzinfo=UTC)
ASSETS = st.sampled_from(["gold", "silver", "copper", "key:iron", "key:jade"])
BASKETS = st.dictionaries(ASSETS, st.integers(1, 400), min_size=1, max_size=2)
PICKS = st.integers(0, 999)
NAMES = ["Livia", "Marcus", "Tullia", "Gaius"]
SHELF = st.sampled_from(["iron", "jade", "throne", "nowhere"])
SEATS = "abc"
STANDING = ["announced", "running"]
STAKES: dict[str, list[dict[str, Any]]] = {
    "gift": [{"prize": {"gold": 100, "reputation": 7}}, {"prize": {"silver": 333}, "key": "iron"}],
    "honour": [{"stake": 1, "fee": {"gold": 10}}, {"stake": 3, "chests": {}}],
    "conquer": [{"fee": {"gold": 31, "copper": 7}}, {"key": "iron"}],
    "death": [{"key": "iron", "key_consumed": True}, {"chests": {"minimum": 1}}],
}
ENDINGS = ["win", "draw", "seize", "loot"]


class WholeEconomy(RuleBasedStateMachine):
    """Dynasties found, raise, enter, bet, trade, buy, win and lose; a refusal must change nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.sent, task_queue._enqueue = task_queue._enqueue, lambda task, arguments: None
        games.GAMES[scripted.NAME] = scripted
        self.world = transaction.atomic()
        self.world.__enter__()
        self.now = START
        self.hour = clock.freeze(self.now)
        self.hour.__enter__()

    def teardown(self) -> None:
        self.hour.__exit__(None, None, None)
        transaction.set_rollback(True)
        self.world.__exit__(None, None, None)
        games.GAMES.pop(scripted.NAME)
        task_queue._enqueue = self.sent

    @initialize()
    def begin(self) -> None:
        self.names = 0
        self.ends: Counter[str] = Counter()
        for number in range(3):
            self.found(fought=True)
            for name in ("Aelia", "Bran", "Chlodwig"):
                self.raise_emperor(number, name)
            self.buy(number, "iron", 2, False)
        for number, type in enumerate(sorted(STAKES)):
            self.announce(type, number, None, True)

    def attempt(self, act: Callable[[], object]) -> None:
        """Do it, or be refused; after a refusal every balance is what it was."""
        before = self.balances()
        try:
            with transaction.atomic():
                act()
            self.ends["ok"] += 1
        except DomainError as error:
            self.ends[error.code] += 1
            assert self.balances() == before, error.code

    def balances(self) -> dict[tuple[str, str, str], int]:
        rows = Account.objects.exclude(balance=0).values_list("purpose", "ref", "asset", "balance")
        return {(purpose, ref, asset): balance for purpose, ref, asset, balance in rows}

    def pick(self, rows: Any, number: int) -> Any:
        found = list(rows.order_by("pk"))
        return found[number % len(found)] if found else None

    def dynasty(self, number: int) -> Dynasty:
        return self.pick(Dynasty.objects.filter(house=False), number)

    def at_court(self, dynasty: Dynasty, number: int) -> Emperor | None:
        return self.pick(dynasty.emperors.filter(died_at=None, engagement=None), number)

    def pick_announced(self, number: int) -> Tournament | None:
        return self.pick(Tournament.objects.filter(status="announced"), number)

    def turn(self, hours: float) -> None:
        self.now += timedelta(hours=hours)
        self.hour.__exit__(None, None, None)
        self.hour = clock.freeze(self.now)
        self.hour.__enter__()

    @rule(fought=st.booleans())
    def found(self, fought: bool) -> None:
        if Dynasty.objects.filter(house=False).count() >= MAX_DYNASTIES:
            return
        self.names += 1
        name = "House " + "".join("abcdefghjk"[int(digit)] for digit in str(self.names))
        user = User.objects.create_user(f"w{self.names}@example.org")
        dynasty = founding.found_dynasty(user=user, name=name, motto="", emblem=emblems.DEFAULT)
        if fought:
            chronicle.record(
                key=f"fought:{name}", kind="fought", public=True, at=self.now, mentions=[(dynasty, None)], facts={}
            )

    @rule(who=PICKS, name=st.sampled_from(NAMES))
    def raise_emperor(self, who: int, name: str) -> None:
        data = {"dynasty": self.dynasty(who), "name": name, "gender": "o", "birth_date": date(1400, 1, 1)}
        self.attempt(lambda: self.make_known(emperors.raise_emperor(**data)))

    def make_known(self, emperor: Emperor) -> None:
        """Give a new emperor a name in the world, so that honour can be staked."""
        reputation.award(emperor=emperor, points=20, cause="won", place="", key=f"known:{emperor.code}")

    @rule(who=PICKS, one=PICKS)
    def retire(self, who: int, one: int) -> None:
        emperor = self.at_court(self.dynasty(who), one)
        if emperor:
            self.attempt(lambda: emperors.retire(emperor=emperor))

    @rule(who=PICKS, name=SHELF, count=st.integers(0, 3), twice=st.booleans())
    def buy(self, who: int, name: str, count: int, twice: bool) -> None:
        self.names += 1
        for _ in range(1 + twice):
            self.attempt(
                lambda: key_shop.buy_keys(dynasty=self.dynasty(who), name=name, count=count, token=f"t{self.names}")
            )

    @rule(who=PICKS, gives=BASKETS, asks=BASKETS, to=st.none() | PICKS)
    def offer(self, who: int, gives: dict[str, int], asks: dict[str, int], to: int | None) -> None:
        other = None if to is None else self.dynasty(to)
        self.attempt(lambda: offers.create(dynasty=self.dynasty(who), gives=gives, asks=asks, to=other))

    @rule(which=PICKS, who=PICKS)
    def accept(self, which: int, who: int) -> None:
        offer = self.pick(Offer.objects.filter(status="open"), which) or self.pick(Offer.objects.all(), which)
        if offer:
            self.attempt(lambda: offers.accept(offer=offer, dynasty=self.dynasty(who)))

    @rule(which=PICKS, who=PICKS, own=st.booleans())
    def withdraw_offer(self, which: int, who: int, own: bool) -> None:
        offer = self.pick(Offer.objects.all(), which)
        if offer:
            by = offer.giver if own else self.dynasty(who)
            self.attempt(lambda: offers.withdraw(offer=offer, dynasty=by))

    @rule(type=st.sampled_from(sorted(STAKES)), which=PICKS, organiser=st.none() | PICKS, betting=st.booleans())
    def announce(self, type: str, which: int, organiser: int | None, betting: bool) -> None:
        if Tournament.objects.filter(status="announced").count() >= MAX_TOURNAMENTS:
            return
        by, wanted = None if organiser is None else self.dynasty(organiser), STAKES[type][which % 2]
        giver = self.at_court(by, which) if by and "reputation" in wanted.get("prize", {}) else None
        given = {"betting": betting, "giver": giver.code if giver else "", **wanted}
        self.attempt(
            lambda: factories.announce(type, by, seats=3, terms=given, starts_at=self.now + timedelta(hours=9))
        )

    @rule(which=PICKS, who=PICKS, one=PICKS, seat=st.sampled_from(SEATS), gold=st.sampled_from([0, 1, 150, 1_000]))
    def enter(self, which: int, who: int, one: int, seat: str, gold: int) -> None:
        tournament, dynasty = self.pick_announced(which), self.dynasty(who)
        emperor = self.at_court(dynasty, one)
        if tournament and emperor:
            chest = gold if tournament.terms["chests"] else 0
            self.attempt(lambda: factories.enter(tournament, emperor, seat, chest=chest))

    def seat(self, tournament: Tournament, dynasty: Dynasty, one: int, seat: str) -> None:
        """Put somebody there, newly raised if nobody is at court."""
        emperor = self.at_court(dynasty, one)
        if emperor is None:
            self.raise_emperor(dynasty.pk, f"Reserve {self.names}")
            emperor = self.at_court(dynasty, one)
        chest = 150 if tournament.terms["chests"] else 0
        if emperor:
            self.attempt(lambda: factories.enter(tournament, emperor, seat, chest=chest))

    @rule(which=PICKS, who=PICKS)
    def withdraw_entry(self, which: int, who: int) -> None:
        tournament = self.pick_announced(which)
        if tournament:
            self.attempt(lambda: entries.withdraw(tournament=tournament, dynasty=self.dynasty(who)))

    @rule(which=PICKS, who=PICKS, one=PICKS, seat=st.sampled_from(SEATS), asset=ASSETS, amount=st.integers(0, 700))
    def bet(self, which: int, who: int, one: int, seat: str, asset: str, amount: int) -> None:
        tournament, dynasty = self.pick_announced(which), self.dynasty(who)
        if tournament:
            data = {"tournament": tournament, "dynasty": dynasty, "emperor": self.at_court(dynasty, one)}
            self.attempt(lambda: bets.place_bet(**data, seat=seat, asset=asset, amount=amount))

    @rule(which=PICKS)
    def call_off(self, which: int) -> None:
        tournament = self.pick_announced(which)
        if tournament:
            self.attempt(lambda: announcements.cancel(tournament=tournament, by=tournament.organiser))

    @rule(which=PICKS, ending=st.sampled_from(ENDINGS), winner=PICKS, guests=st.sampled_from([3, 2, 1]))
    def fight(self, which: int, ending: str, winner: int, guests: int) -> None:
        """Let time pass until one starts, and fight it to its end; with too few seats taken it is called off."""
        tournament = self.pick_announced(which)
        if tournament is None:
            return
        for number, seat in enumerate(SEATS[:guests]):
            self.seat(tournament, self.dynasty(number), winner, seat)
        self.turn(max(0, (tournament.starts_at - self.now) / timedelta(hours=1)))
        self.fight_what_starts(ending, winner)

    def fight_what_starts(self, ending: str, winner: int) -> None:
        """Fight the battles that start before their first deadline has passed."""
        lifecycle.start_due(limit=20)
        for running in Tournament.objects.filter(status="running").order_by("pk"):
            taken = list(Entry.objects.filter(tournament=running).order_by("seat").values_list("seat", flat=True))
            first = taken[winner % len(taken)]
            other = next(seat for seat in taken if seat != first)
            factories.play(running, *self.plot(ending, first, other))
        assert not Tournament.objects.filter(status="running").exists()

    def plot(self, ending: str, first: str, other: str) -> list[dict[str, str]]:
        """Return orders for the rounds until somebody wins."""
        if ending in ("win", "draw"):
            return [{first: ending}]
        return [{first: f"{'take' if ending == 'seize' else 'loot'} {other}"}, {first: "win"}]

    @rule(hours=st.sampled_from([1, 30, 24 * 7]))
    def wait(self, hours: int) -> None:
        self.turn(hours)
        offers.lapse_due()
        self.fight_what_starts("win", hours)

    def check_laws(self) -> None:
        """Check every invariant, for a life that hypothesis does not lead."""
        self.the_books_are_right()
        self.nobody_owes()
        self.all_there_is_came_from_the_treasury()
        self.escrows_are_empty_when_their_reason_has_ended()

    @invariant()
    def the_books_are_right(self) -> None:
        assert integrity.find_differences() == []

    @invariant()
    def nobody_owes(self) -> None:
        assert not Account.objects.exclude(purpose="treasury").filter(balance__lt=0).exists()

    @invariant()
    def all_there_is_came_from_the_treasury(self) -> None:
        """Check that all wealth came as grants, prizes and keys that were paid for, as the public books say."""
        founded = Dynasty.objects.filter(house=False).count()
        for sheet in treasury.build_books().sheets:
            assert sheet.sum == 0 and sheet.minted - sheet.burnt == sheet.there_is, sheet.asset
            balances = Account.objects.filter(asset=sheet.asset).exclude(purpose="treasury")
            assert sum(balances.values_list("balance", flat=True)) == sheet.there_is, sheet.asset
            assert sheet.asset != "copper" or sheet.minted == founded * get_grants()["copper"]
            assert not sheet.asset.startswith("key:") or sheet.asset.removeprefix("key:") in KEYS

    @invariant()
    def escrows_are_empty_when_their_reason_has_ended(self) -> None:
        """Check that while it lasts, bets, fees, keys and locks lie in them to the last coin."""
        due: Counter[tuple[str, str]] = Counter()
        for bet in Bet.objects.filter(tournament__status__in=STANDING).select_related("tournament"):
            due[f"bets:{bet.tournament.code}", bet.asset] += bet.amount
        for entry in Entry.objects.filter(tournament__status__in=STANDING).select_related("tournament"):
            terms, code = entry.tournament.terms, entry.tournament.code
            for asset, amount in terms["fee"].items():
                due[f"fees:{code}", asset] += amount
            due[f"keys:{code}", f"key:{terms['key']}"] += bool(terms["key"])
        for tournament in Tournament.objects.filter(status__in=STANDING).exclude(organiser=None):
            for asset, amount in tournament.terms["prize"].items():
                due[f"prize:{tournament.code}", asset] += amount * (asset != "reputation")
        rows = Account.objects.filter(purpose="escrow", balance__gt=0).exclude(ref__startswith="offer:")
        held = {(ref, asset): balance for ref, asset, balance in rows.values_list("ref", "asset", "balance")}
        for tournament in Tournament.objects.filter(status__in=STANDING).exclude(organiser=None):
            if tournament.terms["key"]:
                paid = next(asset for ref, asset in held if ref == f"lock:{tournament.code}")
                due[f"lock:{tournament.code}", paid] += KEYS[tournament.terms["key"]].lock_prices[paid]
        chests = {key for key in held if key[0].startswith("chest:")}
        assert {key: held[key] for key in held if key not in chests} == {key: n for key, n in due.items() if n}
        open_seats = {f"chest:{code}:{seat}" for code, seat in Entry.objects.filter(
            tournament__status__in=STANDING).values_list("tournament__code", "seat")}  # fmt: skip
        assert {ref for ref, _asset in chests} <= open_seats
