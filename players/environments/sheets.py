"""Lines of campaign sheets and states as numbers.

An action is a whole number. 0 hands the sheet in. The others stand for a verb, a territory or a route, and one of
three amounts: one army, half of what there is, all of it.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Any

import numpy as np

from campaign.findings import find_first_error
from campaign.fog import get_team, has_fog, list_visible
from campaign.games import check, default, legal
from campaign.holdings import LIMIT
from campaign.orders import SIMULTANEOUS, SKIRMISH
from campaign.simultaneous.truces import has_truces, join
from campaign.state import State
from campaign.units import PLAIN, count_spare, get_price, list_units

HAND_IN = 0
AMOUNTS = ("one", "half", "all")
SHAPES = {"campaign.simultaneous": SIMULTANEOUS, "campaign.skirmish": SKIRMISH}
PHASES = ("", "placing", "plan", "over")
PLACE_COLUMNS = 4
"""Whether the territory is one's own; whose it is, counted from one's own seat as 1 (0: nobody); its armies; those
that are being built there. With units there is a column for each after them, and in fog a last one: 1 where it is
seen."""
MAX_NUMBER = LIMIT
UNNUMBERED = ("nop", "trade")
"""Lines without a number: sets of cards are too many to number."""
NUMBERS = ("armies", "rounds")
"""The fields of which a line has one, half or all."""
Line = dict[str, Any]
Key = tuple[str, str, str, str, str]
"""Verb; territory, origin or seat; target; amount; unit."""


class SheetNumbering:
    """The numbers of one map with its game."""

    def __init__(self, opening: State, lines: int) -> None:
        """Set up the numbers of the map of an opening."""
        self.places = tuple(opening.map.place)
        self.seats = opening.seats
        self.lines = lines
        self.units = list_units(opening.options)
        self.has_fog = opening.options.get("fog") == "on"
        self.has_teams = any(len(team) > 1 for team in opening.teams)
        self.has_truces = has_truces(opening)
        self.keys = tuple(list_keys(opening))
        self.numbers: Mapping[Key, int] = {key: number for number, key in enumerate(self.keys, 1)}

    @property
    def actions(self) -> int:
        """Return how many numbers of actions there are."""
        return 1 + len(self.keys)

    @property
    def place_columns(self) -> int:
        """Return how many numbers the row of a territory has."""
        return PLACE_COLUMNS + sum(bool(unit) for unit in self.units) + self.has_fog

    @property
    def battle_columns(self) -> int:
        """Return how many numbers the battle's row has."""
        return 5 + (2 + self.has_teams + 2 * self.has_truces) * len(self.seats)

    def build_line(self, state: State, seat: str, form: Line, amount: str) -> Line:
        """Return the line of a form with one, half or all of the armies that are there for it."""
        if "rounds" in form:
            least, most = form["rounds"]
            return form | {"rounds": {"one": least, "half": max(least, most // 2), "all": most}[amount]}
        if "armies" not in form:
            return form
        least, most = form["armies"]
        most = min(most, max(least, self._count_armies(state, seat, form)))
        return form | {"armies": {"one": least, "half": max(least, most // 2), "all": most}[amount]}

    def list_of_units(self, form: Line) -> list[Line]:
        """Return a form once for each unit that it may name."""
        return [form | {"unit": unit} for unit in form["unit"]] if "unit" in form else [form]

    def _count_armies(self, state: State, seat: str, form: Line) -> int:
        """Return how many armies there are for a line where the form names no bound."""
        if "from" in form:
            return count_spare(state.garrison(form["from"]), form.get("unit", ""))
        price = get_price(state.options, form.get("unit", ""))
        return state.reserve.get(seat, 0) // price if state.reserve else int(form["armies"][1])

    def list_lines(self, state: State, seat: str) -> dict[int, Line]:
        """Return the lines that may stand on a sheet, by number; of equal ones the first."""
        found: dict[int, Line] = {}
        forms = [form for form in legal(state, seat) if form["do"] not in UNNUMBERED]
        for form in chain.from_iterable(map(self.list_of_units, forms)):
            ends = (form.get("at") or form.get("from") or form["seat"], form.get("to", ""))
            before: list[Line] = []
            for amount in AMOUNTS if any(name in form for name in NUMBERS) else ("",):
                line = self.build_line(state, seat, form, amount)
                if line not in before:
                    found[self.numbers[form["do"], *ends, amount, form.get("unit", "")]] = line
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
        """Return a row for each territory, as this seat counts: itself first. What the fog hides is 0."""
        turns = {each: turn for turn, each in enumerate(self.from_own(seat), 1)}
        visible, team = list_visible(state, seat), get_team(state, seat)
        rows = np.zeros((len(self.places), self.place_columns), np.int32)
        for number, name in enumerate(self.places):
            if name not in visible:
                continue
            owner, armies = state.board[name]
            units = [state.garrison(name).get(unit, 0) for unit in self.units if unit]
            building = state.building.get(name, 0) if owner in team or not has_fog(state) else 0
            row = [owner == seat, turns.get(owner, 0), armies, building, *units, *([1] if self.has_fog else [])]
            rows[number] = [min(int(each), MAX_NUMBER) for each in row]
        return rows

    def observe_battle(self, state: State, seat: str, *, handed_in: bool) -> Any:
        """Return round, limit, phase, own place and sheet; then by seat who is out, and the reserve or coins.

        The fog hides what others have in store. With teams and truces there are further numbers by seat: who is of
        one's own team; how many rounds a truce with each will last, and for how many rounds each offers one.
        """
        own = [state.round, int(state.options["round_limit"]), PHASES.index(state.phase), self.seats.index(seat)]
        stocks = state.money if state.ruleset == "campaign.skirmish" else state.reserve
        seats = self.from_own(seat)
        out = [int(each in state.out) for each in seats]
        team = get_team(state, seat)
        in_sight = team if has_fog(state) else seats
        row = [*own, int(handed_in), *out]
        row += [min(int(stocks.get(each, 0)), MAX_NUMBER) if each in in_sight else 0 for each in seats]
        if self.has_teams:
            row += [int(each in team) for each in seats]
        if self.has_truces:
            row += [max(0, state.truces.get(join(seat, each), -1) + 1 - state.round) for each in seats]
            row += [state.offers.get(each + seat, (0, 0))[0] for each in seats]
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
        units = list_units(state.options) if "unit" in shape.may else PLAIN
        ways = list(product(amounts, units))
        if "at" in shape.needs:
            keys += [(verb, name, "", *way) for name in state.map.place for way in ways]
        elif "from" in shape.needs:
            keys += [(verb, *route, *way) for route in routes for way in ways]
        elif verb == "truce" and has_truces(state):
            keys += [(verb, seat, "", amount, "") for seat in state.seats for amount in AMOUNTS]
    return keys
