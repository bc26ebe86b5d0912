"""Rules and rounds in words."""

from collections.abc import Iterable

from .conflicts import POLICIES
from .goals import goal_numbers, read_goal
from .marks import N_, Sentence
from .rulesets import Ruleset
from .traces import Step

RULES: dict[tuple[str, object], str] = {
    ("path", "open"): N_("Pieces pass over each other: they meet only where they land."),
    ("path", "clear"): N_("No piece may stand between a piece and where it is ordered to."),
    **{("conflict", name): policy.sentence for name, policy in POLICIES.items()},
    ("priority", "quickest"): N_("The order that reached the server first is the quickest."),
    ("priority", "rotating"): N_(
        "Each round another seat is the quickest, in turn; the others follow in alphabetical order."
    ),
    ("experience", "displaced"): N_(
        "A pawn that had an order, neither captured nor was captured, and ends on another tile gains one experience."
    ),
    ("experience", "ordered"): N_(
        "A pawn that had an order and neither captured nor was captured gains one experience."
    ),
    ("emperor_takes_pawn", "bounce"): N_("A pawn taken by an Emperor changes sides, and the Emperor springs back."),
    ("emperor_takes_pawn", "push"): N_(
        "A pawn taken by an Emperor changes sides and is pushed one tile on; without room the Emperor springs back."
    ),
    ("emperor_precedence", True): N_(
        "When pieces spring to the same tile, an Emperor who has just captured keeps it, if there is only one."
    ),
    ("emperor_precedence", False): N_("An Emperor who has just captured has no precedence when pieces spring."),
    ("emperor_resets_strongest", True): N_(
        "When an Emperor takes a pawn, the most experienced pawn of its seat falls back to experience 1."
    ),
    ("emperor_resets_strongest", False): N_("An Emperor’s capture costs the pawns no experience."),
    ("pawn_takes_emperor", "removed"): N_("An Emperor taken by a pawn leaves the board."),
    ("pawn_takes_emperor", "pawn"): N_("An Emperor taken by a pawn becomes a pawn of the taker with experience 1."),
    ("pawn_takes_emperor", "veteran"): N_(
        "An Emperor taken by a pawn becomes a pawn of the taker and keeps its experience."
    ),
    ("pawn_takes_emperor", "converted"): N_(
        "An Emperor taken by a pawn becomes an Emperor of the taker for the battle."
    ),
    ("emperor_takes_emperor", "removed"): N_("An Emperor taken by an Emperor leaves the board."),
    ("emperor_takes_emperor", "pawn"): N_(
        "An Emperor taken by an Emperor becomes a pawn of the taker with experience 1."
    ),
    ("emperor_takes_emperor", "veteran"): N_(
        "An Emperor taken by an Emperor becomes a pawn of the taker and keeps its experience."
    ),
    ("emperor_takes_emperor", "converted"): N_(
        "An Emperor taken by an Emperor becomes an Emperor of the taker for the battle."
    ),
    ("leaderless", "freeze"): N_("A seat that loses its Emperor has fallen: its pieces stay and can be taken."),
    ("leaderless", "vanish"): N_("A seat that loses its Emperor has fallen: its pieces leave the board."),
    ("leaderless", "fight_on"): N_("A seat that loses its Emperor fights on as long as it has a piece."),
    ("collectors", "emperors"): N_("Only Emperors collect what lies on the board."),
    ("collectors", "all"): N_("Every piece collects what lies on the board."),
    ("on_limit", "pieces"): N_(
        "After the last round, the seat with the most pieces wins; in a tie, the one with the most experienced pawns."
    ),
    ("on_limit", "draw"): N_("After the last round, all seats that have not fallen share a draw."),
}
"""A sentence for every value of every rule that is a choice."""
TITLES: dict[str, str] = {
    "path": N_("Path"),
    "conflict": N_("Collisions"),
    "priority": N_("Who is quicker"),
    "experience": N_("Experience"),
    "emperor_takes_pawn": N_("An Emperor captures a pawn"),
    "emperor_precedence": N_("An Emperor’s precedence"),
    "emperor_resets_strongest": N_("What an Emperor’s capture costs"),
    "pawn_takes_emperor": N_("A pawn captures an Emperor"),
    "emperor_takes_emperor": N_("An Emperor captures an Emperor"),
    "leaderless": N_("Without an Emperor"),
    "collectors": N_("Treasures and chests"),
    "on_limit": N_("When time runs out"),
}
"""What each rule that is a choice is called."""
GOALS: dict[str, str] = {
    "last_emperor": N_("The last seat that has not fallen wins."),
    "cross": N_("A seat wins when its Emperor ends a round on one of its target tiles."),
    "survive": N_("At the end of round %(rounds)s every seat with more than %(pieces)s pieces wins."),
    "take_stronger_emperor": N_("A seat wins when it takes an Emperor with more experience than its own."),
    "duel": N_("A seat wins when its Emperor takes the Emperor opposite."),
    "treasure": N_("A seat wins when it collects a treasure."),
    "throne": N_("A seat wins when its Emperor ends %(rounds)s rounds in a row on the throne."),
    "throne-all": N_("A seat wins when it has any piece on the throne at the end of %(rounds)s rounds in a row."),
}
LIMITS = N_("The battle ends after %(max_rounds)s rounds, or after %(quiet_rounds)s rounds in a row without a capture.")

