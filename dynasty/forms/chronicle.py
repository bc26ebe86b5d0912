"""Forms that filter a dynasty's log."""

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.sentences import fill
from dynasty.domain import event_types
from dynasty.forms.fields import MomentField, build_day_input, get_start_of_day
from dynasty.models import Dynasty
from dynasty.selectors import dynasties


class LogForm(forms.Form):
    """A filter of a log's lines; input that is not valid is left out."""

    kind = forms.ChoiceField(label=_("Type of event"), required=False)
    emperor = forms.ChoiceField(label=_("Emperor"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=build_day_input())
    until = forms.DateField(label=_("To"), required=False, widget=build_day_input())

    def __init__(self, *args: Any, dynasty: Dynasty, private: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members = list(dynasties.list_all_members(dynasty))
        self.members = {emperor.code: emperor for emperor in members}
        self.fields["kind"].choices = [("", _("everything")), *event_types.build_choices(private)]  # type: ignore[attr-defined]
        self.fields["emperor"].choices = [  # type: ignore[attr-defined]
            ("", _("everybody")),
            *((emperor.code, emperor.name) for emperor in members),
        ]

    def get_filter(self) -> dict[str, Any]:
        """Return the filter as the selectors take it."""
        self.is_valid()
        filled = self.cleaned_data
        until = filled.get("until")
        return {
            "kind": filled.get("kind", ""),
            "emperor": self.members.get(filled.get("emperor", "")),
            "since": get_start_of_day(filled.get("since")),
            "until": get_start_of_day(until + timedelta(days=1)) if until and until < date.max else None,
        }


class MomentForm(forms.Form):
    """One moment in the past of a dynasty."""

    at = MomentField(required=False)

    def __init__(self, data: QueryDict, now: datetime) -> None:
        """Read the moment; show it as the browser's field writes it."""
        super().__init__(data)
        self.now = now
        self.fields["at"].label = fill(str(_("Date and time (%(zone)s)")), {"zone": timezone.localtime(now).tzname()})
        moment = self.moment()
        if moment:
            local = timezone.localtime(moment).replace(microsecond=0, tzinfo=None)
            self.data = {"at": local.isoformat()}

    def moment(self) -> datetime | None:
        """Return the moment that was asked for, at the latest the present one; None without one that can be read."""
        moment = self.cleaned_data.get("at") if self.is_valid() else None
        return min(moment, self.now) if moment else None
