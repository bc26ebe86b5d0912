"""The daily puzzle: what becomes of each piece? Answers are stored in the browser at most."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from battlefield import game
from core.sentences import fill
from tournaments.models import Puzzle
from tournaments.presenters.context import format_with_letters
from tournaments.selectors import listings
from tournaments.services import puzzles
from tournaments.services.puzzles import Question, Solution

MAX_ARCHIVE = 60
GONE = "gone"
"""What a form says of a piece that leaves the board."""


@require_safe
def puzzle(request: HttpRequest, day: str = "") -> HttpResponse:
    """Show the puzzle of a day, by default today's; with all questions answered, show the solution."""
    when = read_day(day)
    found = puzzles.get_puzzle(when)
    if found is None:
        raise Http404
    solved = puzzles.solve(found)
    answers = {each.origin: request.GET.get(f"at_{each.origin}", "") for each in solved.questions}
    answered = all(answers.values())
    context = {
        "puzzle": found,
        "today": when == puzzles.get_today(),
        "answered": answered,
        "questions": [build_question(each, answers[each.origin]) for each in solved.questions],
        "archive": puzzles.list_days(MAX_ARCHIVE),
        "rules": [fill(_(sentence), fields) for sentence, fields in game.rule_words(solved.battle.ruleset.as_json())],
        "fought": listings.get_by_code(found.source) if found.source else None,
        "round": build_solution(found, solved) if answered else build_orders(found, solved),
        "why": describe_reasons(solved) if answered else [],
        "right": sum(is_right(each, answers[each.origin]) for each in solved.questions),
    }
    return render(request, "puzzle/puzzle.html", context)


def read_day(text: str) -> date:
    """Return the day of an address; raise Http404 where it is not one."""
    try:
        return date.fromisoformat(text) if text else puzzles.get_today()
    except ValueError as error:
        raise Http404 from error


def build_question(question: Question, answer: str) -> dict[str, object]:
    """Return a question as the page asks it, with the judgement of the answer."""
    return {"question": question, "given": answer, "right": is_right(question, answer), "gone": GONE}


def is_right(question: Question, answer: str) -> bool:
    """Return whether an answer is the right one."""
    return answer == (question.answer or GONE)


def build_orders(puzzle: Puzzle, solved: Solution) -> dict[str, object]:
    """Return the round with its orders only, so that the page does not give the solution away."""
    before = game.view(solved.battle)
    orders = [event for event in solved.events if event["kind"] in ("ordered", "held")]
    return {"number": puzzle.number, "before": before, "orders": puzzle.orders, "events": orders, "after": before}


def build_solution(puzzle: Puzzle, solved: Solution) -> dict[str, object]:
    """Return the round as it was resolved."""
    sentences = [format_with_letters(sentence) for sentence in game.event_words(solved.events)]
    return {
        "number": puzzle.number,
        "before": game.view(solved.battle),
        "orders": puzzle.orders,
        "events": solved.events,
        "after": game.view(solved.after),
        "told": sentences,
    }


def describe_reasons(solved: Solution) -> list[dict[str, object]]:
    """Return for every piece that was ordered or taken why it is where it is."""
    stories = game.event_reasons(game.view(solved.battle), solved.events, solved.battle.ruleset.as_json())
    moving = {question.origin for question in solved.questions}
    moving |= {event["taken"] for event in solved.events if event["kind"] == "took"}
    return [
        {
            "seat": story["seat"],
            "piece": story["piece"],
            "sentences": [format_with_letters(sentence) for sentence in story["sentences"]],
        }
        for story in stories
        if story["piece"] in moving
    ]
