"""Reviews of records that somebody pasted. Nothing of them is stored but in the site's cache, for a day."""

import logging
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from django.core.cache import cache

from battlefield import Battle, game, records
from battlefield.marks import N_
from battlefield.records import Record
from battlefield.resolver import Resolution
from core import clock
from core.cache_errors import get_redis_errors
from core.json_types import Json
from players import reviews
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import reviews as battle_reviews
from tournaments.selectors.reviews import BattleReview

log = logging.getLogger(__name__)
CACHE_SECONDS = 24 * 3600
"""For how long a record is kept after it was last read."""
TITLE = N_("A battle from a record")
TITLE_LENGTH, NAME_LENGTH = 60, 40


@dataclass(frozen=True)
class PastedBattle:
    """The battle of a record, as the pages read battles: rows that are never saved."""

    key: str
    record: Record

    @cached_property
    def positions(self) -> list[Battle]:
        """Return the position before each round, and the last one."""
        return [self.record.opening, *(after for after, _resolution in self.played)]

    @cached_property
    def played(self) -> list[tuple[Battle, Resolution]]:
        return self.record.replay()

    @cached_property
    def tournament(self) -> Tournament:
        last, headers = self.positions[-1], self.record.headers
        return Tournament(
            code=self.key[:10],
            title=headers.get("Battle", "").strip()[:TITLE_LENGTH] or TITLE,
            casual=True,  # its names are no secret
            game=game.NAME,
            rules=self.record.opening.ruleset.as_json(),
            seats=len(self.record.opening.seats),
            status=Tournament.Status.FINISHED,
            ended_at=clock.now(),
            round_no=len(self.played),
            outcome=game.outcome(last),
            ending=game.write(last),
        )

    @cached_property
    def rounds(self) -> list[Round]:
        """Return its rounds, closed."""
        moment = clock.now()
        return [
            Round(
                number=number,
                game_round=number,
                state=game.write(before),
                opened_at=moment,
                closed_at=moment,
                orders=[list(each) for each in orders],
                events=list(resolution.trace),
            )
            for number, (before, orders, (_after, resolution)) in enumerate(
                zip(self.positions, self.record.rounds, self.played, strict=False), 1
            )
        ]

    @cached_property
    def seated(self) -> dict[str, Entry]:
        """Return who sat where, as the record names them."""
        names = self.record.headers
        return {
            seat: Entry(seat=seat, name=names.get(seat, "").strip()[:NAME_LENGTH]) for seat in self.record.opening.seats
        }


def get_key(text: str) -> str:
    """Return what a record is called in addresses: the same text has the same key."""
    return sha256(text.encode()).hexdigest()[:32]


def find(key: str) -> PastedBattle | None:
    """Return the battle of a record that somebody has pasted within a day, and keep it for another one."""
    try:
        text: str | None = cache.get(f"record-{key}")
        if text is None:
            return None
        cache.touch(f"record-{key}", CACHE_SECONDS)
    except get_redis_errors():
        return None
    return PastedBattle(key, records.parse(text))


def keep(text: str) -> str:
    """Keep the text of a record; return its key."""
    key = get_key(text)
    cache.set(f"record-{key}", text, CACHE_SECONDS)
    return key


def find_judged(key: str) -> list[Json]:
    """Return the judgements of the first so many rounds of a record."""
    try:
        found: list[Json] = cache.get(get_judged_key(key), [])
    except get_redis_errors():
        return []
    return found


def keep_judged(key: str, judged: list[Json]) -> None:
    cache.set(get_judged_key(key), judged, CACHE_SECONDS)


def get_judged_key(key: str) -> str:
    return f"record-judged-{reviews.VERSION}-{key}"


def claim(what: str, key: str, seconds: int) -> bool:
    """Return whether nobody else has claimed this of a record within so many seconds."""
    try:
        return bool(cache.add(f"record-{what}-{key}", True, seconds))
    except get_redis_errors():
        return False


def release(what: str, key: str) -> None:
    """Give a claim back."""
    try:
        cache.delete(f"record-{what}-{key}")
    except get_redis_errors() as error:
        log.warning("a claim is not given back: %s", type(error).__name__)


def build_review(pasted: PastedBattle) -> BattleReview:
    """Return the review of a record, as far as it was judged."""
    judged = find_judged(pasted.key)[: len(pasted.rounds)]
    return battle_reviews.complete(pasted.tournament, pasted.rounds, judged, is_requested=True)
