"""A second reading of the rules of battle, written from the rule book alone.

It shares no line and no idea of structure with the engine: boards are sets of (row, column), pieces are small
dictionaries, every loop is naive. It answers scenarios, so that the engine can be held against it.
"""

from __future__ import annotations

import re
from typing import Any

Tile = tuple[int, int]
Piece = dict[str, Any]
Claims = dict[Tile, list[int]]

SEATS = "abcdefghijklmnopqrstuvw"
VALUES: dict[str, tuple[Any, ...]] = {
    "conflict": ("bounce", "rollback", "rollback_and_stay", "bounce_and_stay"),
    "path": ("open", "clear"),
    "experience": ("displaced", "ordered"),
    "emperor_takes_pawn": ("bounce", "push"),
    "emperor_precedence": (False, True),
    "emperor_resets_strongest": (False, True),
    "pawn_takes_emperor": ("removed", "pawn", "veteran", "converted"),
    "emperor_takes_emperor": ("removed", "pawn", "veteran", "converted"),
    "leaderless": ("freeze", "vanish", "fight_on"),
    "collectors": ("emperors", "all"),
}
DEFAULTS = {rule: values[0] for rule, values in VALUES.items()}


class Wrong(Exception):
    """What makes a scenario unanswerable: a code and, for an order, its seat and text."""

    def __init__(self, code: str, seat: str = "", order: str = "") -> None:
        super().__init__(code)
        self.error = {"code": code, "seat": seat, "order": order} if seat else {"code": code}


# --- Names of tiles -------------------------------------------------------------------------------------------


def name_of(tile: Tile) -> str:
    row, column = tile
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(65 + digit) + letters
    return f"{letters}{row + 1}"


def tile_of(name: str) -> Tile:
    match = re.fullmatch(r"([A-Z]+)([1-9][0-9]*)", name, re.ASCII)
    if not match:
        raise ValueError(name)
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]) - 1, column - 1


# --- Diagrams -------------------------------------------------------------------------------------------------


