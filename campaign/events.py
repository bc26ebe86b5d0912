"""Events as JSON objects with a `kind`; one function builds each kind."""

from collections.abc import Mapping, Sequence
from typing import Any

Event = dict[str, Any]
NOT_WON = "not_won"
"""Why a bid for a territory out of sight lapses: somebody holds it, or bid more. The bidder learns no more."""


def build_roll_off(dice: Mapping[str, int]) -> Event:
    return {"kind": "roll_off", "dice": dict(dice)}


def build_phase(seat: str | None, name: str, round: int) -> Event:
    return {"kind": "phase", "seat": seat, "phase": name, "round": round}


def build_placed(seat: str, at: str, armies: int, unit: str = "") -> Event:
    return {"kind": "placed", "seat": seat, "at": at, "armies": armies, **_of(unit)}


def _of(unit: str) -> Event:
    """Return the field that names a unit; nothing without units."""
    return {"unit": unit} if unit else {}


def build_drafted(seat: str, territories: int, regions: Sequence[str], pool: int) -> Event:
    return {"kind": "drafted", "seat": seat, "territories": territories, "regions": list(regions), "pool": pool}


def build_traded(seat: str, cards: Sequence[str], armies: int, number: int, bonus_at: str | None) -> Event:
    named = {"cards": list(cards), "armies": armies, "number": number, "bonus_at": bonus_at}
    return {"kind": "traded", "seat": seat, **named}


def build_rolled(
    what: str,
    origin: str,
    target: str,
    dice: Sequence[list[int]],
    losses: Sequence[int],
    units: Sequence[str] = ("", ""),
) -> Event:
    """Record the dice of an assault or a meeting; all pairs name the side that set out from `origin` first."""
    both = {"dice": _sides(dice), "losses": _sides(losses)} | ({"units": _sides(units)} if any(units) else {})
    return {"kind": "rolled", "what": what, "from": origin, "to": target, **both}


def _sides(pair: Sequence[Any]) -> dict[str, Any]:
    return {"attacker": pair[0], "defender": pair[1]}


def build_captured(seat: str, at: str, origin: str, armies: int, unit: str = "") -> Event:
    """Record that a territory changed hands; the armies are 0 until the captor has said how many move in.

    >>> build_captured("a", at="gate", origin="dale", armies=3)
    {'kind': 'captured', 'seat': 'a', 'at': 'gate', 'from': 'dale', 'armies': 3}
    """
    return {"kind": "captured", "seat": seat, "at": at, "from": origin, "armies": armies, **_of(unit)}


def build_card(seat: str, name: str) -> Event:
    return {"kind": "card", "seat": seat, "card": name}


def build_inherited(heir: str, origin: str, cards: Sequence[str]) -> Event:
    return {"kind": "inherited", "heir": heir, "from": origin, "cards": list(cards)}


def build_left(seat: str, why: str, by: str | None) -> Event:
    return {"kind": "left", "seat": seat, "why": why, "by": by}


def build_trimmed(seat: str, order: Event, asked: int, given: int) -> Event:
    return {"kind": "trimmed", "seat": seat, "order": order, "asked": asked, "given": given}


def build_lapsed(seat: str, order: Event, why: str) -> Event:
    return {"kind": "lapsed", "seat": seat, "order": order, "why": why}


def build_lost_bid(seat: str, at: str, bid: int) -> Event:
    """Record a bid in the fog that did not win the territory."""
    return build_lapsed(seat, {"do": "colonize", "at": at, "armies": bid}, NOT_WON)


def build_auction(at: str, bids: Mapping[str, int], winner: str, unit: str = "") -> Event:
    """Record who won a territory; the unit is the winner's."""
    return {"kind": "auction", "at": at, "bids": dict(bids), "winner": winner, **_of(unit)}


def build_moved(seat: str, origin: str, target: str, armies: int, unit: str = "") -> Event:
    return {"kind": "moved", "seat": seat, "from": origin, "to": target, "armies": armies, **_of(unit)}


def build_followed(seat: str, origin: str, target: str, armies: int, unit: str = "") -> Event:
    return {"kind": "followed", "seat": seat, "from": origin, "to": target, "armies": armies, **_of(unit)}


def build_clash(origin: str, target: str, sent: Sequence[int], remaining: Sequence[int]) -> Event:
    """Record that two forces met between territories; both pairs name the one from `origin` first."""
    return {"kind": "clash", "from": origin, "to": target, "sent": list(sent), "left": list(remaining)}


def build_battle(at: str, forces: Mapping[str, int], losses: Mapping[str, int], defenders: int) -> Event:
    """Record an attack on a field: forces and their losses by the field that they came from."""
    both = {"forces": dict(forces), "losses": dict(losses)}
    return {"kind": "battle", "at": at, **both, "defenders_left": defenders}


def build_contest(at: str, strength: Mapping[str, int], winner: str | None, armies: int) -> Event:
    result = {"winner": winner, "armies": armies}
    return {"kind": "contest", "at": at, "strength": dict(strength), "result": result}


def build_returned(seat: str, to: str, armies: int) -> Event:
    return {"kind": "returned", "seat": seat, "to": to, "armies": armies}


def build_built(seat: str, at: str, amount: int) -> Event:
    return {"kind": "built", "seat": seat, "at": at, "amount": amount}


def build_income(seat: str, at: str | None, amount: int) -> Event:
    """Record armies for the reserve, or coins; they come from no single territory, so `at` is empty."""
    return {"kind": "income", "seat": seat, "at": at, "amount": amount}


def build_truce_offered(seat: str, partner: str, rounds: int) -> Event:
    return {"kind": "truce_offered", "seat": seat, "partner": partner, "rounds": rounds}


def build_truce(seat: str, partner: str, last: int) -> Event:
    return {"kind": "truce", "seat": seat, "partner": partner, "last": last}


def build_truce_broken(seat: str, partner: str) -> Event:
    return {"kind": "truce_broken", "seat": seat, "partner": partner}


def build_over(result: Mapping[str, Any]) -> Event:
    return {"kind": "over", **result}
