"""Announcing an arena, cancelling it before its start, and closing it after its end."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import ARENAS_OPEN
from core.transactions import service
from dynasty.catalog import names
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.services import notifications
from dynasty.services.clubs import membership
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.notifications import Notification
from tournaments.domain import arenas, games, timeliness
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import Arena, ArenaPlayer, ClubArena

TITLE_LENGTH = (3, 44)
MAX_TIMELINESS = 100


@service
def announce(  # noqa: PLR0913 - all that is announced, each by its name
    *,
    organiser: Dynasty,
    title: str,
    field: str,
    preset: str,
    round_seconds: int,
    starts_at: datetime,
    minutes: int,
    club: Club | None = None,
    least_timely: int = 0,
    newcomers: bool = True,
    computers: bool = False,
) -> Arena:
    """Announce an arena, which never changes from then on; for a club, whose members learn of it and alone can enter.

    `least_timely`: how many of a hundred orders must have been in time to enter; `newcomers`: whether those may of
    whom nothing is known; `computers`: whether somebody for whom no rival is free may fight a computer player.
    Raise DomainError (bad_arena, newcomers_alone, bad_times, too_many_arenas, arena_title, no_such_club,
    not_an_officer) where it cannot be.
    """
    check_may_write(organiser)
    title = names.clean_name(
        title, TITLE_LENGTH, "arena_title", _("A title has from %(least)s to %(most)s characters.")
    )
    check_choice(field, preset, round_seconds, minutes)
    check_timeliness(least_timely, newcomers=newcomers)
    now = clock.now()
    check_times(now, starts_at)
    lock_organiser(organiser)
    arena = Arena.objects.create(
        title=title,
        organiser=organiser,
        field=field,
        preset=preset,
        round_seconds=round_seconds,
        announced_at=now,
        starts_at=starts_at,
        ends_at=starts_at + timedelta(minutes=minutes),
        timeliness=least_timely,
        newcomers=newcomers,
        computers=computers,
    )
    if club is not None:
        reserve(arena, club, organiser)
    return arena


def check_choice(field: str, preset: str, round_seconds: int, minutes: int) -> None:
    """Raise DomainError unless battlefield, rules, pace and length are among those that are offered."""
    ground = GROUNDS.get(field)
    chosen = ground is not None and preset in games.GAMES[ground.game].offers(field)
    if not chosen or round_seconds not in arenas.ROUND_SECONDS or minutes not in arenas.MINUTES:
        raise DomainError("bad_arena", _("Choose battlefield, rules, pace and length from the lists."))


def check_times(now: datetime, starts_at: datetime) -> None:
    """Raise DomainError where an arena would start too soon or too late."""
    soonest, latest = arenas.NOTICE
    if not now + soonest <= starts_at <= now + latest:
        raise DomainError("bad_times", _("An arena starts in a minute at the earliest, and in 30 days at the latest."))


def lock_organiser(organiser: Dynasty) -> None:
    """Lock a dynasty, so that the limit holds for two arenas at once; raise DomainError where it has too many."""
    Dynasty.objects.select_for_update(no_key=True).get(pk=organiser.pk)
    if Arena.objects.filter(organiser=organiser, closed_at=None).count() >= ARENAS_OPEN:
        raise DomainError(
            "too_many_arenas", _("A dynasty can have %(most)s arenas that are not over."), most=ARENAS_OPEN
        )


def check_timeliness(least: int, *, newcomers: bool) -> None:
    """Raise DomainError where what is asked of those who enter cannot be."""
    if not 0 <= least <= MAX_TIMELINESS:
        raise DomainError("bad_arena", _("Orders in time are a whole number of a hundred, from 0 to 100."))
    timeliness.check_condition(least, newcomers=newcomers)


def reserve(arena: Arena, club: Club, organiser: Dynasty) -> None:
    """Let the members of a club alone enter a new arena, and notify them. The organiser's row is locked."""
    locked = membership.lock_club(club, club.kind)
    membership.check_may_manage(locked, organiser)
    ClubArena.objects.create(arena=arena, club=locked)
    membership.record(locked, "arena", organiser, arena.title)
    facts = {
        "title": locked.name,
        "name": arena.title,
        "dynasty": organiser.name,
        "deadline": arena.starts_at.isoformat(),
        "result": "arena",
    }
    members = ClubMember.objects.filter(club=locked).exclude(dynasty=organiser).select_related("dynasty")
    notifications.notify_all(
        Notification(each.dynasty, "club", f"club:arena:{arena.code}", facts, arena.code, arena.starts_at)
        for each in members.order_by("pk")
    )


