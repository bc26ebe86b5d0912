"""A game for tests, in which orders say outright what is to happen.

`-` hold, `abdicate`, `fall` though nobody took the Emperor, `take b` a pawn,
`seize b` the Emperor with the Emperor, `snatch b` with a pawn, `behead b` while its pawns fight on,
`loot b` the chest, `win`, `draw`, `crash`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NAME, TITLE, VIEW, VERSION = "scripted", "Scripted", "board", 1
TAKERS = ("pawn", "emperor")
SEATS = tuple("abcdefgh")
State = dict[str, Any]
KNOWN = {"-", "abdicate", "fall", "take", "seize", "snatch", "behead", "loot", "win", "draw", "crash", "wait"}


class Illegal(ValueError):
    def __init__(self, code: str) -> None:
        self.code, self.sentence = code, f"It is {code}."
        super().__init__(code)


def field_names() -> list[str]:
    return ["stage", "bare stage"]


def field_words(field: str) -> tuple[str, str]:
    return field, "A field for tests."


def ground(field: str) -> dict[str, Any]:
    return {}


def get_round_and_turn(state: State) -> tuple[int, str]:
    return state["number"], ""


def dice_luck(events: Sequence[dict[str, Any]], before: State) -> dict[str, float]:
    return {}


def course(field: str, rules: Any, steps: Iterable[Any], ending: State, judge: Any = None) -> None:
    return None


def statistics(ending: State, outcome: Mapping[str, Any], rounds: Iterable[Any]) -> list[dict[str, Any]]:
    return []


def turn(state: State) -> str:
    return str(state["number"])


def filter_events(
    events: Sequence[dict[str, Any]], seat: str | None = None, before: Any = None
) -> Sequence[dict[str, Any]]:
    return events


def has_fog(rules: Mapping[str, object]) -> bool:
    return False


def reveal(state: Any) -> Any:
    return state


def list_confidants(state: Any, seat: str | None = None) -> None:
    return None


def seats_of(field: str) -> tuple[str, ...]:
    return SEATS


def least_seats(rules: Mapping[str, Any]) -> int:
    return 2


def presets() -> dict[str, tuple[str, str, dict[str, Any]]]:
    return {"plain": ("Plain", "No rules.", {})}


def offers(field: str) -> list[str]:
    return ["plain"]


def read_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    if set(rules) - {"last"}:
        raise Illegal("unknown-rule")
    return {"last": rules.get("last", 100)}


def rule_words(rules: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [("It ends after %(last)s rounds.", dict(rules))]


def list_aims(state: State, seat: str | None) -> list[Any]:
    return []


def rule_text(rules: Mapping[str, Any]) -> str:
    return f"last={rules['last']}"


def initial(field: str, seats: Sequence[str], rules: Mapping[str, Any], seed: str, *, chests: bool,
            casual: bool = False) -> State:  # fmt: skip
    return {
        "seats": list(seats),
        "fallen": {},
        "number": 1,
        "last": rules["last"],
        "outcome": None,
        "chests": chests and field == "stage",
    }


def to_act(state: State) -> tuple[str, ...]:
    return () if state["outcome"] else tuple(seat for seat in state["seats"] if seat not in state["fallen"])


def legal(state: State, seat: str) -> dict[str, Any]:
    return {"anything": ["win"]} if seat in to_act(state) else {}


def reach(state: State) -> dict[str, Any]:
    return {}


def check(state: State, seat: str, text: str) -> str:
    if seat not in to_act(state):
        raise Illegal("fallen")
    if text.split()[0] not in KNOWN:
        raise Illegal("unreadable")
    return " ".join(text.split())


def resolve(state: State, orders: Sequence[tuple[str, str]], seed: str) -> tuple[State, list[dict[str, Any]]]:
    events = [{"kind": text.split()[0], "seat": seat, "of": [*text.split(), ""][1]} for seat, text in orders]
    if any(event["kind"] == "crash" for event in events):
        raise RuntimeError("the stage burns")
    lost = {event["of"] for event in events if event["kind"] in ("seize", "snatch")}
    lost |= {event["seat"] for event in events if event["kind"] in ("abdicate", "fall")}
    after = {
        **state,
        "number": state["number"] + 1,
        "fallen": {**state["fallen"], **dict.fromkeys(sorted(lost - set(state["fallen"])), state["number"])},
    }
    return {**after, "outcome": _outcome(after, events)}, events


def _outcome(state: State, events: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    for word in ("win", "draw"):
        if named := sorted(event["seat"] for event in events if event["kind"] == word):
            return {"winners": named, "draw": word == "draw", "by": word}
    alive = [seat for seat in state["seats"] if seat not in state["fallen"]]
    if len(alive) == 1:
        return {"winners": alive, "draw": False, "by": "last_emperor"}
    if not alive or state["number"] > state["last"]:
        return {"winners": alive or state["seats"], "draw": True, "by": "over"}
    return None


def default(state: State, seat: str) -> str:
    return "-"


def resigns(text: str) -> bool:
    return text == "abdicate"


def takes(events: Sequence[dict[str, Any]], before: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "taker": event["seat"],
            "taken": event["of"],
            "emperor": event["kind"] != "take",
            "by": "emperor" if event["kind"] == "seize" else "pawn",
        }
        for event in events
        if event["kind"] in ("take", "seize", "snatch", "behead")
    ]


def attacks(events: Sequence[dict[str, Any]], before: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(take["taker"], take["taken"]) for take in takes(events, before)}


def chests_taken(events: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(event["seat"], event["of"]) for event in events if event["kind"] == "loot"]


def list_teams(rules: Mapping[str, Any], seats: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return nothing: every seat fights for itself."""
    return ()


def list_fallen(state: State) -> dict[str, int]:
    return dict(state["fallen"])


def outcome(state: State) -> dict[str, Any] | None:
    return state["outcome"]


def event_words(events: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    return [("%(seat)s: %(kind)s %(of)s", event) for event in events]


def event_reasons(
    before: Mapping[str, Any], events: Sequence[dict[str, Any]], rules: Mapping[str, Any]
) -> list[dict[str, Any]]:
    return []


def event_story(*_given: Any, **_named: Any) -> list[Any]:
    return []


def view(state: State, seat: str | None = None) -> dict[str, Any]:
    chests = {f"{letter.upper()}1": f"chest {letter}" for letter in state["seats"]} if state["chests"] else {}
    return {"columns": 1, "rows": 1, "tiles": [], "pieces": [], "items": chests, "number": state["number"]}


def write(state: State) -> dict[str, Any]:
    return state


def read(data: Mapping[str, Any]) -> State:
    return dict(data)


def record(headers: Mapping[str, str], opening: State, rounds: Sequence[Sequence[tuple[str, str]]]) -> str:
    return "\n".join([*headers.values(), *(", ".join(f"{seat} {text}" for seat, text in each) for each in rounds)])
