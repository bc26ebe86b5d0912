"""Chapters of studies, opened: of a battle on a board, or of a campaign."""

from typing import Protocol

from tournaments.domain.games import GameData
from tournaments.models import Chapter, Entry, Round, Tournament
from tournaments.selectors.studies.campaigns import ChapterCampaign, is_campaign
from tournaments.selectors.studies.chapters import ChapterBattle


class OpenedChapter(Protocol):
    """What a page shows of a chapter. Its rounds are numbered from 1; in games in turns each is a seat's turn."""

    @property
    def size(self) -> int:
        """Return how many rounds there are."""

    @property
    def tournament(self) -> Tournament:
        """Return the battle as a row that is never saved."""

    @property
    def seated(self) -> dict[str, Entry]:
        """Return who sat where."""

    def get_state(self, number: int) -> GameData:
        """Return the state after a round, as it is stored; after round 0 the first one."""

    def get_view(self, number: int) -> GameData:
        """Return the position after a round as it is drawn."""

    def get_round(self, number: int) -> Round:
        """Return a round, closed."""

    def get_turn(self, number: int) -> tuple[int, str]:
        """Return the round as players count it, and the seat whose turn it was; blank where all act at once."""

    def list_orders(self, number: int) -> list[tuple[str, str]]:
        """Return the orders that the list of rounds shows."""


def open_chapter(chapter: Chapter) -> OpenedChapter:
    """Return a chapter with its record read."""
    return ChapterCampaign(chapter) if is_campaign(chapter) else ChapterBattle(chapter)
