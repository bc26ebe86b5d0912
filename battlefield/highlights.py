"""A round as a story: what matters of it, in few sentences, the most important first. The trace keeps every step."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from .marks import N_, Sentence
from .tiles import Tile, straight
from .traces import Step

View = Mapping[str, Any]
"""The board as `battlefield.game.view` gives it."""
MAX_SENTENCES = 8
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))

STORY: dict[str, str] = {
    "emperor-by-pawn": N_("%(seat)s’s pawn captures %(from_seat)s’s Emperor on %(at)s."),
    "emperor-by-emperor": N_("%(seat)s’s Emperor captures %(from_seat)s’s Emperor on %(at)s."),
    "abdicated": N_("%(seat)s resigns."),
    "fell": N_("%(seat)s is out of the battle."),
    "treasure": N_("%(seat)s collects the treasure on %(at)s."),
    "chest": N_("%(seat)s collects %(owner)s’s chest on %(at)s."),
    "reigned": N_("%(seat)s holds the throne on %(at)s. Rounds in a row: %(rounds)s."),
    "pawn-by-pawn": N_("%(seat)s’s pawn captures %(from_seat)s’s pawn on %(at)s, which changes sides."),
    "pawn-by-emperor": N_("%(seat)s’s Emperor captures %(from_seat)s’s pawn on %(at)s, which changes sides."),
    "threat": N_("%(from_seat)s threatens %(seat)s’s Emperor on %(at)s."),
    "threats": N_("Several players threaten %(seat)s’s Emperor on %(at)s."),
    "collision": N_("%(seat)s and %(from_seat)s collide on %(at)s, and both turn back."),
    "collision-kept": N_("%(seat)s and %(from_seat)s collide on %(at)s, and %(seat)s gets the tile."),
    "crowd": N_("%(number)s pieces collide on %(at)s, and all turn back."),
    "crowd-kept": N_("%(number)s pieces collide on %(at)s, and %(seat)s gets the tile."),
    "quiet": N_("No piece meets another in this round."),
}
"""What a story can tell; the order is that of importance."""
OWN: dict[tuple[str, str], str] = {
    ("emperor-by-pawn", "seat"): N_("Your pawn captures %(from_seat)s’s Emperor on %(at)s."),
    ("emperor-by-pawn", "from_seat"): N_("%(seat)s’s pawn captures your Emperor on %(at)s."),
    ("emperor-by-emperor", "seat"): N_("Your Emperor captures %(from_seat)s’s Emperor on %(at)s."),
    ("emperor-by-emperor", "from_seat"): N_("%(seat)s’s Emperor captures your Emperor on %(at)s."),
    ("abdicated", "seat"): N_("You resign."),
    ("fell", "seat"): N_("You are out of the battle."),
    ("treasure", "seat"): N_("You collect the treasure on %(at)s."),
    ("chest", "seat"): N_("You collect %(owner)s’s chest on %(at)s."),
    ("chest", "owner"): N_("%(seat)s collects your chest on %(at)s."),
    ("pawn-by-pawn", "seat"): N_("Your pawn captures %(from_seat)s’s pawn on %(at)s: it now fights for you."),
    ("pawn-by-pawn", "from_seat"): N_("%(seat)s’s pawn captures your pawn on %(at)s, which changes sides."),
    ("pawn-by-emperor", "seat"): N_("Your Emperor captures %(from_seat)s’s pawn on %(at)s: it now fights for you."),
    ("pawn-by-emperor", "from_seat"): N_("%(seat)s’s Emperor captures your pawn on %(at)s, which changes sides."),
    ("threat", "seat"): N_("%(from_seat)s can reach your Emperor on %(at)s next."),
    ("threat", "from_seat"): N_("You can reach %(seat)s’s Emperor on %(at)s next."),
    ("threats", "seat"): N_("Several players can reach your Emperor on %(at)s next."),
    ("collision", "seat"): N_("Your piece and %(from_seat)s’s collide on %(at)s, and both turn back."),
    ("collision", "from_seat"): N_("Your piece and %(seat)s’s collide on %(at)s, and both turn back."),
    ("collision-kept", "seat"): N_("Your piece and %(from_seat)s’s collide on %(at)s, and yours gets the tile."),
    ("collision-kept", "from_seat"): N_("Your piece and %(seat)s’s collide on %(at)s, and yours turns back."),
    ("crowd-kept", "seat"): N_("%(number)s pieces collide on %(at)s, and yours gets the tile."),
    ("moved", "seat"): N_("Your piece goes from %(piece)s to %(at)s."),
}
"""What is said to the reader, whose seat fills the named place; a story is told to everybody else as in STORY."""
ROLES = ("seat", "from_seat", "owner")
IMPORTANCE = {name: place for place, name in enumerate([*STORY, "moved"])}


def narrate_round(
    before: View, after: View, trace: Sequence[Step], path: str, fallen: Collection[str], reader: str = ""
) -> list[Sentence]:
    """Return the story of a closed round, at most MAX_SENTENCES long; what concerns the reader's seat comes first.

    `path` is the path rule of the battle, and `fallen` are the seats that cannot move any more.
    """
    kinds = {piece["tile"]: piece["kind"] for piece in before["pieces"]}
    seats = {piece["tile"]: piece["seat"] for piece in before["pieces"]}
    candidates = [*_describe_steps(trace, kinds, seats), *_describe_threats(after, path, fallen)]
    candidates += _describe_own_moves(trace, seats, reader)
    ranked = [(find_role(name, fields, reader), name, fields) for name, fields in candidates]
    ranked.sort(key=lambda one: (one[1] == "moved", not one[0], IMPORTANCE[one[1]]))
    ranked = ranked[:MAX_SENTENCES] or [("", "quiet", {})]
    return [(OWN[name, role] if role else STORY[name], fields) for role, name, fields in ranked]


def find_role(name: str, fields: Mapping[str, Any], reader: str) -> str:
    """Return the place of a sentence that the reader's seat fills, if it is said to the reader in other words."""
    return next((role for role in ROLES if reader and fields.get(role) == reader and (name, role) in OWN), "")


