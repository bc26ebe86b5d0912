"""Keys of casual seats: 128 random bits, of which the database has the hash alone."""

import base64
import hashlib
import hmac
import re
import secrets

TOKEN_PATTERN = re.compile(r"[A-Za-z0-9_-]{22}")
TOKEN_BYTES = 16


def make_token() -> str:
    """Return a new key, for a cookie or a header."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_well_formed(token: str) -> bool:
    """Return whether a text has the form of a key or an invitation."""
    return TOKEN_PATTERN.fullmatch(token) is not None


def hash_token(token: str) -> str:
    """Return the hash of a key or an invitation, as the database knows it."""
    return hashlib.sha256(f"casual:{token}".encode()).hexdigest()


def make_invitation(token: str, code: str, seat: str) -> str:
    """Return the secret of a seat's link, derived from the host's key so that it need not be stored."""
    secret = hmac.new(token.encode(), f"invitation:{code}:{seat}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(secret[:TOKEN_BYTES]).decode().rstrip("=")


OF_DYNASTY = "dynasty:"
"""How the holder of a record begins that is a dynasty."""


def get_holder(key: str, dynasty: str) -> str:
    """Return the holder of records against the levels: a dynasty by its code where there is one, else a key's hash.

    >>> get_holder("5f", ""), get_holder("5f", "ming")
    ('5f', 'dynasty:ming')
    """
    return f"{OF_DYNASTY}{dynasty}" if dynasty else key
