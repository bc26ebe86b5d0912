"""The terms of a tournament: what is at stake and who may enter, with their checks and sentences."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from core import numbers
from core.errors import DomainError
from core.json_types import Json
from core.limits import MAX_AMOUNT
from dynasty.catalog.assets import ASSETS, REPUTATION
from dynasty.catalog.keys import KEYS
from tournaments.domain import anonymity, fate_words, negotiation, timeliness
from tournaments.domain.durations import format_duration
from tournaments.domain.point_limits import DAILY_LIMIT
from tournaments.domain.tournament_types import FATES, PAWN, TAKERS, TOURNAMENT_TYPES, Fates

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
Sentence = tuple[str, Mapping[str, object]]


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
    houses: bool | None = None
    """Whether house dynasties may enter by themselves; None: as is usual for the type, until it is announced."""
    rated: bool | None = None
    """Whether the result counts for the skill of the dynasties; None: as is usual for the type."""
    negotiation: str = negotiation.NONE
    """Who reads what the seats write to one another: a mode of tournaments.domain.negotiation."""
    anonymous: bool = False
    """Whether nobody learns who sits where before the battle is over."""
    timeliness: int = 0
    """How many of a hundred of a dynasty's latest orders must have been in time; 0: any."""
    newcomers: bool = True
    """Whether those may enter of whose timeliness nothing is known yet."""
    club: str = ""
    """The code of the club whose members alone may enter; empty: everybody."""

    def point(self, name: str) -> int:
        """Return what an event of the points table is worth here."""
        return dict(self.points).get(name, POINTS[name])


def build_error(name: str) -> DomainError:
    """Return the domain error for a part of the terms, by its name in the API."""
    error = DomainError("bad_terms", TERM_ERRORS.get(name, TERM_ERROR))
    error.details = {"name": name}
    return error


def read_basket(name: str, value: object, assets: list[str]) -> Basket:
    """Return pairs in the order of the assets, from {"gold": 100}; assets without an amount are left out."""
    if not isinstance(value, Mapping) or not set(value) <= set(assets):
        raise build_error(name)
    return tuple((asset, read_number(name, value[asset], 1, MAX_AMOUNT)) for asset in assets if value.get(asset))


