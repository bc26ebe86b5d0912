"""Statistics of every seat in a game that is over."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaign.events import Event
from campaign.holdings import armies_of
from campaign.simultaneous.cards import has_cards
from campaign.state import State

Row = dict[str, Any]


def count_by_seat(ending: State, outcome: Mapping[str, Any], steps: Iterable[tuple[int, Sequence[Event]]]) -> list[Row]:
    """Return a row for each seat, best first: its place, what it holds at the end, and what it did.

    `steps` are the events of each closed step, with the round that it belongs to. `out` is the round in which the seat
    left, 0 while the opening was placed and None where it lasted; `by` is the seat that eliminated it.
    """
    numbered = [(number, event) for number, events in steps for event in events]
    happened = [event for _number, event in numbered]
    captured, beaten, traded = (
        Counter(found) for found in (_captors(happened), _victors(happened), _traders(happened))
    )
    resigned = {event["seat"] for event in happened if event["kind"] == "left" and event["why"] == "resigned"}
    left_in = {event["seat"]: number for number, event in numbered if event["kind"] == "left"}
    departures = {departure.seat: departure for departure in ending.gone}
    rows = []
    for place, seat in _list_places(ending, outcome):
        gone = departures.get(seat)
        rows.append({
            "seat": seat, "place": place,
            "territories": len(ending.list_owned(seat)), "armies": armies_of(ending.board, seat),
            "captured": captured[seat], "beaten": beaten[seat],
            "traded": traded[seat] if ending.order or has_cards(ending) else None,
            "out": left_in.get(seat, gone.round) if gone else None, "by": gone.by if gone else "",
            "resigned": seat in resigned,
        })  # fmt: skip
    return rows


def _list_places(ending: State, outcome: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return every seat with its place; seats that tie share the best of theirs."""
    groups = outcome.get("placements") or _groups(ending, outcome)
    found, place = [], 1
    for group in groups:
        found += [(place, seat) for seat in group]
        place += len(group)
    return found


def _groups(ending: State, outcome: Mapping[str, Any]) -> list[list[str]]:
    """Return the winners together, then those that left, the last to leave first: an end that the players agreed on.

    A battle that is void places nobody.
    """
    if outcome.get("void"):
        return []
    left = [[seat] for seat in reversed(ending.out)]
    return [list(outcome["winners"]), *left]


def _captors(events: Iterable[Event]) -> list[str]:
    return [event["seat"] for event in events if event["kind"] == "captured"]


def _victors(events: Iterable[Event]) -> list[str]:
    return [event["by"] for event in events if event["kind"] == "left" and event["by"]]


def _traders(events: Iterable[Event]) -> list[str]:
    return [event["seat"] for event in events if event["kind"] == "traded"]
