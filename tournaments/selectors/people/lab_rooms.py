"""Rooms of the lab, in which several people look at one position."""

from django.utils.translation import gettext_lazy as _

from core.errors import DomainError
from tournaments.lab import state
from tournaments.lab.state import Lab
from tournaments.models import LabRoom
from tournaments.selectors import evaluations


def find(code: str) -> LabRoom | None:
    """Return a room; None where there is none, or where it was forgotten."""
    return LabRoom.objects.filter(code=code).first()


def name_stream(code: str) -> str:
    """Return the name under which the pages of a room hear that it has changed."""
    return f"lab:{code}"


def read_lab(room: LabRoom) -> Lab:
    """Return the lab of a room; raise DomainError (fought_over) where one of its positions is being fought over.

    This is asked with every look: a battle may have come to the position since.
    """
    lab = state.read(room.parts)
    check_not_fought_over(lab)
    return lab


def check_not_fought_over(lab: Lab) -> None:
    """Raise DomainError where a position of the lab is open in a battle under way."""
    if evaluations.is_under_way(lab.opening, *(played.after for played in lab.rounds)):
        raise DomainError(
            "fought_over",
            _("This position is being fought over right now. You can look at it together once that round is over."),
        )
