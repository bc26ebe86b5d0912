"""The pages of the numbered test cases of the rules, each played on a board."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from battlefield import Formation, IllegalOrder, Ruleset, Tile, cases, game
from battlefield.battles import read_order
from battlefield.cases import Case
from tournaments.lab import state
from tournaments.lab.state import Lab, Orders
from tournaments.views.lab import describe_round

MAX_ROUNDS = 12
"""Rounds of a long battle that its page tells: the last ones."""
CASES_FOLDER = Path(settings.BASE_DIR) / "tests" / "battlefield" / "cases"


@dataclass(frozen=True)
class PlayedCase:
    """A case as its page shows it."""

    case: Case
    rounds: list[dict[str, object]]
    position: dict[str, object]
    address: str
    """The lab in which its orders are given and nothing is played yet."""
    error_text: str


@cache
def read_chapters() -> list[tuple[str, list[Case]]]:
    """Return the chapters of the case file; read once in a process."""
    return cases.chapters(CASES_FOLDER)


@cache
def get_cases_by_number() -> dict[str, Case]:
    """Return all cases by their number; read once in a process."""
    return {case.number: case for _title, found in read_chapters() for case in found}


@require_safe
def all_cases(request: HttpRequest) -> HttpResponse:
    """List all cases."""
    return render(request, "cases/cases.html", {"chapters": read_chapters(), "count": len(get_cases_by_number())})


@require_safe
def one_case(request: HttpRequest, number: str) -> HttpResponse:
    """Show one case."""
    case = get_cases_by_number().get(number)
    if case is None:
        raise Http404
    order = list(get_cases_by_number())
    place = order.index(number)
    around = {"before": order[place - 1] if place else "", "after": order[place + 1] if place + 1 < len(order) else ""}
    return render(request, "cases/case.html", {"shown": play_case(case), "case": case, **around})


def play_case(case: Case) -> PlayedCase:
    """Return the case played, as far as its orders are legal."""
    opened = build_opening(case)
    rounds = [read_orders(text) for text in case.rounds] if case.is_battle else [read_orders(case.fields["orders"])]
    error_text, closed = "", Lab(opened.opening)
    for orders in rounds:
        error_text = find_order_error(closed, orders)
        if error_text:
            break
        closed = Lab(opened.opening, (*closed.closed, orders))
    played = [describe_round(each) for each in closed.rounds[-MAX_ROUNDS:]]
    first = () if error_text and not closed.closed else (closed.closed or ((),))[0]
    return PlayedCase(
        case, played, game.view(closed.now), state.write_query(Lab(opened.opening, (), first)), error_text
    )


def build_opening(case: Case) -> Lab:
    """Return the lab at the start of the case: formation, chests, goals and rules."""
    targets = {seat: frozenset(map(Tile.read, tiles.split())) for seat, tiles in case.things("targets").items()}
    rules = Ruleset.of({name: value for name, value in case.rules.items() if name not in state.UNUSED})
    return Lab(state.build_battle(Formation.read(case.before, case.things()), rules, targets))


def read_orders(text: str) -> Orders:
    """Return the orders of one round of a case."""
    return tuple((seat, order) for seat, order in cases.read_orders(text))


def find_order_error(found: Lab, orders: Orders) -> str:
    """Return in words why the orders of a round are illegal; empty if they are legal."""
    try:
        for seat, text in orders:
            read_order(found.now, seat, text)
    except IllegalOrder as error:
        return f"{error.seat.upper()} {error.text}: {_(error.sentence)}"
    return ""
