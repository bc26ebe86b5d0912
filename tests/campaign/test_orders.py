"""Orders as text and as JSON, both ways."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign import orders
from campaign.words import text

PAIRS: list[tuple[str, dict[str, Any]]] = [
    ("claim ash", {"do": "claim", "at": "ash"}),
    ("capital ash", {"do": "capital", "at": "ash"}),
    ("guard B2", {"do": "guard", "at": "B2"}),
    ("place ash 3", {"do": "place", "at": "ash", "armies": 3}),
    ("reinforce ash 3", {"do": "reinforce", "at": "ash", "armies": 3}),
    ("colonize ash 3", {"do": "colonize", "at": "ash", "armies": 3}),
    ("build B2 0", {"do": "build", "at": "B2", "armies": 0}),
    ("move ash birch 3", {"do": "move", "from": "ash", "to": "birch", "armies": 3}),
    ("fortify ash birch 3", {"do": "fortify", "from": "ash", "to": "birch", "armies": 3}),
    ("attack ash birch 3", {"do": "attack", "from": "ash", "to": "birch", "armies": 3}),
    ("attack ash birch", {"do": "attack", "from": "ash", "to": "birch"}),
    (
        "attack ash birch dice 3 until 2 advance 9",
        {"do": "attack", "from": "ash", "to": "birch", "dice": 3, "until": 2, "advance": 9},
    ),
    ("attack ash birch until 2", {"do": "attack", "from": "ash", "to": "birch", "until": 2}),
    ("trade ash birch wild1", {"do": "trade", "cards": ["ash", "birch", "wild1"]}),
    ("trade ash birch wild1 on ash", {"do": "trade", "cards": ["ash", "birch", "wild1"], "on": "ash"}),
    ("defend 2", {"do": "defend", "dice": 2}),
    ("occupy 4", {"do": "occupy", "armies": 4}),
    *((verb, {"do": verb}) for verb in ("done", "nop", "resign", "flip")),
]


@pytest.mark.parametrize(("line", "order"), PAIRS)
def test_text_and_json(line: str, order: dict[str, Any]) -> None:
    assert text.read(line) == order
    assert text.write(order) == line
    assert orders.data_of(line) == order


@pytest.mark.parametrize(
    "line",
    [
        "place ash",
        "place ash three",
        "attack ash birch dice",
        "attack ash birch 3 dice x",
        "trade a b",
        "done now",
        "attack ash birch dice 2 dice 3",
        "trade a b c on",
        "claim",
        "defend 1.5",
        "occupy 4 5",
        "move ash birch",
    ],
)
def test_text_that_cannot_be_read_has_a_bad_field(line: str) -> None:
    data = text.read(line)
    every = (orders.IN_TURNS, orders.SIMULTANEOUS, orders.SKIRMISH)
    shapes = [shapes[data["do"]] for shapes in every if data["do"] in shapes]
    for shape in shapes:
        given = {name: value for name, value in data.items() if name != "do"}
        known = set(shape.needs) <= set(given) <= {*shape.needs, *shape.may}
        assert not known or any(type(given[name]) is str for name in orders.NUMBERS & set(given))


def test_sheets_have_an_order_a_line() -> None:
    sheet = [order for _, order in PAIRS]
    assert text.read_sheet(text.write_sheet(list(sheet))) == sheet
    assert text.read_sheet("nop; build A1 2\n\n nop ") == [text.read(x) for x in ("nop", "build A1 2", "nop")]


@given(st.text(max_size=60))
def test_any_text_is_read_as_something(line: str) -> None:
    assert isinstance(text.read(line)["do"], str)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    )
)
def test_any_json_is_refused_and_never_breaks(data: Any) -> None:
    from campaign import games

    for ruleset, map in (("classic", "seven"), ("simultaneous", "seven"), ("skirmish", "grid3x3")):
        setup = {"ruleset": f"campaign.{ruleset}", "map": map, "seats": 3, "options": {}}
        state, _ = games.initial(setup, "any")
        for submission in (data, {"do": data}, {"do": "place", "at": data, "armies": data}, [data]):
            findings = games.check(state, state.living[0], submission)
            assert all(finding["text"] for finding in findings)
