"""Maps: what the rules say of the world and of the small ones, and what is broken."""

import copy
import json
from typing import Any

import pytest

from campaign import atlas, map_catalog
from campaign.errors import OrderError
from campaign.game import get_game, replay
from campaign.words.place_names import NAMES

RAW = {name: json.loads((atlas.FOLDER / f"{name}.json").read_text("utf-8")) for name in atlas.names()}


def test_the_world() -> None:
    world = atlas.find("world")
    assert len(world.territories) == 42
    assert len(world.routes) == 83
    assert sum(route.type == "land" for route in world.routes) == 58
    home = {name: region.id for region in world.regions for name in region.territories}
    assert sum(home[route.a] != home[route.b] for route in world.routes) == 14
    assert [(region.id, len(region.territories), region.bonus) for region in world.regions] == [
        ("north_america", 9, 5),
        ("south_america", 4, 2),
        ("europe", 7, 5),
        ("africa", 6, 3),
        ("asia", 12, 7),
        ("australia", 4, 2),
    ]
    assert [route.a for route in world.routes if route.wraps] == ["alaska"]


@pytest.mark.parametrize("name", atlas.names())
def test_every_map_in_a_file(name: str) -> None:
    made, raw = atlas.find(name), RAW[name]
    assert raw["id"] == name
    assert all(0 < t.x < made.width and 0 < t.y < made.height for t in made.territories)
    assert len({(t.x, t.y) for t in made.territories}) == len(made.territories)
    for row in raw["territories"]:
        if "neighbours" in row:
            assert set(row["neighbours"]) == set(made.neighbours[row["id"]])
    symbols = list(made.cards.values())
    assert max(symbols.count(s) for s in atlas.SYMBOLS) - min(symbols.count(s) for s in atlas.SYMBOLS) <= 1


@pytest.mark.parametrize("name", ["archipelago", "rivers"])
def test_our_own_maps(name: str) -> None:
    made = atlas.find(name)
    assert 20 <= len(made.territories) <= 34
    assert len(made.homes) == 6
    assert {route.type for route in made.routes} == {"land", "sea"}
    assert all(made.degree(territory.id) >= 2 for territory in made.territories)


DRAWN = list(map_catalog.DRAWN)


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_maps_are_sound_worlds(name: str) -> None:
    made = atlas.find(name)
    homes = [set(made.homes) & {at, *made.neighbours[at]} for at in made.homes]
    assert 12 <= len(made.territories) <= 60
    assert 4 <= len(made.homes) <= 6 and len(made.homes) * 3 <= len(made.territories)
    assert all(len(near) == 1 for near in homes), "no two seats of a skirmish begin side by side"
    assert all(made.degree(each.id) >= 2 for each in made.territories), "nobody is cornered by one army"
    for region in made.regions:
        assert 2 <= len(region.territories) <= 9


@pytest.mark.parametrize("name", ["world", "archipelago", *DRAWN])
def test_a_region_brings_what_its_size_and_its_entrances_are_worth(name: str) -> None:
    for facts in map_catalog.describe_regions(atlas.find(name)):
        assert facts.entrances, "every region can be reached"
        assert abs(facts.region.bonus - facts.worth) <= 1.1, facts
        assert facts.region.bonus >= 1


@pytest.mark.parametrize("name", DRAWN)
def test_territories_lie_on_the_land_that_is_drawn(name: str) -> None:
    made = atlas.find(name)
    lands = {each.id: [at for at, land in enumerate(made.land) if is_on(land, each)] for each in made.territories}
    assert all(len(found) == 1 for found in lands.values()), "each on one land, and not in its lakes"
    assert {at for found in lands.values() for at in found} == set(range(len(made.land))), "no land without a territory"
    shared = [route for route in made.routes if lands[route.a] == lands[route.b]]
    straits = sum(route.type == "sea" for route in shared)
    assert straits <= 1, "boats go from land to land, or over the one strait of the inner sea"


