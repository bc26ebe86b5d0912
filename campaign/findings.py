"""Findings of a check: errors refuse a submission, warnings do not."""

from collections.abc import Mapping
from typing import Any

from campaign import leaving
from campaign.errors import OrderError, describe_refusal
from campaign.orders import LEAVING, verb_of
from campaign.state import State

Finding = dict[str, Any]


def build_error(code: str, line: int | None = None) -> Finding:
    """Return a finding that refuses; lines of a sheet count from 1, a whole sheet has none."""
    return _build("error", code, line)


def build_warning(code: str, line: int | None = None) -> Finding:
    """Return a finding that only warns."""
    return _build("warning", code, line)


def _build(level: str, code: str, line: int | None) -> Finding:
    sentence, fields = describe_refusal(code)
    finding: Finding = {"level": level, "code": code, "text": sentence % fields if fields else sentence}
    return finding if line is None else {**finding, "line": line}


def find_first_error(findings: list[Finding]) -> Finding | None:
    """Return the first finding that refuses, if there is one."""
    return next((finding for finding in findings if finding["level"] == "error"), None)


def raise_first_error(findings: list[Finding]) -> None:
    """Raise the first error, if there is one."""
    found = find_first_error(findings)
    if found:
        raise OrderError(found["code"])


def find_absence(state: State, seat: str) -> str | None:
    """Return the code that refuses anything of a seat, whatever it is."""
    if state.ended is not None:
        return "game_over"
    return None if seat in state.living else "seat_out"


def is_leaving(data: Mapping[str, Any]) -> bool:
    """Tell whether an order may be given at any time."""
    return verb_of(data) in LEAVING


def check_leave(state: State, seat: str, data: Mapping[str, Any]) -> list[Finding]:
    """Return what is wrong with a `resign` or a `flip` of a seat."""
    code = find_absence(state, seat) or leaving.find_reason_against(state, seat, data)
    return [build_error(code)] if code else []
