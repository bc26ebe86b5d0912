"""Clubs: who may come in and go out, who may do what, and that a club always has one owner while it lasts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import clock
from core.errors import DomainError
from dynasty.domain import club_tables
from dynasty.models import Club, ClubMember, ClubRequest, Dynasty, Notice, RatedBattle, RatedSeat
from dynasty.selectors import clubs as selected
from dynasty.services import account_deletion
from dynasty.services.clubs import founding, membership
from tests.dynasty.clubs.scenes import club_of, describe
from tests.factories import found

pytestmark = pytest.mark.django_db


def roles(club: Club) -> dict[str, str]:
    return dict(ClubMember.objects.filter(club=club).values_list("dynasty__name", "role"))


def error_of(call: Callable[..., object], **arguments: Any) -> str:
    with pytest.raises(DomainError) as refused:
        call(**arguments)
    return refused.value.code


def news(club: Club) -> list[str]:
    return [each.sentence for each in selected.list_news(club)]


def notices(dynasty: Dynasty) -> list[Any]:
    return list(Notice.objects.filter(dynasty=dynasty, kind="club").order_by("pk").values_list("facts", flat=True))


def test_one_joins_an_open_club_at_once_and_leaves_it() -> None:
    club, (ming,) = club_of("Ming")
    qing = found("Qing")
    membership.join(club=club, dynasty=qing)
    membership.join(club=club, dynasty=qing)
    club.refresh_from_db()
    assert roles(club) == {"Ming": "owner", "Qing": "member"} and club.size == 2
    membership.leave(club=club, dynasty=qing), membership.leave(club=club, dynasty=qing)
    club.refresh_from_db()
    assert roles(club) == {"Ming": "owner"} and club.size == 1
    assert error_of(membership.leave, club=club, dynasty=ming) == "owner_stays"
    assert news(club) == ["Qing left.", "Qing joined.", "Ming founded the club."]


def test_a_request_is_answered_once_by_an_officer_or_the_owner() -> None:
    club, (ming, qing, tang) = club_of("Ming", "Qing", "Tang", entrance="request")
    membership.set_role(club=club, by=ming, dynasty=qing, role="officer")
    song, yuan = found("Song"), found("Yuan")
    for each in (song, yuan, song):
        assert membership.join(club=club, dynasty=each) is None
    assert len(notices(ming)) == len(notices(qing)) == 2 and notices(tang) == []
    assert error_of(membership.answer, club=club, by=tang, dynasty=song, accept=True) == "not_an_officer"
    membership.answer(club=club, by=qing, dynasty=song, accept=True)
    membership.answer(club=club, by=ming, dynasty=yuan, accept=False)
    assert roles(club)["Song"] == "member" and "Yuan" not in roles(club) and not ClubRequest.objects.exists()
    assert error_of(membership.answer, club=club, by=ming, dynasty=yuan, accept=True) == "no_such_request"
    assert [each["result"] for each in notices(song)] == ["accepted"] and notices(yuan) == []


def test_by_link_alone_and_an_old_link_opens_nothing() -> None:
    club, (ming,) = club_of("Ming", entrance="link")
    old, qing = club.invitation, found("Qing")
    assert error_of(membership.join, club=club, dynasty=qing) == "by_link_only"
    founding.renew_link(club=club, by=ming)
    assert error_of(membership.join, club=club, dynasty=qing, invitation=old) == "no_such_invitation"
    club.refresh_from_db()
    assert membership.join(club=club, dynasty=qing, invitation=club.invitation)
    assert error_of(founding.renew_link, club=club, by=qing) == "not_an_officer"


def test_who_may_remove_whom_and_change_what() -> None:
    club, (ming, qing, tang, song) = club_of("Ming", "Qing", "Tang", "Song")
    for each in (qing, tang):
        membership.set_role(club=club, by=ming, dynasty=each, role="officer")
    for by, who in ((qing, ming), (qing, tang)):
        assert error_of(membership.remove, club=club, by=by, dynasty=who) == "not_the_owner"
    assert error_of(membership.remove, club=club, by=song, dynasty=qing) == "not_an_officer"
    for call in (
        lambda: membership.set_role(club=club, by=qing, dynasty=song, role="officer"),
        lambda: membership.hand_over(club=club, by=qing, dynasty=qing),
        lambda: founding.change(club=club, by=qing, description=describe("Another")),
        lambda: founding.dissolve(club=club, by=qing, name=club.name),
    ):
        assert error_of(call) == "not_the_owner"
    membership.remove(club=club, by=qing, dynasty=song), membership.remove(club=club, by=ming, dynasty=tang)
    assert roles(club) == {"Ming": "owner", "Qing": "officer"} and notices(song)[-1]["result"] == "removed"


def test_handing_over_leaves_one_owner_and_the_old_one_as_an_officer() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    assert error_of(membership.hand_over, club=club, by=ming, dynasty=found("Song")) == "no_such_member"
    membership.hand_over(club=club, by=ming, dynasty=qing)
    assert roles(club) == {"Ming": "officer", "Qing": "owner"}
    membership.leave(club=club, dynasty=ming)
    assert notices(qing)[-1]["result"] == "owner" and news(club)[1] == "The club belongs to Qing now."


def test_a_dissolved_club_is_gone_and_its_name_is_free() -> None:
    club, (ming, qing) = club_of("Ming", "Qing")
    assert error_of(founding.dissolve, club=club, by=ming, name="Another") == "not_confirmed"
    founding.dissolve(club=club, by=ming, name="the friday CLUB"), founding.dissolve(club=club, by=ming, name="x")
    assert selected.find_club(club.code) is None and notices(qing)[-1]["result"] == "dissolved"
    assert error_of(membership.join, club=club, dynasty=qing) == "no_such_club"
    founding.found(founder=qing, description=describe("THE FRIDAY CLUB"))


def test_names_are_one_if_they_look_alike_and_words_are_clean() -> None:
    club, (ming,) = club_of("Ming")
    for name, words, code in (
        ("The Frıday Club", "", "club_name_taken"),
        ("ab", "", "name_length"),
        ("A club", "\u202eturned", "name_characters"),
        ("A club", "x" * 401, "club_words"),
    ):
        assert error_of(founding.found, founder=ming, description=describe(name, words)) == code
    founding.change(club=club, by=ming, description=describe(words="  One  line \n\n\n another ", entrance="link"))
    club.refresh_from_db()
    assert (club.words, club.entrance) == ("One line\nanother", "link")


def test_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "CLUB_MEMBERS", 2)
    monkeypatch.setattr(membership, "CLUBS_OWNED", 1)
    monkeypatch.setattr(membership, "CLUBS_JOINED", 2)
    monkeypatch.setattr(membership, "CLUB_REQUESTS", (1, 1))
    club, (ming, qing) = club_of("Ming", "Qing")
    tang = found("Tang")
    assert error_of(membership.join, club=club, dynasty=tang) == "club_full"
    assert error_of(founding.found, founder=ming, description=describe("Second")) == "too_many_clubs_owned"
    other = founding.found(founder=tang, description=describe("Second", entrance="request"))
    third = founding.found(founder=found("Song"), description=describe("Third", entrance="request"))
    assert membership.join(club=third, dynasty=qing) is None
    assert error_of(membership.join, club=other, dynasty=qing) == "too_many_requests"
    assert error_of(membership.join, club=third, dynasty=tang) == "club_full", "too many wait"
    membership.join(club=other, dynasty=ming, invitation=other.invitation)
    assert error_of(membership.join, club=third, dynasty=ming, invitation=third.invitation) == "too_many_clubs"


def test_whoever_leaves_the_site_leaves_clubs_and_the_oldest_officer_inherits() -> None:
    club, (ming, _qing, tang) = club_of("Ming", "Qing", "Tang")
    membership.set_role(club=club, by=ming, dynasty=tang, role="officer")
    alone = founding.found(founder=ming, description=describe("Alone"))
    assert ming.user is not None
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    club.refresh_from_db()
    assert roles(club) == {"Qing": "member", "Tang": "owner"} and club.size == 2
    assert selected.find_club(alone.code) is None and not any("Ming" in line for line in news(club))


def fight(*places: tuple[Dynasty, int], place: str | None = "x", ago: timedelta = timedelta()) -> None:
    """Write a rated battle of these dynasties, with the place of each."""
    code = place and f"{place}{RatedBattle.objects.count()}"
    battle = RatedBattle.objects.create(place=code, family="board", pace="live", rated_at=clock.now() - ago)
    for number, (dynasty, ranked) in enumerate(places, 1):
        RatedSeat.objects.create(
            battle=battle,
            number=number,
            dynasty=dynasty,
            ranked=ranked,
            rating_before=1500,
            deviation_before=100,
            rating_after=1500,
            deviation_after=100,
        )


def test_the_table_counts_battles_between_members_while_both_were() -> None:
    club, (ming, qing, tang) = club_of("Ming", "Qing", "Tang")
    song = found("Song")
    fight((ming, 2), (qing, 1), (song, 3))
    fight((ming, 1), (tang, 1))
    fight((ming, 1), (song, 2))
    fight((ming, 1), (qing, 2), ago=timedelta(days=1))
    fight((tang, 1), (qing, 2), place=None)
    table = [
        (line.place, line.member.dynasty.name, line.score.points, line.score.battles)
        for line in selected.build_table(club)
    ]
    assert table == [(1, "Qing", 2, 1), (2, "Tang", 1, 1), (2, "Ming", 1, 2)]


@given(st.lists(st.dictionaries(st.integers(1, 6), st.integers(1, 4), max_size=5), max_size=8))
def test_each_pair_of_members_in_a_battle_is_worth_two_points(battles: list[dict[int, int]]) -> None:
    scores = club_tables.add_up(each.items() for each in battles)
    pairs = sum(len(each) * (len(each) - 1) // 2 for each in battles)
    assert sum(score.points for score in scores.values()) == 2 * pairs
