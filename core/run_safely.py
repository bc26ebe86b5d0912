"""Run one piece of a batch so that its error does not stop the others."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

T = TypeVar("T")


def run_or_log(function: Callable[[], T], log: logging.Logger, message: str, *args: object) -> T | None:
    """Return what a function returns; where it raises, log `message` with the traceback and return None."""
    try:
        return function()
    except Exception:
        log.exception(message, *args)
        return None


def run_safely(function: Callable[[], int], log: logging.Logger, message: str, *args: object) -> int:
    """Return what a function returns; where it raises, log `message` with the traceback and return 0.

    For sweeps, which find what is due again: an error in one row must not keep the others from their turn.
    """
    return run_or_log(function, log, message, *args) or 0


def run_together(
    pieces: Sequence[T],
    together: Callable[[Sequence[T]], int],
    alone: Callable[[T], int],
    log: logging.Logger,
    message: str,
) -> int:
    """Return how many of these pieces were done, all in one call; where that raises, or for one piece, each alone.

    `message` is logged with a piece that fails alone, which keeps no other from its turn.
    """
    if len(pieces) > 1:
        try:
            return together(pieces)
        except Exception:
            log.exception("%s pieces cannot be done together", len(pieces))
    return sum(run_safely(partial(alone, each), log, message, each) for each in pieces)
