"""The hash of everything that is announced: whoever keeps it can tell that nothing was changed."""

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournaments.models import Tournament


def canonical(value: Any) -> str:
    """One text for one value: sorted names, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(*parts: str) -> str:
    """SHA-256 over the parts, one a line."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def seed_hash(tournament: "Tournament") -> str:
    """What is public of the source of chance from the start."""
    return digest(tournament.seed)


def announced(tournament: "Tournament") -> dict[str, Any]:
    """Everything that is fixed from the announcement on."""
    plain = ("code", "title", "type", "game", "field", "rules", "terms", "seats", "least_seats", "round_seconds")
    return {name: getattr(tournament, name) for name in plain} | {
        "organiser": tournament.organiser.code if tournament.organiser else None,
        "opens_at": tournament.opens_at.isoformat(timespec="milliseconds"),
        "starts_at": tournament.starts_at.isoformat(timespec="milliseconds"),
        "seed_hash": seed_hash(tournament),
        **{name: getattr(tournament, name) for name in ("timetable", "absence") if getattr(tournament, name)},
    }


def contract_hash(tournament: "Tournament") -> str:
    return digest(canonical(announced(tournament)))
