"""Classes: clubs of pupils whose accounts their teacher makes, without e-mail."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import CLASS_PUPILS, CLASS_TEACHERS, CLASSES_OWNED, NAME_LENGTH, PUPIL_NAME_LENGTH
from core.public_codes import new_code
from core.transactions import service
from dynasty.catalog import emblems, names
from dynasty.domain import pupil_logins
from dynasty.models import Club, ClubMember, ClubRequest, Dynasty, Pupil, User
from dynasty.services import founding as dynasties
from dynasty.services.clubs import membership

Role = ClubMember.Role


@dataclass(frozen=True)
class FirstLogin:
    """What a pupil needs to log in for the first time; the password is known now and never again."""

    name: str
    login: str
    password: str


@service
def found(*, teacher: Dynasty, name: str) -> Club:
    """Open a class, which only its members can find.

    Raise DomainError (name_length, pupils_write, too_many_classes).
    """
    sentence = _("The name of a class has from %(least)s to %(most)s characters.")
    cleaned = names.clean_name(name, (1, NAME_LENGTH[1]), "name_length", sentence)
    membership.lock_dynasty(teacher)
    if Pupil.objects.filter(user=teacher.user_id).exists():
        raise DomainError("pupils_write", _("Pupils cannot open a class."))
    if ClubMember.objects.filter(dynasty=teacher, role=Role.OWNER, club__kind=Club.Kind.CLASS).count() >= CLASSES_OWNED:
        raise DomainError("too_many_classes", _("You can have %(most)s classes."), most=CLASSES_OWNED)
    club = Club(
        kind=Club.Kind.CLASS,
        name=cleaned,
        emblem=emblems.pick_random(random.Random()),
        entrance=Club.Entrance.LINK,
        founded_at=clock.now(),
    )
    club.folded_name = f"class{club.code}"  # two schools may each have a 6B
    club.save()
    membership.add_member(club, teacher, Role.OWNER)
    return club


def lock_own(club: Club, teacher: Dynasty) -> Club:
    """Lock a class for one of its teachers; raise DomainError where it is gone, or for anybody else."""
    locked = membership.lock_club(club, Club.Kind.CLASS)
    membership.check_may_manage(locked, teacher)
    return locked


def add_pupils(*, club: Club, by: Dynasty, text: str) -> list[FirstLogin]:
    """Make an account for each name of a list, one a line; return what to hand out, which is not stored.

    Raise DomainError (class_full, no_names, not_the_owner, pupil_name).
    """
    pupils = clean_list(text)
    secret = [pupil_logins.make_password() for _pupil in pupils]
    hashed = [make_password(each) for each in secret]  # slow, and so before the transaction
    logins = write_pupils(club=club, by=by, pupils=list(zip(pupils, hashed, strict=True)))
    return [FirstLogin(*each) for each in zip(pupils, logins, secret, strict=True)]


def clean_list(text: str) -> list[str]:
    """Return the names of a list, one a line; raise DomainError for none, too many, or one that cannot be."""
    pupils = [names.collapse_spaces(line.replace("\t", " ")) for line in text.splitlines() if line.strip()]
    if not pupils:
        raise DomainError("no_names", _("Write the name of each pupil on a line of its own."))
    if len(pupils) > CLASS_PUPILS:
        raise DomainError("class_full", _("A class has room for %(most)s pupils."), most=CLASS_PUPILS)
    for each in pupils:
        if len(each) > PUPIL_NAME_LENGTH:
            raise DomainError(
                "pupil_name", _("A pupil’s name has at most %(most)s characters."), most=PUPIL_NAME_LENGTH
            )
        names.check_characters(each)
    return pupils


@service
def write_pupils(*, club: Club, by: Dynasty, pupils: Sequence[tuple[str, str]]) -> list[str]:
    """Write accounts for pupils, by their names and the hashes of their passwords; return their logins."""
    locked = lock_own(club, by)
    if Pupil.objects.filter(club=locked).count() + len(pupils) > CLASS_PUPILS:
        raise DomainError("class_full", _("A class has room for %(most)s pupils."), most=CLASS_PUPILS)
    return [write_pupil(locked, name, hashed) for name, hashed in pupils]


def write_pupil(club: Club, name: str, hashed: str) -> str:
    """Write one account with its dynasty; return its login. The caller has locked the class."""
    login = pupil_logins.make_login(name)
    while User.objects.filter(email=pupil_logins.make_address(login)).exists():
        login = pupil_logins.make_login(name)
    user = User(email=pupil_logins.make_address(login), password=hashed)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Pupil.objects.create(user=user, club=club, name=name, login=login, made_at=clock.now())
    title = pupil_logins.make_dynasty_name()
    while Dynasty.objects.filter(folded_name=names.fold(title)).exists():
        title = pupil_logins.make_dynasty_name()
    emblem = emblems.pick_random(random.Random())
    dynasty = dynasties.insert(user=user, **dynasties.clean_fields(title, "", emblem))
    dynasties.establish(dynasty, grant=False)
    membership.add_member(club, dynasty, Role.MEMBER)
    return login


def reset_password(*, club: Club, by: Dynasty, dynasty: Dynasty) -> FirstLogin:
    """Give a pupil a new first password and end its sessions; return what to hand out, which is not stored."""
    password = pupil_logins.make_password()
    pupil = write_password(club=club, by=by, dynasty=dynasty, hashed=make_password(password))
    return FirstLogin(pupil.name, pupil.login, password)


@service
def write_password(*, club: Club, by: Dynasty, dynasty: Dynasty, hashed: str) -> Pupil:
    """Write a pupil's new password, which it has to change, and end its sessions."""
    pupil = get_pupil(lock_own(club, by), dynasty)
    User.objects.filter(pk=pupil.user_id).update(password=hashed)
    Pupil.objects.filter(pk=pupil.pk).update(has_first_password=True)
    for session in UserSession.objects.filter(user=pupil.user_id):
        session.end()
    return pupil


