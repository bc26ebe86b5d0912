"""Views of the market: open offers, the composer, a single offer, and the treasury's keys."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

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
from core.sentences import fill
from dynasty.catalog import assets, baskets, keys
from dynasty.charts import line
from dynasty.forms.fields import add_domain_error
from dynasty.forms.offers import BuyForm, MarketForm, OfferForm, get_field_name, read_draft
from dynasty.models import Dynasty
from dynasty.selectors import dynasties, prices, wealth
from dynasty.selectors import offers as read
from dynasty.selectors.offers import Part, VisibleOffer
from dynasty.services import key_shop, offers
from dynasty.views.court import owner_required

MAX_CURSOR = 120


def get_cursor(request: HttpRequest) -> str:
    return request.GET.get("cursor", "")[:MAX_CURSOR]


def get_query(request: HttpRequest) -> str:
    """Return the filter's query string without the cursor."""
    query = request.GET.copy()
    query.pop("cursor", None)
    return query.urlencode()


def get_trade_barrier(dynasty: Dynasty | None) -> str:
    """Return a sentence that says why this dynasty cannot trade; blank if it can."""
    if dynasty is None:
        return ""
    try:
        offers.check_trader(dynasty)
    except DomainError as error:
        return str(error)
    return ""


@require_GET
def market(request: HttpRequest) -> HttpResponse:
    """Show the offers to everybody, and above them those to the reader alone."""
    dynasty, at, form = dynasties.find_dynasty_of(request.user), clock.now(), MarketForm(request.GET)
    context = {
        "dynasty": dynasty,
        "barred": get_trade_barrier(dynasty),
        "form": form,
        "page": read.get_open_page(dynasty, at, cursor=get_cursor(request), **form.get_filter()),
        "to_me": read.get_received_page(dynasty, at) if dynasty and not get_cursor(request) else None,
        "query": get_query(request),
        "tab": "open",
    }
    return render(request, "dynasty/market/market.html", context)


@require_GET
def price_page(request: HttpRequest) -> HttpResponse:
    """Show what an asset cost in another, and the order book of both."""
    now = clock.now()
    busiest = prices.list_busiest(now)
    chosen = request.GET.get("of", ""), request.GET.get("in", "")
    pair = busiest[0] if busiest and not any(chosen) else prices.read_pair(*chosen)
    dynasty = dynasties.find_dynasty_of(request.user)
    days, book = prices.list_days(pair, now), prices.get_book(pair, now)
    lot = prices.choose_lot([day.price for day in days] + [row.price for row in book.sells + book.buys])
    context = {
        "dynasty": dynasty,
        "barred": get_trade_barrier(dynasty),
        "tab": "prices",
        "pair": pair,
        "busiest": [(each, assets.get_name(each.asset), assets.get_name(each.currency)) for each in busiest],
        "goods": [(code, assets.get_name(code)) for code in assets.ASSETS],
        "lot": assets.format_amount(lot, pair.asset),
        "currency": assets.get_name(pair.currency),
        "asset": assets.get_name(pair.asset),
        "chart": line.draw(prices.build_points(days, lot), now),
        "days": [(each, round(each.price * lot)) for each in reversed(days)],
        "sells": [(each, round(each.price * lot)) for each in book.sells],
        "buys": [(each, round(each.price * lot)) for each in book.buys],
    }
    return render(request, "dynasty/market/prices.html", context)


