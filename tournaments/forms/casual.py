"""The form of a casual battle."""

import random
from dataclasses import replace
from string import ascii_lowercase
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.limits import SEATS
from dynasty.catalog import emblems
from dynasty.forms import long_lists
from dynasty.models import User
from tournaments.access.viewers import Viewer
from tournaments.domain import games, levels
from tournaments.forms import battlefields
from tournaments.forms.announcements import RulesStep
from tournaments.forms.battlefields import COMPOSED
from tournaments.forms.campaign_rules import CampaignRulesStep
from tournaments.models import Casual
from tournaments.selectors import boards, casual_battles
from tournaments.services.casual.battles import (
    DEFAULT_GAME,
    DEFAULT_LEVEL,
    QUICK_SETUPS,
    UNHURRIED_SECONDS,
    Setup,
    add_required_computers,
)

MODE_CHOICES = [
    (Casual.Mode.ALONE, gettext_lazy("Against computer players")),
    (Casual.Mode.LINK, gettext_lazy("With friends, by link")),
    (Casual.Mode.HOT_SEAT, gettext_lazy("Several people at this screen")),
]
TIME_CHOICES = [
    (UNHURRIED_SECONDS, gettext_lazy("untimed")),
    (30, gettext_lazy("30 seconds")),
    (60, gettext_lazy("1 minute")),
    (120, gettext_lazy("2 minutes")),
    (300, gettext_lazy("5 minutes")),
    (900, gettext_lazy("15 minutes")),
    (3600, gettext_lazy("1 hour")),
]
SEAT_CHOICES = [
    ("", gettext_lazy("The first one")),
    *((letter, letter.upper()) for letter in ascii_lowercase[: SEATS[1]]),
]
EMBLEM_COUNT = 8
"""Emblems to choose from."""


