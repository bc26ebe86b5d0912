"""Legal orders of the games in turns, as forms: a number may stand as its least and most."""

from collections.abc import Callable, Iterator
from typing import Any

from campaign import turn_truces
from campaign.attack import attack_dice, defence_dice, limits
from campaign.cards import bonus_places, sets_in
from campaign.conditions import check_done, fortify_targets, to_place, verbs
from campaign.holdings import LIMIT
from campaign.orders import Order
from campaign.state import State
from campaign.turn import attacks

Form = dict[str, Any]


def forms(state: State, seat: str) -> list[Form]:
    """Return what a seat that is to act may order."""
    return [form for verb in verbs(state) for form in FORMS[verb](state, seat)]


def claim(state: State, seat: str) -> Iterator[Form]:
    for name in state.list_owned(""):
        yield {"do": "claim", "at": name}


def capital(state: State, seat: str) -> Iterator[Form]:
    for name in state.list_owned(seat):
        yield {"do": "capital", "at": name}


def place(state: State, seat: str) -> Iterator[Form]:
    owner, left = to_place(state, seat)
    for name in state.list_owned(owner) if left else ():
        yield {"do": "place", "at": name, "armies": [1, left]}


def trade(state: State, seat: str) -> Iterator[Form]:
    for cards in sets_in(state, seat):
        places = bonus_places(state, seat, cards)
        form: Form = {"do": "trade", "cards": list(cards)}
        yield {**form, "optional": {"on": places}} if places else form


def attack(state: State, seat: str) -> Iterator[Form]:
    for origin, target in attacks(state, seat):
        optional = {"dice": [1, attack_dice(state, origin)]}
        if state.options["defence"] == "auto":
            optional["until"] = [1, state.armies(origin) - 1]
        optional["advance"] = [1, LIMIT]
        yield {"do": "attack", "from": origin, "to": target, "optional": optional}


def defend(state: State, seat: str) -> Iterator[Form]:
    assert state.battle is not None
    yield {"do": "defend", "dice": [1, defence_dice(state, state.battle.target)]}


def occupy(state: State, seat: str) -> Iterator[Form]:
    assert state.battle is not None
    yield {"do": "occupy", "armies": list(limits(state, state.battle))}


def fortify(state: State, seat: str) -> Iterator[Form]:
    for origin in state.list_owned(seat):
        spare = state.armies(origin) - 1
        for target in fortify_targets(state, seat, origin) if spare > 0 else ():
            yield {"do": "fortify", "from": origin, "to": target, "armies": [1, spare]}


def list_truces(state: State, seat: str) -> Iterator[Form]:
    yield from turn_truces.list_forms(state, seat)


def finish(state: State, seat: str) -> Iterator[Form]:
    if check_done(state, seat, Order("done")) is None:
        yield {"do": "done"}


FORMS: dict[str, Callable[[State, str], Iterator[Form]]] = {
    "claim": claim,
    "capital": capital,
    "place": place,
    "trade": trade,
    "attack": attack,
    "defend": defend,
    "occupy": occupy,
    "fortify": fortify,
    "truce": list_truces,
    "done": finish,
}


def matches(form: Form, order: Form) -> bool:
    """Tell whether an order in its JSON form is one of those that a form stands for."""
    must = {name: value for name, value in form.items() if name != "optional"}
    may = form.get("optional", {})
    if not set(must) <= set(order) <= {*must, *may}:
        return False
    return all(_fits((must | may)[name], name, value) for name, value in order.items())


def _fits(allowed: Any, name: str, value: Any) -> bool:
    if name == "cards":
        return sorted(allowed) == sorted(value)
    if not isinstance(allowed, list):
        return bool(allowed == value)
    if name == "on":
        return value in allowed
    return type(value) is int and bool(allowed[0] <= value <= allowed[1])
