"""What a dynasty can be told: every kind of notice, its sentence, and the channels that it takes by default.

A sentence has named places, filled from the notice's facts; where the facts hold a `result`, the kind may have a
sentence of its own for it (`ended.won`). There is no place for an order in any of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from dynasty import assets

PAGE, MAIL, PUSH = "page", "mail", "push"
CHANNELS: dict[str, Promise] = {PAGE: _("On the page"), MAIL: _("By e-mail"), PUSH: _("In the browser")}


@dataclass(frozen=True)
class Kind:
    name: Promise
    """For the settings."""
    sentence: Promise
    channels: tuple[str, ...]
    """Where it is told unless the dynasty chose otherwise."""
    icon: str
    choice: bool = True
    """Whether it can be chosen in the settings."""


EVERYWHERE = (PAGE, MAIL, PUSH)
KINDS = {
    "start": Kind(
        _("A battle of mine starts"),
        _("“%(title)s” has begun: the first order of %(emperor)s is due by %(deadline)s."), EVERYWHERE, "swords"),
    "turn": Kind(
        _("It is my turn"),
        _("Round %(round)s of “%(title)s” is open: the order of %(emperor)s is due by %(deadline)s."), EVERYWHERE,
        "feather"),
    "late": Kind(
        _("I am about to miss a deadline"),
        _("%(emperor)s has no order yet: round %(round)s of “%(title)s” closes at %(deadline)s."), EVERYWHERE,
        "hourglass"),
    "asleep": Kind(
        _("My seat has fallen asleep"),
        _("%(emperor)s has fallen asleep in “%(title)s”: rounds do not wait for it until you give an order."),
        EVERYWHERE, "bed"),
    "leave": Kind(
        _("Leave is taken for me"),
        _("You were late in “%(title)s”: as you wished, your dynasty is on leave until %(deadline)s."), EVERYWHERE,
        "hourglass"),
    "stand_in": Kind(
        _("Somebody else leads my seat"),
        _("%(dynasty)s leads %(emperor)s in “%(title)s” until you give an order."), EVERYWHERE, "users"),
    "led": Kind(
        _("A seat that I lead for another needs an order"),
        _("Round %(round)s of “%(title)s” is open: %(emperor)s, whom you lead, needs an order by %(deadline)s."),
        EVERYWHERE, "feather"),
    "vote": Kind(
        _("A vote at the table of my battle"), _("The players of “%(title)s” are voting."), EVERYWHERE, "users"),
    "ended": Kind(_("A battle of mine has ended"), _("“%(title)s” is over."), (PAGE, PUSH), "trophy"),
    "offer": Kind(
        _("Offers on the market"), _("%(dynasty)s offers you %(gives)s for %(asks)s."), EVERYWHERE, "hand-coins"),
    "whispers": Kind(
        _("An emperor of mine is about to lose reputation"),
        _("%(emperor)s has not fought for long: unless it does, it loses %(points)s of its reputation on %(on)s."),
        (PAGE, MAIL), "feather"),
    "invited": Kind(
        _("I am invited to a tournament"),
        _("%(dynasty)s invites you to “%(title)s”, which starts at %(deadline)s."), EVERYWHERE, "scroll-text"),
    "seat": Kind(
        _("A seat that I wait for"), _("%(emperor)s has moved up from the line to a seat in “%(title)s”."), EVERYWHERE,
        "hourglass"),
    "recurring": Kind(
        _("A recurring tournament of mine could not be announced"),
        _("“%(title)s” could not be announced this time: %(why)s"), (PAGE, MAIL), "clock"),
    "table": Kind(
        _("My table in a series is drawn"),
        _("Round %(round)s of the series “%(title)s” is drawn: %(emperor)s has a seat, and it starts at %(deadline)s."),
        EVERYWHERE, "swords"),
    "championship": Kind(
        _("The championship of the world"), _("%(dynasty)s is champion of the world."), EVERYWHERE, "crown"),
    "test": Kind(_("A test"), _("This is a test: notices reach this browser."), (PUSH,), "bell", choice=False),
}  # fmt: skip

VARIANTS = {
    "ended.won": _("%(emperor)s has won “%(title)s”."),
    "ended.draw": _("“%(title)s” ended in a draw, which %(emperor)s shares."),
    "ended.lost": _("“%(title)s” is over: %(emperor)s did not win."),
    "ended.bets": _("“%(title)s” is over, and your bets are settled."),
    "ended.cancelled": _("“%(title)s” does not take place. Everything that was paid or bet has been given back."),
    "seat.passed": _("There was a seat for %(emperor)s in “%(title)s”, but it could not take it: %(why)s"),
    "recurring.stopped": _("“%(title)s” could not be announced three times in a row, and recurs no more: %(why)s"),
    "table.absent": _("Round %(round)s of the series “%(title)s” is drawn, but your emperor has no seat: %(why)s"),
    "table.bye": _("Round %(round)s of the series “%(title)s” is drawn: you pass it without a battle."),
    "stand_in.computer": _("A computer player leads %(emperor)s in “%(title)s” until you give an order."),
    "vote.draw": _("A draw is offered in “%(title)s”: it ends so if all agree before the round closes."),
    "vote.pause": _("A player of “%(title)s” asks for a pause: two thirds of you decide."),
    "vote.resume": _("A player of “%(title)s” wishes to go on before the pause is over: all of you decide."),
    "offer.accepted": _("%(dynasty)s accepted your offer: %(gives)s for %(asks)s."),
    "offer.withdrawn": _("%(dynasty)s withdrew its offer: %(gives)s for %(asks)s."),
    "offer.lapsed": _("Your offer lapsed: %(gives)s for %(asks)s."),
    "championship.lost": _("%(dynasty)s lost the championship of the world to %(other)s."),
    "championship.nobody": _("%(dynasty)s lost the championship of the world; nobody holds it."),
}

CHOICES = tuple(name for name, kind in KINDS.items() if kind.choice)


def defaults() -> dict[str, list[str]]:
    """Where each kind is told unless the dynasty chose otherwise."""
    return {name: list(KINDS[name].channels) for name in CHOICES}


class Facts(dict[str, Any]):
    """The facts in words; a fact that was never told is a dash and no error."""

    def __missing__(self, name: str) -> str:
        return "–"


def sentence(kind: str, facts: Mapping[str, Any]) -> str:
    """What there is to tell, in the language and the time zone of this moment."""
    template = VARIANTS.get(f"{kind}.{facts.get('result')}") or KINDS[kind].sentence
    return str(template) % in_words(facts)


def in_words(facts: Mapping[str, Any]) -> Facts:
    """Facts as people read them: moments in their time zone, the world's own titles in their language."""
    told = Facts({name: IN_WORDS.get(name, str)(value) for name, value in facts.items()})
    if facts.get("world"):
        told["title"] = gettext(str(facts.get("title", "")))
    return told


def moment(text: Any) -> str:
    """A moment as it is written in ISO 8601, as people read it."""
    return formats.date_format(timezone.localtime(datetime.fromisoformat(str(text))), "SHORT_DATETIME_FORMAT")


def day(text: Any) -> str:
    return formats.date_format(timezone.localtime(datetime.fromisoformat(str(text))), "DATE_FORMAT")


def basket(things: Any) -> str:
    """[["gold", 5], …] or words as they are."""
    if isinstance(things, str):
        return things
    pairs = things.items() if isinstance(things, Mapping) else things
    return ", ".join(f"{amount} {assets.name(asset)}" for asset, amount in pairs) or "–"


IN_WORDS: dict[str, Callable[[Any], str]] = {"deadline": moment, "on": day, "gives": basket, "asks": basket}
