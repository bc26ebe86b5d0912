"""Random legal play of every game, for the laws and the playthroughs."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from campaign import games
from campaign.events import Event
from campaign.holdings import LIMIT
from campaign.state import State

JSON = dict[str, Any]
Step = tuple[State, Mapping[str, Any], State, list[Event]]


def any_number(rng: Random, least: int, most: int, near: int) -> int:
    """Return a number within a form's limits, mostly one that makes sense."""
    return rng.randint(least, max(least, min(most, near)))


def any_order(form: JSON, rng: Random, near: int = 12) -> JSON:
    """Return an order that a form stands for."""
    order = {name: any_value(name, value, rng, near) for name, value in form.items() if name != "optional"}
    for name, value in form.get("optional", {}).items():
        if rng.random() < 0.5:
            order[name] = any_value(name, value, rng, near)
    return order


def any_value(name: str, value: Any, rng: Random, near: int) -> Any:
    if name == "cards":
        return rng.sample(value, 3)
    if name in ("on", "unit"):
        return rng.choice(value)
    return any_number(rng, *value, near) if isinstance(value, list) else value


def any_submission(state: State, seat: str, rng: Random) -> Any:
    """Return an order, or a sheet that passes its check."""
    forms = games.legal(state, seat)
    if state.order:
        finished = [form for form in forms if form["do"] == "done"]
        if finished and rng.random() < 0.15:
            return finished[0]
        return any_order(rng.choice([form for form in forms if form["do"] != "done"] or forms), rng)
    return any_sheet(state, seat, forms, rng)


def any_sheet(state: State, seat: str, forms: list[JSON], rng: Random) -> list[JSON]:
    """Return lines that go together; if they do not, fewer of them, or the default."""
    lines = [any_order(form, rng, 6) for form in rng.sample(forms, min(len(forms), 8))]
    while lines:
        if not [finding for finding in games.check(state, seat, lines) if finding["level"] == "error"]:
            return lines
        lines.pop()
    return games.default(state, seat)  # type: ignore[no-any-return]


def play(setup: Mapping[str, Any], seed: str, steps: int = 100_000, leave: float = 0.0) -> Iterator[Step]:
    """Yield every step of a random game: the state before, what was submitted, the state after, the events."""
    rng = Random(seed)
    state, events = games.initial(setup, seed)
    yield state, {}, state, events
    for _ in range(steps):
        seats = games.to_act(state)
        if not seats:
            return
        given: dict[str, Any] = {seat: any_submission(state, seat, rng) for seat in seats if rng.random() > 0.05}
        if rng.random() < leave:
            given = {rng.choice(state.living): {"do": "resign"}}
        before = state
        state, events = games.resolve(before, given, games.stream(before, seed))
        yield before, given, state, events
    raise AssertionError("the game does not end")


__all__ = ["LIMIT", "any_order", "any_submission", "play"]