def read_number(name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise build_error(name)
    return value


def read_text(name: str, value: object, most: int = 40) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise build_error(name)
    return value


def read_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise build_error(name)
    return value


def read_points(name: str, value: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, Mapping) or not set(value) <= set(POINTS):
        raise build_error(name)
    return tuple((each, read_number(name, value[each], -MAX_POINTS, MAX_POINTS)) for each in POINTS if each in value)


def read_invited(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_INVITED:
        raise build_error(name)
    return tuple(sorted({read_text(name, each, 10) for each in value}))


def read_chests(name: str, value: object) -> Chests | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or not set(value) <= {each.name for each in fields(Chests)}:
        raise build_error(name)
    chests = Chests(**{key: read_number(name, each, 0, 1_000_000) for key, each in value.items()})
    if not 1 <= chests.minimum <= chests.maximum:
        raise build_error(name)
    return chests


def read_key(name: str, value: object) -> str:
    if (key := read_text(name, value)) and key not in KEYS:
        raise build_error(name)
    return key


def read_fates(name: str, value: object) -> Fates | None:
    """Return both fates, named one by one; a type's own are not known here, so that none can be left out."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or set(value) != set(TAKERS):
        raise build_error(name)
    if any(not isinstance(each, str) or each not in FATES for each in value.values()):
        raise build_error(name)
    return Fates(**value)


def read_negotiation(name: str, value: object) -> str:
    if (mode := read_text(name, value)) not in negotiation.MODES:
        raise build_error(name)
    return mode


READERS: dict[str, Callable[[str, object], object]] = {
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
    "houses": lambda name, value: None if value is None else read_flag(name, value),
    "rated": lambda name, value: None if value is None else read_flag(name, value),
    "negotiation": read_negotiation,
    "anonymous": read_flag,
    "timeliness": lambda name, value: read_number(name, value, 0, 100),
    "newcomers": read_flag,
    "club": lambda name, value: read_text(name, value, 10),
}


def read(value: object) -> Terms:
    """Return terms from JSON, with defaults; raise DomainError (bad_terms) with the field.

    Programs, which are marked wherever they are, may enter by default unless nobody is to be known.
    """
    if not isinstance(value, Mapping):
        raise build_error("terms")
    if unknown := sorted(set(value) - set(READERS)):
        raise build_error(str(unknown[0]))
    fields: Json = {name: READERS[name](name, each) for name, each in value.items()}
    if fields.get("anonymous"):
        fields.setdefault("programs", False)
    return Terms(**fields)


def write(terms: Terms) -> dict[str, object]:
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
        raise DomainError(
            "fates_of_pawns", _("In this game no pawn captures an Emperor, so both fates must be the same.")
        )


def can_resign(type: str, terms: Terms) -> bool:
    """Return whether a player may resign."""
    return not get_fates(type, terms).bind


def can_have_house_players(type: str, terms: Terms) -> bool:
    """Return whether house players may take seats: they never capture emperors for good."""
    return TOURNAMENT_TYPES[type].allows_computers and not get_fates(type, terms).are_serious


def admits_houses(type: str, terms: Terms) -> bool:
    """Return whether house dynasties may enter: as announced, or else public tournaments of types that admit them."""
    if terms.houses is not None:
        return terms.houses
    return TOURNAMENT_TYPES[type].admits_houses and not (terms.invited or terms.link or terms.club)


def is_rated(type: str, terms: Terms) -> bool:
    """Return whether the result counts for skill: as announced, or else where something is at stake."""
    return TOURNAMENT_TYPES[type].is_serious if terms.rated is None else terms.rated


def get_default_window(round_seconds: int) -> int:
    """Return for how long a full tournament waits for bets, in seconds, where nothing else was said."""
    return 60 if round_seconds <= 60 else 600


def check(type: str, terms: Terms) -> None:
    """Raise DomainError for terms that the type of the tournament does not allow."""
    if type not in TOURNAMENT_TYPES:
        raise DomainError("unknown_type", _("There is no such type of tournament."))
    for check_part in (check_training, check_prize, check_stake, check_computers, check_options, check_anonymous):
        check_part(type, terms)
    negotiation.check(terms.negotiation, is_serious=TOURNAMENT_TYPES[type].is_serious)


def check_training(type: str, terms: Terms) -> None:
    """Raise DomainError if anything is at stake in a training."""
    if TOURNAMENT_TYPES[type].is_serious:
        return
    at_stake = terms.prize or terms.fee or terms.stake or terms.key or terms.points or terms.chests
    if at_stake or terms.betting or terms.minimum_reputation or get_fates(type, terms).are_serious:
        raise DomainError("training_is_free", _("In training nothing is at stake."))


def check_prize(type: str, terms: Terms) -> None:
    """Raise DomainError if a prize is missing, or a prize or a fee does not belong to the type."""
    kind = TOURNAMENT_TYPES[type]
    if kind.has_prize and not terms.prize:
        raise DomainError("gift_needs_prize", _("A prize tournament needs a prize."))
    if terms.fee and not kind.has_fee:
        raise DomainError("gift_is_free", _("Entering a prize tournament costs nothing."))
    if terms.prize and not kind.has_prize:
        raise DomainError("prize_is_for_gifts", _("Only prize tournaments have a prize."))


def check_stake(type: str, terms: Terms) -> None:
    """Raise DomainError if a stake is missing, or does not belong to the type."""
    kind = TOURNAMENT_TYPES[type]
    if kind.has_stake and not terms.stake:
        raise DomainError("honour_needs_stake", _("An honour tournament needs a stake."))
    if terms.stake and not kind.has_stake:
        raise DomainError("stake_is_for_honour", _("Only honour tournaments have a stake."))


def check_computers(type: str, terms: Terms) -> None:
    """Raise DomainError if computer players may not fill the free seats."""
    if not terms.fill:
        return
    if not TOURNAMENT_TYPES[type].allows_computers:
        sentence = _("Computer players take part in training and prize tournaments only.")
        raise DomainError("no_computers_here", sentence)
    if not can_have_house_players(type, terms):
        sentence = _("Computer players take free seats only where captured Emperors remain unharmed.")
        raise DomainError("fates_are_for_people", sentence)


def check_options(_type: str, terms: Terms) -> None:
    """Raise DomainError for an option without what it belongs to."""
    timeliness.check_condition(terms.timeliness, newcomers=terms.newcomers)
    if terms.giver and REPUTATION not in dict(terms.prize):
        raise DomainError("giver_gives_reputation", _("The Emperor who puts up the prize must give reputation."))
    if terms.key_consumed and not terms.key:
        raise DomainError("key_to_consume", _("There is no key that could be used up."))
    if terms.betting_window is not None and not terms.betting:
        raise DomainError("window_without_bets", _("It waits for bets only where betting is allowed."))


def check_anonymous(type: str, terms: Terms) -> None:
    """Raise DomainError where an anonymous battle would show its players."""
    if terms.anonymous:
        is_serious = TOURNAMENT_TYPES[type].is_serious
        anonymity.check(is_serious=is_serious, betting=terms.betting, programs=terms.programs)


TERM_ERROR = _("These terms are not possible for a tournament.")
TERM_ERRORS = {
    "prize": _("A prize is made of whole amounts of assets."),
    "giver": _("Choose the Emperor who gives the reputation."),
    "fee": _("A fee is made of whole amounts of assets."),
    "stake": _("The stake is a whole number of points, from 0 to 100,000."),
    "key": _("There is no such key."),
    "minimum_reputation": _("The required reputation is a whole number, from 0 to 100,000."),
    "timeliness": _("Orders in time are a whole number of a hundred, from 0 to 100."),
    "fill": _("There is no such computer player."),
    "points": _("Points are whole numbers from −1,000 to 1,000."),
    "invited": _("At most 64 dynasties are invited."),
    "chests": _("A chest holds a whole amount of gold: 1 at least, and the least is no more than the most."),
}
"""What is wrong with a part of the terms, by its name; BAD_TERM says it of all others."""

POINT_SENTENCES = {
    "won": gettext_noop("Winning: %(points)s reputation."),
    "shared": gettext_noop("Sharing a draw: %(points)s reputation."),
    "survived": gettext_noop("Surviving without winning: %(points)s reputation."),
    "emperor": gettext_noop("Each captured Emperor: %(points)s reputation."),
    "pawn": gettext_noop("Each captured pawn, up to ten: %(points)s reputation."),
    "fell": gettext_noop("Falling: %(points)s reputation."),
    "missed": gettext_noop("Each missed deadline, up to ten: %(points)s reputation."),
}
LIMIT_SENTENCE = gettext_noop(
    "In a battle without another person, these points add at most %(limit)s a day to a dynasty, and only half of them "
    "count against weak levels alone. In a tournament that the dynasty announced itself, none count then."
)
CHEST_SENTENCES = (
    gettext_noop("Every dynasty hides a chest with %(minimum)s to %(maximum)s gold, for the Emperor who finds it."),
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
WINNERS_SHARE = gettext_noop("Winners share equally; players who share a draw count as winners.")
REFUNDS = gettext_noop("If it does not take place, everything that was put up, paid, staked or bet goes back.")


def get_points_table(type: str, terms: Terms) -> dict[str, int]:
    """Return the points table as it holds for this type and these terms."""
    kind = TOURNAMENT_TYPES[type]
    rows = {name: terms.point(name) for name in POINTS if kind.is_serious}
    return {name: points for name, points in rows.items() if points > 0 or (points and kind.loses_points)}


def describe_terms(type: str, terms: Terms) -> list[Sentence]:
    """Return the terms as sentences: message ids with their fields; an `asset` is the name of one."""
    return [*describe_outcome(type, terms), *describe_entry(type, terms), *describe_points(type, terms)]


def describe_outcome(type: str, terms: Terms) -> list[Sentence]:
    """Return what is won and lost, what becomes of Emperors, and whether others bet on it."""
    return [*_describe_fates(type, terms), *_describe_ending(type, terms), *_describe_stakes(terms)]


def describe_entry(type: str, terms: Terms) -> list[Sentence]:
    """Return who may enter, and what those who fight may tell one another."""
    hidden = anonymity.SENTENCES if terms.anonymous else ()
    return [*_describe_entry(terms), *_describe_negotiation(type, terms), *((sentence, {}) for sentence in hidden)]


def describe_points(type: str, terms: Terms) -> list[Sentence]:
    """Return what a battle does to the reputation of those who fight it."""
    points = get_points_table(type, terms).items()
    sentences = [(POINT_SENTENCES[name], {"points": numbers.format_signed(worth)}) for name, worth in points]
    return [*sentences, *([(LIMIT_SENTENCE, {"limit": DAILY_LIMIT})] if points else [])]


def _describe_negotiation(type: str, terms: Terms) -> list[Sentence]:
    sentences = negotiation.describe(terms.negotiation, is_serious=TOURNAMENT_TYPES[type].is_serious)
    return [(sentence, {}) for sentence in sentences]


def _describe_fates(type: str, terms: Terms) -> list[Sentence]:
    """Return the type's sentence, and the fates where they are not its own."""
    fates = get_fates(type, terms)
    if fates == TOURNAMENT_TYPES[type].fates:
        return [(TOURNAMENT_TYPES[type].sentence, {})]
    sentences = ([fate_words.FATE_SENTENCES[fates.pawn]] if fates.pawn == fates.emperor
            else [fate_words.FATE_SENTENCES_BY_TAKER[taker][fates.by(taker).name] for taker in TAKERS])  # fmt: skip
    return [(TOURNAMENT_TYPES[type].sentence_with_other_fates, {}), *((sentence, {}) for sentence in sentences)]


def _describe_stakes(terms: Terms) -> list[Sentence]:
    sentences: list[Sentence] = [
        (gettext_noop("The winners share %(amount)s %(asset)s."), {"amount": n, "asset": asset})
        for asset, n in terms.prize
    ]
    sentences += [
        (gettext_noop("Entering costs %(amount)s %(asset)s, which the winners share."), {"amount": n, "asset": asset})
        for asset, n in terms.fee
    ]
    if terms.stake:
        sentences.append((gettext_noop("Every Emperor stakes %(stake)s reputation."), {"stake": terms.stake}))
    if terms.chests:
        words = (*CHEST_SENTENCES, *(GENEROSITY_SENTENCES if terms.chests.generosity else ()))
        sentences += [(sentence, asdict(terms.chests) if "%(" in sentence else {}) for sentence in words]
    return sentences + _describe_bets(terms)


def _describe_ending(type: str, terms: Terms) -> list[Sentence]:
    """Return whether players can resign, how winners share, and what is refunded."""
    has_pot = bool(terms.prize or terms.fee or terms.stake)
    way = RESIGNING_LOSES_STAKE if terms.stake else RESIGNING
    sentences = [way if can_resign(type, terms) else NO_RESIGNING, *([WINNERS_SHARE] if has_pot else [])]
    return [(sentence, {}) for sentence in (*sentences, *([REFUNDS] if has_pot or terms.betting else []))]


def _describe_bets(terms: Terms) -> list[Sentence]:
    if not terms.betting:
        return [(gettext_noop("There is no betting."), {})]
    sentences: list[Sentence] = [(gettext_noop("Before the start, others can bet on the outcome."), {})]
    if terms.betting_window and not terms.punctual:
        sentences.append(
            (
                gettext_noop("Once all seats are taken it waits %(time)s for bets, unless its time comes first."),
                {"time": format_duration(terms.betting_window)},
            )
        )
    return sentences


def _describe_entry(terms: Terms) -> list[Sentence]:
    conditions: list[tuple[object, Sentence]] = [
        (
            terms.minimum_reputation,
            (gettext_noop("An Emperor needs a reputation of %(least)s to enter."), {"least": terms.minimum_reputation}),
        ),
        (terms.key and not terms.key_consumed, (gettext_noop("Entering needs the key %(key)s."), {"key": terms.key})),
        (terms.key_consumed, (gettext_noop("Entering uses up the key %(key)s."), {"key": terms.key})),
        (terms.invited and not terms.link, (gettext_noop("Only dynasties that were invited can enter."), {})),
        (terms.link, (gettext_noop("Only dynasties with the private link or an invitation can enter."), {})),
        (terms.club, (gettext_noop("Only members of the club that it was announced for can enter."), {})),
        (terms.punctual, (gettext_noop("It starts on time, even if all seats are taken earlier."), {})),
        (
            terms.fill,
            (gettext_noop("Free seats are taken by computer players (%(level)s) at the start."), {"level": terms.fill}),
        ),
        (terms.houses, (gettext_noop("House dynasties, which are led by computer players, may enter."), {})),
        (not terms.programs, (gettext_noop("Programs may not enter."), {})),
        (terms.rated, (gettext_noop("The result counts for the skill rating of the dynasties."), {})),
        (terms.rated is False, (gettext_noop("The result does not count for the skill rating."), {})),
    ]
    in_time = timeliness.describe(terms.timeliness, newcomers=terms.newcomers)
    return [*(sentence for holds, sentence in conditions if holds), *in_time]
