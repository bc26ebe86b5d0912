"""Template tags for drawing a battle as a board or a map."""

import itertools
import math
from collections import Counter
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign import events, map_catalog
from campaign.words import event_text, fight_text, order_help, rule_text
from core.json_types import Json
from core.sentences import fill, simplify
from tournaments.domain import contract, games
from tournaments.models import Tournament
from tournaments.selectors import closed_rounds

register = template.Library()
ARMY_WIDTH = 52
"""Pixels of an army with its letter and the name below it, which are never drawn smaller."""
ENOUGH = 0.6
"""Pixels of a unit on a phone, where the map is moved under the thumb."""


@register.filter
def drawn_as(tournament: Tournament) -> str:
    """Return `board` or `map`."""
    return games.GAMES[tournament.game].VIEW


@register.filter
def is_in_fog(tournament: Tournament) -> bool:
    """Return whether the orders of closed rounds are hidden until the battle is over."""
    return closed_rounds.is_hidden(tournament)


@register.simple_tag
def map_data(
    tournament: Tournament,
    position: Json,
    seats: list[Json] | None = None,
    you: Json | None = None,
    rounds: list[Json] | None = None,
) -> Json:
    """Return the data that <battle-map> reads when the page opens."""
    ground = get_ground(tournament)
    return {
        "ground": ground,
        "position": position,
        "seats": seats or [],
        "you": you or None,
        "rounds": rounds or [],
        "trades": get_trade_phase(tournament),
        "bonuses": has_bonuses(tournament),
        "scale": find_least_scale(ground),
        "income": find_income(tournament.rules),
        "units": has_units(tournament.rules),
    }


def get_ground(tournament: Tournament) -> Json:
    """Return the map of a tournament with the names of its territories and regions in the active language."""
    ground = games.GAMES[tournament.game].ground(tournament.field)
    named = {part: [{**each, "name": _(each["name"])} for each in ground[part]] for part in ("territories", "regions")}
    return {**ground, **named}


INCOME = {
    "divisor": ("draft_divisor", "income_divisor"),
    "minimum": ("draft_minimum", "income_minimum"),
    "base": ("base_income",),
    "field": ("field_income",),
}
"""What a page needs to preview an income, and the options that hold it."""


def find_income(rules: Json) -> dict[str, int]:
    """Return the numbers by which a seat is paid for its territories.

    >>> find_income({"draft_divisor": 3, "draft_minimum": 3, "win_percent": 70})
    {'divisor': 3, 'minimum': 3}
    """
    return {name: rules[option] for name, options in INCOME.items() for option in options if option in rules}


@register.filter
def has_units(rules: Json) -> bool:
    """Return whether armies are of three units."""
    return bool(rules.get("units") == "three")


def has_bonuses(tournament: Tournament) -> bool:
    """Return whether a whole region brings armies."""
    return bool(tournament.rules.get("region_bonus", "draft_divisor" in tournament.rules))


def find_least_scale(ground: Json) -> float:
    """Return the least pixels of a unit of the map: so many that no army covers the next one, or its name."""
    places = [(each["x"], each["y"]) for each in ground["territories"]]
    gap = min(math.dist(one, other) for one, other in itertools.combinations(places, 2))
    return round(min(ENOUGH, ARMY_WIDTH / gap), 2)


def get_trade_phase(tournament: Tournament) -> str:
    """Return the phase in which cards are traded; empty where there are none."""
    if tournament.rules.get("cards") == "on":
        return "sheet"
    own = {"draft": "draft", "own": "cards"}
    return own.get(tournament.rules.get("cards_phase", ""), "")


