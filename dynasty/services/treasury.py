"""The books: value moves by transfers that are written once, between accounts that are locked in one order."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from core import clock, crash_points
from core.errors import DomainError
from core.limits import MAX_AMOUNT, MAX_BALANCE
from core.transactions import service
from dynasty.catalog import assets
from dynasty.domain import transfer_reasons
from dynasty.models import Account, Dynasty, Emperor, Transfer, TreasuryDay
from dynasty.services import chronicle

Purpose = Account.Purpose


@dataclass(frozen=True)
class Payment:
    """A transfer that is wanted: `amount` of `asset`, taken from `debit`, given to `credit`."""

    key: str
    debit: Account
    credit: Account
    asset: str
    amount: int
    cause: str
    place: str = ""

    @property
    def body(self) -> tuple[int, int, str, int]:
        """Return what must be equal when a key is used again."""
        return self.debit.pk, self.credit.pk, self.asset, self.amount


def get_wallet(dynasty: Dynasty, asset: str) -> Account:
    """Return a dynasty's wallet of an asset."""
    return get_account(Purpose.WALLET, dynasty.code, asset, dynasty=dynasty)


def get_escrow(ref: str, asset: str) -> Account:
    """Return the escrow account of a reference such as `bets:<tournament>`."""
    return get_account(Purpose.ESCROW, ref, asset)


def get_treasury(asset: str) -> Account:
    """Return the treasury's account of an asset."""
    return get_account(Purpose.TREASURY, "treasury", asset)


def get_reputation_account(emperor: Emperor) -> Account:
    """Return the account of an emperor's reputation."""
    return get_account(Purpose.REPUTATION, emperor.code, assets.REPUTATION, emperor=emperor)


def get_account(
    purpose: Purpose, ref: str, asset: str, dynasty: Dynasty | None = None, emperor: Emperor | None = None
) -> Account:
    """Return the account, created on first use; raise DomainError for an unknown asset."""
    if not assets.is_known(asset):
        raise DomainError("unknown_asset", _("There is no such asset: %(asset)s"), asset=asset)
    opened, _new = Account.objects.get_or_create(
        purpose=purpose, ref=ref, asset=asset, defaults={"dynasty": dynasty, "emperor": emperor}
    )
    return opened


def transfer(
    *, key: str, debit: Account, credit: Account, asset: str, amount: int, cause: str, place: str = ""
) -> Transfer:
    """Move one amount and return its transfer; a key that was used for the same payment returns the first one."""
    return move([Payment(key, debit, credit, asset, amount, cause, place)])[0]


@service
def move(payments: Iterable[Payment]) -> list[Transfer]:
    """Make all these payments or none, in their order, and return their transfers."""
    due = list(payments)
    for payment in due:
        check_payment(payment)
    locked = lock_accounts(account for payment in due for account in (payment.debit, payment.credit))
    written = {old.key: old for old in Transfer.objects.filter(key__in=[payment.key for payment in due])}
    at = clock.now()
    new = [apply_payment(payment, locked, written, at) for payment in due if is_new(payment, written)]
    Transfer.objects.bulk_create(new)
    crash_points.reach("treasury.move booked")
    Account.objects.bulk_update(locked.values(), ["balance"])
    record_days(new, at)
    return [written[payment.key] for payment in due]


def record_days(transfers: Iterable[Transfer], at: datetime) -> None:
    """Add to the day's totals of the treasury. The caller has locked its accounts."""
    minted: Counter[int] = Counter()
    burnt: Counter[int] = Counter()
    for transfer in transfers:
        minted[transfer.debit_id] += transfer.amount * (transfer.debit.purpose == Purpose.TREASURY)
        burnt[transfer.credit_id] += transfer.amount * (transfer.credit.purpose == Purpose.TREASURY)
    day = at.astimezone(UTC).date()
    for account in sorted(+minted | +burnt):
        more = {"minted": F("minted") + minted[account], "burnt": F("burnt") + burnt[account]}
        if not TreasuryDay.objects.filter(account=account, day=day).update(**more):
            TreasuryDay.objects.create(account_id=account, day=day, minted=minted[account], burnt=burnt[account])


def check_payment(payment: Payment) -> None:
    """Raise DomainError if a payment's amount or accounts are impossible."""
    if type(payment.amount) is not int or not 0 < payment.amount <= MAX_AMOUNT:
        raise DomainError("bad_amount", _("An amount is a whole number from 1 to %(most)s."), most=MAX_AMOUNT)
    if payment.asset != payment.debit.asset or payment.asset != payment.credit.asset:
        raise DomainError("other_asset", _("Both accounts must hold the asset that is moved."))
    if payment.debit.pk == payment.credit.pk:
        raise DomainError("same_account", _("Nothing can be moved from an account to itself."))


def lock_accounts(accounts: Iterable[Account]) -> dict[int, Account]:
    """Lock these accounts in the order of their ids and return them with current balances."""
    ids = {account.pk for account in accounts}
    rows = Account.objects.select_for_update(no_key=True, of=("self",)).select_related("dynasty")
    rows = rows.filter(pk__in=ids).order_by("pk")
    return {row.pk: row for row in rows}


def is_new(payment: Payment, written: dict[str, Transfer]) -> bool:
    """Return whether a payment's key is unused; raise DomainError if it was used for another payment."""
    old = written.get(payment.key)
    if old is None:
        return True
    if payment.body != (old.debit_id, old.credit_id, old.asset, old.amount):
        raise DomainError("key_reused", _("This was done before, with other amounts."))
    return False


def apply_payment(payment: Payment, locked: dict[int, Account], written: dict[str, Transfer], at: datetime) -> Transfer:
    """Return the transfer of a payment, after changing the balances of the locked accounts and logging it."""
    debit, credit = locked[payment.debit.pk], locked[payment.credit.pk]
    check_balances(debit, credit, payment.amount)
    debit.balance -= payment.amount
    credit.balance += payment.amount
    written[payment.key] = transfer = Transfer(
        key=payment.key,
        debit=debit,
        credit=credit,
        asset=payment.asset,
        amount=payment.amount,
        cause=payment.cause,
        place=payment.place,
        at=at,
    )
    log_for_owner(transfer, debit, -payment.amount)
    log_for_owner(transfer, credit, payment.amount)
    return transfer


def check_balances(debit: Account, credit: Account, amount: int) -> None:
    """Raise DomainError if an account would be overdrawn or exceed MAX_BALANCE."""
    if debit.purpose != Purpose.TREASURY and debit.balance < amount:
        raise DomainError(
            "not_enough",
            _("Not enough %(asset)s: you need %(amount)s and have %(balance)s."),
            asset=debit.asset,
            amount=amount,
            balance=debit.balance,
        )
    if credit.purpose != Purpose.TREASURY and credit.balance + amount > MAX_BALANCE:
        raise DomainError("too_much", _("No account can hold that much."))


def log_for_owner(transfer: Transfer, changed: Account, amount: int) -> None:
    """Record the change of a dynasty's wealth in its private log, unless its reason has events of its own."""
    if (
        changed.purpose != Purpose.WALLET
        or changed.dynasty is None
        or transfer.cause in transfer_reasons.LOGGED_SEPARATELY
    ):
        return
    facts = {"asset": changed.asset, "amount": amount, "balance": changed.balance, "cause": transfer.cause}
    chronicle.record(
        key=f"wealth:{transfer.key}:{'in' if amount > 0 else 'out'}",
        kind="wealth",
        public=False,
        at=transfer.at,
        mentions=[(changed.dynasty, None)],
        facts=facts,
        place=transfer.place,
    )
