"""Selectors of what an emperor's charts show: its dynasties, its deeds, and its reputation over time."""

from datetime import datetime

from core.limits import CHART_POINTS
from dynasty.charts import timeline
from dynasty.charts.timeline import Life
from dynasty.domain import event_types
from dynasty.models import Emperor, Membership, Mention
from dynasty.selectors.standings import Point, compute_running_sum, list_changes
from dynasty.selectors.taken_names import Mask, annotate_taken

DEEDS = ("born", "fought", "joined", "left", "ransomed", "died", "retired")


def build_life(emperor: Emperor, homes: list[Membership], now: datetime, mask: Mask) -> Life | None:
    """Build the timeline of an emperor's life so far, or to its death; `mask`: that of the page."""
    mentions = Mention.objects.filter(emperor=emperor, public=True, kind__in=DEEDS).select_related("event")
    latest = list(annotate_taken(mentions).order_by("-at", "-pk")[:CHART_POINTS])[::-1]
    deeds = [
        (
            each.at,
            "joined" if each.kind in ("left", "ransomed") else each.kind,
            event_types.format_sentence(each.kind, mask.cover_mention(each)),
        )
        for each in latest
        if each.kind != "joined"  # the event of leaving the former dynasty names the new one
    ]
    lived = [(home.dynasty.name, home.since, home.until) for home in homes]
    return timeline.draw(lived, deeds, emperor.died_at or now)


def get_reputation_curve(emperor: Emperor) -> list[Point]:
    """Return each moment at which an emperor's reputation changed, and what it was from then on."""
    changes = list_changes(dict(emperor.accounts.values_list("pk", "emperor_id"))).get(emperor.pk, [])
    return compute_running_sum([(emperor.raised_at, 0), *changes]) if changes else []
