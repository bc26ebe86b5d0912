"""How many sockets one user and one address have open, over all processes of the site.

A socket that is not kept up counts no more after a while, so that a process that was killed keeps nobody out.
"""

from collections.abc import Iterable, Mapping, Sequence

from core.counters import CountersUnavailable, LocalCounters, get_counters

LEASE_SECONDS = 30  # seconds that a socket counts unless it is kept up
local_counters = LocalCounters()
"""The sockets of this process, which hold alone while nothing is shared."""


def acquire(limits: Mapping[str, int], who: str) -> bool:
    """Count this socket under all these names, each with its limit; return False, and count nothing, if one is full."""
    acquired: list[str] = []
    for name, most in limits.items():
        if not acquire_one(name, who, most):
            release(acquired, who)
            return False
        acquired.append(name)
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
    renewed = [acquire_one(name, who, most) for name, most in limits.items()]
    return all(renewed)


def renew_all(places: Sequence[tuple[Mapping[str, int], str]]) -> list[bool]:
    """Renew the leases of many open sockets, each with its limits and its name; return for each what `renew` says."""
    entries = [(f"socket:{name}", who, most) for limits, who in places for name, most in limits.items()]
    local = local_counters.enter_all(entries, LEASE_SECONDS)
    try:
        shared = get_counters().enter_all(entries, LEASE_SECONDS)
    except CountersUnavailable:
        shared = [True] * len(entries)
    lapsed = {who for (_name, who, _most), *renewed in zip(entries, local, shared, strict=True) if not all(renewed)}
    return [who not in lapsed for _limits, who in places]


def release(names: Iterable[str], who: str) -> None:
    """Stop counting a socket that has closed."""
    for name in names:
        local_counters.leave(f"socket:{name}", who)
        try:
            get_counters().leave(f"socket:{name}", who)
        except CountersUnavailable:
            continue


def count(name: str) -> int:
    """Return how many open sockets count under a name; those of this process alone while nothing is shared."""
    try:
        return get_counters().count_members(f"socket:{name}")
    except CountersUnavailable:
        return local_counters.count_members(f"socket:{name}")
