"""Formations that have been there before: a battle that comes back to them gets nowhere."""

from collections.abc import Iterable

from .compiled import Numbers, compiled
from .layout import Field

MASK = (1 << 31) - 1
NEVER = -1


@compiled
def hash_pieces(field: Field) -> int:
    """Return a hash of what stands where, whatever the numbers of the pieces and their experience.

    Pieces that go to and fro gain experience, and get nowhere all the same.
    """
    found = 0
    for piece in range(len(field.place)):
        if field.place[piece] >= 0:
            word = (field.place[piece] * 32 + field.seat[piece]) * 2 + field.emperor[piece]
            word = word * 2654435761 & MASK
            found = (found + (word ^ word >> 15) * 2246822519) & MASK
    return found


@compiled
def find_repeat(field: Field, history: Numbers) -> int:
    """Return which of the known formations this is, or NEVER."""
    if len(history) > 0:
        found = hash_pieces(field)
        for i in range(len(history)):
            if history[i] == found:
                return i
    return NEVER


def count_repeats(fields: Iterable[Field], weariness: float) -> tuple[list[int], list[float]]:
    """Return the hashes of these formations, and what the odds of coming back there are multiplied by.

    The more often a formation has been there, the less is hoped for from it; nothing changes at the first time.
    """
    times: dict[int, int] = {}
    for field in fields:
        found = int(hash_pieces(field))
        times[found] = times.get(found, 0) + 1
    return list(times), [weariness ** (count - 1) for count in times.values()]


@compiled
def scale_odds(share: float, times: float) -> float:
    """Return the share after its odds were multiplied by `times`."""
    return share * times / (share * times + 1.0 - share)
