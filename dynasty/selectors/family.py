"""Who ever belonged to a dynasty, with the whole way of each through the dynasties: what its family tree shows."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.db.models import Min

from dynasty.charts import family
from dynasty.charts.family import Home, Relative
from dynasty.models import Dynasty, Emperor, Membership, Mention

MAX_RELATIVES = 60
"""So many are drawn on a page; the first page has those who came last."""


@dataclass(frozen=True)
class Turn:
    """One line of the tree as text."""

    at: datetime
    kind: str
    dynasty: str


@dataclass(frozen=True)
class Story:
    """An emperor, and its turns in words."""

    emperor: Emperor
    turns: list[Turn]
    own_now: bool


@dataclass(frozen=True)
class FamilyTree:
    """The drawing, the same as text, and how many there were in all."""

    drawing: family.Family | None
    stories: list[Story]
    all: int
    page: int = 1

    @property
    def pages(self) -> int:
        return max(1, ceil(self.all / MAX_RELATIVES))

    @property
    def rows(self) -> list[tuple[family.Branch, Emperor]]:
        """Return each branch of the drawing with its emperor."""
        branches = self.drawing.branches if self.drawing else []
        return [(branch, story.emperor) for branch, story in zip(branches, self.stories, strict=True)]


def build_tree(dynasty: Dynasty, now: datetime, page: int = 1) -> FamilyTree:
    """Build one page of the family tree of a dynasty, the eldest member first."""
    members = Membership.objects.filter(dynasty=dynasty)
    came = list(members.values("emperor").annotate(first=Min("since")).order_by("-first", "-emperor"))
    page = min(max(page, 1), ceil(len(came) / MAX_RELATIVES) or 1)
    shown = [row["emperor"] for row in came[(page - 1) * MAX_RELATIVES : page * MAX_RELATIVES]][::-1]
    homes: dict[int, list[Home]] = defaultdict(list)
    bought = set(Mention.objects.filter(emperor__in=shown, kind="ransomed").values_list("emperor", "at"))
    rows = Membership.objects.filter(emperor__in=shown).select_related("dynasty").order_by("since", "pk")
    for row in rows:
        own = row.dynasty_id == dynasty.pk
        homes[row.emperor_id].append(
            Home(row.dynasty.name, own, row.since, row.until, (row.emperor_id, row.since) in bought)
        )
    emperors = Emperor.objects.in_bulk(shown)
    relatives = [Relative(emperors[pk].name, homes[pk], emperors[pk].died_at) for pk in shown]
    stories = [
        Story(emperors[pk], [Turn(*turn) for turn in family.list_turns(each)], each.homes[-1].own)
        for pk, each in zip(shown, relatives, strict=True)
    ]
    return FamilyTree(family.draw(relatives, now), stories, len(came), page)
