"""Agreeing on a match of two clubs: challenging, answering, naming who plays, and withdrawing."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import CLUB_MATCH_BOARDS, CLUB_MATCHES_OPEN
from core.transactions import service
from dynasty.models import Club, ClubMember, Dynasty
from dynasty.services import notifications
from dynasty.services.clubs import membership
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.notifications import Notification
from tournaments.domain import club_matches, games
from tournaments.domain.matchmaking import GROUNDS
from tournaments.models import ClubMatch, LineupPlace
from tournaments.selectors.clubs import matches as selected

Status = ClubMatch.Status


@service
def challenge(
    *,
    by: Dynasty,
    club: Club,
    to: Club,
    field: str,
    preset: str,
    round_seconds: int,
    boards: int,
    starts_at: datetime,
) -> ClubMatch:
    """Send another club a challenge to a match, and notify those who can answer for it.

    Raise DomainError (bad_match, bad_times, no_such_club, not_an_officer, own_club, too_many_matches).
    """
    check_may_write(by)
    check_setup(field, preset, round_seconds, boards, starts_at)
    if club.pk == to.pk:
        raise DomainError("own_club", _("A club cannot challenge itself."))
    home, away = lock_both(club, to)
    membership.check_may_manage(home, by)
    if ClubMatch.objects.filter(home=home, status__in=selected.OPEN).count() >= CLUB_MATCHES_OPEN:
        raise DomainError(
            "too_many_matches", _("A club can have %(most)s matches that are not over."), most=CLUB_MATCHES_OPEN
        )
    match = ClubMatch.objects.create(
        home=home,
        away=away,
        field=field,
        preset=preset,
        round_seconds=round_seconds,
        boards=boards,
        announced_at=clock.now(),
        starts_at=starts_at,
    )
    notify_managers(match, away, "match_asked", home)
    return match


def check_setup(field: str, preset: str, round_seconds: int, boards: int, starts_at: datetime) -> None:
    """Raise DomainError unless a match is made of what is offered, and starts neither too soon nor too late."""
    ground = GROUNDS.get(field)
    chosen = ground is not None and preset in games.GAMES[ground.game].offers(field)
    if not chosen or round_seconds not in club_matches.ROUND_SECONDS or not 1 <= boards <= CLUB_MATCH_BOARDS:
        raise DomainError("bad_match", _("Choose battlefield, rules, pace and boards from the lists."))
    now, (soonest, latest) = clock.now(), club_matches.NOTICE
    if not now + soonest <= starts_at <= now + latest:
        raise DomainError(
            "bad_times", _("A match starts in ten minutes at the earliest, and in 60 days at the latest.")
        )


def lock_both(club: Club, other: Club) -> tuple[Club, Club]:
    """Lock two clubs in the order of their ids; return them in the order in which they were given."""
    locked = {each.pk: membership.lock_club(each) for each in sorted((club, other), key=lambda each: each.pk)}
    return locked[club.pk], locked[other.pk]


def lock_match(match: ClubMatch, *open_ones: str) -> ClubMatch:
    """Lock a match; raise DomainError unless it is in one of these states and has not begun."""
    locked = ClubMatch.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=match.pk)
    if locked.status not in open_ones or locked.starts_at <= clock.now():
        raise DomainError("match_settled", _("This match was answered, or it has begun."))
    return locked


@service
def answer(*, match: ClubMatch, by: Dynasty, accept: bool) -> None:
    """Accept or decline a challenge for the club that was challenged."""
    locked = lock_match(match, Status.ASKED)
    membership.check_may_manage(locked.away, by)
    locked.status = Status.ACCEPTED if accept else Status.DECLINED
    locked.save(update_fields=["status"])
    if accept:
        for club, other in ((locked.home, locked.away), (locked.away, locked.home)):
            membership.record(club, "match", by, other.name)
    notify_managers(locked, locked.home, "match_accepted" if accept else "match_declined", locked.away)


@service
def withdraw(*, match: ClubMatch, by: Dynasty) -> None:
    """Call a match off before its start: the club that challenged always, the other once it has accepted."""
    locked = lock_match(match, Status.ASKED, Status.ACCEPTED)
    sides = selected.list_managed_sides(locked, selected.list_roles(locked, by))
    if not sides or (locked.status == Status.ASKED and locked.home not in sides):
        raise DomainError("not_an_officer", _("Only the club’s owner and its officers can do that."))
    end(locked, Status.WITHDRAWN)


def end(match: ClubMatch, status: str) -> None:
    """End a locked match that does not take place, and notify both clubs."""
    match.status = status
    match.save(update_fields=["status"])
    notify_managers(match, match.home, "match_off", match.away)
    notify_managers(match, match.away, "match_off", match.home)
    for club, other in ((match.home, match.away), (match.away, match.home)):
        people = [each.dynasty for each in selected.list_lineup(match, club)]
        notify(match, people, "match_off", club, other)


@service
def name_players(*, match: ClubMatch, by: Dynasty, club: Club, dynasties: Sequence[Dynasty]) -> None:
    """Say who plays for a club, in the order of the boards; those beyond the last board are reserves.

    Raise DomainError (match_settled, named_twice, no_such_member, not_an_officer, too_many_named).
    """
    locked = lock_match(match, Status.ASKED, Status.ACCEPTED)
    if club.pk not in (locked.home_id, locked.away_id):
        raise DomainError("no_such_club", _("There is no such club."))
    membership.check_may_manage(club, by)
    check_named(locked, club, dynasties)
    places = LineupPlace.objects.filter(match=locked, club=club).order_by("number")
    before = {each.dynasty_id: each.key for each in places}
    if list(before) == [each.pk for each in dynasties]:
        return
    LineupPlace.objects.filter(match=locked, club=club).delete()
    LineupPlace.objects.bulk_create(
        LineupPlace(match=locked, club=club, dynasty=each, number=number, key=before.get(each.pk, ""))
        for number, each in enumerate(dynasties, 1)
    )
    other = locked.away if club.pk == locked.home_id else locked.home
    notify(
        locked, [each for each in dynasties if each.pk not in before and each.pk != by.pk], "match_named", club, other
    )


def check_named(match: ClubMatch, club: Club, dynasties: Sequence[Dynasty]) -> None:
    """Raise DomainError where a line-up is too long, names somebody twice, or somebody of another club."""
    ids = [each.pk for each in dynasties]
    most = match.boards + club_matches.RESERVES
    if len(ids) > most:
        raise DomainError("too_many_named", _("Name at most %(most)s dynasties."), most=most)
    others = LineupPlace.objects.filter(match=match, dynasty__in=ids).exclude(club=club)
    if len(set(ids)) < len(ids) or others.exists():
        raise DomainError("named_twice", _("Every dynasty can play on one board of the match."))
    if ClubMember.objects.filter(club=club, dynasty__in=ids).count() < len(ids):
        raise DomainError("no_such_member", _("There is no such member."))


@service
def leave_lineup(*, match: ClubMatch, dynasty: Dynasty) -> int:
    """Withdraw from a match before it begins, so that the next ones move up; return 1 for one that was named."""
    locked = lock_match(match, Status.ASKED, Status.ACCEPTED)
    place = LineupPlace.objects.filter(match=locked, dynasty=dynasty).select_related("club").first()
    if place is None:
        return 0
    place.delete()
    other = locked.away if place.club_id == locked.home_id else locked.home
    people = list_managers(place.club)
    facts = build_facts(locked, place.club, other) | {"dynasty": dynasty.name, "result": "match_left"}
    key = f"club:match:{locked.code}:left:{place.pk}"
    notifications.notify_all(Notification(each, "club", key, facts, locked.code) for each in people if each != dynasty)
    return 1


@service
def renew(*, match: ClubMatch, dynasty: Dynasty, key: str) -> int:
    """Note the browser in which a player has the match's page open: it gets the seat. Return 1 for a player."""
    return LineupPlace.objects.filter(match=match, dynasty=dynasty).exclude(key=key).update(key=key)


