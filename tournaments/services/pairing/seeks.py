"""Looking for an opponent: beginning, going on and ending a search, and pairing those who search."""

import logging
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core import clock, rate_limits
from core.errors import DomainError
from core.limits import CASUAL_PLAYED_OF_NETWORK, SEEKS_OF_ADDRESS, SEEKS_OF_NETWORK
from core.prepared_statements import PreparedUpdate
from core.run_safely import run_together
from core.transactions import service
from dynasty.domain import skill
from dynasty.models import Dynasty, Stream
from dynasty.selectors import ratings
from dynasty.services import event_streams
from dynasty.services.event_streams import NewEvent
from tournaments.domain import matchmaking
from tournaments.domain.matchmaking import GROUNDS, PACES, Ground
from tournaments.domain.timeliness import SEARCHES, check_search
from tournaments.models import CasualPlayer, Entry, Mute, Seek, Tournament
from tournaments.selectors import casual_battles, timeliness
from tournaments.selectors import seeks as selected
from tournaments.services.casual import between_people
from tournaments.services.casual import seats as casual_seats
from tournaments.services.casual.between_people import TOGETHER, Person, Table

ADDRESS_LIMITS = {rate_limits.MINUTE: SEEKS_OF_ADDRESS[0], rate_limits.DAY: SEEKS_OF_ADDRESS[1]}
SWEEP_SECONDS = 2.0
"""After which the pairs that are left wait for the next sweep, so that no round waits long for them."""
BATCH_SIZE = 500  # searches forgotten in one go
LEAVING_TIME = timedelta(seconds=10)
"""How long a search goes on after its page was closed: the page may have been loaded again."""
UPDATE_FOUND = PreparedUpdate(Seek, "tournament", "ends_at")
log = logging.getLogger(__name__)


def seek(*, person: Person, family: str, field: str, pace: str, address: str, asks: str = "") -> Seek:
    """Begin to look for an opponent, and pair at once where somebody fits who waits already."""
    rate_limits.hit("seek", address, ADDRESS_LIMITS)
    network = rate_limits.hash_network(address)
    made = create(person=person, family=family, field=field, pace=pace, network=network, asks=asks)
    find_opponent(made.pk)
    return Seek.objects.get(pk=made.pk)


@service
def create(*, person: Person, family: str, field: str, pace: str, network: str, asks: str = "") -> Seek:
    """Begin to look for an opponent; what this browser or dynasty looked for before ends, unless it is the same."""
    check_choice(family, field, pace, asks)
    now, before = clock.now(), lock_open(person)
    for each in before:
        same = (each.key, each.family, each.field, each.pace, each.asks) == (person.key, family, field, pace, asks)
        if same and each.ends_at > now:
            return each
    check_capacity(network)
    end_all(before)
    made = build(person, family, field, pace, network, now, asks=asks)
    Seek.objects.bulk_create([made], ignore_conflicts=True)  # the same browser may ask twice at once
    return selected.query_of(person.key, person.dynasty).latest("pk")


def build(person: Person, family: str, field: str, pace: str, network: str, now: datetime, *, asks: str = "") -> Seek:
    """Return a search that is not stored yet."""
    return Seek(
        key=person.key,
        dynasty=person.dynasty,
        family=family,
        field=field,
        pace=pace,
        rating=get_rating(person.dynasty, family, pace),
        asks=asks,
        in_time=timeliness.get_percent(person.dynasty, selected.get_ladder_pace(pace)),
        network=network,
        sought_at=now,
        ends_at=now + PACES[pace].stays,
    )


def check_choice(family: str, field: str, pace: str, asks: str) -> None:
    """Raise DomainError unless family, battlefield, pace and what is asked are among those that are offered."""
    ground = GROUNDS.get(field)
    if family not in skill.FAMILIES or pace not in PACES or (field and (ground is None or ground.family != family)):
        raise DomainError("bad_seek", _("Choose a battlefield and a pace from the lists."))
    if asks not in SEARCHES:
        raise DomainError("bad_seek", _("Choose from the list whom you want to meet."))


def check_capacity(network: str) -> None:
    """Raise DomainError where as many search, or play, from one network as can."""
    waiting = selected.query_open().filter(network=network).count()
    if waiting >= SEEKS_OF_NETWORK or casual_battles.count_live(network) >= CASUAL_PLAYED_OF_NETWORK:
        raise DomainError(
            "too_many_battles", _("Too many people play from your network right now. Try again in a while.")
        )


def get_rating(dynasty: Dynasty | None, family: str, pace: str) -> float:
    """Return the skill with which somebody searches: of a guest or newcomer, the one that everybody begins with."""
    if dynasty is None:
        return skill.START
    skills = ratings.get_skills([dynasty.pk], family, selected.get_ladder_pace(pace))
    return skills.get(dynasty.pk, skill.Skill()).rating


