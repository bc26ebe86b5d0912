"""The form of the search page."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournaments.domain import battle_events, games
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, list_serious_types
from tournaments.selectors.search import BattleFilter

GOALS = {
    "last_emperor": gettext_noop("last Emperor standing"),
    "cross": gettext_noop("reach a target tile"),
    "survive": gettext_noop("survive to a round"),
    "take_stronger_emperor": gettext_noop("capture a stronger Emperor"),
    "duel": gettext_noop("capture the Emperor opposite"),
    "treasure": gettext_noop("collect a treasure"),
    "throne": gettext_noop("hold the throne"),
}
"""The goals of the grid game in a few words."""
TYPED = 80
"""Characters of a query."""


class SearchForm(forms.Form):
    """What is searched for. Input that is not valid is left out."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=TYPED,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
    )
    type = forms.ChoiceField(label=_("Type"), required=False)
    field = forms.ChoiceField(label=_("Battlefield"), required=False)
    goal = forms.ChoiceField(label=_("Goal"), required=False)
    length = forms.ChoiceField(label=_("Length"), required=False)
    event = forms.ChoiceField(label=_("What happened"), required=False)
    player = forms.SlugField(required=False, max_length=10, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        types = [(name, gettext(TOURNAMENT_TYPES[name].sentence).partition(":")[0]) for name in list_serious_types()]
        self.choose("type", types)
        self.choose("field", list_fields())
        self.choose("goal", [(name, gettext(title)) for name, title in GOALS.items()])
        self.choose("length", battle_events.LENGTH_NAMES.items())
        self.choose("event", battle_events.BATTLE_EVENTS.items())

    def choose(self, name: str, choices: Iterable[tuple[str, object]]) -> None:
        """Offer these choices, and none of them."""
        self.fields[name].choices = [("", _("any")), *choices]  # type: ignore[attr-defined]

    def get_text(self) -> str:
        """Return the words that were typed."""
        self.is_valid()
        return str(self.cleaned_data.get("q", ""))

    def get_filter(self) -> BattleFilter:
        """Return what battles are asked for."""
        self.is_valid()
        names = ("type", "field", "goal", "length", "event", "player")
        return BattleFilter(**{name: str(self.cleaned_data.get(name) or "") for name in names})


def list_fields() -> list[tuple[str, str]]:
    """Return the battlefields that come with the games, by title."""
    fields = {name: gettext(game.field_words(name)[0]) for game in games.GAMES.values() for name in game.field_names()}
    return sorted(fields.items(), key=lambda pair: pair[1])
