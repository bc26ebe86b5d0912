"""The public page of the site's own checks."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import SelfCheck


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the latest check of the ledger and the battles, and how many rounds were replayed."""
    looks = {row.kind: row for row in SelfCheck.objects.all()}
    replayed = looks.get("replay")
    closed = replayed.figures.get("closed", replayed.figures.get("rounds", 0)) if replayed else 0
    context = {"verified": looks.get("verify"), "replayed": replayed, "closed": closed}
    return render(request, "tournaments/integrity.html", context)
