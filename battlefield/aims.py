"""What a seat fights for, while the battle goes on: a sentence for each goal, and how far it is."""

from collections.abc import Callable, Sequence

from .battles import Battle
from .goals import TEXT
from .marks import N_, Sentence
from .tiles import Tile
from .words import describe_goal

Aim = tuple[Sentence, Sentence | None]
"""What to do, and how much of it is done."""
SHORT_BATTLE = 60
"""A limit of at most so many rounds was set on purpose, and is shown from the first round on."""
SOON = 12
"""So many rounds before a limit, it is shown in any battle."""


def list_aims(battle: Battle, seat: str | None) -> list[Aim]:
    """Return what wins the battle for a seat, or for any seat where there is none; then the limit, if it is near."""
    return [*(_describe_goal(battle, seat, goal) for goal in battle.ruleset.goals), *_describe_limits(battle)]


def _describe_goal(battle: Battle, seat: str | None, goal: str) -> Aim:
    """Return a goal as its own function says it to a seat; else as the rules say it to everybody."""
    match = TEXT.fullmatch(goal)
    name, numbers = (match[1], match[2]) if match else ("", None)
    aim = AIMS.get(name)
    if aim is None or seat is None or seat not in battle.seats:
        if name == "last_emperor":
            return (N_("The last Emperor standing wins."), {}), _count_left(battle)
        return describe_goal(goal, battle.ruleset.collectors), None
    return aim(battle, seat, [int(number) for number in numbers.split(",")] if numbers else [])


def _take_the_last(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    others = [other for other in battle.to_act if other != seat]
    if len(others) == 1:
        return (N_("Take %(seat)s’s Emperor."), {"seat": others[0]}), None
    return (N_("Be the last Emperor standing."), {}), _count_left(battle)


def _count_left(battle: Battle) -> Sentence | None:
    """Return how many of several seats have not fallen."""
    if len(battle.seats) < 3:
        return None
    seats = len(battle.seats)
    return N_("%(left)s of %(seats)s left"), {"left": seats - len(battle.fallen), "seats": seats}


def _reach_a_target(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    targets = sorted(battle.targets.get(seat, ()))
    text = (N_("Reach %(tiles)s with your Emperor."), {"tiles": ", ".join(map(str, targets))})
    steps = [_measure(at, target) for at in battle.formation.emperors(seat) for target in targets]
    return text, (N_("distance %(steps)s"), {"steps": min(steps)}) if steps else None


def _measure(start: Tile, end: Tile) -> int:
    return abs(start.row - end.row) + abs(start.column - end.column)


def _survive(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    rounds, pieces = numbers or (20, 3)
    left, own = max(0, rounds - battle.number + 1), len(battle.formation.of(seat))
    text = (N_("Have more than %(pieces)s pieces after round %(rounds)s."), {"pieces": pieces, "rounds": rounds})
    return text, (N_("%(left)s to go, you have %(own)s"), {"left": left, "own": own})


def _take_the_opposite(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    text = N_("Take %(seat)s’s Emperor with your own Emperor.")
    return (text, {"seat": battle.opposites.get(seat, seat)}), None


def _take_a_stronger(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    return (N_("Take an Emperor with more experience than yours."), {}), None


def _collect(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    by_any = battle.ruleset.collectors == "all"
    return (N_("Collect a treasure.") if by_any else N_("Collect a treasure with your Emperor."), {}), None


def _hold_the_throne(battle: Battle, seat: str, numbers: Sequence[int]) -> Aim:
    (rounds,) = numbers or (3,)
    text = {
        True: N_("Hold the throne on %(tile)s for %(rounds)s rounds in a row, with any piece."),
        False: N_("Hold the throne on %(tile)s for %(rounds)s rounds in a row, with your Emperor."),
    }[battle.ruleset.collectors == "all"]
    holder, duration = battle.reign
    so_far = (N_("%(seat)s: %(held)s of %(rounds)s"), {"seat": holder, "held": duration, "rounds": rounds})
    return (text, {"tile": str(battle.throne), "rounds": rounds}), so_far if holder else None


AIMS: dict[str, Callable[[Battle, str, Sequence[int]], Aim]] = {
    "last_emperor": _take_the_last,
    "cross": _reach_a_target,
    "survive": _survive,
    "take_stronger_emperor": _take_a_stronger,
    "duel": _take_the_opposite,
    "treasure": _collect,
    "throne": _hold_the_throne,
}
"""By the name of a goal: the sentence for a seat. A goal that is missing here is described as in the rules."""


def _describe_limits(battle: Battle) -> list[Aim]:
    """Return the limit that comes first, where it was set on purpose or is near."""
    rules = battle.ruleset
    left, quiet = rules.max_rounds - battle.number + 1, rules.quiet_rounds - battle.quiet
    ends = {"pieces": N_("Most pieces after round %(round)s wins."), "draw": N_("After round %(round)s it is a draw.")}
    if left <= quiet and (rules.max_rounds <= SHORT_BATTLE or left <= SOON):
        return [((ends[rules.on_limit], {"round": rules.max_rounds}), (N_("%(left)s to go"), {"left": left}))]
    if quiet <= SOON:
        sentences = {
            "pieces": N_("Without a capture the most pieces win."),
            "draw": N_("Without a capture it is a draw."),
        }
        return [((sentences[rules.on_limit], {}), (N_("%(left)s to go"), {"left": quiet}))]
    return []
