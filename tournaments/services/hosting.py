"""Announcing all at once: the tournament, its private link, and that it recurs."""

from dataclasses import dataclass

from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import Tournament
from tournaments.services import announcements, invitations, recurrences
from tournaments.services.announcements import Announcement


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
    """The secret of its private link, shown only now; empty: it has none."""


@service
def host(*, organiser: Dynasty, announcement: Announcement, repeat: Repeat | None = None) -> Hosted:
    """Announce a tournament with its invitations and link; nothing is announced if a part of it fails."""
    tournament = announcements.announce(organiser=organiser, **announcement)
    link = announcement["terms"].link
    token = invitations.create_link(tournament=tournament, by=organiser) if link else ""
    if repeat is not None:
        recurrences.begin(tournament=tournament, by=organiser, every=repeat.every, zone=repeat.zone,
                          times=repeat.times)  # fmt: skip
    return Hosted(tournament, token)