@register.filter
def has_dice(tournament: Tournament) -> bool:
    """Return whether fights are decided by dice: on maps, but not in a skirmish."""
    return games.GAMES[tournament.game].VIEW == "map" and tournament.game != "campaign.skirmish"


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
    """Return every territory with its region, its neighbours and the piece on it, for the map as text."""
    ground = get_ground(tournament)
    regions = {region["id"]: region["name"] for region in ground["regions"]}
    pieces = {piece["tile"]: piece for piece in position["pieces"]}
    unseen = set(position.get("unseen", ()))
    names = {each["id"]: each["name"] for each in ground["territories"]}
    near: dict[str, list[str]] = {name: [] for name in names}
    for route in ground["routes"]:
        near[route["a"]].append(names[route["b"]])
        near[route["b"]].append(names[route["a"]])
    return [
        {
            "id": each["id"],
            "name": each["name"],
            "region": regions.get(each["region"], ""),
            "near": ", ".join(sorted(near[each["id"]], key=simplify)),
            "piece": pieces.get(each["id"]),
            "units": format_units(pieces.get(each["id"], {}).get("units", {})),
            "unseen": each["id"] in unseen,
        }
        for each in ground["territories"]
    ]


def format_units(garrison: Json) -> str:
    """Return how many armies of each unit there are, in the active language.

    >>> format_units({"spears": 2, "archers": 1})
    'spears 2, archers 1'
    """
    return ", ".join(f"{_(event_text.UNITS[unit])} {armies}" for unit, armies in garrison.items())


@register.simple_tag
def region_holdings(tournament: Tournament, position: Json) -> list[Json]:
    """Return every region with its bonus, its size, and how many territories each seat holds there, most first."""
    ground = get_ground(tournament)
    owners = {piece["tile"]: piece["seat"] for piece in position["pieces"]}
    pays = has_bonuses(tournament)
    found = []
    for region in ground["regions"]:
        own = [each["id"] for each in ground["territories"] if each["region"] == region["id"]]
        counts = Counter(owners[name] for name in own if name in owners)
        found.append(
            {
                "name": region["name"],
                "bonus": region["bonus"] if pays else None,
                "size": len(own),
                "held": [{"seat": seat, "count": count} for seat, count in counts.most_common()],
            }
        )
    return found


@register.simple_tag
def example_route(tournament: Tournament) -> tuple[str, str]:
    """Return two territories of the map in play that a route joins, for an example of an order."""
    route = games.GAMES[tournament.game].ground(tournament.field)["routes"][0]
    return route["a"], route["b"]


@register.simple_tag
def order_examples(you: Json | None) -> list[tuple[str, str]]:
    """Return an example of each order that the reader's seat may give now, and what it does."""
    forms = you["legal"].get("forms", []) if you and you["legal"] else []
    return [(example, fill(_(text), fields)) for example, (text, fields) in order_help.list_examples(forms)]


@register.simple_tag
def own_means(position: Json, seat: str) -> list[str]:
    """Return what a seat has for its orders besides its armies on the map, in sentences."""
    return [fill(_(text), fields) for text, fields in order_help.describe_means(position, seat)]


@register.simple_tag
def together(position: Json) -> bool:
    """Return whether all seats order in one step."""
    return not position.get("order")


@register.simple_tag
def team_mates(board: Json) -> str:
    """Return the names of those who fight in the reader's team; blank where every seat fights for itself.

    >>> seats = [{"seat": seat, "emperor": seat.upper(), "team": team} for seat, team in (("a", 1), ("b", 2), ("c", 1))]
    >>> team_mates({"you": {"seat": "a"}, "seats": seats})
    'C'
    """
    own = board["you"]["seat"] if board["you"] else None
    teams = {each["seat"]: each.get("team") for each in board["seats"]}
    mates = [each for each in board["seats"] if each["seat"] != own and teams[each["seat"]] == teams.get(own)]
    return ", ".join(each["emperor"] for each in mates if each.get("team"))


@register.simple_tag
def fights(tournament: Tournament) -> list[str]:
    """Return how fights go in the game of a tournament, in sentences."""
    return [_(sentence) for sentence in fight_text.describe_fights(tournament.rules)]


