"""The addresses to which an app may have its users sent back."""

import re
from urllib.parse import SplitResult, urlsplit

LOOPBACK = ("127.0.0.1", "localhost")
"""Hosts that are the user's own computer, where a program listens on whatever port is free (RFC 8252)."""
ALLOWED = re.compile(r"[!-~]+")


def split(address: str) -> SplitResult | None:
    """Return the parts of an address; None for one to which nobody may be sent.

    >>> split("https://app.example/back?here=1").hostname, split("http://app.example/"), split("https://a@b.example/")
    ('app.example', None, None)
    >>> split("http://127.0.0.1/back").scheme, split("https://app.example/#part"), split("javascript:alert(1)")
    ('http', None, None)
    """
    try:
        parts = urlsplit(address)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return None
    if not ALLOWED.fullmatch(address) or "\\" in address or "#" in address or "@" in parts.netloc or not has_port:
        return None
    secure = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    return parts if secure and parts.hostname else None


def is_same(registered: str, other_address: str) -> bool:
    """Return whether an address is the registered one, to the letter; on one's own computer the port may differ.

    >>> is_same("https://app.example/back", "https://app.example/back/"), is_same("https://a.example", "https://a.example")
    (False, True)
    >>> is_same("http://127.0.0.1/back", "http://127.0.0.1:8912/back"), is_same("http://localhost/", "http://127.0.0.1/")
    (True, False)
    """
    if registered == other_address:
        return split(other_address) is not None
    mine, other = split(registered), split(other_address)
    if mine is None or other is None or mine.scheme != "http":
        return False
    return (mine.hostname, mine.path, mine.query) == (
        other.hostname,
        other.path,
        other.query,
    ) and other.scheme == "http"
