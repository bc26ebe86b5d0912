"""How many sockets one user and one address have open, over all processes of the site.

A socket that is not kept up counts no more after a while, so that a process that was killed keeps nobody out.
"""

from collections.abc import Iterable, Mapping

from core.counters import Counts, Uncountable, counts

LASTS = 30  # seconds that a socket counts unless it is kept up
here = Counts()
"""The sockets of this process, which hold alone while nothing is shared."""


def claim(limits: Mapping[str, int], who: str) -> bool:
    """Count this socket under all these names, each with its limit; False, and under none, if there is no room."""
    taken: list[str] = []
    for name, most in limits.items():
        if not enter(name, who, most):
            release(taken, who)
            return False
        taken.append(name)
    return True


def enter(name: str, who: str, most: int) -> bool:
    if not here.enter(f"socket:{name}", who, most, LASTS):
        return False
    try:
        return counts().enter(f"socket:{name}", who, most, LASTS)
    except Uncountable:
        return True


def keep(limits: Mapping[str, int], who: str) -> bool:
    """Keep counting a socket that is open; False where it had lapsed and others have taken its place meanwhile."""
    kept = [enter(name, who, most) for name, most in limits.items()]
    return all(kept)


def release(names: Iterable[str], who: str) -> None:
    """It has closed."""
    for name in names:
        here.leave(f"socket:{name}", who)
        try:
            counts().leave(f"socket:{name}", who)
        except Uncountable:
            continue
