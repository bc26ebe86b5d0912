"""Numbers, plurals and signs as people read them, in three languages."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from core import numbers
from dynasty.catalog import assets
from dynasty.domain import event_types
from tournaments.domain import terms


@pytest.mark.parametrize("language, text", [("en", "20,000"), ("es", "20\xa0000"), ("ca", "20.000")])
def test_thousands_are_grouped_as_the_language_does(language: str, text: str) -> None:
    with translation.override(language):
        assert numbers.format_number(20_000) == text
        assert numbers.format_number(-20_000) == "−" + text and numbers.format_signed(20_000) == "+" + text
        assert text in assets.format_amount(20_000, "gold")
        wealth = {"asset": "copper", "amount": 20_000, "balance": 40_000, "cause": "prize"}
        assert f"+{text}" in event_types.format_sentence("wealth", wealth)


@given(st.integers(-(10**12), 10**12))
def test_a_number_never_has_a_hyphen_for_a_minus(number: int) -> None:
    assert "-" not in numbers.format_number(number) + numbers.format_signed(number)
    assert int(numbers.format_number(number).replace(",", "").replace("−", "-")) == number


@pytest.mark.parametrize(
    "language, one, many",
    [("en", "1 diamond", "2 diamonds"), ("es", "1 diamante", "2 diamantes"), ("ca", "1 diamant", "2 diamants")],
)
def test_one_is_not_many(language: str, one: str, many: str) -> None:
    with translation.override(language):
        assert [assets.format_amount(number, "diamond") for number in (1, 2)] == [one, many]
        sentence = event_types.format_sentence("chest", {"amount": 1, "asset": "diamond", "title": "x"})
        assert one in sentence and many.removeprefix("2 ") not in sentence


def test_every_asset_has_one_and_many() -> None:
    assert all(assets.get_unit(asset, 1) != assets.get_unit(asset, 2) for asset in [*assets.ASSETS, "key:iron"])


def test_the_table_of_points_has_real_minus_signs() -> None:
    found = terms.describe_terms("honour", terms.read({"stake": 10}))
    text = [params["points"] for _message, params in found if "points" in params]
    assert "−5" in text and not [each for each in text if "-" in each]
