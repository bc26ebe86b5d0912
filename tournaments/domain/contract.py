"""The contract: everything that is announced, and its hash."""

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Tournament


def format_canonical(value: object) -> str:
    """Return one text for one value: JSON with sorted names and without spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def compute_digest(*parts: str) -> str:
    """Return SHA-256 over the parts, one a line, in hexadecimal."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def hash_seed(tournament: "Tournament") -> str:
    """Return the hash of the seed, which is public from the start."""
    return compute_digest(tournament.seed)


def build_contract(tournament: "Tournament") -> dict[str, object]:
    """Return everything that is fixed from the announcement on."""
    plain = ("code", "title", "type", "game", "field", "rules", "terms", "seats", "least_seats", "round_seconds")
    return {name: getattr(tournament, name) for name in plain} | {
        "organiser": tournament.organiser.code if tournament.organiser else None,
        "opens_at": tournament.opens_at.isoformat(timespec="milliseconds"),
        "starts_at": tournament.starts_at.isoformat(timespec="milliseconds"),
        "seed_hash": hash_seed(tournament),
        **{name: getattr(tournament, name) for name in ("timetable", "absence") if getattr(tournament, name)},
    }


def hash_contract(tournament: "Tournament") -> str:
    return compute_digest(format_canonical(build_contract(tournament)))
