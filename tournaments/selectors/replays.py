"""Replays of closed rounds, which must lead to the stored events and states again."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.domain import contract, games
from tournaments.domain.battle_proof import find_faults
from tournaments.models import Round, Tournament
from tournaments.selectors import battle_results, proofs

AGREED_BY_VOTE = "agreed"  # the ending was voted after the game had resolved the round


@dataclass
class ReplayReport:
    """The result of replaying battles."""

    battles: int = 0
    rounds: int = 0
    divergent: list[str] = field(default_factory=list)
    """code:number of the rounds that came out otherwise."""
    receipts: int = 0
    broken: list[str] = field(default_factory=list)
    """code:number:what of the seals, digests and announcements that do not hold, and of results that differ."""
    older: int = 0
    """Battles of rules that this version of the site does not have any more: they are counted, and not played again."""

    def add(self, other: "ReplayReport") -> None:
        self.battles += other.battles
        self.rounds += other.rounds
        self.receipts += other.receipts
        self.divergent += other.divergent
        self.broken += other.broken
        self.older += other.older

    @property
    def well(self) -> bool:
        return not self.divergent and not self.broken


def replay(tournament: Tournament) -> ReplayReport:
    """Play every closed round of a battle again, and check what was promised of it."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    closed = [one for one in rounds if one.closed_at]
    found = ReplayReport(battles=1, receipts=sum(len(one.seals or {}) for one in closed))
    try:
        game = games.get_game_version(tournament.game, tournament.rules_version)
    except (games.UnknownVersionError, KeyError):
        found.older = 1
    else:
        found.rounds = len(closed)
        found.divergent = [f"{tournament.code}:{number}" for number in find_divergent(game, tournament, rounds)]
        # Results are read from the record: where that was changed, they prove nothing.
        results = [] if found.divergent else battle_results.find_differences(tournament)
        found.broken = [f"{tournament.code}:result:{each}" for each in results]
    proof = proofs.build_proof(tournament)
    if proof:
        found.broken += [f"{tournament.code}:{each.round}:{each.code}" for each in find_faults(proof)]
    return found


def find_divergent(game: games.Game, tournament: Tournament, rounds: list[Round]) -> Iterator[int]:
    """Yield the numbers of the closed rounds whose replay differs from the stored result."""
    for current, following in zip(rounds, [*rounds[1:], None], strict=False):
        if current.closed_at is None:
            continue
        stored = following.state if following else tournament.ending
        if not is_same(game, tournament, current, stored):
            yield current.number


def is_same(game: games.Game, tournament: Tournament, current: Round, stored: object) -> bool:
    """Check whether the replay of a round equals the stored result.

    An ending that was voted was not computed by the game, so its state is not compared.
    """
    orders = [(seat, text) for seat, text in current.orders or []]
    state, events = game.resolve(game.read(current.state), orders, tournament.seed)
    voted = stored is None or (tournament.outcome or {}).get("by") == AGREED_BY_VOTE
    return is_same_value(events, current.events) and (voted or is_same_value(game.write(state), stored))


def is_same_value(one: object, other: object) -> bool:
    return contract.format_canonical(one) == contract.format_canonical(other)
