"""Forms of orders, entries and bets."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import DomainError
from core.incoming_text import read_json
from core.json_types import Json
from core.limits import BODY_BYTES, MAX_AMOUNT
from dynasty.catalog.assets import ASSETS


class StepForm(forms.Form):
    """The step that the page showed, or its round."""

    step = forms.IntegerField(min_value=1, max_value=10**6, required=False)
    round = forms.IntegerField(min_value=0, max_value=10**6, required=False)

    def clean(self) -> dict[str, object]:
        """Raise ValidationError if neither a step nor a round is named."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and cleaned["step"] is None and cleaned["round"] is None:
            self.add_error("round", _("Name the step or the round."))
        return cleaned


class OrderForm(StepForm):
    """An order for the step that its page showed."""

    order = forms.CharField(max_length=BODY_BYTES, strip=True)
    last = forms.ChoiceField(choices=[("ask", "ask")], required=False)
    """`ask`: refuse the order (`ends_round`) where it would end the round at once."""


class EntryForm(forms.Form):
    """Which Emperor takes which seat, and the gold in its chest, where there are chests."""

    emperor = forms.CharField(max_length=10)
    seat = forms.CharField(max_length=1)
    chest = forms.IntegerField(min_value=0, max_value=MAX_AMOUNT, required=False)


class BetForm(forms.Form):
    """An amount of an asset on a seat; the Emperor that goes there to bet is needed the first time only."""

    seat = forms.CharField(max_length=1)
    asset = forms.ChoiceField(choices=[(asset, asset) for asset in ASSETS])
    amount = forms.IntegerField(min_value=1, max_value=MAX_AMOUNT)
    emperor = forms.CharField(max_length=10, required=False)


def read(form: type[forms.Form], request: HttpRequest) -> Json:
    """Return the cleaned data of a form or JSON body; raise DomainError `unreadable_request` if it is invalid."""
    filled = form(read_body(request))
    if not filled.is_valid():
        name, errors = next(iter(filled.errors.items()))
        raise build_error(name, errors[0])
    return filled.cleaned_data


FIELD_TITLES = {
    "round": gettext_lazy("Round"),
    "order": gettext_lazy("Order"),
    "orders": gettext_lazy("Orders"),
    "emperor": gettext_lazy("Emperor"),
    "seat": gettext_lazy("Seat"),
    "chest": gettext_lazy("Gold in the chest"),
    "asset": gettext_lazy("Asset"),
    "amount": gettext_lazy("Amount"),
}
"""What people call what they fill in; programs read its name in the details of the refusal."""


def build_error(name: str, error: object) -> DomainError:
    """Return the error that names the first field that was filled in wrongly."""
    if name in FIELD_TITLES:
        raised = DomainError("unreadable_request", _("%(place)s: %(error)s"), place=FIELD_TITLES[name], error=error)
    else:
        raised = DomainError("unreadable_request", _("Something is missing here, or cannot be read. Try again."))
    raised.details = {"field": name}
    return raised


def read_body(request: HttpRequest) -> Json:
    """Return the fields of a body, as a form or as JSON; empty where it cannot be read."""
    if request.content_type != "application/json":
        return request.POST.dict()
    try:
        body = read_json(request.body)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
