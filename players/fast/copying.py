"""Copies a field onto another."""

from .compiled import COMPILED, Numbers, compiled
from .layout import Field


def _slice(source: Numbers, target: Numbers) -> None:
    target[:] = source


@compiled
def _loop(source: Numbers, target: Numbers) -> None:
    for i in range(len(source)):
        target[i] = source[i]


_numbers = _loop if COMPILED else _slice


@compiled
def copy(source: Field, target: Field) -> None:
    """Make the target equal to the source; both belong to the same battle."""
    _numbers(source.place, target.place)
    _numbers(source.seat, target.seat)
    _numbers(source.emperor, target.emperor)
    _numbers(source.experience, target.experience)
    _numbers(source.at, target.at)
    _numbers(source.items, target.items)
    _numbers(source.fallen, target.fallen)
    _numbers(source.clock, target.clock)
