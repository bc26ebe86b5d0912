"""What people fill in. Shape is checked here; the rules of the world are in the services."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from dynasty import emblems, kinds, names
from dynasty.errors import Refused
from dynasty.limits import EMPEROR_NAME_LENGTH, MOTTO_LENGTH, NAME_LENGTH
from dynasty.models import Dynasty, Emperor
from dynasty.selectors import people


def checked(clean: Callable[[str], str], text: str) -> str:
    """The text as the world keeps it, with a refusal as an error of its field."""
    try:
        return clean(text)
    except Refused as refusal:
        raise ValidationError(str(refusal), code=refusal.code) from refusal


def add_refusal(form: forms.Form, refusal: Refused, field: str | None = None) -> None:
    """Show a service's refusal in the form, at the field that it is about."""
    form.add_error(field, ValidationError(str(refusal), code=refusal.code))


class EmblemForm(forms.Form):
    """The five parts of an emblem, by radio buttons."""

    division = forms.ChoiceField(label=_("Division of the shield"), widget=forms.RadioSelect)
    field = forms.ChoiceField(label=_("Ground"), widget=forms.RadioSelect)
    second = forms.ChoiceField(label=_("Second tincture"), widget=forms.RadioSelect)
    charge = forms.ChoiceField(label=_("Charge"), widget=forms.RadioSelect)
    tint = forms.ChoiceField(label=_("Tincture of the charge"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for part in emblems.PARTS:
            self.fields[part].choices = emblems.choices(part)  # type: ignore[attr-defined]
            self.fields[part].initial = emblems.DEFAULT[part]

    def emblem(self) -> dict[str, str]:
        """The emblem as far as it is chosen; parts that are not are those of the default."""
        given = {part: str(self.data.get(part)) for part in emblems.PARTS}
        return {
            part: given[part] if given[part] in options else emblems.DEFAULT[part]
            for part, options in emblems.PARTS.items()
        }


class FoundForm(EmblemForm):
    name = forms.CharField(
        label=_("Name of the dynasty"),
        min_length=NAME_LENGTH[0],
        max_length=NAME_LENGTH[1],
        help_text=_("3 to 40 characters. Nobody else can have it, nor one that looks just like it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    motto = forms.CharField(
        label=_("Motto"), required=False, max_length=MOTTO_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ["name", "motto"]

    def clean_name(self) -> str:
        return checked(names.clean_dynasty_name, self.cleaned_data["name"])

    def clean_motto(self) -> str:
        return checked(names.clean_motto, self.cleaned_data["motto"])


class EmperorForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=EMPEROR_NAME_LENGTH[1], widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    gender = forms.ChoiceField(label=_("Gender"))
    birth_date = forms.DateField(
        label=_("Birth date"),
        help_text=_("In your story: any day you like."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["gender"].choices = [  # type: ignore[attr-defined]
            (Emperor.Gender.WOMAN, _("woman")),
            (Emperor.Gender.MAN, _("man")),
            (Emperor.Gender.OTHER, _("other")),
        ]

    def clean_name(self) -> str:
        return checked(names.clean_emperor_name, self.cleaned_data["name"])


def day_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


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


def start_of(day: date | None) -> datetime | None:
    """Midnight of a day, in universal time."""
    return datetime.combine(day, time.min, UTC) if day else None
