"""The page of an announced tournament: its rules in words, seats, pools, and what the reader can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dynasty.catalog import assets
from dynasty.models import Emperor
from dynasty.selectors import dynasties
from dynasty.selectors.wealth import Holding, list_holdings
from tournaments.domain import seat_counts, terms
from tournaments.forms.orders import BetForm
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles, bets, chests, contract, hosting, time_descriptions


@dataclass(frozen=True)
class Place:
    """A seat and its entry."""

    letter: str
    entry: Entry | None


@dataclass(frozen=True)
class Share:
    """The bets on one seat in a pool, also in whole percent, and what one unit would return."""

    letter: str
    name: str
    amount: int
    percent: int
    odds: float | None


@dataclass(frozen=True)
class Pool:
    """All bets on a battle in one asset."""

    asset: str
    name: str
    total: int
    shares: list[Share]


@dataclass(frozen=True)
class BetRow:
    """One of the reader's own bets."""

    bet: Bet
    on: str
    asset: str


def build_context(seen: BattleContext) -> dict[str, Any]:
    """Return the context of the page of a tournament that has not started."""
    tournament, places = seen.tournament, list_places(seen)
    return {
        "seen": seen,
        "tournament": tournament,
        "position": seen.game.view(battles.get_state(tournament, None)),
        "seats": [{"seat": letter, "emperor": seen.names[letter]} for letter in seen.entries],
        "field": [_(words) for words in seen.game.field_words(tournament.field)],
        "preset": describe_preset(seen),
        "conditions": list_conditions(seen),
        "rules": seen.tell(seen.game.rule_words(tournament.rules)),
        "rule_text": seen.game.rule_text(tournament.rules),
        "places": places,
        "free": [place.letter for place in places if place.entry is None],
        **build_organisation(seen),
        "pools": list_pools(seen),
        "begins_at": get_start(seen),
        **build_possibilities(seen),
    }


def build_organisation(seen: BattleContext) -> dict[str, Any]:
    """Return what the organiser did and can do, and the waiting list of a full tournament."""
    full = len(seen.entries) >= seen.tournament.seats
    waiting = hosting.list_waiting(seen.tournament) if full and seen.terms.punctual else []
    own = seen.dynasty is not None and seen.tournament.organiser_id == seen.dynasty.pk
    private = bool(seen.terms.invited or seen.terms.link)
    return {
        "acts": hosting.list_acts(seen.tournament) if seen.tournament.organiser_id else [],
        "line": waiting,
        "in_line": next((each for each in waiting if seen.dynasty and each.dynasty_id == seen.dynasty.pk), None),
        "hosts": own and seen.tournament.status == Tournament.Status.ANNOUNCED,
        "private": private,
        "guests": hosting.list_invited(seen.tournament) if private and own else [],
    }


def list_pools(seen: BattleContext) -> list[Pool]:
    """Return the pools of a battle, each with a share for every seat that can be bet on."""
    found = bets.get_pools(seen.tournament) if seen.terms.betting else {}
    seats = [place.letter for place in list_places(seen)] if seen.tournament.started_at is None else list(seen.entries)
    return [
        Pool(asset, assets.get_name(asset), pool["total"], [build_share(seen, letter, pool) for letter in seats])
        for asset, pool in found.items()
    ]


def build_share(seen: BattleContext, letter: str, pool: dict[str, Any]) -> Share:
    """Return the share of a seat in a pool."""
    own = pool["seats"].get(letter, {"amount": 0, "odds": None})
    return Share(
        letter, format_seat(seen, letter), own["amount"], round(100 * own["amount"] / pool["total"]), own["odds"]
    )


def format_seat(seen: BattleContext, letter: str) -> str:
    """Return the Emperor on a seat, or that the seat is still open."""
    return seen.names.get(letter) or _("Seat %(seat)s, still open") % {"seat": letter.upper()}


def get_start(seen: BattleContext) -> datetime:
    """Return when the tournament starts as things are: a full one starts after its betting window."""
    full = len(seen.entries) >= seen.tournament.seats
    last = max((entry.entered_at for entry in seen.entries.values()), default=None)
    return bets.calculate_start(seen.tournament, last) if full else seen.tournament.starts_at


@dataclass(frozen=True)
class Slip:
    """What a bet would return, before it is placed."""

    seat: str
    on: str
    asset: str
    amount: int
    mine: int
    """With what the reader has on this seat already."""
    returns: int
    rest: int | None
    """How much a newcomer can still bet of this asset, where that is less."""


def build_slip(seen: BattleContext, sent: Mapping[str, str]) -> Slip | None:
    """Return the slip for the chosen bet; None where no such bet could be placed."""
    form = BetForm({name: sent.get(name, "") for name in ("seat", "asset", "amount")})
    if not form.is_valid() or form.cleaned_data["seat"] not in {place.letter for place in list_places(seen)}:
        return None
    seat, asset, amount = (form.cleaned_data[name] for name in ("seat", "asset", "amount"))
    mine, returns = bets.estimate_return(seen.tournament, seen.dynasty, seat, asset, amount)
    rest = bets.get_newcomer_rest(seen.tournament, seen.dynasty, asset) if seen.dynasty else None
    return Slip(
        seat,
        format_seat(seen, seat),
        asset,
        amount,
        mine,
        returns,
        rest if rest is not None and amount > rest else None,
    )


