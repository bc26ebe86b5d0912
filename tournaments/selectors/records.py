"""Battles as text: the battle record."""

from campaign import game as campaign
from dynasty.models import Dynasty
from tournaments.domain import games
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors import hidden_names
from tournaments.selectors.closed_rounds import is_hidden


def build_record(tournament: Tournament, reader: Dynasty | None = None) -> str | None:
    """Build the record of the battle so far, which replays, for a reader.

    None before its first round, in fog until the battle is over, and where this site does not hold its rules.
    """
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    if not rounds or is_hidden(tournament):
        return None
    try:
        game = games.get_game_version(tournament.game, tournament.rules_version)
    except games.UnknownVersionError:
        return None
    orders = [[(seat, text) for seat, text in one.orders] for one in rounds if one.orders is not None]
    return game.record(build_headers(tournament, reader), game.read(rounds[0].state), orders)


def build_headers(tournament: Tournament, reader: Dynasty | None = None) -> dict[str, str]:
    """Build the headers of a record: names, the field, the contract's hash, the result and, after the end, the seed."""
    rows = Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat")
    seats = hidden_names.hide_names(tournament, rows, reader)
    seed = {"Seed": tournament.seed} if tournament.ended_at else {}
    return {
        "Battle": tournament.title, "Board": tournament.field, "Contract": tournament.contract, **seed,
        **{entry.seat: format_name(entry) for entry in seats}, **build_result_header(tournament),
    }  # fmt: skip


def build_result_header(tournament: Tournament) -> dict[str, str]:
    """Return the header for an ending by vote, which a replay cannot show, or for a campaign's result.

    The grid game needs none, as its record ends with the result.
    """
    outcome = tournament.outcome or {}
    if outcome.get("by") == "agreed":
        return {"Agreed": f"draw after round {tournament.game_round}"}
    placed = outcome and games.GAMES[tournament.game].VIEW == "map"
    return {"Result": campaign.result_of(outcome)} if placed else {}


def format_name(entry: Entry) -> str:
    return f"{entry.dynasty.name}: {entry.name}" if entry.dynasty else entry.name
