"""Emperors with what a list shows of each."""

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


def persons(emperors: Iterable[Emperor], reader: int | None) -> list[Person]:
    """These emperors with their states, as the user of that id is told them, and reputations."""
    found = list(emperors)
    reputations = dynasties.reputations([emperor.pk for emperor in found])
    return [person(emperor, reputations[emperor.pk], reader) for emperor in found]


def person(emperor: Emperor, reputation: int, reader: int | None) -> Person:
    state = dynasties.shown_state(emperor, reader)
    engagement = dynasties.shown_engagement(emperor, reader)
    return Person(emperor, state, dynasties.STATES[state], engagement.place if engagement else "", reputation)
