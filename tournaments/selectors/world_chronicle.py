"""The facts of a day for the world chronicle, and the names that its days mention."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Max, Min, Sum

from core import clock
from dynasty.catalog import assets
from dynasty.models import BattleResult, Dynasty, Emperor, Event, Reign
from tournaments.domain import games
from tournaments.domain.world_chronicle import KINDS, Fact
from tournaments.models import Bet, ChronicleDay, Round, Tournament
from tournaments.selectors import battles

MAX_OF_A_KIND = 2
WEEK = timedelta(days=7)
WON, BEATEN = ("won",), ("survived", "fell", "abdicated")
FATES = {"dies": "died", "joins": "joins", "robbed": "robbed"}
"""The kinds of news that a fate makes."""


@dataclass(frozen=True)
class Names:
    """What the codes in facts mean now."""

    emperors: dict[str, str]
    houses: dict[str, str]
    """Without those whose player has left for good."""
    places: set[str]
    """The tournaments that are still there."""


def find_first_day() -> date | None:
    """Return the day of the first serious battle that is known; None where there was none."""
    first = BattleResult.objects.aggregate(at=Min("at"))["at"]
    return clock.get_day(first) if first else None


def build_day(day: date) -> ChronicleDay:
    """Return the page of a day, unsaved."""
    results = list_results(day)
    titles = list_titles(results)
    found = [
        *find_champion(day),
        *find_captures(results, titles),
        *(find_upset(results, titles) or find_victory(results, titles)),
        *find_longest(day, results, titles),
        *find_pool(titles),
    ]
    kinds = list(KINDS)
    news = sorted(found, key=lambda fact: kinds.index(fact.kind))
    places = [fact.place for fact in news if fact.place] + [result.place for result in results]
    return ChronicleDay(
        day=day,
        battles=len({result.place for result in results}),
        news=[fact.as_json() for fact in news],
        position=find_position(places),
    )


def list_results(day: date) -> list[BattleResult]:
    """Return the results of the serious battles that ended on a day, in order."""
    begin = clock.begin_day(day)
    found = BattleResult.objects.filter(at__gte=begin, at__lt=begin + timedelta(days=1))
    return list(found.select_related("dynasty", "emperor").order_by("at", "place", "seat"))


def list_titles(results: Iterable[BattleResult]) -> dict[str, str]:
    """Return the titles of battles by their codes; those that are forgotten have none."""
    places = {result.place for result in results}
    return dict(Tournament.objects.filter(code__in=places).values_list("code", "title"))


def find_champion(day: date) -> list[Fact]:
    """Return the news of the last reign that began on a day and that is known with its reputation."""
    begin = clock.begin_day(day)
    reigns = Reign.objects.filter(since__lt=begin + timedelta(days=1)).select_related("dynasty")
    last, before = [*reigns.order_by("-since", "-pk")[:2], None, None][:2]
    if last is None or last.since < begin:
        return []
    event = Event.objects.filter(key=f"championship_won:{last.pk}").first()
    if event is None:
        return []
    houses = {"dynasty": last.dynasty.code}
    if before and before.until == last.since and before.dynasty_id != last.dynasty_id:
        houses["former"] = before.dynasty.code
    return [Fact("champion", houses=houses, figures={"reputation": event.facts["reputation"]})]


def find_captures(results: Sequence[BattleResult], titles: dict[str, str]) -> list[Fact]:
    """Return the news of those that were captured and lost something by it, the strongest first."""
    seats = {(result.place, result.seat): result for result in results}
    found: dict[str, list[Fact]] = {}
    for each in sorted(results, key=lambda result: -result.reputation):
        captor = seats.get((each.place, each.captor))
        if each.fate in FATES and captor and each.place in titles:
            found.setdefault(FATES[each.fate], []).append(
                Fact(
                    FATES[each.fate],
                    each.place,
                    titles[each.place],
                    {"emperor": each.emperor.code, "by": captor.emperor.code},
                    {"house": each.dynasty.code, "by_house": captor.dynasty.code},
                )
            )
    return [fact for facts in found.values() for fact in facts[:MAX_OF_A_KIND]]


def find_upset(results: Sequence[BattleResult], titles: dict[str, str]) -> list[Fact]:
    """Return the news of the victory over the strongest, if anybody beat somebody stronger."""
    upsets = [each for each in results if each.upset and each.result in WON and each.place in titles]
    best = max(upsets, key=lambda each: each.upset, default=None)
    if best is None:
        return []
    beaten = [each for each in results if each.place == best.place and each.result in BEATEN]
    over = max(beaten, key=lambda each: each.reputation, default=None)
    if over is None:
        return []
    return [
        Fact(
            "upset",
            best.place,
            titles[best.place],
            {"emperor": best.emperor.code, "over": over.emperor.code},
            {"house": best.dynasty.code, "over_house": over.dynasty.code},
            {"points": over.reputation - best.reputation},
        )
    ]


def find_longest(day: date, results: Sequence[BattleResult], titles: dict[str, str]) -> list[Fact]:
    """Return the news of the battle with the most rounds, if it has that before others of its day or before all."""
    longest = max((each for each in results if each.place in titles), key=lambda each: each.rounds, default=None)
    if longest is None:
        return []
    before = BattleResult.objects.filter(at__lt=clock.begin_day(day)).aggregate(most=Max("rounds"))["most"]
    is_record = before is not None and longest.rounds > before
    if len(titles) < 2 and not is_record:
        return []
    figures = {"rounds": longest.rounds, "record": is_record}
    return [Fact("longest", longest.place, titles[longest.place], figures=figures)]


def find_victory(results: Sequence[BattleResult], titles: dict[str, str]) -> list[Fact]:
    """Return the news of the only battle of a day, if it had one winner."""
    winners = [each for each in results if each.result in WON and each.place in titles]
    if len(titles) != 1 or len(winners) != 1:
        return []
    [each] = winners
    people, houses = {"emperor": each.emperor.code}, {"house": each.dynasty.code}
    return [Fact("victory", each.place, titles[each.place], people, houses, {"rounds": each.rounds})]


def find_pool(titles: dict[str, str]) -> list[Fact]:
    """Return the news of the largest pool of coins, compared by what a new dynasty gets of each coin."""
    grants = assets.get_grants()
    pools = Bet.objects.filter(tournament__code__in=titles, asset__in=grants).values_list("tournament__code", "asset")
    rows = pools.annotate(total=Sum("amount")).order_by("tournament__code", "asset")
    largest = max(rows, key=lambda row: row[2] / grants[row[1]], default=None)
    if largest is None:
        return []
    place, asset, amount = largest
    return [Fact("pool", place, titles[place], figures={"asset": asset, "amount": amount})]


def find_position(places: Iterable[str]) -> dict[str, object] | None:
    """Return the last board of the first of these battles that was fought on one."""
    boards = [name for name, game in games.GAMES.items() if game.VIEW == "board"]
    codes = list(dict.fromkeys(places))
    found = {each.code: each for each in Tournament.objects.filter(code__in=codes, game__in=boards)}
    for place in codes:
        tournament = found.get(place)
        if tournament and Round.objects.filter(tournament=tournament).exclude(closed_at=None).exists():
            view = games.GAMES[tournament.game].view(battles.get_state(tournament, None))
            return {"place": place, "title": tournament.title, "view": view}
    return None


def list_days(first: int, count: int) -> list[ChronicleDay]:
    """Return a part of all days, the latest first."""
    return list(ChronicleDay.objects.order_by("-day")[first : first + count])


def find_headline_day() -> ChronicleDay | None:
    """Return the last of seven days with news; where none has any, the latest; None where nothing is written."""
    days = list_days(0, WEEK.days)
    return next((each for each in days if each.news), days[0] if days else None)


def get_monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def list_week(monday: date) -> list[ChronicleDay]:
    """Return the days of a week that is over and written to its end, the earliest first; none of any other."""
    days = ChronicleDay.objects.filter(day__gte=monday, day__lt=monday + WEEK).order_by("day")
    return list(days) if ChronicleDay.objects.filter(day__gte=monday + WEEK - timedelta(days=1)).exists() else []


def split_weeks(days: Sequence[ChronicleDay]) -> list[list[ChronicleDay]]:
    """Return the weeks that are over and lie wholly in a part of all days, the latest first.

    `days`: the latest first, as `list_days` returns them; the first week of all may begin on any day.
    """
    weeks: dict[date, list[ChronicleDay]] = {}
    for each in reversed(days):
        weeks.setdefault(get_monday(each.day), []).append(each)
    latest = days[0].day if days else date.min
    whole = [week for monday, week in weeks.items() if latest >= monday + WEEK - timedelta(days=1)]
    return whole[::-1]


def find_last_week(today: date) -> list[ChronicleDay]:
    """Return the days of the week before this one, if it is written to its end."""
    return list_week(get_monday(today) - WEEK)


def find_week_neighbours(monday: date) -> tuple[date | None, date | None]:
    """Return the Mondays of the weeks with days before and after a week; of those that are over."""
    days = ChronicleDay.objects.values_list("day", flat=True)
    before = days.filter(day__lt=monday).order_by("-day").first()
    after = get_monday(day) if (day := days.filter(day__gte=monday + WEEK).order_by("day").first()) else None
    over = after is not None and days.filter(day__gte=after + WEEK - timedelta(days=1)).exists()
    return get_monday(before) if before else None, after if over else None


def get_day(day: date) -> ChronicleDay | None:
    """Return the page of a day; None where there is none."""
    return ChronicleDay.objects.filter(day=day).first()


def get_neighbours(day: date) -> tuple[date | None, date | None]:
    """Return the days with a page before and after a day."""
    days = ChronicleDay.objects.values_list("day", flat=True)
    before = days.filter(day__lt=day).order_by("-day").first()
    return before, days.filter(day__gt=day).order_by("day").first()


def get_names(days: Sequence[ChronicleDay]) -> Names:
    """Return what the codes of these days mean: the same few queries for any number of them."""
    facts = [fact for each in days for fact in each.news]
    emperors = {code for fact in facts for code in fact["emperors"].values()}
    houses = {code for fact in facts for code in fact["houses"].values()}
    places = {fact["place"] for fact in facts} | {each.position["place"] for each in days if each.position}
    remaining = Dynasty.objects.filter(code__in=houses).exclude(user__is_active=False)
    return Names(
        dict(Emperor.objects.filter(code__in=emperors).values_list("code", "name")),
        dict(remaining.values_list("code", "name")),
        set(Tournament.objects.filter(code__in=places).values_list("code", flat=True)),
    )
