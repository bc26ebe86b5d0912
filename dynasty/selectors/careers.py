"""Selectors of careers: what a dynasty's or an emperor's battles add up to. Each answer is one query."""

from collections import Counter
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from django.db.models import Count, DurationField, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from core import clock
from core.prepared_statements import PreparedQuery
from dynasty.models import BattleResult, Dynasty, Emperor, Reign

Person = Dynasty | Emperor
Kinds = list[dict[str, Any]]
"""Sums of battles by type, game, field, preset and ending."""
OPENINGS, RIVALS, LATEST, CAMPAIGNS = 5, 10, 40, 40
LOST = ("survived", "fell", "abdicated")
WON, DRAWN = Q(result="won"), Q(result="draw")


@dataclass(frozen=True)
class Totals:
    """The sums over all serious battles of somebody."""

    battles: int = 0
    won: int = 0
    drawn: int = 0
    survived: int = 0
    fell: int = 0
    abdicated: int = 0
    rounds: int = 0
    captures: int = 0
    captured: int = 0
    kills: int = 0
    pawns: int = 0
    orders: int = 0
    missed: int = 0
    campaigns: int = 0
    territories: int = 0
    eliminated: int = 0
    luck: int = 0
    """Hundredths of armies, over all campaigns."""

    @property
    def win_share(self) -> int:
        """Return how many of a hundred battles were won."""
        return round(100 * self.won / self.battles) if self.battles else 0

    @property
    def in_time(self) -> int:
        """Return how many of a hundred orders came in time, rounded down."""
        return 100 * (self.orders - self.missed) // self.orders if self.orders else 100

    @property
    def mean_luck(self) -> float:
        """Return by how many armies the dice did better than the mean in a campaign, on average."""
        return round(self.luck / self.campaigns / 100, 1) if self.campaigns else 0.0


@dataclass(frozen=True)
class Share:
    """What somebody's battles of one kind came to."""

    name: str
    battles: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.battles - self.won - self.drawn


@dataclass(frozen=True)
class CampaignShare:
    """What somebody's campaigns by one ruleset on one map came to."""

    game: str
    field: str
    battles: int
    won: int
    placed: int
    """Battles of which the place is known."""
    places: int
    """The sum of the places in them, 1 for a victory."""
    rivals: int
    """The sum of the seats in them."""
    luck: int
    """Hundredths of armies by which the dice did better than the mean, over all of them."""

    @property
    def mean_place(self) -> float | None:
        return round(self.places / self.placed, 1) if self.placed else None

    @property
    def mean_seats(self) -> float | None:
        """Return among how many seats those places were, on average."""
        return round(self.rivals / self.placed, 1) if self.placed else None

    @property
    def mean_luck(self) -> float:
        """Return by how many armies the dice did better than the mean in a battle, on average."""
        return round(self.luck / self.battles / 100, 1)


@dataclass(frozen=True)
class Rival:
    """Another dynasty, and how the battles with it ended."""

    dynasty: Dynasty
    battles: int
    won: int
    """Battles that one's own side won."""
    lost: int
    """Battles that the rival won."""

    @property
    def neither(self) -> int:
        """Return in how many battles neither beat the other."""
        return self.battles - self.won - self.lost


@dataclass(frozen=True)
class Upset:
    """A victory over somebody stronger."""

    result: BattleResult
    over: BattleResult


def query_results(person: Person) -> QuerySet[BattleResult]:
    """Return the query of all results of a dynasty or an emperor."""
    own = {"dynasty": person} if isinstance(person, Dynasty) else {"emperor": person}
    return BattleResult.objects.filter(**own)


