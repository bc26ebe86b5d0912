"""What every service that writes is wrapped in: all of it or nothing, tried again where the database broke it off.

A transaction that the database rolled back, for a deadlock or a connection that was lost before the commit, has done
nothing and begins again, three times at most. Where that does not help the answer is Busy. Only where a connection is
lost during the commit itself does nobody know whether it was done; services are safe to be called twice.
"""

import logging
import random
import time
from collections.abc import Callable, Iterator
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar, overload

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.utils.translation import gettext_lazy as _

from core import crash_points
from core.errors import BusyError

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")
MAX_TRIES = 3
RETRY_SECONDS = 4.0  # seconds after which nothing is begun again: whoever waited for a lock that long has waited enough
CONFLICT_STATES = {"40P01", "40001", "55P03"}  # a deadlock, a conflict, a lock that nobody gave up
DISCONNECTED_STATES = {"57P01", "57P02", "57P03", "25P03", "08000", "08003", "08006", "08001", "53300"}


UNAVAILABLE_STATES = {
    "57014",
    "53100",
    "53200",
    "25006",
}  # a statement that took too long, a full disk or memory, only reading
UNAVAILABLE_MESSAGES = (
    "unable to open database file",
    "disk I/O error",
    "database or disk is full",
    "readonly database",
)


@overload
def service(function: Callable[P, T]) -> Callable[P, T]: ...
@overload
def service(*, savepoint: bool) -> Callable[[Callable[P, T]], Callable[P, T]]: ...
def service(function: Any = None, *, savepoint: bool = True) -> Any:
    """Make a service atomic. Called by another one it is a part of that one's transaction.

    Its points: `begun` and `written`, within the transaction, and `kept`, after the commit of an outermost one.
    """
    if function is None:
        return partial(service, savepoint=savepoint)
    module = function.__module__
    name = f"{module.partition('.services.')[2] or module.rpartition('.')[2]}.{function.__name__}"

    @wraps(function)
    def whole(*args: Any, **kwargs: Any) -> Any:
        if not connection.in_atomic_block:
            return run_with_retries(name, function, args, kwargs)
        with transaction.atomic(savepoint=savepoint):
            return run_between_points(name, function, args, kwargs)

    whole.is_atomic = True  # type: ignore[attr-defined]
    return whole


def run_between_points(name: str, function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    crash_points.reach(f"{name} begun")
    result = function(*args, **kwargs)
    crash_points.reach(f"{name} written")
    return result


def run_with_retries(name: str, function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    """Run the function in a transaction of its own, and again while that is safe and likely to help."""
    args = tuple(list(each) if isinstance(each, Iterator) else each for each in args)
    end = time.monotonic() + RETRY_SECONDS
    for turn in range(1, MAX_TRIES + 1):
        written = False
        try:
            with transaction.atomic():
                result = run_between_points(name, function, args, kwargs)
                written = True
        except (DatabaseError, InterfaceError) as error:
            if not is_transient(error):
                raise
            log.warning("%s was broken off, the %s. time: %s", name, turn, type(error).__name__)
            if written and is_connection_lost(error):
                raise build_interrupted_error() from error
            if turn == MAX_TRIES or time.monotonic() > end:
                raise build_busy_error() from error
            time.sleep(random.uniform(0.01, 0.05) * turn)
        else:
            crash_points.reach(f"{name} kept")
            return result
    raise AssertionError("the last turn returns or raises")


def is_transient(error: Exception) -> bool:
    """Return whether the database broke off for a reason that will pass."""
    return is_connection_lost(error) or get_sqlstate(error) in CONFLICT_STATES or "database is locked" in str(error)


def is_unavailable(error: BaseException) -> bool:
    """Return whether the database could not be had or had no time, as against a fault of what it was asked."""
    if isinstance(error, BusyError):
        return True
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    return (
        is_transient(error)
        or get_sqlstate(error) in UNAVAILABLE_STATES
        or any(words in str(error) for words in UNAVAILABLE_MESSAGES)
    )


def is_connection_lost(error: Exception) -> bool:
    """Return whether the connection is gone, so that it is unknown whether a commit took place."""
    state = get_sqlstate(error)
    return state in DISCONNECTED_STATES or (
        state is None and connection.vendor == "postgresql" and is_client_error(error)
    )


def is_client_error(error: Exception) -> bool:
    """Return whether an error without an SQLSTATE comes from the client, which lost or could not reach its server."""
    return type(error).__name__ in ("OperationalError", "InterfaceError")


def get_sqlstate(error: Exception) -> str | None:
    return getattr(error.__cause__, "sqlstate", None)


def build_busy_error() -> BusyError:
    return BusyError("busy", _("The site is very busy right now. Try again in a few seconds."))


def build_interrupted_error() -> BusyError:
    sentence = _("The connection to the database was lost. Check whether your change was saved before you try again.")
    return BusyError("interrupted", sentence)
