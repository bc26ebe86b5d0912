"""Public names of things: short, random, saying nothing of how many there are."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no letters that look alike
LENGTH = 10


def new_code() -> str:
    """Ten random characters, about 49 bits: enough that nobody guesses one that is in use."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
