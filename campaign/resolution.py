"""The working copy of one resolution: the state so far, the luck, and what happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from campaign import events, units
from campaign.chance import Luck, roll_off
from campaign.events import Event
from campaign.holdings import UNCLAIMED, Holding
from campaign.state import State


@dataclass
class Resolution:
    """Holds the next state while it is being made; the state it began with is never touched."""

    state: State
    luck: Luck
    events: list[Event] = field(default_factory=list)

    def record(self, event: Event) -> None:
        self.events.append(event)

    def set(self, **changes: Any) -> None:
        """Go on with a state in which these facts are changed."""
        self.state = replace(self.state, **changes)

    def hold(self, name: str, owner: str, armies: int, unit: str = "") -> None:
        """Give a territory to an owner, with so many armies, all of one unit where there are units."""
        holding = Holding(owner, armies) if owner else UNCLAIMED
        self.set(board=with_item(self.state.board, name, holding))
        if unit:
            self.set(units=with_item(self.state.units, name, units.change({}, unit, armies)))

    def add(self, name: str, armies: int, unit: str = "") -> None:
        """Add armies to a territory, or take them away; of a unit where there are units."""
        garrison = self.state.units.get(name, {})
        self.hold(name, self.state.owner(name), self.state.armies(name) + armies)
        if unit:
            self.set(units=with_item(self.state.units, name, units.change(garrison, unit, armies)))

    def enter(self, phase: str, seat: str | None) -> None:
        """Go into a phase of the seat that has to act in it."""
        self.set(phase=phase)
        self.record(events.build_phase(seat, phase, self.state.round))

    def roll_off(self, seats: list[str]) -> str:
        """Let seats roll until one is highest, and return it."""
        winner, rounds = roll_off(self.luck, seats)
        self.events += [events.build_roll_off(dice) for dice in rounds]
        return winner

    def finish(self, words_before: int) -> tuple[State, list[Event]]:
        """Return the next state with its words counted, and the events."""
        used = self.luck.words - words_before
        return replace(self.state, words=self.state.words + used), self.events


def with_item(mapping: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """Return a copy of a mapping in which one item is changed."""
    return {**mapping, key: value}
