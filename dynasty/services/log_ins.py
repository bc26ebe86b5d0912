"""Forgetting log-ins that have ended by themselves, with the address and the browser that each came from."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session

from core import clock
from core.transactions import service

BATCH_SIZE = 5000
GRACE_PERIOD = timedelta(days=1)
"""The age from which a log-in without its session is over; a younger one may be about to get it."""


@service
def delete_expired() -> int:
    """Delete sessions that have expired, and the entries of log-ins whose session is gone; return how many sessions."""
    now = clock.now()
    lapsed = Session.objects.filter(expire_date__lt=now).values_list("pk", flat=True)
    forgotten = Session.objects.filter(pk__in=list(lapsed[:BATCH_SIZE])).delete()[0]
    settled = UserSession.objects.filter(created_at__lt=now - GRACE_PERIOD)
    over = settled.exclude(session_key__in=Session.objects.values("pk"))
    UserSession.objects.filter(pk__in=list(over.values_list("pk", flat=True)[:BATCH_SIZE])).delete()
    return forgotten
