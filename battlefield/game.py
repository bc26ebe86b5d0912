"""The grid game as the platform plays it: `tournaments.domain.games` states what each function promises."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from . import aims, battles, fields, highlights, reasons, records, words
from .battles import Battle, Outcome
from .formations import Formation
from .marks import N_, Sentence
from .orders import REFUSALS, IllegalOrder, legal_orders
from .presets import PRESETS
from .rulesets import Ruleset
from .tiles import Tile
from .traces import Step

NAME = "emperors"
TITLE = N_("Emperors")
VIEW = "board"
TAKERS = ("pawn", "emperor")
VERSION = 1
"""Of what the rules make of the same orders; see `tournaments.domain.games.EARLIER_VERSIONS`."""


class Ending(TypedDict):
    """How a battle ended, in the form of `tournaments.domain.games.Outcome`.

    Each game has its own copy: the games know neither one another nor the platform, which is a package above them.
    """

    winners: list[str]
    draw: bool
    by: str
    placements: NotRequired[list[list[str]]]
    void: NotRequired[bool]
    flipped: NotRequired[str]


class Illegal(ValueError):
    """An order that the rules refuse: a stable code, and a message to be translated."""

    def __init__(self, code: str, sentence: str) -> None:
        self.code, self.sentence = code, sentence
        super().__init__(sentence)


def field_names() -> list[str]:
    return list(fields.FIELDS)


def field_words(field: str) -> tuple[str, str]:
    """Return a battlefield's title and a sentence about it, both to be translated."""
    return fields.words(field)


def ground(field: str) -> dict[str, Any]:
    """Return nothing: a view of the board says where its tiles are."""
    return {}


def seats_of(field: str) -> tuple[str, ...]:
    """Return the seats of a battlefield, in the order of their letters.

    >>> seats_of("cross-4")
    ('a', 'b', 'c', 'd')
    """
    return fields.load(field).seats


def least_seats(rules: Mapping[str, Any]) -> int:
    """Return how few seats can play."""
    return 2


def presets() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Return the presets by name: title, sentence, complete rules."""
    return {name: (title, sentence, rules.as_json()) for name, (title, sentence, rules) in PRESETS.items()}


def offers(field: str) -> list[str]:
    """Return the presets that are offered with a battlefield, its usual one first."""
    return fields.list_presets(field)


def read_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules made complete. Raise UnknownRule (a ValueError with a code) where one is not known."""
    return Ruleset.of(rules).as_json()


def rule_words(rules: Mapping[str, Any]) -> list[Sentence]:
    return words.of_ruleset(Ruleset.of(rules))


def list_aims(battle: Battle, seat: str | None) -> list[tuple[Sentence, Sentence | None]]:
    """Return what wins the battle, said to a seat, each with how far it is."""
    return aims.list_aims(battle, seat)


def rule_text(rules: Mapping[str, Any]) -> str:
    """Return the rules as a record writes them.

    >>> rule_text({"path": "clear"})
    'path=clear conflict=bounce goals=last_emperor'
    """
    return str(Ruleset.of(rules))


def initial(field: str, seats: Sequence[str], rules: Mapping[str, Any], seed: str, *, chests: bool = False,
            casual: bool = False) -> Battle:  # fmt: skip
    """Return the battle before its first round. Raise UnfitBoard where rules and field do not fit. No chance."""
    formation = fields.with_chests(field) if chests else fields.without_chests(fields.load(field))
    return battles.begin(formation, Ruleset.of(rules), seats, fields.list_fallen(field), fields.list_board_seats(field))


def to_act(battle: Battle) -> tuple[str, ...]:
    return battle.to_act


def get_round_and_turn(battle: Battle) -> tuple[int, str]:
    """Return the number of the round; all seats act in it at once."""
    return battle.number, ""


def statistics(
    ending: Battle, outcome: Mapping[str, Any], steps: Iterable[tuple[int, Sequence[Step]]]
) -> list[dict[str, Any]]:
    """Return nothing: the board itself shows what is left."""
    return []


def turn(battle: Battle) -> str:
    """Return the number of the turn: every round is a turn of its own."""
    return str(battle.number)


def legal(battle: Battle, seat: str) -> dict[str, list[str]]:
    """Return where each piece may be ordered to. Holding (`-`) is always legal besides."""
    if seat not in battle.to_act:
        return {}
    found = legal_orders(battle.formation, seat, battle.ruleset.path)
    return {str(tile): [str(goal) for goal in goals] for tile, goals in found.items()}


def reach(battle: Battle) -> dict[str, dict[str, list[str]]]:
    """Return what is legal for each seat: where every piece could go in the open round is no secret."""
    return {seat: legal(battle, seat) for seat in battle.to_act}


