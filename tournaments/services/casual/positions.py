"""Playing on from a round of a battle that is over, as a casual battle against computer players."""

import hashlib
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from battlefield import positions as drawn_positions
from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from tournaments.models import StartPosition, Tournament
from tournaments.selectors import positions, reviews
from tournaments.services.casual import battles
from tournaments.services.casual.battles import Setup

UNUSED_AFTER = timedelta(days=40)
"""How long a position stays after somebody played on from it last: longer than any battle on it may wait."""
BATCH_SIZE = 100


@service
def play_on(
    *,
    tournament: Tournament,
    number: int,
    seat: str,
    level: str,
    token: str,
    address: str,
    dynasty: Dynasty | None = None,
) -> Tournament:
    """Create a casual battle that opens as another stood before a round: one person, computers of a level.

    `dynasty`: the player's, where there is one. The battle counts in nobody's records.
    """
    if not reviews.is_reviewable(tournament):
        raise DomainError("not_reviewable", _("You can play on only from battles on a board that are over."))
    battle = positions.find_battle(tournament, number)
    if battle is None:
        raise DomainError("no_such_round", _("You cannot play on from this round. Choose another one."))
    if seat not in battle.to_act:
        raise DomainError("no_such_seat", _("This player has no Emperor left in this round. Choose another seat."))
    position = save_position(tournament, number, drawn_positions.write(battle))
    setup = Setup(
        field=positions.get_field_name(position),
        rules=tournament.rules,
        computers=len(drawn_positions.restart(battle).seats) - 1,
        level=level,
        places=(seat,),
    )
    return battles.create(setup=setup, token=token, address=address, dynasty=dynasty)


def save_position(tournament: Tournament, number: int, drawing: str) -> StartPosition:
    """Return the row of a position, made where nobody has played on from it before."""
    digest = hashlib.sha256(f"{tournament.code} {number} {drawing}".encode()).hexdigest()
    played = positions.find_position(tournament.field)
    made = {
        "drawing": drawing,
        "field": played.field if played else tournament.field,
        "source": tournament.code,
        "number": number,
        "used_at": clock.now(),
    }
    position, is_new = StartPosition.objects.get_or_create(digest=digest, defaults=made)
    if not is_new:
        StartPosition.objects.filter(pk=position.pk).update(used_at=made["used_at"])
    return position


def forget_unused() -> int:
    """Forget positions that nobody played on from for long and on which no battle stands; return how many."""
    before = clock.now() - UNUSED_AFTER
    old = StartPosition.objects.filter(used_at__lt=before).order_by("used_at")[:BATCH_SIZE]
    fields = {positions.get_field_name(each): each.pk for each in old}
    played = set(Tournament.objects.filter(field__in=fields).values_list("field", flat=True)) if fields else set()
    return sum(forget_if_unused(pk) for field, pk in fields.items() if field not in played)


@service
def forget_if_unused(pk: int) -> int:
    """Forget a position unless somebody has played on from it meanwhile."""
    return StartPosition.objects.filter(pk=pk, used_at__lt=clock.now() - UNUSED_AFTER).delete()[0]
