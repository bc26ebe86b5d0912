"""What can stand in the log: every kind of event, and the sentence that tells it.

A sentence has named places, filled from the event's facts; where the facts hold a `result`, the kind may have a
sentence of its own for it (`fought.won`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core import numbers
from core.sentences import fill
from dynasty.catalog import assets, baskets
from dynasty.domain import site_titles, transfer_reasons


@dataclass(frozen=True)
class EventType:
    name: Promise
    """For the filter of the log."""
    public: bool
    sentence: Promise


EVENT_TYPES = {
    "founded": EventType(_("founded"), True, _("The dynasty %(dynasty)s was founded.")),
    "born": EventType(_("Emperor born"), True, _("%(emperor)s was born.")),
    "died": EventType(_("Emperor died"), True, _("%(emperor)s died in “%(title)s”, by the hand of %(by)s.")),
    "retired": EventType(_("Emperor retired"), True, _("%(emperor)s retired from the world.")),
    "joined": EventType(
        _("joined the dynasty"), True, _("%(emperor)s of %(other)s was captured and joined the dynasty.")
    ),
    "left": EventType(_("left the dynasty"), True, _("%(emperor)s was captured and now serves %(other)s.")),
    "ransomed": EventType(_("Emperor bought"), True, _("%(other)s bought %(emperor)s from %(seller)s.")),
    "entered": EventType(_("entered a tournament"), True, _("%(emperor)s entered “%(title)s”.")),
    "withdrew": EventType(_("withdrew from a tournament"), True, _("%(emperor)s withdrew from “%(title)s”.")),
    "called_off": EventType(
        _("tournament cancelled"), True, _("“%(title)s”, which %(emperor)s had entered, was cancelled.")
    ),
    "fought": EventType(_("fought"), True, _("%(emperor)s fought in “%(title)s” against %(against)s.")),
    "reputation": EventType(
        _("reputation"), True, _("Reputation of %(emperor)s: %(signed)s, now %(reputation)s: %(cause)s.")
    ),
    "championship_won": EventType(
        _("championship won"), True, _("%(dynasty)s became champion of the world, with a reputation of %(reputation)s.")
    ),
    "championship_lost": EventType(
        _("championship lost"), True, _("%(dynasty)s lost the championship of the world to %(other)s.")
    ),
    "series_won": EventType(_("series won"), True, _("%(dynasty)s won the series “%(title)s”.")),
    "treaty": EventType(_("treaty"), True, _("%(dynasty)s kept a treaty with %(with)s in “%(title)s”.")),
    "wealth": EventType(_("wealth"), False, _("%(signed)s %(asset)s, now %(balance)s: %(cause)s.")),
    "attended": EventType(_("attended a tournament"), False, _("%(emperor)s went to watch “%(title)s”.")),
    "bet": EventType(_("bet"), False, _("Bet %(amount)s %(asset)s on %(on)s in “%(title)s”.")),
    "bet_settled": EventType(
        _("bet settled"), False, _("The bet of %(amount)s %(asset)s in “%(title)s” brought back %(returned)s.")
    ),
    "chest": EventType(_("chest"), False, _("Put %(amount)s %(asset)s into the chest for “%(title)s”.")),
    "offer": EventType(_("offer"), False, _("%(giver)s offered on the market: %(gives)s for %(asks)s.")),
}

VARIANTS = {
    "died.killed": EVENT_TYPES["died"].sentence,
    "died.battle": _("%(emperor)s died in “%(title)s”."),
    "reputation.none": _("Reputation of %(emperor)s: %(wanted)s, was already 0: %(cause)s."),
    "reputation.part": _("Reputation of %(emperor)s: %(signed)s of %(wanted)s, now 0: %(cause)s."),
    "reputation.limited": _(
        "Reputation of %(emperor)s: %(signed)s of %(wanted)s, now %(reputation)s: %(cause)s. Not all of it counts "
        "without another person in the battle."
    ),
    "bet_settled.won": _(
        "The bet of %(amount)s %(asset)s on %(on)s in “%(title)s” won, and brought back %(returned)s."
    ),
    "bet_settled.lost": _("The bet of %(amount)s %(asset)s on %(on)s in “%(title)s” was lost."),
    "bet_settled.refunded": _("The bet of %(amount)s %(asset)s on %(on)s in “%(title)s” was given back."),
    "fought.won": _("%(emperor)s won “%(title)s” against %(against)s."),
    "fought.draw": _("%(emperor)s shared a draw in “%(title)s” with %(against)s."),
    "fought.survived": _("%(emperor)s survived “%(title)s” against %(against)s."),
    "fought.fell": _("%(emperor)s fell in “%(title)s” against %(against)s."),
    "fought.abdicated": _("%(emperor)s abdicated in “%(title)s” against %(against)s."),
    "fought.there": _("%(emperor)s fought on %(where)s in “%(title)s” against %(against)s."),
    "fought.won.there": _("%(emperor)s won “%(title)s” on %(where)s against %(against)s."),
    "fought.draw.there": _("%(emperor)s shared a draw in “%(title)s” on %(where)s with %(against)s."),
    "fought.survived.there": _("%(emperor)s survived “%(title)s” on %(where)s against %(against)s."),
    "fought.fell.there": _("%(emperor)s fell in “%(title)s” on %(where)s against %(against)s."),
    "fought.abdicated.there": _("%(emperor)s abdicated in “%(title)s” on %(where)s against %(against)s."),
    "called_off.too_few": _(
        "“%(title)s”, which %(emperor)s had entered, did not take place: too few seats were taken."
    ),
    "left.renamed": _("%(emperor)s was captured and now serves %(other)s as %(renamed)s."),
    "joined.renamed": _("%(former)s of %(other)s was captured and joined the dynasty as %(emperor)s."),
    "ransomed.home": _("%(other)s bought %(emperor)s back from %(seller)s."),
    "ransomed.bought_renamed": _("%(other)s bought %(former)s from %(seller)s, who is called %(emperor)s there."),
    "ransomed.home_renamed": _("%(other)s bought %(former)s back from %(seller)s, who is called %(emperor)s there."),
    "championship_lost.nobody": _("%(dynasty)s lost the championship of the world; nobody holds it."),
    "treaty.broken": _("%(dynasty)s broke a treaty with %(with)s in “%(title)s”."),
    "offer.made_to": _("%(giver)s offered %(other)s: %(gives)s for %(asks)s."),
    "offer.accepted": _("%(other)s accepted the offer of %(giver)s: %(gives)s for %(asks)s."),
    "offer.withdrawn": _("%(giver)s withdrew an offer: %(gives)s for %(asks)s."),
    "offer.lapsed": _("An offer from %(giver)s lapsed: %(gives)s for %(asks)s."),
}

FORMATTERS: dict[str, Callable[[Any], str]] = {
    "asset": assets.get_name,
    "cause": transfer_reasons.get_text,
    "gives": baskets.format_basket,
    "asks": baskets.format_basket,
    "title": lambda title: site_titles.translate_title(str(title)),
    "where": lambda title: str(_(str(title))),
}


class Facts(dict[str, Any]):
    """The facts as text; a missing fact is a dash and no error."""

    def __missing__(self, name: str) -> str:
        return "–"


def format_sentence(kind: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence of an event in the active language."""
    return fill(str(get_template(kind, facts)), format_facts(facts))


