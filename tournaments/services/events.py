"""What a tournament tells its audiences. Numbers and seats only: everything else is asked for."""

from datetime import datetime

from dynasty.services import event_streams
from dynasty.services.event_streams import NewEvent
from tournaments.domain.tournament_types import is_serious
from tournaments.models import Entry, Tournament


def publish_to_battle(
    tournament: Tournament,
    key: str,
    type: str,
    *,
    at: datetime | None = None,
    can_wait: bool = False,
    **body: object,
) -> None:
    """Tell everybody who watches this tournament. `at`: the moment, if it is known already.

    Sent when the caller's transaction commits. `can_wait`: whether spectators may learn of it with what comes next.
    """
    name = f"battle:{tournament.code}"
    event_streams.publish_event(stream_name=name, key=key, type=type, body=body, at=at, can_wait=can_wait)


def build_battle_event(tournament: Tournament, key: str, type: str, at: datetime, **body: object) -> NewEvent:
    """Return an event for everybody who watches this tournament, to be published together with those of others."""
    return NewEvent(f"battle:{tournament.code}", key, type, body, at)


def publish_to_seat(tournament: Tournament, seat: str, key: str, type: str, **body: object) -> None:
    """Tell the player of one seat, on all of its pages. Sent when the caller's transaction commits."""
    event_streams.publish_event(stream_name=f"seat:{tournament.code}:{seat}", key=key, type=type, body=body)


def publish_to_players(tournament: Tournament, type: str, key: str = "") -> None:
    """Tell each dynasty of a person or a program that has a seat, wherever it is on the site.

    Not of training: that would be a trace of who trained.
    Sent when the caller's transaction commits.
    """
    if not is_serious(tournament.type):
        return
    players = Entry.objects.filter(tournament=tournament, dynasty__house=False).select_related("dynasty")
    for entry in players.order_by("dynasty_id"):  # streams are locked in one order, whatever the seats
        assert entry.dynasty is not None
        body = {"tournament": tournament.code, "title": tournament.title, "seat": entry.seat}
        name = f"dynasty:{entry.dynasty.code}"
        event_streams.publish_event(stream_name=name, key=key or f"{type}:{tournament.code}", type=type, body=body)
