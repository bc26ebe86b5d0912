"""API views of the market, the treasury's books and one's own wealth."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from core import clock
from core.errors import DomainError
from dynasty.api import market_serializers as shapes
from dynasty.api.base import ApiView
from dynasty.api.documented import document
from dynasty.api.requests import build_private_response, parse_input, require_dynasty
from dynasty.catalog import keys, regalia
from dynasty.domain import tokens
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import dynasties, prices, transfers, treasury
from dynasty.selectors import offers as read
from dynasty.selectors.offers import OfferPage, VisibleOffer
from dynasty.services import key_shop, offers, regalia_shop


def get_offer_or_404(code: str, reader: Dynasty | None) -> VisibleOffer:
    """Return the offer if this reader may see it, or raise NotFound."""
    shown = read.find_offer(code, reader)
    if shown is None:
        raise NotFound
    return shown


class Offers(ApiView):
    """Offers: to everybody, to you alone, or your own; a POST makes one."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(parameters=[shapes.OffersQuery], responses=shapes.OfferPageShape, operation_id="offers")
    def get(self, request: Request) -> Response:
        query = parse_input(shapes.OffersQuery, request.query_params)
        return build_private_response(shapes.OfferPageShape(self.page(request, query)).data)

    def page(self, request: Request, query: dict[str, Any]) -> OfferPage:
        at, cursor = clock.now(), query["cursor"]
        if query["list"] == "own":
            return read.get_own_page(require_dynasty(request), cursor)
        if query["list"] == "to_me":
            return read.get_received_page(require_dynasty(request), at, cursor)
        sides = {side: query[side] for side in ("gives", "asks")}
        return read.get_open_page(dynasties.find_dynasty_of(request.user), at, cursor=cursor, **sides)

    @document(request=shapes.OfferInput, responses={201: shapes.OfferShape}, operation_id="make_offer")
    def post(self, request: Request) -> Response:
        fields, dynasty = parse_input(shapes.OfferInput, request.data), require_dynasty(request)
        fields["to"] = self.recipient(fields["to"]) if fields["to"] else None
        fields["emperor"] = self.captive(fields["emperor"]) if fields["emperor"] else None
        offer = offers.create(dynasty=dynasty, **fields)
        return build_private_response(shapes.OfferShape(get_offer_or_404(offer.code, dynasty)).data, status=201)

    def recipient(self, code: str) -> Dynasty:
        dynasty = dynasties.find_dynasty(code)
        if dynasty is None:
            raise DomainError("no_such_dynasty", _("There is no such dynasty."))
        return dynasty

    def captive(self, code: str) -> Emperor:
        emperor = dynasties.find_emperor(code)
        if emperor is None:
            raise DomainError("no_such_emperor", _("There is no such Emperor."))
        return emperor


class OneOffer(ApiView):
    """One offer. DELETE withdraws your own."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=shapes.OfferShape, operation_id="offer")
    def get(self, request: Request, code: str) -> Response:
        return build_private_response(
            shapes.OfferShape(get_offer_or_404(code, dynasties.find_dynasty_of(request.user))).data
        )

    @document(responses={204: None}, operation_id="withdraw_offer")
    def delete(self, request: Request, code: str) -> Response:
        dynasty = require_dynasty(request)
        offers.withdraw(offer=get_offer_or_404(code, dynasty).offer, dynasty=dynasty)
        return Response(status=204)


class Acceptance(ApiView):
    """POST accepts an offer: both baskets change hands at once, or nothing does."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticated]

    @document(request=None, responses=shapes.OfferShape, operation_id="accept_offer")
    def post(self, request: Request, code: str) -> Response:
        dynasty = require_dynasty(request)
        offers.accept(offer=get_offer_or_404(code, dynasty).offer, dynasty=dynasty)
        return build_private_response(shapes.OfferShape(get_offer_or_404(code, dynasty)).data)


class Prices(ApiView):
    """What an asset cost in another by day, and the best open offers to sell and to buy it."""

    permission_classes = [AllowAny]

    @document(parameters=[shapes.PairQuery], responses=shapes.PricesShape, operation_id="market_prices")
    def get(self, request: Request) -> Response:
        query = parse_input(shapes.PairQuery, request.query_params)
        pair, now = prices.Pair(query["of"], query["against"]), clock.now()
        book = prices.get_book(pair, now)
        shown = {"days": prices.list_days(pair, now), "sells": book.sells, "buys": book.buys}
        return Response(shapes.PricesShape(shown).data)


class Keys(ApiView):
    """The keys of locked battlefields and their prices; a POST buys from the treasury."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=shapes.KeyShape(many=True), operation_id="keys")
    def get(self, request: Request) -> Response:
        shelf = [
            {"name": name, **vars(key), "price": dict(key.price), "lock_prices": key.lock_prices}
            for name, key in keys.KEYS.items()
        ]
        return Response(shapes.KeyShape(shelf, many=True).data)

    @document(request=shapes.KeyInput, responses={204: None}, operation_id="buy_keys")
    def post(self, request: Request) -> Response:
        key_shop.buy_keys(dynasty=require_dynasty(request), **parse_input(shapes.KeyInput, request.data))
        return Response(status=204)


class Regalia(ApiView):
    """The regalia of emblems and their prices; a POST buys a piece from the treasury, for good."""

    write_scope = tokens.TRADE
    permission_classes = [IsAuthenticatedOrReadOnly]

    @document(responses=shapes.RegaliaShape(many=True), operation_id="regalia")
    def get(self, request: Request) -> Response:
        shelf = [
            {"name": name, "title": piece.title, "sentence": piece.sentence, "prices": piece.prices}
            for name, piece in regalia.REGALIA.items()
        ]
        return Response(shapes.RegaliaShape(shelf, many=True).data)

    @document(request=shapes.RegaliaInput, responses={204: None}, operation_id="buy_regalia")
    def post(self, request: Request) -> Response:
        fields = parse_input(shapes.RegaliaInput, request.data)
        regalia_shop.buy_piece(dynasty=require_dynasty(request), piece=fields["name"], asset=fields["asset"])
        return Response(status=204)


class Books(ApiView):
    """The treasury's books: what there is of each asset, where, and the last thirty days."""

    permission_classes = [AllowAny]

    @document(responses=shapes.BooksShape, operation_id="treasury")
    def get(self, request: Request) -> Response:
        return Response(shapes.BooksShape(treasury.get_books()).data)


class Wealth(ApiView):
    """Every movement of your dynasty's wealth, the latest first."""

    permission_classes = [IsAuthenticated]

    @document(parameters=[shapes.WealthQuery], responses=shapes.MovedPageShape, operation_id="court_transfers")
    def get(self, request: Request) -> Response:
        query = parse_input(shapes.WealthQuery, request.query_params)
        cursor = query.pop("cursor")
        found = transfers.get_page(require_dynasty(request), transfers.Filter(**query), cursor)
        return build_private_response(shapes.MovedPageShape(found).data)
