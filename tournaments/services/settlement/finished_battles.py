"""A finished battle, put together from its rounds for those who settle it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from dynasty.catalog.assets import REPUTATION
from dynasty.models import Account, Dynasty, Emperor
from tournaments.domain import games, settlement, terms
from tournaments.domain.settlement import Battle, Capture, Seat, Take
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.closed_rounds import find_closed_rounds, find_resignations


@dataclass(frozen=True)
class FinishedBattle:
    """Its tournament, its entries by seat, what it comes down to, and what the game said besides."""

    tournament: Tournament
    entries: Mapping[str, Entry]
    battle: Battle
    chests: Mapping[str, str]
    """Who collected the chest of a seat."""
    resigned: frozenset[str]
    """The seats that abdicated."""
    game_rounds: Sequence[int]
    """The round of play, as players count it, of each closed step."""

    @cached_property
    def captures(self) -> list[Capture]:
        return settlement.find_captures(self.battle)

    @property
    def dead(self) -> set[str]:
        """The seats whose emperor dies of this battle."""
        return {capture.taken for capture in self.captures if capture.fate.kills}

    @property
    def dynasties(self) -> list[Dynasty]:
        return [self.dynasty(seat) for seat in self.entries]

    def emperor(self, seat: str) -> Emperor:
        found = self.entries[seat].emperor
        assert found is not None, "the emperors of a battle live until it is settled"
        return found

    def dynasty(self, seat: str) -> Dynasty:
        found = self.entries[seat].dynasty
        assert found is not None, "only casual entries have no dynasty"
        return found


def load_finished(tournament: Tournament, rounds: Sequence[Round] | None = None) -> FinishedBattle:
    """Load everything that the rounds of a battle with an outcome come down to.

    `rounds`: the closed ones, where the caller has them.
    """
    game = games.GAMES[tournament.game]
    rows = Entry.objects.filter(tournament=tournament).order_by("seat").select_related("dynasty", "emperor__dynasty")
    entries = {entry.seat: entry for entry in rows}
    rounds = list(find_closed_rounds(tournament)) if rounds is None else rounds
    events = [current.events or [] for current in rounds]
    outcome = cast("games.Outcome", tournament.outcome)
    takes = [[Take(**take) for take in game.takes(each, one.state)] for one, each in zip(rounds, events, strict=True)]
    battle = Battle(
        tournament.type,
        terms.read(tournament.terms),
        build_final_seats(game, tournament, entries.values()),
        takes,
        tuple(outcome["winners"]),
        outcome["draw"],
    )
    chests = {owner: collector for each in events for collector, owner in game.chests_taken(each)}
    resigned = frozenset(find_resignations(game, rounds))
    return FinishedBattle(tournament, entries, battle, chests, resigned, [each.game_round for each in rounds])


def build_final_seats(game: games.Game, tournament: Tournament, entries: Iterable[Entry]) -> list[Seat]:
    """Return who fell, who kept the others waiting, and the reputations. The emperors are locked by the caller."""
    fallen = game.list_fallen(game.read(tournament.ending or {}))
    had = Account.objects.filter(emperor__in=[entry.emperor_id for entry in entries], asset=REPUTATION)
    reputations = dict(had.values_list("emperor_id", "balance"))
    return [
        Seat(
            entry.seat,
            reputations.get(entry.emperor_id or 0, 0),
            entry.seat in fallen,
            entry.missed_in_all,
        )
        for entry in entries
    ]
