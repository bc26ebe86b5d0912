"""Ready words in casual battles: people at several screens say them to each other, and mute whom they like."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import CASUAL_WORDS, CASUAL_WORDS_KEPT
from core.transactions import service
from tournaments.domain import ready_words
from tournaments.models import CasualSeat, CasualWords, Tournament
from tournaments.selectors.casual_battles import CasualBattle
from tournaments.services import locks
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual import seats as casual_seats
from tournaments.services.events import publish_to_seat

FOUGHT = (Tournament.Status.RUNNING, Tournament.Status.HALTED, Tournament.Status.FINISHED)


@service
def say(*, tournament: Tournament, key: str, words: str) -> CasualWords:
    """Say ready words from the seat of a key; the pages of all who hear them are pointed to them."""
    locked = locks.lock(tournament.pk)
    table = check_talk(locked, key)
    if not ready_words.is_offered(words, locked.status == Tournament.Status.FINISHED):
        raise DomainError("unknown_words", _("Choose one of the sentences that stand there."))
    seat, now = table.list_owned_seats(key)[0], clock.now()
    check_pace(locked, seat, words, now)
    row = CasualWords.objects.create(tournament=locked, seat=seat, words=words, at=now)
    latest = CasualWords.objects.filter(tournament=locked).order_by("-pk")[:CASUAL_WORDS_KEPT]
    CasualWords.objects.filter(tournament=locked).exclude(pk__in=list(latest.values_list("pk", flat=True))).delete()
    for hearer in table.seats:
        if hearer.key and seat not in hearer.muted:
            publish_to_seat(locked, hearer.seat, f"words:{row.pk}", "said")
    casual_seats.touch(locked)
    return row


def check_talk(tournament: Tournament, key: str) -> CasualBattle:
    """Return the casual battle in which this key has a seat. Raise DomainError where nothing is said in it."""
    table = casual_orders.check_seated(tournament, key)
    if not table.has_words or tournament.status not in FOUGHT:
        raise DomainError("no_talk", _("There is no such talk."))
    return table


def check_pace(tournament: Tournament, seat: str, words: str, now: datetime) -> None:
    """Raise DomainError for too many ready words of a seat in a minute, or the same twice in a row so soon."""
    most, seconds = CASUAL_WORDS
    since = now - timedelta(seconds=seconds)
    lately = CasualWords.objects.filter(tournament=tournament, seat=seat, at__gt=since).order_by("pk")
    codes = list(lately.values_list("words", flat=True))
    if len(codes) >= most:
        raise DomainError("too_fast", _("At most %(most)s messages per minute. Wait a little."), most=most)
    if codes[-1:] == [words]:
        raise DomainError("too_alike", _("You just said that."))


@service
def mute(*, tournament: Tournament, key: str, seat: str, is_muted: bool) -> None:
    """Read no more what a seat says in this battle, from now on and back; or read it again."""
    locked = locks.lock(tournament.pk)
    table = check_talk(locked, key)
    if seat in table.list_owned_seats(key) or seat not in [each.seat for each in table.seats]:
        raise DomainError("unknown_seat", _("Choose the seat of somebody else."))
    muted = set(table.get_muted(key)) - {seat} | ({seat} if is_muted else set())
    CasualSeat.objects.filter(tournament=locked, key=key).update(muted="".join(sorted(muted)))