@require_GET
@owner_required
def own(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the reader's own offers and their status."""
    context = {
        "dynasty": dynasty,
        "page": read.get_own_page(dynasty, get_cursor(request)),
        "tab": "own",
        "most": OPEN_OFFERS,
    }
    return render(request, "dynasty/market/own.html", context)


@require_http_methods(["GET", "POST"])
@owner_required
def compose(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Show the composer; a POST makes the offer."""
    sent = request.POST if request.method == "POST" else None
    captives = read.list_captives(dynasty)
    form = OfferForm(sent, has=wealth.get_balances(dynasty), captives=captives, initial=build_draft(request))
    if request.method == "POST" and form.is_valid() and create_offer(request, dynasty, form):
        return redirect("market_own")
    context = {
        "dynasty": dynasty,
        "barred": get_trade_barrier(dynasty),
        "form": form,
        "tab": "compose",
        "days": OFFER_DAYS,
        "answered": find_answered(request.GET.get("answers", ""), dynasty),
    }
    return render(request, "dynasty/market/compose.html", context, status=422 if form.errors else 200)


def build_draft(request: HttpRequest) -> dict[str, str]:
    """Return what the address fills the composer with; the recipient by name, where a code is given."""
    draft = read_draft(request.GET)
    named = dynasties.find_dynasty(draft["to"]) if draft["to"] else None
    return draft | ({"to": named.name} if named else {})


def find_answered(code: str, reader: Dynasty) -> VisibleOffer | None:
    """Return the offer of another dynasty to which the reader composes a counter-offer, if the address names one."""
    shown = read.find_offer(code[:10], reader) if code else None
    return shown if shown and not shown.own and not shown.captive else None


def create_offer(request: HttpRequest, dynasty: Dynasty, form: OfferForm) -> bool:
    """Make the offer; a refusal is shown in the form."""
    filled = form.cleaned_data
    try:
        offers.create(
            dynasty=dynasty,
            gives=form.basket("gives"),
            asks=form.basket("asks"),
            to=filled["to"],
            token=filled["token"],
            emperor=filled.get("emperor"),
        )
    except DomainError as error:
        add_domain_error(form, error)
        return False
    messages.success(request, _("Your offer is open. What you give is held until it ends."))
    return True


def leave_ended_offer(request: HttpRequest, code: str) -> HttpResponse:
    """Say on the market that an offer to everybody has ended; raise Http404 where there never was one."""
    if not read.was_public(code):
        raise Http404
    messages.error(request, _("This offer is no longer open."))
    return redirect("market")


def build_counter(shown: VisibleOffer) -> str:
    """Return the query that fills the composer with the reader's side of an offer, to its maker alone."""
    draft = {get_field_name("gives", part.asset): part.amount for part in shown.asks}
    draft |= {get_field_name("asks", part.asset): part.amount for part in shown.gives}
    return urlencode({"to": shown.offer.giver.code, "answers": shown.offer.code, **draft})


@require_GET
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """Show one offer with both baskets, and the button that accepts or withdraws it."""
    dynasty = dynasties.find_dynasty_of(request.user)
    shown = read.find_offer(code, dynasty)
    return render_offer(request, shown, dynasty) if shown else leave_ended_offer(request, code)


def render_offer(
    request: HttpRequest, shown: VisibleOffer, dynasty: Dynasty | None, status: int = 200, **more: Any
) -> HttpResponse:
    stands = shown.offer.status == shown.offer.Status.OPEN and shown.offer.lapses_at > clock.now()
    context = {"shown": shown, "offer": shown.offer, "dynasty": dynasty, "stands": stands, **more}
    context["barred"] = get_trade_barrier(dynasty)
    if stands and dynasty and not shown.own and not shown.offer.giver.house and not shown.captive:
        context["counter"] = build_counter(shown)
    return render(request, "dynasty/market/offer.html", context, status=status)


def build_ending_view(act: Callable[..., Any], sentence: Callable[[], str]) -> Callable[..., HttpResponse]:
    """Build the view that ends an offer: accepts or withdraws it."""

    @require_POST
    @owner_required
    def wrapper(request: HttpRequest, dynasty: Dynasty, code: str) -> HttpResponse:
        shown = read.find_offer(code, dynasty)
        if shown is None:
            return leave_ended_offer(request, code)
        try:
            act(offer=shown.offer, dynasty=dynasty)
        except DomainError as error:
            again = read.find_offer(code, dynasty)
            if again is None:
                messages.error(request, str(error))
                return redirect("market")
            return render_offer(request, again, dynasty, get_status(error.code), error_text=str(error))
        messages.success(request, sentence())
        return redirect("market_offer", code)

    return wrapper


accept = build_ending_view(offers.accept, lambda: _("Done: both sides have traded."))
withdraw = build_ending_view(offers.withdraw, lambda: _("Your offer is withdrawn, and you have back what it gave."))


@require_GET
def key_list(request: HttpRequest) -> HttpResponse:
    """Show the keys and their prices at the treasury."""
    return render_keys(request, dynasties.find_dynasty_of(request.user))


def render_keys(request: HttpRequest, dynasty: Dynasty | None, status: int = 200, **more: Any) -> HttpResponse:
    has = wealth.get_balances(dynasty)
    shelf = [
        {
            "name": name,
            "key": key,
            "has": has.get(keys.get_asset(name), 0),
            "lock": baskets.format_either(key.lock_prices),
            "price": [Part(asset, n, assets.format_amount(n, asset), has.get(asset, 0)) for asset, n in key.price],
        }
        for name, key in keys.KEYS.items()
    ]
    context = {"dynasty": dynasty, "shelf": shelf, "token": new_code(), "tab": "keys", **more}
    return render(request, "dynasty/market/keys.html", context, status=status)


@require_POST
@owner_required
def buy(request: HttpRequest, dynasty: Dynasty) -> HttpResponse:
    """Buy keys from the treasury."""
    try:
        order = BuyForm(request.POST).read()
        key_shop.buy_keys(dynasty=dynasty, **order)
    except DomainError as error:
        return render_keys(request, dynasty, get_status(error.code), error_text=str(error))
    bought = assets.format_amount(order["count"], keys.get_asset(order["name"]))
    messages.success(request, fill(_("Bought from the treasury: %(what)s."), {"what": bought}))
    return redirect("market_keys")
