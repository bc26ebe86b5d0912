"""Secrets of second factors, sealed before the database keeps them: a copy of the database alone opens no account.

AES-256-GCM under a key that HKDF-SHA-256 makes of SECRET_KEY for this purpose. What was kept before is read as it is
until it has been written anew, by every `migrate`; `manage.py reseal` does so after a change of SECRET_KEY.
"""

import base64
import secrets
from functools import cache
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import connection, transaction

MARK = "sealed1:"
"""Before everything that is sealed in this way; another way would have another number."""
PURPOSE = b"emperors: secrets of second factors"
NONCE = 12
SECRET = ("secret", "seed", "migrated_codes")
"""What is secret in the data of an authenticator."""


class UnknownKeyError(Exception):
    """Sealed with a key that is neither SECRET_KEY nor one of SECRET_KEY_FALLBACKS."""


class Factors(DefaultMFAAdapter):
    """How allauth keeps the seeds of one-time codes and of recovery codes."""

    def encrypt(self, text: str) -> str:
        return sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        return opened(encrypted_text)


@cache
def cipher(key: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, None, PURPOSE).derive(key.encode()))


def sealed(text: str) -> str:
    nonce = secrets.token_bytes(NONCE)
    return MARK + base64.b64encode(nonce + cipher(settings.SECRET_KEY).encrypt(nonce, text.encode(), None)).decode()


def opened(text: str) -> str:
    """What was sealed under the present key or an earlier one; what never was is as it is."""
    if not text.startswith(MARK):
        return text
    raw = base64.b64decode(text.removeprefix(MARK))
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        try:
            return cipher(key).decrypt(raw[:NONCE], raw[NONCE:], None).decode()
        except InvalidTag:
            continue
    raise UnknownKeyError("A second factor was sealed with another SECRET_KEY; see docs/operating.md.")


def reseal(*, every: bool) -> int:
    """Seal what is kept in the clear, or `every` secret anew with the present key; how many were written."""
    kept = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)
    return sum(renew(pk, every) for pk in list(kept.order_by("pk").values_list("pk", flat=True)))


@transaction.atomic
def renew(pk: int, every: bool) -> bool:
    row = Authenticator.objects.select_for_update().filter(pk=pk).first()
    data = {name: again(row.data[name], every) for name in SECRET if name in row.data} if row else {}
    if row is None or data.items() <= row.data.items():
        return False
    row.data |= data
    row.save(update_fields=["data"])
    return True


def again(value: Any, every: bool) -> Any:
    if isinstance(value, list):
        return [again(each, every) for each in value]
    return sealed(opened(value)) if every or not value.startswith(MARK) else value


def after_migration(**_signal: Any) -> None:
    """Signal of `migrate`: what an earlier version kept in the clear is sealed."""
    if Authenticator._meta.db_table in connection.introspection.table_names():
        reseal(every=False)
