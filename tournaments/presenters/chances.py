"""Chances of an announced battle by the engine: how its seats stand on the board, and how well their players play."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.core.cache import cache

from battlefield import game
from core.cache_errors import get_redis_errors
from dynasty.domain import skill
from dynasty.domain.skill import Skill
from players import reviews
from tournaments.domain import games, terms
from tournaments.models import Entry, Tournament
from tournaments.presenters.skill import build_contenders
from tournaments.selectors import battles

CACHE_SECONDS = 86_400
"""For how long it is kept how the seats of a board stand."""


@dataclass(frozen=True)
class Chance:
    """One seat's chance to win."""

    letter: str
    share: float

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def even_odds(self) -> float:
        """The odds at which a bet on it neither gains nor loses in the long run."""
        return 1 / max(self.share, 0.001)


@dataclass(frozen=True)
class Estimate:
    """The chances of all seats, and what they were estimated from."""

    chances: list[Chance]
    by_board: bool
    """Whether it counts how the seats stand; if not, skill alone does."""


def estimate(tournament: Tournament, entries: Sequence[Entry]) -> Estimate | None:
    """Return the chances of a battle that can be bet on and has not started; None of any other.

    Seats that are still open count as players of whom nothing is known.
    """
    announced = tournament.status == Tournament.Status.ANNOUNCED
    if not announced or len(entries) < 2 or not terms.read(tournament.terms).betting:
        return None
    letters = games.GAMES[tournament.game].seats_of(tournament.field)[: tournament.seats]
    contenders = build_contenders(tournament, list(entries))
    skills = {entry.seat: each.skill for entry, each in zip(entries, contenders, strict=True)}
    by_skill = skill.predict([skills.get(letter, Skill()) for letter in letters])
    by_board = get_board_shares(tournament)
    weights = [share * by_board.get(letter, 1.0) for letter, share in zip(letters, by_skill, strict=True)]
    found = [Chance(letter, weight / sum(weights)) for letter, weight in zip(letters, weights, strict=True)]
    return Estimate(found, bool(by_board))


def get_board_shares(tournament: Tournament) -> dict[str, float]:
    """Return each seat's chance if all played equally well, kept by the position; empty where no engine judges it."""
    if tournament.game != game.NAME:
        return {}
    opening = battles.get_state(tournament, None)
    written = json.dumps(game.write(opening), sort_keys=True)
    key = f"opening-{reviews.VERSION}-{sha256(written.encode()).hexdigest()}"
    try:
        found: dict[str, float] | None = cache.get(key)
        if found is None:
            found = reviews.preview(opening)
            cache.set(key, found, CACHE_SECONDS)
    except get_redis_errors():
        return reviews.preview(opening)
    return found