def is_on(land: atlas.Land, at: atlas.Territory) -> bool:
    edges = [(one, other) for ring in land for one, other in zip(ring, (*ring[1:], ring[0]), strict=True)]
    crossed = [
        (ay > at.y) != (by > at.y) and at.x < (bx - ax) * (at.y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in edges
    ]
    return sum(crossed) % 2 == 1


def test_choke_points_are_where_a_map_falls_apart() -> None:
    assert map_catalog.find_choke_points(atlas.find("grid3x1")) == ["B1"]
    assert map_catalog.find_choke_points(atlas.find("seven")) == ["gate"]
    for name in DRAWN:
        assert not map_catalog.find_choke_points(atlas.find(name)), "there are always two ways"


def test_seven() -> None:
    seven = atlas.find("seven")
    assert list(seven.place) == ["ash", "birch", "cedar", "dale", "elm", "fir", "gate"]
    assert seven.neighbours["gate"] == ("birch", "cedar", "dale", "elm")
    assert len(seven.routes) == 10


def test_grids() -> None:
    grid = atlas.find("grid5x4/C3+D4")
    assert list(grid.place)[:6] == ["A1", "B1", "C1", "D1", "E1", "A2"]
    assert "C3" not in grid.place
    assert len(grid.place) == 18
    assert grid.homes == ("A1", "E4", "E1", "A4")
    assert grid.neighbours["C2"] == ("C1", "B2", "D2")
    assert not grid.regions
    assert not grid.cards


@pytest.mark.parametrize("name", ["atlantis", "", "grid", "gridAxB", "grid3x3/", "../world", "grid3x3/C3,A1"])
def test_unknown_maps(name: str) -> None:
    with pytest.raises(OrderError) as error:
        atlas.find(name)
    assert error.value.code == "unknown_map"


@pytest.mark.parametrize("name", ["grid3x3/D4", "grid3x1/B1", "grid0x3", "grid99x3", "grid1x1/A1", "grid3x3/A1+A1"])
def test_broken_grids(name: str) -> None:
    with pytest.raises(OrderError) as error:
        atlas.find(name)
    assert error.value.code == "bad_map"


def break_map(change: str) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(RAW["seven"])
    exec(change, {"data": data})
    return data


@pytest.mark.parametrize(
    "change",
    [
        "data.clear()",
        "data['territories'].pop()",
        "data['routes'][0]['b'] = 'ash'",
        "data['routes'].append(data['routes'][0])",
        "data['routes'] = data['routes'][:5]",
        "data['regions'][0]['territories'].append('gate')",
        "data['regions'][0]['bonus'] = 'many'",
        "data['territories'][0]['card'] = 'elephant'",
        "data['territories'][0]['id'] = 'rest'",
        "data['homes'] = ['oak']",
        "data['routes'][0]['a'] = 'oak'",
    ],
)
def test_broken_data(change: str) -> None:
    with pytest.raises(OrderError) as error:
        atlas.find(break_map(change))
    assert error.value.code == "bad_map"


def test_a_map_may_be_given_as_data() -> None:
    assert atlas.find(RAW["seven"]).place == atlas.find("seven").place


def test_every_place_of_every_map_has_a_name_for_translation() -> None:
    for raw in RAW.values():
        for row in (*raw["territories"], *raw["regions"]):
            assert NAMES[row["id"]] == row["name"].replace("'", "’")


MOVED = [name for name in atlas.names() if atlas.find(name).first_homes]


@pytest.mark.parametrize("name", MOVED)
def test_battles_from_before_homes_were_moved_begin_and_replay_where_they_began(name: str) -> None:
    now, then = get_game("skirmish"), get_game("skirmish", 1)
    made, seats = atlas.find(name), then.seats_of(name)
    rules = then.presets()["short"][2]
    for game, homes in ((now, made.homes), (then, made.first_homes)):
        opening = game.initial(name, seats, rules, "seed", chests=False)
        assert tuple(opening.list_owned(seat)[0] for seat in seats) == homes
        assert game.read(game.write(opening)) == opening
        record = game.record({"Seed": "seed"}, opening, [[(seat, "-") for seat in seats]])
        assert replay(record)[0].board == game.resolve(opening, [(seat, "-") for seat in seats], "seed")[0].board
        _state, events = game.resolve(game.read(game.write(opening)), [(seat, "-") for seat in seats], "seed")
        assert [event["at"] for event in events if event["kind"] == "placed"][: len(seats)] == list(homes)
    assert set(made.homes) != set(made.first_homes)


def test_some_homes_were_moved() -> None:
    assert MOVED