def list_bet_rows(seen: BattleContext) -> list[BetRow]:
    """Return the reader's own bets on this battle."""
    if seen.dynasty is None or seen.own or not seen.terms.betting:
        return []
    return [
        BetRow(bet, format_seat(seen, bet.seat), assets.get_name(bet.asset))
        for bet in bets.list_own_bets(seen.tournament, seen.dynasty)
    ]


def list_places(seen: BattleContext) -> list[Place]:
    """Return every seat with its entry."""
    letters = seen.game.seats_of(seen.tournament.field)[: seen.tournament.seats]
    return [Place(letter, seen.entries.get(letter)) for letter in letters]


def list_conditions(seen: BattleContext) -> list[str]:
    """Return in words what is at stake, who may enter, and how the time runs."""
    found = terms.describe_terms(seen.tournament.type, seen.terms)
    return [*map(contract.format_sentence, found), *describe_times(seen.tournament)]


def describe_times(tournament: Tournament) -> list[str]:
    """Return in words how long a round lasts, and how many seats it takes."""
    least = ngettext(
        "It takes place if %(least)s seat is taken.",
        "It takes place if %(least)s seats are taken.",
        tournament.least_seats,
    ) % {"least": tournament.least_seats}
    houses = seat_counts.get_house_threshold(tournament)
    added = _("Where fewer than %(seats)s take part, the site adds house players.") % {"seats": houses}
    return [*time_descriptions.describe_times(tournament), least, *([added] if houses else [])]


def describe_preset(seen: BattleContext) -> list[str]:
    """Return title and sentence of the named ruleset, whatever its limits; empty where it has no name."""

    def without_limits(rules: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in rules.items() if name not in ("max_rounds", "quiet_rounds")}

    rules = without_limits(seen.tournament.rules)
    named = (words for *words, each in seen.game.presets().values() if without_limits(each) == rules)
    return [_(words) for words in next(named, [])]


def build_possibilities(seen: BattleContext) -> dict[str, Any]:
    """Return what the reader can do, or why not: `door` is a word for entering, `booth` one for betting."""
    presence = get_presence(seen) if seen.terms.betting else None
    at_court = list_emperors_at_court(seen) if seen.dynasty and not presence and not seen.own else []
    return {
        "door": find_entry_barrier(seen, presence, at_court),
        "booth": find_betting_barrier(seen, presence, at_court),
        "at_court": at_court,
        "presence": presence,
        "own_bets": list_bet_rows(seen) if presence else [],
        "own_chest": chests.get_own_content(seen.tournament, seen.own),
        "purse": list_wealth(seen) if seen.dynasty and seen.terms.betting else [],
    }


def get_presence(seen: BattleContext) -> Presence | None:
    """Return how the reader's dynasty is present here, as player or bettor; None if it is not."""
    there = Presence.objects.filter(tournament=seen.tournament, dynasty=seen.dynasty)
    return there.select_related("emperor").first() if seen.dynasty else None


def list_emperors_at_court(seen: BattleContext) -> list[Emperor]:
    """Return the reader's emperors that could go, each with its reputation. The reader has a dynasty."""
    assert seen.dynasty is not None
    found = [each for each in dynasties.list_living(seen.dynasty) if dynasties.get_state(each) == "at_court"]
    full = len(seen.entries) >= seen.tournament.seats
    reputations = {} if full else dynasties.get_reputations([each.pk for each in found])
    for emperor in found:
        emperor.points = reputations.get(emperor.pk, 0)  # type: ignore[attr-defined]
    return found


def list_wealth(seen: BattleContext) -> list[Holding]:
    """Return what the reader could bet or put into a chest. The reader has a dynasty."""
    assert seen.dynasty is not None
    return [held for held in list_holdings(seen.dynasty) if held.amount and held.asset in assets.ASSETS]


def find_entry_barrier(seen: BattleContext, presence: Presence | None, at_court: list[Emperor]) -> str:
    """Return the first reason why the reader cannot enter; `open` if there is none."""
    tournament, now = seen.tournament, seen.now
    hindrances = {
        "cancelled": tournament.status == Tournament.Status.CANCELLED,
        "over": now >= tournament.starts_at,
        "inside": seen.own is not None,
        "bettor": presence is not None,
        "full": len(seen.entries) >= tournament.seats,
        "nobody": seen.dynasty is None,
        "uninvited": len(seen.entries) < tournament.seats and not is_admitted(seen),
        "closed": now < tournament.opens_at,
        "empty_court": not at_court,
    }
    return next((word for word, holds in hindrances.items() if holds), "open")


def is_admitted(seen: BattleContext) -> bool:
    """Return whether the invitations admit the reader's dynasty."""
    return seen.dynasty is None or hosting.is_admitted(seen.tournament, seen.terms, seen.dynasty)


def find_betting_barrier(seen: BattleContext, presence: Presence | None, at_court: list[Emperor]) -> str:
    """Return the first reason why the reader cannot bet; `open` if there is none."""
    hindrances = {
        "none": not seen.terms.betting,
        "over": seen.tournament.status != Tournament.Status.ANNOUNCED or seen.now >= seen.tournament.starts_at,
        "player": presence is not None and presence.role == Presence.Role.PLAYER,
        "nobody": seen.dynasty is None,
        "empty_court": presence is None and not at_court,
    }
    return next((word for word, holds in hindrances.items() if holds), "open")
