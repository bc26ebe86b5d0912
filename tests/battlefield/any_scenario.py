"""Random scenarios, crowded on purpose: the rarer a meeting of pieces, the likelier an engine is wrong about it."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.battlefield.second_reading import SEATS, VALUES, Tile, draw, emperors_experience, name_of

SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
UNREADABLE = ("C5", "hello", "", "5C-C4", "A0-A1", "A1-B-C", "A1-", "-A1", "A1xA2", "A01-A2")


def any_tiles(luck: Random) -> set[Tile]:
    height, width = luck.randint(1, 9), luck.randint(2, 9)
    if luck.random() < 0.6:
        height, width = min(height, 5), min(width, 5)
    holes = luck.choice((0, 0, 0.1, 0.3))
    tiles = {(i, j) for i in range(height) for j in range(width) if luck.random() >= holes} or {(0, 0), (0, 1)}
    top, left = min(i for i, _ in tiles), min(j for _, j in tiles)
    return {(i - top, j - left) for i, j in tiles}


def any_pieces(luck: Random, tiles: set[Tile], seats: str) -> dict[Tile, dict[str, Any]]:
    places = sorted(tiles)
    luck.shuffle(places)
    crowd = min(len(places), max(len(seats), round(len(places) * luck.choice((0.15, 0.3, 0.5, 0.8, 1)))))
    emperors = luck.choice((0.0, 0.2, 0.6))
    best = luck.choice((1, 2, 4, 9, 12))
    who = {}
    for k, tile in enumerate(places[:crowd]):
        seat = seats[k] if k < len(seats) else luck.choice(seats)
        first = k < len(seats) and luck.random() < 0.7
        emperor = first or luck.random() < emperors * 0.2
        who[tile] = {"seat": seat, "emperor": emperor, "experience": luck.randint(1, best)}
    return who


def any_things(luck: Random, tiles: set[Tile], seats: str) -> dict[Tile, str]:
    share = luck.choice((0, 0, 0.1, 0.4))
    kinds = ["treasure", *(f"chest {seat}" for seat in seats)]
    return {tile: luck.choice(kinds) for tile in sorted(tiles) if luck.random() < share}


def any_rules(luck: Random) -> dict[str, Any]:
    if luck.random() < 0.1:
        return {}
    chosen = {rule: luck.choice(values) for rule, values in VALUES.items()}
    return {rule: value for rule, value in chosen.items() if luck.random() < 0.8}


def legal_orders(tiles: set[Tile], who: dict[Tile, Any], seat: str, rules: dict[str, Any]) -> list[tuple[Tile, Tile]]:
    found = []
    for start, piece in sorted(who.items()):
        if piece["seat"] != seat:
            continue
        reach = emperors_experience(who, seat) if piece["emperor"] else piece["experience"]
        for down, right in SIDES:
            for n in range(1, reach + 1):
                tile = (start[0] + n * down, start[1] + n * right)
                if tile not in tiles:
                    break
                if tile in who and (rules.get("path") == "clear" or who[tile]["seat"] == seat):
                    if who[tile]["seat"] != seat:
                        found.append((start, tile))
                    if rules.get("path") == "clear":
                        break
                    continue
                found.append((start, tile))
    return found


def any_order(luck: Random, tiles: set[Tile], who: dict[Tile, Any], seat: str) -> str:
    """Draw anything: mostly illegal orders, so that each refusal comes up often enough."""
    places, mine = sorted(tiles), sorted(tile for tile, piece in who.items() if piece["seat"] == seat)
    dice = luck.random()
    if dice < 0.15:
        return luck.choice(UNREADABLE)
    start = luck.choice(mine if mine and dice < 0.8 else places)
    end = luck.choice(places)
    if dice < 0.7:
        down, right = luck.choice(SIDES)
        n = luck.randint(0, 6)
        end = (max(0, start[0] + n * down), max(0, start[1] + n * right))
    return f"{name_of(start)}-{name_of(end)}"


def any_orders(
    luck: Random, tiles: set[Tile], who: dict[Tile, Any], seats: str, rules: dict[str, Any]
) -> list[list[str]]:
    """Draw orders that meet: tiles that are ordered to, or about to be left, are drawn more often."""
    wanted: dict[Tile, float] = {}
    orders = []
    idle, illegal = luck.choice((0, 0.1, 0.4)), luck.choice((0, 0, 0, 0.2))
    for seat in luck.sample(seats, len(seats)):
        dice = luck.random()
        choices = legal_orders(tiles, who, seat, rules)
        if dice < idle / 2:
            continue
        if dice < idle or not choices:
            orders.append([seat, "-"])
        elif luck.random() < illegal:
            orders.append([seat, any_order(luck, tiles, who, seat)])
        else:
            weights = [1 + wanted.get(end, 0) + (2 if end in who else 0) for _, end in choices]
            start, end = luck.choices(choices, weights)[0]
            wanted[end] = wanted.get(end, 0) + 8
            wanted[start] = wanted.get(start, 0) + 4
            orders.append([seat, f"{name_of(start)}-{name_of(end)}"])
    luck.shuffle(orders)
    return orders


def any_scenario(luck: Random) -> dict[str, Any]:
    tiles = any_tiles(luck)
    many = luck.choice((2, 2, 3, 4, 5, 6, 8, 8, 12, 20))
    seats = "".join(sorted(luck.sample(SEATS, min(many, len(tiles)))))
    who = any_pieces(luck, tiles, seats)
    things = any_things(luck, tiles, seats)
    rules = any_rules(luck)
    return {
        "formation": draw(tiles, who, things),
        "items": {name_of(tile): thing for tile, thing in things.items() if tile in who},
        "rules": rules,
        "orders": any_orders(luck, tiles, who, seats, rules),
    }