def get_template(kind: str, facts: Mapping[str, Any]) -> Promise | str:
    """Return the sentence of a kind: that of its result, with the place of a fight where the facts hold one."""
    named = f"{kind}.{facts['result']}" if facts.get("result") else kind
    names = [f"{named}.there", f"{kind}.there", named] if "where" in facts else [named]
    found = next((VARIANTS[name] for name in names if name in VARIANTS), None)
    return found or (EVENT_TYPES[kind].sentence if kind in EVENT_TYPES else kind)


def format_facts(facts: Mapping[str, Any]) -> Facts:
    """Return facts as text: causes and assets by name, gains and losses with their sign."""
    formatted = Facts({name: FORMATTERS.get(name, format_value)(value) for name, value in facts.items()})
    if facts.get("captive"):
        formatted["gives"] = str(facts["captive"])
    change = facts.get("points", facts.get("amount"))
    if isinstance(change, int):
        formatted["signed"] = numbers.format_signed(change)
    if "wanted" in facts:
        formatted["wanted"] = numbers.format_signed(facts["wanted"])
    if "asset" in facts and isinstance(facts.get("amount"), int):
        formatted["asset"] = assets.get_unit(facts["asset"], facts["amount"])
    if "seat" in facts and "on" not in facts:  # as bets were written once
        formatted["on"] = fill(str(_("seat %(seat)s")), {"seat": str(facts["seat"]).upper()})
    return formatted


def format_value(value: Any) -> str:
    """Return a fact that needs no words of its own: a number grouped, anything else as it is."""
    return numbers.format_number(value) if type(value) is int else str(value)


def build_choices(private: bool) -> list[tuple[str, Promise]]:
    """Return the event types as choices of a filter, with or without the private ones."""
    return [(word, kind.name) for word, kind in EVENT_TYPES.items() if kind.public or private]
