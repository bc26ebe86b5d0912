"""The page of a battle's proof, and the proof as a file."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.presenters.context import get_battle_context
from tournaments.selectors import proofs
from tournaments.views import responses
from tournaments.views.battle_data import PRIVATE_HEADERS


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Show the proof; the reader's own browser checks it."""
    battle = get_battle_context(request, code)
    proof = proofs.build_proof(battle.tournament)
    if proof is None:
        raise Http404
    return render(
        request, "tournaments/proof.html", {"battle": battle, "tournament": battle.tournament, "proof": proof}
    )


@require_safe
@responses.json_only
def download(request: HttpRequest, code: str) -> HttpResponse:
    """Return the proof as JSON, as `manage.py prove` reads it."""
    proof = proofs.build_proof(get_battle_context(request, code).tournament)
    if proof is None:
        return responses.build_problem(404, "no_proof", _("This battle has not begun."))
    return JsonResponse(proof, headers=PRIVATE_HEADERS)
