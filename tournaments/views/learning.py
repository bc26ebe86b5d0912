"""The pages of the tutorial. What a reader has learnt is remembered in the browser, and nowhere else."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from battlefield import game
from tournaments.views.lessons import BY_NAME, LESSONS, Attempt, Lesson
from tournaments.views.seeing import capitals

LONGEST_ORDER = 64


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """All lessons."""
    return render(request, "learn/learn.html", {"lessons": LESSONS})


@require_safe
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """One lesson; with `order`, the round that it makes: a page, or data for a script that asks for it."""
    found = BY_NAME.get(name)
    if found is None:
        raise Http404
    text, refusal, attempt = request.GET.get("order", "")[:LONGEST_ORDER], "", None
    try:
        attempt = found.attempt(text) if text else None
    except game.Illegal as illegal:
        refusal = _(illegal.sentence)
    if request.accepts("text/html"):
        context = page(found) | {"text": text, "refusal": refusal, "attempt": attempt and told(found, attempt)}
        return render(request, "learn/lesson.html", context, status=422 if refusal else 200)
    if attempt is None:
        return JsonResponse({"detail": refusal}, status=422)
    return JsonResponse(told(found, attempt))


def page(lesson: Lesson) -> dict[str, Any]:
    """What the page of a lesson shows before anything is ordered."""
    number = LESSONS.index(lesson)
    you = {"seat": lesson.seat, "legal": game.legal(lesson.battle, lesson.seat), "order": None}
    return {
        "lesson": lesson, "number": number + 1, "count": len(LESSONS), "position": game.view(lesson.battle), "you": you,
        "next": LESSONS[number + 1] if number + 1 < len(LESSONS) else None,
        "before": LESSONS[number - 1] if number else None,
        "rules": [_(sentence) % fields if fields else _(sentence)
                  for sentence, fields in game.rule_words(lesson.battle.ruleset.as_json())],
    }  # fmt: skip


def told(lesson: Lesson, attempt: Attempt) -> dict[str, Any]:
    """A round that was tried, for the board and in words."""
    words = [_(sentence) % capitals(fields) for sentence, fields in game.event_words(attempt.events)]
    played = {"number": 1, "before": attempt.before, "orders": attempt.orders, "events": attempt.events,
              "after": attempt.after, "told": words}  # fmt: skip
    verdict = lesson.moral if attempt.done else _("Not yet. Read what happened, then try another order.")
    return {"order": attempt.order, "round": played, "rounds": [played], "done": attempt.done,
            "verdict": str(verdict)}  # fmt: skip
