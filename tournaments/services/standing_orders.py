"""Standing orders, which a seat gives in a round that its player misses; they are as secret as any order.

Only this module reads the table; services.rounds asks it at the close.
"""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import STANDING_ORDERS
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.models import Entry, StandingOrder, Tournament
from tournaments.selectors import participation
from tournaments.services import locks
from tournaments.services.events import publish_to_seat


@service
def set_orders(*, tournament_id: int, dynasty: Dynasty, texts: list[str]) -> list[str]:
    """Set a seat's sealed standing orders, most wanted first; an empty list deletes them.

    They are checked only when they are used, as an order that is illegal now may be legal then.
    """
    tournament = locks.lock(tournament_id)
    if tournament.status not in (Tournament.Status.ANNOUNCED, Tournament.Status.RUNNING, Tournament.Status.HALTED):
        raise DomainError("not_running", _("This battle is not running now."))
    entry = participation.get_own_entry(tournament, dynasty)
    lines = parse_texts(tournament, texts)
    mine = StandingOrder.objects.filter(tournament=tournament, seat=entry.seat)
    if not lines:
        mine.delete()
    else:
        StandingOrder.objects.update_or_create(
            tournament=tournament, seat=entry.seat, defaults={"texts": lines, "given_at": clock.now()}
        )
    publish_to_seat(tournament, entry.seat, f"standing:{clock.now().isoformat()}", "standing")
    return lines


def parse_texts(tournament: Tournament, texts: list[str]) -> list[str]:
    """Return the orders sent, without empty lines; raise DomainError if too many or too long, or giving up."""
    most, longest = STANDING_ORDERS
    lines = [" ".join(text.split()) for text in texts if text.strip()]
    if len(lines) > most or any(len(text) > longest or not text.isprintable() for text in lines):
        raise DomainError("too_long", _("A seat has at most %(most)s standing orders, of %(longest)s characters each."),
                      most=most, longest=longest)  # fmt: skip
    if any(games.GAMES[tournament.game].resigns(text) for text in lines):
        raise DomainError("no_standing_abdication", _("You cannot resign by a standing order."))
    return lines


def get_own(*, tournament: Tournament, dynasty: Dynasty | None) -> list[str]:
    """Return the standing orders of this dynasty's own seat.

    They are secret: only the owner reads them, a volunteer who leads the seat does not.
    """
    if dynasty is None:
        return []
    seat = Entry.objects.filter(tournament=tournament, dynasty=dynasty).values_list("seat", flat=True)[:1]
    found = StandingOrder.objects.filter(tournament=tournament, seat__in=seat).values_list("texts", flat=True).first()
    return list(found or [])


def has_orders(tournament: Tournament, seat: str) -> bool:
    """Check whether a seat has standing orders; internal to the site, never published."""
    return StandingOrder.objects.filter(tournament=tournament, seat=seat).exists()


def choose_orders(tournament: Tournament, state: games.State, seats: list[str]) -> dict[str, str]:
    """Choose for each of the seats that miss this round the first of its standing orders that is legal."""
    rows = StandingOrder.objects.filter(tournament=tournament, seat__in=seats) if seats else []
    found = {row.seat: find_allowed(games.GAMES[tournament.game], state, row.seat, row.texts) for row in rows}
    return {seat: text for seat, text in found.items() if text is not None}


def find_allowed(game: games.Game, state: games.State, seat: str, texts: list[str]) -> str | None:
    """Return the first of these orders that is legal now and no resignation; None if there is none."""
    for text in texts:
        try:
            order = game.check(state, seat, text)
        except ValueError:
            continue
        if not game.resigns(order):
            return order
    return None


def delete_all(tournament: Tournament) -> None:
    """Delete all standing orders of a battle that has ended, so that unused ones stay secret.

    Runs in the transaction that ends the battle.
    """
    StandingOrder.objects.filter(tournament=tournament).delete()
