"""The text of a drawn map: the JSON of the maps that come with the game, of which nothing is believed.

What is read has its size bounded before anything is computed of it. `survey` says whether it can be played on.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from campaign.atlas import SYMBOLS
from campaign.words.i18n import N_

Data = dict[str, Any]
MAX_LENGTH = 48_000
MAX_TERRITORIES, MAX_ROUTES, MAX_REGIONS, MAX_HOMES = 60, 240, 16, 6
MAX_LANDS, MAX_POINTS = 40, 1_500
"""Coasts, those of lakes included, and their points together."""
WIDTH, HEIGHT, BONUS = (400, 2_000), (300, 1_500), (0, 20)
OUTSIDE = 30
"""Units by which a coast may leave the sheet."""
NAME_LENGTH = 24
KINDS = ("land", "sea")
REFUSED_IN_NAMES = '<>&"\\;'


class MapError(ValueError):
    """A text that is no map: a stable code, a sentence for its author, and what fills the sentence's places."""

    def __init__(self, code: str, sentence: str, **fields: object) -> None:
        self.code, self.sentence, self.fields = code, sentence, fields
        super().__init__(code)


def read(text: str) -> Data:
    """Return the map of a text, with the parts that a map has and no others. Raise MapError where it is none.

    The ids of territories and regions are those of the text: `name_ids` makes those with which a map is played on.
    """
    data = _parse(text)
    layout = _get(data, "layout", dict, {})
    size = {
        "width": _number(layout.get("width", 1_000), *WIDTH),
        "height": _number(layout.get("height", 600), *HEIGHT),
    }
    territories = [_territory(row, size) for row in _rows(data, "territories", MAX_TERRITORIES)]
    regions = [_region(row) for row in _rows(data, "regions", MAX_REGIONS)]
    routes = [_route(row) for row in _rows(data, "routes", MAX_ROUTES)]
    homes = [_id(each) for each in _list(data, "homes", MAX_HOMES)]
    found = {
        "layout": size,
        "land": _lands(data, size),
        "territories": territories,
        "regions": regions,
        "routes": routes,
        "homes": homes,
    }
    _check_ids(found)
    return found


def _parse(text: str) -> Data:
    if len(text) > MAX_LENGTH:
        raise MapError("map_too_long", N_("A map has at most %(most)s characters."), most=MAX_LENGTH)
    try:
        data = json.loads(text, parse_constant=_raise_for_constant)
    except (ValueError, RecursionError):
        raise MapError("map_unreadable", N_("This is no file of a map: it cannot be read as JSON.")) from None
    if not isinstance(data, dict):
        raise MapError("map_unreadable", N_("This is no file of a map: it cannot be read as JSON."))
    return data


def _raise_for_constant(name: str) -> None:
    raise ValueError(name)


def _get(data: Data, part: str, type_: type, default: object) -> Any:
    value = data.get(part, default)
    if not isinstance(value, type_):
        raise MapError("map_shape", N_("The part “%(part)s” of the file is not as it should be."), part=part)
    return value


def _list(data: Data, part: str, most: int) -> list[Any]:
    rows: list[Any] = _get(data, part, list, [])
    if len(rows) > most:
        sentence = N_("There is too much in the part “%(part)s”: at most %(most)s are allowed.")
        raise MapError("map_too_much", sentence, part=part, most=most)
    return rows


def _rows(data: Data, part: str, most: int) -> list[Data]:
    rows = _list(data, part, most)
    if not all(isinstance(row, dict) for row in rows):
        raise MapError("map_shape", N_("The part “%(part)s” of the file is not as it should be."), part=part)
    return rows


def _number(value: object, low: int, high: int) -> int:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and not math.isfinite(value)) or not low <= value <= high:  # type: ignore[operator]
        sentence = N_("“%(value)s” should be a number from %(low)s to %(high)s.")
        raise MapError("map_number", sentence, value=_show(value), low=low, high=high)
    return round(value)  # type: ignore[call-overload, no-any-return]


def _show(value: object) -> str:
    """Return a value as an error shows it: short, and without what cannot be printed."""
    text = value[:30] if isinstance(value, str) else json.dumps(value)[:30]
    return "".join(letter for letter in text if letter.isprintable())


def _name(value: object) -> str:
    name = " ".join(value.split()) if isinstance(value, str) else ""
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable() or set(name) & set(REFUSED_IN_NAMES):
        sentence = N_("“%(name)s” cannot be a name: it takes from 1 to %(most)s letters, digits and common signs.")
        raise MapError("map_name", sentence, name=_show(value), most=NAME_LENGTH)
    return name


def _id(value: object) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 60 or not value.isprintable():
        raise MapError("map_id", N_("“%(value)s” cannot be the id of a place."), value=_show(value))
    return value


def _territory(row: Data, size: Data) -> Data:
    card = row.get("card", "")
    return {
        "id": _id(row.get("id")),
        "name": _name(row.get("name")),
        "card": card if card in SYMBOLS else "",
        "x": _number(row.get("x"), 0, size["width"]),
        "y": _number(row.get("y"), 0, size["height"]),
    }


