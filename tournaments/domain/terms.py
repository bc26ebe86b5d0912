"""The terms of a tournament: what is at stake and who may enter, with their checks and sentences."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core import numbers
from core.errors import DomainError
from core.limits import MAX_AMOUNT
from dynasty.catalog.assets import ASSETS, REPUTATION
from dynasty.catalog.keys import KEYS
from tournaments.domain.durations import format_duration
from tournaments.domain.tournament_types import EMPEROR, FATES, PAWN, TAKERS, TOURNAMENT_TYPES, Fates

MAX_POINTS = 1_000
MAX_INVITED = 64
MAX_REPUTATION = 100_000
STAKE = 10
MAX_BETTING_WINDOW = 86_400
"""Seconds for which a full tournament can wait for bets."""

POINTS = {"won": 20, "shared": 5, "survived": 2, "emperor": 10, "pawn": 1, "fell": -5, "missed": -1}
"""What a serious battle does to a reputation; see section 3 of the rules of the world."""
MAX_COUNTED = {"pawn": 10, "missed": 10}

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
    betting_window: int | None = None
    """For how many seconds a full tournament that allows bets waits for them; None: it does not."""
    fates: Fates | None = None
    """What becomes of emperors that are taken; None: what the type says."""

    def point(self, name: str) -> int:
        """Return what an event of the points table is worth here."""
        return dict(self.points).get(name, POINTS[name])


def build_error(name: str) -> DomainError:
    """Return the domain error for a part of the terms, by its name in the API."""
    refused = DomainError("bad_terms", TERM_ERRORS.get(name, TERM_ERROR))
    refused.details = {"name": name}
    return refused


def read_basket(name: str, value: Any, assets: list[str]) -> Basket:
    """Return pairs in the order of the assets, from {"gold": 100}; assets without an amount are left out."""
    if not isinstance(value, Mapping) or not set(value) <= set(assets):
        raise build_error(name)
    return tuple((asset, read_number(name, value[asset], 1, MAX_AMOUNT)) for asset in assets if value.get(asset))


def read_number(name: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise build_error(name)
    return value


def read_text(name: str, value: Any, most: int = 40) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise build_error(name)
    return value


def read_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise build_error(name)
    return value


def read_points(name: str, value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping) or not set(value) <= set(POINTS):
        raise build_error(name)
    return tuple((each, read_number(name, value[each], -MAX_POINTS, MAX_POINTS)) for each in POINTS if each in value)


def read_invited(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_INVITED:
        raise build_error(name)
    return tuple(sorted({read_text(name, each, 10) for each in value}))


def read_chests(name: str, value: Any) -> Chests | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not set(value) <= {each.name for each in fields(Chests)}:
        raise build_error(name)
    chests = Chests(**{key: read_number(name, each, 0, 1_000_000) for key, each in value.items()})
    if not 1 <= chests.minimum <= chests.maximum:
        raise build_error(name)
    return chests


def read_key(name: str, value: Any) -> str:
    if (key := read_text(name, value)) and key not in KEYS:
        raise build_error(name)
    return key


def read_fates(name: str, value: Any) -> Fates | None:
    """Return both fates, named one by one; a type's own are not known here, so that none can be left out."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != set(TAKERS):
        raise build_error(name)
    if any(not isinstance(each, str) or each not in FATES for each in value.values()):
        raise build_error(name)
    return Fates(**value)


READERS: dict[str, Callable[[str, Any], Any]] = {
    "prize": lambda name, value: read_basket(name, value, [*ASSETS, REPUTATION]),
    "giver": lambda name, value: read_text(name, value, 10),
    "fee": lambda name, value: read_basket(name, value, list(ASSETS)),
    "stake": lambda name, value: read_number(name, value, 0, MAX_REPUTATION),
    "key": read_key,
    "key_consumed": read_flag,
    "minimum_reputation": lambda name, value: read_number(name, value, 0, MAX_REPUTATION),
    "betting": read_flag,
    "fill": lambda name, value: read_text(name, value, 24),
    "programs": read_flag,
    "points": read_points,
    "invited": read_invited,
    "chests": read_chests,
    "link": read_flag,
    "punctual": read_flag,
    "betting_window": lambda name, value: None if value is None else read_number(name, value, 0, MAX_BETTING_WINDOW),
    "fates": read_fates,
}


