"""The form that proposes a treaty."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.limits import MAX_AMOUNT, TREATY_ROUNDS
from dynasty.catalog import assets
from tournaments.domain import games, treaties
from tournaments.models import Entry, Tournament


class TreatyForm(forms.Form):
    """With whom, what is promised until when, and what each seat stakes."""

    to = forms.MultipleChoiceField(
        label=pgettext_lazy("a treaty", "With whom"), widget=forms.CheckboxSelectMultiple, required=False
    )
    kind = forms.ChoiceField(label=gettext_lazy("What you promise each other"), widget=forms.RadioSelect)
    until = forms.IntegerField(
        label=gettext_lazy("Round"),
        required=False,
        min_value=1,
        help_text=gettext_lazy("It binds from the round after all have accepted."),
    )
    target = forms.ChoiceField(
        label=gettext_lazy("Against"), required=False, help_text=gettext_lazy("Only for an attack together.")
    )
    amount = forms.IntegerField(
        label=gettext_lazy("Stake of each seat"),
        required=False,
        min_value=0,
        max_value=MAX_AMOUNT,
        help_text=gettext_lazy("Held until the battle is over. Leave empty for a promise without a stake."),
    )
    asset = forms.ChoiceField(label=pgettext_lazy("a treaty", "Of what"), required=False)

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        seat: str,
        parties: Sequence[Entry],
        entries: Sequence[Entry],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        view, now = games.GAMES[tournament.game].VIEW, tournament.game_round
        others = [
            (each.seat, f"{each.seat.upper()} · {each.dynasty.name if each.dynasty else each.name}")
            for each in entries
            if each.seat != seat
        ]
        parts = {each.seat for each in parties}
        self.choose("to", [choice for choice in others if choice[0] in parts])
        self.choose("kind", [(kind, _(treaties.get_title(view, kind))) for kind in treaties.KINDS])
        self.choose("target", [("", "–"), *others])
        self.choose("asset", [(name, assets.get_name(name)) for name in assets.ASSETS])
        self.fields["until"].widget.attrs |= {"min": now + 1, "max": now + TREATY_ROUNDS}
        self.fields["until"].initial = now + 3

    def choose(self, name: str, choices: Sequence[object]) -> None:
        """Set the choices of a field."""
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_until(self) -> int:
        """Return the round; 0 for none."""
        return self.cleaned_data["until"] or 0

    def clean_amount(self) -> int:
        """Return the stake; 0 for none."""
        return self.cleaned_data["amount"] or 0
