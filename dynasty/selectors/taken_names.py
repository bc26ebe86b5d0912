"""Names that the staff took away: which stand, and what is read where they were written down before."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import Exists, QuerySet

from dynasty.catalog.names import fold
from dynasty.models import Dynasty, Emperor, Event, Mention, TakenName

Named = Dynasty | Emperor
OWN_FACTS = ("emperor", "former", "renamed", "captive")
"""The facts of an event that name the Emperor whom it is about."""
NAME_FACTS = (
    *OWN_FACTS,
    "against",
    "by",
    "dynasty",
    "giver",
    "on",
    "other",
    "seller",
    "winners",
    "with",
)
"""The facts of events, notifications and acts that hold names of dynasties and Emperors, alone or in a list."""


class Mask:
    """What covers names that were taken away after they had been written down. One serves a whole page."""

    @cached_property
    def rows(self) -> list[TakenName]:
        """Return the names that are taken away; asked for once, with the first facts."""
        return list(query_standing().select_related("dynasty", "emperor").order_by("pk"))

    def cover(self, facts: Mapping[str, Any], at: datetime, emperor: int | None = None) -> dict[str, Any]:
        """Return the facts of something that happened, with present names instead of those that were taken since.

        `emperor`: the number of the Emperor whom it is about, so that namesakes keep their name.
        """
        covered = dict(facts)
        for row in self.rows:
            if at < row.at:
                cover_with(covered, row, emperor)
        return covered

    def cover_mention(self, mention: Mention) -> dict[str, Any]:
        """Return the facts of the event of a mention, covered like others, of rows of `annotate_taken`."""
        event = mention.event
        return self.cover(event.facts, event.at, mention.emperor_id) if is_any_taken(mention) else event.facts


def cover_event(event: Event) -> dict[str, Any]:
    """Return the facts of one event with present names instead of those that were taken away."""
    about = event.mentions.exclude(emperor=None).values_list("emperor_id", flat=True).first()
    return Mask().cover(event.facts, event.at, about)


def query_standing() -> QuerySet[TakenName]:
    """Return the names that were taken and not put back."""
    return TakenName.objects.filter(put_back_at=None)


def annotate_taken(mentions: QuerySet[Mention]) -> QuerySet[Mention]:
    """Annotate mentions with `any_taken`: whether the staff took any name away, so that most logs ask for none."""
    return mentions.annotate(any_taken=Exists(query_standing()))


def is_any_taken(mention: Mention) -> bool:
    """Return what `annotate_taken` found out with a mention; True where it was not asked."""
    return bool(getattr(mention, "any_taken", True))


def cover_with(facts: dict[str, Any], row: TakenName, emperor: int | None) -> None:
    """Cover one name in facts, where it stands, and the motto that was taken."""
    if row.motto and facts.get("motto") == row.motto:
        facts["motto"] = ""
    if not row.name:
        return
    pattern, present = build_pattern(tuple(row.copies)), get_named(row).name
    is_namesake = row.emperor_id is not None and emperor not in (None, row.emperor_id)
    for name in NAME_FACTS:
        if name in facts and not (is_namesake and name in OWN_FACTS):
            facts[name] = replace_name(facts[name], pattern, present)


@lru_cache(256)
def build_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return what matches any of these names that stands alone or in a list, such as "Ming: Livia, Qing: Ada"."""
    return re.compile(rf"(?:^|(?<=: )|(?<=, ))(?:{'|'.join(map(re.escape, names))})(?=$|: |, )")


def replace_name(value: Any, pattern: re.Pattern[str], present: str) -> Any:
    """Return a fact with a name replaced; what is neither text nor a list of texts is returned as it is."""
    if isinstance(value, str):
        return pattern.sub(lambda _found: present, value)
    return [replace_name(each, pattern, present) for each in value] if isinstance(value, list) else value


def get_named(row: TakenName) -> Named:
    """Return the dynasty or the Emperor from whom a name was taken."""
    return row.emperor or row.dynasty


def query_names_of(named: Named) -> QuerySet[TakenName]:
    """Return all that was ever taken from a dynasty itself, or from an Emperor."""
    own = {"emperor": named} if isinstance(named, Emperor) else {"dynasty": named, "emperor": None}
    return TakenName.objects.filter(**own)


def find_open(named: Named) -> TakenName | None:
    """Return what is taken from a dynasty or an Emperor and was neither put back nor replaced."""
    return query_names_of(named).filter(put_back_at=None, renamed_at=None).first()


def find_taken(code: str) -> TakenName | None:
    """Return what was taken, by its code; None if there is none."""
    return TakenName.objects.select_related("dynasty", "emperor__dynasty").filter(code=code).first()


def list_open(dynasty: Dynasty) -> list[TakenName]:
    """Return what was taken from a dynasty and its Emperors, for which it can choose something else."""
    rows = TakenName.objects.filter(dynasty=dynasty, put_back_at=None, renamed_at=None)
    return [row for row in rows.select_related("emperor").order_by("pk") if may_choose(row)]


def may_choose(row: TakenName) -> bool:
    """Return whether the dynasty that was told may still choose another name: the Emperor has not left it."""
    return row.is_open and (row.emperor is None or row.emperor.dynasty_id == row.dynasty_id)


def looks_like_any(name: str, others: Iterable[str]) -> bool:
    """Return whether a name looks like one of others; a blank one looks like none."""
    return bool(name) and any(fold_twice(name) & fold_twice(each) for each in others if each)


def fold_twice(name: str) -> set[str]:
    """Return a name as it is compared with others, with and without its exclamation marks, which pass for an l."""
    return {fold(name), fold(name.replace("!", ""))}


def list_former_names(dynasty: Dynasty) -> list[str]:
    """Return the names that the dynasty itself had before they were taken."""
    return [row.name for row in TakenName.objects.filter(dynasty=dynasty, emperor=None) if row.name]
