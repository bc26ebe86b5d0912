"""Rating battles: once for each, in the transaction that settles it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from core.transactions import service
from dynasty.domain import skill
from dynasty.domain.skill import Contender, Skill
from dynasty.models import Dynasty, RatedBattle, RatedSeat, Rating


@dataclass(frozen=True)
class Fighter:
    """Who held a seat: a dynasty, or a computer player with its measured rating; and its place."""

    place: int
    dynasty: Dynasty | None = None
    level: str = ""
    rating: float = skill.START
    """Of a computer player."""
    orders: int = 0
    """How many orders it had to give."""
    missed: int = 0
    """How many of them it missed."""


@service
def rate_battle(*, place: str | None, family: str, pace: str, at: datetime, fighters: Sequence[Fighter]) -> bool:
    """Let a battle count for the skill of its dynasties; return whether it did: only once for each place.

    The rows of the dynasties' ratings are locked in the order of their ids, before any emperor or account.
    """
    locked = lock_ratings([each.dynasty for each in fighters if each.dynasty], family, pace, at)
    if place and RatedBattle.objects.filter(place=place).exists():
        return False
    contenders = [build_contender(each, locked) for each in fighters]
    after = skill.rate(contenders)
    battle = RatedBattle.objects.create(place=place, family=family, pace=pace, rated_at=at)
    RatedSeat.objects.bulk_create(
        RatedSeat(
            battle=battle,
            number=number,
            dynasty=fighter.dynasty,
            level=fighter.level,
            ranked=fighter.place,
            rating_before=before.skill.rating,
            deviation_before=before.skill.deviation,
            rating_after=then.rating,
            deviation_after=then.deviation,
            orders=fighter.orders,
            missed=fighter.missed,
        )
        for number, (fighter, before, then) in enumerate(zip(fighters, contenders, after, strict=True), 1)
    )
    for fighter, then in zip(fighters, after, strict=True):
        if fighter.dynasty:
            Rating.objects.filter(pk=locked[fighter.dynasty.pk].pk).update(
                rating=then.rating, deviation=then.deviation, battles=F("battles") + 1, rated_at=at
            )
    return True


def lock_ratings(dynasties: Sequence[Dynasty], family: str, pace: str, at: datetime) -> dict[int, Rating]:
    """Lock the ratings of these dynasties, made where there are none yet, and return them by the dynasty's id."""
    ids = sorted(dynasty.pk for dynasty in dynasties)
    Rating.objects.bulk_create(
        [
            Rating(
                dynasty_id=pk,
                family=family,
                pace=pace,
                rating=skill.START,
                deviation=skill.START_DEVIATION,
                battles=0,
                rated_at=at,
            )
            for pk in ids
        ],
        ignore_conflicts=True,
    )
    found = Rating.objects.select_for_update().filter(dynasty__in=ids, family=family, pace=pace).order_by("dynasty_id")
    return {each.dynasty_id: each for each in found}


def build_contender(fighter: Fighter, locked: dict[int, Rating]) -> Contender:
    if fighter.dynasty is None:
        return Contender(Skill(fighter.rating, skill.FIXED_DEVIATION), fighter.place, fixed=True)
    own = locked[fighter.dynasty.pk]
    return Contender(Skill(own.rating, own.deviation), fighter.place)


def forget(dynasty: Dynasty) -> None:
    """Take a dynasty out of the ranking of skill; the battles that it fought stay."""
    Rating.objects.filter(dynasty=dynasty).delete()
