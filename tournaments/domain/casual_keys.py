"""Keys: 128 random bits that whoever holds a casual seat has, and of which we keep the hash alone."""

import base64
import hashlib
import hmac
import re
import secrets

PROPER = re.compile(r"[A-Za-z0-9_-]{22}")
BYTES = 16


def new_token() -> str:
    """A key that nobody can guess, for a cookie or a header."""
    return secrets.token_urlsafe(BYTES)


def proper(token: str) -> bool:
    """Whether it looks like a key or an invitation of ours."""
    return PROPER.fullmatch(token) is not None


def hashed(token: str) -> str:
    """What the database knows of a key or an invitation."""
    return hashlib.sha256(f"casual:{token}".encode()).hexdigest()


def invitation(token: str, code: str, seat: str) -> str:
    """The link's secret for a seat: only who has the host's key can work it out, so that it need not be stored."""
    secret = hmac.new(token.encode(), f"invitation:{code}:{seat}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(secret[:BYTES]).decode().rstrip("=")
