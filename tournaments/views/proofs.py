"""The page of a battle's proof, and the proof to take away."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.presenters.context import look
from tournaments.selectors import proofs
from tournaments.views import responses
from tournaments.views.battle_data import PRIVATE


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """What is proven, checked by the reader's own browser."""
    seen = look(request, code)
    proof = proofs.proof(seen.tournament)
    if proof is None:
        raise Http404
    return render(request, "tournaments/proof.html", {"seen": seen, "tournament": seen.tournament, "proof": proof})


@require_safe
@responses.programs
def taken(request: HttpRequest, code: str) -> HttpResponse:
    """The proof as JSON, as `manage.py prove` reads it."""
    proof = proofs.proof(look(request, code).tournament)
    if proof is None:
        return responses.problem(404, "no_proof", _("This battle has not begun."))
    return JsonResponse(proof, headers=PRIVATE)
