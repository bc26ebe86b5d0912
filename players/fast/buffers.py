"""Copies of fields, and memory for them."""

from .compiled import COMPILED, Numbers, compiled, make_numbers
from .layout import Field


def _slice(source: Numbers, target: Numbers) -> None:
    target[:] = source


@compiled
def _loop(source: Numbers, target: Numbers) -> None:
    for i in range(len(source)):
        target[i] = source[i]


copy_numbers = _loop if COMPILED else _slice


@compiled
def copy(source: Field, target: Field) -> None:
    """Make the target equal to the source; both belong to the same battle."""
    copy_numbers(source.place, target.place)
    copy_numbers(source.seat, target.seat)
    copy_numbers(source.emperor, target.emperor)
    copy_numbers(source.experience, target.experience)
    copy_numbers(source.at, target.at)
    copy_numbers(source.items, target.items)
    copy_numbers(source.fallen, target.fallen)
    copy_numbers(source.clock, target.clock)


def allocate_like(source: Field) -> Field:
    """Allocate another field of the same battle, with zeros."""
    return Field(*(make_numbers(len(part)) for part in source))
