"""Run one piece of a batch so that its error does not stop the others."""

import logging
from collections.abc import Callable


def run_safely(function: Callable[[], int], log: logging.Logger, message: str, *args: object) -> int:
    """Return what a function returns; where it raises, log `message` with the traceback and return 0.

    For sweeps, which find what is due again: an error in one row must not keep the others from their turn.
    """
    try:
        return function()
    except Exception:
        log.exception(message, *args)
        return 0