@register.simple_tag
def precedence(tournament: Tournament) -> list[str]:
    """Return what is first, and what decides where that is equal, in games where all act at once."""
    return [fill(_(sentence), values) for sentence, values in rule_text.describe_precedence(tournament.rules)]


@register.simple_tag
def truces(tournament: Tournament, position: Json) -> list[str] | None:
    """Return the truces and the offers of some as sentences, with seats as letters; None where there are none ever."""
    if tournament.rules.get("truces", "off") == "off":
        return None
    lasting = [events.build_truce(key[0], key[1], last) for key, last in position.get("truces", {}).items()]
    offers = position.get("offers", {}).items()
    open_offers = [events.build_truce_offered(key[0], key[1], rounds) for key, (rounds, _until) in offers]
    sentences = event_text.describe_events([*lasting, *open_offers])
    letters = ("seat", "from_seat")
    return [fill(_(text), fields | {name: fields[name].upper() for name in letters}) for text, fields in sentences]


MAX_TINTS = 6
"""Regions with a colour of their own, as in the drawing of the whole map."""
SMALL_SCALE, SMALL_MARGIN = 0.25, 5
"""Of a small drawing: units of it in one of the map, and its own units round the map."""
BARE_RADIUS, DOT_RADIUS = 10, 3
"""Of a territory in a small drawing: without coasts it is all that there is to see."""
EVERY = 2
"""Of the points of a coast, one in so many is enough in small."""


@register.simple_tag
@lru_cache(maxsize=64)
def small_map(field: str) -> SafeString:
    """Return a small drawing of a map for a list: coasts, routes, and a dot for each territory."""
    ground = map_catalog.describe_map(field)
    places = {each["id"]: shrink(each["x"], each["y"]) for each in ground["territories"]}
    tints = {region["id"]: number % MAX_TINTS for number, region in enumerate(ground["regions"])}
    coasts = [[shrink(x, y) for x, y in ring[::EVERY]] for land in ground["land"] for ring in land]
    context = {
        "width": round(ground["width"] * SMALL_SCALE) + 2 * SMALL_MARGIN,
        "height": round(ground["height"] * SMALL_SCALE) + 2 * SMALL_MARGIN,
        "margin": -SMALL_MARGIN,
        "coast": "".join(draw_line(ring) + "Z" for ring in coasts),
        "routes": "".join(
            draw_line(line)
            for each in ground["routes"]
            for line in list_ways(places[each["a"]], places[each["b"]], ground["width"] if each["wraps"] else 0)
        ),
        "radius": DOT_RADIUS if coasts else BARE_RADIUS,
        "dots": [(*places[each["id"]], tints.get(each["region"], 0)) for each in ground["territories"]],
    }
    return SafeString(render_to_string("maps/_small.html", context).strip())


def shrink(x: float, y: float) -> tuple[int, int]:
    """Return a point of a map in its small drawing."""
    return round(x * SMALL_SCALE), round(y * SMALL_SCALE)


def list_ways(a: tuple[int, int], b: tuple[int, int], width: float = 0) -> list[list[tuple[int, int]]]:
    """Return the lines of a route in a small drawing: two, each to its edge, on a map of a width around which it goes.

    >>> list_ways((0, 0), (9, 4)), list_ways((240, 4), (9, 0), 1000)
    ([[(0, 0), (9, 4)]], [[(9, 0), (-5, 2)], [(240, 4), (255, 2)]])
    """
    if not width:
        return [[a, b]]
    west, east = sorted((a, b))
    middle = (a[1] + b[1]) // 2
    return [[west, (-SMALL_MARGIN, middle)], [east, (round(width * SMALL_SCALE) + SMALL_MARGIN, middle)]]


def draw_line(points: list[tuple[int, int]]) -> str:
    """Return a line through these points, as the path of a drawing.

    >>> draw_line([(0, 0), (3, 4)])
    'M0 0L3 4'
    """
    return "M" + "L".join(f"{x} {y}" for x, y in points)
