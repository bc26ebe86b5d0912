"""Matches of many battles between players, some of which may fail: who won how much, and who forfeited where."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from random import Random
from typing import Any

from battlefield import Battle, game, records
from battlefield.battles import ABDICATE

from . import authors, matches
from .ladder import Choice
from .reading import Closed, Past

FORFEITS_SHOWN = 10
"""How many forfeits are listed below the table; `--json` has them all."""


@dataclass(frozen=True)
class Forfeit:
    """A battle that a player lost because it gave an illegal order or raised an exception."""

    player: str
    battle: int
    """Counted from 1."""
    round: int
    seat: str
    reason: str

    def __str__(self) -> str:
        return f"{self.player} lost battle {self.battle} in round {self.round} as seat {self.seat}: {self.reason}"


@dataclass(frozen=True)
class Result:
    """How one battle of a match went."""

    battle: int
    seats: dict[str, str]
    """By seat: which player had it."""
    outcome: str
    """The winners' letters, or `draw` and the letters of those that share it, as in a record."""
    by: str
    rounds: int
    scores: dict[str, float]
    """By player: its part of the victory."""
    forfeits: list[Forfeit]
    record: str


@dataclass(frozen=True)
class Match:
    """What is played: an opening, the players by label, and the seed of all luck. It can be sent to other processes."""

    opening: Battle
    players: Mapping[str, str]
    """By label: the name for `authors.find_player`."""
    seed: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def dealt(self, number: int) -> dict[str, str]:
        """Return who has which seat in a battle, counted from 1."""
        return deal(self.opening.seats, list(self.players), number - 1)


def labels(players: Sequence[str]) -> dict[str, str]:
    """Return the players by labels that tell apart those that are given more than once.

    >>> labels(["greedy", "random", "greedy"])
    {'greedy #1': 'greedy', 'random': 'random', 'greedy #2': 'greedy'}
    """
    found: dict[str, str] = {}
    for place, player in enumerate(players):
        which = f" #{list(players[: place + 1]).count(player)}" if list(players).count(player) > 1 else ""
        found[player + which] = player
    return found


def deal(seats: Sequence[str], players: Sequence[str], turn: int = 0) -> dict[str, str]:
    """Return which player has which seat: in turn round the table, one seat further with every battle."""
    return {seat: players[(i + turn) % len(players)] for i, seat in enumerate(seats)}


def load(players: Mapping[str, str]) -> dict[str, Choice]:
    """Return the players by label, each loaded by itself, so that two of one file share nothing."""
    return {label: authors.find_player(player) for label, player in players.items()}


