"""Retention: anonymise training battles and delete old battles without players."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from core import clock
from core.transactions import service
from dynasty.models import BattleResult, CondensedDay, Dynasty, Mention, Offer, Stream
from dynasty.services import chronicle, search_index
from tournaments.domain.tournament_types import list_free_types
from tournaments.models import Bet, Entry, Presence, Tournament
from tournaments.services import chat

MAX_HOUSE_BATTLES = 40
HOUSE_BATTLE_AGE = timedelta(days=1)
HOUSE_EVENT_AGE = timedelta(days=30)
HOUSE_OFFER_AGE = timedelta(days=90)
TRAINING_AGE = timedelta(days=7)
BATCH_SIZE = 100  # tournaments deleted in one run
EVENT_BATCH_SIZE = 2_000  # events of a house erased in one run
FORGOTTEN_KINDS = (
    "entered",
    "withdrew",
    "called_off",
    "fought",
    "reputation",
    "wealth",
    "attended",
    "bet",
    "bet_settled",
    "chest",
    "offer",
)
"""The kinds of events that are not kept for good where they concern houses alone."""


def anonymise(tournament: Tournament) -> None:
    """Remove the players' identities from a training battle; its seats and orders stay.

    Runs in the transaction that ends the battle.
    """
    if tournament.casual:
        return  # its names are nobody's, and go with it
    people = Entry.objects.filter(tournament=tournament).exclude(dynasty__house=True)
    people.update(dynasty=None, emperor=None, name="")
    Presence.objects.filter(tournament=tournament).delete()
    chat.delete_messages(tournament)


def forget_old() -> int:
    """Forget old house, cancelled and training battles; return how many were deleted."""
    now = clock.now()
    forgotten = 0
    for found in (query_cancelled(), query_house_battles(now - HOUSE_BATTLE_AGE), query_training(now - TRAINING_AGE)):
        for tournament_id in list(found.values_list("pk", flat=True)[:BATCH_SIZE]):
            forgotten += delete_tournament(tournament_id)
    return forgotten


def forget_house_events() -> int:
    """Erase old events of battles, bets and offers that concern houses alone; return how many there were.

    Foundings, births, deaths, changes of side and reigns stay, and so does everything of days whose transfers were not
    condensed yet: the database erases nothing that is younger.
    """
    last = CondensedDay.objects.order_by("-until").first()
    if last is None:
        return 0
    before, erased = min(last.until, clock.now() - HOUSE_EVENT_AGE), 0
    for house in Dynasty.objects.filter(house=True).order_by("pk"):
        own = Mention.objects.filter(dynasty=house, at__lt=before, kind__in=FORGOTTEN_KINDS).order_by("at")
        events = set(own.values_list("event_id", flat=True)[:EVENT_BATCH_SIZE])
        shared = Mention.objects.filter(event__in=events, dynasty__house=False).values_list("event_id", flat=True)
        erased += erase_events(events - set(shared))
    return erased


@service
def forget_house_results() -> int:
    """Delete old results of battles among houses that were forgotten; return how many there were.

    So their careers tell of the last month, and of every battle with a person.
    """
    there = Tournament.objects.filter(code=OuterRef("place"))
    old = BattleResult.objects.filter(dynasty__house=True, at__lt=clock.now() - HOUSE_EVENT_AGE)
    return old.filter(~Exists(there)).delete()[0]


@service
def erase_events(events: Collection[int]) -> int:
    """Erase these events; return how many there were."""
    return chronicle.erase_events_of_houses(events) if events else 0


@service
def forget_house_offers() -> int:
    """Delete old offers among houses, which no price is shown of any more; return how many there were."""
    old = Offer.objects.filter(giver__house=True, captive=None, ended_at__lt=clock.now() - HOUSE_OFFER_AGE)
    alone = old.filter(Q(taker=None) | Q(taker__house=True), Q(to=None) | Q(to__house=True))
    rows = list(alone.order_by("ended_at").values_list("pk", flat=True)[:BATCH_SIZE])
    Offer.objects.filter(pk__in=rows).delete()
    return len(rows)


def query_without_people() -> QuerySet[Tournament]:
    """Return the query of the treasury's own tournaments that concern no dynasty but those of the site."""
    own = Entry.objects.filter(tournament=OuterRef("pk")).exclude(dynasty__house=True)
    bet = Bet.objects.filter(tournament=OuterRef("pk"), dynasty__house=False)
    return Tournament.objects.filter(~Exists(own), ~Exists(bet), organiser=None, casual=False)


def query_house_battles(before: datetime) -> QuerySet[Tournament]:
    """Return the query of battles among houses that ended before this moment and are not among the newest."""
    finished = query_without_people().filter(status=Tournament.Status.FINISHED).order_by("-ended_at", "-pk")
    newest = list(finished.values_list("pk", flat=True)[:MAX_HOUSE_BATTLES])
    return finished.filter(ended_at__lt=before).exclude(pk__in=newest)


def query_cancelled() -> QuerySet[Tournament]:
    """Return the query of the treasury's own tournaments that were cancelled."""
    return query_without_people().filter(status=Tournament.Status.CANCELLED)


def query_training(before: datetime) -> QuerySet[Tournament]:
    """Return the query of casual and training battles that ended before this moment."""
    over = Q(status__in=[Tournament.Status.FINISHED, Tournament.Status.CANCELLED], ended_at__lt=before)
    return Tournament.objects.filter(over, Q(type__in=list_free_types()) | Q(casual=True))


@service
def delete_tournament(tournament_id: int) -> int:
    """Delete an ended tournament with all its rows and streams; 1 where it was there."""
    over = [Tournament.Status.FINISHED, Tournament.Status.CANCELLED]
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id, status__in=over).first()
    if tournament is None:
        return 0
    named = [f"{what}:{tournament.code}" for what in ("battle", "talk", "table")]
    Stream.objects.filter(Q(name__in=named) | Q(name__startswith=f"seat:{tournament.code}:")).delete()
    tournament.delete()
    search_index.remove("battle", [tournament.code])
    return 1