def read(value: Any) -> Terms:
    """Return terms from JSON, with defaults; raise DomainError (bad_terms) with the field."""
    if not isinstance(value, Mapping):
        raise build_error("terms")
    if unknown := sorted(set(value) - set(READERS)):
        raise build_error(str(unknown[0]))
    fields: dict[str, Any] = {name: READERS[name](name, each) for name, each in value.items()}
    return Terms(**fields)


def write(terms: Terms) -> dict[str, Any]:
    """Return the complete JSON of terms: read(write(terms)) == terms."""
    baskets = {name: dict(getattr(terms, name)) for name in ("prize", "fee", "points")}
    fates = terms.fates._asdict() if terms.fates else None
    return asdict(terms) | baskets | {"invited": list(terms.invited), "fates": fates}


def get_fates(type: str, terms: Terms) -> Fates:
    """Return what becomes of emperors that are taken: as announced, or else as the type says."""
    return terms.fates or TOURNAMENT_TYPES[type].fates


def check_fates(terms: Terms, takers: Collection[str]) -> None:
    """Raise DomainError where pawns have a fate of their own in a game without pawns; `takers`: of the game."""
    if terms.fates and PAWN not in takers and terms.fates.pawn != terms.fates.emperor:
        raise DomainError("fates_of_pawns", _("In this game no pawn takes an Emperor: both fates must be the same."))


def can_resign(type: str, terms: Terms) -> bool:
    """Return whether a player may resign."""
    return not get_fates(type, terms).bind


def can_have_house_players(type: str, terms: Terms) -> bool:
    """Return whether house players may take seats: they never capture emperors for good."""
    return TOURNAMENT_TYPES[type].allows_computers and not get_fates(type, terms).are_serious


def get_default_window(round_seconds: int) -> int:
    """Return for how long a full tournament waits for bets, in seconds, where nothing else was said."""
    return 60 if round_seconds <= 60 else 600


def check(type: str, terms: Terms) -> None:
    """Raise DomainError for terms that the type of the tournament does not allow."""
    if type not in TOURNAMENT_TYPES:
        raise DomainError("unknown_type", BREACH_SENTENCES["unknown_type"])
    for code, broken in find_breaches(type, terms).items():
        if broken:
            raise DomainError(code, BREACH_SENTENCES[code])


def find_breaches(type: str, terms: Terms) -> dict[str, bool]:
    """Return every rule about types and terms with whether these terms break it."""
    kind = TOURNAMENT_TYPES[type]
    at_stake = terms.prize or terms.fee or terms.stake or terms.key or terms.points or terms.chests
    for_something = bool(at_stake or terms.betting or terms.minimum_reputation or get_fates(type, terms).are_serious)
    return {
        "training_is_free": not kind.is_serious and for_something,
        "gift_needs_prize": kind.has_prize and not terms.prize,
        "gift_is_free": not kind.has_fee and bool(terms.fee),
        "prize_is_for_gifts": not kind.has_prize and bool(terms.prize),
        "honour_needs_stake": kind.has_stake and not terms.stake,
        "stake_is_for_honour": not kind.has_stake and bool(terms.stake),
        "no_computers_here": not kind.allows_computers and bool(terms.fill),
        "fates_are_for_people": bool(terms.fill) and not can_have_house_players(type, terms),
        "giver_gives_reputation": bool(terms.giver) and REPUTATION not in dict(terms.prize),
        "key_to_consume": terms.key_consumed and not terms.key,
        "window_without_bets": terms.betting_window is not None and not terms.betting,
    }


TERM_ERROR = _("The terms of this tournament cannot be like this.")
TERM_ERRORS = {
    "prize": _("A prize is made of whole amounts of assets."),
    "giver": _("The emperor that gives the reputation is not known."),
    "fee": _("A fee is made of whole amounts of assets."),
    "stake": _("The stake is a whole number of points, from 0 to 100,000."),
    "key": _("There is no such key."),
    "minimum_reputation": _("The reputation that an emperor needs is a whole number, from 0 to 100,000."),
    "fill": _("There is no such computer player."),
    "points": _("Points are whole numbers from −1,000 to 1,000."),
    "invited": _("At most 64 dynasties are invited."),
    "chests": _("A chest holds a whole amount of gold: 1 at least, and the least is no more than the most."),
}
"""What is wrong with a part of the terms, by its name; BAD_TERM says it of all others."""
BREACH_SENTENCES = {
    "unknown_type": _("There is no such type of tournament."),
    "training_is_free": _("In training nothing is at stake."),
    "gift_needs_prize": _("A prize tournament needs a prize."),
    "gift_is_free": _("Entering a prize tournament costs nothing."),
    "prize_is_for_gifts": _("Only prize tournaments have a prize."),
    "honour_needs_stake": _("An honour tournament needs a stake."),
    "stake_is_for_honour": _("Only honour tournaments have a stake."),
    "no_computers_here": _("Computer players take part in training and prize tournaments only."),
    "fates_are_for_people": _("Computer players take free seats only where emperors that are taken remain unharmed."),
    "giver_gives_reputation": _("An emperor that gives must give reputation."),
    "key_to_consume": _("There is no key that could be used up."),
    "window_without_bets": _("It waits for bets only where betting is allowed."),
}

