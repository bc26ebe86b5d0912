"""The form of a series."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import clock, time_zones
from core.json_types import Json
from dynasty.catalog import assets
from dynasty.catalog.assets import ASSETS
from dynasty.forms import long_lists
from dynasty.models import Club
from tournaments.domain import seat_counts, terms
from tournaments.domain.durations import format_duration
from tournaments.domain.tournament_types import TOURNAMENT_TYPES, list_serious_types
from tournaments.forms import battlefields
from tournaments.forms.announcements import (
    FATE_CHOICES,
    POINT_TITLES,
    TIME_CHOICES,
    LocalTimeField,
    build_number_field,
    build_points_field,
    get_changed_points,
    list_club_choices,
    read_fates,
)
from tournaments.models import Series
from tournaments.services.series import Setup

FORMAT_CHOICES = [
    (Series.Format.LADDER, gettext_lazy("A season: points by placement, round by round")),
    (Series.Format.KNOCKOUT, gettext_lazy("A knock-out: the first of each table go on, up to a final")),
]


class SeriesForm(forms.Form):
    """Everything of a series on one page."""

    title = forms.CharField(label=gettext_lazy("Title"), max_length=44)
    format = forms.ChoiceField(label=gettext_lazy("How it goes"), choices=FORMAT_CHOICES, initial=FORMAT_CHOICES[0][0])
    type = forms.ChoiceField(label=gettext_lazy("What is at stake at each table"), initial="honour")
    field = forms.ChoiceField(label=gettext_lazy("Battlefield"), widget=long_lists.Select)
    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=long_lists.Select)
    table_seats = build_number_field(gettext_lazy("Dynasties at a table"), 2, 16, initial=4)
    rounds = build_number_field(gettext_lazy("Rounds of a season"), 1, 30, initial=5)
    points = forms.CharField(
        label=gettext_lazy("What the places are worth"),
        initial="5 3 2 1",
        max_length=80,
        help_text=gettext_lazy("The first place first; for a season."),
    )
    advance = build_number_field(gettext_lazy("How many of a table go on"), 1, 8, initial=2)
    stake = build_number_field(
        gettext_lazy("Reputation that every Emperor stakes"), 0, 1_000, initial=10, required=False
    )
    prize = build_number_field(gettext_lazy("Prize of each table"), 0, 10**6, initial=0, required=False)
    asset = forms.ChoiceField(label=gettext_lazy("Asset"), required=False)
    fate_pawn = forms.ChoiceField(
        label=gettext_lazy("An Emperor captured by a pawn"), choices=FATE_CHOICES, required=False
    )
    fate_emperor = forms.ChoiceField(
        label=gettext_lazy("An Emperor captured by an Emperor"), choices=FATE_CHOICES, required=False
    )
    round_seconds = forms.TypedChoiceField(label=gettext_lazy("Time for a round"), coerce=int, initial=3_600)
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), initial="UTC", widget=long_lists.Select)
    starts = LocalTimeField(label=gettext_lazy("The first tables are drawn"))

    club = forms.ChoiceField(label=gettext_lazy("Members of a club alone"), required=False)

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, usual in terms.POINTS.items():
            self.fields[f"points_{name}"] = build_points_field(POINT_TITLES[name], usual)
        zone = str((self.data or self.initial).get("zone") or "")
        chosen: dict[str, Sequence[tuple[object, object]]] = {
            "type": [(name, _(TOURNAMENT_TYPES[name].sentence)) for name in list_serious_types()],
            "field": battlefields.list_fields(),
            "preset": battlefields.list_presets(),
            "round_seconds": [(seconds, format_duration(seconds)) for seconds in TIME_CHOICES],
            "club": list_club_choices(clubs),
            "zone": time_zones.build_choices(clock.now(), zone),
            "asset": [(asset, assets.get_name(asset)) for asset in ASSETS],
        }
        for name, choices in chosen.items():
            self.fields[name].choices = long_lists.Choices(choices)  # type: ignore[attr-defined]

    @property
    def fits(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Return for each battlefield the rules that fit it, each with its numbers of seats."""
        return battlefields.get_fits(battlefields.list_fields())

    def clean(self) -> None:
        """Reject rules and numbers of seats that do not fit the battlefield."""
        field, preset, seats = (self.cleaned_data.get(name) for name in ("field", "preset", "table_seats"))
        if field and preset:
            counts = battlefields.get_seats_by_preset(field).get(preset)
            if counts is None:
                self.add_error("preset", _("These rules do not fit this battlefield. Choose others."))
            elif seats and seats not in (offered := self.list_seat_counts(field, preset, counts)):
                self.add_error("table_seats", battlefields.format_seats_error(offered))

    def list_seat_counts(self, field: str, preset: str, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Return how many dynasties can sit at a table: fewer than the game needs as well, where houses may join."""
        filled, game = self.cleaned_data, battlefields.split_value(field)[0]
        if filled.get("type") not in list_serious_types():
            return counts
        agreed = terms.read({"fates": read_fates(filled, filled["type"], game)})
        houses = terms.can_have_house_players(filled["type"], agreed)
        return seat_counts.list_seat_choices(game, battlefields.get_rules(preset) or {}, counts, houses=houses)

    def clean_points(self) -> tuple[int, ...]:
        """Return the points by placement."""
        words = self.cleaned_data["points"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
            raise forms.ValidationError(_("Write whole numbers, such as 5 3 2 1."))
        return tuple(map(int, words))

    @property
    def so_far(self) -> Json:
        """Return the cleaned data, with initial values for fields that are invalid."""
        usual = {name: field.initial for name, field in self.fields.items()}
        tomorrow = (clock.now() + timedelta(days=1)).replace(tzinfo=None)
        return usual | {"points": (), "starts": tomorrow, "asset": "gold"} | self.cleaned_data

    @property
    def has_a_battle(self) -> bool:
        """Return whether type, battlefield, rules and time zone are valid."""
        return {"type", "field", "preset", "zone"} <= set(self.cleaned_data)

    @property
    def point_cells(self) -> list[object]:
        """Return the cells of the table of points, each with whether it is a loss."""
        return [(self[f"points_{name}"], usual < 0) for name, usual in terms.POINTS.items()]

    def setup(self) -> Setup:
        """Return what was filled in, as the service takes it; `has_a_battle`."""
        filled = self.so_far
        game, field = battlefields.split_value(filled["field"])
        kind = TOURNAMENT_TYPES[filled["type"]]
        agreed: Json = {"fates": read_fates(filled, filled["type"], game)}
        if filled.get("club"):
            agreed["club"] = filled["club"]
        if kind.has_stake:
            agreed["stake"] = filled["stake"] or 0
        if kind.has_prize and filled["prize"]:
            agreed["prize"] = {filled["asset"]: filled["prize"]}
        if changed := get_changed_points(filled):
            agreed["points"] = changed
        return Setup(
            filled["format"],
            filled["type"],
            game,
            field,
            battlefields.get_rules(filled["preset"]) or {},
            terms.read(agreed),
            filled["table_seats"],
            filled["round_seconds"],
            filled["starts"].replace(tzinfo=ZoneInfo(filled["zone"])),
            filled["rounds"],
            filled["advance"],
            filled["points"],
        )
