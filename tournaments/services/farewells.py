"""Leaving for good, as far as tournaments are concerned; the rest is the dynasty's."""

from django.utils.translation import gettext_lazy as _

from dynasty import clock
from dynasty.atomic import atomic
from dynasty.errors import Refused
from dynasty.models import Dynasty, User
from dynasty.selectors import people
from dynasty.services import farewells
from tournaments.models import Invitation, Leave, LeaveBook, Mute, Recurrence, Tournament, Waiting
from tournaments.models.absence import StandIn

Status = Tournament.Status


@atomic
def leave(*, user: User, address: str) -> None:
    """Delete an account, with what it still has to do in tournaments; deleted already, nothing happens."""
    dynasty = people.dynasty_of(user) if user.is_active else None
    if dynasty:
        refuse_bound(dynasty)
        let_go(dynasty)
    farewells.leave(user=user, address=address)


def refuse_bound(dynasty: Dynasty) -> None:
    """Raise Refused while others count on this dynasty."""
    if Tournament.objects.filter(organiser=dynasty, status=Status.ANNOUNCED).exists():
        raise Refused("still_hosting", _("A tournament that you announced has not begun. Call it off, or wait for it."))
    if StandIn.objects.filter(dynasty=dynasty, ended_at=None).exists():
        raise Refused("leads_a_seat", _("You lead somebody else’s seat. Step down first."))


def let_go(dynasty: Dynasty) -> None:
    """End what would go on without its player."""
    Recurrence.objects.filter(organiser=dynasty, stopped_at=None).update(stopped_at=clock.now())
    for model in (Waiting, Invitation, Leave, LeaveBook, Mute):
        model.objects.filter(dynasty=dynasty).delete()
