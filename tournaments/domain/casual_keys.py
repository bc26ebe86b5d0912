"""Keys: 128 random bits that whoever holds a casual seat has, and of which we keep the hash alone."""

import base64
import hashlib
import hmac
import re
import secrets

TOKEN_PATTERN = re.compile(r"[A-Za-z0-9_-]{22}")
TOKEN_BYTES = 16


def make_token() -> str:
    """A key that nobody can guess, for a cookie or a header."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_well_formed(token: str) -> bool:
    """Whether it looks like a key or an invitation of ours."""
    return TOKEN_PATTERN.fullmatch(token) is not None


def hash_token(token: str) -> str:
    """What the database knows of a key or an invitation."""
    return hashlib.sha256(f"casual:{token}".encode()).hexdigest()


def make_invitation(token: str, code: str, seat: str) -> str:
    """The link's secret for a seat: only who has the host's key can work it out, so that it need not be stored."""
    secret = hmac.new(token.encode(), f"invitation:{code}:{seat}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(secret[:TOKEN_BYTES]).decode().rstrip("=")
