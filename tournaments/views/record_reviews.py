"""The review of a record that somebody pasted into the lab, or that another app shared with the installed one."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from battlefield import game
from core.error_status import get_status
from core.errors import DomainError
from core.limits import RECORD_LENGTH
from tournaments.access import viewers
from tournaments.lab import state as lab_state
from tournaments.lab.state import Lab
from tournaments.models import Tournament
from tournaments.presenters import review as presenter
from tournaments.presenters.context import BattleContext, parse_number
from tournaments.selectors import listings
from tournaments.selectors.reviews import pasted as selectors
from tournaments.selectors.reviews.pasted import PastedBattle
from tournaments.services.reviews import pasted as services
from tournaments.views import lab

GONE = 404
SHARED = ("url", "text", "title")
"""What an app shares, as the manifest names it."""


@require_POST
def import_record(request: HttpRequest) -> HttpResponse:
    """Read a record, and lead to its review."""
    try:
        key = services.import_record(text=request.POST.get("record", ""), address=viewers.get_client_address(request))
    except DomainError as error:
        return lab.respond_to_error(request, error)
    return redirect("record_review", key)


@require_safe
def open_shared(request: HttpRequest) -> HttpResponse:
    """Open what an app shared: the review of a battle of this site by its address, or a record in the lab's form."""
    texts = [request.GET.get(name, "")[:RECORD_LENGTH].strip() for name in SHARED]
    battle = find_battle(texts, request.get_host())
    if battle is not None:
        over = battle.status == Tournament.Status.FINISHED
        return redirect("tournament_review" if over and not battle.casual else "tournament", battle.code)
    record = texts[1] or texts[0]
    if not record:
        return redirect("lab")
    return render(request, "lab/shared.html", {"record": record, "fields": lab.list_titles()})


def find_battle(texts: list[str], host: str) -> Tournament | None:
    """Return the battle of this site whose address stands in one of these texts, if there is one."""
    address = re.compile(rf"https?://{re.escape(host)}/tournament/(\w{{1,20}})(?:[/?#]|$)", re.MULTILINE)
    codes = [code for text in texts for code in address.findall(text)]
    return next((found for code in codes if (found := listings.get_by_code(code))), None)


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the review of a record; with `part=progress`, only how far its judgements have come."""
    pasted = selectors.find(key)
    if pasted is None:
        sentence = _("This record is no longer here: records are kept for a day. Paste it again.")
        return render_error(request, sentence, GONE)
    try:
        services.check_open(pasted)
    except DomainError as error:
        return render_error(request, str(error), get_status(error.code))
    services.ask_worker(pasted)
    if request.GET.get("part") == "progress":
        return render_progress(request, pasted)
    return render(request, "tournaments/review.html", build_context(request, pasted))


def render_error(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Show what is wrong; a page that asks for its progress is loaded again, to show it as well."""
    if request.GET.get("part") == "progress":
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "lab/invalid.html", {"sentence": sentence, "fields": lab.list_titles()}, status=status)


def build_context(request: HttpRequest, pasted: PastedBattle) -> dict[str, object]:
    """Return the context of the page; `round` in the address is the round that is opened."""
    review = selectors.build_review(pasted)
    battle = BattleContext(pasted.tournament, None, pasted.seated)
    shown = presenter.build_review(battle, review, parse_number(request.GET.get("round", "")), "")
    chosen = shown["chosen"]
    return {
        "battle": battle,
        "tournament": pasted.tournament,
        "is_record": True,
        "seats": [{"seat": seat, "emperor": name} for seat, name in battle.names.items()],
        "progress": {"judged": len(review.judged), "total": len(review.rounds)},
        "progress_url": get_progress_url(pasted),
        "study_source": reverse("record_review", args=[pasted.key]),
        "lab_url": build_lab_url(pasted, chosen["number"]) if chosen else "",
        **shown,
    }


def build_lab_url(pasted: PastedBattle, number: int) -> str:
    """Return the address of the lab before a round of a record, with the orders of that round."""
    one = pasted.rounds[number - 1]
    opened = lab_state.open_at(game.read(one.state))
    orders = tuple((seat, text) for seat, text in one.orders or [])
    return f"{reverse('lab')}?{lab_state.write_query(Lab(opened.opening, (), orders))}"


def render_progress(request: HttpRequest, pasted: PastedBattle) -> HttpResponse:
    """Render how far the judgements have come; once they are complete the page is loaded again."""
    progress = {"judged": len(selectors.find_judged(pasted.key)), "total": len(pasted.rounds)}
    if progress["judged"] >= progress["total"]:
        return HttpResponse(headers={"HX-Refresh": "true"})
    shown = {"progress": progress, "progress_url": get_progress_url(pasted)}
    return render(request, "tournaments/_review_progress.html", shown)


def get_progress_url(pasted: PastedBattle) -> str:
    """Return the address that says how far the judgements have come."""
    return f"{reverse('record_review', args=[pasted.key])}?part=progress"
