"""What forms say of bad input, for all forms of the site: Django's and allauth's sentences are replaced here alone."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from core.sentences import fill

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Limit:
    """A sentence about a limit, in the reader's language; Django fills it with `%`."""

    def __init__(self, write: Callable[[int], str]) -> None:
        self.write = write

    def __mod__(self, fields: dict[str, Any]) -> str:
        """Return the sentence with its numbers grouped."""
        return fill(self.write(fields["limit_value"]), fields)


MIN_LENGTH = Limit(
    lambda limit: ngettext(
        "Write at least %(limit_value)s character; you wrote %(show_value)s.",
        "Write at least %(limit_value)s characters; you wrote %(show_value)s.",
        limit,
    )
)
MAX_LENGTH = Limit(
    lambda limit: ngettext(
        "Write at most %(limit_value)s character; you wrote %(show_value)s.",
        "Write at most %(limit_value)s characters; you wrote %(show_value)s.",
        limit,
    )
)
MIN_VALUE = Limit(lambda limit: str(_("Write %(limit_value)s or more.")))
MAX_VALUE = Limit(lambda limit: str(_("Write %(limit_value)s or less.")))
NOT_OFFERED = _("This choice is not offered. Choose one from the list.")
UNREADABLE = _("This cannot be read. Check it and write it again.")
SENTENCES: "dict[type[forms.Field], dict[str, _StrPromise | Limit]]" = {
    forms.Field: {
        "required": _("Fill this in."),
        "min_length": MIN_LENGTH,
        "max_length": MAX_LENGTH,
        "min_value": MIN_VALUE,
        "max_value": MAX_VALUE,
        "null_characters_not_allowed": UNREADABLE,
    },
    forms.BooleanField: {"required": _("Tick this box.")},
    forms.ChoiceField: {"required": _("Choose one."), "invalid_choice": NOT_OFFERED},
    forms.MultipleChoiceField: {
        "required": _("Choose at least one."),
        "invalid_choice": NOT_OFFERED,
        "invalid_list": NOT_OFFERED,
    },
    forms.IntegerField: {"invalid": _("Write a whole number, such as 5.")},
    forms.DateField: {"invalid": _("Write a date, such as 2026-11-22.")},
    forms.TimeField: {"invalid": _("Write a time, such as 20:00.")},
    forms.EmailField: {"invalid": _("Write an e-mail address, such as name@example.org.")},
    forms.RegexField: {"invalid": UNREADABLE},
    forms.SlugField: {"invalid": UNREADABLE},
}
"""By kind of field and by Django's code of the error; a kind inherits the sentences of the kinds above it."""
WRONG_PASSWORD = _("This is not your password. Try again.")
WRONG_CODE = _("This code is wrong or no longer valid. Try the newest one.")
UNCHECKED_CODE = _(
    "This code is wrong, or the site can no longer check codes of this account. Log in with a passkey, or ask the host."
)
TOO_OFTEN = _("Too many attempts. Wait a few minutes, then try again.")
WRONG_LOGIN = _("The address or the password is wrong. Check both and try again.")
OLD_LINK = _("This link is wrong or no longer valid. Ask for a new one.")
TWO_PASSWORDS = _("This is not the password above. Write the same one twice.")
ACCOUNT_SENTENCES = {
    "account_inactive": _("This account is closed."),
    "cannot_remove_primary_email": _("Mail goes to this address. Use another one for mail first, then remove it."),
    "unverified_primary_email": _("Confirm this address before you use it for mail."),
    "invalid_or_expired_key": OLD_LINK,
    "invalid_password_reset": OLD_LINK,
    "unknown_email": _("No account has this address. Check it, or create an account."),
    "same_as_current": _("This is your address already. Write another one."),
    "cannot_delete_authenticator": _("This cannot be turned off: your account needs a second step."),
    "cannot_generate_recovery_codes": _("Turn two-step login on first: recovery codes belong to it."),
    "unverified_email": _("Confirm your address first, then turn two-step login on."),
    "add_email_blocked": _("Turn two-step login off before you add an address, then on again."),
    "email_password_mismatch": WRONG_LOGIN,
    "invalid_login": WRONG_LOGIN,
    "incorrect_password": WRONG_PASSWORD,
    "enter_current_password": WRONG_PASSWORD,
    "incorrect_code": WRONG_CODE,
    "email_taken": _("There is already an account with this address. Log in, or use another address."),
    "duplicate_email": _("This address is already on your account. Add another one."),
    "too_many_login_attempts": TOO_OFTEN,
    "rate_limited": TOO_OFTEN,
}
"""By allauth's code of the error; its adapters take them from here."""
WAYS_TO_CONFIRM = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}
"""What leads to each way to confirm that it is you, by allauth's name of it."""


def install() -> None:
    """Let every field that is made from now on say these sentences."""
    for field, sentences in SENTENCES.items():
        own = vars(field).get("default_error_messages", {})
        field.default_error_messages = own | sentences
