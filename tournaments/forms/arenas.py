"""The form that announces an arena."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import clock, time_zones
from dynasty.forms import long_lists
from dynasty.models import Club
from tournaments.domain import arenas
from tournaments.domain.durations import format_duration
from tournaments.forms.announcements import LocalTimeField, build_number_field
from tournaments.forms.challenges import list_grounds
from tournaments.services.arenas.announcing import MAX_TIMELINESS, TITLE_LENGTH


class ArenaForm(forms.Form):
    """What it is called, where and by which rules it is played, how fast, when, and for how long."""

    title = forms.CharField(label=gettext_lazy("Title"), min_length=TITLE_LENGTH[0], max_length=TITLE_LENGTH[1])
    ground = forms.ChoiceField(label=gettext_lazy("Battlefield and rules"), widget=long_lists.Select)
    round_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Pace"), coerce=int, choices=list(arenas.ROUND_SECONDS.items()), initial=30
    )
    minutes = forms.TypedChoiceField(label=gettext_lazy("It lasts"), coerce=int, initial=60)
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), initial="UTC", widget=long_lists.Select)
    starts = LocalTimeField(label=gettext_lazy("It starts"))
    club = forms.ChoiceField(label=gettext_lazy("Who can enter"), required=False)
    timeliness = build_number_field(
        gettext_lazy("Orders in time, of a hundred"),
        0,
        MAX_TIMELINESS,
        required=False,
        help_text=gettext_lazy("Of each dynasty’s last 20 rated battles. Leave empty to ask for nothing."),
    )
    newcomers = forms.BooleanField(
        label=gettext_lazy("Newcomers with fewer than 20 orders may enter"), required=False, initial=True
    )
    computers = forms.BooleanField(
        label=gettext_lazy("Computer players for those who wait"),
        required=False,
        help_text=gettext_lazy(
            "Somebody for whom no rival is free may fight one of their own strength. A victory is worth 1 point."
        ),
    )

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clubs = {each.code: each for each in clubs}
        zone = str((self.data or self.initial).get("zone") or "")
        choices: dict[str, Any] = {
            "ground": list_grounds(),
            "minutes": [(each, format_duration(each * 60)) for each in arenas.MINUTES],
            "club": [("", _("Everybody")), *((code, club.name) for code, club in self.clubs.items())],
            "zone": time_zones.build_choices(clock.now(), zone),
        }
        for name, chosen in choices.items():
            self.fields[name].choices = chosen  # type: ignore[attr-defined]

    def read_setup(self) -> dict[str, Any]:
        """Return what was chosen, as the service takes it; the form is valid."""
        filled = self.cleaned_data
        field, _between, preset = filled["ground"].rpartition(":")
        starts: datetime = filled["starts"].replace(tzinfo=ZoneInfo(filled["zone"]))
        return {
            "title": filled["title"],
            "field": field,
            "preset": preset,
            "round_seconds": filled["round_seconds"],
            "minutes": filled["minutes"],
            "starts_at": starts,
            "club": self.clubs.get(filled["club"]),
            "least_timely": filled["timeliness"] or 0,
            "newcomers": filled["newcomers"] or not filled["timeliness"],
            "computers": filled["computers"],
        }