def _region(row: Data) -> Data:
    members = [_id(each) for each in _list(row, "territories", MAX_TERRITORIES)]
    bonus = _number(row.get("bonus"), *BONUS)
    return {"id": _id(row.get("id")), "name": _name(row.get("name")), "bonus": bonus, "territories": members}


def _route(row: Data) -> Data:
    kind = row.get("kind", "land")
    wraps = {"wraps": True} if row.get("wraps") is True else {}
    return {"a": _id(row.get("a")), "b": _id(row.get("b")), "kind": kind if kind in KINDS else "land", **wraps}


def _lands(data: Data, size: Data) -> list[list[list[list[int]]]]:
    lands = _list(data, "land", MAX_LANDS)
    if not all(isinstance(rings, list) and rings and all(isinstance(ring, list) for ring in rings) for rings in lands):
        raise MapError("map_shape", N_("The part “%(part)s” of the file is not as it should be."), part="land")
    count = sum(len(ring) for rings in lands for ring in rings)
    if sum(map(len, lands)) > MAX_LANDS or count > MAX_POINTS:
        sentence = N_("The coasts have %(count)s points; %(most)s are allowed. Simplify the outline.")
        raise MapError("map_points", sentence, count=count, most=MAX_POINTS)
    return [[[_point(point, size) for point in ring] for ring in rings] for rings in lands]


def _point(point: object, size: Data) -> list[int]:
    if not isinstance(point, list) or len(point) != 2:
        raise MapError("map_shape", N_("The part “%(part)s” of the file is not as it should be."), part="land")
    x, y = point
    return [_number(x, -OUTSIDE, size["width"] + OUTSIDE), _number(y, -OUTSIDE, size["height"] + OUTSIDE)]


def _check_ids(data: Data) -> None:
    """Raise MapError where an id stands for two things or for none."""
    ids = [each["id"] for each in data["territories"]]
    for found in (ids, [each["id"] for each in data["regions"]], data["homes"], list(_list_members(data))):
        if twice := next((each for each in found if found.count(each) > 1), None):
            raise MapError("map_twice", N_("“%(id)s” stands there twice."), id=_show(twice))
    used = {end for route in data["routes"] for end in (route["a"], route["b"])}
    if unknown := sorted((used | set(data["homes"]) | set(_list_members(data))) - set(ids)):
        raise MapError("map_unknown", N_("There is no territory “%(id)s”."), id=_show(unknown[0]))
    pairs = [tuple(sorted((route["a"], route["b"]))) for route in data["routes"]]
    if any(a == b for a, b in pairs) or len(set(pairs)) < len(pairs):
        raise MapError("map_routes", N_("A route joins two different territories, and no two routes the same ones."))


def _list_members(data: Data) -> Iterator[str]:
    return (each for region in data["regions"] for each in region["territories"])


def name_ids(data: Data) -> Data:
    """Return the map with ids that are made of names, so that orders can be read, and with a card for each territory.

    They begin with a capital, as no place of the shipped maps does, whose names are translated by their ids.
    """
    places = _make_words([each["name"] for each in data["territories"]])
    new = dict(zip([each["id"] for each in data["territories"]], places, strict=True))
    words = _make_words([each["name"] for each in data["regions"]])
    has_cards = all(each["card"] for each in data["territories"])
    return {
        "layout": data["layout"],
        "land": data["land"],
        "territories": [
            {**each, "id": new[each["id"]], "card": each["card"] if has_cards else SYMBOLS[number % len(SYMBOLS)]}
            for number, each in enumerate(data["territories"])
        ],
        "regions": [
            {**each, "id": word, "territories": [new[name] for name in each["territories"]]}
            for each, word in zip(data["regions"], words, strict=True)
        ],
        "routes": [{**each, "a": new[each["a"]], "b": new[each["b"]]} for each in data["routes"]],
        "homes": [new[each] for each in data["homes"]],
    }


def _make_words(names: list[str]) -> list[str]:
    """Return a different word for each name.

    >>> _make_words(["far dale", "Far Dale", "!"])
    ['Far_dale', 'Far_Dale', 'Place']
    """
    made: list[str] = []
    for name in names:
        word = re.sub(r"_+", "_", re.sub(r"\W", "_", name)).strip("_") or "place"
        word = word[0].upper() + word[1:]
        number, free = 1, word
        while free in made:
            number += 1
            free = f"{word}_{number}"
        made.append(free)
    return made


def write(data: Data, *, name: str = "") -> str:
    """Return the text of a map, in the form of the files that come with the game, one row a line."""
    lines = [f' "name": {_dump(name)}', f' "layout": {_dump(data["layout"])}']
    for part in ("land", "regions", "territories", "routes"):
        rows = ",\n".join(f"  {_dump(row)}" for row in data[part])
        lines.append(f' "{part}": [\n{rows}\n ]' if rows else f' "{part}": []')
    return "{\n" + ",\n".join([*lines, f' "homes": {_dump(data["homes"])}']) + "\n}\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
