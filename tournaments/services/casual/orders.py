"""Orders in casual battles: by who holds the seat's key, and at one screen only in one's turn."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from core.transactions import service
from tournaments.domain.battle_types import Receipt
from tournaments.models import Casual, Round, Tournament
from tournaments.selectors import casual_battles as table_of
from tournaments.selectors.casual_battles import CasualBattle
from tournaments.services import locks, orders, readiness, rounds
from tournaments.services.casual import seats as casual_seats
from tournaments.services.events import publish_to_battle


@service
def give(
    *, tournament: Tournament, key: str, round_no: int, seat: str, text: str, ask_if_last: bool = False
) -> Receipt:
    """Put the order of a seat under seal. At one screen it can be changed until the screen is handed over."""
    locked = locks.lock(tournament.pk)
    table = check_turn(locked, key, seat)
    final = not table.hot or len(list_waiting(locked, table, key)) + len(list_ready(locked, table, key)) == 1
    receipt = orders.give_order(tournament_id=locked.pk, round_no=round_no, seat=seat, text=text, final=final,
                                ask_if_last=ask_if_last)  # fmt: skip
    casual_seats.touch(locked)
    return receipt


@service
def take_back(*, tournament: Tournament, key: str, round_no: int, seat: str) -> bool:
    """Take the order of a seat back while its round is open; at one screen until the screen is handed over."""
    locked = locks.lock(tournament.pk)
    check_turn(locked, key, seat)
    is_withdrawn = orders.take_back(tournament_id=locked.pk, round_no=round_no, seat=seat)
    casual_seats.touch(locked)
    return is_withdrawn


def check_turn(tournament: Tournament, key: str, seat: str) -> CasualBattle:
    """Return the table, if this key holds the seat and may order for it now; raise otherwise."""
    table = check_seated(tournament, key)
    if seat not in table.list_owned_seats(key):
        raise DomainError("not_your_seat", _("This seat is not yours."))
    if seat not in table.list_visible_seats(key):
        raise DomainError("not_your_turn", _("Another player is at the screen."))
    return table


def check_seated(tournament: Tournament, key: str) -> CasualBattle:
    """Return the casual battle in which this key has a seat. Raise DomainError where it has none."""
    table = table_of.get_casual_battle(tournament)
    if table is None or not table.list_owned_seats(key):
        raise DomainError("not_your_seat", _("You have no seat in this battle."))
    return table


def list_waiting(tournament: Tournament, table: CasualBattle, key: str) -> list[str]:
    """Return the seats at this screen that have not finished the open round, in turn."""
    return table_of.list_waiting_seats(tournament, table_of.get_open_round(tournament), table.list_owned_seats(key))


def list_ready(tournament: Tournament, table: CasualBattle, key: str) -> list[str]:
    """Return the seats at this screen that have finished the open round."""
    current = table_of.get_open_round(tournament)
    return [seat for seat in table.list_owned_seats(key) if current and seat in current.ready]


@service
def begin_turn(*, tournament: Tournament, key: str, seat: str) -> None:
    """Hand the screen to the player of that seat, whose turn it is."""
    locked = locks.lock(tournament.pk)
    table = check_seated(locked, key)
    following = list_waiting(locked, table, key)[:1]
    if not table.hot or [seat] != following or table.casual.at_screen not in ("", seat):
        raise DomainError("not_your_turn", _("Another player is at the screen."))
    Casual.objects.filter(tournament=locked).update(at_screen=seat)
    casual_seats.touch(locked)


def hand_over(*, tournament: Tournament, key: str) -> str:
    """Seal the order of who is at the screen for good, hide it, and return whose turn is next; blank: nobody's.

    After the last one the round closes at once, if no computer is still thinking.
    """
    following, number = end_turn(tournament, key)
    if not following:
        rounds.close_round(tournament_id=tournament.pk, round_no=number)
    return following


@service
def end_turn(tournament: Tournament, key: str) -> tuple[str, int]:
    """Return who comes next in which round, once the player at the screen has finished."""
    locked = locks.lock(tournament.pk)
    table = check_seated(locked, key)
    current, seat = table_of.get_open_round(locked), table.casual.at_screen
    if not table.hot or current is None or seat not in table.list_owned_seats(key):
        raise DomainError("not_your_turn", _("Nobody is at the screen."))
    if seat in list_waiting(locked, table, key):
        finish_order(locked, current, seat)
    Casual.objects.filter(tournament=locked).update(at_screen="")
    casual_seats.touch(locked)
    return "".join(list_waiting(locked, table, key)[:1]), current.number


def finish_order(tournament: Tournament, current: Round, seat: str) -> None:
    """Mark the seat's order as given and final. The caller holds the tournament's lock."""
    if orders.get_own_order(tournament=tournament, seat=seat) is None:
        raise DomainError("order_first", _("Send an order first, or hold: then hand the screen over."))
    readiness.mark_ready(tournament, current, seat)
    key = f"ready:{current.number}:{seat}"
    publish_to_battle(tournament, key, "ready", can_wait=True, seat=seat, **current.called)
