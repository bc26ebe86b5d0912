"""An order as a value, read from its JSON form or its text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaign.atlas import Map
from campaign.errors import OrderError
from campaign.words import text

JSON = dict[str, Any]
LEAVING = ("resign", "flip")
# Numbers of more digits than this are not numbers of armies.
WORDS, NUMBERS = {"at", "from", "to", "on", "seat"}, {"armies", "dice", "until", "advance", "rounds"}
TERRITORIES = ("at", "from", "to", "on")


@dataclass(frozen=True)
class Shape:
    """The fields that an order must and may have."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


AT, AMOUNT, STEP = Shape(("at",)), Shape(("at", "armies")), Shape(("from", "to", "armies"))
BARE, TRUCE = Shape(), Shape(("seat", "rounds"))
UNITS, UNIT_STEP = Shape(AMOUNT.needs, ("unit",)), Shape(STEP.needs, ("unit",))

IN_TURNS: dict[str, Shape] = {
    "claim": AT,
    "capital": AT,
    "place": AMOUNT,
    "trade": Shape(("cards",), ("on",)),
    "attack": Shape(("from", "to"), ("dice", "until", "advance")),
    "defend": Shape(("dice",)),
    "occupy": Shape(("armies",)),
    "fortify": STEP,
    "truce": TRUCE,
    "done": BARE,
}
SIMULTANEOUS: dict[str, Shape] = {
    "reinforce": UNITS,
    "colonize": UNITS,
    "trade": Shape(("cards",)),
    "move": UNIT_STEP,
    "attack": UNIT_STEP,
    "truce": TRUCE,
    "nop": BARE,
}
SKIRMISH: dict[str, Shape] = {
    "place": AMOUNT,
    "build": AMOUNT,
    "guard": AT,
    "move": STEP,
    "attack": STEP,
    "truce": TRUCE,
    "nop": BARE,
}


@dataclass(frozen=True)
class Order:
    """What a seat asks. Which fields count depends on `do`; `json` is the order as it was given."""

    do: str
    at: str = ""
    origin: str = ""
    target: str = ""
    armies: int = 0
    dice: int | None = None
    until: int | None = None
    advance: int | None = None
    cards: tuple[str, ...] = ()
    on: str | None = None
    partner: str = ""
    rounds: int = 0
    unit: str = ""

    def json(self) -> JSON:
        """Return the JSON form.

        >>> Order("place", at="gate", armies=3).json()
        {'do': 'place', 'at': 'gate', 'armies': 3}
        """
        plain: JSON = {"do": self.do, "at": self.at, "from": self.origin, "to": self.target}
        plain |= {"armies": self.armies if (self.do, "armies") in _COUNTED else None}
        plain |= {"dice": self.dice, "until": self.until, "advance": self.advance}
        plain |= {"cards": list(self.cards), "on": self.on, "seat": self.partner, "rounds": self.rounds or None}
        plain |= {"unit": self.unit}
        return {name: value for name, value in plain.items() if value not in (None, "", [])}


_COUNTED = {
    (verb, field)
    for shapes in (IN_TURNS, SIMULTANEOUS, SKIRMISH)
    for verb, shape in shapes.items()
    for field in shape.needs
}


def data_of(submission: object) -> Mapping[str, Any]:
    """Return the JSON form of one order given as JSON or as text.

    >>> data_of("place gate 3")
    {'do': 'place', 'at': 'gate', 'armies': 3}
    """
    if isinstance(submission, str):
        return text.read(submission)
    return submission if isinstance(submission, Mapping) else {}


def spell(data: JSON, map: Map) -> JSON:
    """Return an order with its territories and cards as the map spells them, in whatever case they were written.

    >>> from campaign.atlas import find
    >>> spell({"do": "trade", "cards": ["Ash", "GATE", "Wild1"], "on": "Nowhere"}, find("seven"))
    {'do': 'trade', 'cards': ['ash', 'gate', 'wild1'], 'on': 'Nowhere'}
    """
    named = {name: map.spell(data[name]) for name in TERRITORIES if isinstance(data.get(name), str)}
    cards = {"cards": [map.spell(card) for card in data["cards"]]} if isinstance(data.get("cards"), list) else {}
    return data | named | cards


def verb_of(data: Mapping[str, Any]) -> str:
    """Return what an order wants done, or nothing if it does not say.

    >>> verb_of({"do": "done"})
    'done'
    """
    verb = data.get("do")
    return verb if isinstance(verb, str) else ""


def read(data: Mapping[str, Any], shape: Shape, map: Map) -> Order:
    """Return the order, or refuse it for its fields or for a territory that is not on the map."""
    fields = {name: value for name, value in data.items() if name != "do"}
    if not set(shape.needs) <= set(fields) <= {*shape.needs, *shape.may}:
        raise OrderError("bad_field")
    if not all(_fits(name, value) for name, value in fields.items()):
        raise OrderError("bad_field")
    if any(fields[name] not in map.place for name in TERRITORIES if name in fields):
        raise OrderError("unknown_territory")
    return _order(str(data["do"]), fields)


def _fits(name: str, value: object) -> bool:
    if name in NUMBERS:
        return type(value) is int
    if name == "cards":
        return isinstance(value, list | tuple) and all(isinstance(card, str) for card in value)
    return isinstance(value, str)


def _order(verb: str, parts: Mapping[str, Any]) -> Order:
    renamed = {"from": "origin", "to": "target", "seat": "partner"}
    fields = {renamed.get(name, name): value for name, value in parts.items()}
    if "cards" in fields:
        fields["cards"] = tuple(fields["cards"])
    return Order(verb, **fields)
