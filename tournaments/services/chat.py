"""Talking around a battle: saying something, hearing somebody no more, and reporting what is wrong."""

import difflib
import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import MAX_MUTED, MESSAGE_LENGTH, MESSAGES_A_MINUTE, REPORTS_A_DAY, SIMILAR_MESSAGES
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.selectors import dynasties
from dynasty.services import event_streams
from dynasty.services.clubs.pupils import check_may_write
from tournaments.models import Message, Mute, PrivateMessage, Report, Tournament
from tournaments.selectors import chat, hidden_names

MINUTE = timedelta(minutes=1)
CONTEXT_LINES = 5  # lines before and after a reported one
SIMILARITY = 0.85  # from which two messages are similar, 1 being the same
JOINER, VARIANTS = "\u200d", ("\ufe0e", "\ufe0f")  # what holds signs of several parts together
ENDINGS = "com|net|org|io|gg|ru|xyz|info|me|co|app|dev|site|online|link|top"
ADDRESS = re.compile(rf"https?:|www\.|\b[\w-]+\.(?:{ENDINGS})\b", re.IGNORECASE)
ROOMS = (Message.Room.TABLE, Message.Room.PUBLIC)
"""Those where one speaks to all; between seats see tournaments.services.negotiation.letters."""


@service
def post(*, tournament: Tournament, dynasty: Dynasty, room: str, text: str) -> Message:
    """Say something at the players' table or to everybody; the pages that may hear it are pointed to it."""
    cleaned = clean_text(text)
    tournament = Tournament.objects.get(pk=tournament.pk)  # it may have begun since the caller read it
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)  # so that the limits hold for two at once
    now = clock.now()
    check_can_speak(tournament, dynasty, room, now)
    check_may_write(dynasty)
    check_links(dynasty, cleaned)
    check_flood(dynasty, cleaned, now)
    message = Message.objects.create(tournament=tournament, room=room, dynasty=dynasty, text=cleaned, at=now)
    publish_message(message, "said")
    return message


def clean_text(text: str) -> str:
    """Return the text in normal form, without invisible or piled up characters. Raise DomainError if none is left."""
    cleaned = normalise(text)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in cleaned):
        raise DomainError("nothing_said", _("Write something first."))
    if len(cleaned) > MESSAGE_LENGTH:
        raise DomainError("too_long", _("A message has at most %(most)s characters."), most=MESSAGE_LENGTH)
    return cleaned


def normalise(text: str) -> str:
    """Return a text in normal form, without invisible or piled up characters and empty lines."""
    lines = [" ".join(strip_invisible(line).split()) for line in unicodedata.normalize("NFC", text).splitlines()]
    return "\n".join(line for line in lines if line)


def strip_invisible(line: str) -> str:
    """Remove controls and what turns text around or hides in it; leave at most two marks on a letter."""
    visible, marks = [], 0
    for character in line:
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") and character not in VARIANTS else 0
        if character == "\t" or (marks <= 2 and (category[0] != "C" or character == JOINER)):
            visible.append(character)
    return "".join(visible)


def check_can_speak(tournament: Tournament, dynasty: Dynasty, room: str, now: datetime) -> None:
    """Raise DomainError where there is no such talk, it is over, or this dynasty may not speak in it."""
    if room not in ROOMS or not chat.has_talk(tournament):
        raise DomainError("no_talk", _("There is no such talk."))
    if dynasty.house:
        raise DomainError("no_houses", _("House dynasties do not chat."))
    if not chat.is_open(tournament, now):
        raise DomainError("talk_over", _("This talk is over."))
    if room == Message.Room.TABLE and hidden_names.is_anonymous(tournament):
        sentence = _("Here names are shown at the end: then the players can talk. Until then write from seat to seat.")
        raise DomainError("names_hidden", sentence)
    if room == Message.Room.TABLE and not chat.is_player(tournament, dynasty):
        raise DomainError("not_at_the_table", _("Only players with a seat here can write to the players."))
    if room == Message.Room.PUBLIC and chat.is_fighting(tournament, dynasty):
        sentence = _("You fight here. You can talk to everybody once your seat has fallen or the battle is over.")
        raise DomainError("still_fighting", sentence)
    check_not_silenced(dynasty, now)


def check_not_silenced(dynasty: Dynasty, now: datetime) -> None:
    """Raise DomainError, with the reason and the end, where the staff has silenced a dynasty."""
    silence = chat.find_silence(dynasty, now)
    if silence is None:
        return
    if silence.until is None:
        sentence = _("The staff of this site has silenced your dynasty until it decides otherwise: %(why)s")
        raise DomainError("silenced", sentence, why=silence.reason)
    until = formats.date_format(timezone.localtime(silence.until), "DATETIME_FORMAT")
    sentence = _("The staff of this site has silenced your dynasty until %(until)s: %(why)s")
    raise DomainError("silenced", sentence, until=until, why=silence.reason)


