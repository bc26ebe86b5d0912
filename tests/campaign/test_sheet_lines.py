"""What a sheet of orders is refused for, line by line."""

import pytest

from campaign import cases, games

SCENARIO = {
    "game": "simultaneous",
    "map": "seven",
    "seats": "ab",
    "options": {},
    "seed": "q",
    "before": {"board": {"ash": "a3", "rest": "b1"}, "reserve": {"a": 5}},
}


@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        ("0 0", {1: "bad_number", 2: "duplicate"}),
        ("0 2", {1: "bad_number", 2: "duplicate"}),
        ("2 0", {2: "duplicate"}),
        ("2 2", {2: "duplicate"}),
        ("0", {1: "bad_number"}),
        ("2", {}),
    ],
)
def test_a_territory_is_named_twice_whatever_the_numbers_are(numbers: str, codes: dict[int, str]) -> None:
    state, _events = cases.start(SCENARIO, cases.Stream("q"))
    found = games.check(state, "a", [f"reinforce ash {number}" for number in numbers.split()])
    assert {each["line"]: each["code"] for each in found} == codes
