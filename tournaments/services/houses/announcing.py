"""How the site announces a battle of its own: which setup is next, and what every such battle has."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeVar

from django.db.models import Max

from tournaments.domain import games, world_seed
from tournaments.domain.terms import Terms
from tournaments.domain.world_seed import Setup
from tournaments.models import Tournament
from tournaments.services import announcements, house_players, lifecycle

BOARD_GAME = "emperors"
T = TypeVar("T")


def get_serial() -> int:
    """Return a number that grows with every tournament, by which the rotation picks."""
    return (Tournament.objects.aggregate(last=Max("pk"))["last"] or 0) + 1


def pick(setups: Sequence[T], number: int) -> T:
    """Return the setup of a rotation that comes with this number."""
    return setups[number % len(setups)]


def announce_setup(
    setup: Setup, type: str, terms: Terms, starts_at: datetime, *, seconds: int = 0, least_seats: int = 2
) -> Tournament:
    """Announce a tournament of the site; `seconds` of a round: 0 for those of the setup."""
    _title, _sentence, rules = games.GAMES[setup.game].presets()[setup.preset]
    shortened = world_seed.SHORTENED if setup.game == BOARD_GAME else {}
    return announcements.announce(
        organiser=None,
        title=setup.title,
        type=type,
        game=setup.game,
        field=setup.field,
        terms=terms,
        seats=setup.seats,
        least_seats=least_seats,
        rules=rules | shortened,
        round_seconds=seconds or setup.seconds,
        starts_at=starts_at,
    )


def seat_houses(tournament: Tournament, level: str, *, free: int = 0) -> bool:
    """Give all but the first `free` of its free seats to houses; return whether each found one."""
    seats = lifecycle.list_free_seats(tournament)[free:]
    return all(house_players.seat_house(tournament, seat, level) is not None for seat in seats)
