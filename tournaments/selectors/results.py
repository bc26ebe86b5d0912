"""The results of a finished battle: changes of reputation with their causes, and the shares of the prize."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from core.json_types import Json
from dynasty.catalog.assets import REPUTATION
from dynasty.domain import result_text
from dynasty.models import Event
from tournaments.domain import games, settlement, terms
from tournaments.domain.settlement import Battle, Capture, Seat, Take
from tournaments.models import Bet, Entry, Round, Tournament
from tournaments.selectors.closed_rounds import find_closed_rounds

WITHOUT_A_TAKER = {"fell": "fell", "abdicated": "resigned"}
"""By the result that the log knows: the fate of an Emperor that nobody took, a word of dynasty.domain.result_text."""


@dataclass(frozen=True)
class ReputationChange:
    """The change of one emperor's reputation by one cause."""

    emperor: str
    words: str


@dataclass(frozen=True)
class LoggedResult:
    """The result of a finished battle for the log."""

    changes: list[Json]
    """The facts of every change of reputation, in the order in which they were made."""
    results: dict[str, str]
    """How it ended for the Emperor of each seat."""


@dataclass(frozen=True)
class Gain:
    """A seat's winnings, which follow from the announcement."""

    seat: str
    asset: str
    amount: int


def get_logged_result(tournament: Tournament) -> LoggedResult:
    """Return what the public log says of how a battle ended."""
    rows = Event.objects.filter(place=tournament.code, kind__in=("reputation", "fought"), public=True).order_by("pk")
    found = list(rows.values_list("kind", "key", "facts"))
    return LoggedResult([facts for kind, _key, facts in found if kind == "reputation"],
                {key[-1]: facts["result"] for kind, key, facts in found if kind == "fought"})  # fmt: skip


def list_reputation_changes(result: LoggedResult, own: str = "") -> list[ReputationChange]:
    """Return every change of reputation in a battle, with its cause: those of the Emperor with the code `own` first."""
    mine = [ReputationChange(gettext("Your Emperor"), result_text.describe_change(facts)) for facts in result.changes
            if facts["code"] == own]  # fmt: skip
    return mine + [ReputationChange(facts["emperor"], result_text.describe_change(facts)) for facts in result.changes
                   if facts["code"] != own]  # fmt: skip


def list_captures(tournament: Tournament, rounds: Iterable[Round] | None = None) -> list[Capture]:
    """Return whose Emperor was taken by whom, and its fate; reputations are left out.

    `rounds`: the closed ones, where the caller has them.
    """
    game, outcome = games.GAMES[tournament.game], tournament.outcome or {}
    if rounds is None:
        rounds = find_closed_rounds(tournament).only("events", "state")
    takes = [[Take(**take) for take in game.takes(each.events or [], each.state)] for each in rounds]
    letters = game.seats_of(tournament.field)[: tournament.seats]
    return settlement.find_captures(
        Battle(
            tournament.type,
            terms.read(tournament.terms),
            [Seat(each) for each in letters],
            takes,
            tuple(outcome.get("winners", ())),
            bool(outcome.get("draw")),
        )
    )


def build_fates(
    tournament: Tournament,
    entries: Mapping[str, Entry],
    logged_result: LoggedResult,
    rounds: Iterable[Round] | None = None,
) -> dict[str, dict[str, str]]:
    """Return, for each seat of which there is something to tell, the facts of what became of its Emperor."""
    found = {seat: {"fate": WITHOUT_A_TAKER[result]} for seat, result in logged_result.results.items()
             if result in WITHOUT_A_TAKER}  # fmt: skip
    for capture in list_captures(tournament, rounds):
        taker = entries.get(capture.taker)
        found[capture.taken] = {
            "fate": capture.fate.name,
            "by": format_name(taker),
            "house": taker.dynasty.name if taker and taker.dynasty else "",
        }
    return {seat: facts | {"emperor": entries[seat].name} for seat, facts in found.items() if seat in entries}


def format_name(entry: Entry | None) -> str:
    """Return an Emperor with its dynasty, as battle records write them."""
    if entry is None:
        return ""
    return f"{entry.dynasty.name}: {entry.name}" if entry.dynasty else entry.name


def build_player_result(
    entry: Entry, all_fates: Mapping[str, Mapping[str, object]], result: LoggedResult, gains: list[Gain]
) -> dict[str, object]:
    """Return the facts of what a battle brought one of its players, for dynasty.domain.result_text."""
    code = entry.emperor.code if entry.emperor else ""
    own = [each for each in result.changes if each["code"] == code]
    rows = [{name: each[name] for name in ("points", "cause", "wanted", "result") if name in each} for each in own]
    points: dict[str, object] = {"changes": rows, "reputation": own[-1]["reputation"]} if own else {}
    won = [[gain.asset, gain.amount] for gain in gains if gain.seat == entry.seat]
    return dict(all_fates.get(entry.seat, {})) | points | ({"gains": won} if won else {})


def build_bet_results(tournament: Tournament) -> dict[int, list[dict[str, object]]]:
    """Return the facts of how the bets on a battle ended, by the number of the dynasty that made them."""
    found: dict[int, list[dict[str, object]]] = {}
    keys = {f"bet:{tournament.code}:{pk}:settled": dynasty
            for pk, dynasty in Bet.objects.filter(tournament=tournament).values_list("pk", "dynasty_id")}  # fmt: skip
    rows = Event.objects.filter(key__in=keys).order_by("pk").values_list("key", "facts")
    for key, facts in rows if keys else ():
        values = {name: facts[name] for name in ("result", "asset", "amount", "returned")}
        found.setdefault(keys[key], []).append(values | {"on": facts.get("on") or facts["seat"].upper()})
    return found


def list_winnings(tournament: Tournament, entries: list[Entry]) -> list[Gain]:
    """List the winners' shares of the wealth: the prize and the fees of all entries that paid one."""
    agreed, winners = terms.read(tournament.terms), (tournament.outcome or {}).get("winners", [])
    paying = sum(entry.dynasty is not None for entry in entries)
    pot = [(asset, amount * paying) for asset, amount in agreed.fee]
    prizes = [(asset, amount) for asset, amount in (*agreed.prize, *pot) if asset != REPUTATION]
    return [Gain(seat, asset, part) for asset, amount in prizes
            for seat, part in settlement.split_evenly(amount, winners).items() if part]  # fmt: skip
