"""Which part of a chronicle somebody wants to see."""

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dynasty import kinds
from dynasty.forms.fields import day_input, start_of
from dynasty.models import Dynasty
from dynasty.selectors import people


class LogForm(forms.Form):
    """Which lines of a log to show; whatever cannot be understood is left out."""

    kind = forms.ChoiceField(label=_("What"), required=False)
    emperor = forms.ChoiceField(label=_("Emperor"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=day_input())
    until = forms.DateField(label=_("To"), required=False, widget=day_input())

    def __init__(self, *args: Any, dynasty: Dynasty, private: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = list(people.members_ever(dynasty))
        self.members = {emperor.code: emperor for emperor in members}
        self.fields["kind"].choices = [("", _("everything")), *kinds.choices(private)]  # type: ignore[attr-defined]
        self.fields["emperor"].choices = [  # type: ignore[attr-defined]
            ("", _("everybody")),
            *((emperor.code, emperor.name) for emperor in members),
        ]

    def wanted(self) -> dict[str, Any]:
        """The filter as the selectors take it."""
        self.is_valid()
        given = self.cleaned_data
        until = given.get("until")
        return {
            "kind": given.get("kind", ""),
            "emperor": self.members.get(given.get("emperor", "")),
            "since": start_of(given.get("since")),
            "until": start_of(until + timedelta(days=1)) if until and until < date.max else None,
        }


class DayForm(forms.Form):
    """One day in the past."""

    at = forms.DateField(label=_("On"), required=False, widget=day_input())

    def moment(self) -> datetime | None:
        """The end of that day, or None."""
        day = self.cleaned_data.get("at") if self.is_valid() else None
        return start_of(day + timedelta(days=1)) if day and day < date.max else None
