"""A year of a thousand dynasties on the true services: do the books balance, and do prices stay what they were?

    python -m benchmarks.year                                    (an hour)
    python -m benchmarks.year --every 14                         (each 14th day of the year: some minutes)
    python -m benchmarks.year --dynasties 60 --days 30           (some minutes)
    python -m benchmarks.year --dynasties 24 --house-share 1 --battles 0 --offers 0 --of-houses 200 --days 60
                                                                 (a site that nobody visits: what do houses leave?)

Everything is booked as on the site: founding, entering, fighting, settling, prizes of the treasury, bets, offers,
keys, regalia, inactivity, ransoms and retention. What is reduced: battles have one round, of the game of the tests,
whose winner is drawn by a hidden strength, and only so many battles and swaps are made a day; a site with a thousand
active dynasties has more of both. Houses trade as they always do. People have no fixed idea of what things are worth:
each goes by the latest prices, by what it has much or little of, and by what an asset saves when regalia are bought.

It exits with 1 where a book is wrong, or a price of the last quarter is not within a factor of two of the first.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2031, 1, 1, tzinfo=UTC)
HOUSE_SHARE = 25
"""One of so many dynasties is a house."""
LARGEST_TABLES = 12
"""Tables whose size is printed at the end."""
PLANS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("gift", {}),
    ("gift", {}),
    ("honour", {"stake": 2}),
    ("honour", {"stake": 10, "fee": {"gold": 5}}),
    ("conquer", {}),
    ("death", {"fee": {"copper": 50}}),
)
Plan = tuple[str, dict[str, Any], list[Any]]
"""Type, terms and fighters of a battle."""
KEY_SHARE = 5
"""A person pays at most one part in so many of an asset for a key, or for a lock."""
MAX_FACTOR = 2.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dynasties", type=int, default=1000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--every", type=int, default=1, help="live only one of so many days; the others are skipped")
    parser.add_argument("--battles", type=int, default=6, help="a day")
    parser.add_argument("--offers", type=int, default=6, help="of people a day")
    parser.add_argument("--of-houses", type=int, default=0, help="battles a day that only houses fight and bet on")
    parser.add_argument("--house-share", type=int, default=HOUSE_SHARE, help="one of so many dynasties is a house")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"EMPERORS_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        from django.conf import settings

        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody logs in
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        sys.exit(report(options, Path(folder)))


def measure_database(folder: Path) -> float:
    """Return the megabytes of the database and its log."""
    return sum(path.stat().st_size for path in folder.glob("emperors.sqlite3*")) / 1e6


def measure_tables() -> dict[str, float]:
    """Return the megabytes of each table with its indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tbl_name, SUM(pgsize) / 1e6 FROM dbstat JOIN sqlite_master USING (name) GROUP BY tbl_name"
        )
        return dict(cursor.fetchall())


