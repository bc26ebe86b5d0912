"""The form of a portrait: one choice for each part."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dynasty.catalog import portraits
from dynasty.forms import long_lists

LABELS = {
    "face": _("Face"),
    "skin": _("Skin"),
    "hair": _("Hair"),
    "hair_colour": _("Hair colour"),
    "beard": _("Beard"),
    "crown": _("Crown"),
    "robe": _("Clothes"),
    "backdrop": _("Background"),
}


class PortraitForm(forms.Form):
    """The parts of a portrait. `free`: each may be left to chance."""

    def __init__(self, *args: Any, free: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for part, label in LABELS.items():
            choices = portraits.build_choices(part)
            chance = [("", _("left to chance"))] if free else []
            self.fields[part] = forms.ChoiceField(
                label=label, required=not free, choices=[*chance, *choices], widget=long_lists.Select
            )

    def get_chosen(self) -> dict[str, str]:
        """Return the parts that were chosen; the form is valid."""
        return {part: value for part, value in self.cleaned_data.items() if value}

    def get_shown(self, parts: dict[str, str]) -> dict[str, str]:
        """Return the parts as chosen so far, and those given for the rest."""
        found = {part: str(self.data.get(part)) for part in parts}
        return {part: found[part] if found[part] in portraits.PARTS[part] else own for part, own in parts.items()}
