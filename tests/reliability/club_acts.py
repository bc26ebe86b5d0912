"""Acts of clubs: founding, joining, leaving, and what owners and officers do."""

from functools import partial

from dynasty.models import Club, Dynasty
from dynasty.services.clubs import classes, founding, membership
from tests.dynasty.clubs.scenes import describe
from tests.reliability.acts import ACTS, Call, act, name, somebody, staff
from tournaments.services import moderation
from tournaments.services.clubs import pupils

__all__ = ["ACTS"]


def club(owner: Dynasty | None = None, entrance: str = "open") -> Club:
    return founding.found(founder=owner or somebody(), description=describe(name(), entrance=entrance))


def club_of(*others: Dynasty, owner: Dynasty) -> Club:
    made = club(owner)
    for each in others:
        membership.join(club=made, dynasty=each)
    return made


@act
def found_club() -> Call:
    return partial(founding.found, founder=somebody(), description=describe(name()))


@act
def change_club() -> Call:
    owner = somebody()
    return partial(founding.change, club=club(owner), by=owner, description=describe(name(), words="Others"))


@act(once=True)
def renew_club_link() -> Call:
    owner = somebody()
    return partial(founding.renew_link, club=club(owner), by=owner)


@act
def dissolve_club() -> Call:
    owner, other = somebody(), somebody()
    made = club_of(other, owner=owner)
    return partial(founding.dissolve, club=made, by=owner, name=made.name)


@act
def join_club() -> Call:
    return partial(membership.join, club=club(), dynasty=somebody())


@act
def ask_club() -> Call:
    return partial(membership.join, club=club(entrance="request"), dynasty=somebody())


@act
def withdraw_from_club() -> Call:
    made, other = club(entrance="request"), somebody()
    membership.join(club=made, dynasty=other)
    return partial(membership.withdraw, club=made, dynasty=other)


@act
def answer_request() -> Call:
    owner, other = somebody(), somebody()
    made = club(owner, "request")
    membership.join(club=made, dynasty=other)
    return partial(membership.answer, club=made, by=owner, dynasty=other, accept=True)


@act
def leave_club() -> Call:
    other = somebody()
    return partial(membership.leave, club=club_of(other, owner=somebody()), dynasty=other)


@act
def remove_from_club() -> Call:
    owner, other = somebody(), somebody()
    return partial(membership.remove, club=club_of(other, owner=owner), by=owner, dynasty=other)


@act
def make_officer() -> Call:
    owner, other = somebody(), somebody()
    return partial(membership.set_role, club=club_of(other, owner=owner), by=owner, dynasty=other, role="officer")


@act
def hand_club_over() -> Call:
    owner, other = somebody(), somebody()
    return partial(membership.hand_over, club=club_of(other, owner=owner), by=owner, dynasty=other)


@act(once=True)
def rename_club() -> Call:
    return partial(moderation.rename_club, user=staff(), club=club(), reason="an insult")


def school() -> tuple[Club, Dynasty, Dynasty]:
    """Return a class, its teacher, and its pupil."""
    teacher = somebody()
    made = classes.found(teacher=teacher, name="6B")
    classes.write_pupils(club=made, by=teacher, pupils=[("Ana", "!")])
    return made, teacher, made.members.get(role="member").dynasty


@act(once=True)
def open_class() -> Call:
    return partial(classes.found, teacher=somebody(), name="6B")


@act(once=True)
def make_pupils() -> Call:
    made, teacher, _pupil = school()
    return partial(classes.write_pupils, club=made, by=teacher, pupils=[("Ben", "!")])


@act
def reset_pupil_password() -> Call:
    made, teacher, pupil = school()
    return partial(classes.write_password, club=made, by=teacher, dynasty=pupil, hashed="!")


@act
def note_own_password() -> Call:
    pupil = school()[2]
    return partial(classes.note_own_password, user=pupil.user)


@act
def allow_pupils_to_write() -> Call:
    made, teacher, _pupil = school()
    return partial(classes.allow_words, club=made, by=teacher, allowed=True)


@act
def delete_pupil() -> Call:
    made, teacher, pupil = school()
    return partial(pupils.delete_pupil, club=made, by=teacher, dynasty=pupil)


@act
def delete_empty_class() -> Call:
    teacher = somebody()
    return partial(classes.delete_empty, club=classes.found(teacher=teacher, name="6B"), by=teacher)
