"""Pauses of casual battles: all people in seats agree to begin one, and all to go on. The round's time stands still."""

from core.transactions import service
from tournaments.models import Round, Tournament
from tournaments.selectors import casual_players, participation
from tournaments.services import locks, votes
from tournaments.services import orders as orders_services
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual import seats as casual_seats


@service
def agree(*, tournament: Tournament, key: str, round_no: int, what: str) -> bool:
    """Agree to a pause or to going on, for all seats of a key; return True if that decided it."""
    locked = locks.lock(tournament.pk)
    current, seats = get_voices(locked, key, round_no)
    votes.check_vote(locked, current, what)
    new = [seat for seat in seats if votes.add_vote(locked, current, seat, what)]
    if new:
        notify_others(locked, current, seats, what)
    casual_seats.touch(locked)
    return votes.decide(locked, current, what)


@service
def take_back(*, tournament: Tournament, key: str, round_no: int, what: str) -> None:
    """Withdraw the votes of all seats of a key, while they have decided nothing."""
    locked = locks.lock(tournament.pk)
    _current, seats = get_voices(locked, key, round_no)
    for seat in seats:
        votes.withdraw_vote(locked, round_no, seat, what)
    casual_seats.touch(locked)


def get_voices(tournament: Tournament, key: str, round_no: int) -> tuple[Round, list[str]]:
    """Return the open round and the seats of a key that vote in it. Raise DomainError where it has none.

    Who shares a screen votes together: the people there are asked by whoever presses the button.
    """
    owned = casual_orders.check_seated(tournament, key).list_owned_seats(key)
    current = orders_services.find_round(tournament, round_no)
    votes.check_voice(tournament, current, owned)
    able = participation.list_voters(tournament, current)
    return current, [seat for seat in owned if seat in able]


def notify_others(tournament: Tournament, current: Round, seats: list[str], what: str) -> None:
    """Notify the others of a daily battle; whoever plays a faster one looks at it."""
    if casual_players.is_daily(tournament):
        entries = casual_players.list_daily_entries([tournament.pk])
        votes.notify_others(tournament, current, [each for each in entries if each.seat not in seats], what)
