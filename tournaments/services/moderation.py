"""What the staff does about the talk, and for who is locked out: each act is written down with it, with its reason."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.utils.translation import gettext_lazy as _

from dynasty import clock
from dynasty.atomic import atomic
from dynasty.errors import Refused
from dynasty.models import Dynasty, StaffAct, User
from tournaments.models import Message, Report, Silence
from tournaments.services import directing, talk

REASON_LENGTH = (3, 300)


@atomic
def remove(*, user: User, message: Message, reason: str) -> None:
    """Hide a message from everybody; its reports are answered."""
    why = check(user, reason)
    locked = Message.objects.select_for_update(no_key=True).get(pk=message.pk)
    if locked.removed_at is None:
        Message.objects.filter(pk=locked.pk).update(removed_at=clock.now())
        directing.write(locked.tournament, "message_removed", dynasty=locked.dynasty.name, reason=why)
        write(user, "removed", f"message:{locked.code}", {"text": locked.text, "dynasty": locked.dynasty.code}, {}, why)
        talk.point(locked, "removed")
    close(Report.objects.filter(message=message), "removed")


@atomic
def silence(*, user: User, dynasty: Dynasty, reason: str) -> None:
    """Let nobody hear a dynasty any more, and let it say nothing; the reports about it are answered."""
    why = check(user, reason)
    _silence, new = Silence.objects.get_or_create(
        dynasty=dynasty, defaults={"by": user, "reason": why, "since": clock.now()}
    )
    if new:
        write(user, "silenced", f"dynasty:{dynasty.code}", {"silenced": False}, {"silenced": True}, why)
    close(Report.objects.filter(about=dynasty), "silenced")


@atomic
def hear(*, user: User, dynasty: Dynasty, reason: str) -> None:
    """Let a dynasty be heard again."""
    why = check(user, reason)
    if Silence.objects.filter(dynasty=dynasty).delete()[0]:
        write(user, "heard", f"dynasty:{dynasty.code}", {"silenced": True}, {"silenced": False}, why)


@atomic
def dismiss(*, user: User, report: Report, reason: str) -> None:
    """A report that nothing follows from."""
    why = check(user, reason)
    if close(Report.objects.filter(pk=report.pk), "dismissed"):
        write(user, "dismissed", f"report:{report.code}", {"reason": report.reason}, {}, why)


@atomic
def forget_factors(*, user: User, owner: User, reason: str) -> int:
    """Take all second factors from an account whose owner has lost them; how many there were."""
    why = check(user, reason)
    gone = int(Authenticator.objects.filter(user=owner).delete()[0])
    if gone:
        write(user, "factors_forgotten", f"user:{owner.pk}", {"factors": gone}, {}, why)
    return gone


def check(user: User, reason: str) -> str:
    """The reason as it is written down; Refused where there is none, or this user is not of the staff."""
    if not user.is_staff or not user.is_active:
        raise Refused("not_yours", _("Only the staff of this site can do that."))
    why = " ".join(reason.split())
    if not REASON_LENGTH[0] <= len(why) <= REASON_LENGTH[1]:
        raise Refused("unknown_reason", _("Write why, in a few words."))
    return why


def close(reports: Any, outcome: str) -> int:
    return int(reports.filter(closed_at=None).update(closed_at=clock.now(), outcome=outcome))


def write(user: User, act: str, on: str, before: dict[str, Any], after: dict[str, Any], reason: str) -> None:
    """Write an act down, for ever."""
    StaffAct.objects.create(user=user, act=act, object=on, before=before, after=after, reason=reason, at=clock.now())