def read_diagram(text: str) -> tuple[set[Tile], dict[Tile, Piece], dict[Tile, str]]:
    """Return the tiles, the pieces and the drawn items of a diagram, A1 at the corner of the smallest rectangle."""
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[0]:
        lines.pop(0)

    def ink(row: int, column: int, wide: int) -> str:
        return (lines[row] if row < len(lines) else "")[column : column + wide].ljust(wide)

    tiles: set[Tile] = set()
    words: dict[Tile, str] = {}
    for i in range(len(lines) // 2 + 1):
        for j in range(max(map(len, lines), default=0) // 4 + 1):
            word = ink(2 * i + 1, 4 * j + 1, 3)
            bars = ink(2 * i + 1, 4 * j, 1) + ink(2 * i + 1, 4 * j + 4, 1)
            edges = ink(2 * i, 4 * j + 1, 3) + ink(2 * i + 2, 4 * j + 1, 3)
            if bars == "||" and edges == "------" and word != "###":
                tiles.add((i, j))
                words[i, j] = word
            elif word.strip(" #"):
                raise Wrong("bad-diagram")
    if not tiles:
        raise Wrong("bad-diagram")
    top, left = min(i for i, _ in tiles), min(j for _, j in tiles)
    moved = {(i - top, j - left): words[i, j] for i, j in tiles}
    who, things = {}, {}
    for tile, word in moved.items():
        if match := re.fullmatch(r"\(([a-w])\)", word):
            who[tile] = {"seat": match[1], "emperor": True, "experience": 0}
        elif match := re.fullmatch(r" ([a-w])([ 1-9])|([a-w])([1-9][0-9])", word):
            number = (match[2] or match[4]).strip() or "1"
            who[tile] = {"seat": match[1] or match[3], "emperor": False, "experience": int(number)}
        elif word == "(x)":
            things[tile] = "treasure"
        elif match := re.fullmatch(r"\[([a-w])\]", word):
            things[tile] = f"chest {match[1]}"
        elif word.strip():
            raise Wrong("bad-diagram")
    return set(moved), who, things


def word_for(tile: Tile, who: dict[Tile, Piece], things: dict[Tile, str]) -> str:
    if tile in who:
        piece = who[tile]
        if piece["emperor"]:
            return f"({piece['seat']})"
        number = piece["experience"]
        return {1: f" {piece['seat']} "}.get(number) or f"{piece['seat']}{number}".rjust(3)
    thing = things.get(tile, "")
    return {"": "   ", "treasure": "(x)"}.get(thing) or f"[{thing[-1]}]"


def draw(tiles: set[Tile], who: dict[Tile, Piece], things: dict[Tile, str]) -> str:
    """Draw the diagram: edges only around tiles, enclosed holes as ###, no trailing spaces."""
    ink: dict[tuple[int, int], str] = {}

    def put(row: int, column: int, text: str) -> None:
        ink.update({(row, column + k): letter for k, letter in enumerate(text)})

    for i, j in tiles:
        for row in (2 * i, 2 * i + 2):
            put(row, 4 * j, "+---+")
    for i, j in tiles:
        put(2 * i + 1, 4 * j, f"|{word_for((i, j), who, things)}|")
    for i, j in {(i, j + 1) for i, j in tiles} - tiles:
        if {(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)} <= tiles:
            put(2 * i + 1, 4 * j + 1, "###")
    height, width = max(row for row, _ in ink), max(column for _, column in ink)
    rows = ("".join(ink.get((r, c), " ") for c in range(width + 1)).rstrip() for r in range(height + 1))
    return "\n".join(rows)


# --- Orders ---------------------------------------------------------------------------------------------------


def emperors_experience(who: dict[Tile, Piece], seat: str) -> int:
    pawns = [p["experience"] for p in who.values() if p["seat"] == seat and not p["emperor"]]
    return max(pawns, default=1)


def way_between(start: Tile, end: Tile) -> list[Tile]:
    """Return every tile from origin to destination, both included; none when they are not in line, or equal."""
    (i, j), (k, m) = start, end
    if (i == k) == (j == m):
        return []
    down, right = (k > i) - (k < i), (m > j) - (m < j)
    length = abs(k - i) + abs(m - j)
    return [(i + n * down, j + n * right) for n in range(length + 1)]


def check_order(seat: str, text: str, tiles: set[Tile], who: dict[Tile, Piece], rules: dict[str, Any]) -> list[Tile]:
    """Return the path of a legal order, empty for a hold."""
    if text == "-":
        return []
    try:
        start, end = map(tile_of, text.split("-"))
    except ValueError:
        raise Wrong("unreadable", seat, text) from None
    if start not in who or who[start]["seat"] != seat:
        raise Wrong("not-yours", seat, text)
    way = way_between(start, end)
    if not way:
        raise Wrong("not-straight", seat, text)
    if not set(way) <= tiles:
        raise Wrong("off-board", seat, text)
    piece = who[start]
    reach = emperors_experience(who, seat) if piece["emperor"] else piece["experience"]
    if len(way) - 1 > reach:
        raise Wrong("too-far", seat, text)
    if end in who and who[end]["seat"] == seat:
        raise Wrong("own-piece", seat, text)
    if rules["path"] == "clear" and any(tile in who for tile in way[1:-1]):
        raise Wrong("path-blocked", seat, text)
    return way


# --- A round --------------------------------------------------------------------------------------------------


class Round:
    """One round under way. Pieces are numbers; `at` says where the settled ones stand."""

    def __init__(self, tiles: set[Tile], who: dict[Tile, Piece], orders: list, rules: dict[str, Any]) -> None:
        self.tiles, self.rules = tiles, rules
        self.start = dict(enumerate(sorted(who)))
        self.pieces = {n: dict(who[tile]) for n, tile in self.start.items()}
        self.before = {n: dict(piece) for n, piece in self.pieces.items()}
        self.seat_best = {seat: emperors_experience(who, seat) for seat in SEATS}
        number = {tile: n for n, tile in self.start.items()}
        self.ways = {number[way[0]]: way for _, way in orders if way}
        self.rank = {number[way[0]]: k for k, (_, way) in enumerate(orders) if way}
        self.step = {n: len(way) - 1 for n, way in self.ways.items()}
        self.under_way = set(self.ways)
        self.at = {n: tile for n, tile in self.start.items() if n not in self.ways}
        self.takes: list[tuple[int, int, Tile]] = []
        self.reset: set[int] = set()

    # what can be seen of the board at one moment

    def claim(self, n: int) -> Tile:
        return self.ways[n][self.step[n]]

    def claims(self) -> Claims:
        found: Claims = {}
        for n in self.under_way:
            found.setdefault(self.claim(n), []).append(n)
        return found

    def list_settled(self, tile: Tile) -> list[int]:
        return [n for n, place in self.at.items() if place == tile]

    def settle(self, n: int, tile: Tile) -> None:
        self.under_way.discard(n)
        self.at[n] = tile

    def go_home(self, n: int) -> None:
        self.settle(n, self.ways[n][0])

    def spring(self, springers: set[int]) -> None:
        """Spring back all at once: the tiles that are held are read before anybody is pulled back."""
        held = set(self.at.values()) | {self.claim(n) for n in self.under_way - springers}
        for n in springers:
            back = self.step[n] - 1
            while back > 0 and self.ways[n][back] in held:
                back -= 1
            self.step[n] = back
        for n in springers:
            if self.step[n] == 0:
                self.go_home(n)

    # the three phases

    def fix(self) -> None:
        claims = self.claims()
        origin_of = {way[0]: n for n, way in self.ways.items()}
        group = set(self.under_way)

        def stays_in(n: int) -> bool:
            tile = self.claim(n)
            former = origin_of.get(tile)
            free = former is None or former not in self.under_way or former in group
            return claims[tile] == [n] and not self.list_settled(tile) and free

        while losers := {n for n in group if not stays_in(n)}:
            group -= losers
        for n in group:
            self.settle(n, self.claim(n))

    def stayer(self, crowd: list[int]) -> int | None:
        """Return which of a crowd keeps its claim: the Emperor that has precedence, else whoever was quickest."""
        took = {taker for taker, _, _ in self.takes}
        springing = all(self.step[n] < len(self.ways[n]) - 1 for n in crowd)
        emperors = [n for n in crowd if n in took and self.pieces[n]["emperor"]]
        if self.rules["emperor_precedence"] and springing and len(emperors) == 1:
            return emperors[0]
        if self.rules["conflict"].endswith("_and_stay"):
            return min(crowd, key=lambda n: self.rank[n])
        return None

    def conflicts(self) -> None:
        crowds = [crowd for crowd in self.claims().values() if len(crowd) > 1]
        leave = {n for crowd in crowds for n in crowd} - {self.stayer(crowd) for crowd in crowds}
        if self.rules["conflict"].startswith("rollback"):
            for n in leave:
                self.go_home(n)
        else:
            self.spring(leave)

    def captures(self) -> None:
        met = {
            crowd[0]: self.list_settled(tile)[0]
            for tile, crowd in self.claims().items()
            if len(crowd) == 1 and self.list_settled(tile)
        }
        at_destination = {n: victim for n, victim in met.items() if self.step[n] == len(self.ways[n]) - 1}
        springers = set(met) - set(at_destination)
        pushes = self.pushes(at_destination)
        arrivals = []
        for n, victim in at_destination.items():
            self.takes.append((n, victim, self.claim(n)))
            if not self.take(n, victim) and n not in pushes:
                springers.add(n)
            else:
                arrivals.append(n)
        for n in arrivals:
            tile = self.claim(n)
            victim = at_destination[n]
            if n in pushes:
                self.at[victim] = pushes[n]
            self.settle(n, tile)
        self.spring(springers)

    def pushes(self, takers: dict[int, int]) -> dict[int, Tile]:
        """Return where each Emperor that pushes puts the pawn it took, judged before anything of the phase happens."""
        if self.rules["emperor_takes_pawn"] != "push":
            return {}
        landings = {}
        for n, victim in takers.items():
            if self.pieces[n]["emperor"] and not self.pieces[victim]["emperor"]:
                (i, j), (k, m) = self.ways[n][-2:]
                landings[n] = (2 * k - i, 2 * m - j)
        barred = set(self.at.values()) | {self.claim(n) for n in self.under_way}
        barred |= {self.ways[n][0] for n in self.under_way}
        everywhere = list(landings.values())
        return {
            n: tile
            for n, tile in landings.items()
            if tile in self.tiles and tile not in barred and everywhere.count(tile) == 1
        }

    def take(self, n: int, victim: int) -> bool:
        """Apply a take to both pieces; return whether the tile is left to the taker."""
        taker, taken = self.pieces[n], self.pieces[victim]
        if not taker["emperor"]:
            taker["experience"] = 1
        if not taken["emperor"]:
            if taker["emperor"] and self.rules["emperor_resets_strongest"]:
                self.reset_strongest(taker["seat"])
            taken.update(seat=taker["seat"], experience=1)
            return False
        fate = self.rules["emperor_takes_emperor" if taker["emperor"] else "pawn_takes_emperor"]
        if fate == "removed":
            del self.pieces[victim], self.at[victim]
            return True
        veteran = self.seat_best[self.before[victim]["seat"]]
        taken.update(seat=taker["seat"], emperor=fate == "converted", experience=veteran if fate == "veteran" else 1)
        return False

    def reset_strongest(self, seat: str) -> None:
        pawns = [n for n, p in self.before.items() if p["seat"] == seat and not p["emperor"]]
        if pawns:
            self.reset.add(min(pawns, key=lambda n: (-self.before[n]["experience"], self.start[n])))

    # the round

    def play(self) -> None:
        while self.under_way:
            ahead = sum(self.step[n] for n in self.under_way)
            self.fix()
            self.conflicts()
            self.captures()
            if sum(self.step[n] for n in self.under_way) >= ahead:
                raise AssertionError("a repetition brought nobody nearer to an end")

    def reward(self) -> None:
        busy = {n for taker, taken, _ in self.takes for n in (taker, taken)}
        for n in set(self.ways) & set(self.pieces) - busy:
            moved = self.at[n] != self.start[n]
            if not self.pieces[n]["emperor"] and (moved or self.rules["experience"] == "ordered"):
                self.pieces[n]["experience"] = min(self.pieces[n]["experience"] + 1, 99)
        for n in self.reset & set(self.pieces):
            self.pieces[n]["experience"] = 1

    def fall(self) -> set[str]:
        had = {p["seat"] for p in self.before.values() if p["emperor"]}
        has = {p["seat"] for p in self.pieces.values() if p["emperor"]}
        manned = {p["seat"] for p in self.pieces.values()}
        if self.rules["leaderless"] == "fight_on":
            return {p["seat"] for p in self.before.values()} - manned
        if self.rules["leaderless"] == "vanish":
            for n in [n for n, p in self.pieces.items() if p["seat"] in had - has]:
                del self.pieces[n], self.at[n]
        return had - has

    def collect(self, things: dict[Tile, str]) -> dict[Tile, str]:
        left = dict(things)
        for n in set(self.ways) & set(self.pieces):
            piece, tile = self.pieces[n], self.at[n]
            may = piece["emperor"] or self.rules["collectors"] == "all"
            if may and left.get(tile) != f"chest {piece['seat']}":
                left.pop(tile, None)
        return left


# --- Scenarios ------------------------------------------------------------------------------------------------


def read_rules(given: dict[str, Any]) -> dict[str, Any]:
    for rule, value in given.items():
        if rule not in VALUES:
            raise Wrong("unknown-rule")
        if not any(value == known and type(value) is type(known) for known in VALUES[rule]):
            raise Wrong("unknown-value")
    return DEFAULTS | given


def solve(scenario: dict[str, Any]) -> dict[str, Any]:
    tiles, who, things = read_diagram(scenario["formation"])
    things |= {tile_of(name): thing for name, thing in scenario.get("items", {}).items()}
    rules = read_rules(scenario.get("rules", {}))
    orders = [(s, check_order(s, text, tiles, who, rules)) for s, text in scenario.get("orders", [])]
    now = Round(tiles, who, orders, rules)
    now.play()
    now.reward()
    fallen = now.fall()
    things = now.collect(things)
    stand = {now.at[n]: piece for n, piece in now.pieces.items()}
    takes = [f"{now.before[n]['seat']}:{name_of(now.start[n])}x{name_of(tile)}" for n, _, tile in now.takes]
    return {
        "formation": draw(tiles, stand, things),
        "items": {name_of(tile): thing for tile, thing in sorted(things.items())},
        "takes": sorted(takes),
        "fallen": sorted(fallen),
    }


def answer(scenario: dict[str, Any]) -> dict[str, Any]:
    """Return the formation, items, takes and fallen seats after one round, or the error that prevents it."""
    try:
        return solve(scenario)
    except Wrong as wrong:
        return {"error": wrong.error}