def check(battle: Battle, seat: str, text: str) -> str:
    """Return the order as it is written. Raise Illegal where it is not allowed now."""
    order = text.strip()
    if order == battles.ABDICATE and seat in battle.to_act:
        return order
    try:
        return str(battles.read_order(battle, seat, order.upper()))
    except IllegalOrder as error:
        raise Illegal(error.refusal, REFUSALS[error.refusal]) from error


def weigh(battle: Battle, seat: str, text: str) -> list[dict[str, Any]]:
    """Return what `check` says of an order while it is being written."""
    try:
        check(battle, seat, text)
    except Illegal as illegal:
        return [{"line": 1, "text": text, "level": "error", "code": illegal.code, "said": [(illegal.sentence, {})]}]
    return [{"line": 1, "text": text, "level": "fine", "code": "", "said": []}]


def resolve(battle: Battle, orders: Sequence[tuple[str, str]], seed: str) -> tuple[Battle, list[Step]]:
    """Return the battle after the open round, and what happened. Orders come as they arrived."""
    after, resolution = battles.play(battle, orders)
    captured: list[Step] = [
        {"repetition": 0, "phase": 0, "kind": "captured", "seat": taker, "emperor_of": victim}
        for victim, taker in sorted(battles.find_lost_crowns(battle, resolution).items())
    ]
    return after, [*resolution.trace, *captured]


def default(battle: Battle, seat: str) -> str:
    return "-"


def resigns(text: str) -> bool:
    """Return whether this order gives the battle up.

    >>> resigns("abdicate"), resigns("A1-A2")
    (True, False)
    """
    return text == battles.ABDICATE


