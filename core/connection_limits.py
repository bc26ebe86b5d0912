"""How many sockets one user and one address have open, over all processes of the site.

A socket that is not kept up counts no more after a while, so that a process that was killed keeps nobody out.
"""

from collections.abc import Iterable, Mapping

from core.counters import CountersUnavailable, LocalCounters, get_counters

LEASE_SECONDS = 30  # seconds that a socket counts unless it is kept up
local_counters = LocalCounters()
"""The sockets of this process, which hold alone while nothing is shared."""


def acquire(limits: Mapping[str, int], who: str) -> bool:
    """Count this socket under all these names, each with its limit; return False, and count nothing, if one is full."""
    taken: list[str] = []
    for name, most in limits.items():
        if not acquire_one(name, who, most):
            release(taken, who)
            return False
        taken.append(name)
    return True


def acquire_one(name: str, who: str, most: int) -> bool:
    if not local_counters.enter(f"socket:{name}", who, most, LEASE_SECONDS):
        return False
    try:
        return get_counters().enter(f"socket:{name}", who, most, LEASE_SECONDS)
    except CountersUnavailable:
        return True


def renew(limits: Mapping[str, int], who: str) -> bool:
    """Renew an open socket's leases; return False if one had lapsed and other sockets have taken its place."""
    kept = [acquire_one(name, who, most) for name, most in limits.items()]
    return all(kept)


def release(names: Iterable[str], who: str) -> None:
    """Stop counting a socket that has closed."""
    for name in names:
        local_counters.leave(f"socket:{name}", who)
        try:
            get_counters().leave(f"socket:{name}", who)
        except CountersUnavailable:
            continue
