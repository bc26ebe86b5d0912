"""Named points of the services, at which a test may let the process die. Nobody listens where the site is played."""

from collections.abc import Callable

listener: Callable[[str], None] | None = None


def reach(name: str) -> None:
    """Tell the listener, if any, that a point is reached, such as `rounds.close_round published`."""
    if listener is not None:
        listener(name)
