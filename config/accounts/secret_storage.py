"""Secrets of second factors, encrypted at rest: a copy of the database alone opens no account.

AES-256-GCM with a key derived from SECRET_KEY by HKDF-SHA-256. Plain secrets of earlier versions are readable until the
next `migrate` encrypts them; `manage.py reseal` encrypts all anew after a change of SECRET_KEY.
"""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import connection, transaction

from config.form_sentences import ACCOUNT_SENTENCES
from core import encryption
from core.encryption import PREFIX, UnknownKeyError

__all__ = ["PREFIX", "UnknownKeyError"]

PURPOSE = b"emperors: secrets of second factors"
SECRET_FIELDS = ("secret", "seed", "migrated_codes")
"""What is secret in the data of an authenticator."""


class SealedFactors(DefaultMFAAdapter):
    """The allauth adapter that keeps the seeds of one-time codes and recovery codes encrypted."""

    error_messages = DefaultMFAAdapter.error_messages | ACCOUNT_SENTENCES

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)


def seal(text: str) -> str:
    return encryption.encrypt(text, PURPOSE)


def unseal(text: str) -> str:
    """Return the text sealed under the present key or an earlier one; a text that was never sealed as it is."""
    return encryption.decrypt(text, PURPOSE)


def reseal(*, every: bool) -> int:
    """Seal plain secrets, or `every` secret anew with the present key; return how many rows were written."""
    stored = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)
    return sum(reseal_row(pk, every) for pk in list(stored.order_by("pk").values_list("pk", flat=True)))


@transaction.atomic
def reseal_row(pk: int, every: bool) -> bool:
    row = Authenticator.objects.select_for_update().filter(pk=pk).first()
    data = {name: reseal_value(row.data[name], every) for name in SECRET_FIELDS if name in row.data} if row else {}
    if row is None or data.items() <= row.data.items():
        return False
    row.data |= data
    row.save(update_fields=["data"])
    return True


def reseal_value(value: Any, every: bool) -> Any:
    if isinstance(value, list):
        return [reseal_value(each, every) for each in value]
    return seal(unseal(value)) if every or not value.startswith(PREFIX) else value


def seal_after_migration(**_signal: Any) -> None:
    """Seal what an earlier version kept in plain text; a receiver of `post_migrate`."""
    if Authenticator._meta.db_table in connection.introspection.table_names():
        reseal(every=False)
