"""The books: accounts and the transfers between them, for ten assets, keys, and reputation."""

import uuid

from django.db import models
from django.db.models import F, Q

from core.limits import MAX_AMOUNT, MAX_BALANCE


class Account(models.Model):
    """A balance of one asset. It is the sum of its transfers, kept beside them so that it can be locked."""

    class Purpose(models.TextChoices):
        WALLET = "wallet"
        """A dynasty's own; ref: the dynasty's code."""
        REPUTATION = "reputation"
        """An emperor's reputation; ref: the emperor's code."""
        ESCROW = "escrow"
        """Held for somebody until something ends; ref says what for, e.g. bets:<tournament code>."""
        TREASURY = "treasury"
        """Where everything comes from; the only one that may owe."""

    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    ref = models.CharField(max_length=64)
    asset = models.CharField(max_length=40)
    dynasty = models.ForeignKey("dynasty.Dynasty", models.PROTECT, null=True, blank=True, related_name="accounts")
    emperor = models.ForeignKey("dynasty.Emperor", models.CASCADE, null=True, blank=True, related_name="accounts")
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["purpose", "ref", "asset"], name="one_account_per_purpose"),
            models.CheckConstraint(
                condition=Q(purpose="treasury") | Q(balance__gte=0, balance__lte=MAX_BALANCE), name="no_debts"
            ),
        ]
        indexes = [
            models.Index(fields=["dynasty", "asset"], name="wallets"),
            models.Index(fields=["emperor"], name="reputations"),
            models.Index(fields=["asset", "ref", "balance"], name="escrows_that_hold",
                         condition=Q(purpose="escrow", balance__gt=0)),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.purpose} {self.ref} {self.asset}"


class Transfer(models.Model):
    """A whole positive amount of one asset, from one account to another. Never changed.

    A row is only ever deleted when `CondensedDay` has packed it, among old ones between accounts of the site.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    key = models.CharField(max_length=120, unique=True)
    """What this transfer is, so that it cannot happen twice: prize:<tournament>:<seat>:gold."""
    debit = models.ForeignKey(Account, models.PROTECT, related_name="debits")
    """The account that it is taken from."""
    credit = models.ForeignKey(Account, models.PROTECT, related_name="credits")
    asset = models.CharField(max_length=40)
    amount = models.BigIntegerField()
    cause = models.CharField(max_length=24)
    """A word of dynasty.domain.transfer_reasons."""
    place = models.CharField(max_length=10, blank=True)
    """The code of the tournament that it comes from, if any."""
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0, amount__lte=MAX_AMOUNT), name="positive_amount"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="two_accounts"),
        ]
        indexes = [  # the amounts are in them so that the treasury's books are added up without the table
            models.Index(fields=["debit", "-at", "amount"], name="transfers_out"),
            models.Index(fields=["credit", "-at", "amount"], name="transfers_in"),
            models.Index(fields=["place"], name="transfers_of_place"),
            models.Index(fields=["at"], name="transfers_by_time"),
        ]


class TreasuryDay(models.Model):
    """What an account of the treasury gave out and took back on a day of universal time: the sum of its transfers.

    Kept in the transaction of each of them, under the lock of the account. `manage.py books` proves it.
    """

    account = models.ForeignKey(Account, models.PROTECT, related_name="days")
    day = models.DateField()
    minted = models.BigIntegerField(default=0)
    burnt = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "day"], name="one_sum_a_day")]


class CondensedDay(models.Model):
    """Old transfers of houses alone, packed, and replaced by one sum in and one sum out of each account.

    Each closes a day of universal time, and continues the digest of the one before it. Never changed, never deleted.
    """

    until = models.DateTimeField(unique=True)
    """The end of the day. From transfers before it, some were replaced."""
    transfers = models.PositiveIntegerField()
    """How many."""
    packed = models.BinaryField()
    """Everything that they said: lines of JSON, compressed by LZMA."""
    records = models.CharField(max_length=64)
    """The digest of these lines."""
    treasury = models.JSONField()
    """What they moved out of and into each account of the treasury, by day: what `TreasuryDay` is proved by."""
    digest = models.CharField(max_length=64)
    """The digest of this row and of the digest before it."""
