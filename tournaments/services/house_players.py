"""House dynasties at tournaments: which one takes a free seat, and which emperor it sends."""

import random
from collections.abc import Collection
from datetime import timedelta

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.catalog.assets import REPUTATION
from dynasty.models import Dynasty, Emperor, Mention
from dynasty.services import emperors, founding, numbered_names
from tournaments.domain import terms, world_seed
from tournaments.domain.terms import Terms
from tournaments.models import Entry, Presence, Tournament
from tournaments.services import computer_players, entries

COURT_SIZE = 3
"""Living emperors of a house; it raises another where it has fewer, or where all are away."""
LEVELS = {house.name: house.level for house in world_seed.HOUSES}


def found_houses() -> int:
    """Found the houses that there are not yet; return how many houses there are."""
    for house in world_seed.HOUSES:
        founding.found_house(name=house.name, motto=house.motto, emblem=house.parts)
    return len(world_seed.HOUSES)


def complete_houses() -> int:
    """Rank and pay the houses that are not ranked yet, as those of before 0.2.0 were; return how many there were."""
    missing = list(Dynasty.objects.filter(house=True, standing=None))
    for house in missing:
        founding.found_house(name=house.name, motto=house.motto, emblem=house.emblem)
    return len(missing)


def get_level(house: Dynasty, game: str) -> str:
    """Return how a house fights in a game: a level of its computer players."""
    return computer_players.get_level(game, LEVELS.get(house.name, "guarded"))


@service
def seat_house(tournament: Tournament, seat: str, level: str = "") -> Entry | None:
    """Enter an emperor of some house that is not here yet and has what entering costs; None where there is none.

    `level`: how it fights; blank: as that house does.
    """
    luck = random.Random(f"{tournament.seed}:{seat}")
    agreed = terms.read(tournament.terms)
    least = max(agreed.minimum_reputation, agreed.stake)
    houses = list_free_houses(tournament, luck)
    able = list_able(houses, least)
    for house in (each for each in houses if each.pk in able):
        emperor = find_or_raise_emperor(house, luck, least=least)
        if emperor is None:
            continue
        try:
            return entries.enter(
                tournament=tournament,
                dynasty=house,
                emperor=emperor,
                seat=seat,
                chest=choose_chest(agreed, luck),
                player=level or get_level(house, tournament.game),
            )
        except DomainError as refused:
            if refused.code not in ("not_enough", "no_key"):
                raise
    return None


def choose_chest(agreed: Terms, luck: random.Random) -> int:
    """Return how much gold a house puts into its chest."""
    chests = agreed.chests
    return luck.randint(chests.minimum, min(chests.maximum, 3 * chests.minimum)) if chests else 0


def query_veterans() -> QuerySet[Dynasty]:
    """Return the query of the houses that have fought a serious battle, so that they may bet and trade."""
    fought = Mention.objects.filter(dynasty=OuterRef("pk"), kind="fought")
    return Dynasty.objects.filter(Exists(fought), house=True)


def list_free_houses(tournament: Tournament, luck: random.Random) -> list[Dynasty]:
    """Return houses that neither fight nor bet here, in random order."""
    here = Presence.objects.filter(tournament=tournament).values("dynasty")
    houses = list(Dynasty.objects.filter(house=True).exclude(pk__in=here).order_by("pk"))
    luck.shuffle(houses)
    return houses


def list_able(houses: Collection[Dynasty], least: int) -> set[int]:
    """Return the ids of those houses that can send an emperor with at least so much reputation, by one query.

    Where none is asked for all of them can, since they raise another.
    """
    keys = [each.pk for each in houses]
    if not least:
        return set(keys)
    idle = Emperor.objects.filter(dynasty__in=keys, died_at=None, engagement=None).exclude(offered__open=True)
    able = idle.filter(accounts__asset=REPUTATION, accounts__balance__gte=least)
    return set(able.values_list("dynasty", flat=True))


def find_or_raise_emperor(house: Dynasty, luck: random.Random, *, least: int = 0) -> Emperor | None:
    """Return an emperor of the house that is at court with at least so much reputation; raise one where none is.

    An emperor that is raised has no reputation, so that None is returned where some is asked for.
    """
    idle = house.emperors.select_for_update(no_key=True, skip_locked=True, of=("self",))
    found = idle.filter(died_at=None, engagement=None).exclude(offered__open=True).order_by("pk")
    if least:
        return found.filter(accounts__asset=REPUTATION, accounts__balance__gte=least).first()
    court = house.emperors.aggregate(living=Count("pk", filter=Q(died_at=None)))["living"]
    at_home = list(found) if court >= COURT_SIZE else []
    return luck.choice(at_home) if at_home else raise_emperor(house, luck)


def raise_emperor(house: Dynasty, luck: random.Random) -> Emperor | None:
    """Raise a new emperor of the house; return None where it has too many."""
    name, gender = invent_name(luck)
    name = numbered_names.find_free_name(house, name)
    birth_date = clock.now().date() - timedelta(days=luck.randint(16 * 365, 70 * 365))
    try:
        return emperors.raise_emperor(dynasty=house, name=name, gender=gender, birth_date=birth_date)
    except DomainError:
        return None


def invent_name(luck: random.Random) -> tuple[str, str]:
    """Return a name and the gender that goes with it."""
    names, gender = luck.choice([(world_seed.WOMEN, "w"), (world_seed.MEN, "m")])
    return luck.choice(names) + luck.choice(world_seed.BYNAMES), gender
