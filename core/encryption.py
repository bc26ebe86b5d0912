"""Encryption of short texts that the database keeps: AES-256-GCM under a key that HKDF-SHA-256 makes of SECRET_KEY.

Each purpose has a key of its own. Texts without the mark are from before they were encrypted, and are read as they are.
"""

import base64
import secrets
from functools import cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PREFIX = "sealed1:"
"""Before everything that is encrypted in this way; another way would have another number."""
NONCE_BYTES = 12


class UnknownKeyError(Exception):
    """Encrypted with a key that is neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS."""


@cache
def get_cipher(key: str, purpose: bytes) -> AESGCM:
    """Return the cipher of a purpose under a secret key."""
    return AESGCM(HKDF(SHA256(), 32, None, purpose).derive(key.encode()))


def encrypt(text: str, purpose: bytes) -> str:
    """Return the text encrypted under the present SECRET_KEY; twice the same text is two different results."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    closed = get_cipher(settings.SECRET_KEY, purpose).encrypt(nonce, text.encode(), None)
    return PREFIX + base64.b64encode(nonce + closed).decode()


def decrypt(text: str, purpose: bytes) -> str:
    """Return what was encrypted under the present key or an earlier one; raise UnknownKeyError under any other."""
    if not text.startswith(PREFIX):
        return text
    raw = base64.b64decode(text.removeprefix(PREFIX))
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return get_cipher(key, purpose).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], None).decode()
        except InvalidTag:
            continue
    raise UnknownKeyError("This was sealed with another SECRET_KEY; see docs/operators/operating.md.")
