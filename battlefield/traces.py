"""The trace: what happened in a round, step by step.

A step is a JSON object with a `kind`, the `repetition` and `phase` in which it happened (0 and 0 before and
after the phases), and the fields of its kind. Pieces are named by the tile on which they stood before the round.

kind        fields
ordered     seat, piece, to              held        seat
fixed       piece, at                    conflict    at, pieces, keeps (a piece or null)
sprung      piece, from, to              home        piece, from, at
took        seat, piece, at, taken, from_seat, emperor (was it one), becomes (pawn, emperor, removed)
pushed      piece, from, to              experience  piece, at, experience
abdicated   seat, piece                  fell        seat
vanished    seat, tiles                  collected   seat, piece, at, item
reigned     seat, at, rounds (in a row)
"""

from typing import Any, Required, TypedDict, cast

Step = TypedDict(
    "Step",
    {
        "kind": Required[str],
        "repetition": Required[int],
        "phase": Required[int],
        "seat": str,
        "piece": str,
        "at": str,
        "to": str,
        "from": str,
        "pieces": list[str],
        "keeps": str | None,
        "taken": str,
        "from_seat": str,
        "emperor": bool,
        "becomes": str,
        "experience": int,
        "tiles": list[str],
        "item": str,
        "rounds": int,
        "emperor_of": str,
    },
    total=False,
)
"""One step. Which of the optional fields it has depends on its kind: see above."""
Trace = tuple[Step, ...]


class Recorder:
    """Collects the steps of one resolution."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.repetition = self.phase = 0

    def add(self, kind: str, **fields: Any) -> None:
        step = {"repetition": self.repetition, "phase": self.phase, "kind": kind} | fields
        self.steps.append(cast(Step, step))

    def enter(self, repetition: int, phase: int) -> None:
        self.repetition, self.phase = repetition, phase


LINES = {
    "ordered": "{seat} {piece}-{to}",
    "held": "{seat} -",
    "fixed": "{piece} fixed at {at}",
    "conflict": "conflict at {at}: {pieces}, keeps {keeps}",
    "sprung": "{piece} sprung from {from} to {to}",
    "home": "{piece} home from {from}",
    "took": "{piece} took {taken} at {at}",
    "pushed": "{piece} pushed from {from} to {to}",
    "experience": "{piece} experience {experience}",
    "abdicated": "{seat} abdicated",
    "fell": "{seat} fell",
    "vanished": "{seat} vanished",
    "collected": "{piece} collected {item} at {at}",
    "reigned": "{seat} reigned at {at}: {rounds}",
}


def line(step: Step) -> str:
    """Write one step as a line of the case file: `1.3 C5 took C2 at C2`."""
    shown = {name: " ".join(value) if isinstance(value, list) else value for name, value in step.items()}
    shown["keeps"] = shown.get("keeps") or "none"
    return f"{step['repetition']}.{step['phase']} " + LINES[step["kind"]].format(**shown)
