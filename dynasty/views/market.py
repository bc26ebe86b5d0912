"""The market: what is offered, making an offer, looking closely before accepting one, and the treasury's keys."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from core import clock
from core.error_status import get_status
from core.errors import DomainError
from core.limits import OFFER_DAYS, OPEN_OFFERS
from core.public_codes import new_code
from dynasty.catalog import assets, keys
from dynasty.forms.fields import add_refusal
from dynasty.forms.offers import BuyForm, MarketForm, OfferForm
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from dynasty.selectors import offers as read
from dynasty.selectors.offers import Part, Shown
from dynasty.services import key_shop, offers
from dynasty.views.court import for_owner

LONGEST_CURSOR = 120


def cursor_of(request: HttpRequest) -> str:
    return request.GET.get("cursor", "")[:LONGEST_CURSOR]


def query_of(request: HttpRequest) -> str:
    """The address's filter, without the place in the list."""
    query = request.GET.copy()
    query.pop("cursor", None)
    return query.urlencode()


def barred(dynasty: Dynasty | None) -> str:
    """Why this dynasty cannot trade, in a sentence; blank where it can."""
    if dynasty is None:
        return ""
    try:
        offers.refuse_trader(dynasty)
    except DomainError as refusal:
        return str(refusal)
    return ""


@require_GET
def market(request: HttpRequest) -> HttpResponse:
    """What is offered to everybody, and above it what is offered to the reader alone."""
    dynasty, at, form = dynasties.dynasty_of(request.user), clock.now(), MarketForm(request.GET)
    context = {
        "dynasty": dynasty,
        "barred": barred(dynasty),
        "form": form,
        "page": read.open_page(dynasty, at, cursor=cursor_of(request), **form.wanted()),
        "to_me": read.made_to(dynasty, at) if dynasty and not cursor_of(request) else None,
        "query": query_of(request),
        "tab": "open",
    }
    return render(request, "dynasty/market/market.html", context)


@require_GET
@for_owner
def own(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """The reader's own offers, and how they ended."""
    context = {"dynasty": dynasty, "page": read.own(dynasty, cursor_of(request)), "tab": "own", "most": OPEN_OFFERS}
    return render(request, "dynasty/market/own.html", context)


@require_http_methods(["GET", "POST"])
@for_owner
def compose(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """The composer; a POST makes the offer."""
    sent = request.POST if request.method == "POST" else None
    form = OfferForm(sent, has=read.purse(dynasty), initial={"to": request.GET.get("to", "")[:60]})
    if request.method == "POST" and form.is_valid() and made(request, dynasty, form):
        return redirect("market_own")
    context = {"dynasty": dynasty, "barred": barred(dynasty), "form": form, "tab": "compose", "days": OFFER_DAYS}
    return render(request, "dynasty/market/compose.html", context, status=422 if form.errors else 200)


def made(request: HttpRequest, dynasty: Dynasty, form: OfferForm) -> bool:
    """Make the offer; a refusal is shown in the form."""
    given = form.cleaned_data
    try:
        offers.make(
            dynasty=dynasty,
            gives=form.basket("gives"),
            asks=form.basket("asks"),
            to=given["to"],
            token=given["token"],
        )
    except DomainError as refusal:
        add_refusal(form, refusal)
        return False
    messages.success(request, _("Your offer is open. What you give is held until it ends."))
    return True


def shown_or_404(code: str, reader: Dynasty | None) -> Shown:
    shown = read.by_code(code, reader)
    if shown is None:
        raise Http404
    return shown


@require_GET
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """One offer with both baskets, and the button that accepts it or takes it back."""
    dynasty = dynasties.dynasty_of(request.user)
    return offer_page(request, shown_or_404(code, dynasty), dynasty)


def offer_page(
    request: HttpRequest, shown: Shown, dynasty: Dynasty | None, status: int = 200, **more: Any
) -> HttpResponse:
    stands = shown.offer.status == shown.offer.Status.OPEN and shown.offer.lapses_at > clock.now()
    context = {"shown": shown, "offer": shown.offer, "dynasty": dynasty, "stands": stands, **more}
    context["barred"] = barred(dynasty)
    return render(request, "dynasty/market/offer.html", context, status=status)


def ending(act: Callable[..., Any], sentence: Callable[[], str]) -> Callable[..., HttpResponse]:
    """A door through which an offer ends: accepted, or taken back."""

    @require_POST
    @for_owner
    def door(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
        shown = shown_or_404(code, dynasty)
        try:
            act(offer=shown.offer, dynasty=dynasty)
        except DomainError as refusal:
            again = read.by_code(code, dynasty)
            if again is None:
                messages.error(request, str(refusal))
                return redirect("market")
            return offer_page(request, again, dynasty, get_status(refusal.code), refusal=str(refusal))
        messages.success(request, sentence())
        return redirect("market_offer", code)

    return door


accept = ending(offers.accept, lambda: _("Done: both sides have traded."))
withdraw = ending(offers.withdraw, lambda: _("Your offer is withdrawn, and you have back what it gave."))


@require_GET
def locksmith(request: HttpRequest) -> HttpResponse:
    """The keys and what the treasury asks for them."""
    return keys_page(request, dynasties.dynasty_of(request.user))


def keys_page(request: HttpRequest, dynasty: Dynasty | None, status: int = 200, **more: Any) -> HttpResponse:
    has = read.purse(dynasty)
    shelf = [
        {
            "name": name,
            "key": key,
            "has": has.get(keys.asset(name), 0),
            "price": [Part(asset, n, assets.so_many(n, asset), has.get(asset, 0)) for asset, n in key.price],
        }
        for name, key in keys.KEYS.items()
    ]
    context = {"dynasty": dynasty, "shelf": shelf, "token": new_code(), "tab": "keys", **more}
    return render(request, "dynasty/market/keys.html", context, status=status)


@require_POST
@for_owner
def buy(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Buy keys from the treasury."""
    try:
        wanted = BuyForm(request.POST).read()
        key_shop.buy_keys(dynasty=dynasty, **wanted)
    except DomainError as refusal:
        return keys_page(request, dynasty, get_status(refusal.code), refusal=str(refusal))
    bought = assets.so_many(wanted["count"], keys.asset(wanted["name"]))
    messages.success(request, _("Bought from the treasury: %(what)s.") % {"what": bought})
    return redirect("market_keys")
