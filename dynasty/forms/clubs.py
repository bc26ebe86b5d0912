"""Forms that found a club, change it, and dissolve it; the services check the rest."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.limits import CLUB_WORDS_LENGTH, NAME_LENGTH
from dynasty.catalog.emblems import PARTS
from dynasty.forms.founding import EmblemForm
from dynasty.models import Club
from dynasty.services.clubs.founding import Description

ENTRANCES = {
    Club.Entrance.REQUEST: _("They ask, and you or an officer accept"),
    Club.Entrance.OPEN: _("Everybody can join"),
    Club.Entrance.LINK: _("By the club’s link alone"),
}


class ClubForm(EmblemForm):
    """What a club says about itself, and how one joins it."""

    name = forms.CharField(
        label=_("Name of the club"),
        min_length=NAME_LENGTH[0],
        max_length=NAME_LENGTH[1],
        help_text=_("3 to 40 characters. Must be unique."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    words = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=CLUB_WORDS_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    entrance = forms.ChoiceField(
        label=_("How others join"), choices=list(ENTRANCES.items()), initial=Club.Entrance.REQUEST
    )
    field_order = ["name", "words", "entrance"]

    def read_description(self) -> Description:
        """Return what was filled in; the form is valid."""
        filled: dict[str, Any] = self.cleaned_data
        return {
            "name": filled["name"],
            "words": filled["words"],
            "emblem": {part: filled[part] for part in PARTS},
            "entrance": filled["entrance"],
        }


def describe(club: Club) -> dict[str, Any]:
    """Return the initial values of the form for a club."""
    return {"name": club.name, "words": club.words, "entrance": club.entrance, **club.emblem}
