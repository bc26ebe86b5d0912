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
    "emperor-by-pawn": N_("A pawn of %(seat)s captures the Emperor of %(from_seat)s on %(at)s."),
    "emperor-by-emperor": N_("The Emperor of %(seat)s captures the Emperor of %(from_seat)s on %(at)s."),
    "abdicated": N_("%(seat)s resigns."),
    "fell": N_("%(seat)s is out of the battle."),
    "treasure": N_("%(seat)s collects the treasure on %(at)s."),
    "chest": N_("%(seat)s collects the chest of %(owner)s on %(at)s."),
    "pawn-by-pawn": N_("A pawn of %(seat)s captures a pawn of %(from_seat)s on %(at)s and turns it."),
    "pawn-by-emperor": N_("The Emperor of %(seat)s captures a pawn of %(from_seat)s on %(at)s and turns it."),
    "threat": N_("%(from_seat)s can reach the Emperor of %(seat)s on %(at)s next."),
    "threats": N_("Several seats can reach the Emperor of %(seat)s on %(at)s next."),
    "collision": N_("%(seat)s and %(from_seat)s collide on %(at)s, and both turn back."),
    "collision-kept": N_("%(seat)s and %(from_seat)s collide on %(at)s, and %(seat)s gets the tile."),
    "crowd": N_("%(number)s pieces collide on %(at)s, and all turn back."),
    "crowd-kept": N_("%(number)s pieces collide on %(at)s, and %(seat)s gets the tile."),
    "quiet": N_("No piece meets another in this round."),
}
"""What a story can tell; the order is that of importance."""
IMPORTANCE = {name: place for place, name in enumerate(STORY)}


def tell_round(before: View, after: View, trace: Iterable[Step], path: str, fallen: Collection[str]) -> list[Sentence]:
    """Return the story of a closed round, at most MAX_SENTENCES long.

    `path` is the path rule of the battle, and `fallen` are the seats that cannot move any more.
    """
    kinds = {piece["tile"]: piece["kind"] for piece in before["pieces"]}
    seats = {piece["tile"]: piece["seat"] for piece in before["pieces"]}
    told = [*_describe_steps(trace, kinds, seats), *_describe_threats(after, path, fallen)]
    told = sorted(told, key=lambda one: IMPORTANCE[one[0]])[:MAX_SENTENCES] or [("quiet", {})]
    return [(STORY[name], fields) for name, fields in told]


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
