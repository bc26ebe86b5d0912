"""The campaign of a chapter, played again from its record and its seed, turn by turn."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from campaign import records
from campaign.records import Record, Replay, Turn
from campaign.state import State
from core import clock
from tournaments.domain import games
from tournaments.domain.games import Game, GameData
from tournaments.models import Chapter, Entry, Round, Tournament

REPLAYS = 8
"""So many campaigns stay played in a process: their rounds are read one after the other."""


def is_campaign(chapter: Chapter) -> bool:
    """Return whether a chapter holds a campaign: its record is lines of JSON, that of a board begins with headers."""
    return chapter.record.startswith("{")


@lru_cache(maxsize=REPLAYS)
def play(record: str) -> Replay:
    """Return the battle of a record; a record of the same text is played once."""
    return records.replay(records.parse(record))


@dataclass(frozen=True)
class ChapterCampaign:
    """The campaign of a chapter; see `opened.OpenedChapter`."""

    chapter: Chapter

    @cached_property
    def record(self) -> Record:
        return records.parse(self.chapter.record)

    @property
    def replay(self) -> Replay:
        return play(self.chapter.record)

    @property
    def game(self) -> Game:
        return games.GAMES[self.record.described["ruleset"]]

    @property
    def size(self) -> int:
        return len(self.replay.turns)

    @cached_property
    def tournament(self) -> Tournament:
        described = self.record.described
        return Tournament(
            code=self.chapter.code,
            title=self.chapter.title,
            casual=True,
            game=described["ruleset"],
            field=described["map"],
            rules=described["options"],
            seats=len(self.record.seats),
            status=Tournament.Status.FINISHED,
            ended_at=clock.now(),
            round_no=self.size,
            outcome=self.game.outcome(self.replay.ending),
        )

    @cached_property
    def seated(self) -> dict[str, Entry]:
        return {seat: Entry(seat=seat, name=self.record.headers.get(seat, "")) for seat in self.record.seats}

    def find_turn(self, number: int) -> Turn:
        return self.replay.turns[number - 1]

    def find_state(self, number: int) -> State:
        return self.find_turn(number).after if number else self.replay.opening

    def get_state(self, number: int) -> GameData:
        return self.game.write(self.find_state(number))

    def get_view(self, number: int) -> GameData:
        return self.game.view(self.game.reveal(self.find_state(number)))

    def get_round(self, number: int) -> Round:
        turn = self.find_turn(number)
        return Round(
            number=number,
            game_round=turn.round,
            turn_of=turn.seat,
            state=self.game.write(turn.before),
            closed_at=clock.now(),
            orders=[list(each) for each in turn.orders],
            events=list(turn.events),
        )

    def get_turn(self, number: int) -> tuple[int, str]:
        turn = self.find_turn(number)
        return turn.round, turn.seat

    def list_orders(self, number: int) -> list[tuple[str, str]]:
        """Return nothing: orders of campaigns are long, and the title of the turn says whose they were."""
        return []
