"""Entering an arena, pausing and going on in it, and saying that one's page is open."""

from django.utils.translation import gettext_lazy as _

from core import clock, rate_limits
from core.errors import DomainError
from core.limits import ARENA_PLAYERS, SEEKS_OF_ADDRESS
from core.transactions import service
from dynasty.models import ClubMember, Dynasty
from tournaments.models import Arena, ArenaPlayer, ClubArena
from tournaments.selectors import timeliness
from tournaments.services.casual.between_people import Person

ADDRESS_LIMITS = {rate_limits.MINUTE: SEEKS_OF_ADDRESS[0], rate_limits.DAY: SEEKS_OF_ADDRESS[1]}


@service
def enter(*, arena: Arena, dynasty: Dynasty, person: Person, address: str) -> ArenaPlayer:
    """Enter an arena, before its start or while it goes on; entered already, it goes on after a pause."""
    rate_limits.hit("arena", address, ADDRESS_LIMITS)
    locked = Arena.objects.select_for_update().filter(pk=arena.pk).first()
    now = clock.now()
    if locked is None or locked.ends_at <= now:
        raise DomainError("arena_over", _("This arena is over."))
    player = ArenaPlayer.objects.select_for_update().filter(arena=locked, dynasty=dynasty).first()
    if player is None:
        check_club(locked, dynasty)
        timeliness.check_arena(locked, dynasty)
        if ArenaPlayer.objects.filter(arena=locked).count() >= ARENA_PLAYERS:
            raise DomainError("arena_full", _("This arena is full: it has room for %(most)s."), most=ARENA_PLAYERS)
        player = ArenaPlayer(arena=locked, dynasty=dynasty, entered_at=now)
    player.key, player.paused, player.waits_since, player.visited_at = person.key, False, now, now
    player.save()
    return player


def check_club(arena: Arena, dynasty: Dynasty) -> None:
    """Raise DomainError where an arena is for a club to which a dynasty does not belong."""
    of_club = ClubArena.objects.select_related("club").filter(arena=arena).first()
    if of_club and not ClubMember.objects.filter(club=of_club.club_id, dynasty=dynasty).exists():
        raise DomainError(
            "members_only", _("Only members of the club “%(club)s” can enter this arena."), club=of_club.club.name
        )


@service
def pause(*, arena: Arena, dynasty: Dynasty) -> None:
    """Let no rival come for now. A battle that is fought goes on."""
    ArenaPlayer.objects.filter(arena=arena, dynasty=dynasty).update(paused=True)


@service
def leave(*, arena: Arena, dynasty: Dynasty) -> None:
    """Leave an arena: before one's first battle without a trace, later without further rivals."""
    player = ArenaPlayer.objects.select_for_update().filter(arena=arena, dynasty=dynasty).first()
    if player is None:
        return
    if player.battles or player.tournament_id:
        player.paused = True
        player.save(update_fields=["paused"])
    else:
        player.delete()


@service
def renew(*, arena: Arena, dynasty: Dynasty, person: Person) -> int:
    """Note that a player has the page of the arena open, in this browser; return 1 if it has entered."""
    mine = ArenaPlayer.objects.filter(arena=arena, dynasty=dynasty)
    return mine.update(visited_at=clock.now(), key=person.key)


def forget_dynasty(dynasty: Dynasty) -> None:
    """Take a dynasty whose player leaves the site out of its arenas. The caller has a transaction.

    What it announced goes on without an organiser. Results stay, as everywhere.
    """
    Arena.objects.filter(organiser=dynasty).update(organiser=None)
    places = ArenaPlayer.objects.filter(dynasty=dynasty, place=None)
    places.filter(battles=0, tournament=None).delete()
    places.update(paused=True)
