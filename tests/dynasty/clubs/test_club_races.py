"""People who come, go and are sent away at once: one owner, no member too many, and each counted once."""

from functools import partial

import pytest

from dynasty.models import Club, ClubMember, Notice
from dynasty.services.clubs import founding, membership
from tests.dynasty.clubs.scenes import club_of
from tests.factories import found
from tests.tournaments.test_races import together

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def check_sound(club: Club) -> None:
    """Check that a club has one owner, or is dissolved, and knows how many members it has."""
    club.refresh_from_db()
    owners = ClubMember.objects.filter(club=club, role="owner").count()
    assert club.size == ClubMember.objects.filter(club=club).count()
    assert owners == (0 if club.dissolved_at else 1)


def test_the_last_place_goes_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "CLUB_MEMBERS", 3)
    club, _members = club_of("Ming", "Qing")
    others = [found(name) for name in ("Tang", "Song", "Yuan", "Han")]
    together([partial(membership.join, club=club, dynasty=each) for each in others])
    assert ClubMember.objects.filter(club=club).count() == 3
    check_sound(club)


def test_a_request_accepted_twice_and_declined_at_once_is_answered_once() -> None:
    club, (ming, qing) = club_of("Ming", "Qing", entrance="request")
    membership.set_role(club=club, by=ming, dynasty=qing, role="officer")
    tang = found("Tang")
    membership.join(club=club, dynasty=tang)
    acts = [partial(membership.answer, club=club, by=by, dynasty=tang, accept=True) for by in (ming, qing)]
    results = together(acts * 2)
    assert results.count("no_such_request") == 3
    assert Notice.objects.filter(dynasty=tang, kind="club").count() == 1
    check_sound(club)


def test_the_owner_hands_over_to_whoever_leaves_or_is_removed_at_once() -> None:
    club, (ming, qing, tang) = club_of("Ming", "Qing", "Tang")
    membership.set_role(club=club, by=ming, dynasty=tang, role="officer")
    together(
        [
            partial(membership.hand_over, club=club, by=ming, dynasty=qing),
            partial(membership.leave, club=club, dynasty=qing),
            partial(membership.remove, club=club, by=tang, dynasty=qing),
            partial(founding.dissolve, club=club, by=ming, name=club.name),
        ]
    )
    check_sound(club)
