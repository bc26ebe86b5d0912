"""The page of an announced tournament: its rules in words, seats, pools, and what the reader can do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import format_facts
from core.sentences import fill
from dynasty.catalog import assets
from dynasty.charts import spark
from dynasty.charts.spark import Spark
from dynasty.models import Emperor
from dynasty.selectors import dynasties
from dynasty.selectors.wealth import Holding, list_holdings
from tournaments.domain import games, seat_counts, terms
from tournaments.forms.orders import BetForm
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.presenters import chances, point_limits, skill
from tournaments.presenters.context import BattleContext
from tournaments.presenters.occasions import build_occasion
from tournaments.selectors import battles, bets, chests, contract, hosting, odds_history, time_descriptions, timeliness
from tournaments.selectors.clubs import reserved
from tournaments.selectors.odds_history import Moment


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
    line: Spark | None = None
    """How its share of the pool changed."""
    course: str = ""
    """The same in words."""


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


def build_context(battle: BattleContext) -> dict[str, object]:
    """Return the context of the page of a tournament that has not started."""
    tournament, places = battle.tournament, list_places(battle)
    return {
        "battle": battle,
        "occasion": build_occasion(battle),
        "tournament": tournament,
        "position": battle.game.view(battles.get_state(tournament, None)),
        "seats": [{"seat": letter, "emperor": battle.names[letter]} for letter in battle.entries],
        "field": [_(words) for words in battle.game.field_words(tournament.field)],
        "preset": describe_preset(battle),
        "conditions": group_conditions(battle),
        "rules": battle.format_sentences(battle.game.rule_words(tournament.rules)),
        "rule_text": battle.game.rule_text(tournament.rules),
        "places": places,
        "free": [place.letter for place in places if place.entry is None],
        "starts_at_once": will_start_at_once(battle),
        **build_organisation(battle),
        "pools": list_pools(battle, history=True),
        "chances": chances.estimate(tournament, list(battle.seated.values())),
        "begins_at": get_start(battle),
        **build_possibilities(battle),
        "skill_at_stake": skill.list_at_stake(battle),
        "point_limits": point_limits.describe_for(tournament, battle.seated.values(), battle.dynasty, battle.now),
    }


def will_start_at_once(battle: BattleContext) -> bool:
    """Return whether the tournament starts as soon as its last free seat is taken, without waiting for bets."""
    is_last = len(battle.entries) == battle.tournament.seats - 1
    return is_last and not battle.terms.punctual and bets.calculate_start(battle.tournament, battle.now) <= battle.now


def build_organisation(battle: BattleContext) -> dict[str, object]:
    """Return what the organiser did and can do, and the waiting list of a full tournament."""
    full = len(battle.entries) >= battle.tournament.seats
    waiting = hosting.list_waiting(battle.tournament) if full and battle.terms.punctual else []
    own = battle.dynasty is not None and battle.tournament.organiser_id == battle.dynasty.pk
    private = bool(battle.terms.invited or battle.terms.link)
    is_over = battle.tournament.status == Tournament.Status.CANCELLED
    acts = hosting.list_acts(battle.tournament) if battle.tournament.organiser_id or is_over else []
    return {
        "acts": acts,
        "cancelled_because": format_facts(hosting.get_cancellation_facts(battle.tournament)) if is_over else "",
        "line": waiting,
        "in_line": next((each for each in waiting if battle.dynasty and each.dynasty_id == battle.dynasty.pk), None),
        "hosts": own and battle.tournament.status == Tournament.Status.ANNOUNCED,
        "private": private,
        "guests": hosting.list_invited(battle.tournament) if private and own else [],
    }


def list_pools(battle: BattleContext, *, history: bool = False) -> list[Pool]:
    """Return the pools of a battle, each with a share for every seat that can be bet on; with `history`, with lines."""
    found = bets.get_pools(battle.tournament) if battle.terms.betting else {}
    moments = odds_history.list_moments(battle.tournament) if history and found else {}
    seats = (
        [place.letter for place in list_places(battle)]
        if battle.tournament.started_at is None
        else list(battle.entries)
    )
    return [
        Pool(
            asset,
            assets.get_name(asset),
            pool["total"],
            [build_share(battle, letter, pool, moments.get(asset, [])) for letter in seats],
        )
        for asset, pool in found.items()
    ]


def build_share(battle: BattleContext, letter: str, pool: bets.AssetPool, moments: Sequence[Moment]) -> Share:
    """Return the share of a seat in a pool."""
    own = pool["seats"].get(letter)
    amount = own["amount"] if own else 0
    return Share(
        letter,
        format_seat(battle, letter),
        amount,
        round(100 * amount / pool["total"]),
        own["odds"] if own else None,
        spark.draw([(each.at, each.get_share(letter)) for each in moments], battle.now),
        describe_course([odds for each in moments if (odds := each.get_odds(letter))]),
    )


def describe_course(odds: Sequence[float]) -> str:
    """Return how the odds on a seat changed, in words; empty where they never did."""
    if len(set(odds)) < 2:
        return ""
    shown = (number_format(each, 2) for each in (odds[0], min(odds), max(odds), odds[-1]))
    values = dict(zip(("first", "least", "most", "last"), shown, strict=True))
    return fill(_("Odds: ×%(first)s at first, between ×%(least)s and ×%(most)s, now ×%(last)s"), values)


def format_seat(battle: BattleContext, letter: str) -> str:
    """Return the Emperor on a seat, or that the seat is still open."""
    return battle.names.get(letter) or fill(_("Seat %(seat)s, still open"), {"seat": letter.upper()})


def get_start(battle: BattleContext) -> datetime:
    """Return when the tournament starts as things are: a full one starts after its betting window."""
    full = len(battle.entries) >= battle.tournament.seats
    last = max((entry.entered_at for entry in battle.entries.values()), default=None)
    return bets.calculate_start(battle.tournament, last) if full else battle.tournament.starts_at


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


def build_slip(battle: BattleContext, sent: Mapping[str, str]) -> Slip | None:
    """Return the slip for the chosen bet; None where no such bet could be placed."""
    form = BetForm({name: sent.get(name, "") for name in ("seat", "asset", "amount")})
    if not form.is_valid() or form.cleaned_data["seat"] not in {place.letter for place in list_places(battle)}:
        return None
    seat, asset, amount = (form.cleaned_data[name] for name in ("seat", "asset", "amount"))
    mine, returns = bets.estimate_return(battle.tournament, battle.dynasty, seat, asset, amount)
    rest = bets.get_newcomer_rest(battle.tournament, battle.dynasty, asset) if battle.dynasty else None
    return Slip(
        seat,
        format_seat(battle, seat),
        asset,
        amount,
        mine,
        returns,
        rest if rest is not None and amount > rest else None,
    )


def list_bet_rows(battle: BattleContext) -> list[BetRow]:
    """Return the reader's own bets on this battle."""
    if battle.dynasty is None or battle.own or not battle.terms.betting:
        return []
    return [
        BetRow(bet, format_seat(battle, bet.seat), assets.get_name(bet.asset))
        for bet in bets.list_own_bets(battle.tournament, battle.dynasty)
    ]