def lock_open(person: Person) -> list[Seek]:
    """Lock the open searches of a browser and its dynasty, in the order of their ids."""
    return list(selected.query_of(person.key, person.dynasty).select_for_update().order_by("pk"))


def end_all(seeks: list[Seek]) -> int:
    """Delete locked searches with their streams; return how many there were."""
    Stream.objects.filter(name__in=[selected.name_stream(each) for each in seeks]).delete()
    return Seek.objects.filter(pk__in=[each.pk for each in seeks], tournament=None).delete()[0]


@service
def cancel(*, person: Person) -> int:
    """Stop looking for an opponent; return 1 if a search went on."""
    return end_all(lock_open(person))


@service
def renew(*, person: Person, leaving: bool = False) -> int:
    """Note that the page of a search is open, or that it was closed; return 1 if the search goes on."""
    now, renewed = clock.now(), 0
    for each in lock_open(person):
        pace = PACES[each.pace]
        if pace.needs_page and each.ends_at > now:
            ends_at = now + (pace.stays if not leaving else LEAVING_TIME)
            renewed += Seek.objects.filter(pk=each.pk).update(ends_at=ends_at)
    return renewed


def find_opponent(pk: int) -> Tournament | None:
    """Pair a search with whoever has waited longest of those that fit; None where nobody does.

    Somebody who is taken by another at the same moment is passed over.
    """
    own = selected.query_open().filter(pk=pk).first()
    if own is None:
        return None
    pool = [each for each in selected.list_pool(own.family, own.pace) if each.pk != pk]
    now, one, pace = clock.now(), selected.get_searcher(own), PACES[own.pace]
    apart = selected.build_apart([one, *pool])
    while other := matchmaking.find_opponent(one, pool, pace, now, apart):
        if made := pair(one.pk, other.pk):
            return made
        pool = [each for each in pool if each.pk != other.pk]
    return None


def pair_due() -> int:
    """Pair all who wait and fit by now, for a few seconds; return how many battles came of it."""
    made, end = 0, time.monotonic() + SWEEP_SECONDS
    for family, pace in selected.list_pools():
        pool = selected.list_pool(family, pace)
        found = matchmaking.pair_all(pool, PACES[pace], clock.now(), selected.build_apart(pool))
        pairs = [(one.pk, other.pk) for one, other in found]
        for first in range(0, len(pairs), TOGETHER):
            made += pair_all(pairs[first : first + TOGETHER])
            if time.monotonic() > end:
                return made
    return made


def pair_all(pairs: Sequence[tuple[int, int]]) -> int:
    """Begin the battles of these pairs in one transaction; where that fails, each alone. Return how many there are."""
    return run_together(
        pairs, lambda many: pair_together(pairs=many), begin_if_free, log, "the searches %s cannot be paired"
    )


@service
def pair_together(*, pairs: Sequence[tuple[int, int]]) -> int:
    """Begin the battles of those of these pairs of searches that both still search; return how many.

    Searches that somebody else has locked are left out: another worker pairs them, or the next sweep does.
    """
    now = clock.now()
    skip = connection.features.has_select_for_update_skip_locked
    searches = selected.query_open(now).filter(pk__in=[pk for pair in pairs for pk in pair])
    free = {each.pk: each for each in searches.select_for_update(skip_locked=skip).order_by("pk")}
    both = [[free[one], free[other]] for one, other in pairs if one in free and other in free]
    if not both:
        return 0
    return len(begin_battles([sorted(each, key=lambda seek: (seek.sought_at, seek.pk)) for each in both], now))


def begin_if_free(both: tuple[int, int]) -> bool:
    """Pair two who search; return whether both were still free."""
    return pair(*both) is not None


@service
def pair(first: int, second: int) -> Tournament | None:
    """Begin the battle of two who search; None where one of them has found somebody else or left."""
    now = clock.now()
    found = list(selected.query_open(now).filter(pk__in=[first, second]).select_for_update().order_by("pk"))
    if len(found) < 2:
        return None
    return begin_battle(sorted(found, key=lambda each: (each.sought_at, each.pk)), now)


