"""Classes: their pupils, as their teacher sees them."""

from dataclasses import dataclass

from dynasty.models import Club, ClubMember, Dynasty, Pupil, User
from dynasty.selectors import clubs
from dynasty.selectors.clubs import MemberLine

Role = ClubMember.Role


@dataclass(frozen=True)
class PupilLine:
    """A pupil with its line of the table."""

    pupil: Pupil
    line: MemberLine


def find_class(code: str, dynasty: Dynasty | None) -> ClubMember | None:
    """Return the membership of a dynasty in the class with this code; None for anybody else."""
    if dynasty is None:
        return None
    found = ClubMember.objects.select_related("club", "dynasty").filter(dynasty=dynasty, club__code=code)
    return found.filter(club__kind=Club.Kind.CLASS, club__dissolved_at=None).first()


def list_classes(dynasty: Dynasty) -> list[ClubMember]:
    """Return the classes in which a dynasty teaches or learns, by name."""
    found = ClubMember.objects.select_related("club").filter(dynasty=dynasty, club__kind=Club.Kind.CLASS)
    return list(found.order_by("club__name", "pk"))


def find_by_invitation(invitation: str) -> Club | None:
    """Return the class to which a link for teachers leads, unless it is deleted."""
    return Club.objects.filter(invitation=invitation, kind=Club.Kind.CLASS, dissolved_at=None).first()


def list_teachers(club: Club) -> list[ClubMember]:
    """Return the teachers of a class, whoever opened it first."""
    found = ClubMember.objects.filter(club=club, role__in=(Role.OWNER, Role.OFFICER)).select_related("dynasty")
    return list(found.order_by("since", "pk"))


def list_pupils(club: Club) -> list[PupilLine]:
    """Return the pupils of a class by name, each with its line of the table."""
    lines = {each.member.dynasty.user_id: each for each in clubs.build_table(club)}
    pupils = Pupil.objects.filter(club=club).select_related("user").order_by("name", "pk")
    return [PupilLine(each, lines[each.user_id]) for each in pupils if each.user_id in lines]


def find_pupil(club: Club, dynasty: Dynasty) -> Pupil | None:
    """Return the pupil of a class whose dynasty this is."""
    return Pupil.objects.select_related("user").filter(club=club, user=dynasty.user_id).first()


def has_first_password(user: User) -> bool:
    """Return whether a user is a pupil that has not changed its first password."""
    return Pupil.objects.filter(user=user, has_first_password=True).exists()
