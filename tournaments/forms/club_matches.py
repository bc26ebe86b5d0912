"""The form with which one club challenges another to a match."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy

from core import clock, time_zones
from core.limits import CLUB_MATCH_BOARDS
from dynasty.forms import long_lists
from dynasty.models import Club
from tournaments.domain.club_matches import ROUND_SECONDS
from tournaments.forms.announcements import LocalTimeField
from tournaments.forms.challenges import list_grounds


class MatchForm(forms.Form):
    """For which club, where and by which rules, how fast, over how many boards, and when."""

    club = forms.ChoiceField(label=gettext_lazy("Your club"))
    ground = forms.ChoiceField(label=gettext_lazy("Battlefield and rules"), widget=long_lists.Select)
    round_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Pace"), coerce=int, choices=list(ROUND_SECONDS.items()), initial=30
    )
    boards = forms.IntegerField(
        label=gettext_lazy("Boards"),
        min_value=1,
        max_value=CLUB_MATCH_BOARDS,
        initial=4,
        help_text=gettext_lazy("How many of each club play at once."),
    )
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), initial="UTC", widget=long_lists.Select)
    starts = LocalTimeField(label=gettext_lazy("It starts"))

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.clubs = {each.code: each for each in clubs}
        zone = str((self.data or self.initial).get("zone") or "")
        choices: dict[str, Any] = {
            "club": [(code, club.name) for code, club in self.clubs.items()],
            "ground": list_grounds(),
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
            "club": self.clubs[filled["club"]],
            "field": field,
            "preset": preset,
            "round_seconds": filled["round_seconds"],
            "boards": filled["boards"],
            "starts_at": starts,
        }
