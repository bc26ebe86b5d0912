"""Public names of things: short, random, saying nothing of how many there are."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no letters that look alike
LENGTH = 10


def new_code() -> str:
    """Return ten random characters, about 49 bits, so that nobody can guess a code that is in use."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
