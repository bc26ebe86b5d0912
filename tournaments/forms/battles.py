"""The shape of what people send; whether it is allowed, the services decide."""

import json
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from dynasty.assets import ASSETS
from dynasty.errors import Refused
from dynasty.limits import BODY_BYTES, MOST_AMOUNT


class OrderForm(forms.Form):
    """An order for the round that its page showed."""

    round = forms.IntegerField(min_value=1, max_value=10**6)
    order = forms.CharField(max_length=BODY_BYTES, strip=True)


class EntryForm(forms.Form):
    """Which Emperor takes which seat, and the gold in its chest, where there are chests."""

    emperor = forms.CharField(max_length=10)
    seat = forms.CharField(max_length=1)
    chest = forms.IntegerField(min_value=0, max_value=MOST_AMOUNT, required=False)


class BetForm(forms.Form):
    """So much of an asset on a seat; the Emperor goes there to bet, and is needed the first time alone."""

    seat = forms.CharField(max_length=1)
    asset = forms.ChoiceField(choices=[(asset, asset) for asset in ASSETS])
    amount = forms.IntegerField(min_value=1, max_value=MOST_AMOUNT)
    emperor = forms.CharField(max_length=10, required=False)


def read(form: type[forms.Form], request: HttpRequest) -> dict[str, Any]:
    """What was sent, as a form or as JSON; Refused `unreadable_request` where it has not the right shape."""
    filled = form(sent(request))
    if not filled.is_valid():
        place, errors = next(iter(filled.errors.items()))
        raise Refused("unreadable_request", _("%(place)s: %(error)s"), place=place, error=errors[0])
    return filled.cleaned_data


def sent(request: HttpRequest) -> dict[str, Any]:
    """The fields of a body; none of a body that cannot be read."""
    if request.content_type != "application/json":
        return request.POST.dict()
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}
