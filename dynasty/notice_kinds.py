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

from dynasty import assets, ending_words, errors, kinds

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
        _("One of my battles starts"),
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
        _("I missed three rounds"),
        _("You missed three rounds, so “%(title)s” no longer waits for %(emperor)s. Send an order to rejoin."),
        EVERYWHERE, "bed"),
    "leave": Kind(
        _("Vacation is taken for me"),
        _("You were late in “%(title)s”: as you chose, your dynasty is on vacation until %(deadline)s."), EVERYWHERE,
        "hourglass"),
    "stand_in": Kind(
        _("Someone else leads my seat"),
        _("%(dynasty)s leads %(emperor)s in “%(title)s” until you give an order."), EVERYWHERE, "users"),
    "led": Kind(
        _("A seat that I lead for another player needs an order"),
        _("Round %(round)s of “%(title)s” is open: %(emperor)s, whom you lead, needs an order by %(deadline)s."),
        EVERYWHERE, "feather"),
    "vote": Kind(
        _("A vote in one of my battles"), _("The players of “%(title)s” are voting."), EVERYWHERE, "users"),
    "halted": Kind(
        _("One of my battles is halted"),
        _("Round %(round)s of “%(title)s” could not be resolved. All orders are kept, and the site tries again by"
          " itself."),
        (PAGE, MAIL), "hourglass"),
    "ended": Kind(_("One of my battles ended"), _("“%(title)s” is over."), (PAGE, PUSH), "trophy"),
    "bet_seat": Kind(
        _("Who takes a seat that I bet on"),
        _("%(emperor)s of %(dynasty)s has taken seat %(seat)s in “%(title)s”, on which you bet."), (PAGE,),
        "hand-coins"),
    "offer": Kind(
        _("Offers on the market"), _("%(dynasty)s offers you %(gives)s for %(asks)s."), EVERYWHERE, "hand-coins"),
    "whispers": Kind(
        _("One of my Emperors is about to lose reputation"),
        _("%(emperor)s has not fought for a long time: without a battle, %(points)s reputation will be lost "
            "on %(on)s."),
        (PAGE, MAIL), "feather"),
    "invited": Kind(
        _("I am invited to a tournament"),
        _("%(dynasty)s invites you to “%(title)s”, which starts at %(deadline)s."), EVERYWHERE, "scroll-text"),
    "seat": Kind(
        _("A seat I am waiting for"), _("%(emperor)s moved up from the waiting list to a seat in "
            "“%(title)s”."), EVERYWHERE,
        "hourglass"),
    "recurring": Kind(
        _("One of my recurring tournaments could not be announced"),
        _("“%(title)s” could not be announced this time: %(why)s"), (PAGE, MAIL), "clock"),
    "table": Kind(
        _("My table in a series is drawn"),
        _("Round %(round)s of the series “%(title)s” is drawn: %(emperor)s has a seat, and it starts at %(deadline)s."),
        EVERYWHERE, "swords"),
    "series": Kind(
        _("What becomes of a series that I am in"), _("The series “%(title)s” is over."), (PAGE, MAIL), "trophy"),
    "moderated": Kind(
        _("What the staff decides about me"), _("The staff of this site called off “%(title)s”: %(why)s"),
        (PAGE, MAIL), "gavel", choice=False),
    "championship": Kind(
        _("The championship of the world"), _("%(dynasty)s is champion of the world."), EVERYWHERE, "crown"),
    "test": Kind(_("A test"), _("This is a test: notices reach this browser."), (PUSH,), "bell", choice=False),
}  # fmt: skip

OF_ONE_BATTLE = ("start", "turn", "late", "asleep", "ended")
"""The kinds that tell how one battle goes on for its player: the latest stands for them all."""

