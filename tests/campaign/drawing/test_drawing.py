"""Drawn maps: what is read of a file, what is refused, and what is said of one."""

import json
import time
from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign import atlas
from campaign.drawing import reading
from campaign.drawing.reading import MapError
from campaign.drawing.survey import Survey

PLACES = {"t1": (100, 100), "t2": (300, 80), "t3": (500, 100), "t4": (500, 300), "t5": (300, 320), "t6": (100, 300)}
LINKS = [("t1", "t2"), ("t2", "t3"), ("t3", "t4"), ("t4", "t5"), ("t5", "t6"), ("t6", "t1"), ("t2", "t5")]


def draw(**changes: Any) -> dict[str, Any]:
    """Return a small map that can be played on, with changes."""
    rows = [{"id": id_, "name": f"Place {id_[1]}", "x": x, "y": y} for id_, (x, y) in PLACES.items()]
    regions = [
        {"id": "r1", "name": "West", "bonus": 2, "territories": ["t1", "t2", "t6"]},
        {"id": "r2", "name": "East", "bonus": 2, "territories": ["t3", "t4", "t5"]},
    ]
    routes = [{"a": a, "b": b, "kind": "land"} for a, b in LINKS]
    layout = {"width": 600, "height": 400}
    return {
        "layout": layout,
        "territories": rows,
        "regions": regions,
        "routes": routes,
        "homes": ["t1", "t4"],
        **changes,
    }


def code_of(text: object) -> str:
    """Return with which code a file is refused; "" if it is read."""
    try:
        reading.read(text if isinstance(text, str) else json.dumps(text))
    except MapError as error:
        return error.code
    return ""


def objections(data: dict[str, Any]) -> list[str]:
    return [each.code for each in Survey(reading.read(json.dumps(data))).objections]


def test_a_sound_map_has_no_objections_and_can_be_built() -> None:
    survey = Survey(reading.read(json.dumps(draw())))
    assert survey.objections == []
    named = reading.name_ids(survey.data)
    made = atlas.build(named, named)
    assert made.homes == ("Place_1", "Place_4") and len(made.cards) == 6
    again = reading.read(reading.write(named, name="Any"))
    assert again == named, "what is written reads back"
    assert reading.name_ids(again) == named


def test_a_route_around_the_edge_is_kept() -> None:
    data = reading.read(json.dumps(draw(routes=[*draw()["routes"], {"a": "t1", "b": "t3", "wraps": True}])))
    named = reading.name_ids(data)
    assert [each.wraps for each in atlas.build(named, named).routes] == [False] * len(LINKS) + [True]
    assert reading.read(reading.write(named, name="Any"))["routes"][-1]["wraps"] is True
    assert not Survey(data).objections


def test_every_shipped_map_with_homes_can_be_the_start_of_a_drawing() -> None:
    for name in atlas.names():
        data = reading.read((atlas.FOLDER / f"{name}.json").read_text("utf-8"))
        assert {each.code for each in Survey(data).objections} <= ({"map_homes"} if not data["homes"] else set()), name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "map_unreadable"),
        ("[]", "map_unreadable"),
        ("[" * 40_000, "map_unreadable"),
        ('{"layout": NaN}', "map_unreadable"),
        ('{"layout": Infinity}', "map_unreadable"),
        ("1" * 9_000, "map_unreadable"),
        ("x" * 50_000, "map_too_long"),
        (draw(territories={}), "map_shape"),
        (draw(territories=[1, 2]), "map_shape"),
        (draw(layout={"width": 1e300}), "map_number"),
        (draw(layout={"width": True}), "map_number"),
        ('{"layout": {"width": 1e999}}', "map_number"),
        (draw(territories=[{"id": "t1", "name": "A", "x": "1", "y": 2}]), "map_number"),
        (draw(territories=[{"id": "t1", "name": "<b>x</b>", "x": 1, "y": 2}]), "map_name"),
        (draw(territories=[{"id": "t1", "name": "\u202e", "x": 1, "y": 2}]), "map_name"),
        (draw(territories=[{"id": "t1", "name": "\ud800", "x": 1, "y": 2}]), "map_name"),
        (draw(territories=[{"id": "t1", "name": "x" * 200, "x": 1, "y": 2}]), "map_name"),
        (draw(territories=[{"id": ["t1"], "name": "x", "x": 1, "y": 2}]), "map_id"),
        (draw(territories=draw()["territories"] * 2), "map_twice"),
        (draw(territories=draw()["territories"] * 20), "map_too_much"),
        (draw(homes=["t1", "t1"]), "map_twice"),
        (draw(homes=["nowhere"]), "map_unknown"),
        (draw(routes=[{"a": "t1", "b": "t1"}]), "map_routes"),
        (draw(routes=[{"a": "t1", "b": "t2"}, {"a": "t2", "b": "t1"}]), "map_routes"),
        (draw(regions=[{"id": "r", "name": "R", "bonus": -1, "territories": []}]), "map_number"),
        (draw(land=[[[[0, 0]] * 1_501]]), "map_points"),
        (draw(land=[[[[0, 0, 0]]]]), "map_shape"),
        (draw(land=[[[[0, nan]]]]), "map_unreadable"),
        (draw(land=[[[[0, inf]]]]), "map_unreadable"),
        (draw(land=["coast"]), "map_shape"),
    ],
)
def test_what_is_no_map_is_refused_with_its_code(text: object, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"territories": [], "regions": [], "routes": [], "homes": []}, "map_territories"),
        ({"homes": ["t1"]}, "map_homes"),
        ({"regions": []}, "map_regions"),
        (
            {"regions": [*draw()["regions"], {"id": "r3", "name": "No", "bonus": 1, "territories": []}]},
            "map_empty_region",
        ),
        ({"regions": [{"id": "r1", "name": "R", "bonus": 1, "territories": ["t1"]}]}, "map_no_region"),
        ({"routes": draw()["routes"][:4]}, "map_apart"),
        ({"land": [[[[0, 0], [10, 0], [0, 10]]]]}, "map_at_sea"),
        ({"land": [[[[0, 0], [10, 0]]]]}, "map_ring"),
        ({"territories": [{**each, "name": "Same"} for each in draw()["territories"]]}, "map_same_name"),
        ({"territories": [{**each, "x": 9, "y": 9} for each in draw()["territories"]]}, "map_close"),
    ],
)
def test_what_cannot_be_played_on_is_said(changes: dict[str, Any], code: str) -> None:
    assert code in objections(draw(**changes))


