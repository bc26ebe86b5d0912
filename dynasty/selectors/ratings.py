"""Selectors of skill: ladders, histories, and whether all ratings come out the same again."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Floor

from core.prepared_statements import PreparedQuery
from dynasty.domain import skill
from dynasty.domain.skill import Contender, Skill
from dynasty.models import Dynasty, RatedSeat, Rating

LEAST_BATTLES = 10
"""How many rated battles a place in the ranking of skill needs, besides a rating that is not provisional."""
BAND = 100
"""Points of a bar of the distribution."""
TOLERANCE = 0.002
"""How far a recomputed number may differ: by the last of its decimals, where machines round differently."""
Ladder = tuple[str, str]
"""A family and a pace."""
LADDERS: list[Ladder] = [(family, pace) for family in skill.FAMILIES for pace in skill.PACES]


def query_ranked(family: str, pace: str) -> QuerySet[Rating]:
    """Return the query of the ratings of a ladder that are ranked, the highest first."""
    found = Rating.objects.filter(family=family, pace=pace, deviation__lte=skill.SURE_DEVIATION)
    return found.filter(battles__gte=LEAST_BATTLES).order_by("-rating", "dynasty_id")


def list_leaders(family: str, pace: str, limit: int) -> list[Rating]:
    """Return the first of a ladder with their dynasties."""
    return list(query_ranked(family, pace).select_related("dynasty")[:limit])


def get_rank(rating: Rating) -> int | None:
    """Return the place of a rating on its ladder, from 1; None if it is not ranked."""
    if rating.deviation > skill.SURE_DEVIATION or rating.battles < LEAST_BATTLES:
        return None
    return query_ranked(rating.family, rating.pace).filter(rating__gt=rating.rating).count() + 1


RATINGS_QUERY = PreparedQuery(lambda dynasty_id: Rating.objects.filter(dynasty=dynasty_id))


def list_ratings(dynasty: Dynasty) -> list[Rating]:
    """Return a dynasty's ratings, in the order of the ladders."""
    found = {(each.family, each.pace): each for each in RATINGS_QUERY(dynasty.pk)}
    return [found[ladder] for ladder in LADDERS if ladder in found]


def get_skills(dynasties: Collection[int], family: str, pace: str) -> dict[int, Skill]:
    """Return the skill of these dynasties on a ladder by their ids, where they have one."""
    found = Rating.objects.filter(dynasty__in=dynasties, family=family, pace=pace)
    return {each.dynasty_id: Skill(each.rating, each.deviation) for each in found}


def count_bands(family: str, pace: str) -> list[tuple[int, int]]:
    """Return how many dynasties of a ladder there are in each band of ratings, without gaps; of all that are rated."""
    bands = Rating.objects.filter(family=family, pace=pace).annotate(band=Floor(F("rating") / BAND))
    counted: dict[int, int] = {}
    for band, number in bands.values_list("band").annotate(number=Count("pk")):
        counted[int(band)] = counted.get(int(band), 0) + number
    if not counted:
        return []
    return [(band * BAND, counted.get(band, 0)) for band in range(min(counted), max(counted) + 1)]


@dataclass(frozen=True)
class RatedResult:
    """What one battle did to a dynasty's rating."""

    at: datetime
    place: str
    """The code of the tournament; blank of a training."""
    ranked: int
    before: float
    after: float
    deviation: float

    @property
    def after_text(self) -> str:
        return Skill(self.after, self.deviation).text

    @property
    def change(self) -> int:
        return round(self.after) - round(self.before)


def list_results(dynasty: Dynasty, family: str, pace: str) -> list[RatedResult]:
    """Return every battle that counted for a dynasty on a ladder, the first one first."""
    own = RatedSeat.objects.filter(dynasty=dynasty, battle__family=family, battle__pace=pace).order_by("battle_id")
    return [
        RatedResult(
            each.battle.rated_at,
            each.battle.place or "",
            each.ranked,
            each.rating_before,
            each.rating_after,
            each.deviation_after,
        )
        for each in own.select_related("battle")
    ]


def list_changes(place: str) -> dict[int, RatedSeat]:
    """Return what a battle did to the ratings of its dynasties, by the dynasty's id."""
    found = RatedSeat.objects.filter(battle__place=place, dynasty__isnull=False)
    return {each.dynasty_id: each for each in found if each.dynasty_id is not None}


def find_errors() -> Iterator[str]:
    """Rate every battle again, from the first on, and find what comes out otherwise than it is stored."""
    skills: dict[tuple[int, Ladder], tuple[Skill, int]] = {}
    seats = RatedSeat.objects.select_related("battle").order_by("battle_id", "number")
    for _battle, group in groupby(seats.iterator(chunk_size=2000), key=lambda each: each.battle_id):
        yield from rate_again(list(group), skills)
    for rating in Rating.objects.iterator(chunk_size=2000):
        now, battles = skills.get((rating.dynasty_id, (rating.family, rating.pace)), (Skill(), 0))
        if not is_same(now, Skill(rating.rating, rating.deviation)) or battles != rating.battles:
            yield f"rating {rating.pk}: {rating.rating} after {rating.battles}, proved {now.rating} after {battles}"


def rate_again(seats: list[RatedSeat], skills: dict[tuple[int, Ladder], tuple[Skill, int]]) -> Iterator[str]:
    """Rate a battle again and note the skills after it in `skills`; yield each seat that was stored otherwise."""
    ladder = (seats[0].battle.family, seats[0].battle.pace)
    before = [Skill(each.rating_before, each.deviation_before) for each in seats]
    for seat, stored in zip(seats, before, strict=True):
        if seat.dynasty_id and not is_same(skills.get((seat.dynasty_id, ladder), (Skill(), 0))[0], stored):
            yield f"rated battle {seat.battle_id}, seat {seat.number}: began with {stored.rating}"
    contenders = [
        Contender(stored, seat.ranked, fixed=not seat.dynasty_id) for seat, stored in zip(seats, before, strict=True)
    ]
    for seat, after in zip(seats, skill.rate(contenders), strict=True):
        if not is_same(after, Skill(seat.rating_after, seat.deviation_after)):
            yield f"rated battle {seat.battle_id}, seat {seat.number}: {seat.rating_after}, proved {after.rating}"
        if seat.dynasty_id:
            battles = skills.get((seat.dynasty_id, ladder), (Skill(), 0))[1]
            skills[seat.dynasty_id, ladder] = Skill(seat.rating_after, seat.deviation_after), battles + 1


def is_same(one: Skill, other: Skill) -> bool:
    return abs(one.rating - other.rating) < TOLERANCE and abs(one.deviation - other.deviation) < TOLERANCE