def list_places(battle: BattleContext) -> list[Place]:
    """Return every seat with its entry."""
    letters = battle.game.seats_of(battle.tournament.field)[: battle.tournament.seats]
    return [Place(letter, battle.entries.get(letter)) for letter in letters]


def list_conditions(battle: BattleContext) -> list[str]:
    """Return in words what is at stake, who may enter, and how the time runs."""
    found = terms.describe_terms(battle.tournament.type, battle.terms)
    return [*map(contract.format_sentence, found), *describe_times(battle.tournament)]


def group_conditions(battle: BattleContext) -> dict[str, list[str]]:
    """Return the conditions by what they are about: the outcome, reputation, who may enter, and the time."""
    sentences = contract.group_terms(battle.tournament.type, battle.terms)
    return sentences | {"times": describe_times(battle.tournament)}


def describe_times(tournament: Tournament) -> list[str]:
    """Return in words how long a round lasts, and how many seats it takes."""
    least = fill(
        ngettext(
            "It takes place if %(least)s seat is taken.",
            "It takes place if %(least)s seats are taken.",
            tournament.least_seats,
        ),
        {"least": tournament.least_seats},
    )
    houses = seat_counts.get_house_threshold(tournament)
    added = fill(_("If fewer than %(seats)s take part, the site adds house players."), {"seats": houses})
    return [*time_descriptions.describe_times(tournament), least, *([added] if houses else [])]


