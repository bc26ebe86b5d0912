import pytest

from core.errors import DomainError
from dynasty.catalog import emblems
from dynasty.models import Account, Dynasty, Event, Standing, Transfer, User
from dynasty.selectors import integrity, wealth
from dynasty.services import founding, treasury

pytestmark = pytest.mark.django_db


def holds(dynasty: Dynasty) -> dict[str, int]:
    return {holding.asset: holding.amount for holding in wealth.list_holdings(dynasty) if holding.amount}


def refused(code: str, **wish: object) -> None:
    given = {"name": "House Test", "motto": "", "emblem": emblems.DEFAULT, **wish}
    with pytest.raises(DomainError) as refusal:
        founding.found_dynasty(**given)  # type: ignore[arg-type]
    assert refusal.value.code == code


def test_founding_grants_wealth_once_and_is_told(found) -> None:
    dynasty = found("House Aurelia")
    assert holds(dynasty) == {"gold": 1_000, "silver": 5_000, "copper": 20_000}
    assert Standing.objects.get(dynasty=dynasty).reputation == 0
    told = Event.objects.filter(mentions__dynasty=dynasty)
    assert sorted(told.values_list("kind", "public")) == [("founded", True), *[("wealth", False)] * 3]
    assert integrity.find_differences() == []


def test_a_user_founds_one_dynasty(found) -> None:
    user = found("House Aurelia").user
    refused("has_dynasty", user=user, name="Another House")
    assert Transfer.objects.count() == 3


@pytest.mark.parametrize("name", ["HOUSE AURELIA", "House Aurélia", "House  Aurelia", "Hоuse Aurelia", "House-Aurelia"])
def test_names_are_compared_without_case_accents_and_look_alikes(found, name: str) -> None:
    found("House Aurelia")
    refused("name_taken", user=User.objects.create_user("other@example.org"), name=name)


def test_refusals_change_nothing(found) -> None:
    user = User.objects.create_user("other@example.org")
    refused("name_length", user=user, name="ab")
    refused("motto_length", user=user, motto="x" * 121)
    refused("unknown_emblem", user=user, emblem={})
    assert not Dynasty.objects.exists() and not Account.objects.exists()


def test_a_founder_who_comes_second_in_a_race_is_told_so(found, monkeypatch) -> None:
    """Where the look before the leap sees nothing, the constraint still decides."""
    first = found("House Aurelia")
    monkeypatch.setattr(founding, "check_first_dynasty", lambda user: None)
    refused("name_taken", user=first.user, name="Entirely New")
    assert Dynasty.objects.count() == 1


def test_house_dynasties_own_nothing_and_are_not_ranked(house) -> None:
    assert not Standing.objects.filter(dynasty=house).exists() and not Event.objects.exists()
    assert founding.found_house(name="The Old Guard", motto="", emblem=emblems.DEFAULT) == house
    with pytest.raises(DomainError) as refusal:
        treasury.get_wallet(house, "gold")
    assert refusal.value.code == "house_dynasty"
