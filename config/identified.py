"""Middleware and routing of WebSockets that are done with once they know who connects to what.

Each layer of Channels waits in the call of the next one for as long as the socket is open, with a copy of the scope of
its own: several kilobytes for each of thousands of sockets.
"""

from collections.abc import Awaitable, Callable, Iterable
from copy import copy
from typing import Any

from django.urls import URLPattern

Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
PASSED = "emperors.passed"
"""The entry of a scope for the consumer that was found, with the scope that the layers made for it."""


def postpone(consumer: Any) -> Any:
    """Return what stands for a consumer in the layers: it notes that they came to it, and returns."""

    async def note(scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        passed = scope.pop(PASSED)
        passed.append((consumer, scope))

    return note


def postpone_all(patterns: Iterable[URLPattern]) -> list[URLPattern]:
    """Return the URL patterns with their consumers postponed."""
    found = [copy(pattern) for pattern in patterns]
    for pattern in found:
        pattern.callback = postpone(pattern.callback)
    return found


def settle(layers: Application) -> Application:
    """Return the application: it calls the consumer that was found once all layers have returned.

    Whom the layers refuse never reaches a consumer.
    """

    async def settled(scope: dict[str, Any], receive: Any, send: Any) -> None:
        passed: list[tuple[Application, dict[str, Any]]] = []
        await layers({**scope, PASSED: passed}, receive, send)
        if passed:
            consumer, is_identified = passed.pop()
            await consumer(is_identified, receive, send)

    return settled
