"""The shape of a series that somebody wants to announce."""

from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dynasty import assets
from dynasty.assets import ASSETS
from tournaments import games, terms
from tournaments.durations import duration
from tournaments.forms.announcing import TIMES, Moment, number, zones
from tournaments.models import Series
from tournaments.services.series import TYPES, Setup

FORMATS = [
    (Series.Format.LADDER, gettext_lazy("A season: points by placement, round by round")),
    (Series.Format.KNOCKOUT, gettext_lazy("A knock-out: the first of each table go on, up to a final")),
]


class SeriesForm(forms.Form):
    """Everything of a series on one page."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=44)
    format = forms.ChoiceField(label=gettext_lazy("How it goes"), choices=FORMATS)
    type = forms.ChoiceField(label=gettext_lazy("What each table is fought for"))
    field = forms.ChoiceField(label=gettext_lazy("Battlefield"))
    preset = forms.ChoiceField(label=gettext_lazy("Rules"))
    table_seats = number(gettext_lazy("Dynasties at a table"), 2, 16, initial=4)
    rounds = number(gettext_lazy("Rounds of a season"), 1, 30, initial=5)
    points = forms.CharField(label=gettext_lazy("What the places are worth"), initial="5 3 2 1", max_length=80,
                             help_text=gettext_lazy("The first place first; for a season."))  # fmt: skip
    advance = number(gettext_lazy("How many of a table go on"), 1, 8, initial=2)
    stake = number(gettext_lazy("Reputation that every emperor stakes"), 0, 1_000, initial=10, required=False)
    prize = number(gettext_lazy("Prize of each table"), 0, 10**6, initial=0, required=False)
    asset = forms.ChoiceField(label=gettext_lazy("Of what"), required=False)
    round_seconds = forms.TypedChoiceField(label=gettext_lazy("Time for a round"), coerce=int, initial=3_600)
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), initial="UTC")
    starts = Moment(label=gettext_lazy("The first tables are drawn"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        grid = [(name, game) for name, game in games.GAMES.items()]
        chosen: dict[str, list[tuple[Any, Any]]] = {
            "type": [(name, _(terms.TYPE_WORDS[name])) for name in TYPES],
            "field": [(f"{name}:{field}", f"{_(game.field_words(field)[0])} ({len(game.seats_of(field))})")
                      for name, game in grid for field in game.field_names()],
            "preset": [(f"{name}:{preset}", f"{_(title)}: {_(sentence)}") for name, game in grid
                       for preset, (title, sentence, _rules) in game.presets().items()],
            "round_seconds": [(seconds, duration(seconds)) for seconds in TIMES], "zone": zones(),
            "asset": [(asset, assets.name(asset)) for asset in ASSETS],
        }  # fmt: skip
        for name, choices in chosen.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_points(self) -> tuple[int, ...]:
        words = self.cleaned_data["points"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
            raise forms.ValidationError(_("Write whole numbers, such as 5 3 2 1."))
        return tuple(map(int, words))

    def setup(self) -> Setup:
        """What was filled in, as the service takes it."""
        given = self.cleaned_data
        game, _colon, field = given["field"].partition(":")
        preset_game, _colon, preset = given["preset"].partition(":")
        agreed = {"stake": given["stake"] or 0} if given["type"] == "honour" else {}
        if given["type"] == "gift" and given["prize"]:
            agreed = {"prize": {given["asset"]: given["prize"]}}
        return Setup(
            given["format"], given["type"], game, field, games.GAMES[preset_game].presets()[preset][2],
            terms.read(agreed), given["table_seats"], given["round_seconds"],
            given["starts"].replace(tzinfo=ZoneInfo(given["zone"])), given["rounds"], given["advance"],
            given["points"],
        )  # fmt: skip
