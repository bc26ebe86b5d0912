"""The check of a battle's proof, which anybody can repeat.

A proof is plain JSON. It shows that nothing was changed, added or put in another order afterwards; it cannot show that
nobody looked at the sealed orders before the close.
"""

from collections.abc import Iterator
from typing import NamedTuple

from core.json_types import Json
from tournaments.domain.contract import compute_digest, format_canonical


class Finding(NamedTuple):
    """Something in a proof that does not hold."""

    code: str
    """contract, seed, order (its seal says something else), extra (a seal without an order), chain or gap."""
    round: int
    """0 for what belongs to no round."""
    seat: str = ""


def find_faults(proof: Json) -> list[Finding]:
    """Return everything that does not hold; an empty list is a proof. Raise KeyError or TypeError for other data."""
    return [*_check_announcement(proof), *_check_rounds(proof)]


def _check_announcement(proof: Json) -> Iterator[Finding]:
    """Check that the contract is the hash of the announcement, and the published seed the announced one."""
    if compute_digest(format_canonical(proof["announced"])) != proof["contract"]:
        yield Finding("contract", 0)
    if proof["seed"] is not None and compute_digest(proof["seed"]) != proof["announced"]["seed_hash"]:
        yield Finding("seed", 0)


def _check_rounds(proof: Json) -> Iterator[Finding]:
    """Check that each seal fits its order, and each digest the one before it, the orders and the state after."""
    last = proof["contract"]
    for number, each in enumerate(proof["rounds"], start=1):
        if each["number"] != number:
            yield Finding("gap", number)
        yield from _check_seals(proof["announced"]["code"], each)
        if (
            "after" in each
            and compute_digest(last, format_canonical(each["orders"]), format_canonical(each["after"]))
            != each["digest"]
        ):
            yield Finding("chain", each["number"])
        last = each["digest"]


def _check_seals(code: str, played: Json) -> Iterator[Finding]:
    orders = dict(played["orders"])
    for seat, seal in played["seals"].items():
        if seat not in orders:
            yield Finding("extra", played["number"], seat)
        elif compute_commitment(code, played["number"], seat, seal, orders[seat]) != seal["commitment"]:
            yield Finding("order", played["number"], seat)


def compute_commitment(code: str, number: int, seat: str, seal: Json, text: str) -> str:
    """Return SHA-256 over salt, tournament, round, seat, version and order, one a line."""
    return compute_digest(seal["salt"], code, str(number), seat, str(seal["version"]), text)
