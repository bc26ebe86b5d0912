"""The end of a battle around its reader: places, what it did to the reader's Emperor, and the step that comes next."""

from typing import NotRequired, TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _

from core import numbers
from core.sentences import fill
from players import Level
from tournaments.models import Entry, SeriesTable, Tournament
from tournaments.presenters.context import BattleContext
from tournaments.presenters.occasions import build_occasion
from tournaments.selectors import battles, level_records
from tournaments.selectors.results import LoggedResult

NEVER = 10**9
"""Later than any round."""


class Place(TypedDict):
    """A seat with its place, and words for when it fell."""

    place: int
    entry: Entry
    words: str


class ReputationStep(TypedDict):
    """How a reputation changed, with its sign, and from what to what."""

    signed: str
    before: int
    after: int


class NextStep(TypedDict):
    """Where to go after a battle: an address, or a level to play; empty where nothing fits."""

    url: NotRequired[str]
    level: NotRequired[str]
    words: NotRequired[str]


def describe_mood(battle: BattleContext, reader: str) -> str:
    """Return which picture the end gets: won, lost or draw for a reader who fought, else over."""
    outcome = battle.tournament.outcome or {}
    if not reader or outcome.get("void"):
        return "over"
    if reader not in outcome["winners"]:
        return "lost"
    return "draw" if outcome["draw"] else "won"


def list_places(battle: BattleContext) -> list[Place]:
    """Return every seat of a battle on a board with its place: the winners, who was left, then who fell last."""
    if battle.game.VIEW != "board" or (battle.tournament.outcome or {}).get("void"):
        return []
    fallen = battle.game.list_fallen(battles.get_state(battle.tournament, None))
    winners = (battle.tournament.outcome or {})["winners"]

    def rank(entry: Entry) -> tuple[bool, int]:
        return entry.seat not in winners, -fallen.get(entry.seat, NEVER) if entry.seat not in winners else 0

    ordered = sorted(battle.entries.values(), key=rank)
    ranks = [rank(entry) for entry in ordered]
    return [
        {"place": ranks.index(rank(entry)) + 1, "entry": entry, "words": describe_fall(fallen.get(entry.seat))}
        for entry in ordered
    ]


def describe_fall(number: int | None) -> str:
    """Return in which round a seat fell; blank if it did not."""
    return fill(_("out in round %(round)s"), {"round": number}) if number else ""


def describe_own_reputation(result: LoggedResult, own: str) -> ReputationStep | None:
    """Return how the reputation of the reader's Emperor changed, from what to what; None if it did not."""
    changes = [facts for facts in result.changes if own and facts["code"] == own]
    if not changes:
        return None
    points, after = sum(facts["points"] for facts in changes), changes[-1]["reputation"]
    return {"signed": numbers.format_signed(points), "before": after - points, "after": after}


def find_next_step(battle: BattleContext, reader: str) -> NextStep:
    """Return the one step that fits: the next level, a rematch, on in the tournament, a battle to play or to watch.

    A `level` is played by a form, and so is a rematch, which stands beside every casual battle.
    """
    if battle.tournament.casual:
        occasion = build_occasion(battle)
        if occasion:
            return {"url": occasion["url"], "words": occasion["back"]}
        level = find_next_level(battle, reader)
        return (
            {"level": level.name, "words": fill(_("Next opponent: %(level)s"), {"level": _(level.title)})}
            if level
            else {}
        )
    table = getattr(battle.tournament, "series_table", None)
    if table is not None:
        return find_step_of_series(battle, table)
    if reader:
        return {"url": reverse("play"), "words": _("Next battle")}
    return {"url": reverse("watch"), "words": _("Watch another battle")}


def find_step_meanwhile(battle: BattleContext, reader: str) -> NextStep:
    """Return where a reader may go whose Emperor falls while others fight on; nothing in a duel, which ends with it."""
    if not reader or len(battle.entries) < 3 or battle.tournament.status == Tournament.Status.FINISHED:
        return {}
    if battle.tournament.casual:
        return {"url": reverse("casual"), "words": _("Next battle")}
    return find_next_step(battle, reader)


def find_next_level(battle: BattleContext, reader: str) -> Level | None:
    """Return the level above the one that the reader has just beaten in a duel that counts, if there is one."""
    is_counted = battle.table is not None and bool(battle.table.casual.holder)
    if not is_counted or describe_mood(battle, reader) != "won":
        return None
    return level_records.find_next_level(battle.terms.fill)


def find_step_of_series(battle: BattleContext, table: SeriesTable) -> NextStep:
    """Return the reader's battle of a later round that goes on, if it is drawn; else the page of the tournament."""
    dynasty = battle.dynasty.code if battle.dynasty else ""
    later = SeriesTable.objects.filter(series=table.series_id, round_no__gt=table.round_no, tournament__ended_at=None)
    for each in later.exclude(tournament=None).select_related("tournament").order_by("round_no"):
        if dynasty in each.dynasties and each.tournament:
            return {"url": reverse("tournament", args=[each.tournament.code]), "words": _("To your next round")}
    return {"url": reverse("series", args=[table.series.code]), "words": _("Back to the series")}
