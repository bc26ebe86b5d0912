"""The first part of every round of the games in which all act at once: checked sheets, and who leaves."""

from collections.abc import Callable, Mapping
from typing import Any

from campaign import orders
from campaign.chance import Luck
from campaign.errors import OrderError
from campaign.findings import Finding, raise_first_error
from campaign.resolution import Resolution
from campaign.rounds import leave
from campaign.simultaneous.orders import data_of, get_leaving
from campaign.state import State

Check = Callable[[State, str, object], list[Finding]]


def open_round(state: State, submitted: Mapping[str, Any], luck: Luck, check: Check) -> tuple[Resolution, bool]:
    """Return the resolution of a round, and whether a seat has left, which is all that happens then."""
    seat, how = split(state, submitted, check)
    resolution = Resolution(state, luck.copy())
    if seat:
        leave(resolution, seat, how)
    return resolution, bool(seat)


def split(state: State, submitted: Mapping[str, Any], check: Check) -> tuple[str, str]:
    """Refuse all that is wrong; return who leaves and how, or two empty words."""
    for seat, submission in submitted.items():
        raise_first_error(check(state, seat, submission))
    leaving = {seat: get_leaving(data_of(submission)) for seat, submission in submitted.items()}
    for seat, data in leaving.items():
        if data is not None and len(submitted) > 1:
            raise OrderError("not_your_turn")
        if data is not None:
            return seat, orders.verb_of(data)
    return "", ""
