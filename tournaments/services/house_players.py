"""The site's own houses: they sit down where seats are free, and have an emperor for every occasion."""

import random
from datetime import timedelta

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty, Emperor
from dynasty.services import emperors, founding, numbered_names
from tournaments.domain import world_seed
from tournaments.models import Entry, Presence, Tournament
from tournaments.services import entries


def found_houses() -> int:
    """Found the houses that there are not yet; returns how many houses there are."""
    for house in world_seed.HOUSES:
        founding.found_house(name=house.name, motto=house.motto, emblem=house.parts)
    return len(world_seed.HOUSES)


@service
def seat_house(tournament: Tournament, seat: str, level: str) -> Entry | None:
    """Enter an emperor of some house that is not here yet, played by the computer; None where all are here."""
    luck = random.Random(f"{tournament.seed}:{seat}")
    for house in list_free_houses(tournament, luck):
        emperor = find_or_raise_emperor(house, luck)
        if emperor is not None:
            return entries.enter(tournament=tournament, dynasty=house, emperor=emperor, seat=seat, player=level)
    return None


def list_free_houses(tournament: Tournament, luck: random.Random) -> list[Dynasty]:
    """Return houses without a seat here, in random order."""
    here = Presence.objects.filter(tournament=tournament).values("dynasty")
    houses = list(Dynasty.objects.filter(house=True).exclude(pk__in=here).order_by("pk"))
    luck.shuffle(houses)
    return houses


def find_or_raise_emperor(house: Dynasty, luck: random.Random) -> Emperor | None:
    """Return an emperor of the house that is at court and free, newly raised if need be."""
    idle = house.emperors.select_for_update(no_key=True, skip_locked=True, of=("self",))
    found = idle.filter(died_at=None, engagement=None).order_by("pk").first()
    return found or raise_emperor(house, luck)


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
