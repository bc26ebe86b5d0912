"""Serializers of offers, keys, books and transfers."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from core.limits import KEYS_PER_PURCHASE, MAX_AMOUNT
from dynasty.api.closed_fields import ClosedField, Schema, build_uniform_schema
from dynasty.api.serializers import DynastyName, EmperorName
from dynasty.catalog import assets, baskets
from dynasty.domain import transfer_reasons
from dynasty.models import Offer
from dynasty.selectors.offers import Part

CURSOR_HELP = "Give it as `cursor` for the page after this one."
TO_HELP = "A dynasty's code; blank: everybody."
EMPEROR_HELP = "The code of a captured emperor to give instead of goods."
TOKEN_HELP = "Your own name for this wish: sent twice, it is done once."


def build_basket_schema() -> Schema:
    """Return the schema of a basket of the goods that there are."""
    return build_uniform_schema(baskets.list_goods(), {"type": "integer", "minimum": 1, "maximum": MAX_AMOUNT})


class AssetField(serializers.ChoiceField):
    """An asset or a key, by its code."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=baskets.list_goods(), **options)


class Basket(ClosedField):
    """Amounts by asset: {"gold": 100, "key:iron": 1}."""

    SCHEMA = build_basket_schema()
    child = serializers.IntegerField(min_value=1, max_value=MAX_AMOUNT)

    def get_schema(self, body: Mapping[str, Any]) -> Schema:
        return build_basket_schema()

    def to_representation(self, value: Any) -> dict[str, int]:
        parts: Iterable[Part] = value
        return {part.asset: part.amount for part in parts}


class CaptiveShape(serializers.Serializer[Any]):
    emperor = EmperorName()
    birthplace = DynastyName(source="emperor.birthplace")
    reputation = serializers.IntegerField(help_text="It goes along.")
    reserved_until = serializers.DateTimeField(
        allow_null=True, help_text="Until then only the dynasty where it was born can accept."
    )


class OfferShape(serializers.Serializer[Any]):
    code = serializers.CharField(source="offer.code")
    status = serializers.ChoiceField(choices=Offer.Status.choices, source="offer.status")
    giver = DynastyName(source="offer.giver")
    to = DynastyName(source="offer.to", allow_null=True, help_text="Who alone may accept it; null: everybody.")
    taker = DynastyName(source="offer.taker", allow_null=True)
    gives = Basket()
    captive = CaptiveShape(allow_null=True, help_text="The captured emperor that it gives, instead of goods.")
    asks = Basket()
    made_at = serializers.DateTimeField(source="offer.made_at")
    lapses_at = serializers.DateTimeField(source="offer.lapses_at")
    ended_at = serializers.DateTimeField(source="offer.ended_at", allow_null=True)
    own = serializers.BooleanField(help_text="Whether you made it.")


class OfferPageShape(serializers.Serializer[Any]):
    offers = OfferShape(many=True)
    next = serializers.CharField(allow_null=True, help_text=CURSOR_HELP)


class OffersQuery(serializers.Serializer[Any]):
    list = serializers.ChoiceField(choices=["open", "to_me", "own"], required=False, default="open")
    gives = AssetField(required=False, default="")
    asks = AssetField(required=False, default="")
    cursor = serializers.CharField(required=False, max_length=120, default="")


class OfferInput(serializers.Serializer[Any]):
    gives = Basket(required=False, default=dict)
    emperor = serializers.CharField(required=False, max_length=10, default="", help_text=EMPEROR_HELP)
    asks = Basket()
    to = serializers.CharField(required=False, max_length=10, default="", help_text=TO_HELP)
    token = serializers.CharField(required=False, max_length=40, default="", help_text=TOKEN_HELP)


class KeyShape(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    price = serializers.DictField(child=serializers.IntegerField())
    lock_prices = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="What announcing a tournament behind this lock costs, by the asset in which one pays.",
    )


class KeyInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=36)
    count = serializers.IntegerField(required=False, min_value=1, max_value=KEYS_PER_PURCHASE, default=1)
    token = serializers.CharField(required=False, max_length=40, default="", help_text=TOKEN_HELP)


class RegaliaShape(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    sentence = serializers.CharField()
    prices = serializers.DictField(child=serializers.IntegerField(), help_text="Pay one of them.")


class RegaliaInput(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=20)
    asset = serializers.CharField(max_length=20, help_text="In which you pay.")


class DayShape(serializers.Serializer[Any]):
    date = serializers.DateField()
    minted = serializers.IntegerField()
    burnt = serializers.IntegerField()


class SheetShape(serializers.Serializer[Any]):
    asset = serializers.CharField()
    minted = serializers.IntegerField()
    burnt = serializers.IntegerField()
    held = serializers.IntegerField(help_text="With dynasties, their chests included.")
    escrow = serializers.IntegerField()
    treasury = serializers.IntegerField(help_text="The treasury's own account: what it gave out, below zero.")
    sum = serializers.IntegerField(help_text="Given out, less taken back, and the treasury's own account: 0.")
    days = DayShape(many=True)


class BooksShape(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    balanced = serializers.BooleanField()
    sheets = SheetShape(many=True)


class WealthQuery(serializers.Serializer[Any]):
    asset = AssetField(required=False, default="")
    cause = serializers.ChoiceField(choices=transfer_reasons.WEALTH_REASONS, required=False, default="")
    way = serializers.ChoiceField(choices=["in", "out"], required=False, default="")
    since = serializers.DateTimeField(required=False, default=None)
    until = serializers.DateTimeField(required=False, default=None)
    cursor = serializers.CharField(required=False, max_length=120, default="")


class MovedShape(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    at = serializers.DateTimeField()
    asset = serializers.CharField()
    amount = serializers.IntegerField(help_text="Below zero where it was given.")
    cause = serializers.CharField()
    why = serializers.CharField(help_text="The cause in words.")
    other = serializers.CharField(help_text="Whom it came from or went to.")
    place = serializers.CharField(help_text="The code of the tournament, or blank.")


class MovedPageShape(serializers.Serializer[Any]):
    rows = MovedShape(many=True)
    next = serializers.CharField(allow_null=True, help_text=CURSOR_HELP)


class PairQuery(serializers.Serializer[Any]):
    of = serializers.ChoiceField(choices=list(assets.ASSETS), default="ruby")
    against = serializers.ChoiceField(
        choices=list(assets.ASSETS), default="gold", help_text="What the price is told in."
    )

    def validate(self, attrs: Any) -> Any:
        if attrs["of"] == attrs["against"]:
            raise serializers.ValidationError(_("Choose two different assets."))
        return attrs


class PriceDayShape(serializers.Serializer[Any]):
    day = serializers.DateField()
    amount = serializers.IntegerField(help_text="How much of the asset was swapped on the day.")
    cost = serializers.IntegerField(help_text="What it was swapped for, all together.")
    trades = serializers.IntegerField()


class BookRowShape(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Of the offer.")
    amount = serializers.IntegerField()
    cost = serializers.IntegerField()


class PricesShape(serializers.Serializer[Any]):
    days = PriceDayShape(many=True)
    sells = BookRowShape(many=True, help_text="The cheapest first.")
    buys = BookRowShape(many=True, help_text="Who pays most first.")
