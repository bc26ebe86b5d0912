"""Flipping the table in casual battles: nothing comes of the battle, but a mark beside who did it."""

from datetime import timedelta

from core import clock
from tournaments.models import CasualSeat, TableFlip, Tournament
from tournaments.selectors.casual_battles import FLIPS_SHOWN


def record_flip(*, tournament: Tournament, seat: str) -> None:
    """Remember that the player of a seat flipped the table; those of long ago are forgotten."""
    key = CasualSeat.objects.filter(tournament=tournament, seat=seat).values_list("key", flat=True).first()
    if tournament.casual and key:
        TableFlip.objects.create(key=key, flipped_at=clock.now())
    TableFlip.objects.filter(flipped_at__lt=clock.now() - FLIPS_SHOWN - timedelta(days=1)).delete()
