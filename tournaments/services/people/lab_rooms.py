"""Opening, changing and forgetting rooms of the lab."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from core import clock, rate_limits, send_queue
from core.errors import DomainError
from core.limits import LAB_ROOM_HOURS, LAB_ROOMS, LAB_ROOMS_OF_ADDRESS
from core.transactions import service
from dynasty.services import event_streams
from tournaments.lab import state
from tournaments.lab.state import Lab
from tournaments.models import LabRoom
from tournaments.selectors.people import lab_rooms as selected

ADDRESS_LIMITS = {rate_limits.MINUTE: LAB_ROOMS_OF_ADDRESS[0], rate_limits.DAY: LAB_ROOMS_OF_ADDRESS[1]}
MAX_TRIES = 5
"""How often a change is made anew on what somebody else changed in the meantime."""
VISIT_STEP = timedelta(minutes=5)
"""How exactly a room knows when somebody was last there."""
BATCH_SIZE = 500  # rooms forgotten in one go


def open_room(*, lab: Lab, address: str) -> LabRoom:
    """Open a room on a lab for somebody at this address."""
    rate_limits.hit("lab_rooms", address, ADDRESS_LIMITS)
    return create(lab=lab)


@service
def create(*, lab: Lab) -> LabRoom:
    """Create a room on a lab; raise DomainError where it is being fought over, or there are too many rooms."""
    selected.check_not_fought_over(lab)
    if LabRoom.objects.count() >= LAB_ROOMS:
        raise DomainError("too_many_rooms", _("There are too many rooms on this site. Try again later."))
    return LabRoom.objects.create(parts=write_checked(lab), visited_at=clock.now())


def change(*, code: str, base: int, is_turn: bool, act: Callable[[Lab], Lab]) -> None:
    """Change the lab of a room as `act` says; `base` is the version that whoever acts has before its eyes.

    A turn (a round played or undone, another position) needs the latest version. Orders and pieces go together with
    those of others; of two for the same seat or tile the later one counts. They need the position that was looked at.
    """
    for _attempt in range(MAX_TRIES):
        room = get_room(code)
        if base != room.version and (is_turn or base < room.turned):
            break
        before = selected.read_lab(room)
        after = act(before)
        if after == before or replace(room=room, lab=after, is_turn=is_turn):
            return
    raise DomainError("lab_changed", _("Somebody else was faster. Look at what has changed, then try again."))


def get_room(code: str) -> LabRoom:
    """Return a room; raise DomainError (no_such_room) where there is none."""
    room = selected.find(code)
    if room is None:
        raise DomainError("no_such_room", _("This room is no longer here: nobody was in it for hours."))
    return room


@service
def replace(*, room: LabRoom, lab: Lab, is_turn: bool) -> bool:
    """Store another lab in a room; return False, and store nothing, where the room was changed since it was read."""
    selected.check_not_fought_over(lab)
    version = room.version + 1
    turned = {"turned": version} if is_turn else {}
    unchanged = LabRoom.objects.filter(pk=room.pk, version=room.version)
    if not unchanged.update(parts=write_checked(lab), version=version, visited_at=clock.now(), **turned):
        return False
    name = selected.name_stream(room.code)
    transaction.on_commit(partial(send_queue.send_later, event_streams.send_pointer, name, version), robust=True)
    return True


def write_checked(lab: Lab) -> dict[str, str]:
    """Return the parts of a lab's address; raise DomainError where no address may hold that lab."""
    parts = state.write_parts(lab)
    state.read(parts)
    return parts


@service
def note_visit(*, code: str) -> None:
    """Note that somebody is in a room."""
    now = clock.now()
    LabRoom.objects.filter(code=code, visited_at__lt=now - VISIT_STEP).update(visited_at=now)


@service
def forget_left() -> int:
    """Delete rooms in which nobody was for hours, at most 500; return how many there were."""
    left = LabRoom.objects.filter(visited_at__lt=clock.now() - timedelta(hours=LAB_ROOM_HOURS)).order_by(
        "visited_at", "pk"
    )
    due = list(left.select_for_update(skip_locked=True).values_list("pk", flat=True)[:BATCH_SIZE])
    return LabRoom.objects.filter(pk__in=due).delete()[0]