def _describe_own_moves(
    trace: Sequence[Step], seats: Mapping[str, str], reader: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield where the reader's pieces went without meeting another."""
    met = {home for step in trace if step["kind"] in ("took", "conflict") for home in _list_homes(step)}
    for step in trace:
        if step["kind"] == "fixed" and seats[step["piece"]] == reader and step["piece"] not in met:
            yield "moved", {"seat": reader, "piece": step["piece"], "at": step["at"]}


def _list_homes(step: Step) -> Sequence[str]:
    """Return the pieces that met in a step, by where they stood before the round."""
    return step["pieces"] if step["kind"] == "conflict" else (step["piece"], step["taken"])


def _describe_steps(
    trace: Iterable[Step], kinds: Mapping[str, str], seats: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a name of STORY with its fields for each step that is worth telling."""
    for step in trace:
        kind, at = step["kind"], step.get("at")
        if kind == "took":
            victim = "emperor" if step["emperor"] else "pawn"
            yield (
                f"{victim}-by-{kinds[step['piece']]}",
                {"seat": step["seat"], "from_seat": step["from_seat"], "at": at},
            )
        elif kind in ("abdicated", "fell"):
            yield kind, {"seat": step["seat"]}
        elif kind == "reigned":
            yield kind, {"seat": step["seat"], "at": at, "rounds": step["rounds"]}
        elif kind == "collected" and step["item"] == "treasure":
            yield "treasure", {"seat": step["seat"], "at": at}
        elif kind == "collected":
            yield "chest", {"seat": step["seat"], "at": at, "owner": step["item"].removeprefix("chest ")}
        elif kind == "conflict":
            yield _describe_conflict(step, [seats[home] for home in step["pieces"]], seats)


def _describe_conflict(step: Step, pieces: Sequence[str], seats: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """Return what to tell of a conflict between pieces of these seats."""
    keeper = seats[step["keeps"]] if step["keeps"] else ""
    others = [seat for seat in pieces if seat != keeper]
    first, second = (keeper, others[0]) if keeper else (pieces[0], pieces[-1])
    name = ("collision" if len(pieces) == 2 else "crowd") + ("-kept" if keeper else "")
    return name, {"seat": first, "from_seat": second, "at": step["at"], "number": len(pieces)}


def _describe_threats(after: View, path: str, fallen: Collection[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each Emperor that a piece of another seat could reach next."""
    pieces = {piece["tile"]: piece for piece in after["pieces"]}
    for piece in after["pieces"]:
        if piece["kind"] == "emperor" and piece["seat"] not in fallen:
            hunters = list_hunters(Tile.read(piece["tile"]), after, pieces, path)
            hunters = [seat for seat in hunters if seat != piece["seat"] and seat not in fallen]
            if hunters:
                fields = {"seat": piece["seat"], "at": piece["tile"], "from_seat": hunters[0]}
                yield ("threat" if len(hunters) == 1 else "threats"), fields


def list_hunters(target: Tile, after: View, pieces: Mapping[str, Mapping[str, Any]], path: str) -> list[str]:
    """Return the seats of the pieces that could be ordered to this tile, in the order of their letters.

    Looks outward from the tile, since a straight line without a gap is the same from both of its ends.
    """
    board = {Tile.read(name) for name in after["tiles"]}
    found = set()
    for down, right in WAYS:
        distance, tile = 1, Tile(target.row + down, target.column + right)
        while tile in board:
            piece = pieces.get(str(tile))
            between = straight(tile, target)[1:-1]
            clear = path == "open" or not any(str(one) in pieces for one in between)
            if piece and piece["experience"] >= distance and clear:
                found.add(piece["seat"])
            distance, tile = distance + 1, Tile(tile.row + down, tile.column + right)
    return sorted(found)
