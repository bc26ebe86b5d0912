"""Forms of apps; the services check what may be chosen."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.limits import APP_REDIRECTS, REDIRECT_LENGTH, TOKEN_NAME_LENGTH

SECRETS = [
    ("", _("None: it runs in a browser, on a phone or on a computer of its users")),
    ("yes", _("A secret: it runs on a server of its own")),
]


class AppForm(forms.Form):
    """A new app: its name, and where its users are sent back."""

    name = forms.CharField(
        label=_("Name of the app"),
        max_length=TOKEN_NAME_LENGTH[1],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    addresses = forms.CharField(
        label=_("Addresses to which its users are sent back"),
        max_length=APP_REDIRECTS * (REDIRECT_LENGTH + 2),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "placeholder": "https://"}),
        help_text=_(
            "One a line, exactly as the app sends it. With http only to 127.0.0.1 or localhost, there on any port."
        ),
    )
    keeps_secret = forms.ChoiceField(
        label=_("How it proves what it is"), choices=SECRETS, required=False, widget=forms.RadioSelect, initial=""
    )

    def clean_addresses(self) -> list[str]:
        """Return the lines."""
        return str(self.cleaned_data["addresses"]).split("\n")

    def clean_keeps_secret(self) -> bool:
        """Return whether the app keeps a secret."""
        return bool(self.cleaned_data["keeps_secret"])
