"""A finished battle, put together from its rounds for those who settle it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dynasty.catalog.assets import REPUTATION
from dynasty.models import Account, Dynasty, Emperor
from tournaments.domain import games, settlement, terms
from tournaments.domain.settlement import Battle, Capture, Seat, Take
from tournaments.models import Entry, Round, Tournament


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

    @cached_property
    def captures(self) -> list[Capture]:
        return settlement.find_captures(self.battle)

    @property
    def dead(self) -> set[str]:
        """The seats whose emperor dies of this battle."""
        return {capture.taken for capture in self.captures if capture.fate.kills}

    def emperor(self, seat: str) -> Emperor:
        found = self.entries[seat].emperor
        assert found is not None, "the emperors of a battle live until it is settled"
        return found

    def dynasty(self, seat: str) -> Dynasty:
        found = self.entries[seat].dynasty
        assert found is not None, "only casual entries have no dynasty"
        return found

    def of_people(self) -> list[str]:
        """Return the seats of players, without those of the site's own houses."""
        return [seat for seat in self.entries if not self.dynasty(seat).house]


def load_finished(tournament: Tournament) -> FinishedBattle:
    """Load everything that the rounds of a battle with an outcome come down to."""
    game = games.GAMES[tournament.game]
    rows = Entry.objects.filter(tournament=tournament).order_by("seat").select_related("dynasty", "emperor__dynasty")
    entries = {entry.seat: entry for entry in rows}
    rounds = list(Round.objects.filter(tournament=tournament).exclude(closed_at=None).order_by("number"))
    events = [current.events or [] for current in rounds]
    outcome: dict[str, Any] = tournament.outcome or {}
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
    resigned = frozenset(seat for current in rounds for seat, text in current.orders or [] if game.resigns(text))
    return FinishedBattle(tournament, entries, battle, chests, resigned)


def build_final_seats(game: games.Game, tournament: Tournament, entries: Iterable[Entry]) -> list[Seat]:
    """Return who fell, who kept the others waiting, and the reputations. The emperors are locked by the caller."""
    fallen = game.fallen(game.read(tournament.ending or {}))
    had = Account.objects.filter(emperor__in=[entry.emperor_id for entry in entries], asset=REPUTATION)
    reputations = dict(had.values_list("emperor_id", "balance"))
    return [
        Seat(
            entry.seat,
            reputations.get(entry.emperor_id or 0, 0),
            bool(entry.dynasty and entry.dynasty.house),
            entry.seat in fallen,
            entry.missed_in_all,
        )
        for entry in entries
    ]
