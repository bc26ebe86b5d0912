import pytest

from core.errors import DomainError
from dynasty.catalog import emblems
from dynasty.models import Account, Dynasty, Event, Standing, Transfer, User
from dynasty.selectors import integrity, wealth
from dynasty.services import founding, treasury

pytestmark = pytest.mark.django_db


def holds(dynasty: Dynasty) -> dict[str, int]:
    return {holding.asset: holding.amount for holding in wealth.list_holdings(dynasty) if holding.amount}


def assert_refused(code: str, **data: object) -> None:
    given = {"name": "House Test", "motto": "", "emblem": emblems.DEFAULT, **data}
    with pytest.raises(DomainError) as error:
        founding.found_dynasty(**given)  # type: ignore[arg-type]
    assert error.value.code == code


def test_founding_grants_wealth_once_and_is_told(found) -> None:
    dynasty = found("House Aurelia")
    assert holds(dynasty) == {"gold": 1_000, "silver": 5_000, "copper": 20_000}
    assert Standing.objects.get(dynasty=dynasty).reputation == 0
    events = Event.objects.filter(mentions__dynasty=dynasty)
    assert sorted(events.values_list("kind", "public")) == [("founded", True), *[("wealth", False)] * 3]
    assert integrity.find_differences() == []


def test_a_user_founds_one_dynasty(found) -> None:
    user = found("House Aurelia").user
    assert_refused("has_dynasty", user=user, name="Another House")
    assert Transfer.objects.count() == 3


@pytest.mark.parametrize("name", ["HOUSE AURELIA", "House Aurélia", "House  Aurelia", "Hоuse Aurelia", "House-Aurelia"])
def test_names_are_compared_without_case_accents_and_look_alikes(found, name: str) -> None:
    found("House Aurelia")
    assert_refused("name_taken", user=User.objects.create_user("other@example.org"), name=name)


def test_refusals_change_nothing(found) -> None:
    user = User.objects.create_user("other@example.org")
    assert_refused("name_length", user=user, name="ab")
    assert_refused("motto_length", user=user, motto="x" * 121)
    assert_refused("unknown_emblem", user=user, emblem={})
    assert not Dynasty.objects.exists() and not Account.objects.exists()


def test_a_founder_who_comes_second_in_a_race_is_told_so(found, monkeypatch) -> None:
    """Pass the check before, which sees nothing yet: the constraint still decides."""
    first = found("House Aurelia")
    monkeypatch.setattr(founding, "check_first_dynasty", lambda user: None)
    assert_refused("name_taken", user=first.user, name="Entirely New")
    assert Dynasty.objects.count() == 1


def test_house_dynasties_are_founded_like_any_other(house) -> None:
    assert Standing.objects.get(dynasty=house).reputation == 0
    assert Event.objects.filter(kind="founded", mentions__dynasty=house).count() == 1
    assert treasury.get_wallet(house, "gold").balance == 1_000
    assert founding.found_house(name="The Old Guard", motto="", emblem=emblems.DEFAULT) == house
    assert treasury.get_wallet(house, "gold").balance == 1_000


def test_a_house_of_before_is_ranked_and_paid_once() -> None:
    old = founding.insert(house=True, **founding.clean_fields("The Old Guard", "", emblems.DEFAULT))
    assert not Standing.objects.exists()
    for _time in range(2):
        assert founding.found_house(name="The Old Guard", motto="", emblem=emblems.DEFAULT) == old
    assert Standing.objects.filter(dynasty=old).count() == 1 and treasury.get_wallet(old, "copper").balance == 20_000
