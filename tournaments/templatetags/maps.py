"""Template tags for drawing a battle as a board or a map."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournaments.domain import contract, games
from tournaments.models import Tournament

register = template.Library()
Json = dict[str, Any]


@register.filter
def drawn_as(tournament: Tournament) -> str:
    """Return `board` or `map`."""
    return games.GAMES[tournament.game].VIEW


@register.simple_tag
def map_data(
    tournament: Tournament,
    position: Json,
    seats: list[Json] | None = None,
    you: Json | None = None,
    rounds: list[Json] | None = None,
) -> Json:
    """Return the data that <battle-map> reads when the page opens."""
    ground = games.GAMES[tournament.game].ground(tournament.field)
    return {
        "ground": ground,
        "position": position,
        "seats": seats or [],
        "you": you or None,
        "rounds": rounds or [],
        "trades": get_trade_phase(tournament),
    }


def get_trade_phase(tournament: Tournament) -> str:
    """Return the phase in which cards are traded; empty where there are none."""
    own = {"draft": "draft", "own": "cards"}
    return own.get(tournament.rules.get("cards_phase", ""), "")


@register.simple_tag
def chance(tournament: Tournament) -> Json:
    """Return the hash of the seed, and the seed itself once the battle is over."""
    closed = tournament.round_no if tournament.ended_at else 0
    return {
        "seal": contract.hash_seed(tournament),
        "seed": tournament.seed if tournament.ended_at else "",
        "rounds": closed,
    }


@register.simple_tag
def holdings(tournament: Tournament, position: Json) -> list[Json]:
    """Return every territory with its region and the piece on it, for the table version of the map."""
    ground = games.GAMES[tournament.game].ground(tournament.field)
    regions = {region["id"]: _(region["name"]) for region in ground["regions"]}
    held = {piece["tile"]: piece for piece in position["pieces"]}
    return [
        {
            "id": each["id"],
            "name": each["name"],
            "region": regions.get(each["region"], ""),
            "piece": held.get(each["id"]),
        }
        for each in ground["territories"]
    ]


@register.simple_tag
def example_route(tournament: Tournament) -> tuple[str, str]:
    """Return two territories of the map in play that a route joins, for an example of an order."""
    route = games.GAMES[tournament.game].ground(tournament.field)["routes"][0]
    return route["a"], route["b"]


@register.simple_tag
def together(position: Json) -> bool:
    """Return whether all seats order in one step."""
    return not position.get("order")