def get_pupil(club: Club, dynasty: Dynasty) -> Pupil:
    """Return a pupil of a class; raise DomainError for anybody else."""
    pupil = Pupil.objects.filter(club=club, user=dynasty.user_id).first() if dynasty.user_id else None
    if pupil is None:
        raise DomainError("no_such_member", _("There is no such member."))
    return pupil


@service
def allow_words(*, club: Club, by: Dynasty, allowed: bool) -> None:
    """Let the pupils of a class write what others can read, or no longer."""
    locked = lock_own(club, by)
    Club.objects.filter(pk=locked.pk).update(pupils_write=allowed)


@service
def join_as_teacher(*, club: Club, dynasty: Dynasty, invitation: str) -> None:
    """Teach a class with whoever opened it, by a link that works once. A teacher stays one.

    Raise DomainError (class_full, no_such_invitation, pupils_write).
    """
    membership.lock_dynasty(dynasty)
    locked = membership.lock_club(club, Club.Kind.CLASS)
    if Pupil.objects.filter(user=dynasty.user_id).exists():
        raise DomainError("pupils_write", _("Pupils cannot open a class."))
    if membership.find_member(locked, dynasty) is not None:
        return
    if locked.invitation != invitation:
        raise DomainError("no_such_invitation", _("This link no longer works. Ask the teacher for a new one."))
    if ClubMember.objects.filter(club=locked, role=Role.OFFICER).count() >= CLASS_TEACHERS:
        raise DomainError("class_full", _("A class has room for %(most)s more teachers."), most=CLASS_TEACHERS)
    membership.add_member(locked, dynasty, Role.OFFICER)
    Club.objects.filter(pk=locked.pk).update(invitation=new_code())


@service
def renew_invitation(*, club: Club, by: Dynasty) -> None:
    """Replace the link for teachers, so that the one before works no longer: the right of whoever opened the class."""
    locked = lock_own(club, by)
    membership.check_owner(locked, by)
    Club.objects.filter(pk=locked.pk).update(invitation=new_code())


@service
def remove_teacher(*, club: Club, by: Dynasty, dynasty: Dynasty) -> None:
    """Take a teacher out of a class: whoever opened it others, each other one itself. Gone already, nothing happens."""
    locked = lock_own(club, by)
    if dynasty.pk != by.pk:
        membership.check_owner(locked, by)
    member = membership.find_member(locked, dynasty)
    if member is not None and member.role == Role.OFFICER:
        membership.delete_member(member)


@service
def note_own_password(*, user: User) -> int:
    """Note that a pupil has a password of its own now; return 1 for a pupil."""
    return Pupil.objects.filter(user=user, has_first_password=True).update(has_first_password=False)


@service
def delete_empty(*, club: Club, by: Dynasty) -> None:
    """Delete a class without pupils: the right of whoever opened it; raise DomainError (class_not_empty) with some."""
    locked = lock_own(club, by)
    membership.check_owner(locked, by)
    if Pupil.objects.filter(club=locked).exists():
        raise DomainError("class_not_empty", _("Delete the accounts of its pupils first."))
    ClubMember.objects.filter(club=locked).delete()
    ClubRequest.objects.filter(club=locked).delete()
    Club.objects.filter(pk=locked.pk).update(dissolved_at=clock.now(), size=0)
