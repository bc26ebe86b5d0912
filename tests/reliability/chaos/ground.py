"""The people and the tournaments of a run."""

import random
from contextlib import suppress
from datetime import timedelta
from itertools import cycle, islice, product
from typing import Any

from core import clock
from core.errors import DomainError
from dynasty.models import Dynasty, Emperor
from tests import factories
from tests.reliability import acts
from tournaments.domain import terms
from tournaments.models import Presence, Tournament
from tournaments.services import announcements, bets, lifecycle

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("gift", {"prize": {"gold": 97}, "betting": True, "betting_window": 0}),
    ("honour", {"stake": 3, "fee": {"gold": 7, "silver": 3}, "betting": True, "betting_window": 0}),
    ("conquer", {"fee": {"gold": 11}, "betting": True, "betting_window": 0}),
    ("death", {"fee": {"silver": 5}, "betting": True, "betting_window": 0}),
    ("conquer", {"chests": {"minimum": 1, "maximum": 50}, "betting": True, "betting_window": 0}),
]
OPENINGS = [("win", "win"), ("win", "-"), ("-", "-")]
"""What the first two seats order in the first round: two winners, who share what is odd, one, or none."""


def people(count: int) -> None:
    for number in range(count):
        dynasty = factories.found(acts.name())
        if number % 3:
            factories.proven(dynasty)
        for _emperor in range(4):
            factories.born(dynasty, acts.name(), 25)


def tournament(luck: random.Random, kind: tuple[str, dict[str, Any]] | None = None, wait: float = 4) -> Tournament:
    """Announce one of this or any kind, by the treasury or a dynasty; it starts soon, or when it is full."""
    type, agreed = kind or luck.choice(KINDS)
    organiser = luck.choice([None, *Dynasty.objects.filter(mentions__kind="fought").distinct()[:20]])
    return announcements.announce(
        organiser=organiser, title="The Chaos Cup", type=type, game="scripted", field="stage", rules={"last": 6},
        seats=luck.choice((2, 3, 4)), round_seconds=10, terms=terms.read(agreed), absence={"draws": True},
        starts_at=clock.now() + timedelta(seconds=wait * luck.uniform(0.5, 1.5)),
    )  # fmt: skip


def battles(count: int, luck: random.Random) -> None:
    """Begin some, each kind with each opening in turn, so that every way to settle is met from the start."""
    for opening, kind in islice(cycle(product(OPENINGS, KINDS)), count):
        made = tournament(luck, kind, wait=600)
        bettors = Emperor.objects.filter(died_at=None, engagement=None, dynasty__house=False)
        chest = 10 if made.terms.get("chests") else 0
        for seat in lifecycle.list_free_seats(made):
            able = Emperor.objects.filter(died_at=None, engagement=None, dynasty__house=False)
            one = able.exclude(dynasty__in=Presence.objects.filter(tournament=made).values("dynasty")).first()
            if one is not None:
                factories.enter(made, one, seat, chest=chest)
        for one in bettors.exclude(dynasty__in=Presence.objects.filter(tournament=made).values("dynasty"))[:3]:
            with suppress(DomainError):
                bets.place_bet(tournament=made, dynasty=one.dynasty, emperor=one, seat=luck.choice("ab"), asset="gold",
                               amount=luck.choice((3, 7, 11)))  # fmt: skip
        if not lifecycle.start(tournament_id=made.pk):
            announcements.cancel(tournament=made, by=None)
            continue
        for seat, text in zip("ab", opening, strict=True):
            with suppress(DomainError):  # some end in their first round, with two winners or one
                factories.order(made, seat, text)


def emperor(dynasty: Dynasty) -> Emperor | None:
    """Return one of its emperors at court."""
    return dynasty.emperors.filter(died_at=None, engagement=None).order_by("?").first()
