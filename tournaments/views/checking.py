"""For everybody: what the site found when it looked at itself."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Round, SelfCheck


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The last look at the books and battles, and how many rounds came out the same again."""
    looks = {look.kind: look for look in SelfCheck.objects.all()}
    context = {
        "verified": looks.get("verify"), "replayed": looks.get("replay"),
        "closed": Round.objects.exclude(closed_at=None).count(),
    }  # fmt: skip
    return render(request, "tournaments/checks.html", context)
