"""Selectors of emperors with what a list shows of each."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

from dynasty.models import Emperor
from dynasty.selectors import dynasties


@dataclass(frozen=True)
class Person:
    """An emperor with what a list shows of it."""

    emperor: Emperor
    state: str
    state_name: str | Promise
    place: str
    reputation: int


def build_persons(emperors: Iterable[Emperor], reader: int | None) -> list[Person]:
    """Build persons with reputation and state, as far as the user with the id `reader` may know it."""
    found = list(emperors)
    reputations = dynasties.get_reputations([emperor.pk for emperor in found])
    return [build_person(emperor, reputations[emperor.pk], reader) for emperor in found]


def build_person(emperor: Emperor, reputation: int, reader: int | None) -> Person:
    state = dynasties.get_visible_state(emperor, reader)
    engagement = dynasties.get_visible_engagement(emperor, reader)
    return Person(emperor, state, dynasties.STATES[state], engagement.place if engagement else "", reputation)