@service
def accept(*, person: Person, code: str, address: str) -> Tournament:
    """Take up a search that is shown; what the one who accepts looked for ends."""
    rate_limits.hit("seek", address, ADDRESS_LIMITS)
    now = clock.now()
    concerned = Seek.objects.filter(Q(code=code) | Q(pk__in=selected.query_of(person.key, person.dynasty)))
    locked = list(concerned.select_for_update().order_by("pk"))
    chosen = next((each for each in locked if each.code == code and each.tournament_id is None), None)
    is_muted = chosen is not None and Mute.objects.filter(dynasty=chosen.dynasty, muted=person.dynasty).exists()
    if chosen is None or chosen.ends_at <= now or is_muted:
        raise DomainError("no_such_seek", _("Somebody else was quicker, or the search has ended. Choose another one."))
    if chosen.key == person.key or (person.dynasty and chosen.dynasty_id == person.dynasty.pk):
        raise DomainError("own_seek", _("This is your own search. It ends as soon as somebody plays you."))
    own = build(person, chosen.family, chosen.field, chosen.pace, rate_limits.hash_network(address), now)
    check_search(chosen.asks, own.in_time)
    end_all([each for each in locked if each.pk != chosen.pk and each.tournament_id is None])
    return begin_battle([chosen, own], now)


def begin_battle(found: list[Seek], now: datetime) -> Tournament:
    """Begin the battle of two locked searches, and tell both. The one who waited longest comes first."""
    table = set_table(found, find_dynasties(found))
    tournament = between_people.begin_battle(people=table.people, setup=table.setup, network=table.network)
    for each in found:
        end_search(each, tournament, now)
        each.save()
    event_streams.open_all([build_paired_event(each, now) for each in found])
    between_people.notify_paired(tournament, table.people)
    return tournament


def begin_battles(pairs: Sequence[list[Seek]], now: datetime) -> list[Tournament]:
    """Begin the battles of many pairs of locked searches, and tell all. Of a pair, who waited longest comes first."""
    found = [each for pair in pairs for each in pair]
    dynasties = find_dynasties(found)
    tables = [set_table(pair, dynasties) for pair in pairs]
    tournaments = between_people.begin_all(tables)
    for pair, tournament in zip(pairs, tournaments, strict=True):
        for each in pair:
            end_search(each, tournament, now)
    UPDATE_FOUND.save_all(found)
    event_streams.open_all([build_paired_event(each, now) for each in found])
    between_people.notify_all_paired((made, table.people) for made, table in zip(tournaments, tables, strict=True))
    return tournaments


def find_dynasties(found: Sequence[Seek]) -> dict[int, Dynasty]:
    """Return the dynasties that search, by their ids."""
    return Dynasty.objects.in_bulk({each.dynasty_id for each in found if each.dynasty_id})


def set_table(found: Sequence[Seek], dynasties: Mapping[int, Dynasty]) -> Table:
    """Return the battle that two searches come to."""
    people = [Person(each.key, dynasties.get(each.dynasty_id or 0)) for each in found]
    ground, pace = choose_ground(found), PACES[found[0].pace]
    rated = all(person.dynasty for person in people)
    setup = between_people.build_setup(ground, ground.preset, pace.round_seconds, rated=rated)
    return Table(people, setup, found[0].network)


def end_search(search: Seek, tournament: Tournament, now: datetime) -> None:
    """Let a search that the caller saves have found this battle."""
    search.tournament, search.ends_at = tournament, now + selected.SHOWN


def build_paired_event(search: Seek, now: datetime) -> NewEvent:
    """Return the event by which whoever searched learns of the battle."""
    assert search.tournament is not None
    return NewEvent(selected.name_stream(search), "paired", "paired", {"tournament": search.tournament.code}, now)


def choose_ground(found: Sequence[Seek]) -> Ground:
    """Return the battlefield that one of them wanted, or where both like any, one by luck."""
    named = next((each.field for each in found if each.field), "")
    return GROUNDS[named] if named else secrets.choice(matchmaking.list_grounds(found[0].family))


def forget_dynasty(dynasty: Dynasty) -> None:
    """Delete the searches of a dynasty whose player leaves, and its name in casual battles.

    The battles go on as a guest's. The caller has a transaction.
    """
    end_all(list(Seek.objects.filter(dynasty=dynasty, tournament=None).select_for_update().order_by("pk")))
    Seek.objects.filter(dynasty=dynasty).delete()
    for each in CasualPlayer.objects.filter(dynasty=dynasty).order_by("tournament_id"):
        names = Entry.objects.filter(tournament=each.tournament_id)
        used = set(names.values_list("name", flat=True))
        names.filter(seat=each.seat).update(name=casual_seats.invent_name(used))
    CasualPlayer.objects.filter(dynasty=dynasty).delete()


@service
def forget_ended() -> int:
    """Delete searches that have ended, at most 500; return how many there were."""
    ended = Seek.objects.filter(ends_at__lte=clock.now()).order_by("ends_at", "pk")
    due = Seek.objects.filter(pk__in=list(ended.values_list("pk", flat=True)[:BATCH_SIZE]))
    rows = list(due.select_for_update().order_by("pk"))
    Stream.objects.filter(name__in=[selected.name_stream(each) for each in rows]).delete()
    return Seek.objects.filter(pk__in=[each.pk for each in rows], ends_at__lte=clock.now()).delete()[0]
