"""What a tournament is fought for, and who may enter: data, its checks, and its words."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from dynasty.assets import ASSETS, REPUTATION
from dynasty.errors import Refused
from dynasty.keys import KEYS
from dynasty.limits import MOST_AMOUNT

TYPES = ("training", "gift", "honour", "conquer", "death")
SERIOUS = TYPES[1:]
WITH_COMPUTERS = ("training", "gift")
WITH_A_WAY_OUT = ("training", "gift", "honour")
MOST_POINTS = 1_000
MOST_INVITED = 64
MOST_REPUTATION = 100_000
STAKE = 10

POINTS = {"won": 20, "shared": 5, "survived": 2, "emperor": 10, "pawn": 1, "fell": -5, "missed": -1}
"""What a serious battle does to a reputation; see section 3 of the rules of the world."""
MOST_COUNTED = {"pawn": 10, "missed": 10}

Basket = tuple[tuple[str, int], ...]
Sentence = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Chests:
    """The variant with chests: how much gold each holds, and what the fullest one is worth."""

    minimum: int = 100
    maximum: int = 1_000
    generosity: int = 10


@dataclass(frozen=True)
class Terms:
    """What is at stake, and who may enter. Baskets are pairs of an asset and a positive amount."""

    prize: Basket = ()
    giver: str = ""
    """The emperor (its code) that gives the reputation of a dynasty's prize."""
    fee: Basket = ()
    stake: int = 0
    key: str = ""
    key_consumed: bool = False
    minimum_reputation: int = 0
    betting: bool = False
    fill: str = ""
    """The level of the computer players that take free seats at the start; empty: none do."""
    programs: bool = True
    points: tuple[tuple[str, int], ...] = ()
    """Points that differ from POINTS."""
    invited: tuple[str, ...] = ()
    """The codes of the dynasties that may enter; empty: everybody."""
    chests: Chests | None = None
    link: bool = False
    """Whether who has the private link may enter, and nobody else but those who were invited."""
    punctual: bool = False
    """Whether it starts at its time alone, and not as soon as all seats are taken."""

    def point(self, name: str) -> int:
        """What an event of the table is worth here."""
        return dict(self.points).get(name, POINTS[name])


def bad(name: str) -> Refused:
    return Refused("bad_terms", _("The terms of this tournament cannot be: %(name)s."), name=name)


def read_basket(name: str, value: Any, assets: list[str]) -> Basket:
    """Pairs in the order of the assets, from {"gold": 100}; nothing of an asset is left out."""
    if not isinstance(value, Mapping) or not set(value) <= set(assets):
        raise bad(name)
    return tuple((asset, read_number(name, value[asset], 1, MOST_AMOUNT)) for asset in assets if value.get(asset))


