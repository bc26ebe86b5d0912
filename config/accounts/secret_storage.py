"""Secrets of second factors, encrypted at rest: a copy of the database alone opens no account.

AES-256-GCM with a key derived from SECRET_KEY by HKDF-SHA-256. Plain secrets of earlier versions are readable until the
next `migrate` encrypts them; `manage.py reseal` encrypts all anew after a change of SECRET_KEY.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from config.form_sentences import ACCOUNT_SENTENCES, UNCHECKED_CODE
from core import encryption
from core.encryption import PREFIX, UnknownKeyError

__all__ = ["PREFIX", "UnknownKeyError"]

log = logging.getLogger(__name__)
PURPOSE = b"emperors: secrets of second factors"
SECRET_FIELDS = ("secret", "seed", "migrated_codes")
"""What is secret in the data of an authenticator."""
UNREADABLE = "factor_unreadable"
"""The code of the error where no code fits and a factor of the account cannot be read, and the mark of its request."""


class SealedFactors(DefaultMFAAdapter):
    """The allauth adapter that keeps the seeds of one-time codes and recovery codes encrypted."""

    error_messages = DefaultMFAAdapter.error_messages | ACCOUNT_SENTENCES | {UNREADABLE: UNCHECKED_CODE}

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Return the error with the site's sentence; of a wrong code another where a factor could not be read."""
        if code == "incorrect_code" and getattr(self.request, UNREADABLE, False):
            code = UNREADABLE
        error: ValidationError = super().validation_error(code, *args)
        return error

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)


def seal(text: str) -> str:
    return encryption.encrypt(text, PURPOSE)


def unseal(text: str) -> str:
    """Return the text sealed under the present key or an earlier one; a text that was never sealed as it is."""
    return encryption.decrypt(text, PURPOSE)


def install() -> None:
    """Let a factor that was sealed with a lost key fit no code and have none left, instead of ending the request."""
    TOTP.validate_code = tolerate_lost_key(TOTP.validate_code, False)
    RecoveryCodes.validate_code = tolerate_lost_key(RecoveryCodes.validate_code, False)
    RecoveryCodes.get_unused_codes = tolerate_lost_key(RecoveryCodes.get_unused_codes, [])


def tolerate_lost_key(method: Callable[..., Any], answer: Any) -> Any:
    """Return the method with this answer where the secret cannot be read; the request is marked as such."""

    @wraps(method)
    def wrapper(*args: Any) -> Any:
        try:
            return method(*args)
        except UnknownKeyError:
            log.warning("a second factor was sealed with another SECRET_KEY; see docs/operators/operating.md")
            setattr(context.request, UNREADABLE, True)
            return answer

    return wrapper


def reseal(*, every: bool) -> int:
    """Seal plain secrets, or `every` secret anew with the present key; return how many rows were written.

    What cannot be read stays as it is.
    """
    stored = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)
    return sum(reseal_row(pk, every) for pk in list(stored.order_by("pk").values_list("pk", flat=True)))


@transaction.atomic
def reseal_row(pk: int, every: bool) -> bool:
    row = Authenticator.objects.select_for_update().filter(pk=pk).first()
    if row is None or not is_readable(row.data):
        return False
    data = {name: reseal_value(row.data[name], every) for name in SECRET_FIELDS if name in row.data}
    if data.items() <= row.data.items():
        return False
    row.data |= data
    row.save(update_fields=["data"])
    return True


def reseal_value(value: Any, every: bool) -> Any:
    if isinstance(value, list):
        return [reseal_value(each, every) for each in value]
    return seal(unseal(value)) if every or not value.startswith(PREFIX) else value


def count_unreadable() -> int:
    """Return how many factors were sealed with a key that the site no longer has."""
    rows = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).values_list("data", flat=True)
    return sum(not is_readable(data) for data in rows.iterator())


def is_readable(data: dict[str, Any]) -> bool:
    """Return whether all that is secret in the data of an authenticator can be read."""
    try:
        for name in SECRET_FIELDS:
            reseal_value(data.get(name, []), True)
    except UnknownKeyError:
        return False
    return True


def seal_after_migration(**_signal: Any) -> None:
    """Seal what an earlier version kept in plain text; a receiver of `post_migrate`."""
    if Authenticator._meta.db_table in connection.introspection.table_names():
        reseal(every=False)