def get_totals(person: Person) -> Totals:
    """Return the sums over all serious battles of a dynasty or an emperor."""
    campaign = Q(luck__isnull=False)
    counted = {
        "battles": Count("pk"),
        "won": Count("pk", filter=WON),
        "drawn": Count("pk", filter=DRAWN),
        "captured": Count("pk", filter=~Q(captor="")),
        "campaigns": Count("pk", filter=campaign),
        "eliminated": Coalesce(Sum("captures", filter=campaign), 0),
        **{word: Count("pk", filter=Q(result=word)) for word in LOST},
    }
    summed = {each.name: Coalesce(Sum(each.name), 0) for each in fields(Totals) if each.name not in counted}
    return Totals(**query_results(person).aggregate(**counted, **summed))


@cache
def prepare_latest(kind: type[Person], limit: int) -> PreparedQuery[BattleResult]:
    """Return the prepared query of the latest results of a dynasty or of an emperor."""
    column = "dynasty" if kind is Dynasty else "emperor"
    return PreparedQuery(lambda pk: BattleResult.objects.filter(**{column: pk}).order_by("-at", "-pk")[:limit])


def list_latest(person: Person, limit: int = LATEST) -> list[BattleResult]:
    """Return the latest results of a dynasty or an emperor, the latest first."""
    return prepare_latest(type(person), limit)(person.pk)


def count_kinds(person: Person) -> Kinds:
    """Return what the battles came to by all that tells kinds of them apart, in one query for the sums below."""
    placed = Q(placement__isnull=False)
    kinds: QuerySet[Any, Any] = query_results(person).values("type", "game", "field", "preset", "ending")
    return list(
        kinds.annotate(
            battles=Count("pk"),
            wins=Count("pk", filter=WON),
            draws=Count("pk", filter=DRAWN),
            placed=Count("pk", filter=placed),
            places=Coalesce(Sum("placement"), 0),
            rivals=Coalesce(Sum("seats", filter=placed), 0),
            luck=Sum("luck"),
        )
    )


def break_down(rows: Kinds) -> dict[str, list[Share]]:
    """Return what the battles came to by type, field, preset and ending, the most frequent first of each.

    A field is named `game:field` and a preset `game:preset`, for names are a game's own.
    """
    names = {
        "type": [row["type"] for row in rows],
        "field": [f"{row['game']}:{row['field']}" for row in rows],
        "preset": [f"{row['game']}:{row['preset']}" for row in rows],
        "ending": [row["ending"] for row in rows],
    }
    counts = [(row["battles"], row["wins"], row["draws"]) for row in rows]
    return {kind: sum_shares(list(zip(each, counts, strict=True))) for kind, each in names.items()}


