"""What a program shows instead of a log-in: `eod_`, 256 bits, and a checksum by which a typing error is known.

Whoever finds one in a file knows by its beginning what it is, and so do programs that search for leaked secrets.
"""

import hashlib
import re
import secrets
import zlib

PREFIX = "eod_"
APP_PREFIX, REFRESH_PREFIX = "eods_", "eodr_"
"""How the secrets of apps begin, and their refresh tokens."""
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BODY_LENGTH, CHECKSUM_LENGTH = 43, 6  # digits of 256 bits, and of their CRC-32
PATTERN = re.compile(rf"{PREFIX}[0-9A-Za-z]{{{BODY_LENGTH + CHECKSUM_LENGTH}}}")
VISIBLE_CHARACTERS = len(PREFIX) + 6
"""So many first characters are kept in the open, to tell one's tokens apart."""

READ, PLAY, TRADE, BET = "read", "play", "trade", "bet"
SCOPES = (READ, PLAY, TRADE, BET)


def generate(prefix: str = PREFIX) -> str:
    """Return a new random token, or another secret of this form."""
    body = encode_base62(int.from_bytes(secrets.token_bytes(32)), BODY_LENGTH)
    return prefix + body + compute_checksum(body)


def is_well_formed(token: str) -> bool:
    """Return whether a text can be a token at all, without asking the database."""
    body = token[len(PREFIX) : -CHECKSUM_LENGTH]
    return bool(PATTERN.fullmatch(token)) and secrets.compare_digest(token[-CHECKSUM_LENGTH:], compute_checksum(body))


def hash_token(token: str) -> str:
    """Return the hash by which the database knows a token. 256 random bits need no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def compute_checksum(body: str) -> str:
    return encode_base62(zlib.crc32(body.encode()), CHECKSUM_LENGTH)


def encode_base62(number: int, length: int) -> str:
    """Return the number to the base of 62, padded with zeros to a length."""
    text = ""
    while len(text) < length:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    return text
