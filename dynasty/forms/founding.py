"""Forms that found a dynasty and raise an emperor; the services check the rules of the world."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.limits import EMPEROR_NAME_LENGTH, MOTTO_LENGTH, NAME_LENGTH
from dynasty.catalog import emblems, names
from dynasty.forms.fields import clean_with
from dynasty.models import Emperor


class EmblemForm(forms.Form):
    """The five parts of an emblem, by radio buttons."""

    division = forms.ChoiceField(label=_("Pattern of the shield"), widget=forms.RadioSelect)
    field = forms.ChoiceField(label=_("Background"), widget=forms.RadioSelect)
    second = forms.ChoiceField(label=_("Second colour"), widget=forms.RadioSelect)
    charge = forms.ChoiceField(label=_("Symbol"), widget=forms.RadioSelect)
    tint = forms.ChoiceField(label=_("Symbol colour"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for part in emblems.PARTS:
            self.fields[part].choices = emblems.build_choices(part)  # type: ignore[attr-defined]
            self.fields[part].initial = emblems.DEFAULT[part]

    def emblem(self) -> dict[str, str]:
        """Return the emblem as far as it is chosen, with the default's parts for the rest."""
        parts = {part: str(self.data.get(part)) for part in emblems.PARTS}
        return {
            part: parts[part] if parts[part] in options else emblems.DEFAULT[part]
            for part, options in emblems.PARTS.items()
        }


class FoundForm(EmblemForm):
    name = forms.CharField(
        label=_("Name of the dynasty"),
        min_length=NAME_LENGTH[0],
        max_length=NAME_LENGTH[1],
        help_text=_("3 to 40 characters. Must be unique."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    motto = forms.CharField(
        label=_("Motto"), required=False, max_length=MOTTO_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ["name", "motto"]

    def clean_name(self) -> str:
        return clean_with(names.clean_dynasty_name, self.cleaned_data["name"])

    def clean_motto(self) -> str:
        return clean_with(names.clean_motto, self.cleaned_data["motto"])


class EmperorForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=EMPEROR_NAME_LENGTH[1], widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    gender = forms.ChoiceField(label=_("Gender"), help_text=_("We’ll write she, he or they."))
    birth_date = forms.DateField(
        label=_("Birth date"),
        help_text=_("Fictional; choose any date."),
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
        return clean_with(names.clean_emperor_name, self.cleaned_data["name"])
