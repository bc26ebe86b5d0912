"""The path of levels, from weak to strong, with the record of somebody against each."""

from dataclasses import dataclass

from django.db.models import Sum

import players
from dynasty.models import Dynasty
from tournaments.domain import casual_keys
from tournaments.models import CasualSeat, Entry, LevelRecord

GAME = "emperors"


@dataclass(frozen=True)
class Step:
    """A level of the path, and how somebody fared against it."""

    level: players.Level
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def is_beaten(self) -> bool:
        return self.won > 0

    @property
    def is_tried(self) -> bool:
        return bool(self.won + self.drawn + self.lost)


def list_holders(key: str, dynasty: Dynasty | None) -> list[str]:
    """Return whose records are somebody's: those of the key, and of the dynasty."""
    return [*([key] if key else []), *([casual_keys.get_holder("", dynasty.code)] if dynasty else [])]


def has_played(key: str, dynasty: Dynasty | None) -> bool:
    """Return whether somebody ever played here, as far as the site remembers."""
    return (
        LevelRecord.objects.filter(holder__in=list_holders(key, dynasty)).exists()
        or bool(key and CasualSeat.objects.filter(key=key).exists())
        or bool(dynasty and Entry.objects.filter(dynasty=dynasty).exists())
    )


def list_steps(key: str, dynasty: Dynasty | None) -> list[Step]:
    """List the levels from weak to strong, with what the key and the dynasty won, drew and lost against each."""
    found = LevelRecord.objects.filter(holder__in=list_holders(key, dynasty)).order_by()
    sums = found.values_list("level").annotate(Sum("won"), Sum("drawn"), Sum("lost"))
    counted = {level: (won, drawn, lost) for level, won, drawn, lost in sums}
    return [Step(level, *counted.get(level.name, ())) for level in players.levels(GAME).values()]


def find_current(steps: list[Step]) -> Step | None:
    """Return the first level that was not beaten; None where all were."""
    return next((step for step in steps if not step.is_beaten), None)


def find_opponent(key: str, dynasty: Dynasty | None) -> players.Level:
    """Return whom somebody meets next on the path: the first level that was not beaten, else the last."""
    steps = list_steps(key, dynasty)
    return (find_current(steps) or steps[-1]).level


def find_next_level(level: str) -> players.Level | None:
    """Return the level above this one; None above the last."""
    ladder = list(players.levels(GAME).values())
    places = [place for place, each in enumerate(ladder) if each.name == level]
    return ladder[places[0] + 1] if places and places[0] + 1 < len(ladder) else None
