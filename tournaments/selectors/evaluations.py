"""Evaluations of positions of the lab, which a worker makes; they are kept in the site's cache and nowhere else."""

import json
import logging
from hashlib import sha256

from django.core.cache import cache

from battlefield import Battle, game
from core.cache_errors import get_redis_errors
from core.json_types import Json
from players import reviews
from tournaments.models import Round, Tournament

log = logging.getLogger(__name__)
CACHE_SECONDS, PENDING_SECONDS = 3600, 30
PENDING: Json = {"pending": True}
"""What is kept of a position that a worker has been asked for."""
FAILED: Json = {"failed": True}
"""What is kept of a position that the computer players cannot judge."""


def get_key(state: Json) -> str:
    text = json.dumps(state, sort_keys=True)
    return f"evaluation-{reviews.VERSION}-{sha256(text.encode()).hexdigest()}"


def find(state: Json) -> Json | None:
    """Return what is known of a position: its evaluation, that it is pending, or None where nobody has asked."""
    try:
        found: Json | None = cache.get(get_key(state))
    except get_redis_errors():
        return None
    return found


def keep(state: Json, found: Json, seconds: int = CACHE_SECONDS) -> None:
    """Keep what is known of a position, where the cache can be reached."""
    try:
        cache.set(get_key(state), found, seconds)
    except get_redis_errors() as error:
        log.warning("an evaluation is not kept: %s", type(error).__name__)


def is_under_way(*positions: Battle) -> bool:
    """Return whether one of these very positions is open in a battle that is under way.

    First rounds are left out: everybody knows how a board is set up, and may study it at any time.
    """
    under_way = (Tournament.Status.RUNNING, Tournament.Status.HALTED)
    found = Round.objects.filter(closed_at=None, number__gt=1, tournament__status__in=under_way)
    drawings = {str(battle.formation) for battle in positions}
    return found.filter(tournament__game=game.NAME, state__formation__in=drawings).exists()
