"""Sheets: the submissions of the games in which all act at once."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from campaign import orders
from campaign.errors import OrderError, build_bad_number
from campaign.findings import Finding, build_error, build_warning, check_leave, is_leaving
from campaign.findings import find_absence as why_absent
from campaign.holdings import LIMIT
from campaign.orders import Order, Shape
from campaign.simultaneous.truces import check_attack, find_breaches
from campaign.state import State
from campaign.words import text

Condition = Callable[[State, str, Order, list[Order]], str | None]
CountMost = Callable[[State, str, Order], int | None]
"""Returns how many armies an order can name at most; None where it depends on others, or where more are cut."""
Sheet = list[Mapping[str, Any]]


def leave_open(state: State, seat: str, order: Order) -> int | None:
    """Set no most: return None."""
    return None


class Lines(NamedTuple):
    """The orders of a sheet's lines before one of it."""

    fine: list[Order]
    misnumbered: list[Order]
    """Those that nothing but their number refuses: they count where an order may stand once."""


def data_of(submission: object) -> Sheet | None:
    """Return the orders of a sheet in their JSON form, or nothing if it is not a sheet."""
    if submission is None:
        return []
    if isinstance(submission, str):
        return list(text.read_sheet(submission))
    if isinstance(submission, Mapping):
        return [submission]
    if isinstance(submission, list | tuple):
        return [orders.data_of(line) for line in submission]
    return None


def get_leaving(sheet: Sheet | None) -> Mapping[str, Any] | None:
    """Return the `resign` or `flip` that this submission is, if it is one."""
    return sheet[0] if sheet and len(sheet) == 1 and is_leaving(sheet[0]) else None


def check(
    state: State,
    seat: str,
    submission: object,
    rules: Mapping[str, tuple[Shape, Condition]],
    verbs: tuple[str, ...],
    count_most: CountMost = leave_open,
) -> tuple[list[Finding], list[Order]]:
    """Return what is wrong with a submission line by line, and the orders that could be read."""
    sheet = data_of(submission)
    leaving = get_leaving(sheet)
    if leaving is not None:
        return check_leave(state, seat, leaving), []
    code = why_absent(state, seat) or ("bad_field" if sheet is None else None)
    if code or sheet is None:
        return [build_error(code or "bad_field")], []
    findings: list[Finding] = []
    before = Lines([], [])
    for number, data in enumerate(sheet, 1):
        order, code = _line(state, seat, data, rules, verbs, before, count_most=count_most)
        if code:
            findings.append(build_error(code, number))
        if order and not code:
            before.fine.append(order)
        if order and code == "bad_number":
            before.misnumbered.append(order)
    return findings, before.fine


def _line(
    state: State,
    seat: str,
    data: Mapping[str, Any],
    rules: Mapping[str, tuple[Shape, Condition]],
    verbs: tuple[str, ...],
    before: Lines,
    *,
    count_most: CountMost,
) -> tuple[Order | None, str]:
    """Return the order of a line, where it can be read, and the code that refuses it, blank where none does."""
    verb = orders.verb_of(data)
    if verb not in rules:
        return None, "stands_alone" if verb in orders.LEAVING else "unknown_order"
    if verb not in verbs:
        return None, "wrong_phase"
    shape, condition = rules[verb]
    try:
        order = orders.read(data, shape, state.map)
    except OrderError as raised:
        return None, raised.code
    code = condition(state, seat, order, before.fine) or _find_twin(order, before)
    if code or "armies" not in shape.needs or 1 <= order.armies <= LIMIT:
        return order, code
    return order, build_bad_number(1, LIMIT if order.armies > LIMIT else count_most(state, seat, order))


def _find_twin(order: Order, before: Lines) -> str:
    if order.do != "nop" and any(same_place(order, other) for other in (*before.fine, *before.misnumbered)):
        return "duplicate"
    return ""


def same_place(order: Order, other: Order) -> bool:
    """Tell whether two orders ask the same of the same territory or pair."""
    return _key(order) == _key(other)


def _key(order: Order) -> tuple[str, str, str, str, str]:
    return order.do, order.at, order.origin, order.target, order.partner


def own(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    """Check that the territory belongs to the seat; return the code of a refusal, or None."""
    return None if state.owner(order.at) == seat else "not_owner"


def check_ends(state: State, seat: str, order: Order) -> str | None:
    """Check that an order goes from an own territory to a neighbour; return the code of a refusal, or None."""
    if state.owner(order.origin) != seat:
        return "not_owner"
    return None if order.target in state.map.neighbours[order.origin] else "not_adjacent"


def move(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    """Check a move to a neighbour that is own or a team mate's; return the code of a refusal, or None."""
    return check_ends(state, seat, order) or (None if state.owner(order.target) in state.team(seat) else "not_owner")


def attack(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    """Check an attack on a neighbour that neither the seat nor its team has; return the code of a refusal, or None."""
    problem = check_ends(state, seat, order) or ("own_target" if state.owner(order.target) == seat else None)
    problem = problem or ("team_target" if state.is_mate(seat, order.target) else None)
    return problem or check_attack(state, seat, order.target)


def warn_of_breaches(state: State, seat: str, read: list[Order]) -> list[Finding]:
    """Return a warning for each attack of a sheet that breaks a truce."""
    lines = {order: number for number, order in enumerate(read, 1)}
    return [build_warning("breaks_truce", lines[order]) for order in find_breaches(state, seat, read)]


def always(state: State, seat: str, order: Order, before: list[Order]) -> str | None:
    """Accept the order on every sheet: return None."""
    return None


def read(sheet: Sheet, shapes: Mapping[str, Shape], state: State) -> list[Order]:
    """Return the orders of a sheet that was checked."""
    return [orders.read(data, shapes[orders.verb_of(data)], state.map) for data in sheet]
