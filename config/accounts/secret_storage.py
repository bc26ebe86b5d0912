"""Secrets of second factors, sealed before the database keeps them: a copy of the database alone opens no account.

AES-256-GCM under a key that HKDF-SHA-256 makes of SECRET_KEY for this purpose. What was kept before is read as it is
until it has been written anew, by every `migrate`; `manage.py reseal` does so after a change of SECRET_KEY.
"""

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.db import connection, transaction

from core import encryption
from core.encryption import PREFIX, UnknownKeyError

__all__ = ["PREFIX", "UnknownKeyError"]

PURPOSE = b"emperors: secrets of second factors"
SECRET = ("secret", "seed", "migrated_codes")
"""What is secret in the data of an authenticator."""


class Factors(DefaultMFAAdapter):
    """How allauth keeps the seeds of one-time codes and of recovery codes."""

    def encrypt(self, text: str) -> str:
        return sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        return opened(encrypted_text)


def sealed(text: str) -> str:
    return encryption.encrypt(text, PURPOSE)


def opened(text: str) -> str:
    """What was sealed under the present key or an earlier one; what never was is as it is."""
    return encryption.decrypt(text, PURPOSE)


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
    return sealed(opened(value)) if every or not value.startswith(PREFIX) else value


def after_migration(**_signal: Any) -> None:
    """Signal of `migrate`: what an earlier version kept in the clear is sealed."""
    if Authenticator._meta.db_table in connection.introspection.table_names():
        reseal(every=False)
