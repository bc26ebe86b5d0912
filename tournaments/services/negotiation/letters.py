"""Writing from one seat of a battle to others."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.transactions import service
from dynasty.models import Dynasty
from dynasty.services.clubs.pupils import check_may_write
from tournaments.models import Message, Tournament
from tournaments.selectors import participation
from tournaments.selectors.negotiation import letters
from tournaments.services import chat


@service
def write(*, tournament: Tournament, dynasty: Dynasty, to: Collection[str], text: str) -> Message:
    """Write from the seat that a dynasty plays to others; the pages that may read it are pointed to it."""
    cleaned = chat.clean_text(text)
    tournament = Tournament.objects.get(pk=tournament.pk)  # it may have ended since the caller read it
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)  # so that the limits hold for two at once
    now = clock.now()
    seat = get_seat(tournament, dynasty)
    check_addressees(tournament, seat, to)
    chat.check_not_silenced(dynasty, now)
    check_may_write(dynasty)
    chat.check_links(dynasty, cleaned)
    chat.check_flood(dynasty, cleaned, now)
    message = Message.objects.create(
        tournament=tournament, room=Message.Room.PARLEY, dynasty=dynasty, text=cleaned, at=now,
        from_seat=seat, among="".join(sorted({seat, *to})),
    )  # fmt: skip
    chat.publish_message(message, "said")
    return message


def get_seat(tournament: Tournament, dynasty: Dynasty) -> str:
    """Return the seat for which a dynasty negotiates. Raise DomainError where there is none, or no negotiation."""
    if not letters.get_mode(tournament):
        raise DomainError("no_talk", _("There is no such talk."))
    if dynasty.house:
        raise DomainError("no_houses", _("House dynasties do not chat."))
    if tournament.status not in letters.FOUGHT_STATUSES:
        raise DomainError("talk_over", _("Players negotiate while the battle is under way."))
    seats = letters.list_seats(tournament, dynasty)
    if not seats:
        raise DomainError("not_at_the_table", _("Only players with a seat here can write to the players."))
    return seats[0]


def check_addressees(tournament: Tournament, seat: str, to: Collection[str]) -> None:
    """Raise DomainError unless a seat writes to one or more others that read it."""
    entries = participation.get_entries(tournament)
    others = [each.seat for each in letters.list_addressees(tournament, seat, entries)]
    if not to or not set(to) <= set(others):
        sentence = _(
            "Choose one or more players whose seat has not fallen, and write while yours has not. Computer players "
            "do not negotiate."
        )
        raise DomainError("no_addressee", sentence)