class CasualForm(forms.Form):
    """The settings of one casual battle."""

    mode = forms.ChoiceField(label=gettext_lazy("Who plays"), choices=MODE_CHOICES, initial=Casual.Mode.ALONE)
    field = forms.ChoiceField(label=gettext_lazy("Battlefield"), widget=long_lists.Select)
    preset = forms.ChoiceField(label=gettext_lazy("Rules"), widget=long_lists.Select)
    people = forms.IntegerField(label=gettext_lazy("People"), min_value=2, max_value=SEATS[1], initial=2)
    computers = forms.IntegerField(
        label=gettext_lazy("Computer players"), min_value=0, max_value=SEATS[1] - 1, required=False
    )
    level = forms.ChoiceField(label=gettext_lazy("Computer level"), initial=DEFAULT_LEVEL)
    round_seconds = forms.TypedChoiceField(
        label=gettext_lazy("Time for a round"), choices=TIME_CHOICES, coerce=int, initial=UNHURRIED_SECONDS
    )
    seat = forms.ChoiceField(label=gettext_lazy("Your seat"), choices=SEAT_CHOICES, required=False)
    names = forms.CharField(label=gettext_lazy("Name of your Emperor"), max_length=400, required=False)
    emblem = forms.CharField(label=gettext_lazy("Emblem"), max_length=100, required=False)

    def __init__(
        self, *args: Any, game: str = DEFAULT_GAME, composer: RulesStep | CampaignRulesStep | None = None, **kwargs: Any
    ) -> None:
        """Set the form up; with a `composer`, the rules are those that are chosen in it, one by one."""
        super().__init__(*args, **kwargs)
        self.game, self.composer = game, composer
        played = games.GAMES[game]
        chosen: dict[str, list[tuple[str, str]]] = {
            "field": [
                (name, f"{_(played.field_words(name)[0])} ({len(played.seats_of(name))})")
                for name in played.field_names()
            ]
            + self.list_drawn(),
            "preset": [
                (name, f"{_(title)}: {_(sentence)}") for name, (title, sentence, _rules) in played.presets().items()
            ]
            if composer is None
            else [(COMPOSED, _("My own: rule by rule"))],
            "level": levels.list_choices(game),
        }
        for name, choices in chosen.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        quick = QUICK_SETUPS[game]
        field = str(self.initial.get("field") or quick.field)
        self.fields["field"].initial = field
        self.fields["preset"].initial = quick.preset if field == quick.field else played.offers(field)[0]

    def list_drawn(self) -> list[tuple[str, str]]:
        """Return the board of a player as a choice, where the address names one."""
        value = boards.get_choice(games.GAMES[self.game], str((self.data or self.initial).get("field") or ""))
        return [value] if value else []

    @property
    def fits(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """Return for each battlefield the rules that fit it, each with its numbers of seats."""
        fields = [field for field, _label in self.fields["field"].choices]  # type: ignore[attr-defined]
        return {field: self.seats_by_preset(field) for field in fields}

    def seats_by_preset(self, field: str) -> dict[str, tuple[int, ...]]:
        found = battlefields.get_seats_by_preset(f"{self.game}:{field}")
        named = {battlefields.split_value(preset)[1]: counts for preset, counts in found.items()}
        if self.composer is None:
            return named
        most = min(len(games.GAMES[self.game].seats_of(field)), SEATS[1])
        return {COMPOSED: tuple(range(SEATS[0], most + 1))}

    def clean(self) -> None:
        if self.composer is not None and not self.composer.is_valid():
            self.add_error("preset", _("Check the rules: something is missing or impossible."))
        if self.errors:
            return
        counts, setup = self.seats_by_preset(self.cleaned_data["field"]).get(self.cleaned_data["preset"]), self.setup()
        if counts is None:
            self.add_error("preset", _("These rules do not fit this battlefield. Choose others."))
        elif setup.seats not in counts:
            self.add_error("field", battlefields.format_seats_error(counts))
        elif setup.places and setup.places[0] not in self.list_letters(setup):
            self.add_error("seat", _("There is no such seat in this battle."))

    def list_letters(self, setup: Setup) -> list[str]:
        """Return the seats of the battle."""
        return [*games.GAMES[self.game].seats_of(setup.field)][: setup.seats]

    def setup(self) -> Setup:
        """Return the settings as the service takes them; by default computers take every seat that is left."""
        filled = self.cleaned_data
        people = 1 if filled["mode"] == Casual.Mode.ALONE else filled["people"]
        left = max(len(games.GAMES[self.game].seats_of(filled["field"])) - people, 0)
        hot = filled["mode"] == Casual.Mode.HOT_SEAT
        called = filled["names"].split(",") if hot else [filled["names"]]
        own = read_own_rules(self.composer) if self.composer else None
        setup = add_required_computers(
            Setup(
                filled["mode"],
                filled["field"],
                filled["preset"],
                people,
                left if filled["computers"] is None else filled["computers"],
                filled["level"],
                filled["round_seconds"],
                tuple(name.strip() for name in called if name.strip()),
                split_emblem(filled["emblem"]) if filled["emblem"] else None,
                self.game,
                own,
            )
        )
        if not filled["seat"] or filled["mode"] != Casual.Mode.LINK:
            return setup
        others = [letter for letter in self.list_letters(setup) if letter != filled["seat"]]
        return replace(setup, places=(filled["seat"], *others)[: setup.people])


def read_own_rules(composer: RulesStep | CampaignRulesStep) -> dict[str, object]:
    """Return the rules that were chosen one by one; the form is valid."""
    if isinstance(composer, CampaignRulesStep):
        return composer.rules
    return battlefields.read_composed_rules(composer.cleaned_data)


def propose_map(game: str, user: User | AnonymousUser) -> dict[str, object]:
    """Return the map that a user prefers, where the game is played on it; nothing for others."""
    preferred = user.display.get("map") if isinstance(user, User) else None
    return {"field": preferred} if preferred in games.GAMES[game].field_names() else {}


def propose_emblem(viewer: Viewer) -> dict[str, object]:
    """Return the emblem that comes first: that of the reader's dynasty, or the one with which it played last."""
    found = viewer.dynasty.emblem if viewer.dynasty else casual_battles.find_last_emblem(viewer.key)
    return {"emblem": ".".join(found.get(part, "") for part in emblems.PARTS)} if found else {}


def read_game(name: str) -> str:
    """Return the game that a form or an address names; the grid game by default."""
    return name if name in games.GAMES else DEFAULT_GAME


def split_emblem(text: str) -> dict[str, str]:
    """Return the parts of an emblem from a form value with dots between them."""
    return dict(zip(emblems.PARTS, text.split("."), strict=False))


def list_emblems(chosen: str) -> list[tuple[str, dict[str, str]]]:
    """Return emblems to choose from, each as form value and parts; the chosen one comes first."""
    luck = random.SystemRandom()
    found = [emblems.pick_random(luck) for _number in range(EMBLEM_COUNT)]
    if chosen and all(split_emblem(chosen).get(part) in options for part, options in emblems.PARTS.items()):
        found[0] = split_emblem(chosen)
    return [(".".join(each.values()), each) for each in found]