def check_links(dynasty: Dynasty, text: str) -> None:
    """Raise DomainError where a dynasty that others do not know yet writes an address."""
    if ADDRESS.search(text) and not dynasties.has_fought(dynasty):
        raise DomainError(
            "links_off", _("Until your dynasty has fought a serious battle, it cannot send web addresses.")
        )


def check_flood(dynasty: Dynasty, text: str, now: datetime) -> None:
    """Raise DomainError for too many messages in a minute, or too many that are alike in a few seconds."""
    lately = [
        row
        for model in (Message, PrivateMessage)
        for row in model.objects.filter(dynasty=dynasty, at__gt=now - MINUTE).values_list("text", "at")
    ]
    if len(lately) >= MESSAGES_A_MINUTE:
        raise DomainError("too_fast", _("At most %(most)s messages per minute. Wait a little."), most=MESSAGES_A_MINUTE)
    most, seconds = SIMILAR_MESSAGES
    just_now = [earlier for earlier, at in lately if at > now - timedelta(seconds=seconds)]
    if sum(is_similar(earlier, text) for earlier in just_now) >= most - 1:
        raise DomainError("too_alike", _("You just said that."))


def is_similar(one: str, other: str) -> bool:
    """Return whether two messages say nearly the same."""
    first, second = one.casefold(), other.casefold()
    return first == second or difflib.SequenceMatcher(None, first, second).ratio() >= SIMILARITY


def publish_message(message: Message, type: str, key: str = "") -> None:
    """Publish a pointer to the message to those who may read it; they fetch the text, which checks the right again.

    `key`: what tells apart two events of one type about one message.
    """
    for stream in chat.list_streams_of_message(message):
        event_streams.publish_event(stream, f"{type}:{message.code}{key}", type, {})


@service
def mute(*, dynasty: Dynasty, author: Dynasty) -> None:
    """Hear an author no more, anywhere, from now on and back; done already, nothing happens."""
    if dynasty.pk == author.pk:
        raise DomainError("own_message", _("This is your own dynasty."))
    if Mute.objects.filter(dynasty=dynasty).count() >= MAX_MUTED:
        raise DomainError("too_many_muted", _("At most %(most)s dynasties can be muted."), most=MAX_MUTED)
    Mute.objects.get_or_create(dynasty=dynasty, muted=author, defaults={"at": clock.now()})


@service
def unmute(*, dynasty: Dynasty, author: Dynasty) -> None:
    """Hear an author again."""
    Mute.objects.filter(dynasty=dynasty, muted=author).delete()


@service
def report(*, dynasty: Dynasty, message: Message, reason: str) -> Report:
    """Show a message to the staff, with the lines around it; reported already, the old report is returned."""
    key = f"{message.code}:{dynasty.code}"
    existing = Report.objects.filter(key=key).first()
    if existing:
        return existing
    now = clock.now()
    if not chat.can_read_message(message, dynasty) or message.removed_at:
        raise DomainError("no_such_message", _("There is no such message."))
    check_report(dynasty, message.dynasty, reason, now)
    return Report.objects.create(
        message=message,
        about=message.dynasty,
        reporter=dynasty,
        key=key,
        reason=reason,
        title=message.tournament.title,
        context=[describe_line(line, message) for line in get_context(message)],
        at=now,
    )


def check_report(dynasty: Dynasty, author: Dynasty, reason: str, now: datetime) -> None:
    """Raise DomainError for an unknown reason, one's own message, or too many reports."""
    if reason not in Report.Reason.values:
        raise DomainError("unknown_reason", _("Choose what is wrong with the message."))
    if author.pk == dynasty.pk:
        raise DomainError("own_message", _("This is your own dynasty."))
    day = Report.objects.filter(reporter=dynasty, at__gt=now - timedelta(days=1)).exclude(reason=Report.APPEAL)
    if day.count() >= REPORTS_A_DAY:
        raise DomainError("too_many_reports", _("At most %(most)s reports per day."), most=REPORTS_A_DAY)


def get_context(message: Message) -> Sequence[Message]:
    """Return the message with the lines before and after it in the same chat, or among the same seats."""
    same = Message.objects.filter(tournament=message.tournament_id, room=message.room, among=message.among)
    same = same.select_related("dynasty")
    before = list(same.filter(pk__lt=message.pk).order_by("-pk")[:CONTEXT_LINES])[::-1]
    return [*before, message, *same.filter(pk__gt=message.pk).order_by("pk")[:CONTEXT_LINES]]


def describe_line(line: Message | PrivateMessage, reported: Message | PrivateMessage) -> dict[str, object]:
    return {"code": line.code, "dynasty": line.dynasty.code, "name": line.dynasty.name, "text": line.text,
            "at": line.at.isoformat(), "said": line.pk == reported.pk}  # fmt: skip


def delete_messages(tournament: Tournament) -> None:
    """Leave no trace of who talked around a training. Runs in the transaction that ends the battle."""
    Message.objects.filter(tournament=tournament).delete()
