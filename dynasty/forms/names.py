"""The form of another name or motto for what the staff took away."""

from copy import deepcopy
from typing import Any

from django import forms

from dynasty.catalog import names
from dynasty.forms.fields import clean_with
from dynasty.forms.founding import EmperorForm, FoundForm
from dynasty.models import TakenName


class NewNameForm(forms.Form):
    """Another name, another motto, or both: the fields of the form that asked for them first."""

    def __init__(self, *args: Any, former: TakenName, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_of_emperor = former.emperor_id is not None
        first = EmperorForm if self.is_of_emperor else FoundForm
        for name in ("name", "motto"):
            if getattr(former, name):
                self.fields[name] = deepcopy(first.base_fields[name])

    def clean_name(self) -> str:
        clean = names.clean_emperor_name if self.is_of_emperor else names.clean_dynasty_name
        return clean_with(clean, self.cleaned_data["name"])

    def clean_motto(self) -> str:
        return clean_with(names.clean_motto, self.cleaned_data["motto"])
