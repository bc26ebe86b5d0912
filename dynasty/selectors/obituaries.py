"""The story of an emperor that died or was captured, from the log and the results."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from dynasty.domain.obituaries import Ending, Story, Victory, narrate
from dynasty.models import BattleResult, Emperor, Membership, Mention
from dynasty.selectors import careers
from dynasty.selectors.careers import Totals
from dynasty.selectors.standings import Point
from dynasty.selectors.taken_names import Mask, annotate_taken

ENDINGS = {"died": "killed", "left": "joined", "ransomed": "ransomed", "retired": "retired"}
MAX_BATTLES = 50  # whose captives are looked at


def narrate_life(
    emperor: Emperor, homes: Sequence[Membership], career: Totals, curve: Sequence[Point], mask: Mask
) -> list[str]:
    """Return the story of an emperor, sentence by sentence; none while it lives where it was raised.

    `mask`: that of the page.
    """
    if emperor.died_at is None and len(homes) < 2:
        return []
    return narrate(build_story(emperor, homes, career, curve, mask))


def build_story(
    emperor: Emperor, homes: Sequence[Membership], career: Totals, curve: Sequence[Point], mask: Mask
) -> Story:
    """Return what is told of an emperor's life."""
    captured, victory = list_deeds(emperor)
    return Story(
        emperor.name,
        emperor.gender,
        homes[0].dynasty.name if homes else emperor.birthplace.name,
        emperor.raised_at,
        career.battles,
        career.won,
        captured,
        victory,
        max((value for _at, value in curve), default=0),
        list_endings(emperor, mask),
    )


def list_deeds(emperor: Emperor) -> tuple[list[str], Victory | None]:
    """Return the names of those whom an emperor captured, and its victory over the strongest."""
    great = careers.query_results(emperor).filter(Q(captures__gt=0) | Q(upset__gt=0)).order_by("at")
    own = {each.place: each for each in great[:MAX_BATTLES]}
    others = list(BattleResult.objects.filter(place__in=own).exclude(emperor=emperor).select_related("emperor"))
    captured = [each for each in others if each.captor == own[each.place].seat]
    best = max(own.values(), key=lambda each: each.upset, default=None)
    if best is None or not best.upset:
        return list_names(captured), None
    beaten = [each for each in others if each.place == best.place and each.result not in ("won", "draw")]
    over = max(beaten, key=lambda each: each.reputation)
    return list_names(captured), Victory(over.emperor.name, over.reputation, best.reputation)


def list_names(results: list[BattleResult]) -> list[str]:
    return [each.emperor.name for each in sorted(results, key=lambda each: each.at)]


def list_endings(emperor: Emperor, mask: Mask) -> list[Ending]:
    """Return every change of side and the death of an emperor, in order."""
    mentions = Mention.objects.filter(emperor=emperor, kind__in=ENDINGS, public=True).select_related("event")
    rows = annotate_taken(mentions).order_by("at", "pk")
    return [build_ending(each.kind, mask.cover_mention(each), each) for each in rows]


def build_ending(kind: str, facts: dict[str, Any], mention: Mention) -> Ending:
    names = {"title": facts.get("title", ""), "by": facts.get("by", ""), "house": facts.get("other", "")}
    return Ending(ENDINGS[kind], mention.at, **names, round=facts.get("round", 0))
