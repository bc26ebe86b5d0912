"""Who attacked whom in a step of a campaign, as its events tell."""

from collections.abc import Iterable, Mapping

from campaign.events import Event
from campaign.holdings import NEUTRAL


def find_attacks(events: Iterable[Event], owners: Mapping[str, str]) -> set[tuple[str, str]]:
    """Return (attacker, attacked) for each pair of seats. `owners`: who had each territory when the step began.

    Forces that meet between two territories attack each other. Who shares a fight for a territory of somebody else
    attacks its owner alone.

    >>> roll = {"kind": "rolled", "what": "assault", "from": "dale", "to": "gate"}
    >>> find_attacks([roll], {"dale": "a", "gate": "b"})
    {('a', 'b')}
    """
    now, found = dict(owners), set[tuple[str, str]]()
    for event in events:
        there = now if event["kind"] == "rolled" else owners  # rolls come one after the other, all else at once
        found |= {(there.get(origin, ""), there.get(target, "")) for origin, target in _list_ways(event)}
        if event["kind"] == "captured":
            found.add((event["seat"], now.get(event["at"], "")))
            now[event["at"]] = event["seat"]
    return {(seat, other) for seat, other in found if seat != other and not {seat, other} & {"", NEUTRAL}}


def _list_ways(event: Event) -> list[tuple[str, str]]:
    """Return from which territory to which an event led an attack."""
    if event["kind"] == "rolled":
        there = (event["from"], event["to"])
        return [there, there[::-1]] if event["what"] == "meeting" else [there]
    if event["kind"] == "clash":
        return [(event["from"], event["to"]), (event["to"], event["from"])]
    if event["kind"] == "battle":
        return [(origin, event["at"]) for origin in event["forces"]]
    return []
