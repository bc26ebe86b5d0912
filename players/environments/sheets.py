"""Lines of campaign sheets and states as numbers.

An action is a whole number. 0 hands the sheet in. The others stand for a verb, a territory or a route, and one of
three amounts: one army, half of what there is, all of it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from campaign.findings import find_first_error
from campaign.games import check, default, legal
from campaign.holdings import LIMIT
from campaign.orders import SIMULTANEOUS, SKIRMISH
from campaign.state import State

HAND_IN = 0
AMOUNTS = ("one", "half", "all")
SHAPES = {"campaign.simultaneous": SIMULTANEOUS, "campaign.skirmish": SKIRMISH}
PHASES = ("", "placing", "plan", "over")
PLACE_COLUMNS = 4
"""Whether the territory is one's own; whose it is, counted from one's own seat as 1 (0: nobody); its armies; those
that are being built there."""
MAX_NUMBER = LIMIT
UNNUMBERED = ("nop", "trade", "truce")
"""Lines without a number: sets of cards are too many to number, and truces name no territory."""
Line = dict[str, Any]
Key = tuple[str, str, str, str]
"""Verb, territory or origin, target, amount."""


class SheetNumbering:
    """The numbers of one map with its game."""

    def __init__(self, opening: State, lines: int) -> None:
        """Set up the numbers of the map of an opening."""
        self.places = tuple(opening.map.place)
        self.seats = opening.seats
        self.lines = lines
        self.keys = tuple(list_keys(opening))
        self.numbers: Mapping[Key, int] = {key: number for number, key in enumerate(self.keys, 1)}

    @property
    def actions(self) -> int:
        """Return how many numbers of actions there are."""
        return 1 + len(self.keys)

    @property
    def battle_columns(self) -> int:
        """Return how many numbers the battle's row has."""
        return 5 + 2 * len(self.seats)

    def build_line(self, state: State, seat: str, form: Line, amount: str) -> Line:
        """Return the line of a form with one, half or all of the armies that are there for it."""
        if "armies" not in form:
            return form
        least, most = form["armies"]
        most = min(most, max(least, self._count_armies(state, seat, form)))
        return form | {"armies": {"one": least, "half": max(least, most // 2), "all": most}[amount]}

    def _count_armies(self, state: State, seat: str, form: Line) -> int:
        """Return how many armies there are for a line where the form names no bound."""
        if "from" in form:
            return state.armies(form["from"]) - 1
        return state.reserve.get(seat, 0) if state.reserve else int(form["armies"][1])

    def list_lines(self, state: State, seat: str) -> dict[int, Line]:
        """Return the lines that may stand on a sheet, by number; of equal ones the first."""
        found: dict[int, Line] = {}
        for form in legal(state, seat):
            if form["do"] in UNNUMBERED:
                continue
            ends = (form.get("at") or form["from"], form.get("to", ""))
            before: list[Line] = []
            for amount in AMOUNTS if "armies" in form else ("",):
                line = self.build_line(state, seat, form, amount)
                if line not in before:
                    found[self.numbers[form["do"], *ends, amount]] = line
                    before.append(line)
        return found

    def write_sheet(self, state: State, seat: str, sheet: Sequence[int]) -> Any:
        """Return the lines of a sheet, or the default where the rules ask for more than stands on it."""
        lines = self.list_lines(state, seat)
        written = [lines[number] for number in sheet]
        return written if find_first_error(check(state, seat, written)) is None else default(state, seat)

    def mask(self, state: State, seat: str, sheet: Sequence[int]) -> Any:
        """Return 1 for each line that can stand next on the sheet."""
        mask = np.zeros(self.actions, np.int8)
        mask[HAND_IN] = 1
        lines = self.list_lines(state, seat)
        written = [lines[number] for number in sheet]
        for number, line in lines.items():
            mask[number] = can_stand(state, seat, [*written, line])
        return mask

    def from_own(self, seat: str) -> tuple[str, ...]:
        """Return the seats round the table, this one first."""
        mine = self.seats.index(seat)
        return self.seats[mine:] + self.seats[:mine]

    def observe_places(self, state: State, seat: str) -> Any:
        """Return a row for each territory, as this seat counts: itself first."""
        turns = {each: turn for turn, each in enumerate(self.from_own(seat), 1)}
        rows = []
        for name in self.places:
            owner, armies = state.board[name]
            row = [owner == seat, turns.get(owner, 0), armies, state.building.get(name, 0)]
            rows.append([min(int(number), MAX_NUMBER) for number in row])
        return np.array(rows, np.int32)

    def observe_battle(self, state: State, seat: str, *, handed_in: bool) -> Any:
        """Return round, limit, phase, own place and sheet; then who is out, and the reserves or coins of all."""
        own = [state.round, int(state.options["round_limit"]), PHASES.index(state.phase), self.seats.index(seat)]
        stocks = state.money if state.ruleset == "campaign.skirmish" else state.reserve
        seats = self.from_own(seat)
        out = [int(each in state.out) for each in seats]
        row = [*own, int(handed_in), *out, *(min(int(stocks.get(each, 0)), MAX_NUMBER) for each in seats)]
        return np.array(row, np.int32)


def can_stand(state: State, seat: str, lines: list[Line]) -> bool:
    """Return whether the rules accept the lines; a sheet that only needs more lines is accepted too."""
    errors = {found["code"] for found in check(state, seat, lines) if found["level"] == "error"}
    return errors <= {"must_place"}


def list_keys(state: State) -> list[Key]:
    """Return verb, territories and amount of every line that the game knows on this map."""
    keys: list[Key] = []
    routes = [(origin, target) for origin in state.map.place for target in state.map.neighbours[origin]]
    for verb, shape in SHAPES[state.ruleset].items():
        amounts = AMOUNTS if "armies" in shape.needs else ("",)
        if "at" in shape.needs:
            keys += [(verb, name, "", amount) for name in state.map.place for amount in amounts]
        elif "from" in shape.needs:
            keys += [(verb, *route, amount) for route in routes for amount in amounts]
    return keys