def describe_preset(battle: BattleContext) -> list[str]:
    """Return title and sentence of the named ruleset, whatever its limits; empty where it has no name."""
    name = games.find_preset(battle.game, battle.tournament.rules)
    return [_(words) for words in battle.game.presets()[name][:2]] if name else []


def build_possibilities(battle: BattleContext) -> dict[str, object]:
    """Return what the reader can do, or why not; `entry_state` and `betting_state` are one word each."""
    presence = get_presence(battle) if battle.terms.betting else None
    at_court = list_emperors_at_court(battle) if battle.dynasty and not presence and not battle.own else []
    untimely = timeliness.find_objection(battle.terms, battle.dynasty)
    untimely = untimely or reserved.find_objection(battle.terms, battle.dynasty)
    return {
        "entry_state": find_entry_barrier(battle, presence, at_court, untimely),
        "untimely": untimely,
        "betting_state": find_betting_barrier(battle, presence, at_court),
        "at_court": at_court,
        "presence": presence,
        "own_bets": list_bet_rows(battle) if presence else [],
        "own_chest": chests.get_own_content(battle.tournament, battle.own),
        "purse": list_wealth(battle) if battle.dynasty and battle.terms.betting else [],
    }


def get_presence(battle: BattleContext) -> Presence | None:
    """Return how the reader's dynasty is present here, as player or bettor; None if it is not."""
    there = Presence.objects.filter(tournament=battle.tournament, dynasty=battle.dynasty)
    return there.select_related("emperor").first() if battle.dynasty else None


def list_emperors_at_court(battle: BattleContext) -> list[Emperor]:
    """Return the reader's emperors that could go, each with its reputation. The reader has a dynasty."""
    assert battle.dynasty is not None
    found = [each for each in dynasties.fetch_living(battle.dynasty) if dynasties.get_state(each) == "at_court"]
    full = len(battle.entries) >= battle.tournament.seats
    reputations = {} if full else dynasties.get_reputations([each.pk for each in found])
    for emperor in found:
        emperor.points = reputations.get(emperor.pk, 0)  # type: ignore[attr-defined]
    return found


def list_wealth(battle: BattleContext) -> list[Holding]:
    """Return what the reader could bet or put into a chest. The reader has a dynasty."""
    assert battle.dynasty is not None
    return [holding for holding in list_holdings(battle.dynasty) if holding.amount and holding.asset in assets.ASSETS]


def find_entry_barrier(battle: BattleContext, presence: Presence | None, at_court: list[Emperor], untimely: str) -> str:
    """Return the first reason why the reader cannot enter; `open` if there is none.

    `untimely`: why its dynasty gave too few orders in time, or is no member of the club.
    """
    tournament, now = battle.tournament, battle.now
    hindrances = {
        "cancelled": tournament.status == Tournament.Status.CANCELLED,
        "over": now >= tournament.starts_at,
        "inside": battle.own is not None,
        "bettor": presence is not None,
        "full": len(battle.entries) >= tournament.seats,
        "nobody": battle.dynasty is None,
        "uninvited": len(battle.entries) < tournament.seats and not is_admitted(battle),
        "untimely": bool(untimely),
        "closed": now < tournament.opens_at,
        "empty_court": not at_court,
    }
    return next((word for word, holds in hindrances.items() if holds), "open")


def is_admitted(battle: BattleContext) -> bool:
    """Return whether the invitations admit the reader's dynasty."""
    return battle.dynasty is None or hosting.is_admitted(battle.tournament, battle.terms, battle.dynasty)


def find_betting_barrier(battle: BattleContext, presence: Presence | None, at_court: list[Emperor]) -> str:
    """Return the first reason why the reader cannot bet; `open` if there is none."""
    hindrances = {
        "none": not battle.terms.betting,
        "over": battle.tournament.status != Tournament.Status.ANNOUNCED or battle.now >= battle.tournament.starts_at,
        "player": presence is not None and presence.role == Presence.Role.PLAYER,
        "nobody": battle.dynasty is None,
        "empty_court": presence is None and not at_court,
    }
    return next((word for word, holds in hindrances.items() if holds), "open")