def list_managers(club: Club) -> list[Dynasty]:
    """Return the owner and the officers of a club."""
    members = ClubMember.objects.filter(club=club, role__in=selected.MANAGERS).select_related("dynasty").order_by("pk")
    return [each.dynasty for each in members]


def build_facts(match: ClubMatch, club: Club, other: Club) -> dict[str, object]:
    """Return the facts of a notification about a match to people of a club."""
    return {"title": club.name, "name": other.name, "deadline": match.starts_at.isoformat()}


def notify_managers(match: ClubMatch, club: Club, result: str, other: Club) -> None:
    """Notify the owner and the officers of a club of what became of a match."""
    notify(match, list_managers(club), result, club, other)


def notify(match: ClubMatch, people: Iterable[Dynasty], result: str, club: Club, other: Club) -> None:
    """Notify people of a club, each of them once, of what became of a match."""
    facts = build_facts(match, club, other) | {"result": result}
    key = f"club:match:{match.code}:{result}"
    notifications.notify_all(
        Notification(each, "club", key, facts, match.code) for each in sorted(set(people), key=lambda one: one.pk)
    )


def forget_dynasty(dynasty: Dynasty) -> None:
    """Take a dynasty whose player leaves the site out of line-ups. The caller has a transaction. Results stay."""
    LineupPlace.objects.filter(dynasty=dynasty).delete()
