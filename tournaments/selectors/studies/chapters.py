"""The battle of a chapter, played again from its record: rows that are never saved, as the pages read battles."""

from dataclasses import dataclass, replace
from functools import cached_property

from battlefield import Battle, battles, game, records
from battlefield.records import Record
from battlefield.resolver import Resolution
from core import clock
from tournaments.domain.games import GameData
from tournaments.models import Chapter, Entry, Round, Tournament


@dataclass(frozen=True)
class ChapterBattle:
    """The battle of a chapter on a board; see `opened.OpenedChapter`.

    Rounds that follow its end, as those of a lab may, are played all the same.
    """

    chapter: Chapter

    @cached_property
    def record(self) -> Record:
        return records.parse(self.chapter.record)

    @property
    def size(self) -> int:
        """Return how many rounds there are."""
        return len(self.record.rounds)

    @cached_property
    def played(self) -> list[tuple[Battle, Resolution]]:
        """Return the position after each round, with how it went."""
        battle, found = self.record.opening, []
        for orders in self.record.rounds:
            after, resolution = battles.play(replace(battle, outcome=None), orders)
            found.append((after, resolution))
            battle = after
        return found

    def get_position(self, number: int) -> Battle:
        """Return the position after a round; after round 0 the first one."""
        return self.played[number - 1][0] if number else self.record.opening

    def get_state(self, number: int) -> GameData:
        """Return the position after a round, as it is stored."""
        return game.write(self.get_position(number))

    def get_view(self, number: int) -> GameData:
        """Return the position after a round as it is drawn."""
        return game.view(self.get_position(number))

    def get_turn(self, number: int) -> tuple[int, str]:
        """Return the number of a round: all act at once."""
        return number, ""

    def list_orders(self, number: int) -> list[tuple[str, str]]:
        """Return the orders of a round but those to hold, by seats."""
        return sorted(each for each in self.record.rounds[number - 1] if each[1] != "-")

    @cached_property
    def tournament(self) -> Tournament:
        """Return the battle as a row that is never saved; its names are no secret."""
        return Tournament(
            code=self.chapter.code,
            title=self.chapter.title,
            casual=True,
            game=game.NAME,
            rules=self.record.opening.ruleset.as_json(),
            seats=len(self.record.opening.seats),
            status=Tournament.Status.FINISHED,
            ended_at=clock.now(),
            round_no=self.size,
            outcome=game.outcome(self.get_position(self.size)),
        )

    @cached_property
    def seated(self) -> dict[str, Entry]:
        """Return who sat where, as the record names them."""
        return {seat: Entry(seat=seat, name=self.record.headers.get(seat, "")) for seat in self.record.opening.seats}

    def get_round(self, number: int) -> Round:
        """Return a round of the battle, closed; the first one is 1."""
        return Round(
            number=number,
            game_round=number,
            state=game.write(self.get_position(number - 1)),
            closed_at=clock.now(),
            orders=[list(each) for each in self.record.rounds[number - 1]],
            events=list(self.played[number - 1][1].trace),
        )