def list_campaigns(rows: Kinds, limit: int = CAMPAIGNS) -> list[CampaignShare]:
    """Return what the campaigns came to by ruleset and map, the most frequent first."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        if row["luck"] is not None:  # a game with dice and territories
            found = sums.setdefault((row["game"], row["field"]), Counter())
            found.update({name: row[name] for name in ("battles", "wins", "placed", "places", "rivals", "luck")})
    shares = [
        CampaignShare(
            game, field, each["battles"], each["wins"], each["placed"], each["places"], each["rivals"], each["luck"]
        )
        for (game, field), each in sums.items()
    ]
    return sorted(shares, key=lambda each: (-each.battles, each.game, each.field))[:limit]


def sum_shares(rows: list[tuple[str, tuple[int, int, int]]]) -> list[Share]:
    """Return the sums of rows of battles, wins and draws by name, the most battles first.

    >>> sum_shares([("death", (2, 1, 0)), ("gift", (4, 0, 1)), ("death", (1, 1, 0))])[1]
    Share(name='death', battles=3, won=2, drawn=0)
    """
    sums = [Counter[str](), Counter[str](), Counter[str]()]
    for name, counts in rows:
        for total, count in zip(sums, counts, strict=True):
            total[name] += count
    battles, won, drawn = sums
    return [
        Share(name, count, won[name], drawn[name])
        for name, count in sorted(battles.items(), key=lambda each: (-each[1], each[0]))
    ]


def list_openings(person: Person) -> list[dict[str, Any]]:
    """Return the first orders that were given most often: game, field, opening, battles and won."""
    rows = query_results(person).exclude(opening="").values("game", "field", "opening")
    counted: QuerySet[Any, Any] = rows.annotate(battles=Count("pk"), won=Count("pk", filter=WON))
    return list(counted.order_by("-battles", "-won", "field", "opening")[:OPENINGS])


def list_rivals(person: Person, limit: int = RIVALS) -> list[Rival]:
    """Return the dynasties met most often, with how the battles with each ended."""
    own = query_results(person)
    there = own.filter(place=OuterRef("place")).values("result")[:1]
    others = BattleResult.objects.filter(place__in=own.values("place")).exclude(pk__in=own.values("pk"))
    counted = (
        others.annotate(own_result=Subquery(there))
        .values("dynasty")
        .annotate(
            battles=Count("pk"),
            beaten=Count("pk", filter=Q(own_result="won") & ~WON),
            lost=Count("pk", filter=WON & ~Q(own_result="won")),
        )
        .order_by("-battles", "dynasty")[:limit]
    )
    rows = list(counted)
    dynasties = Dynasty.objects.in_bulk([row["dynasty"] for row in rows])
    return [Rival(dynasties[row["dynasty"]], row["battles"], row["beaten"], row["lost"]) for row in rows]


def find_upset(person: Person) -> Upset | None:
    """Return the victory over the strongest, against what one's own Emperor had; None if there was none."""
    best = query_results(person).filter(upset__gt=0).order_by("-upset", "at").first()
    if best is None:
        return None
    others = BattleResult.objects.filter(place=best.place).exclude(result__in=("won", "draw"))
    over = others.select_related("dynasty", "emperor").order_by("-reputation", "seat").first()
    return Upset(best, over) if over else None


def find_longest_reign(dynasty: Dynasty) -> Reign | None:
    """Return the longest reign of a dynasty, which may go on; None if it never was champion."""
    length = ExpressionWrapper(Coalesce(F("until"), Value(clock.now())) - F("since"), DurationField())
    return Reign.objects.filter(dynasty=dynasty).annotate(length=length).order_by("-length", "pk").first()


@dataclass(frozen=True)
class Meeting:
    """A battle in which two dynasties fought."""

    own: BattleResult
    other: BattleResult


@dataclass(frozen=True)
class HeadToHead:
    """How the battles of two dynasties with each other ended."""

    battles: int
    won: int
    lost: int
    drawn: int
    captured: int
    """How often one's own side captured the other's Emperor."""
    suffered: int
    latest: list[Meeting]

    @property
    def neither(self) -> int:
        """Return in how many battles neither beat the other, draws included."""
        return self.battles - self.won - self.lost


def compare(one: Dynasty, other: Dynasty, limit: int = LATEST) -> HeadToHead:
    """Return how the battles of two dynasties with each other ended, from the side of the first."""
    theirs = BattleResult.objects.filter(dynasty=other, place=OuterRef("place"))
    met: QuerySet[Any] = BattleResult.objects.filter(dynasty=one).annotate(
        **{f"their_{name}": Subquery(theirs.values(name)[:1]) for name in ("result", "seat", "captor")}
    )
    met = met.exclude(their_seat=None)
    lost = Q(their_result="won") & ~WON
    sums = met.aggregate(
        battles=Count("pk"),
        won=Count("pk", filter=WON & ~Q(their_result="won")),
        lost=Count("pk", filter=lost),
        drawn=Count("pk", filter=DRAWN & Q(their_result="draw")),
        captured=Count("pk", filter=Q(their_captor=F("seat"))),
        suffered=Count("pk", filter=Q(captor=F("their_seat"))),
    )
    own = list(met.select_related("emperor").order_by("-at", "-pk")[:limit])
    places = BattleResult.objects.filter(dynasty=other, place__in=[each.place for each in own])
    by_place = {each.place: each for each in places.select_related("emperor")}
    return HeadToHead(**sums, latest=[Meeting(each, by_place[each.place]) for each in own])
