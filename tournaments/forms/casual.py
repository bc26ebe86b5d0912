"""The shape of what somebody wants to play casually; whether it can be, the services decide."""

import random
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dynasty import emblems
from dynasty.limits import SEATS
from tournaments import games, levels
from tournaments.models import Casual
from tournaments.selectors import boards
from tournaments.services.casual_making import GAME, LEVEL, NO_HURRY, Setup

MODES = [
    (Casual.Mode.ALONE, gettext_lazy("Against computer players")),
    (Casual.Mode.LINK, gettext_lazy("With friends, by link")),
    (Casual.Mode.HOT_SEAT, gettext_lazy("Several people at this screen")),
]
TIMES = [
    (NO_HURRY, gettext_lazy("no hurry")), (30, gettext_lazy("30 seconds")), (60, gettext_lazy("1 minute")),
    (120, gettext_lazy("2 minutes")), (300, gettext_lazy("5 minutes")), (900, gettext_lazy("15 minutes")),
    (3600, gettext_lazy("1 hour")),
]  # fmt: skip
OFFERED = 8
"""Emblems to choose from."""


class CasualForm(forms.Form):
    """One battle without an account."""

    mode = forms.ChoiceField(choices=MODES, initial=Casual.Mode.ALONE)
    field = forms.ChoiceField()
    preset = forms.ChoiceField()
    people = forms.IntegerField(min_value=2, max_value=SEATS[1], initial=2)
    computers = forms.IntegerField(min_value=0, max_value=SEATS[1] - 1, required=False)
    level = forms.ChoiceField(initial=LEVEL)
    round_seconds = forms.TypedChoiceField(choices=TIMES, coerce=int, initial=NO_HURRY)
    names = forms.CharField(max_length=400, required=False)
    emblem = forms.CharField(max_length=100, required=False)

    def __init__(self, *args: Any, game: str = GAME, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        played = games.GAMES[game]
        chosen: dict[str, list[tuple[str, str]]] = {
            "field": [(name, f"{_(played.field_words(name)[0])} ({len(played.seats_of(name))})")
                      for name in played.field_names()] + self.drawn(),
            "preset": [(name, f"{_(title)}: {_(sentence)}")
                       for name, (title, sentence, _rules) in played.presets().items()],
            "level": levels.offered(game),
        }  # fmt: skip
        for name, choices in chosen.items():
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def drawn(self) -> list[tuple[str, str]]:
        """The board of a player, where one is asked for."""
        asked = boards.choice(games.GAMES[self.game], str((self.data or self.initial).get("field") or ""))
        return [asked] if asked else []

    def setup(self) -> Setup:
        """What was filled in; without a number of computers, they take every seat that is left."""
        given = self.cleaned_data
        people = 1 if given["mode"] == Casual.Mode.ALONE else given["people"]
        left = max(len(games.GAMES[self.game].seats_of(given["field"])) - people, 0)
        hot = given["mode"] == Casual.Mode.HOT_SEAT
        called = given["names"].split(",") if hot else [given["names"]]
        return Setup(given["mode"], given["field"], given["preset"], people,
                     left if given["computers"] is None else given["computers"], given["level"], given["round_seconds"],
                     tuple(name.strip() for name in called if name.strip()),
                     parts(given["emblem"]) if given["emblem"] else None, self.game)  # fmt: skip


def game_in(name: str) -> str:
    """The game that somebody wants to play; the grid game where there is none of that name."""
    return name if name in games.GAMES else GAME


def parts(text: str) -> dict[str, str]:
    """An emblem from one word of a form: its parts with dots between."""
    return dict(zip(emblems.PARTS, text.split("."), strict=False))


def offers(chosen: str) -> list[tuple[str, dict[str, str]]]:
    """Emblems to choose from, each as a word and as its parts; the chosen one comes first."""
    luck = random.SystemRandom()
    found = [emblems.by_chance(luck) for _number in range(OFFERED)]
    if chosen and all(parts(chosen).get(part) in options for part, options in emblems.PARTS.items()):
        found[0] = parts(chosen)
    return [(".".join(each.values()), each) for each in found]