@service
def call_off(*, arena: Arena, by: Dynasty) -> None:
    """Delete an arena of one's own that has not started, and notify whoever had entered."""
    locked = Arena.objects.select_for_update().filter(pk=arena.pk).first()
    if locked is None or locked.organiser_id != by.pk:
        raise DomainError("not_yours", _("Only the organiser can do that."))
    if locked.starts_at <= clock.now():
        raise DomainError("arena_begun", _("This arena has begun, and cannot be cancelled any more."))
    notify_cancelled(locked, "called_off", besides=by)
    locked.delete()


def notify_cancelled(arena: Arena, result: str, besides: Dynasty | None = None) -> None:
    """Notify whoever entered a locked arena, and its organiser, that it does not take place; `besides`: not this one.

    `result`: called_off, or withdrawn where its rules are gone.
    """
    entered = ArenaPlayer.objects.filter(arena=arena).select_related("dynasty").order_by("dynasty_id")
    people = {each.dynasty_id: each.dynasty for each in entered}
    if arena.organiser is not None:
        people.setdefault(arena.organiser.pk, arena.organiser)
    facts = {"title": arena.title, "result": result}
    notifications.notify_all(
        Notification(each, "arena", f"arena:{arena.code}:{result}", facts)
        for each in people.values()
        if each != besides
    )


@service
def withdraw(*, arena_id: int) -> bool:
    """End an arena whose battlefield or rules are gone; return False where it can be played, or was ended before.

    Before its first battle it is deleted, and whoever entered and its organiser are notified. After it, it is over
    now, and closed as any other.
    """
    locked = Arena.objects.select_for_update().filter(pk=arena_id, closed_at=None).first()
    now = clock.now()
    if locked is None or locked.ends_at <= now or arenas.can_be_played(locked.field, locked.preset):
        return False
    if locked.battles.exists():
        locked.ends_at = max(now, locked.starts_at + timedelta(seconds=1))
        locked.save(update_fields=["ends_at"])
        return True
    notify_cancelled(locked, "withdrawn")
    locked.delete()
    return True


@service
def close(*, arena_id: int) -> bool:
    """Settle the places of an arena that is over, and notify its players; return False where that was done before.

    Whoever fights in it still fights on, without points.
    """
    locked = Arena.objects.select_for_update().get(pk=arena_id)
    now = clock.now()
    if locked.closed_at is not None or now < locked.ends_at + arenas.GRACE:
        return False
    rows = ArenaPlayer.objects.filter(arena=locked).select_for_update().select_related("dynasty")
    players = list(rows.order_by("pk"))
    places = arenas.rank_all([(each.points, each.wins) for each in players])
    for player, place in zip(players, places, strict=True):
        player.place = place if player.battles else None
    ArenaPlayer.objects.bulk_update(players, ["place"], batch_size=200)
    fighters = [each for each in players if each.battles]
    notifications.notify_all(
        Notification(
            each.dynasty,
            "arena",
            f"arena:{locked.code}",
            {"title": locked.title, "place": each.place, "players": len(fighters)},
            locked.code,
        )
        for each in fighters
    )
    locked.closed_at = now
    locked.save(update_fields=["closed_at"])
    return True
