"""The review of a battle that is over: what is known of it, and a first version of it at a glance.

Nothing of a review exists before the battle has ended: chances and good orders are no business of its players until
then.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.core.cache import cache

from battlefield import game
from core.cache_errors import get_redis_errors
from core.json_types import Json
from players import reviews
from tournaments.domain import games, judgements
from tournaments.domain.judgements import Chances
from tournaments.models import Review, Round, Tournament

log = logging.getLogger(__name__)
CACHE_SECONDS = 3600
"""For how long the version at a glance is kept."""
TABLES = 40
"""Of battles with more rounds, the version at a glance goes by first sight alone."""


@dataclass(frozen=True)
class BattleReview:
    """What is known of a battle that is over."""

    rounds: Sequence[Round]
    """Those that were closed."""
    chances: Sequence[Chances]
    """Before each of them, and at the end."""
    judged: Sequence[Json]
    """The reviews of the first so many rounds, as `judgements` writes them."""
    is_requested: bool
    """Whether the full review was asked for."""

    @property
    def done(self) -> bool:
        return len(self.judged) == len(self.rounds)

    def is_deep(self, place: int) -> bool:
        """Check whether a round was looked into, and not only judged at first sight."""
        return place < len(self.judged) and bool(self.judged[place].get("deep", True))


def is_reviewable(tournament: Tournament) -> bool:
    """Check whether a battle can be reviewed: it is of the grid game, over, and of the rules as they are now."""
    if tournament.game != game.NAME or tournament.status != Tournament.Status.FINISHED or not tournament.ended_at:
        return False
    return tournament.round_no > 0 and tournament.rules_version == games.GAMES[tournament.game].VERSION


def find_review(tournament: Tournament) -> Review | None:
    """Return the full review of a battle, as far as it has been made; None if nobody has asked for it."""
    return Review.objects.filter(tournament=tournament, version=reviews.VERSION).first()


def list_rounds(tournament: Tournament, after: int = 0) -> list[Round]:
    """Return the closed rounds of a battle after that number, in their order."""
    found = Round.objects.filter(tournament=tournament, number__gt=after).exclude(closed_at=None)
    return list(found.order_by("number"))


def build_review(tournament: Tournament) -> BattleReview | None:
    """Return the review of a battle; None where there can be none. Rounds that nobody has judged are glanced at."""
    if not is_reviewable(tournament):
        return None
    found = find_review(tournament)
    return complete(tournament, list_rounds(tournament), found.rounds if found else [], is_requested=found is not None)


def complete(
    tournament: Tournament, rounds: Sequence[Round], judged: Sequence[Json], *, is_requested: bool
) -> BattleReview:
    """Return a review as far as it was judged, with the other rounds at a glance."""
    chances = [each["chances"] for each in judged]
    if len(judged) < len(rounds):
        chances += get_previews(tournament, rounds)[len(judged) :]
    return BattleReview(rounds, [*chances, describe_end(tournament, rounds)], judged, is_requested)


def describe_end(tournament: Tournament, rounds: Sequence[Round]) -> Chances:
    """Return what part of the victory each seat had in the end; empty where nobody won."""
    winners = (tournament.outcome or {}).get("winners", [])
    seats = game.read(rounds[0].state).seats if rounds else ()
    return {seat: (seat in winners) / len(winners) for seat in seats} if winners else {}


def measure_swings(tournament: Tournament, rounds: Sequence[Round]) -> list[float]:
    """Return by how much each round changed the chances at a glance."""
    chances = [*get_previews(tournament, rounds), describe_end(tournament, rounds)]
    return [judgements.measure_turn(before, after) for before, after in pairwise(chances)]


def get_previews(tournament: Tournament, rounds: Sequence[Round]) -> list[Chances]:
    """Return the chances before each round at a glance, from the cache where they are in it."""
    key = f"review-{reviews.VERSION}-{tournament.code}"
    try:
        found: list[Chances] | None = cache.get(key)
        if found is None:
            found = build_previews(rounds)
            cache.set(key, found, CACHE_SECONDS)
    except get_redis_errors():
        return build_previews(rounds)
    return found


def build_previews(rounds: Sequence[Round]) -> list[Chances]:
    """Return the chances before each round at a glance."""
    return [reviews.preview(game.read(one.state), table=len(rounds) <= TABLES) for one in rounds]


def judge_round(one: Round, *, deep: bool) -> dict[str, object]:
    """Return the review of a closed round as JSON, looked into where it is `deep`; empty where it cannot be judged."""
    try:
        return judgements.write(reviews.review_round(game.read(one.state), dict(one.orders or []), deep=deep))
    except Exception:
        log.exception("round %s of battle %s cannot be judged", one.number, one.tournament_id)
        return {"chances": {}, "orders": {}}
