"""A battle of a site, played along here, so that players see it as they would on one's own machine."""

from collections.abc import Mapping
from typing import Any

from battlefield import Battle, IllegalOrder, game, play, records

from ..reading import Closed
from .client import NoAnswer, Site


class Replica:
    """The open battle and its closed rounds, from the record and then from the rounds as they close."""

    def __init__(self, site: Site, code: str) -> None:
        self.site, self.code = site, code
        self.battle: Battle | None = None
        self.past: list[Closed] = []

    def follow(self, state: Mapping[str, Any]) -> None:
        """Play the rounds that have closed; from the record where the state does not hold them all."""
        for closed in state["rounds"]:
            if closed["number"] == len(self.past) + 1:
                self._advance(closed["orders"])
        if not self._is_as(state):
            self._read_record()
        if not self._is_as(state):
            raise NoAnswer("The site plays by rules that this version does not know. Install its newest version.")

    def _is_as(self, state: Mapping[str, Any]) -> bool:
        """Return whether the battle here is the one that the site shows."""
        closed: int = state["tournament"]["rounds_closed"]
        return self.battle is not None and len(self.past) == closed and game.view(self.battle) == state["position"]

    def _advance(self, orders: list[list[str]]) -> None:
        if self.battle is None:
            return
        submitted = [(seat, text) for seat, text in orders]
        try:
            after, _resolution = play(self.battle, submitted)
        except IllegalOrder:
            self.battle = None  # it has drifted, and is read anew
            return
        self.past.append((self.battle, dict(submitted)))
        self.battle = after

    def _read_record(self) -> None:
        try:
            record = records.read(self.site.fetch("GET", f"tournaments/{self.code}/record/"))
            played = [record.opening, *(battle for battle, _resolution in record.replay())]
        except records.BadRecord as error:
            raise NoAnswer(f"The record of the battle cannot be read: {error}. Install the newest version.") from error
        self.past = [(before, dict(orders)) for before, orders in zip(played, record.rounds, strict=False)]
        self.battle = played[-1]
