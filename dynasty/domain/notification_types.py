"""Types of notifications: the sentence of each, and the channels that it takes by default.

A sentence speaks to its reader as "you". It has named places, filled from the notice's facts; where the facts hold a
`result`, the kind may have a sentence of its own for it (`ended.won`). There is no place for an order in any of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from core import errors
from core.sentences import fill
from dynasty.catalog import assets
from dynasty.domain import event_types, result_text

PAGE, MAIL, PUSH = "page", "mail", "push"
CHANNELS: dict[str, Promise] = {PAGE: _("On the page"), MAIL: _("By e-mail"), PUSH: _("In the browser")}


@dataclass(frozen=True)
class NotificationType:
    name: Promise
    """For the settings."""
    sentence: Promise
    channels: tuple[str, ...]
    """The channels that it takes unless the dynasty chose otherwise."""
    icon: str
    choice: bool = True
    """Whether it can be chosen in the settings."""


ALL_CHANNELS = (PAGE, MAIL, PUSH)
NOTIFICATION_TYPES = {
    "start": NotificationType(
        _("One of my battles starts"),
        _("“%(title)s” has begun: your first order for %(emperor)s is due by %(deadline)s."),
        ALL_CHANNELS,
        "swords",
    ),
    "turn": NotificationType(
        _("It is my turn"),
        _("Round %(round)s of “%(title)s” is open: your order for %(emperor)s is due by %(deadline)s."),
        ALL_CHANNELS,
        "feather",
    ),
    "late": NotificationType(
        _("I am about to miss a deadline"),
        _("You have not sent an order for %(emperor)s yet: round %(round)s of “%(title)s” closes at %(deadline)s."),
        ALL_CHANNELS,
        "hourglass",
    ),
    "asleep": NotificationType(
        _("I missed three rounds"),
        _("You missed three rounds, so “%(title)s” no longer waits for %(emperor)s. Send an order to rejoin."),
        ALL_CHANNELS,
        "bed",
    ),
    "leave": NotificationType(
        _("Vacation is taken for me"),
        _("You missed a deadline in “%(title)s”. As you asked, you are on vacation until %(deadline)s."),
        ALL_CHANNELS,
        "hourglass",
    ),
    "stand_in": NotificationType(
        _("Someone else leads my seat"),
        _("%(dynasty)s leads your Emperor %(emperor)s in “%(title)s” until you send an order."),
        ALL_CHANNELS,
        "users",
    ),
    "led": NotificationType(
        _("A seat that I lead for another player needs an order"),
        _("Round %(round)s of “%(title)s” is open: %(emperor)s, whom you lead, needs your order by %(deadline)s."),
        ALL_CHANNELS,
        "feather",
    ),
    "vote": NotificationType(
        _("A vote in one of my battles"), _("You are asked to vote in “%(title)s”."), ALL_CHANNELS, "users"
    ),
    "halted": NotificationType(
        _("One of my battles is halted"),
        _(
            "Round %(round)s of “%(title)s” could not be resolved. Your orders are kept, and the site tries again by"
            " itself."
        ),
        (PAGE, MAIL),
        "hourglass",
    ),
    "ended": NotificationType(_("One of my battles ended"), _("“%(title)s” is over."), (PAGE, PUSH), "trophy"),
    "bet_seat": NotificationType(
        _("Someone takes a seat that I bet on"),
        _("You bet on seat %(seat)s in “%(title)s”: %(emperor)s of %(dynasty)s has taken it."),
        (PAGE,),
        "hand-coins",
    ),
    "offer": NotificationType(
        _("Offers on the market"), _("%(dynasty)s offers you %(gives)s for %(asks)s."), ALL_CHANNELS, "hand-coins"
    ),
    "whispers": NotificationType(
        _("One of my Emperors is about to lose reputation"),
        _(
            "Your Emperor %(emperor)s has not fought for a long time: without a battle, you lose %(points)s reputation "
            "on %(on)s."
        ),
        (PAGE, MAIL),
        "feather",
    ),
    "invited": NotificationType(
        _("I am invited to a tournament"),
        _("%(dynasty)s invites you to “%(title)s”, which starts at %(deadline)s."),
        ALL_CHANNELS,
        "scroll-text",
    ),
    "message": NotificationType(_("Somebody writes to me"), _("%(dynasty)s wrote to you."), (PAGE, PUSH), "feather"),
    "paired": NotificationType(
        _("I have found an opponent"),
        _("%(other)s plays you: your battle has begun."),
        ALL_CHANNELS,
        "swords",
    ),
    "challenge": NotificationType(
        _("Somebody challenges me"),
        _("%(dynasty)s challenges you to a battle. You can accept until %(deadline)s."),
        ALL_CHANNELS,
        "swords",
    ),
    "seat": NotificationType(
        _("A seat I am waiting for"),
        _("You moved up from the waiting list: your Emperor %(emperor)s has a seat in “%(title)s”."),
        ALL_CHANNELS,
        "hourglass",
    ),
    "recurring": NotificationType(
        _("One of my recurring tournaments could not be announced"),
        _("Your recurring tournament “%(title)s” could not be announced this time: %(why)s"),
        (PAGE, MAIL),
        "clock",
    ),
    "table": NotificationType(
        _("My table in a series is drawn"),
        _(
            "Round %(round)s of the series “%(title)s” is drawn: you have a seat for %(emperor)s, and your battle "
            "starts at %(deadline)s."
        ),
        ALL_CHANNELS,
        "swords",
    ),
    "arena": NotificationType(
        _("News of my arenas"),
        _("The arena “%(title)s” is over: you came in place %(place)s of %(players)s."),
        (PAGE, MAIL),
        "trophy",
    ),
    "club": NotificationType(
        _("News of my clubs"), _("%(dynasty)s wants to join your club “%(title)s”."), ALL_CHANNELS, "users"
    ),
    "series": NotificationType(_("News of my series"), _("The series “%(title)s” is over."), (PAGE, MAIL), "trophy"),
    "moderated": NotificationType(
        _("What the staff decides about me, or about what I reported"),
        _("The staff of this site cancelled “%(title)s”: %(why)s"),
        (PAGE, MAIL),
        "gavel",
        choice=False,
    ),
    "championship": NotificationType(
        _("The championship of the world"), _("You are champion of the world."), ALL_CHANNELS, "crown"
    ),
    "chronicle": NotificationType(
        _("The week in the world chronicle"), _("The week in the world chronicle: %(news)s"), (), "scroll-text"
    ),
    "followed": NotificationType(
        _("News of those whom I follow"),
        _("%(dynasty)s, whom you follow, announces “%(title)s”. It starts at %(deadline)s."),
        (),
        "eye",
    ),
    "hosted": NotificationType(
        _("News of tournaments that I announced"),
        _("“%(title)s” has begun."),
        (),
        "flag",
    ),
    "webhook": NotificationType(
        _("A webhook was switched off"),
        _(
            "Your webhook to %(host)s was switched off: its calls failed again and again. When the other side works,"
            " switch it on again on its page."
        ),
        (PAGE, MAIL),
        "link",
        choice=False,
    ),
    "test": NotificationType(
        _("A test"), _("This is a test: notifications reach this browser."), (PUSH,), "bell", choice=False
    ),
}

BATTLE_TYPES = ("start", "turn", "late", "asleep", "ended")
"""The kinds that tell how one battle goes on for its player: the latest stands for them all."""

VARIANTS = {
    "turn.turn": _(
        "It is your turn in round %(round)s of “%(title)s”: your order for %(emperor)s is due by %(deadline)s."
    ),
    "turn.placing": _("You can place armies for %(emperor)s in “%(title)s” until %(deadline)s."),
    "late.turn": _(
        "You have not sent an order for %(emperor)s yet: your turn in round %(round)s of “%(title)s” ends at "
        "%(deadline)s."
    ),
    "late.placing": _(
        "You have not placed the armies of %(emperor)s yet: the time for it in “%(title)s” ends at %(deadline)s."
    ),
    "led.turn": _(
        "You lead %(emperor)s, whose turn it is in round %(round)s of “%(title)s”: your order is due by %(deadline)s."
    ),
    "led.placing": _("You can place armies for %(emperor)s, whom you lead, in “%(title)s” until %(deadline)s."),
    "ended.won": _("You won “%(title)s” with %(emperor)s."),
    "ended.draw": _("“%(title)s” ended in a draw, and you share it."),
    "ended.lost": _("You lost “%(title)s”: %(winners)s won."),
    "ended.bets": _("“%(title)s” is over: %(winners)s won."),
    "ended.drawn": _("You lost “%(title)s”: it ended in a draw between the others."),
    "ended.bets_drawn": _("“%(title)s” ended in a draw."),
    "ended.cancelled": _("“%(title)s” does not take place. Everything that you paid or bet has been given back."),
    "halted.resumed": _("“%(title)s” goes on after its halt in round %(round)s."),
    "bet_seat.empty": _("“%(title)s” has begun, and nobody took seat %(seat)s: your bet on it has been given back."),
    "paired.guest": _("A guest plays you: your battle has begun."),
    "message.asked": _("%(dynasty)s wants to write to you."),
    "challenge.rematch": _("Your opponent wants a rematch. You can accept until %(deadline)s."),
    "challenge.declined": _("%(dynasty)s declined your challenge."),
    "seat.passed": _("There was a seat for you in “%(title)s”, but %(emperor)s could not take it: %(why)s"),
    "recurring.stopped": _(
        "Your recurring tournament “%(title)s” could not be announced three times in a row, and no longer repeats: "
        "%(why)s"
    ),
    "table.absent": _("Round %(round)s of the series “%(title)s” is drawn, but you have no seat: %(why)s"),
    "table.bye": _("Round %(round)s of the series “%(title)s” is drawn: you pass it without a battle."),
    "table.again": _(
        "Your battle in round %(round)s of the series “%(title)s” is played again: you have a seat for %(emperor)s, "
        "and it starts at %(deadline)s."
    ),
    "arena.called_off": _("The arena “%(title)s” does not take place: its organiser cancelled it."),
    "arena.withdrawn": _("The arena “%(title)s” does not take place: its rules are no longer played on this site."),
    "club.accepted": _("You are a member of the club “%(title)s” now."),
    "club.removed": _("You are no longer a member of the club “%(title)s”."),
    "club.owner": _("The club “%(title)s” belongs to you now."),
    "club.dissolved": _("The club “%(title)s” has been dissolved by its owner."),
    "club.arena": _("%(dynasty)s announced the arena “%(name)s” for your club “%(title)s”. It starts at %(deadline)s."),
    "club.tournament": _(
        "%(dynasty)s announced the tournament “%(name)s” for your club “%(title)s”. It starts at %(deadline)s."
    ),
    "club.series": _(
        "%(dynasty)s announced the series “%(name)s” for your club “%(title)s”. It starts at %(deadline)s."
    ),
    "club.match_asked": _(
        "The club “%(name)s” challenges your club “%(title)s” to a match, which starts at %(deadline)s."
    ),
    "club.match_accepted": _("The club “%(name)s” accepted the match with your club “%(title)s”."),
    "club.match_declined": _("The club “%(name)s” declined the match with your club “%(title)s”."),
    "club.match_off": _("The match of your club “%(title)s” with “%(name)s” does not take place."),
    "club.match_named": _("You play for your club “%(title)s” against “%(name)s”. The match starts at %(deadline)s."),
    "club.match_left": _("%(dynasty)s cannot play in the match of your club “%(title)s” with “%(name)s”."),
    "club.match_won": _("Your club “%(title)s” has won its match with “%(name)s”."),
    "club.match_lost": _("Your club “%(title)s” has lost its match with “%(name)s”."),
    "club.match_drawn": _("The match of your club “%(title)s” with “%(name)s” ended in a draw."),
    "series.abandoned": _("The series “%(title)s” has ended: its organiser has left the site for good."),
    "series.handed_over": _("The organiser of the series “%(title)s” has left for good. The site carries it on."),
    "series.won": _("You won the series “%(title)s”."),
    "series.placed": _("The series “%(title)s” is over: you came in place %(place)s of %(players)s."),
    "series.out": _("The series “%(title)s” is over: you were out in round %(round)s."),
    "series.cancelled": _("The organiser cancelled the series “%(title)s”."),
    "series.too_few": _("Too few dynasties joined the series “%(title)s”, so it does not take place."),
    "series.taken_down": _("The staff of this site cancelled the series “%(title)s”: %(why)s"),
    "moderated.club": _("The staff of this site took the name and the words from your club “%(title)s”: %(why)s"),
    "moderated.study": _("The staff of this site removed your study “%(title)s”: %(why)s"),
    "moderated.dynasty_name": _("The staff of this site took the name “%(name)s” from your dynasty: %(why)s"),
    "moderated.emperor_name": _("The staff of this site took the name “%(name)s” from your Emperor: %(why)s"),
    "moderated.motto": _("The staff of this site took the motto “%(name)s” from your dynasty: %(why)s"),
    "moderated.name_back": _("The staff of this site gave you back “%(name)s”: %(why)s"),
    "moderated.silenced": _("The staff of this site has silenced you until %(deadline)s: %(why)s"),
    "moderated.silenced_for_good": _("The staff of this site has silenced you until it decides otherwise: %(why)s"),
    "moderated.lapsed": _(
        "You can talk again: your silence has ended before the staff looked at what you asked on %(on)s."
    ),
    "moderated.message": _("The staff of this site removed your message “%(text)s”: %(why)s"),
    "moderated.report_removed": _("The staff has removed what you reported on %(on)s. Thank you."),
    "moderated.report_silenced": _("The staff has silenced the author of what you reported on %(on)s. Thank you."),
    "moderated.report_dismissed": _("The staff has looked at what you reported on %(on)s, and leaves it as it is."),
    "moderated.message_back": _("The staff of this site put your message “%(text)s” back: %(why)s"),
    "moderated.study_back": _("The staff of this site put your study “%(title)s” back: %(why)s"),
    "moderated.report_put_back": _("The staff has looked again at what you reported on %(on)s, and has put it back."),
    "moderated.upheld": _("The staff has looked again at what you asked on %(on)s, and stands by it: %(why)s"),
    "moderated.heard": _("You can talk again: %(why)s"),
    "webhook.named": _(
        "Your webhook “%(name)s” (%(host)s) was switched off: its calls failed again and again. When the other side"
        " works, switch it on again on its page."
    ),
    "test.webhook": _("This is a test: the news of your dynasty reaches this address."),
    "stand_in.computer": _("A computer player leads your Emperor %(emperor)s in “%(title)s” until you send an order."),
    "vote.draw": _("You are offered a draw in “%(title)s”: it ends so if all of you agree before the round closes."),
    "vote.pause": _("You are asked for a pause in “%(title)s”: two thirds of its players must agree."),
    "vote.resume": _("You are asked to go on with “%(title)s” before its pause is over: all of you must agree."),
    "offer.captive": _("%(dynasty)s offers you %(captive)s, who was born to your dynasty, for %(asks)s."),
    "offer.captive_first": _(
        "%(dynasty)s offers %(captive)s, who was born to your dynasty, for %(asks)s. Until %(deadline)s only you can"
        " accept."
    ),
    "offer.accepted": _("%(dynasty)s accepted your offer: %(gives)s for %(asks)s."),
    "offer.withdrawn": _("%(dynasty)s withdrew an offer to you: %(gives)s for %(asks)s."),
    "offer.lapsed": _("Your offer lapsed: %(gives)s for %(asks)s."),
    "followed.board": _("%(dynasty)s announces “%(title)s” on %(field)s, which you follow. It starts at %(deadline)s."),
    "followed.news": _("Yesterday, among those whom you follow: %(news)s"),
    "hosted.announced": _("“%(title)s” is announced, and starts at %(deadline)s."),
    "hosted.entered": _("%(dynasty)s has entered “%(title)s”."),
    "hosted.entered_unnamed": _("A dynasty has entered “%(title)s”. You learn its name when the battle is over."),
    "hosted.ended": _("“%(title)s” is over: %(winners)s won."),
    "hosted.drawn": _("“%(title)s” ended in a draw."),
    "hosted.cancelled": _("“%(title)s” does not take place."),
    "championship.lost": _("You lost the championship of the world to %(other)s."),
    "championship.nobody": _("You lost the championship of the world; nobody holds it."),
}

CONFIGURABLE = tuple(name for name, kind in NOTIFICATION_TYPES.items() if kind.choice)


def get_default_channels() -> dict[str, list[str]]:
    """Return the channels of each type for a dynasty that did not choose its own."""
    return {name: list(NOTIFICATION_TYPES[name].channels) for name in CONFIGURABLE}


class Facts(dict[str, Any]):
    """The facts as text; a missing fact is a dash and no error."""

    def __missing__(self, name: str) -> str:
        return "–"


def format_sentence(kind: str, facts: Mapping[str, Any]) -> str:
    """Return the text of a notification in the active language and time zone."""
    template = VARIANTS.get(f"{kind}.{facts.get('result')}") or NOTIFICATION_TYPES[kind].sentence
    return " ".join([fill(str(template), format_facts(facts)), *result_text.list_sentences(facts)])


def format_facts(facts: Mapping[str, Any]) -> Facts:
    """Return facts as text: times in the active time zone, titles of the site's own tournaments translated."""
    formatted = Facts({name: FORMATTERS.get(name, event_types.format_value)(value) for name, value in facts.items()})
    if facts.get("captive"):
        formatted["gives"] = str(facts["captive"])
    if facts.get("world"):
        formatted["title"] = gettext(str(facts.get("title", "")))
    return formatted


