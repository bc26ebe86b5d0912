"""Battles as text: the battle record."""

from tournaments import games
from tournaments.models import Entry, Round, Tournament


def record(tournament: Tournament) -> str | None:
    """The battle so far as a text that replays; None before its first round."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    if not rounds:
        return None
    game = games.GAMES[tournament.game]
    orders = [[(seat, text) for seat, text in one.orders] for one in rounds if one.orders is not None]
    return game.record(headers(tournament), game.read(rounds[0].state), orders)


def headers(tournament: Tournament) -> dict[str, str]:
    """What stands above the board: names, the field, and the contract that everybody saw; after the end the seed."""
    seats = Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
    seed = {"Seed": tournament.seed} if tournament.ended_at else {}
    return {
        "Battle": tournament.title, "Board": tournament.field, "Contract": tournament.contract, **seed,
        **{entry.seat: called(entry) for entry in seats}, **agreed(tournament),
    }  # fmt: skip


def agreed(tournament: Tournament) -> dict[str, str]:
    """That the players ended it by a vote, which no replay can show."""
    by_vote = (tournament.outcome or {}).get("by") == "agreed"
    return {"Agreed": f"draw after round {tournament.round_no}"} if by_vote else {}


def called(entry: Entry) -> str:
    return f"{entry.dynasty.name}: {entry.name}" if entry.dynasty else entry.name