def results(match: Match, battles: int, jobs: int = 1) -> Iterator[Result]:
    """Play so many battles in so many processes (0: one for each core), and yield the results in their order.

    The results do not depend on `jobs`, unless a player remembers something from one battle to the next.
    """
    jobs = min(jobs or os.cpu_count() or 1, battles)
    numbers, choosers = range(1, battles + 1), load(match.players)
    if jobs <= 1:
        yield from (play_one(match, choosers, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (match,)) as pool:
        yield from pool.map(_play_prepared, numbers, chunksize=max(1, battles // (jobs * 8)))


_PREPARED: list[Callable[[int], Result]] = []
"""In a process of the pool: what plays a battle of its match."""


def _prepare(match: Match) -> None:
    choosers = load(match.players)
    _PREPARED[:] = [lambda number: play_one(match, choosers, number)]


def _play_prepared(number: int) -> Result:
    return _PREPARED[0](number)


def play_one(match: Match, choosers: Mapping[str, Choice], number: int) -> Result:
    """Play one battle of a match. What players print goes to standard error."""
    dealt, forfeits = match.dealt(number), list[Forfeit]()
    guarded = {seat: _guard(choosers[label], label, number, forfeits) for seat, label in dealt.items()}
    with redirect_stdout(sys.stderr):
        ended, past = matches.play_battle(match.opening, guarded, f"{match.seed} {number - 1}")
    assert ended.outcome is not None
    return Result(number, dealt, str(ended.outcome), ended.outcome.by, len(past), scores(ended, dealt, forfeits),
                  forfeits, _record(match, number, ended, past, forfeits))  # fmt: skip


def _guard(choose: Choice, label: str, number: int, forfeits: list[Forfeit]) -> Choice:
    """Return the player as one that gives up the battle with all of its seats as soon as it fails with one."""

    def order(battle: Battle, seat: str, luck: Random, past: Past = ()) -> str:
        if any(forfeit.player == label for forfeit in forfeits):
            return ABDICATE
        try:
            return game.check(battle, seat, choose(battle, seat, luck, past))
        except (Exception, SystemExit) as error:
            forfeits.append(Forfeit(label, number, battle.number, seat, reason(error)))
            return ABDICATE

    return order


def reason(error: BaseException) -> str:
    """Return in one line what went wrong."""
    text = " ".join(str(error).split())
    if isinstance(error, game.Illegal):
        return f"illegal order ({error.code}): {text}"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def scores(ended: Battle, dealt: Mapping[str, str], forfeits: Sequence[Forfeit]) -> dict[str, float]:
    """Return the part of the victory of each player; who forfeited has none.

    Where only players that forfeited had won, the victory belongs to the seats of all others, and where everybody
    forfeited to nobody.
    """
    assert ended.outcome is not None
    out = {forfeit.player for forfeit in forfeits}
    fair = [seat for seat, label in dealt.items() if label not in out]
    winners = [seat for seat in ended.outcome.seats if seat in fair] or fair
    return {label: sum(dealt[seat] == label for seat in winners) / max(1, len(winners))
            for label in dict.fromkeys(dealt.values())}  # fmt: skip


def _record(match: Match, number: int, ended: Battle, past: Sequence[Closed], forfeits: Sequence[Forfeit]) -> str:
    """Return the record of a battle; forfeits stand in its headers, and in its rounds as abdications."""
    headers = {"Battle": f"Battle {number}"} | dict(match.headers) | match.dealt(number)
    headers |= {f"Forfeit_{place}": str(forfeit) for place, forfeit in enumerate(forfeits, 1)}
    rounds = [list(orders.items()) for _before, orders in past]
    return records.write(records.of(headers, match.opening, rounds, str(ended.outcome)))


def summary(played: Sequence[Result], players: Sequence[str]) -> list[dict[str, Any]]:
    """Return for each player its battles, victories, rate with the interval of 95%, and forfeits."""
    rows = []
    for label in players:
        own = [result for result in played if label in result.scores]
        won = sum(result.scores[label] for result in own)
        low, high = matches.compute_interval(won, len(own))
        forfeits = sum(forfeit.player == label for result in own for forfeit in result.forfeits)
        rows.append({"player": label, "battles": len(own), "won": won, "rate": won / max(1, len(own)), "low": low,
                     "high": high, "forfeits": forfeits})  # fmt: skip
    return rows


def as_json(match: Match, played: Sequence[Result]) -> dict[str, Any]:
    """Return a match as data: the table, the forfeits, and every battle without its record."""
    battles = [{key: value for key, value in asdict(result).items() if key != "record"} for result in played]
    return {
        **{name.lower(): value for name, value in match.headers.items()},
        "rules": str(match.opening.ruleset),
        "seed": match.seed,
        "players": summary(played, list(match.players)),
        "battles": battles,
    }


def as_table(played: Sequence[Result], players: Sequence[str]) -> str:
    """Return a line for each player, and below them the forfeits."""
    wide = max(map(len, players))
    lines = [f"{'player':{wide}}  battles    won    rate  95% interval"]
    for row in summary(played, players):
        lines.append(f"{row['player']:{wide}}  {row['battles']:7}  {row['won']:5.1f}  {row['rate']:5.1%}  "
                     f"{row['low']:.1%} to {row['high']:.1%}")  # fmt: skip
    forfeits = [str(forfeit) for result in played for forfeit in result.forfeits]
    more = len(forfeits) - FORFEITS_SHOWN
    return "\n".join([*lines, *forfeits[:FORFEITS_SHOWN], *([f"and {more} more forfeits"] if more > 0 else [])])
