"""Forms of webhooks; the services check what may be chosen."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.limits import TOKEN_NAME_LENGTH, WEBHOOK_ADDRESS
from dynasty.domain.notification_types import CONFIGURABLE, NOTIFICATION_TYPES
from dynasty.models import Webhook

FORMATS = [
    (Webhook.Format.JSON, _("Signed JSON, for programs")),
    (Webhook.Format.DISCORD, _("Message in Discord")),
]
USUAL_KINDS = ("hosted",)
"""What is proposed for a new webhook, and comes first in the list."""


class KindsForm(forms.Form):
    """A webhook's name, what it is sent, and whether it is switched on."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=TOKEN_NAME_LENGTH[1],
        help_text=_("To tell it from others to the same host. Only you see it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kinds = forms.MultipleChoiceField(
        label=_("What is sent"),
        choices=[(kind, NOTIFICATION_TYPES[kind].name) for kind in dict.fromkeys((*USUAL_KINDS, *CONFIGURABLE))],
        initial=list(USUAL_KINDS),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one kind of news from the list.")},
    )
    active = forms.BooleanField(label=_("Switched on"), required=False)


class WebhookForm(KindsForm):
    """A new webhook."""

    address = forms.CharField(
        label=_("Address"),
        max_length=WEBHOOK_ADDRESS,
        widget=forms.URLInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    format = forms.ChoiceField(label=_("Format"), choices=FORMATS, initial=Webhook.Format.JSON)
    field_order = ("address", "name", "format", "kinds")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["active"]  # it is, until it fails or is switched off


class SecretForm(forms.Form):
    """Whether the former secret goes on signing beside a new one."""

    keep_former = forms.BooleanField(
        label=_("Sign with the former secret too for 24 hours"),
        required=False,
        initial=True,
        help_text=_(
            "Then no message is lost while your program takes the new one over. Untick it if your program reads only"
            " one signature."
        ),
    )
