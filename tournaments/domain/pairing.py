"""Pairing: everybody is in one battle, sizes differ by one at most, and no pair meets twice unless it must.

Pure functions. The search is exhaustive for few players; for many it stops after MAX_TRIES and keeps the best.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

Pair = frozenset[str]
Tables = list[list[str]]
MAX_TRIES = 30_000  # places tried in one draw


def split_sizes(players: int, seats: int) -> list[int]:
    """Return how many players each battle has: as few battles as possible, as even as possible."""
    tables = -(-players // seats)
    return [players // tables + (number < players % tables) for number in range(tables)] if players else []


def list_pairs(table: Iterable[str]) -> set[Pair]:
    return {frozenset(pair) for pair in combinations(table, 2)}


def count_repeats(tables: Iterable[Iterable[str]], met: Collection[Pair]) -> int:
    """Return how many pairs of these tables have met before."""
    return sum(pair in met for table in tables for pair in list_pairs(table))


def pair_players(players: Sequence[str], seats: int, met: Collection[Pair], seed: str) -> Tables:
    """Return a pairing, the same from the same seed, with as few repeated pairs as the search finds."""
    luck = random.Random(seed)
    order = sorted(players)
    luck.shuffle(order)
    search = Search(order, split_sizes(len(order), seats), met)
    search.place(0, 0)
    return search.best


class Search:
    """A branch-and-bound search over all ways to seat the players in their order."""

    def __init__(self, order: Sequence[str], sizes: list[int], met: Collection[Pair]) -> None:
        self.order, self.sizes, self.met = order, sizes, met
        self.tables: Tables = [[] for _size in sizes]
        self.best: Tables = []
        self.least = len(order) ** 2 + 1
        self.tried = 0

    def place(self, number: int, cost: int) -> None:
        """Seat the player of that number wherever it can still become the best pairing."""
        if cost >= self.least or (self.best and self.tried > MAX_TRIES):
            return
        if number == len(self.order):
            self.best, self.least = [list(table) for table in self.tables], cost
            return
        player = self.order[number]
        for more, table in self.choices(player):
            self.tried += 1
            table.append(player)
            self.place(number + 1, cost + more)
            table.pop()
            if self.least == 0:
                return

    def choices(self, player: str) -> list[tuple[int, list[str]]]:
        """Return the tables with a free seat, strangers' first; of empty tables of one size, one."""
        visited: set[int] = set()
        found = []
        for table, size in zip(self.tables, self.sizes, strict=True):
            if len(table) >= size or (not table and size in visited):
                continue
            if not table:
                visited.add(size)
            found.append((sum(frozenset((player, other)) in self.met for other in table), table))
        return sorted(found, key=lambda choice: (choice[0], len(choice[1]) == 0))


def rank_seats(winners: Collection[str], fallen: dict[str, int], seats: Collection[str]) -> dict[str, int]:
    """Return the places of a battle from 1: winners, then survivors, then the fallen, the last to fall first."""
    rank = {seat: (0, 0) if seat in winners else (2, -fallen[seat]) if seat in fallen else (1, 0) for seat in seats}
    return {seat: 1 + sum(other < own for other in rank.values()) for seat, own in rank.items()}


def award_points(place: dict[str, int], worth: Sequence[int]) -> dict[str, int]:
    """Return what each place is worth; shared places share their worth, rounded down."""
    found = {}
    for player, own in place.items():
        together = sum(other == own for other in place.values())
        shared = [worth[number] if number < len(worth) else 0 for number in range(own - 1, own - 1 + together)]
        found[player] = sum(shared) // together
    return found


def select_advancing(place: dict[str, int], advance: int, seed: str) -> list[str]:
    """Return the first `advance` of a battle; a draw of lots from the seed decides among equals."""
    lot = random.Random(seed)
    drawn = {player: lot.random() for player in sorted(place)}
    return sorted(place, key=lambda player: (place[player], drawn[player]))[:advance]
