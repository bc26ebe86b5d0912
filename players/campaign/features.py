"""The position of a campaign as one seat knows it: its view, its map and its forms."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from campaign import atlas, games
from campaign.atlas import Map
from campaign.holdings import Holding, read_holding
from campaign.state import State
from campaign.units import Garrison

Form = dict[str, Any]


@dataclass(frozen=True)
class Sight:
    """A position in the eyes of a seat, and its luck."""

    view: dict[str, Any]
    seat: str
    forms: list[Form]
    luck: Random

    @cached_property
    def map(self) -> Map:
        return atlas.find(self.view["map"])

    @cached_property
    def board(self) -> dict[str, Holding]:
        return {name: read_holding(text) for name, text in self.view["board"].items()}

    @cached_property
    def own(self) -> list[str]:
        return [name for name, holding in self.board.items() if holding.owner == self.seat]

    @cached_property
    def team(self) -> tuple[str, ...]:
        """The seats that win together with this one, itself among them."""
        return next((tuple(team) for team in self.view.get("teams", ()) if self.seat in team), (self.seat,))

    def near(self, name: str) -> tuple[str, ...]:
        """Return the neighbours of a territory in any order: else whoever comes first on the map is attacked first."""
        if name not in self._near:
            near = self.map.neighbours[name]
            self._near[name] = tuple(self.luck.sample(near, len(near)))
        return self._near[name]

    @cached_property
    def _near(self) -> dict[str, tuple[str, ...]]:
        return {}

    def armies(self, name: str) -> int:
        return self.board[name].armies

    def garrison(self, name: str) -> Garrison:
        """Return what stands in a territory, by unit."""
        return self.view.get("units", {}).get(name) or {"": self.armies(name)}

    @cached_property
    def partners(self) -> set[str]:
        """The seats with which this one has a truce."""
        return {other for key in self.view.get("truces", {}) if self.seat in key for other in key} - {self.seat}

    def enemies(self, name: str) -> list[str]:
        """Return the neighbours of others who are neither team mates nor have a truce, the weakest first."""
        spared = {"", *self.team, *self.partners}
        found = [other for other in self.near(name) if self.board[other].owner not in spared]
        return sorted(found, key=self.armies)

    def free(self, name: str) -> list[str]:
        """Return the neighbours that nobody holds."""
        return [other for other in self.near(name) if not self.board[other].owner]

    @cached_property
    def border(self) -> list[str]:
        """Own territories beside an enemy's or nobody's."""
        return [name for name in self.own if self.enemies(name) or self.free(name)]

    def threat(self, name: str) -> int:
        """Return the armies of others beside a territory, less its own."""
        return sum(map(self.armies, self.enemies(name))) - self.armies(name)

    @cached_property
    def front(self) -> str:
        """The own territory that needs armies most: the greatest surplus of enemies beside it."""
        mixed = self.luck.sample(self.border or self.own, len(self.border or self.own))
        return max(mixed, key=self.threat)

    def forms_of(self, verb: str) -> list[Form]:
        return [form for form in self.forms if form["do"] == verb]

    def towards_border(self, name: str) -> str | None:
        """Return the own neighbour from which the border is nearest, or None."""
        ways = self.distances
        steps = [other for other in self.near(name) if other in ways]
        return min(steps, key=ways.__getitem__, default=None)

    @cached_property
    def distances(self) -> dict[str, int]:
        """How many steps through own land every own territory is away from the border."""
        found, edge = dict.fromkeys(self.border, 0), list(self.border)
        for name in edge:
            fresh = [other for other in self.near(name) if other in self.own and other not in found]
            found |= dict.fromkeys(fresh, found[name] + 1)
            edge += fresh
        return found


def get_sight(state: State, seat: str, luck: Random) -> Sight:
    return Sight(games.view(state, seat), seat, games.legal(state, seat), luck)