def takes(events: Sequence[Step], before: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return who took whom in a round: pawns, and Emperors that began on the seat they were taken from."""
    captured = [step for step in events if step["kind"] == "captured"]
    battle = read(before) if captured else None
    found = [{"taker": step["seat"], "taken": step["emperor_of"], "emperor": True, "by": _taker(battle, events, step)}
             for step in captured if battle is not None]  # fmt: skip
    found += [
        {"taker": step["seat"], "taken": step["from_seat"], "emperor": False}
        for step in events
        if step["kind"] == "took" and not step["emperor"]
    ]
    return found


def attacks(events: Sequence[Step], before: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return who captured a piece of whom in a round."""
    return {(take["taker"], take["taken"]) for take in takes(events, before)}


def _taker(battle: Battle, events: Sequence[Step], captured: Step) -> str:
    """Return the kind of the piece that took a seat's own Emperor, as it was when the round opened."""
    crown = str(battle.crowns[captured["emperor_of"]])
    piece = next(step["piece"] for step in events if step["kind"] == "took" and step["taken"] == crown)
    return str(battle.formation.pieces[Tile.read(piece)].kind)


def dice_luck(events: Sequence[Step], before: Mapping[str, Any]) -> dict[str, float]:
    """Return nothing: there are no dice."""
    return {}


def course(
    field: str,
    rules: Mapping[str, Any],
    steps: Iterable[Any],
    ending: Mapping[str, Any],
    judge: Callable[[Any], dict[str, float]] | None = None,
) -> None:
    """Return nothing: battles on a board have a review."""


def chests_taken(events: Sequence[Step]) -> list[tuple[str, str]]:
    """Return (collector, owner) of every chest that was collected in a round."""
    return [
        (step["seat"], step["item"].removeprefix("chest "))
        for step in events
        if step["kind"] == "collected" and step["item"] != "treasure"
    ]


def list_fallen(battle: Battle) -> dict[str, int]:
    """Return in which round each fallen seat fell."""
    return dict(battle.fallen)


def list_teams(rules: Mapping[str, object], seats: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return nothing: every seat fights for itself."""
    return ()


def outcome(battle: Battle) -> Ending | None:
    if battle.outcome is None:
        return None
    return {"winners": list(battle.outcome.seats), "draw": battle.outcome.draw, "by": battle.outcome.by}


def filter_events(events: Sequence[Step], seat: str | None = None, before: Battle | None = None) -> Sequence[Step]:
    """Return all events: nothing that happens is hidden."""
    return events


def has_fog(rules: Mapping[str, Any]) -> bool:
    """Return False: a board is seen by everybody."""
    return False


def reveal(state: Battle) -> Battle:
    """Return the state as it is: nothing of it is hidden."""
    return state


def list_confidants(state: Battle, seat: str | None = None) -> tuple[str, ...] | None:
    """Return None: orders of closed rounds are everybody's."""
    return None


def event_words(events: Sequence[Step]) -> list[Sentence]:
    """Describe the round in words, without what the words before already say."""
    return words.of_trace([step for step in events if step["kind"] != "captured"])


def event_reasons(before: Mapping[str, Any], events: Sequence[Step], rules: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Explain why each piece is where it is after a round. `before` is the view when the round opened."""
    return [{"piece": story.home, "seat": story.seat, "kind": story.kind, "at": story.at, "sentences": story.sentences}
            for story in reasons.of_round(before, events, rules)]  # fmt: skip


def event_story(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    events: Sequence[Step],
    rules: Mapping[str, Any],
    fallen: Collection[str],
    reader: str = "",
    *,
    field: str = "",
) -> list[Sentence]:
    """Tell the round in few sentences, the most important first; `before` and `after` are views of the board."""
    return highlights.narrate_round(before, after, events, rules["path"], fallen, reader)


def view(battle: Battle, seat: str | None = None) -> dict[str, Any]:
    """Return the board for a page. It holds no secrets: sealed orders are not in it."""
    formation = battle.formation
    return {
        "columns": formation.board.columns,
        "rows": formation.board.rows,
        "tiles": [str(tile) for tile in sorted(formation.board.tiles)],
        "pieces": [
            {"tile": str(tile), "seat": piece.seat, "kind": str(piece.kind), "experience": formation.experience(tile)}
            for tile, piece in sorted(formation.pieces.items())
        ],
        "items": _items(formation),
        "targets": _names(battle.targets),
    } | _write_throne(battle)


def _write_throne(battle: Battle) -> dict[str, Any]:
    """Return the throne and who holds it, in battles that have one; others are written as they were before."""
    return {"throne": str(battle.throne), "reign": list(battle.reign)} if battle.throne else {}


def write(battle: Battle) -> dict[str, Any]:
    """Return the battle as JSON."""
    return {
        "formation": str(battle.formation),
        "items": _items(battle.formation),
        "rules": battle.ruleset.as_json(),
        "seats": "".join(battle.seats),
        "targets": _names(battle.targets),
        "named": _names(battle.formation.board.targets),
        "opposites": dict(battle.opposites),
        "number": battle.number,
        "quiet": battle.quiet,
        "fallen": dict(battle.fallen),
        "crowns": {seat: str(tile) for seat, tile in battle.crowns.items()},
        "outcome": outcome(battle),
        **_write_throne(battle),
        **_write_beginning(battle),
    }


def _write_beginning(battle: Battle) -> dict[str, Any]:
    """Return the version, and the seats of the board where some take no part; earlier battles have neither."""
    if battle.version == 1:
        return {}
    seats = {"board_seats": "".join(battle.board_seats)} if battle.board_seats != battle.seats else {}
    return {"version": battle.version} | seats


def read(data: Mapping[str, Any]) -> Battle:
    """Read a battle back from JSON: the inverse of `write`."""
    throne = Tile.read(data["throne"]) if "throne" in data else None
    ended = data["outcome"]
    return Battle(
        Formation.read(data["formation"], data["items"], _tile_sets(data["named"]), throne),
        Ruleset.of(data["rules"]),
        tuple(data["seats"]),
        _tile_sets(data["targets"]),
        data["opposites"],
        data["number"],
        data["quiet"],
        data["fallen"],
        {seat: Tile.read(tile) for seat, tile in data["crowns"].items()},
        Outcome(tuple(ended["winners"]), ended["draw"], ended["by"]) if ended else None,
        throne,
        _read_reign(data.get("reign")),
        tuple(data.get("board_seats") or sorted(data["opposites"]) or data["seats"]),
        data.get("version", 1),
    )


def _read_reign(data: Sequence[Any] | None) -> tuple[str, int]:
    """Return the reign of a stored battle; battles of earlier versions have none."""
    seat, rounds = data or ("", 0)
    return str(seat), int(rounds)


def record(headers: Mapping[str, str], opening: Battle, rounds: Sequence[Sequence[tuple[str, str]]]) -> str:
    """Return the battle as a text that any reader of records can replay; orders of each round as they arrived."""
    battle = opening
    for orders in rounds:
        battle, _ = battles.play(battle, orders)
    result = str(battle.outcome) if battle.outcome else "*"
    return records.write(records.of(headers, opening, rounds, result))


def _items(formation: Formation) -> dict[str, str]:
    return {str(tile): str(item) for tile, item in formation.items.items()}


def _names(sets: Mapping[str, frozenset[Tile]]) -> dict[str, list[str]]:
    return {seat: [str(tile) for tile in sorted(tiles)] for seat, tiles in sets.items()}


def _tile_sets(names: Mapping[str, Sequence[str]]) -> dict[str, frozenset[Tile]]:
    return {seat: frozenset(map(Tile.read, tiles)) for seat, tiles in names.items()}
