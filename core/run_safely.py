"""Run one piece of a batch so that its error does not stop the others."""

import logging
from collections.abc import Callable
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
