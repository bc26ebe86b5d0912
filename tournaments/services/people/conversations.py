"""Writing to one dynasty: a first message asks, and the other accepts, declines, or mutes whoever asked."""

from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import FIRST_MESSAGES_A_DAY
from core.transactions import service
from dynasty.models import Dynasty, Notice, SocialSetting, User
from dynasty.services import notifications, social
from tournaments.models import Conversation, Mute, PrivateMessage
from tournaments.selectors.people import conversations as selected
from tournaments.selectors.people import friends
from tournaments.services import chat

DAY = timedelta(days=1)
State = Conversation.State


@service
def write(*, dynasty: Dynasty, to: Dynasty, text: str) -> PrivateMessage:
    """Write to another dynasty. The first message asks; to answer one is to accept.

    Raise DomainError (not_accepted_yet) for a second message before the answer.
    """
    cleaned, now = chat.clean_text(text), clock.now()
    lock_both(dynasty, to)
    check_can_write(dynasty, to, now)
    chat.check_links(dynasty, cleaned)
    chat.check_flood(dynasty, cleaned, now)
    row = selected.find(dynasty, to) or ask(dynasty, to, now)
    if row.state != State.OPEN and row.asker_id == dynasty.pk and row.messages.exists():
        raise DomainError("not_accepted_yet", _("Your first message is not answered yet. You can write more then."))
    if row.asker_id != dynasty.pk:
        row.state = State.OPEN
    unread = "high_unread" if row.low_id == dynasty.pk else "low_unread"
    Conversation.objects.filter(pk=row.pk).update(state=row.state, last_at=now, **{unread: F(unread) + 1})
    message = PrivateMessage.objects.create(conversation=row, dynasty=dynasty, text=cleaned, at=now)
    notify(message, to, asks=row.state == State.ASKED)
    return message


def lock_both(one: Dynasty, other: Dynasty) -> None:
    """Lock two dynasties, so that there is one conversation, and limits hold for two messages at once."""
    list(Dynasty.objects.select_for_update(no_key=True).filter(pk__in=[one.pk, other.pk]).order_by("pk"))


def check_can_write(dynasty: Dynasty, to: Dynasty, now: datetime) -> None:
    """Raise DomainError where these two do not write to each other, or this one may not write at all."""
    if dynasty.pk == to.pk:
        raise DomainError("own_message", _("This is your own dynasty."))
    if dynasty.house or to.house:
        raise DomainError("no_houses", _("House dynasties do not chat."))
    if not User.objects.filter(dynasty=to, is_active=True).exists():
        raise DomainError("no_such_dynasty", _("There is no such dynasty."))
    social.check_no_pupil(dynasty, to)
    chat.check_not_silenced(dynasty, now)
    if Mute.objects.filter(dynasty=dynasty, muted=to).exists():
        raise DomainError("muted_by_you", _("You have muted this dynasty. Unmute it before you write to it."))


def ask(dynasty: Dynasty, to: Dynasty, now: datetime) -> Conversation:
    """Begin a conversation, which the other has to accept. The caller has locked both dynasties."""
    chosen = friends.get_setting(to).first_messages
    by_friends = chosen == SocialSetting.FirstMessages.FRIENDS and friends.are_friends(dynasty, to)
    if chosen != SocialSetting.FirstMessages.EVERYBODY and not by_friends:
        raise DomainError("not_reachable", _("This dynasty does not take first messages from you."))
    latest = Conversation.objects.filter(asker=dynasty, asked_at__gt=now - DAY)
    if latest.count() >= FIRST_MESSAGES_A_DAY:
        raise DomainError(
            "too_many_asked", _("You can write to %(most)s new dynasties a day."), most=FIRST_MESSAGES_A_DAY
        )
    low, high = sorted((dynasty.pk, to.pk))
    return Conversation.objects.create(
        low_id=low, high_id=high, asker=dynasty, state=State.ASKED, asked_at=now, last_at=now
    )


def notify(message: PrivateMessage, to: Dynasty, *, asks: bool) -> None:
    """Notify a dynasty of a message once until it has read it, unless it muted the author."""
    author = message.dynasty
    waiting = Notice.objects.filter(dynasty=to, kind="message", place=author.code, read_at=None)
    if waiting.exists() or Mute.objects.filter(dynasty=to, muted=author).exists():
        return
    facts = {"dynasty": author.name, "result": "asked" if asks else ""}
    notifications.notify(dynasty=to, kind="message", key=f"message:{message.code}", facts=facts, place=author.code)


@service
def accept(*, dynasty: Dynasty, other: Dynasty) -> None:
    """Accept that another dynasty writes; accepted already, nothing happens."""
    row = lock_answerable(dynasty, other)
    Conversation.objects.filter(pk=row.pk).update(state=State.OPEN)


@service
def decline(*, dynasty: Dynasty, other: Dynasty) -> None:
    """Decline what another dynasty asked: it disappears here, and is unanswered there."""
    row = lock_answerable(dynasty, other)
    Conversation.objects.filter(pk=row.pk, state=State.ASKED).update(state=State.DECLINED)
    settle_unread(row, dynasty, other)


@service
def block(*, dynasty: Dynasty, other: Dynasty) -> None:
    """Mute a dynasty that wrote: nothing of it arrives any more, anywhere, and it is not told."""
    chat.mute(dynasty=dynasty, author=other)
    row = selected.find(dynasty, other)
    if row is not None:
        settle_unread(row, dynasty, other)


@service
def mark_read(*, dynasty: Dynasty, other: Dynasty) -> None:
    """Note that a dynasty has read what another wrote."""
    row = selected.find(dynasty, other)
    if row is not None:
        settle_unread(row, dynasty, other)


def lock_answerable(dynasty: Dynasty, other: Dynasty) -> Conversation:
    """Lock a conversation that the other dynasty asked for; raise DomainError where this one does not see any."""
    lock_both(dynasty, other)
    view = selected.find_view(dynasty, other)
    row = selected.find(dynasty, other)
    if view is None or row is None or row.asker_id == dynasty.pk:
        raise DomainError("no_such_conversation", _("Nobody waits for this answer."))
    return row


def settle_unread(row: Conversation, dynasty: Dynasty, other: Dynasty) -> None:
    """Count nothing as unread any more for one of the two."""
    unread = "low_unread" if row.low_id == dynasty.pk else "high_unread"
    Conversation.objects.filter(pk=row.pk).update(**{unread: 0})
    notifications.settle(place=other.code, kinds=("message",), dynasty_id=dynasty.pk)


def forget_dynasty(dynasty: Dynasty) -> None:
    """Delete what a dynasty wrote and what was written to it. Runs in the transaction that deletes its account."""
    Conversation.objects.filter(Q(low=dynasty) | Q(high=dynasty)).delete()
    PrivateMessage.objects.filter(dynasty=dynasty).delete()
    Notice.objects.filter(kind="message", place=dynasty.code).delete()
