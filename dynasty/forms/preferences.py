"""Forms of a user's account; the services check what may be chosen."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as translate
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from core import clock, time_zones
from core.limits import TOKEN_NAME_LENGTH
from core.sentences import fill
from dynasty.domain import display, tokens
from dynasty.forms import long_lists

PALETTES = [("", _("as usual")), ("clear", _("told apart by colour-blind people"))]
SPEEDS = [
    ("", _("as usual")),
    ("slow", _("slowly")),
    ("fast", _("quickly")),
    ("never", _("not at all: show the result")),
]
DICE = [("", _("shown")), ("off", _("not shown"))]


class PreferencesForm(forms.Form):
    """The language, the time zone, and how battles are shown."""

    language = forms.ChoiceField(label=_("Language of pages and mails"), required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        widget=long_lists.Select,
        help_text=_("Each place shows its current time. Open the list and type the name of a city."),
    )
    palette = forms.ChoiceField(label=_("Colours of the seats"), choices=PALETTES, required=False)
    speed = forms.ChoiceField(label=_("How rounds of campaigns are played back"), choices=SPEEDS, required=False)
    dice = forms.ChoiceField(label=_("Dice of campaigns"), choices=DICE, required=False)
    map = forms.ChoiceField(
        label=_("Preferred map"), required=False, help_text=_("Forms of new campaigns propose it first.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [("", _("same as the browser")), *settings.LANGUAGES]
        self.fields["language"].choices = languages  # type: ignore[attr-defined]
        maps = sorted((translate(title), name) for name, title in display.MAPS.items())
        none = pgettext("a map", "none")
        self.fields["map"].choices = [("", none), *((name, title) for title, name in maps)]  # type: ignore[attr-defined]
        chosen = str(self.initial.get("time_zone") or "")
        self.fields["time_zone"].choices = time_zones.build_choices(clock.now(), chosen)  # type: ignore[attr-defined]

    @property
    def shown(self) -> list[forms.BoundField]:
        """Return the fields of the display."""
        return [self[name] for name in display.NAMES]

    def pick_display(self) -> dict[str, str]:
        """Return the options of the display that were chosen."""
        return {name: self.cleaned_data[name] for name in display.NAMES}


class DeleteAccountForm(forms.Form):
    """The user's own address, typed once more, so that nobody deletes an account by accident."""

    address = forms.CharField(
        label=_("Your e-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )


SCOPE_TEXTS = {
    tokens.READ: _("Read: everything that you see"),
    tokens.PLAY: _("Play: enter, order, vote, talk, raise and retire Emperors"),
    tokens.TRADE: _("Trade: offers, keys, and tournaments that you announce with a prize"),
    tokens.BET: _("Bet: on the battles of others"),
}
DAYS = (7, 30, 90, 365)


def build_day_choices() -> list[tuple[int, str]]:
    """Build the choices of days, in the reader's language."""
    return [(days, fill(str(_("%(days)s days")), {"days": days})) for days in DAYS]


class TokenForm(forms.Form):
    """A new API token: its name, its scopes, and how long it is valid."""

    name = forms.CharField(
        label=_("Name of the token"),
        max_length=TOKEN_NAME_LENGTH[1],
        help_text=_("So that you recognise it later: which program uses it, on which computer."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=list(SCOPE_TEXTS.items()),
        initial=[tokens.READ, tokens.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("How long it lasts"), coerce=int, initial=90, choices=build_day_choices)
