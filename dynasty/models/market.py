"""Offers on the market: a basket for a basket."""

from django.db import models
from django.db.models import F, Q

from core.limits import MAX_AMOUNT
from core.public_codes import new_code


class Offer(models.Model):
    """What one dynasty gives for what it asks. While it is open, what it gives lies in escrow (offer:<code>)."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        WITHDRAWN = "withdrawn"
        LAPSED = "lapsed"

    code = models.CharField(max_length=10, unique=True, default=new_code)
    token = models.CharField(max_length=40, default=new_code)
    """The maker's idempotency key: a request that is sent twice makes one offer."""
    giver = models.ForeignKey("dynasty.Dynasty", models.PROTECT, related_name="offers")
    to = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="offers_to")
    """Who alone may accept it; null: everybody."""
    taker = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="offers_taken")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    made_at = models.DateTimeField()
    lapses_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    pair = models.CharField(max_length=81, blank=True, default="", db_default="")
    """What is given and asked where an offer to everybody swaps one asset for one other (`ruby>gold`); blank: none."""
    amount = models.BigIntegerField(null=True, blank=True)
    cost = models.BigIntegerField(null=True, blank=True)
    price = models.FloatField(null=True, blank=True)
    """How much is asked for one unit that is given, by which order books are sorted."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["giver", "token"], name="one_offer_per_wish"),
            models.CheckConstraint(
                condition=Q(status="open", ended_at=None)
                | Q(status__in=["accepted", "withdrawn", "lapsed"], ended_at__isnull=False),
                name="an_offer_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(status="accepted", taker__isnull=False) | (~Q(status="accepted") & Q(taker=None)),
                name="accepted_by_somebody",
            ),
            models.CheckConstraint(condition=Q(to=None) | ~Q(to=F("giver")), name="no_offer_to_oneself"),
        ]
        indexes = [
            models.Index(fields=["-made_at", "-id"], condition=Q(status="open"), name="open_offers"),
            models.Index(fields=["lapses_at"], condition=Q(status="open"), name="offers_to_lapse"),
            models.Index(fields=["-ended_at"], condition=Q(status="accepted"), name="accepted_offers"),
            models.Index(fields=["pair", "price", "made_at"], condition=Q(status="open"), name="order_books"),
            models.Index(
                fields=["pair", "-ended_at", "amount", "cost", "status"],
                condition=Q(status="accepted"),
                name="swaps_of_pair",
            ),
            models.Index(fields=["giver", "-made_at", "-id"], name="offers_of_dynasty"),
            models.Index(fields=["to", "-made_at", "-id"], name="offers_to_dynasty"),
        ]


class Captive(models.Model):
    """That an offer gives an emperor which was born to another dynasty than the one that offers it."""

    offer = models.OneToOneField(Offer, models.CASCADE, primary_key=True, related_name="captive")
    emperor = models.ForeignKey("dynasty.Emperor", models.PROTECT, related_name="offered")
    reserved_until = models.DateTimeField(null=True, blank=True)
    """Until when only the dynasty where it was born may accept; null: nobody is waited for."""
    open = models.BooleanField(default=True)
    """Whether the offer is open."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["emperor"], condition=Q(open=True), name="one_open_offer_an_emperor"),
        ]


class OfferPart(models.Model):
    """So much of one asset, on one side of an offer."""

    class Side(models.TextChoices):
        GIVES = "gives"
        ASKS = "asks"

    offer = models.ForeignKey(Offer, models.CASCADE, related_name="parts")
    side = models.CharField(max_length=5, choices=Side.choices)
    asset = models.CharField(max_length=40)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["offer", "asset"], name="an_asset_on_one_side"),
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MAX_AMOUNT), name="positive_part"),
            models.CheckConstraint(condition=Q(side__in=["gives", "asks"]), name="known_side"),
        ]
