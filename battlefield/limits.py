"""What a battle that reaches its last round comes to (rules §6)."""

from collections.abc import Sequence

from .formations import Formation


def most_pieces(formation: Formation, fighting: Sequence[str]) -> list[str]:
    """Return the fighting seat with the most pieces; among equals the one with the most experienced pawns."""

    def strength(seat: str) -> tuple[int, int]:
        pieces = formation.of(seat).values()
        return len(pieces), sum(piece.experience for piece in pieces if not piece.is_emperor)

    best = max(map(strength, fighting))
    return [seat for seat in fighting if strength(seat) == best]


def everybody(formation: Formation, fighting: Sequence[str]) -> list[str]:
    """Return all fighting seats: they share a draw."""
    return list(fighting)


ON_LIMIT = {"pieces": (most_pieces, "win"), "draw": (everybody, "draw")}
"""By name: who is ahead, and what one that is ahead alone has: a win, or still a draw."""