def format_moment(text: Any) -> str:
    """Return an ISO 8601 time as text in the active language and time zone; a dash for a blank text."""
    if not text:
        return "–"
    return formats.date_format(timezone.localtime(datetime.fromisoformat(str(text))), "SHORT_DATETIME_FORMAT")


def format_day(text: Any) -> str:
    return formats.date_format(timezone.localtime(datetime.fromisoformat(str(text))), "DATE_FORMAT")


def format_basket(things: Any) -> str:
    """Return a basket, such as [["gold", 5], …], as text; a text is returned as it is."""
    if isinstance(things, str):
        return things
    pairs = things.items() if isinstance(things, Mapping) else things
    return ", ".join(assets.format_amount(amount, asset) for asset, amount in pairs) or "–"


def choose_language(texts: Any) -> str:
    """Return the text in the active language, of a text in each, such as {"en": "…", "es": "…"}."""
    return str(texts.get(get_language() or "", "–")) if isinstance(texts, Mapping) else str(texts)


FORMATTERS: dict[str, Callable[[Any], str]] = {
    "deadline": format_moment,
    "on": format_day,
    "gives": format_basket,
    "asks": format_basket,
    "why": errors.format_facts,
    "news": choose_language,
}
"""What needs words of its own; a reason is a refusal that was kept, or what somebody wrote."""
