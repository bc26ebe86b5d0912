"""Idempotent requests: the reply is stored in the transaction of the request and repeated for the same key."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core import clock, encryption
from core.errors import DomainError
from core.limits import REPLY_DAYS
from core.transactions import service
from dynasty.models import KeptReply, User

BATCH_SIZE = 5000
PURPOSE = b"emperors: kept replies"
"""Replies are encrypted: one may hold a key to a casual seat, an order, or the salt of one."""


@dataclass(frozen=True)
class Reply:
    """What a program was answered."""

    status: int
    body: str
    """JSON, or nothing."""
    again: bool = False
    """Whether it was answered before and nothing was done now."""


@service
def run_once(*, user: User, key: str, request_hash: str, act: Callable[[], Reply]) -> Reply:
    """Run `act` and store its reply, or return the reply that is stored. Errors are not stored, since they do nothing.

    Of two that come together the second waits at the first one's row, until that is committed or undone.
    """
    row, first = KeptReply.objects.get_or_create(
        user=user, key=key, defaults={"asked": request_hash, "made_at": clock.now()}
    )
    if row.asked != request_hash:
        raise DomainError("key_reused", _("This key was used for another request. Use a new one."))
    if not first:
        return Reply(row.status, decrypt_body(row), again=True)
    reply = act()
    KeptReply.objects.filter(pk=row.pk).update(status=reply.status, body=encryption.encrypt(reply.body, PURPOSE))
    return reply


def decrypt_body(row: KeptReply) -> str:
    """Return the stored reply; raise DomainError if it was encrypted under a key that the site no longer has."""
    try:
        return encryption.decrypt(row.body, PURPOSE)
    except encryption.UnknownKeyError:
        raise DomainError("reply_gone", _("This was done already; its response is no longer kept.")) from None


@service
def delete_old() -> int:
    """Delete replies older than REPLY_DAYS and return how many."""
    old = KeptReply.objects.filter(made_at__lt=clock.now() - timedelta(days=REPLY_DAYS)).values_list("pk", flat=True)
    return KeptReply.objects.filter(pk__in=list(old[:BATCH_SIZE])).delete()[0]
