"""Forms of the notification settings; the services check what may be chosen."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from dynasty.domain.notification_types import CHANNELS, CONFIGURABLE
from dynasty.models import NoticeSetting

RHYTHMS = [
    (NoticeSetting.Rhythm.AT_ONCE, _("at once")),
    (NoticeSetting.Rhythm.HOURLY, _("at most once an hour, together")),
    (NoticeSetting.Rhythm.DAILY, _("once a day, at eight in the morning")),
]


def build_time_input() -> forms.TimeInput:
    return forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class RhythmForm(forms.Form):
    """The rhythm of mails and the quiet hours."""

    rhythm = forms.ChoiceField(label=_("Mails are sent"), choices=RHYTHMS)
    quiet_from = forms.TimeField(label=_("Quiet from"), required=False, widget=build_time_input())
    quiet_until = forms.TimeField(label=_("until"), required=False, widget=build_time_input())


class PushForm(forms.Form):
    """A push subscription as a browser's push service gave it."""

    endpoint = forms.CharField(max_length=600)
    p256dh = forms.RegexField(r"^[A-Za-z0-9_=+/-]{80,120}$")
    auth = forms.RegexField(r"^[A-Za-z0-9_=+/-]{16,60}$")
    browser = forms.CharField(max_length=80, required=False)


def read_channels(sent: QueryDict) -> dict[str, list[str]]:
    """Read the grid: every kind with the channels that are ticked."""
    return {kind: [channel for channel in CHANNELS if sent.get(f"{kind}.{channel}")] for kind in CONFIGURABLE}
