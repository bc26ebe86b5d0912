"""What a program shows instead of a log-in: `eod_`, 256 bits, and a checksum by which a typing error is known.

Whoever finds one in a file knows by its beginning what it is, and so do programs that search for leaked secrets.
"""

import hashlib
import re
import secrets
import zlib

PREFIX = "eod_"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BODY, CHECK = 43, 6  # digits of 256 bits, and of their CRC-32
FORM = re.compile(rf"{PREFIX}[0-9A-Za-z]{{{BODY + CHECK}}}")
SHOWN = len(PREFIX) + 6
"""So many first characters are kept in the open, to tell one's tokens apart."""

READ, PLAY, TRADE, BET = "read", "play", "trade", "bet"
SCOPES = (READ, PLAY, TRADE, BET)


def new() -> str:
    """A token that nobody has."""
    body = in_digits(int.from_bytes(secrets.token_bytes(32)), BODY)
    return PREFIX + body + checksum(body)


def proper(token: str) -> bool:
    """Whether it can be a token at all; asked before any database is."""
    body = token[len(PREFIX) : -CHECK]
    return bool(FORM.fullmatch(token)) and secrets.compare_digest(token[-CHECK:], checksum(body))


def digest(token: str) -> str:
    """By what the database knows a token. 256 random bits need no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def checksum(body: str) -> str:
    return in_digits(zlib.crc32(body.encode()), CHECK)


def in_digits(number: int, length: int) -> str:
    """The number to the base of 62, with leading zeros."""
    text = ""
    while len(text) < length:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    return text
