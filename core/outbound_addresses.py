"""Addresses of other servers that may be called."""

import re
from collections.abc import Collection

HOST = r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]+"
ENDPOINT = re.compile(rf"https://({HOST})(?::443)?/[!-\[\]-~]*")
"""A lower-case host name and a printable ASCII path without a backslash: every parser reads the same host."""
TRUSTED = re.compile(r"https?://([^/?#@\\\s]+)/[!-\[\]-~]*")


def get_host(address: str, trusted: Collection[str]) -> str:
    """Return the host of an address that may be called; blank for any other.

    It is a name under https at the usual port, or one of `trusted`, which are hosts with their ports.

    >>> get_host("https://example.org/hook", []), get_host("http://lan:8000/", ["lan:8000"])
    ('example.org', 'lan:8000')
    >>> [get_host(text, []) for text in ("http://example.org/", "https://127.0.0.1/", "https://a@example.org/")]
    ['', '', '']
    """
    named = TRUSTED.fullmatch(address)
    if named and named[1] in trusted:
        return named[1]
    match = ENDPOINT.fullmatch(address)
    return match[1] if match else ""
