"""allauth's forms in the voice of the site: its own sentence for two passwords, and no labels within the fields."""

from typing import Any

from allauth.account import forms as accounts
from allauth.mfa.base import forms as factors
from allauth.mfa.totp import forms as totp
from django import forms

from config.form_sentences import TWO_PASSWORDS


class PlainForm(forms.Form):
    """A form whose fields have no placeholders: each has a label above it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class TwicePasswordForm(PlainForm):
    """A form with a new password that is written twice."""

    def clean_password2(self) -> str:
        """Refuse a second password that is not the first, before allauth says so in words of its own."""
        first, second = self.cleaned_data.get("password1"), str(self.cleaned_data["password2"])
        if first and first != second:
            raise forms.ValidationError(TWO_PASSWORDS, code="password_mismatch")
        return second


class SignupForm(TwicePasswordForm, accounts.SignupForm):
    pass


class ChangePasswordForm(TwicePasswordForm, accounts.ChangePasswordForm):
    pass


class SetPasswordForm(TwicePasswordForm, accounts.SetPasswordForm):
    pass


class ResetPasswordKeyForm(TwicePasswordForm, accounts.ResetPasswordKeyForm):
    pass


class AddEmailForm(PlainForm, accounts.AddEmailForm):
    pass


class ReauthenticateForm(PlainForm, accounts.ReauthenticateForm):
    pass


class AuthenticateForm(PlainForm, factors.AuthenticateForm):
    pass


class ReauthenticateCodeForm(PlainForm, factors.ReauthenticateForm):
    pass


class ActivateCodesForm(PlainForm, totp.ActivateTOTPForm):
    pass