FATE_TITLES = {
    "unharmed": gettext_noop("unharmed"),
    "robbed": gettext_noop("robbed"),
    "joins": gettext_noop("changes sides"),
    "dies": gettext_noop("dies"),
}
FATE_SENTENCES = {
    "unharmed": gettext_noop("An emperor that is taken remains unharmed."),
    "robbed": gettext_noop(
        "An emperor that is taken stays in its dynasty; its reputation goes to the emperor of the seat that took it."
    ),
    "joins": gettext_noop("An emperor that is taken joins the dynasty that took it, with its reputation, for good."),
    "dies": gettext_noop("An emperor that is taken dies; its reputation goes to the emperor of the seat that took it."),
}
FATE_SENTENCES_BY_TAKER = {
    PAWN: {
        "unharmed": gettext_noop("An emperor that a pawn takes remains unharmed."),
        "robbed": gettext_noop("An emperor that a pawn takes stays in its dynasty; its reputation goes to the emperor"
                               " of the seat that took it."),
        "joins": gettext_noop("An emperor that a pawn takes joins the dynasty that took it, with its reputation, for"
                              " good."),
        "dies": gettext_noop("An emperor that a pawn takes dies; its reputation goes to the emperor of the seat that"
                             " took it."),
    },
    EMPEROR: {
        "unharmed": gettext_noop("An emperor that an Emperor takes remains unharmed."),
        "robbed": gettext_noop("An emperor that an Emperor takes stays in its dynasty; its reputation goes to the"
                               " one that took it."),
        "joins": gettext_noop("An emperor that an Emperor takes joins the dynasty that took it, with its reputation,"
                              " for good."),
        "dies": gettext_noop("An emperor that an Emperor takes dies; its reputation goes to the one that took it."),
    },
}  # fmt: skip
POINT_SENTENCES = {
    "won": gettext_noop("Winning changes reputation by %(points)s."),
    "shared": gettext_noop("Sharing a draw changes reputation by %(points)s."),
    "survived": gettext_noop("Surviving without winning changes reputation by %(points)s."),
    "emperor": gettext_noop("Each Emperor taken changes reputation by %(points)s."),
    "pawn": gettext_noop("Each pawn taken, up to ten, changes reputation by %(points)s."),
    "fell": gettext_noop("Falling changes reputation by %(points)s."),
    "missed": gettext_noop("Each missed deadline, up to ten, changes reputation by %(points)s."),
}
CHEST_SENTENCES = (
    gettext_noop("Every dynasty hides a chest with %(minimum)s to %(maximum)s gold, for the Emperor that finds it."),
    gettext_noop("A chest that nobody captures goes back to its owner, and its content stays a secret."),
)
GENEROSITY_SENTENCES = (
    gettext_noop("Of those captured, the fullest earns its owner %(generosity)s reputation; the emptiest costs that."),
    gettext_noop(
        "A tie for the fullest or for the emptiest chest cancels that gain or that loss; if only one chest is "
        "captured, there is neither."
    ),
)
NO_RESIGNING = gettext_noop("Nobody can resign: whoever enters fights until their Emperor falls or the battle is over.")
RESIGNING = gettext_noop("Players can resign: their Emperor leaves the board unharmed.")
RESIGNING_LOSES_STAKE = gettext_noop("Players can resign: their Emperor leaves the board unharmed, and the "
    "stake is lost.")  # fmt: skip
WINNERS_SHARE = gettext_noop("Winners share equally. All who share a draw count as winners for that.")
REFUNDS = gettext_noop("If it does not take place, everything that was put up, paid, staked or bet goes back.")


