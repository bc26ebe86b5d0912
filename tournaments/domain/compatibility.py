"""Which rules fit which battlefield, and for how many seats."""

import json
from collections.abc import Sequence
from functools import lru_cache

from core.json_types import ReadOnlyJson
from core.limits import SEATS
from tournaments.domain import games

MIN_SEATS = SEATS[0]


def open_battle(
    game: games.Game, field: str, seats: Sequence[str], rules: ReadOnlyJson, seed: str = "", *,
    chests: bool = False,
) -> games.State:  # fmt: skip
    """Return the opening state of a battle; raise ValueError, with a code, where the rules do not fit."""
    return game.initial(field, seats, rules, seed, chests=chests)


def find_seat_counts(game: str, field: str, rules: ReadOnlyJson) -> tuple[int, ...]:
    """Return every number of seats with which a battle can open on this battlefield under these rules."""
    return _find_seat_counts(game, field, json.dumps(rules, sort_keys=True))


@lru_cache(maxsize=2048)
def _find_seat_counts(game: str, field: str, rules_text: str) -> tuple[int, ...]:
    """Return the counts, cached, since battlefields never change."""
    played, rules = games.GAMES[game], json.loads(rules_text)
    letters = played.seats_of(field)[: SEATS[1]]
    return tuple(
        count for count in range(MIN_SEATS, len(letters) + 1) if can_open(played, field, letters[:count], rules)
    )


def can_open(game: games.Game, field: str, seats: Sequence[str], rules: ReadOnlyJson) -> bool:
    """Return whether a battle of these seats can open, and holds what its goals ask for."""
    try:
        opening = open_battle(game, field, seats, game.read_rules(rules))
    except ValueError:
        return False
    return "treasure" not in rules.get("goals", ()) or "treasure" in game.view(opening).get("items", {}).values()


def find_preset_counts(game: str, field: str) -> dict[str, tuple[int, ...]]:
    """Return, for each preset that is offered with the battlefield and fits it, the numbers of seats that it takes."""
    return dict(_find_preset_counts(game, field, tuple(games.GAMES[game].offers(field))))


@lru_cache(maxsize=1024)
def _find_preset_counts(game: str, field: str, offered: Sequence[str]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the counts of the offered presets, cached, since the page of announcements asks for every battlefield."""
    presets = games.GAMES[game].presets()
    found = [(name, find_seat_counts(game, field, presets[name][2])) for name in offered]
    return [(name, counts) for name, counts in found if counts]


def fits_preset(game: str, field: str, preset: str) -> bool:
    """Return whether a battle with every seat of the battlefield taken can open under the rules of a preset."""
    return len(games.GAMES[game].seats_of(field)) in find_preset_counts(game, field).get(preset, ())


@lru_cache(maxsize=1024)
def has_chests(game: str, field: str, seats: int) -> bool:
    """Return whether the battlefield has a place for the chest of each of its first seats."""
    played = games.GAMES[game]
    letters = played.seats_of(field)[:seats]
    try:
        opening = open_battle(played, field, letters, played.read_rules({}), chests=True)
    except ValueError:
        return False
    return has_placed_chests(played, opening, letters)


def has_placed_chests(game: games.Game, opening: games.State, seats: Sequence[str]) -> bool:
    """Return whether the chest of each of these seats stands on the opened battlefield."""
    return {f"chest {seat}" for seat in seats} <= set(game.view(opening).get("items", {}).values())
