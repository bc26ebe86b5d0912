"""Founding a club, changing what it says about itself, and dissolving it."""

from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from core import clock
from core.errors import DomainError
from core.limits import CLUB_WORDS_LENGTH, NAME_LENGTH
from core.public_codes import new_code
from core.transactions import service
from dynasty.catalog import emblems, names
from dynasty.models import Club, ClubEvent, ClubMember, ClubRequest, Dynasty, Pupil
from dynasty.services import search_index
from dynasty.services.clubs import membership
from dynasty.services.clubs.pupils import check_may_write

Role = ClubMember.Role
NEUTRAL_NAME = "Club {code}"
"""The name of a club from which the staff took its own."""


class Description(TypedDict):
    """What a club says about itself, and how one joins it."""

    name: str
    words: str
    emblem: dict[str, str]
    entrance: str


@service
def found(*, founder: Dynasty, description: Description) -> Club:
    """Found a club that belongs to the founder.

    Raise DomainError (club_name_taken, club_words, name_length, too_many_clubs, too_many_clubs_owned, unknown_emblem).
    """
    check_may_write(founder)
    fields = clean_fields(description)
    membership.lock_dynasty(founder)
    membership.check_can_own(founder)
    membership.check_can_join_more(founder)
    club = write(Club(founded_at=clock.now()), fields)
    membership.add_member(club, founder, Role.OWNER)
    membership.record(club, "founded", founder)
    return club


def clean_fields(description: Description) -> Description:
    """Return what was written as it is stored; raise DomainError where it is not valid."""
    sentence = _("A club’s name has from %(least)s to %(most)s characters.")
    if description["entrance"] not in Club.Entrance.values:
        raise DomainError("bad_entrance", _("Choose how one joins the club."))
    return {
        "name": names.clean_name(description["name"], NAME_LENGTH, "name_length", sentence),
        "words": clean_words(description["words"]),
        "emblem": emblems.validate(description["emblem"]),
        "entrance": description["entrance"],
    }


def clean_words(text: str) -> str:
    """Return the words about a club in lines without needless space; raise DomainError where they cannot be shown."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    words = "\n".join(line for line in lines if line)
    if len(words) > CLUB_WORDS_LENGTH:
        raise DomainError(
            "club_words", _("The words about a club have at most %(most)s characters."), most=CLUB_WORDS_LENGTH
        )
    for line in words.splitlines():
        names.check_characters(line)
    return words


def write(club: Club, fields: Description) -> Club:
    """Write a club's fields; the constraint decides between two of one name."""
    for name, value in fields.items():
        setattr(club, name, value)
    club.folded_name = names.fold(club.name)
    others = Club.objects.filter(folded_name=club.folded_name, dissolved_at=None).exclude(pk=club.pk)
    error = DomainError("club_name_taken", _("A club has this name, or one that looks just like it."))
    if others.exists():
        raise error
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as clash:
        raise error from clash
    search_index.put_club(club)
    return club


@service
def change(*, club: Club, by: Dynasty, description: Description) -> Club:
    """Change what a club says about itself, and how one joins it: its owner's right."""
    fields = clean_fields(description)
    locked = membership.lock_club(club)
    membership.check_owner(locked, by)
    if fields["entrance"] == Club.Entrance.OPEN:
        ClubRequest.objects.filter(club=locked).delete()  # whoever asked can come in now
    return write(locked, fields)


@service
def renew_link(*, club: Club, by: Dynasty) -> str:
    """Replace a club's link, so that the old one opens nothing; return the last part of the new one."""
    locked = membership.lock_club(club)
    membership.check_may_manage(locked, by)
    locked.invitation = new_code()
    locked.save(update_fields=["invitation"])
    return locked.invitation


@service
def dissolve(*, club: Club, by: Dynasty, name: str) -> None:
    """End a club for good; `name` is its own, typed once more. Dissolved already, nothing happens."""
    locked = Club.objects.select_for_update().get(pk=club.pk)
    if locked.dissolved_at is not None:
        return
    membership.check_owner(locked, by)
    if names.fold(name) != locked.folded_name:
        raise DomainError("not_confirmed", _("This is not the name of the club."))
    membership.notify_members(locked, "dissolved", without=by)
    end(locked)


def end(club: Club) -> None:
    """End a club whose row the caller has locked: nobody belongs to it, and its name is free."""
    ClubMember.objects.filter(club=club).delete()
    ClubRequest.objects.filter(club=club).delete()
    Club.objects.filter(pk=club.pk).update(dissolved_at=clock.now(), size=0)
    search_index.remove("club", [club.code])


def take_name(club: Club) -> None:
    """Take a club's name and words from it: an act of the staff, in whose transaction it runs."""
    locked = membership.lock_club(club)
    locked.name, locked.words = NEUTRAL_NAME.format(code=locked.code), ""
    locked.folded_name = names.fold(locked.name)
    locked.save(update_fields=["name", "words", "folded_name"])
    search_index.put_club(locked)


def forget_dynasty(dynasty: Dynasty) -> None:
    """Take a dynasty whose player leaves the site out of its clubs. The caller has locked its row.

    A club of its own goes to the officer who has been there longest, or else to the member; one without either ends.
    Raise DomainError (has_class) for a teacher, whose pupils nobody else could help.
    """
    if ClubMember.objects.filter(dynasty=dynasty, role=Role.OWNER, club__kind=Club.Kind.CLASS).exists():
        raise DomainError("has_class", _("You have a class. Delete it first, with the accounts of its pupils."))
    Pupil.objects.filter(user=dynasty.user_id).delete()
    ClubRequest.objects.filter(dynasty=dynasty).delete()
    clubs = Club.objects.filter(members__dynasty=dynasty)
    for club in list(Club.objects.filter(pk__in=clubs.values("pk")).select_for_update().order_by("pk")):
        own = ClubMember.objects.get(club=club, dynasty=dynasty)
        heir = find_heir(own) if own.role == Role.OWNER else None
        if heir is not None:
            membership.pass_on(club, own, heir)
        elif own.role == Role.OWNER:
            end(club)
            continue
        membership.delete_member(own)
    ClubEvent.objects.filter(dynasty=dynasty).delete()


def find_heir(owner: ClubMember) -> ClubMember | None:
    """Return who gets a club when its owner leaves the site, if there is anybody else."""
    others = ClubMember.objects.select_related("dynasty").filter(club=owner.club_id).exclude(pk=owner.pk)
    officers = others.filter(role=Role.OFFICER).order_by("since", "pk")
    return officers.first() or others.order_by("since", "pk").first()
