"""Coming into a club and going out of it, and what its members may do. Whatever changes members locks the club."""

from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import CLUB_MEMBERS, CLUB_REQUESTS, CLUBS_JOINED, CLUBS_OWNED
from core.transactions import service
from dynasty.models import Club, ClubEvent, ClubMember, ClubRequest, Dynasty
from dynasty.services import notifications
from dynasty.services.clubs.pupils import check_may_write
from dynasty.services.notifications import Notification

Role = ClubMember.Role
MANAGERS = (Role.OWNER, Role.OFFICER)


def lock_dynasty(dynasty: Dynasty) -> None:
    """Lock a dynasty's row, so that its limits hold for two acts at once."""
    Dynasty.objects.select_for_update(no_key=True).get(pk=dynasty.pk)


def lock_club(club: Club, kind: str = Club.Kind.CLUB) -> Club:
    """Lock a club's row; raise DomainError where it is dissolved or of another kind."""
    locked = Club.objects.select_for_update().filter(pk=club.pk, kind=kind, dissolved_at=None).first()
    if locked is None:
        raise DomainError("no_such_club", _("There is no such club."))
    return locked


def find_member(club: Club, dynasty: Dynasty) -> ClubMember | None:
    """Return the membership of a dynasty in a club, if there is one."""
    return ClubMember.objects.select_related("dynasty").filter(club=club, dynasty=dynasty).first()


def check_may_manage(club: Club, dynasty: Dynasty) -> ClubMember:
    """Return the membership of an owner or officer; raise DomainError for anybody else."""
    member = find_member(club, dynasty)
    if member is None or member.role not in MANAGERS:
        raise DomainError("not_an_officer", _("Only the club’s owner and its officers can do that."))
    return member


def check_owner(club: Club, dynasty: Dynasty) -> ClubMember:
    """Return the owner's membership; raise DomainError for anybody else."""
    member = find_member(club, dynasty)
    if member is None or member.role != Role.OWNER:
        raise DomainError("not_the_owner", _("Only the club’s owner can do that."))
    return member


def check_can_join_more(dynasty: Dynasty) -> None:
    """Raise DomainError where a dynasty is in as many clubs as it may. The caller locked its row."""
    if ClubMember.objects.filter(dynasty=dynasty, club__kind=Club.Kind.CLUB).count() >= CLUBS_JOINED:
        raise DomainError("too_many_clubs", _("A dynasty can be in %(most)s clubs."), most=CLUBS_JOINED)


def check_can_own(dynasty: Dynasty) -> None:
    """Raise DomainError where a dynasty has as many clubs of its own as it may. The caller locked its row."""
    owned = ClubMember.objects.filter(dynasty=dynasty, role=Role.OWNER, club__kind=Club.Kind.CLUB)
    if owned.count() >= CLUBS_OWNED:
        raise DomainError("too_many_clubs_owned", _("A dynasty can have %(most)s clubs of its own."), most=CLUBS_OWNED)


def add_member(club: Club, dynasty: Dynasty, role: str) -> ClubMember:
    """Write a new membership and count it. The caller has locked the club's row, or just made it."""
    member = ClubMember.objects.create(club=club, dynasty=dynasty, role=role, since=clock.now())
    count_members(club)
    return member


def delete_member(member: ClubMember) -> None:
    """Delete a membership and count those that stay. The caller has locked the club's row."""
    club = member.club
    member.delete()
    count_members(club)


def count_members(club: Club) -> None:
    """Write down how many members a club has. The caller has locked its row, or just made it."""
    Club.objects.filter(pk=club.pk).update(size=ClubMember.objects.filter(club=club).count())


def record(club: Club, kind: str, dynasty: Dynasty, text: str = "") -> None:
    """Write a line of a club's news."""
    ClubEvent.objects.create(club=club, kind=kind, dynasty=dynasty, text=text, at=clock.now())


def notify_members(club: Club, result: str, *, without: Dynasty) -> None:
    """Notify all members but one of something that happens to the club once."""
    members = ClubMember.objects.filter(club=club).exclude(dynasty=without).select_related("dynasty").order_by("pk")
    notifications.notify_all(
        Notification(each.dynasty, "club", f"club:{club.code}:{result}", {"title": club.name, "result": result})
        for each in members
    )


@service
def join(*, club: Club, dynasty: Dynasty, invitation: str = "") -> ClubMember | None:
    """Make a dynasty a member, or ask for it where the club wants that; return the membership, None for a request.

    `invitation`: the last part of the club's link, with which one comes in at once. A member stays one.

    Raise DomainError (by_link_only, club_full, no_such_invitation, too_many_clubs, too_many_requests).
    """
    lock_dynasty(dynasty)
    locked = lock_club(club)
    check_may_write(dynasty)
    member = find_member(locked, dynasty)
    if member is not None:
        return member
    if invitation and invitation != locked.invitation:
        raise DomainError("no_such_invitation", _("This link no longer works. Ask the club for the new one."))
    if invitation or locked.entrance == Club.Entrance.OPEN:
        return admit(locked, dynasty)
    if locked.entrance == Club.Entrance.LINK:
        raise DomainError("by_link_only", _("One joins this club by its link alone. Ask a member for it."))
    ask(locked, dynasty)
    return None