def get_points_table(type: str, terms: Terms) -> dict[str, int]:
    """Return the points table as it holds for this type and these terms."""
    kind = TOURNAMENT_TYPES[type]
    rows = {name: terms.point(name) for name in POINTS if kind.is_serious}
    return {name: points for name, points in rows.items() if points > 0 or (points and kind.loses_points)}


def describe_terms(type: str, terms: Terms) -> list[Sentence]:
    """Return the terms as sentences: message ids with their fields; an `asset` is the name of one."""
    points = get_points_table(type, terms).items()
    return [
        *_describe_fates(type, terms),
        *_describe_ending(type, terms),
        *_describe_stakes(terms),
        *_describe_entry(terms),
        *((POINT_SENTENCES[name], {"points": numbers.format_signed(worth)}) for name, worth in points),
    ]


def _describe_fates(type: str, terms: Terms) -> list[Sentence]:
    """Return the type's sentence, and the fates where they are not its own."""
    fates = get_fates(type, terms)
    if fates == TOURNAMENT_TYPES[type].fates:
        return [(TOURNAMENT_TYPES[type].sentence, {})]
    said = ([FATE_SENTENCES[fates.pawn]] if fates.pawn == fates.emperor
            else [FATE_SENTENCES_BY_TAKER[taker][fates.by(taker).name] for taker in TAKERS])  # fmt: skip
    return [(TOURNAMENT_TYPES[type].sentence_with_other_fates, {}), *((sentence, {}) for sentence in said)]


def _describe_stakes(terms: Terms) -> list[Sentence]:
    said: list[Sentence] = [
        (gettext_noop("The winners share %(amount)s %(asset)s."), {"amount": n, "asset": asset})
        for asset, n in terms.prize
    ]
    said += [
        (gettext_noop("Entering costs %(amount)s %(asset)s, which the winners share."), {"amount": n, "asset": asset})
        for asset, n in terms.fee
    ]
    if terms.stake:
        said.append((gettext_noop("Every emperor stakes %(stake)s reputation."), {"stake": terms.stake}))
    if terms.chests:
        words = (*CHEST_SENTENCES, *(GENEROSITY_SENTENCES if terms.chests.generosity else ()))
        said += [(sentence, asdict(terms.chests) if "%(" in sentence else {}) for sentence in words]
    return said + _describe_bets(terms)


def _describe_ending(type: str, terms: Terms) -> list[Sentence]:
    """Return whether players can resign, how winners share, and what is refunded."""
    has_pot = bool(terms.prize or terms.fee or terms.stake)
    way = RESIGNING_LOSES_STAKE if terms.stake else RESIGNING
    said = [way if can_resign(type, terms) else NO_RESIGNING, *([WINNERS_SHARE] if has_pot else [])]
    return [(sentence, {}) for sentence in (*said, *([REFUNDS] if has_pot or terms.betting else []))]


def _describe_bets(terms: Terms) -> list[Sentence]:
    if not terms.betting:
        return [(gettext_noop("There is no betting."), {})]
    said: list[Sentence] = [(gettext_noop("Before the start, others can bet on the outcome."), {})]
    if terms.betting_window and not terms.punctual:
        said.append((gettext_noop("Once all seats are taken it waits %(time)s for bets, unless its time comes first."),
                     {"time": format_duration(terms.betting_window)}))  # fmt: skip
    return said


def _describe_entry(terms: Terms) -> list[Sentence]:
    conditions: list[tuple[Any, Sentence]] = [
        (
            terms.minimum_reputation,
            (gettext_noop("An emperor needs a reputation of %(least)s to enter."), {"least": terms.minimum_reputation}),
        ),
        (terms.key and not terms.key_consumed, (gettext_noop("Entering needs the key %(key)s."), {"key": terms.key})),
        (terms.key_consumed, (gettext_noop("Entering uses up the key %(key)s."), {"key": terms.key})),
        (terms.invited and not terms.link, (gettext_noop("Only dynasties that were invited can enter."), {})),
        (terms.link, (gettext_noop("Only dynasties with the private link or an invitation can enter."), {})),
        (terms.punctual, (gettext_noop("It starts at its time, also where all seats are taken before."), {})),
        (
            terms.fill,
            (gettext_noop("Free seats are taken by computer players (%(level)s) at the start."), {"level": terms.fill}),
        ),
        (not terms.programs, (gettext_noop("Programs may not enter."), {})),
    ]
    return [sentence for holds, sentence in conditions if holds]
