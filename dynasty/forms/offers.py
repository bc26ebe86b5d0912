"""Forms of the market and filters of offers and transfers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.errors import DomainError
from core.limits import KEYS_PER_PURCHASE, MAX_AMOUNT, RANSOM_HOURS
from core.public_codes import new_code
from core.sentences import fill
from dynasty.catalog import assets, baskets, keys
from dynasty.catalog.assets import ASSETS, GROUPS
from dynasty.catalog.names import fold
from dynasty.domain import transfer_reasons
from dynasty.forms.fields import build_day_input, get_start_of_day
from dynasty.models import Dynasty, Emperor
from dynasty.selectors.offers import CAPTIVE
from dynasty.selectors.transfers import Filter

SIDES = ("gives", "asks")
MAX_DIGITS = 18


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

    emperor = forms.ChoiceField(
        label=_("Offer an Emperor"),
        required=False,
        help_text=_(
            "Someone who was born to another dynasty. The reputation goes along. An Emperor is offered alone: leave"
            " “You give” empty. For the first %(hours)s hours only the dynasty of birth can accept."
        ),
    )

    def __init__(self, *args: Any, has: dict[str, int], captives: Sequence[Emperor] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.has = has
        self.captives = {each.code: each for each in captives}
        self.add_captives()
        self.fields["token"].initial = new_code
        words = {"gives": _("Give %(asset)s"), "asks": _("Ask for %(asset)s")}
        for asset in baskets.list_goods():
            for side in SIDES:
                self.fields[get_field_name(side, asset)] = build_amount_field(
                    str(words[side]) % {"asset": assets.get_name(asset)}
                )

    def add_captives(self) -> None:
        """Fill the choice of an emperor; without any there is no such field."""
        if not self.captives:
            del self.fields["emperor"]
            return
        field = self.fields["emperor"]
        field.help_text = fill(str(field.help_text), {"hours": RANSOM_HOURS})
        named = str(_("%(emperor)s, born to %(dynasty)s"))
        names = [
            (code, fill(named, {"emperor": each.name, "dynasty": each.birthplace.name}))
            for code, each in self.captives.items()
        ]
        field.choices = [("", _("no Emperor")), *names]  # type: ignore[attr-defined]

    def clean_emperor(self) -> Emperor | None:
        return self.captives.get(self.cleaned_data["emperor"])

    def rows(self) -> Iterator[Row]:
        """Yield the rows of the composer's table; the keys come after the ten assets."""
        for asset in baskets.list_goods():
            group = GROUPS[ASSETS[asset].group] if asset in ASSETS else _("keys")
            name = keys.get_title(keys.get_name(asset)) if keys.is_key(asset) else assets.get_name(asset)
            gives, asks = (self[get_field_name(side, asset)] for side in SIDES)
            yield Row(name, asset, str(group), self.has.get(asset, 0), gives, asks)

    def clean_to(self) -> Dynasty | None:
        name = self.cleaned_data["to"].strip()
        if not name:
            return None
        found = Dynasty.objects.filter(code=name).first() or Dynasty.objects.filter(folded_name=fold(name)).first()
        if found is None:
            raise forms.ValidationError(_("There is no such dynasty."), code="no_such_dynasty")
        return found

    def basket(self, side: str) -> dict[str, int]:
        """Return what was filled in on one side."""
        return {asset: n for asset in baskets.list_goods() if (n := self.cleaned_data.get(get_field_name(side, asset)))}


def read_draft(sent: Mapping[str, str]) -> dict[str, str]:
    """Return what an address fills the composer with: for whom, and whole amounts of goods."""
    names = [get_field_name(side, asset) for asset in baskets.list_goods() for side in SIDES]
    amounts = {name: sent.get(name, "")[:MAX_DIGITS] for name in names}
    return {"to": sent.get("to", "")[:60], "emperor": sent.get("emperor", "")[:10]} | {
        name: text for name, text in amounts.items() if text.isascii() and text.isdigit() and int(text)
    }


class MarketForm(forms.Form):
    """A filter of offers; input that is not valid is left out."""

    gives = forms.ChoiceField(label=_("It gives"), required=False)
    asks = forms.ChoiceField(label=_("It asks for"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("anything")), *((asset, assets.get_name(asset)) for asset in baskets.list_goods())]
        for side in SIDES:
            more = [(CAPTIVE, _("an Emperor"))] if side == "gives" else []
            self.fields[side].choices = choices + more  # type: ignore[attr-defined]

    def get_filter(self) -> dict[str, str]:
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

    asset = forms.ChoiceField(label=_("Asset"), required=False)
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

    def get_filter(self) -> Filter:
        """Return the filter as the selectors take it."""
        self.is_valid()
        filled, until = self.cleaned_data, self.cleaned_data.get("until")
        return Filter(
            filled.get("asset", ""),
            filled.get("cause", ""),
            filled.get("way", ""),
            get_start_of_day(filled.get("since")),
            get_start_of_day(until + timedelta(days=1)) if until and until < date.max else None,
        )