VARIANTS = {
    "turn.turn": _(
        "It is the turn of %(emperor)s in round %(round)s of “%(title)s”: the order is due by %(deadline)s."),
    "turn.placing": _("%(emperor)s can place armies in “%(title)s” until %(deadline)s."),
    "late.turn": _("%(emperor)s has no order yet: the turn in round %(round)s of “%(title)s” ends at %(deadline)s."),
    "late.placing": _("%(emperor)s has placed no armies yet: the time for it in “%(title)s” ends at %(deadline)s."),
    "led.turn": _(
        "It is the turn of %(emperor)s, whom you lead, in round %(round)s of “%(title)s”: the order is due by "
        "%(deadline)s."),
    "led.placing": _("%(emperor)s, whom you lead, can place armies in “%(title)s” until %(deadline)s."),
    "ended.won": _("%(emperor)s has won “%(title)s”."),
    "ended.draw": _("“%(title)s” ended in a draw, which %(emperor)s shares."),
    "ended.lost": _("“%(title)s” is over: %(winners)s won, and %(emperor)s did not."),
    "ended.bets": _("“%(title)s” is over: %(winners)s won."),
    "ended.drawn": _("“%(title)s” ended in a draw, without %(emperor)s."),
    "ended.bets_drawn": _("“%(title)s” ended in a draw."),
    "ended.cancelled": _("“%(title)s” does not take place. Everything that was paid or bet has been given back."),
    "halted.resumed": _("“%(title)s” goes on after its halt in round %(round)s."),
    "bet_seat.empty": _("“%(title)s” has begun, and nobody took seat %(seat)s: what you bet on it is yours again."),
    "seat.passed": _("There was a seat for %(emperor)s in “%(title)s”, but it could not take it: %(why)s"),
    "recurring.stopped": _("“%(title)s” could not be announced three times in a row, and no longer repeats: %(why)s"),
    "table.absent": _("Round %(round)s of the series “%(title)s” is drawn, but your emperor has no seat: %(why)s"),
    "table.bye": _("Round %(round)s of the series “%(title)s” is drawn: you pass it without a battle."),
    "table.again": _(
        "Round %(round)s of the series “%(title)s” is played again at your table: %(emperor)s has a seat, and it "
        "starts at %(deadline)s."
    ),
    "series.abandoned": _("The series “%(title)s” has ended: its organiser has left the site for good."),
    "series.handed_over": _("The organiser of the series “%(title)s” has left for good. The site carries it on."),
    "series.taken_down": _("The staff of this site called off the series “%(title)s”: %(why)s"),
    "moderated.silenced": _("The staff of this site has silenced your dynasty until %(deadline)s: %(why)s"),
    "moderated.silenced_for_good": _(
        "The staff of this site has silenced your dynasty until it decides otherwise: %(why)s"
    ),
    "moderated.heard": _("Your dynasty may talk again: %(why)s"),
    "stand_in.computer": _("A computer player leads %(emperor)s in “%(title)s” until you send an order."),
    "vote.draw": _("A draw is offered in “%(title)s”: it ends so if all agree before the round closes."),
    "vote.pause": _("A player in “%(title)s” asks for a pause: it needs two thirds of you."),
    "vote.resume": _("A player in “%(title)s” wants to go on before the pause is over: all of you must agree."),
    "offer.accepted": _("%(dynasty)s accepted your offer: %(gives)s for %(asks)s."),
    "offer.withdrawn": _("%(dynasty)s withdrew an offer: %(gives)s for %(asks)s."),
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
    return " ".join([str(template) % in_words(facts), *ending_words.sentences(facts)])


def in_words(facts: Mapping[str, Any]) -> Facts:
    """Facts as people read them: moments in their time zone, the world's own titles in their language."""
    told = Facts({name: IN_WORDS.get(name, kinds.as_people_read_it)(value) for name, value in facts.items()})
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
    return ", ".join(assets.so_many(amount, asset) for asset, amount in pairs) or "–"


IN_WORDS: dict[str, Callable[[Any], str]] = {
    "deadline": moment, "on": day, "gives": basket, "asks": basket, "why": errors.in_words,
}  # fmt: skip
"""What needs words of its own; a reason is a refusal that was kept, or what somebody wrote."""