STEPS: dict[str, str] = {
    "ordered": N_("%(seat)s: %(piece)s to %(to)s."),
    "held": N_("%(seat)s holds."),
    "fixed": N_("The piece from %(piece)s ends on %(at)s."),
    "conflict": N_("On %(at)s the pieces from %(pieces)s collide: nobody gets the tile."),
    "conflict-kept": N_("On %(at)s the pieces from %(pieces)s collide: the one from %(keeps)s keeps the tile."),
    "sprung": N_("The piece from %(piece)s bounces back from %(from)s to %(to)s."),
    "home": N_("The piece from %(piece)s bounces all the way home from %(from)s."),
    "took": N_("%(seat)s captures %(from_seat)s’s pawn on %(at)s, which changes sides."),
    "took-removed": N_("%(seat)s captures %(from_seat)s’s Emperor on %(at)s, who leaves the board."),
    "took-pawn": N_("%(seat)s captures %(from_seat)s’s Emperor on %(at)s, who becomes a pawn."),
    "took-emperor": N_("%(seat)s captures %(from_seat)s’s Emperor on %(at)s, who fights on for the captor."),
    "pushed": N_("The pawn on %(from)s is pushed to %(to)s."),
    "experience": N_("The pawn on %(at)s now has experience %(experience)s."),
    "abdicated": N_("%(seat)s resigns: the Emperor leaves the board unharmed."),
    "fell": N_("%(seat)s has fallen."),
    "vanished": N_("%(seat)s’s pieces leave the board."),
    "reigned": N_("%(seat)s holds the throne on %(at)s. Rounds in a row: %(rounds)s."),
    "collected": N_("%(seat)s collects the treasure on %(at)s."),
    "collected-chest": N_("%(seat)s collects %(owner)s’s chest on %(at)s."),
}
"""A sentence for every kind of step."""


def of_ruleset(ruleset: Ruleset) -> list[Sentence]:
    """Describe the rules: how to win first, then what decides a round, then the limits."""
    goals = [describe_goal(goal, ruleset.collectors) for goal in ruleset.goals]
    slots = [name for name in dict.fromkeys(name for name, _ in RULES) if _matters(ruleset, name)]
    rules: list[Sentence] = [(RULES[name, getattr(ruleset, name)], {}) for name in slots]
    limits = {"max_rounds": ruleset.max_rounds, "quiet_rounds": ruleset.quiet_rounds}
    return [*goals, *rules, (LIMITS, limits)]


def describe_goal(text: str, collectors: str = "emperors") -> Sentence:
    """Return the sentence of the rules about a goal, such as `survive(12,2)`; who collects may hold a throne."""
    name, _ = read_goal(text)
    numbers = dict(zip(("rounds", "pieces"), map(str, goal_numbers(text)), strict=False))
    return GOALS["throne-all" if name == "throne" and collectors == "all" else name], numbers


def _matters(ruleset: Ruleset, name: str) -> bool:
    """Return whether it matters who is quicker: only where somebody stays."""
    return name != "priority" or ruleset.conflict.endswith("_and_stay")


def of_step(step: Step) -> Sentence:
    """Describe one step of a trace."""
    kind = step["kind"]
    fields = {name: ", ".join(value) if isinstance(value, list) else value for name, value in step.items()}
    if kind == "conflict" and step["keeps"]:
        kind = "conflict-kept"
    if kind == "took" and step["emperor"]:
        kind = f"took-{step['becomes']}"
    if kind == "collected" and step["item"] != "treasure":
        kind, fields["owner"] = "collected-chest", step["item"].removeprefix("chest ")
    return STEPS[kind], fields


def of_trace(trace: Iterable[Step]) -> list[Sentence]:
    """Describe a round, step by step."""
    return [of_step(step) for step in trace]