def test_what_an_author_may_want_to_know() -> None:
    changed = draw(homes=["t1", "t2"])
    changed["regions"][0]["bonus"] = 9
    changed["routes"] = [route for route in changed["routes"] if {route["a"], route["b"]} != {"t6", "t1"}]
    assert {each.code for each in Survey(reading.read(json.dumps(changed))).remarks} == {
        "homes_near",
        "bonus_off",
        "choke_points",
        "dead_ends",
    }


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(part=st.sampled_from(["layout", "land", "territories", "regions", "routes", "homes"]), junk=JUNK)
def test_whatever_a_part_holds_it_is_read_or_refused(part: str, junk: object) -> None:
    """Say of it what is to be said without an error, and build it where nothing forbids to."""
    text = json.dumps(draw(**{part: junk}))
    if code_of(text):
        return
    survey = Survey(reading.read(text))
    if not survey.objections:
        named = reading.name_ids(survey.data)
        assert atlas.build(named, named)


@given(
    names=st.lists(st.text(st.characters(exclude_characters='<>&"\\;'), min_size=1, max_size=8), min_size=6, max_size=6)
)
def test_any_names_make_ids_that_the_rules_take(names: list[str]) -> None:
    rows = [{**each, "name": name} for each, name in zip(draw()["territories"], names, strict=True)]
    if code_of(draw(territories=rows)):
        return
    named = reading.name_ids(reading.read(json.dumps(draw(territories=rows))))
    assert atlas.build(named, named)


@pytest.mark.times
def test_the_largest_files_are_judged_quickly() -> None:
    """Compare CPU times in one run: both take a hundredth of what it takes to read the larger one as JSON."""
    grid = [{"id": f"t{n}", "name": f"N{n}", "x": 60 + n % 10 * 90, "y": 60 + n // 10 * 90} for n in range(60)]
    routes = [{"a": f"t{n}", "b": f"t{n + 1}"} for n in range(59)]
    ring = [[0, 0], *[[n % 1000, 0] for n in range(1_490)], [1000, 0], [1000, 600], [0, 600]]
    regions = [
        {"id": "r1", "name": "One", "bonus": 2, "territories": [f"t{n}" for n in range(30)]},
        {"id": "r2", "name": "Two", "bonus": 2, "territories": [f"t{n}" for n in range(30, 60)]},
    ]
    data = {"territories": grid, "routes": routes, "land": [[ring]], "regions": regions, "homes": ["t0", "t59"]}
    huge = json.dumps({"land": [[[[1, 2]] * 1_000_000]]})
    began = time.thread_time()
    survey = Survey(reading.read(json.dumps(data)))
    assert survey.objections == [] and survey.remarks
    assert code_of(huge) == "map_too_long"
    judged = time.thread_time()
    json.loads(huge)
    assert judged - began < time.thread_time() - judged
