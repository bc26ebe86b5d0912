"""The messages between the seats of a battle: who reads them, and who writes to whom.

Pages, the API and reports ask here alone. A reader is a dynasty: it reads what was written by or to its seat.
"""

from collections.abc import Iterable

from django.db.models import Q

from dynasty.models import Dynasty
from tournaments.domain import games, negotiation
from tournaments.models import Entry, Message, Round, Tournament
from tournaments.selectors import battles, hidden_names, participation

FOUGHT_STATUSES = (Tournament.Status.RUNNING, Tournament.Status.HALTED)
ENDED_STATUSES = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


def get_mode(tournament: Tournament) -> str:
    """Return how the seats of a battle negotiate; empty where they do not. Team mates always can."""
    if tournament.casual:
        return negotiation.NONE
    in_teams = games.has_teams(games.GAMES[tournament.game], tournament.rules)
    usual = negotiation.TEAM if in_teams else negotiation.NONE
    return str(tournament.terms.get("negotiation") or usual)


def is_public(tournament: Tournament) -> bool:
    """Return whether everybody reads now what the seats of a battle wrote to one another."""
    mode, is_over = get_mode(tournament), tournament.status in ENDED_STATUSES
    return mode == negotiation.PUBLIC or (mode == negotiation.REVEALED and is_over)


def list_seats(tournament: Tournament, dynasty: Dynasty | None, entries: Iterable[Entry] | None = None) -> list[str]:
    """Return the seats for which a dynasty reads and writes: its own, or the one that it leads for somebody else.

    In a training, where volunteers do not learn who plays, its own alone. `entries`: those of the tournament, if the
    caller has them already.
    """
    if dynasty is None or dynasty.house or not get_mode(tournament):
        return []
    found = Entry.objects.filter(tournament=tournament, dynasty=dynasty) if entries is None else entries
    own = [entry.seat for entry in found if entry.dynasty_id == dynasty.pk and not entry.player]
    stand_in_seat = (
        None if own or hidden_names.is_discreet(tournament) else participation.get_led_seat(tournament, dynasty)
    )
    return [stand_in_seat] if stand_in_seat else own


def can_read_any(tournament: Tournament, dynasty: Dynasty | None) -> bool:
    """Return whether there is anything for this reader: everybody may read, or it has a seat."""
    return is_public(tournament) or bool(list_seats(tournament, dynasty))


def build_filter(tournament: Tournament, seats: Iterable[str]) -> Q:
    """Return which of a battle's messages between seats a reader with these seats may read."""
    if is_public(tournament):
        return Q()
    readable = Q(pk__in=[])
    for seat in seats:
        readable |= Q(among__contains=seat)
    return readable


def can_read(message: Message, dynasty: Dynasty | None) -> bool:
    """Return whether a reader may read one message between seats."""
    return is_public(message.tournament) or any(
        seat in message.among for seat in list_seats(message.tournament, dynasty)
    )


def list_streams(message: Message) -> list[str]:
    """Return the event streams of those who may read a message between seats."""
    code = message.tournament.code
    if is_public(message.tournament):
        return [f"table:{code}", f"talk:{code}"]
    return [f"seat:{code}:{seat}" for seat in message.among]


def list_addressees(
    tournament: Tournament, seat: str, entries: Iterable[Entry], current: Round | None = None
) -> list[Entry]:
    """Return to whom a seat can write now: players whose seat has not fallen, or its mates. Empty where its own has.

    `current`: the open round, if the caller has it already.
    """
    if tournament.status not in FOUGHT_STATUSES:
        return []
    current = current or Round.objects.filter(tournament=tournament, closed_at=None).first()
    is_hidden = hidden_names.is_anonymous(tournament)
    found = participation.get_entries(tournament) if is_hidden else list(entries)
    living = participation.get_living(tournament, current, found) if current else ()
    people = [each for each in participation.filter_people(found) if each.seat in living]
    if get_mode(tournament) == negotiation.TEAM:
        teams = battles.number_teams(tournament, found)
        people = [each for each in people if teams[each.seat] == teams.get(seat)]
    others = [each for each in people if each.seat != seat] if seat in living else []
    return hidden_names.hide_names(tournament, others, None) if is_hidden else others