def report(options: argparse.Namespace, folder: Path) -> int:
    """Simulate the days, print a line for each quarter, and return the exit status."""
    from core import clock

    with clock.freeze(START):
        world = World(options.dynasties, options.seed, options.house_share)
    supply = world.count_supply()
    founded, tables = measure_database(folder), measure_tables()
    print(f"{options.dynasties} dynasties founded: {founded:.1f} MB", flush=True)
    quarters: list[dict[str, float]] = []
    quarter = max(1, options.days // 4)
    for day in range(0, options.days, options.every):
        with clock.freeze(START + timedelta(days=day, hours=9)):
            world.live(options.battles, options.offers, options.of_houses)
        if (day + options.every) // quarter > day // quarter:
            quarters.append(world.close_quarter())
            prices = ", ".join(f"{asset} {price:.2f}" for asset, price in sorted(quarters[-1].items()))
            print(
                f"day {day + 1}: {dict(world.counts)}; {measure_database(folder):.1f} MB; in copper: {prices}",
                flush=True,
            )
    factors = {asset: quarters[-1][asset] / quarters[0][asset] for asset in quarters[0] if asset in quarters[-1]}
    growth = {
        asset: f"{100 * now / supply[asset] - 100:+.1f}%"
        for asset, now in world.count_supply().items()
        if supply.get(asset)
    }
    differences = world.find_differences()
    per_battle = 1000 * (measure_database(folder) - founded) / max(1, world.counts["battles"])
    print(
        f"prices, last quarter to first: { ({asset: round(factor, 2) for asset, factor in sorted(factors.items())}) }"
    )
    print(f"supply of coins: {growth}; {per_battle:.0f} kB a battle; {len(differences)} differences in the books")
    grown = {name: size - tables.get(name, 0) for name, size in measure_tables().items()}
    largest = sorted(grown, key=lambda name: -grown[name])[:LARGEST_TABLES]
    print(f"tables that grew most, MB: { ({name: round(grown[name], 2) for name in largest}) }")
    wild = {asset: factor for asset, factor in factors.items() if not 1 / MAX_FACTOR <= factor <= MAX_FACTOR}
    return int(bool(differences or wild))


class World:
    """A thousand dynasties that fight, bet and trade."""

    def __init__(self, size: int, seed: int, house_share: int = HOUSE_SHARE) -> None:
        from dynasty.catalog import regalia
        from dynasty.models import Dynasty
        from tests import factories
        from tests.tournaments import scripted
        from tournaments.domain import games
        from tournaments.services import task_queue
        from tournaments.services.houses import market

        games.GAMES[scripted.NAME] = scripted  # type: ignore[assignment]
        task_queue._enqueue = lambda task, arguments: None
        self.luck = random.Random(seed)
        self.counts: dict[str, int] = defaultdict(int)
        self.prices = dict(market.VALUES)
        self.saved = {
            asset: piece.prices["gold"] * market.VALUES["gold"] / amount
            for piece in regalia.REGALIA.values()
            for asset, amount in [piece.price]
        }
        self.swaps: dict[str, list[float]] = defaultdict(list)
        self.serial = 0
        for number in range(size):
            name = "".join("abcdefghij"[int(digit)] for digit in f"{number:04}")
            if number % house_share == 0:
                factories.proven(factories.house(f"House {name}"))
            else:
                factories.proven(factories.found(f"Line {name}"))
        self.all = list(Dynasty.objects.order_by("pk"))
        self.strengths = {each.pk: self.luck.gauss(0, 1) for each in self.all}
        self.people = [each for each in self.all if not each.house]
        self.houses = [each for each in self.all if each.house]

    def live(self, battles: int, swaps: int, of_houses: int = 0) -> None:
        """Live one day."""
        from dynasty.services import inactivity, offers
        from tournaments.services import condensing, retention
        from tournaments.services.houses import market, ransoms

        self.counts["lapsed"] += offers.lapse_due()  # first, as after skipped days many are due
        for _battle in range(battles):
            self.attempt("battles", lambda: self.fight(self.plan(self.all), self.people))
        for _battle in range(of_houses):
            self.attempt("battles", lambda: self.fight(self.plan_of_houses(), self.houses))
        for _swap in range(swaps):
            self.attempt("offers", self.offer)
            self.attempt("swaps", self.accept)
        for _turn in range(3):
            market.trade()
        self.counts["ransoms"] += ransoms.trade()
        if self.people:
            self.attempt("behind locks", self.fight_behind_lock)
            for _piece in range(3):
                self.attempt("regalia", self.buy_regalia)
        self.counts["idle"] += inactivity.charge_due()
        while retention.forget_old():
            pass
        retention.forget_house_events()
        retention.forget_house_results()
        while condensing.condense_due():
            pass
        retention.forget_house_offers()

    def attempt(self, name: str, act: Callable[[], bool]) -> None:
        """Do something that the rules may refuse."""
        from django.db import transaction

        from core.errors import DomainError

        try:
            with transaction.atomic():
                done = act()
        except DomainError as error:
            self.counts[f"refused: {error.code}"] += 1
        else:
            self.counts[name] += done

    def pick_emperor(self, dynasty: Any, points: int = 0) -> Any:
        """Return an emperor at court with enough reputation, or a new one."""
        from dynasty.selectors import dynasties
        from tests import factories

        at_court = list(dynasty.emperors.filter(died_at=None, engagement=None).order_by("?")[:3])
        known = dynasties.get_reputations([each.pk for each in at_court])
        fit = [each for each in at_court if known[each.pk] >= points]
        self.serial += 1
        return fit[0] if fit else factories.born(dynasty, f"Heir {self.serial}")

    def plan(self, among: Sequence[Any]) -> Plan:
        """Return what is fought among these dynasties."""
        from tournaments.domain import world_seed

        type, terms = self.luck.choice(PLANS)
        prize = {"prize": self.luck.choice(world_seed.PRIZES)} if type == "gift" else {}
        return type, terms | prize, self.luck.sample(among, self.luck.choice((2, 2, 3)))

    def fight_behind_lock(self) -> bool:
        """Let a person announce a battle that uses keys up, and others buy keys, each for a part of what they have."""
        from dynasty.catalog import keys
        from dynasty.services import key_shop

        organiser, *fighters = self.luck.sample(self.people, 3)
        name = self.luck.choice(list(keys.KEYS))
        stocks = [self.get_stock(each) for each in fighters]
        dear = any(KEY_SHARE * n > stock.get(each, 0) for stock in stocks for each, n in keys.KEYS[name].price)
        purse = self.get_stock(organiser)
        if dear or all(KEY_SHARE * n > purse.get(each, 0) for each, n in keys.KEYS[name].lock_prices.items()):
            return False
        for each in fighters:
            key_shop.buy_keys(dynasty=each, name=name)
        return self.fight(("conquer", {"key": name, "key_consumed": True}, fighters), self.people, organiser)

    def plan_of_houses(self) -> Plan:
        """Return the same of a battle of houses alone: the prize is small, and some use keys up, as the site has it."""
        from dynasty.catalog import keys
        from dynasty.models import Dynasty
        from tournaments.services.houses import circuit, market

        type, terms, fighters = self.plan(self.houses)
        held = next(each for each in circuit.CIRCUITS if each.type == type)
        prize = {"prize": held.terms["prize"]} if type == "gift" else {}
        known = circuit.list_keys(market.KEY_HOLDERS + len(fighters)) if held.locked else []
        if not known:
            return type, terms | prize | {"houses": True}, fighters
        name = self.luck.choice(known)
        owners = Dynasty.objects.filter(house=True, accounts__asset=keys.get_asset(name), accounts__balance__gt=0)
        self.counts["behind locks"] += 1
        lock = {"key": name, "key_consumed": True}
        return type, terms | lock | {"houses": True}, self.luck.sample(list(owners.order_by("pk")), len(fighters))

    def fight(self, plan: Plan, bettors: Sequence[Any], organiser: Any = None) -> bool:
        """Announce, bet, enter, fight and settle one battle; without organiser it is the site's."""
        from tests import factories
        from tournaments.services import bets, lifecycle

        type, terms, fighters = plan
        allowed = terms | {"betting": True}
        tournament = factories.announce(type, organiser, seats=len(fighters), terms=allowed, proven=False)
        for better in self.luck.sample(bettors, 3):
            if better not in fighters:
                seat, asset = self.luck.choice("abc"[: len(fighters)]), self.luck.choice(("gold", "silver", "copper"))
                amount = self.get_stock(better).get(asset, 0) // 50
                if amount:
                    bets.place_bet(
                        tournament=tournament,
                        dynasty=better,
                        emperor=self.pick_emperor(better),
                        seat=seat,
                        asset=asset,
                        amount=amount,
                    )
                    self.counts["bets"] += 1
        for seat, dynasty in zip("abc", fighters, strict=False):
            emperor = self.pick_emperor(dynasty, terms.get("stake", 0))
            factories.enter(tournament, emperor, seat, **({"player": "grandmaster"} if dynasty.house else {}))
        if factories.again(tournament).status == "announced":
            lifecycle.start(tournament_id=tournament.pk)
        marks = {
            seat: self.strengths[each.pk] + self.luck.gauss(0, 1) for seat, each in zip("abc", fighters, strict=False)
        }
        first, *others = sorted(marks, key=lambda seat: -marks[seat])
        if self.luck.random() < 0.6:
            factories.play(tournament, {first: f"seize {others[0]}"})
        if factories.again(tournament).status == "running":
            factories.play(tournament, {first: "win"})
        return True

    def get_stock(self, dynasty: Any) -> dict[str, int]:
        from dynasty.catalog.assets import ASSETS
        from dynasty.models import Account

        wallets = Account.objects.filter(purpose="wallet", dynasty=dynasty, asset__in=ASSETS)
        return dict(wallets.values_list("asset", "balance"))

    def judge(self, asset: str, stock: dict[str, int]) -> float:
        """Return what one of an asset is worth to somebody: its latest price, more where it is scarce.

        Nobody gives more for one than the gold coins that it saves when regalia are bought.
        """
        from tournaments.services.houses import market

        usual = market.USUAL_WORTH / self.prices[asset]
        worth = self.prices[asset] * ((usual + 1) / (stock.get(asset, 0) + 1)) ** 0.1 * self.luck.lognormvariate(0, 0.1)
        return min(worth, self.saved.get(asset, worth))

    def offer(self) -> bool:
        """Let a person offer a tenth of something for copper, or copper for something."""
        from dynasty.services import offers

        dynasty = self.luck.choice(self.people)
        stock = self.get_stock(dynasty)
        asset = self.luck.choice([each for each in self.prices if each != "copper"])
        price = self.judge(asset, stock)
        if self.luck.random() < 0.5 and stock.get(asset, 0) >= 1:
            amount = max(1, stock[asset] // 10)
            offers.create(dynasty=dynasty, gives={asset: amount}, asks={"copper": max(1, round(amount * price))})
            return True
        spent = stock.get("copper", 0) // 10
        amount = int(spent / price)
        if amount < 1:
            return False
        offers.create(dynasty=dynasty, gives={"copper": spent}, asks={asset: amount})
        return True

    def accept(self) -> bool:
        """Let a person look through the latest offers, and accept the first that it thinks a bargain."""
        from dynasty.models import Offer
        from dynasty.services import offers

        taker = self.luck.choice(self.people)
        stock = self.get_stock(taker)
        found = Offer.objects.filter(status="open", to=None, captive=None).exclude(giver=taker)
        for each in found.prefetch_related("parts").order_by("-made_at")[:40]:
            sides = {part.side: part for part in each.parts.all()}
            gives, asks = sides["gives"], sides["asks"]
            if (
                gives.asset not in self.prices
                or asks.asset not in self.prices
                or stock.get(asks.asset, 0) < asks.amount
            ):
                continue
            worth = gives.amount * (1 if gives.asset == "copper" else self.judge(gives.asset, stock))
            if worth > 1.02 * asks.amount * (1 if asks.asset == "copper" else self.judge(asks.asset, stock)):
                offers.accept(offer=each, dynasty=taker)
                self.note(gives.asset, gives.amount, asks.asset, asks.amount)
                return True
        return False

    def note(self, gave: str, amount: int, asked: str, cost: int) -> None:
        """Remember at what price something was swapped for copper; the latest price moves a tenth of the way."""
        if "copper" in (gave, asked):
            asset, price = (gave, cost / amount) if asked == "copper" else (asked, amount / cost)
            self.swaps[asset].append(price)
            self.prices[asset] += (price - self.prices[asset]) / 10

    def buy_regalia(self) -> bool:
        """Let a person buy a piece in whatever costs least by the latest prices, at most half of its gold."""
        from dynasty.catalog import regalia
        from dynasty.services import regalia_shop

        buyer = self.luck.choice(self.people)
        buyer.refresh_from_db(fields=["emblem"])
        stock, worn = self.get_stock(buyer), regalia.list_worn(buyer.emblem)
        name = self.luck.choice(list(regalia.REGALIA))
        affordable = {
            asset: amount * self.prices[asset]
            for asset, amount in regalia.REGALIA[name].prices.items()
            if stock.get(asset, 0) >= amount * (2 if asset == "gold" else 1)
        }
        if name in worn or not affordable:
            return False
        regalia_shop.buy_piece(dynasty=buyer, piece=name, asset=min(affordable, key=lambda asset: affordable[asset]))
        return True

    def close_quarter(self) -> dict[str, float]:
        """Return the median price of each asset that was swapped at least five times since the last quarter."""
        found = {asset: statistics.median(each) for asset, each in self.swaps.items() if len(each) >= 5}
        self.swaps.clear()
        return found

    def count_supply(self) -> dict[str, int]:
        from dynasty.selectors import treasury

        return {sheet.asset: sheet.minted - sheet.burnt for sheet in treasury.build_books().sheets}

    def find_differences(self) -> list[Any]:
        from dynasty.selectors import integrity

        return integrity.find_differences()


if __name__ == "__main__":
    main()
