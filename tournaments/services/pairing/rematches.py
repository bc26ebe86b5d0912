"""Rematches of people who found or challenged each other: both ask for one, and sit on each other's seats."""

from dataclasses import replace
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from core import clock, rate_limits
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services import notifications
from dynasty.services.notifications import Notification
from tournaments.domain import casual_keys, matchmaking
from tournaments.models import Casual, Entry, Tournament
from tournaments.selectors import casual_players
from tournaments.services import locks
from tournaments.services.casual import battles, between_people
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.between_people import Person

OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@service
def get_or_create_rematch(
    *, tournament: Tournament, token: str, address: str, dynasty: Dynasty | None = None
) -> Tournament:
    """Return the rematch of a casual battle, created by the first who asks for it.

    Between people who found each other, the other is notified, and it begins when both have asked. `dynasty`: in whose
    records a battle against computers counts.
    """
    locked = locks.lock(tournament.pk)
    casual = Casual.objects.select_related("rematch").filter(tournament=locked).first()
    if casual is None or not casual.paired:
        return battles.get_or_create_rematch(tournament=locked, token=token, address=address, dynasty=dynasty)
    mine = battles.get_seats_of_key(locked, casual_keys.hash_token(token))[0]
    if locked.status not in OVER:
        raise DomainError("not_over", _("This battle is not over."))
    players = casual_players.get_dynasties(locked)
    name = Entry.objects.filter(tournament=locked, seat=mine.seat).values_list("name", flat=True).first() or ""
    person = Person(mine.key, players.get(mine.seat), name, mine.emblem)
    if casual.rematch is None:
        casual.rematch = open_rematch(locked, casual, person, mine.seat, address)
        casual.save(update_fields=["rematch"])
        notify_others(casual.rematch, locked, [each for seat, each in players.items() if seat != mine.seat])
    elif not casual.rematch.casual_seats.filter(key=mine.key).exists():
        between_people.sit_down(tournament=locks.lock_announced(casual.rematch.pk), person=person)
    return Tournament.objects.get(pk=casual.rematch.pk)


def open_rematch(before: Tournament, casual: Casual, person: Person, seat: str, address: str) -> Tournament:
    """Create the table of the rematch of a locked battle, and seat who asks for it on the next seat."""
    rate_limits.hit("casual", address, battles.ADDRESS_LIMITS)
    rated = casual_players.get_dynasties(before).keys() == set(casual_seats.list_letters(before))
    setup = replace(battles.build_rematch_setup(before, casual), names=(), emblem=None, places=(), rated=rated)
    return between_people.open_table(
        host=person,
        seat=casual_seats.find_next_seat(before, seat),
        setup=setup,
        network=rate_limits.hash_network(address),
    )


def notify_others(rematch: Tournament, before: Tournament, others: list[Dynasty]) -> None:
    """Notify the dynasties who are asked for a rematch; the page of the battle before leads them to it."""
    wait: timedelta = matchmaking.get_wait(rematch.round_seconds)
    ends_at = clock.now() + wait
    facts = {"result": "rematch", "deadline": ends_at.isoformat()}
    notifications.notify_all(
        Notification(each, "challenge", f"rematch:{rematch.code}", facts, before.code, ends_at) for each in others
    )
