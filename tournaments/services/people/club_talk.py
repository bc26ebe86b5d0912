"""What the members of a club say to one another."""

from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import CLUB_TALK_DAYS
from core.transactions import service
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.services.clubs.pupils import check_may_write
from tournaments.models import PrivateMessage
from tournaments.services import chat

BATCH_SIZE = 1_000


@service
def post(*, club: Club, dynasty: Dynasty, text: str) -> PrivateMessage:
    """Say something to the members of one's club."""
    cleaned, now = chat.clean_text(text), clock.now()
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)  # so that the limits hold for two at once
    of_club = ClubMember.objects.filter(club=club, dynasty=dynasty, club__dissolved_at=None)
    if not of_club.filter(club__kind=Club.Kind.CLUB).exists():
        raise DomainError("members_only", _("Only members of this club can write here."))
    chat.check_not_silenced(dynasty, now)
    check_may_write(dynasty)
    chat.check_links(dynasty, cleaned)
    chat.check_flood(dynasty, cleaned, now)
    return PrivateMessage.objects.create(club=club, dynasty=dynasty, text=cleaned, at=now)


@service
def forget_old() -> int:
    """Delete what was said in clubs long ago, or in those that are dissolved; return how many messages went."""
    old = Q(at__lt=clock.now() - timedelta(days=CLUB_TALK_DAYS)) | Q(club__dissolved_at__isnull=False)
    gone = PrivateMessage.objects.filter(old).exclude(club=None).order_by("pk").values_list("pk", flat=True)
    _rows, by_table = PrivateMessage.objects.filter(pk__in=list(gone[:BATCH_SIZE])).delete()
    return by_table.get("tournaments.PrivateMessage", 0)
