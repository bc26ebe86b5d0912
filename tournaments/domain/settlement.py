"""Settlement of a finished battle from plain values: shares, captures and points."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.domain.terms import MAX_COUNTED, Terms, get_fates, get_points_table
from tournaments.domain.tournament_types import EMPEROR, Fate


class Take(NamedTuple):
    """A pawn or an Emperor that a seat took in a round."""

    taker: str
    taken: str
    emperor: bool
    by: str = EMPEROR
    """The kind of piece that took: a name of TAKERS."""


class Capture(NamedTuple):
    """An emperor that was captured in a round, its reputation at that moment, and its fate."""

    taker: str
    taken: str
    reputation: int
    fate: Fate
    round: int
    heir: str
    """Whose emperor gets a reputation that is handed over: the taker's, or the heir of one that died before.

    It is the taken emperor itself where that one had inherited from the taker's.
    """


@dataclass(frozen=True)
class Seat:
    """One seat at the end: its emperor's reputation at the start, and how it fared."""

    letter: str
    reputation: int = 0
    fell: bool = False
    missed: int = 0


@dataclass(frozen=True)
class Battle:
    """A finished battle as far as it matters off the board; seats in the order of their letters."""

    type: str
    terms: Terms
    seats: Sequence[Seat]
    rounds: Sequence[Sequence[Take]] = ()
    """The takes of each round."""
    winners: Collection[str] = ()
    """The seats that won, or that share the draw."""
    draw: bool = False


def split_evenly(amount: int, letters: Iterable[str]) -> dict[str, int]:
    """Return equal shares; odd units go one each in the order of the letters."""
    among = sorted(letters)
    each, odd = divmod(amount, len(among)) if among else (0, 0)
    return {letter: each + (place < odd) for place, letter in enumerate(among)}


def calculate_stakes(battle: Battle) -> dict[str, int]:
    """Return each seat's change of reputation by the stakes: its share of the pot less its stake."""
    stake = battle.terms.stake
    return {seat: won - stake for seat, won in split_pot(battle).items()} if stake else {}


def split_pot(battle: Battle) -> dict[str, int]:
    """Return each seat's share of all stakes; empty where nobody won, and then nothing is lost either."""
    won = split_evenly(battle.terms.stake * len(battle.seats), battle.winners)
    return {seat.letter: won.get(seat.letter, 0) for seat in battle.seats} if battle.winners else {}


def find_captures(battle: Battle) -> list[Capture]:
    """Return the captures in the order of rounds; within one round all happen at once.

    An emperor is taken once: who takes its piece later takes nothing. What it staked is in the pot and not to be taken.
    """
    stake = battle.terms.stake if battle.winners else 0
    reputation = {seat.letter: max(seat.reputation - stake, 0) for seat in battle.seats}
    fates = get_fates(battle.type, battle.terms)
    captured: set[str] = set()
    found: list[Capture] = []
    for number, takes in enumerate(battle.rounds, 1):
        fresh: dict[str, Take] = {}
        for take in takes:
            if take.emperor and take.taken not in captured:
                fresh.setdefault(take.taken, take)
        now = [Capture(take.taker, seat, reputation[seat], fates.by(take.by), number, find_heir(found, take.taker))
               for seat, take in fresh.items()]  # fmt: skip
        captured |= fresh.keys()
        _hand_over(reputation, now)
        found += now
    return found


def _hand_over(reputation: dict[str, int], now: list[Capture]) -> None:
    """Move the reputations of one round's captures, all from the picture at its start."""
    handed = [capture for capture in now if capture.fate.hands_over_reputation]
    for capture in handed:
        reputation[capture.taken] -= capture.reputation
    for capture in handed:
        reputation[capture.heir] = reputation.get(capture.heir, 0) + capture.reputation


def find_heir(found: Sequence[Capture], seat: str) -> str:
    """Return the seat whose emperor has what is left of another's reputation: its own, unless it died.

    `found`: the captures of the battle in their order. What a taker lost in a later round went on from there.
    """
    holder = seat
    since = 0
    for capture in found:
        on = capture.fate.kills if holder == seat else capture.fate.hands_over_reputation
        if capture.taken == holder and capture.round > since and on:
            holder, since = capture.heir, capture.round
    return holder


def list_points(battle: Battle) -> list[tuple[str, str, int]]:
    """Return the rows of points: (seat, cause, points)."""
    worth = get_points_table(battle.type, battle.terms)
    return [
        (seat.letter, cause, worth[cause] * times)
        for seat in battle.seats
        for cause, times in count_events(battle, seat).items()
        if times and cause in worth
    ]


def count_events(battle: Battle, seat: Seat) -> dict[str, int]:
    """Return how often each row of the points table holds for a seat."""
    took = Counter(take.emperor for takes in battle.rounds for take in takes if take.taker == seat.letter)
    won = seat.letter in battle.winners and not battle.draw
    chests = {
        "won": won,
        "shared": seat.letter in battle.winners and battle.draw,
        "survived": not (won or seat.fell),
        "emperor": took[True],
        "pawn": took[False],
        "fell": seat.fell,
        "missed": seat.missed,
    }
    return {cause: min(int(times), MAX_COUNTED.get(cause, int(times))) for cause, times in chests.items()}


def get_result(battle: Battle, seat: Seat, resigned: Collection[str]) -> str:
    """Return how the battle ended for a seat: a word of dynasty.domain.event_types."""
    if seat.letter in battle.winners:
        return "draw" if battle.draw else "won"
    if seat.letter in resigned:
        return "abdicated"
    return "fell" if seat.fell else "survived"


class Chest(NamedTuple):
    """The chest of a seat: what is in it, and the seat that collected it, if any."""

    seat: str
    gold: int
    captor: str = ""


def calculate_generosity(chests: Sequence[Chest], points: int) -> dict[str, int]:
    """Return changes of reputation: the owner of the fullest captured chest gains, the emptiest's loses."""
    captured = [chest for chest in chests if chest.captor]
    if len(captured) < 2:
        return {}
    ends = {points: max(chest.gold for chest in captured), -points: min(chest.gold for chest in captured)}
    owners = {change: [chest.seat for chest in captured if chest.gold == gold] for change, gold in ends.items()}
    gained: Counter[str] = Counter()
    for change, seats in owners.items():
        if len(seats) == 1:
            gained[seats[0]] += change
    return {seat: change for seat, change in gained.items() if change}
