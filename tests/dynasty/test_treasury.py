import pytest
from django.db import IntegrityError, transaction

from core.errors import DomainError
from core.limits import MAX_AMOUNT, MAX_BALANCE
from dynasty.models import Account, Event, Transfer
from dynasty.selectors import integrity
from dynasty.services import treasury
from dynasty.services.treasury import Payment

pytestmark = pytest.mark.django_db


@pytest.fixture
def purses(found) -> tuple[Account, Account]:
    return treasury.get_wallet(found(), "gold"), treasury.get_wallet(found(), "gold")


def pay(key: str, debit: Account, credit: Account, amount: int, asset: str = "gold") -> Transfer:
    return treasury.transfer(key=key, debit=debit, credit=credit, asset=asset, amount=amount, cause="trade")


def balances(*accounts: Account) -> list[int]:
    return [Account.objects.get(pk=account.pk).balance for account in accounts]


def test_a_transfer_moves_and_tells_both_owners(purses) -> None:
    pay("one", *purses, 300)
    assert balances(*purses) == [700, 1_300]
    events = Event.objects.filter(key__startswith="wealth:one")
    assert sorted(event.facts["amount"] for event in events) == [-300, 300]
    assert sorted(event.facts["balance"] for event in events) == [700, 1_300]
    assert not events.filter(public=True).exists()


def test_the_same_key_moves_once(purses) -> None:
    first = pay("one", *purses, 300)
    assert pay("one", *purses, 300) == first
    assert balances(*purses) == [700, 1_300]


def test_the_same_key_for_something_else_is_refused(purses) -> None:
    pay("one", *purses, 300)
    with pytest.raises(DomainError) as error:
        pay("one", *purses, 301)
    assert error.value.code == "key_reused"


@pytest.mark.parametrize("amount", [0, -1, MAX_AMOUNT + 1, 1.5, True, "5", None])
def test_only_whole_positive_amounts_move(purses, amount: object) -> None:
    with pytest.raises(DomainError) as error:
        pay("one", *purses, amount)  # type: ignore[arg-type]
    assert error.value.code == "bad_amount"


def test_nobody_but_the_treasury_owes(purses) -> None:
    with pytest.raises(DomainError) as error:
        pay("one", *purses, 1_001)
    assert error.value.code == "not_enough" and error.value.params["balance"] == 1_000
    pay("two", treasury.get_treasury("gold"), purses[0], 10**6)
    assert integrity.find_differences() == []


def test_no_account_grows_beyond_exact_numbers(purses) -> None:
    Account.objects.filter(pk=purses[0].pk).update(balance=MAX_BALANCE - 5)
    with pytest.raises(DomainError) as error:
        pay("one", treasury.get_treasury("gold"), purses[0], 6)
    assert error.value.code == "too_much"


def test_assets_do_not_mix(purses) -> None:
    with pytest.raises(DomainError) as error:
        pay("one", *purses, 5, asset="silver")
    assert error.value.code == "other_asset"
    with pytest.raises(DomainError) as error:
        treasury.get_escrow("bets:x", "dogecoin")
    assert error.value.code == "unknown_asset"
    with pytest.raises(DomainError) as error:
        pay("one", purses[0], purses[0], 5)
    assert error.value.code == "same_account"


def test_payments_are_made_together_or_not_at_all(purses) -> None:
    pot = treasury.get_escrow("pot:abc", "gold")
    good = [Payment("a", purses[0], pot, "gold", 600, "fee"), Payment("b", pot, purses[1], "gold", 600, "pot")]
    with pytest.raises(DomainError):
        treasury.move([*good, Payment("c", purses[0], pot, "gold", 401, "fee")])
    assert balances(*purses, pot) == [1_000, 1_000, 0] and not Transfer.objects.filter(key="a").exists()
    assert [made.key for made in treasury.move(good)] == ["a", "b"]
    assert balances(*purses, pot) == [400, 1_600, 0]


def test_the_database_refuses_debts_and_changed_history(purses) -> None:
    made = pay("one", *purses, 300)
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(pk=purses[0].pk).update(balance=-1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Transfer.objects.filter(pk=made.pk).update(amount=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.update(public=True)


def test_the_books_find_what_does_not_add_up(purses, capsys) -> None:
    from django.core.management import call_command

    call_command("books")
    assert "0 differences" in capsys.readouterr().out
    Account.objects.filter(pk=purses[0].pk).update(balance=999)
    with pytest.raises(SystemExit) as ended:
        call_command("books")
    assert ended.value.code == 1
    output = capsys.readouterr()
    assert "999 kept, 1000 proved" in output.err and "2 differences" in output.out
