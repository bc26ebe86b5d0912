"""Forms of the market and filters of offers and transfers."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.errors import DomainError
from core.limits import KEYS_PER_PURCHASE, MAX_AMOUNT
from core.public_codes import new_code
from dynasty.catalog import assets, baskets, keys
from dynasty.catalog.assets import ASSETS, GROUPS
from dynasty.catalog.names import fold
from dynasty.domain import transfer_reasons
from dynasty.forms.fields import build_day_input, get_start_of_day
from dynasty.models import Dynasty
from dynasty.selectors.transfers import Filter

SIDES = ("gives", "asks")


def get_field_name(side: str, asset: str) -> str:
    return f"{side}-{asset.replace(':', '-')}"


def build_amount_field(label: str) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "aria-label": label, "autocomplete": "off", "placeholder": "–"}
    return forms.IntegerField(
        required=False, min_value=0, max_value=MAX_AMOUNT, label=label, widget=forms.NumberInput(attrs=attrs)
    )


@dataclass(frozen=True)
class Row:
    """One asset in the composer: its balance, and the fields of both amounts."""

    name: str
    asset: str
    group: str
    has: int
    gives: Any
    asks: Any


class OfferForm(forms.Form):
    """What to give, what to ask, and of whom."""

    token = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    to = forms.CharField(
        label=_("For whom"),
        required=False,
        max_length=60,
        help_text=_("The name or the code of one dynasty; blank: for everybody."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, has: dict[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.has = has
        self.fields["token"].initial = new_code
        words = {"gives": _("Give %(asset)s"), "asks": _("Ask for %(asset)s")}
        for asset in baskets.list_goods():
            for side in SIDES:
                self.fields[get_field_name(side, asset)] = build_amount_field(
                    str(words[side]) % {"asset": assets.get_name(asset)}
                )

    def rows(self) -> Iterator[Row]:
        """Yield the rows of the composer's table; the keys come after the ten assets."""
        for asset in baskets.list_goods():
            group = GROUPS[ASSETS[asset].group] if asset in ASSETS else _("keys")
            name = keys.get_title(keys.get_name(asset)) if keys.is_key(asset) else assets.get_name(asset)
            gives, asks = (self[get_field_name(side, asset)] for side in SIDES)
            yield Row(name, asset, str(group), self.has.get(asset, 0), gives, asks)

    def clean_to(self) -> Dynasty | None:
        wanted = self.cleaned_data["to"].strip()
        if not wanted:
            return None
        found = Dynasty.objects.filter(code=wanted).first() or Dynasty.objects.filter(folded_name=fold(wanted)).first()
        if found is None:
            raise forms.ValidationError(_("There is no such dynasty."), code="no_such_dynasty")
        return found

    def basket(self, side: str) -> dict[str, int]:
        """Return what was filled in on one side."""
        return {asset: n for asset in baskets.list_goods() if (n := self.cleaned_data.get(get_field_name(side, asset)))}


class MarketForm(forms.Form):
    """A filter of offers; input that is not valid is left out."""

    gives = forms.ChoiceField(label=_("It gives"), required=False)
    asks = forms.ChoiceField(label=_("It asks for"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("anything")), *((asset, assets.get_name(asset)) for asset in baskets.list_goods())]
        for side in SIDES:
            self.fields[side].choices = choices  # type: ignore[attr-defined]

    def wanted(self) -> dict[str, str]:
        """Return the filter as the selectors take it."""
        self.is_valid()
        return {side: self.cleaned_data.get(side, "") for side in SIDES}


class BuyForm(forms.Form):
    """A purchase of keys from the treasury."""

    name = forms.CharField(max_length=36)
    count = forms.IntegerField(min_value=1, max_value=KEYS_PER_PURCHASE)
    token = forms.CharField(max_length=40, required=False)

    def read(self) -> dict[str, Any]:
        """Return the cleaned data, or raise DomainError if it is not valid."""
        if not self.is_valid():
            raise DomainError(
                "bad_amount", _("An amount is a whole number from 1 to %(most)s."), most=KEYS_PER_PURCHASE
            )
        return self.cleaned_data


class WealthForm(forms.Form):
    """A filter of transfers; input that is not valid is left out."""

    asset = forms.ChoiceField(label=_("Of what"), required=False)
    cause = forms.ChoiceField(label=_("Why"), required=False)
    way = forms.ChoiceField(label=_("Direction"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=build_day_input())
    until = forms.DateField(label=_("To"), required=False, widget=build_day_input())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: dict[str, list[tuple[str, Any]]] = {
            "asset": [("", _("everything")), *((asset, assets.get_name(asset)) for asset in baskets.list_goods())],
            "cause": [
                ("", _("any reason")),
                *((word, transfer_reasons.REASONS[word]) for word in transfer_reasons.WEALTH_REASONS),
            ],
            "way": [
                ("", _("in and out")),
                ("in", pgettext_lazy("wealth", "came in")),
                ("out", pgettext_lazy("wealth", "went out")),
            ],
        }
        for name, each in choices.items():
            self.fields[name].choices = each  # type: ignore[attr-defined]

    def wanted(self) -> Filter:
        """Return the filter as the selectors take it."""
        self.is_valid()
        given, until = self.cleaned_data, self.cleaned_data.get("until")
        return Filter(
            given.get("asset", ""),
            given.get("cause", ""),
            given.get("way", ""),
            get_start_of_day(given.get("since")),
            get_start_of_day(until + timedelta(days=1)) if until and until < date.max else None,
        )
