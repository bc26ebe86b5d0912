"""The form that challenges a dynasty by its name."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dynasty.forms import long_lists
from tournaments.domain import games, matchmaking
from tournaments.domain.matchmaking import GROUNDS, PACES

SEAT_CHOICES = [
    ("", gettext_lazy("Luck decides")),
    ("a", gettext_lazy("The first seat")),
    ("b", gettext_lazy("The second seat")),
]


class ChallengeForm(forms.Form):
    """Whom, where, by which rules, how fast, and on which seat."""

    name = forms.CharField(label=gettext_lazy("Dynasty"), max_length=60)
    ground = forms.ChoiceField(label=gettext_lazy("Battlefield and rules"), widget=long_lists.Select)
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=[(name, pace.title) for name, pace in PACES.items()], initial="daily"
    )
    seat = forms.ChoiceField(label=gettext_lazy("Your seat"), choices=SEAT_CHOICES, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ground"].choices = list_grounds()  # type: ignore[attr-defined]

    def read_setup(self) -> dict[str, str]:
        """Return what was chosen, as the service takes it; the form is valid."""
        field, _between, preset = self.cleaned_data["ground"].rpartition(":")
        return {"field": field, "preset": preset, "pace": self.cleaned_data["pace"], "seat": self.cleaned_data["seat"]}


def list_grounds() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the battlefields for two, each with the rules that fit it."""
    assert len(SEAT_CHOICES) - 1 == matchmaking.SEATS
    found = []
    for ground in GROUNDS.values():
        game = games.GAMES[ground.game]
        title = _(game.field_words(ground.field)[0])
        names = [ground.preset, *(name for name in game.offers(ground.field) if name != ground.preset)]
        rules = [(f"{ground.field}:{name}", f"{title}: {_(game.presets()[name][0])}") for name in names]
        found.append((title, rules))
    return found
