"""The pages of the tutorial. Progress is stored in the browser only."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from battlefield import game
from core.json_types import Json
from core.sentences import fill
from tournaments.domain import games
from tournaments.presenters.context import format_with_letters
from tournaments.views.tutorial_lessons import LESSONS, LESSONS_BY_NAME, Attempt, Lesson

MAX_ORDER_LENGTH = 64


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """List all lessons."""
    return render(request, "learn/learn.html", {"lessons": LESSONS})


@require_safe
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """Show a lesson; with `order`, play its round and answer with a page or, for a script, with JSON."""
    found = LESSONS_BY_NAME.get(name)
    if found is None:
        raise Http404
    text, error_text, attempt = request.GET.get("order", "")[:MAX_ORDER_LENGTH], "", None
    try:
        attempt = found.attempt(text) if text else None
    except game.Illegal as illegal:
        error_text = _(illegal.sentence)
    if request.accepts("text/html"):
        tried = describe_attempt(found, attempt) if attempt else None
        context = build_context(found, tried) | {"text": text, "error_text": error_text, "attempt": tried}
        return render(request, "learn/lesson.html", context, status=422 if error_text else 200)
    if attempt is None:
        return JsonResponse({"detail": error_text}, status=422)
    return JsonResponse(describe_attempt(found, attempt))


def build_context(lesson: Lesson, tried: Json | None) -> dict[str, object]:
    """Return what the page of a lesson shows, before anything is ordered or after what was `tried`."""
    number = LESSONS.index(lesson)
    position = tried["round"]["after"] if tried else game.view(lesson.battle)
    you = {"seat": lesson.seat, "legal": game.legal(lesson.battle, lesson.seat), "order": None}
    return {
        "lesson": lesson,
        "number": number + 1,
        "count": len(LESSONS),
        "position": position,
        "you": you,
        "next": LESSONS[number + 1] if number + 1 < len(LESSONS) else None,
        "before": LESSONS[number - 1] if number else None,
        "data": {
            "position": position,
            "you": you,
            "rounds": tried["rounds"] if tried else [],
            "reach": game.reach(lesson.battle) if lesson.danger else {},
        },
        "rules": [fill(_(sentence), fields) for sentence, fields in game.rule_words(lesson.battle.ruleset.as_json())],
    }


def describe_attempt(lesson: Lesson, attempt: Attempt) -> dict[str, object]:
    """Return a round that was tried, for the board and in words."""
    words = [format_with_letters(sentence) for sentence in game.event_words(attempt.events)]
    played = {
        "number": 1,
        "before": attempt.before,
        "orders": attempt.orders,
        "events": attempt.events,
        "after": attempt.after,
        "told": words,
    }
    verdict = lesson.moral if attempt.done else " ".join([_("Not yet."), *describe_shortfall(lesson, attempt)])
    return {"order": attempt.order, "round": played, "rounds": [played], "done": attempt.done, "verdict": str(verdict)}


def describe_shortfall(lesson: Lesson, attempt: Attempt) -> list[str]:
    """Return what became of the reader's pieces in a round that did not fulfil the task, and what is missing."""
    missing = [str(lesson.missed)] if lesson.missed else []
    return [describe_march(lesson.seat, attempt), *describe_losses(lesson.seat, attempt.events), *missing]


def describe_march(seat: str, attempt: Attempt) -> str:
    """Return what became of the piece that the reader ordered."""
    ordered = next((step for step in attempt.events if step["kind"] == "ordered" and step["seat"] == seat), None)
    if ordered is None:
        return _("You held: none of your pieces moved.")
    home, goal = ordered["piece"], ordered["to"]
    own = [step for step in attempt.events if home in (step.get("piece"), *step.get("pieces", ()))]
    ends = [step.get("at") or step["to"] for step in own if step["kind"] in ("fixed", "home", "sprung")]
    fields = {"home": home, "goal": goal, "end": ends[-1] if ends else goal}
    took = next((step for step in own if step["kind"] == "took"), None)
    if took is not None:
        victim = {"seat": took["from_seat"].upper(), "tile": took["at"]}
        return fill(_("Your piece took %(seat)s’s piece on %(tile)s."), victim)
    if any(step["kind"] == "conflict" for step in own):
        return fill(_("Your piece collided on %(goal)s, and ended on %(end)s."), fields)
    return fill(_("Your piece went from %(home)s to %(goal)s."), fields)


def describe_losses(seat: str, events: Sequence[games.Event]) -> list[str]:
    """Return a sentence for each piece that was taken from the reader."""
    losses = [step for step in events if step["kind"] == "took" and step["from_seat"] == seat]
    return [
        (_("Your Emperor was taken on %(tile)s.") if step["emperor"] else _("%(seat)s took your pawn on %(tile)s."))
        % {"seat": step["seat"].upper(), "tile": step["at"]}
        for step in losses
    ]
