"""What people fill in about their own account. Shape is checked here; what may be chosen, the services decide."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from dynasty import clock, zones


class PreferencesForm(forms.Form):
    """The language, and the time zone."""

    language = forms.ChoiceField(label=_("Language of pages and mails"), required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("Beside each place stands what its clocks show now. Open the list and type the name of a city."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        languages = [("", _("as the browser asks")), *settings.LANGUAGES]
        self.fields["language"].choices = languages  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = zones.choices(clock.now())  # type: ignore[attr-defined]


class FarewellForm(forms.Form):
    """One's own address, typed once more, so that nobody leaves by accident."""

    address = forms.CharField(
        label=_("Your e-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
