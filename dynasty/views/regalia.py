"""The treasury's regalia: the shelf, and one piece to look at and to buy."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from core.error_status import get_status
from core.errors import DomainError
from core.sentences import fill
from dynasty.catalog import assets, emblems, regalia
from dynasty.models import Dynasty
from dynasty.selectors import dynasties, wealth
from dynasty.selectors.offers import Part
from dynasty.services import regalia_shop
from dynasty.views.court import owner_required


@require_GET
def shelf(request: HttpRequest) -> HttpResponse:
    """Show all regalia with their prices, on the reader's emblem or on an example."""
    dynasty = dynasties.find_dynasty_of(request.user)
    return render(
        request,
        "dynasty/market/regalia.html",
        {
            "dynasty": dynasty,
            "shelf": [build_item(name, dynasty) for name in regalia.REGALIA],
            "tab": "regalia",
        },
    )


def build_item(name: str, dynasty: Dynasty | None) -> dict[str, Any]:
    """Return a piece with its prices, and the emblem with it."""
    piece = regalia.REGALIA[name]
    emblem = dynasty.emblem if dynasty else emblems.DEFAULT
    has, worn = wealth.get_balances(dynasty), regalia.list_worn(emblem)
    return {
        "name": name,
        "piece": piece,
        "worn": name in worn,
        "preview": {**emblem, regalia.KEY: [*worn, name]},
        "prices": [
            Part(asset, amount, assets.format_amount(amount, asset), has.get(asset, 0))
            for asset, amount in piece.prices.items()
        ],
    }


@require_http_methods(["GET", "HEAD", "POST"])
@owner_required
def piece(request: HttpRequest, dynasty: Dynasty, name: str) -> HttpResponse:
    """Show a piece on the reader's emblem, and ask in what to pay; a POST buys it for good."""
    if name not in regalia.REGALIA:
        raise Http404
    if request.method != "POST":
        return render_piece(request, dynasty, name)
    try:
        regalia_shop.buy_piece(dynasty=dynasty, piece=name, asset=request.POST.get("asset", "")[:32])
    except DomainError as error:
        return render_piece(request, dynasty, name, get_status(error.code), error_text=str(error))
    messages.success(request, fill(_("It is yours: %(what)s."), {"what": str(regalia.REGALIA[name].title)}))
    return redirect("dynasty", dynasty.code)


def render_piece(request: HttpRequest, dynasty: Dynasty, name: str, status: int = 200, **more: str) -> HttpResponse:
    item = build_item(name, dynasty)
    has = [assets.format_amount(part.has, part.asset) for part in item["prices"]]
    context = {"dynasty": dynasty, "tab": "regalia", "has": has, **item, **more}
    return render(request, "dynasty/market/piece.html", context, status=status)
