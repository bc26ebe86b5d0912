"""The rounds before an open round, for computer players that look back."""

from tournaments.domain import games
from tournaments.models import Round

PastRounds = list[tuple[games.State, dict[str, str]]]
"""The state before each round, and its orders by seat."""


def get_past_rounds(current: Round, rounds: int) -> PastRounds:
    """Return the last `rounds` closed rounds before this one: the state before each, and all public orders."""
    if rounds == 0 or current.number == 1:
        return []
    game = games.GAMES[current.tournament.game]
    closed = Round.objects.filter(tournament=current.tournament_id, number__lt=current.number, closed_at__isnull=False)
    last = closed.order_by("-number").values_list("state", "orders")[:rounds]
    return [(game.read(state), dict(orders or [])) for state, orders in reversed(last)]
