"""What the page of a first battle points at: the goal, and the first of each thing that happens, as it happens."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as N_

from battlefield.traces import Step
from core.sentences import fill
from tournaments.domain.battle_types import BattleState, Coaching, Hint
from tournaments.models import Tournament
from tournaments.presenters.context import BattleContext
from tournaments.selectors import battles

Facts = dict[str, str]
HINTS: dict[str, tuple[str, str]] = {
    "order": (
        N_("Your first order"),
        N_("Your goal is the Emperor on %(tile)s. Choose a piece: all order in secret, then all march at once."),
    ),
    "chosen": (
        N_("Where to?"),
        N_("The marked tiles are in reach. The number on a piece says how far it can go."),
    ),
    "chance": (
        N_("You can win now"),
        N_("Your piece on %(piece)s can reach the Emperor on %(tile)s: send it there."),
    ),
    "capture": (
        N_("Your first capture"),
        N_("Captured pawns change sides: the one you took on %(tile)s now fights for you."),
    ),
    "loss": (
        N_("You lost a pawn"),
        N_("Captured pawns change sides: the one on %(tile)s now fights for %(name)s. You can win it back."),
    ),
    "collision": (
        N_("Your first collision"),
        N_("Pieces that want the same tile collide and spring back, as on %(tile)s. Nobody is lost by it."),
    ),
    "round": (
        N_("Your first round"),
        N_("All pieces marched at once. The story says what happened. Now give your next order."),
    ),
    "threat": (
        N_("Your Emperor is in danger"),
        N_("%(name)s can reach your Emperor on %(tile)s next. Move out of reach, or strike first."),
    ),
    "goal": (
        N_("On to the Emperor"),
        N_("Bring your pieces within reach of %(tile)s. What happens for the first time is explained here."),
    ),
}
"""Title and text of each hint."""
LESSONS = ("capture", "loss", "collision")
"""What is told once, the most important first."""


def describe_coaching(battle: BattleContext, state: BattleState) -> Coaching | None:
    """Return what the page points at now, and while a first piece is chosen; None where nobody is coached."""
    is_coached = battle.table is not None and battle.table.casual.coached
    if not is_coached or not state["you"] or battle.tournament.status != Tournament.Status.RUNNING:
        return None
    seat = state["you"]["seat"]
    traces = battles.list_traces(battle.tournament)
    goal = ("goal" if traces else "order", find_enemy(state, seat))
    found = find_chance(state, seat) or find_lesson(traces, seat) or find_threat(state, seat) or goal
    return {
        "now": write_hint(battle, *found),
        "chosen": write_hint(battle, "chosen", {}) if not traces else None,
    }


def write_hint(battle: BattleContext, name: str, facts: Facts) -> Hint:
    """Return a hint in words, with the tile that it points at."""
    title, text = HINTS[name]
    values = facts | {"name": battle.names.get(facts.get("seat", ""), "")}
    return {"name": name, "title": _(title), "text": fill(_(text), values), "tile": facts.get("tile", "")}


def find_enemy(state: BattleState, seat: str) -> Facts:
    """Return where the first Emperor of another seat stands."""
    emperors = [each for each in state["position"]["pieces"] if each["kind"] == "emperor" and each["seat"] != seat]
    return {"seat": emperors[0]["seat"], "tile": emperors[0]["tile"]} if emperors else {}


def find_chance(state: BattleState, seat: str) -> tuple[str, Facts] | None:
    """Return with which piece the reader can reach another Emperor."""
    for piece in state["position"]["pieces"]:
        if piece["kind"] == "emperor" and piece["seat"] != seat:
            for start, tiles in state["reach"].get(seat, {}).items():
                if piece["tile"] in tiles:
                    return "chance", {"seat": piece["seat"], "tile": piece["tile"], "piece": start}
    return None


def find_threat(state: BattleState, seat: str) -> tuple[str, Facts] | None:
    """Return who can reach the reader's Emperor."""
    own = [each["tile"] for each in state["position"]["pieces"] if each["kind"] == "emperor" and each["seat"] == seat]
    for other, reach in state["reach"].items():
        reached = {tile for tiles in reach.values() for tile in tiles} if other != seat else set()
        for tile in own:
            if tile in reached:
                return "threat", {"seat": other, "tile": tile}
    return None


def find_lesson(traces: Sequence[Sequence[Step]], seat: str) -> tuple[str, Facts] | None:
    """Return what the last round shows for the first time, one thing a round; the first round always shows one."""
    earlier: set[str] = set()
    latest: tuple[str, Facts] | None = None
    for trace in traces:
        new = [lesson for lesson in list_lessons(trace, seat) if lesson[0] not in earlier]
        latest = min(new, key=lambda lesson: LESSONS.index(lesson[0]), default=None)
        if latest:
            earlier.add(latest[0])
    return latest or (("round", {}) if len(traces) == 1 else None)


def list_lessons(trace: Sequence[Step], seat: str) -> Iterator[tuple[str, Facts]]:
    """Yield what a round has to show to the player of a seat, with the tile where it happened."""
    sent = {step["piece"] for step in trace if step["kind"] == "ordered" and step["seat"] == seat}
    for step in trace:
        if step["kind"] == "took" and not step["emperor"] and step["seat"] == seat:
            yield "capture", {"tile": step["at"]}
        elif step["kind"] == "took" and not step["emperor"] and step["from_seat"] == seat:
            yield "loss", {"tile": step["at"], "seat": step["seat"]}
        elif step["kind"] == "conflict" and sent & set(step["pieces"]):
            yield "collision", {"tile": step["at"]}
