"""Selectors of emperors with what a list shows of each."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.functional import Promise

from dynasty.models import Captive, Dynasty, Emperor
from dynasty.selectors import dynasties, offers


@dataclass(frozen=True)
class Person:
    """An emperor with what a list shows of it."""

    emperor: Emperor
    state: str
    state_name: str | Promise
    place: str
    reputation: int
    offer: str = ""
    """The code of the open offer that gives it, in a list of its owner."""
    is_for_ransom: bool = False
    """Whether its owner can offer it for a ransom."""


def build_persons(emperors: Iterable[Emperor], reader: int | None) -> list[Person]:
    """Build persons with reputation and state, as far as the user with the id `reader` may know it."""
    found = list(emperors)
    reputations = dynasties.get_reputations([emperor.pk for emperor in found])
    return [build_person(emperor, reputations[emperor.pk], reader) for emperor in found]


def list_living(dynasty: Dynasty, reader: int | None) -> list[Person]:
    """Return as many of a dynasty's living emperors as a page shows; one query."""
    return [build_person(each, each.reputation, reader) for each in dynasties.list_first_living(dynasty)]


def mark_captives(persons: Iterable[Person], owner: Dynasty) -> list[Person]:
    """Return the persons of a dynasty's own list with what it can do about those who were born elsewhere."""
    found = list(persons)
    if all(each.emperor.birthplace_id == owner.pk for each in found):
        return found
    open_ones = Captive.objects.filter(open=True, offer__giver=owner)
    offered = dict(open_ones.values_list("emperor", "offer__code"))
    free = {each.pk for each in offers.list_captives(owner)}
    return [
        replace(each, offer=offered.get(each.emperor.pk, ""), is_for_ransom=each.emperor.pk in free) for each in found
    ]


def build_person(emperor: Emperor, reputation: int, reader: int | None) -> Person:
    state = dynasties.get_visible_state(emperor, reader)
    engagement = dynasties.get_visible_engagement(emperor, reader)
    return Person(emperor, state, dynasties.STATES[state], engagement.place if engagement else "", reputation)
