"""Announcing all at once: the tournament, its private link, and that it recurs."""

from dataclasses import dataclass
from typing import Any

from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import Tournament
from tournaments.services import announcements, invitations, recurrences


@dataclass(frozen=True)
class Repeat:
    """That it recurs: daily or weekly by the clocks of a zone, so many times in all."""

    every: str
    zone: str
    times: int


@dataclass(frozen=True)
class Hosted:
    tournament: Tournament
    token: str
    """The secret of its private link, told this once; empty: it has none."""


@service
def host(*, organiser: Dynasty, wanted: dict[str, Any], repeat: Repeat | None = None) -> Hosted:
    """Announce a tournament with everything that was wished for it, or nothing."""
    tournament = announcements.announce(organiser=organiser, **wanted)
    link = wanted["terms"].link
    token = invitations.create_link(tournament=tournament, by=organiser) if link else ""
    if repeat is not None:
        recurrences.begin(tournament=tournament, by=organiser, every=repeat.every, zone=repeat.zone,
                          times=repeat.times)  # fmt: skip
    return Hosted(tournament, token)
