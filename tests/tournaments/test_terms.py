from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DomainError
from dynasty.catalog.assets import ASSETS
from tournaments.domain import terms
from tournaments.domain.terms import POINTS, Chests, Terms

BASKETS = st.dictionaries(st.sampled_from(sorted(ASSETS)), st.integers(1, 10**12))
ANY_TERMS = st.fixed_dictionaries(
    {},
    optional={
        "prize": BASKETS,
        "fee": BASKETS,
        "stake": st.integers(0, 100),
        "key": st.sampled_from(["", "iron"]),
        "betting": st.booleans(),
        "programs": st.booleans(),
        "minimum_reputation": st.integers(0, 100),
        "fill": st.sampled_from(["", "greedy"]),
        "invited": st.lists(st.sampled_from(["abc", "def"])),
        "points": st.dictionaries(st.sampled_from(sorted(POINTS)), st.integers(-1000, 1000)),
        "chests": st.none() | st.just({"minimum": 5, "maximum": 7, "generosity": 1}),
    },
)


@given(ANY_TERMS)
def test_terms_read_what_they_write(data: dict) -> None:
    assert terms.read(terms.write(terms.read(data))) == terms.read(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda more: st.lists(more) | st.dictionaries(st.sampled_from([*terms.READERS, "nonsense"]) | st.text(), more),
    )
)
def test_any_json_is_read_or_refused(data: object) -> None:
    try:
        assert isinstance(terms.read(data), Terms)
    except DomainError as error:
        assert error.code == "bad_terms"
        assert str(error)


@pytest.mark.parametrize(
    "data",
    [
        {"prize": {"gold": 0.5}},
        {"prize": {"gold": -1}},
        {"prize": {"gold": True}},
        {"prize": {"iron": 1}},
        {"prize": {"gold": 10**12 + 1}},
        {"fee": {"reputation": 1}},
        {"stake": -1},
        {"betting": 1},
        {"key": "k" * 41},
        {"points": {"won": 1001}},
        {"points": {"lost": 1}},
        {"chests": {"minimum": 9, "maximum": 8}},
        {"unknown": 1},
        {"invited": ["a"] * 65},
        {"invited": "all"},
        [],
        None,
    ],
)
def test_nonsense_is_refused(data: object) -> None:
    with pytest.raises(DomainError) as caught:
        terms.read(data)
    assert caught.value.code == "bad_terms"


@pytest.mark.parametrize(
    ("type", "data", "code"),
    [
        ("training", {}, None),
        ("training", {"prize": {"gold": 1}}, "training_is_free"),
        ("training", {"betting": True}, "training_is_free"),
        ("training", {"chests": {}}, "training_is_free"),
        ("training", {"fill": "greedy"}, None),
        ("gift", {}, "gift_needs_prize"),
        ("gift", {"prize": {"gold": 1}}, None),
        ("gift", {"prize": {"gold": 1}, "fee": {"gold": 1}}, "gift_is_free"),
        ("gift", {"prize": {"gold": 1}, "fill": "greedy", "betting": True}, None),
        ("honour", {}, "honour_needs_stake"),
        ("honour", {"stake": 10, "fee": {"gold": 1}, "chests": {}}, None),
        ("honour", {"stake": 10, "fill": "greedy"}, "no_computers_here"),
        ("conquer", {"stake": 10}, "stake_is_for_honour"),
        ("conquer", {"prize": {"gold": 1}}, "prize_is_for_gifts"),
        ("death", {"key": "iron", "key_consumed": True}, None),
        ("death", {"key_consumed": True}, "key_to_consume"),
        ("picnic", {}, "unknown_type"),
    ],
)
def test_what_a_type_allows(type: str, data: dict, code: str | None) -> None:
    read = terms.read(data)
    if code is None:
        terms.check(type, read)
        return
    with pytest.raises(DomainError) as caught:
        terms.check(type, read)
    assert caught.value.code == code


def test_words_name_everything_that_is_at_stake() -> None:
    texts = [
        sentence % params
        for sentence, params in terms.describe_terms(
            "honour",
            Terms(
                fee=(("gold", 5),),
                stake=10,
                key="iron",
                key_consumed=True,
                minimum_reputation=3,
                betting=True,
                programs=False,
                chests=Chests(),
                points=(("won", 7),),
            ),
        )
    ]
    text = " ".join(texts)
    for part in (
        "10 reputation",
        "5 gold",
        "key iron",
        "reputation of 3",
        "bet on",
        "Programs",
        "100 to 1000",
        "+7",
        "−5",
    ):
        assert part in text


def test_a_gift_takes_no_points_away() -> None:
    assert set(terms.get_points_table("gift", Terms())) == {"won", "shared", "survived", "emperor", "pawn"}
    assert not terms.get_points_table("training", Terms())


def describe(type: str, **given: Any) -> list[str]:
    return [message % fields if fields else message
            for message, fields in terms.describe_terms(type, terms.read(given))]  # fmt: skip


@pytest.mark.parametrize("type", ["conquer", "death"])
def test_the_contract_says_that_nobody_can_leave(type: str) -> None:
    assert terms.NO_RESIGNING in describe(type)
    assert terms.RESIGNING in describe(type, fates={"pawn": "unharmed", "emperor": "robbed"})


def test_the_contract_says_what_resigning_costs() -> None:
    assert terms.RESIGNING_LOSES_STAKE in describe("honour", stake=10)
    assert terms.RESIGNING in describe("gift", prize={"gold": 5}) and terms.RESIGNING in describe("training")
    assert terms.NO_RESIGNING in describe("honour", stake=10, fates={"pawn": "dies", "emperor": "unharmed"})


def test_the_contract_says_when_generosity_is_cancelled_and_what_goes_back() -> None:
    words = describe("honour", stake=10, chests={"generosity": 7})
    assert {*terms.CHEST_SENTENCES[1:], terms.GENEROSITY_SENTENCES[1], terms.WINNERS_SHARE, terms.REFUNDS} <= set(words)
    assert any("earns its owner 7 reputation" in each for each in words)
    plain = describe("conquer", chests={"generosity": 0})
    assert not any("fullest" in each for each in plain) and terms.CHEST_SENTENCES[1] in plain
    assert terms.REFUNDS not in plain and terms.WINNERS_SHARE not in plain
    assert terms.REFUNDS in describe("conquer", betting=True)