def admit(club: Club, dynasty: Dynasty) -> ClubMember:
    """Make a dynasty a member. The caller has locked its row and the club's."""
    check_can_join_more(dynasty)
    if club.size >= CLUB_MEMBERS:
        raise DomainError("club_full", _("This club is full: it has room for %(most)s."), most=CLUB_MEMBERS)
    ClubRequest.objects.filter(club=club, dynasty=dynasty).delete()
    record(club, "joined", dynasty)
    return add_member(club, dynasty, Role.MEMBER)


def ask(club: Club, dynasty: Dynasty) -> None:
    """Write down that a dynasty asks to come in, and notify those who can answer. The caller has locked both rows."""
    if ClubRequest.objects.filter(club=club, dynasty=dynasty).exists():
        return
    most_of_club, most_of_dynasty = CLUB_REQUESTS
    if ClubRequest.objects.filter(dynasty=dynasty).count() >= most_of_dynasty:
        raise DomainError(
            "too_many_requests",
            _("You can ask %(most)s clubs at a time. Withdraw a request first."),
            most=most_of_dynasty,
        )
    if ClubRequest.objects.filter(club=club).count() >= most_of_club:
        raise DomainError("club_full", _("Too many wait for an answer of this club already. Try again later."))
    request = ClubRequest.objects.create(club=club, dynasty=dynasty, at=clock.now())
    managers = ClubMember.objects.filter(club=club, role__in=MANAGERS).select_related("dynasty").order_by("pk")
    notifications.notify_all(
        Notification(
            each.dynasty,
            "club",
            f"club:request:{request.pk}",
            {"title": club.name, "dynasty": dynasty.name},
            club.code,
        )
        for each in managers
    )


@service
def withdraw(*, club: Club, dynasty: Dynasty) -> int:
    """Take back one's request to join; return 1 if there was one."""
    return ClubRequest.objects.filter(club=club, dynasty=dynasty).delete()[0]


@service
def answer(*, club: Club, by: Dynasty, dynasty: Dynasty, accept: bool) -> None:
    """Accept or decline a request; whoever asked learns of it if it was accepted.

    Raise DomainError (no_such_request) where somebody answered it before or it was withdrawn.
    """
    lock_dynasty(dynasty)
    locked = lock_club(club)
    check_may_manage(locked, by)
    request = ClubRequest.objects.filter(club=locked, dynasty=dynasty).first()
    if request is None:
        raise DomainError("no_such_request", _("This request has been answered or withdrawn."))
    if not accept:
        request.delete()
        return
    admit(locked, dynasty)
    facts = {"title": locked.name, "result": "accepted"}
    notifications.notify(
        dynasty=dynasty, kind="club", key=f"club:accepted:{request.pk}", facts=facts, place=locked.code
    )


@service
def leave(*, club: Club, dynasty: Dynasty) -> None:
    """Leave a club; one that is no member stays none. The owner hands the club over or dissolves it first."""
    locked = lock_club(club)
    member = find_member(locked, dynasty)
    if member is None:
        return
    if member.role == Role.OWNER:
        raise DomainError("owner_stays", _("This club is yours. Hand it over to another member, or dissolve it."))
    record(locked, "left", dynasty)
    delete_member(member)


@service
def remove(*, club: Club, by: Dynasty, dynasty: Dynasty) -> None:
    """Remove a member: officers remove members, the owner everybody else. Gone already, nothing happens."""
    locked = lock_club(club)
    manager, member = check_may_manage(locked, by), find_member(locked, dynasty)
    if member is None:
        return
    if member.role == Role.OWNER or (member.role == Role.OFFICER and manager.role != Role.OWNER):
        raise DomainError("not_the_owner", _("Only the club’s owner can do that."))
    record(locked, "removed", dynasty)
    facts = {"title": locked.name, "result": "removed"}
    notifications.notify(dynasty=dynasty, kind="club", key=f"club:removed:{member.pk}", facts=facts)
    delete_member(member)


@service
def set_role(*, club: Club, by: Dynasty, dynasty: Dynasty, role: str) -> None:
    """Make a member an officer, or an officer a member again: the owner's right."""
    locked = lock_club(club)
    check_owner(locked, by)
    member = find_member(locked, dynasty)
    if member is None or member.role == Role.OWNER or role not in (Role.OFFICER, Role.MEMBER):
        raise DomainError("no_such_member", _("There is no such member."))
    if member.role != role:
        ClubMember.objects.filter(pk=member.pk).update(role=role)
        record(locked, role, dynasty)


@service
def hand_over(*, club: Club, by: Dynasty, dynasty: Dynasty) -> None:
    """Make another member the owner of a club; the one before stays as an officer."""
    lock_dynasty(dynasty)
    locked = lock_club(club)
    owner, member = check_owner(locked, by), find_member(locked, dynasty)
    if member is None or member.pk == owner.pk:
        raise DomainError("no_such_member", _("There is no such member."))
    check_can_own(dynasty)
    pass_on(locked, owner, member)
    ClubMember.objects.filter(pk=owner.pk).update(role=Role.OFFICER)


def pass_on(club: Club, owner: ClubMember, member: ClubMember) -> None:
    """Make a member the owner instead of the one before, who is a member for now. The caller has locked the club."""
    ClubMember.objects.filter(pk=owner.pk).update(role=Role.MEMBER)
    ClubMember.objects.filter(pk=member.pk).update(role=Role.OWNER)
    record(club, "owner", member.dynasty)
    facts = {"title": club.name, "result": "owner"}
    key = f"club:owner:{club.code}:{ClubEvent.objects.filter(club=club, kind='owner').count()}"
    notifications.notify(dynasty=member.dynasty, kind="club", key=key, facts=facts, place=club.code)