def read_number(name: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise bad(name)
    return value


def read_text(name: str, value: Any, most: int = 40) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise bad(name)
    return value


def read_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise bad(name)
    return value


def read_points(name: str, value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping) or not set(value) <= set(POINTS):
        raise bad(name)
    return tuple((each, read_number(name, value[each], -MOST_POINTS, MOST_POINTS)) for each in POINTS if each in value)


def read_invited(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MOST_INVITED:
        raise bad(name)
    return tuple(sorted({read_text(name, each, 10) for each in value}))


def read_chests(name: str, value: Any) -> Chests | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not set(value) <= {each.name for each in fields(Chests)}:
        raise bad(name)
    chests = Chests(**{key: read_number(name, each, 0, 1_000_000) for key, each in value.items()})
    if not 1 <= chests.minimum <= chests.maximum:
        raise bad(name)
    return chests


def read_key(name: str, value: Any) -> str:
    if (key := read_text(name, value)) and key not in KEYS:
        raise bad(name)
    return key


READERS: dict[str, Callable[[str, Any], Any]] = {
    "prize": lambda name, value: read_basket(name, value, [*ASSETS, REPUTATION]),
    "giver": lambda name, value: read_text(name, value, 10),
    "fee": lambda name, value: read_basket(name, value, list(ASSETS)),
    "stake": lambda name, value: read_number(name, value, 0, MOST_REPUTATION),
    "key": read_key,
    "key_consumed": read_flag,
    "minimum_reputation": lambda name, value: read_number(name, value, 0, MOST_REPUTATION),
    "betting": read_flag,
    "fill": lambda name, value: read_text(name, value, 24),
    "programs": read_flag,
    "points": read_points,
    "invited": read_invited,
    "chests": read_chests,
    "link": read_flag,
    "punctual": read_flag,
}


def read(value: Any) -> Terms:
    """Terms from JSON; what is missing is as the defaults say. Refuses `bad-terms` and names the field."""
    if not isinstance(value, Mapping):
        raise bad("terms")
    if unknown := sorted(set(value) - set(READERS)):
        raise bad(str(unknown[0]))
    fields: dict[str, Any] = {name: READERS[name](name, each) for name, each in value.items()}
    return Terms(**fields)


def write(terms: Terms) -> dict[str, Any]:
    """The JSON of terms, complete: read(write(terms)) == terms."""
    baskets = {name: dict(getattr(terms, name)) for name in ("prize", "fee", "points")}
    return asdict(terms) | baskets | {"invited": list(terms.invited)}


def check(type: str, terms: Terms) -> None:
    """Refuse terms that the type of the tournament does not allow."""
    for code, broken in breaches(type, terms).items():
        if broken:
            raise Refused(code, BREACHES[code])


def breaches(type: str, terms: Terms) -> dict[str, bool]:
    """Every rule about types and terms, and whether these terms break it."""
    at_stake = terms.prize or terms.fee or terms.stake or terms.key or terms.points or terms.chests
    return {
        "unknown_type": type not in TYPES,
        "training_is_free": type == "training" and bool(at_stake or terms.betting or terms.minimum_reputation),
        "gift_needs_prize": type == "gift" and not terms.prize,
        "gift_is_free": type == "gift" and bool(terms.fee),
        "prize_is_for_gifts": type != "gift" and bool(terms.prize),
        "honour_needs_stake": type == "honour" and not terms.stake,
        "stake_is_for_honour": type != "honour" and bool(terms.stake),
        "no_computers_here": type not in WITH_COMPUTERS and bool(terms.fill),
        "giver_gives_reputation": bool(terms.giver) and REPUTATION not in dict(terms.prize),
        "key_to_consume": terms.key_consumed and not terms.key,
    }


BREACHES = {
    "unknown_type": _("There is no such type of tournament."),
    "training_is_free": _("In training nothing is at stake."),
    "gift_needs_prize": _("A gift tournament needs a prize."),
    "gift_is_free": _("Entering a gift tournament costs nothing."),
    "prize_is_for_gifts": _("Only gift tournaments have a prize."),
    "honour_needs_stake": _("An honour tournament needs a stake."),
    "stake_is_for_honour": _("Only honour tournaments have a stake."),
    "no_computers_here": _("Computer players take part in training and gift tournaments only."),
    "giver_gives_reputation": _("An emperor that gives must give reputation."),
    "key_to_consume": _("There is no key that could be used up."),
}

TYPE_WORDS = {
    "training": gettext_noop("Training: nothing is at stake, and nothing of it is remembered."),
    "gift": gettext_noop("Gift: the winners share the prize, and nobody loses anything."),
    "honour": gettext_noop("Honour: every emperor stakes reputation, and the winners share it."),
    "conquer": gettext_noop("Conquest: an emperor that is taken joins the dynasty that took it, for good."),
    "death": gettext_noop("Death: an emperor that is taken dies, and its reputation goes to the one that took it."),
}
POINT_WORDS = {
    "won": gettext_noop("Winning changes reputation by %(points)s."),
    "shared": gettext_noop("Sharing a draw changes reputation by %(points)s."),
    "survived": gettext_noop("Surviving without winning changes reputation by %(points)s."),
    "emperor": gettext_noop("Each Emperor taken changes reputation by %(points)s."),
    "pawn": gettext_noop("Each pawn taken, up to ten, changes reputation by %(points)s."),
    "fell": gettext_noop("Falling changes reputation by %(points)s."),
    "missed": gettext_noop("Each missed deadline, up to ten, changes reputation by %(points)s."),
}
CHEST_WORDS = (
    gettext_noop("Every dynasty hides a chest with %(minimum)s to %(maximum)s gold, for the Emperor that finds it."),
    gettext_noop("Of those captured, the fullest earns its owner %(generosity)s reputation; the emptiest costs that."),
)


def counted_points(type: str, terms: Terms) -> dict[str, int]:
    """The table of points as it holds here: gift tournaments have no negative rows, training has none."""
    rows = {name: terms.point(name) for name in POINTS if type in SERIOUS}
    return {name: points for name, points in rows.items() if points > 0 or (points and type != "gift")}


def sentences(type: str, terms: Terms) -> list[Sentence]:
    """The terms in words: message ids and what fills them; an `asset` is the name of one."""
    return [(TYPE_WORDS[type], {}), *_stakes(terms), *_doors(terms),
            *((POINT_WORDS[name], {"points": f"{points:+d}"}) for name, points in counted_points(type, terms).items())]


def _stakes(terms: Terms) -> list[Sentence]:
    said: list[Sentence] = [(gettext_noop("The winners share %(amount)s %(asset)s."), {"amount": n, "asset": asset})
                            for asset, n in terms.prize]
    said += [(gettext_noop("Entering costs %(amount)s %(asset)s, which the winners share."),
              {"amount": n, "asset": asset}) for asset, n in terms.fee]
    if terms.stake:
        said.append((gettext_noop("Every emperor stakes %(stake)s reputation."), {"stake": terms.stake}))
    if terms.chests:
        said += [(sentence, asdict(terms.chests)) for sentence in CHEST_WORDS]
    said.append((gettext_noop("Before the start, others can bet on the outcome."), {}) if terms.betting
                else (gettext_noop("There is no betting."), {}))
    return said


def _doors(terms: Terms) -> list[Sentence]:
    conditions: list[tuple[Any, Sentence]] = [
        (terms.minimum_reputation, (gettext_noop("An emperor needs a reputation of %(least)s to enter."),
                                    {"least": terms.minimum_reputation})),
        (terms.key and not terms.key_consumed, (gettext_noop("Entering needs the key %(key)s."), {"key": terms.key})),
        (terms.key_consumed, (gettext_noop("Entering uses up the key %(key)s."), {"key": terms.key})),
        (terms.invited and not terms.link, (gettext_noop("Only dynasties that were invited can enter."), {})),
        (terms.link, (gettext_noop("Only who has the private link, or was invited, can enter."), {})),
        (terms.punctual, (gettext_noop("It starts at its time, also where all seats are taken before."), {})),
        (terms.fill, (gettext_noop("Free seats are taken by computer players (%(level)s) at the start."),
                      {"level": terms.fill})),
        (not terms.programs, (gettext_noop("Programs may not enter."), {})),
    ]
    return [sentence for holds, sentence in conditions if holds]
