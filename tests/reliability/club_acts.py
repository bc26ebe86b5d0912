"""Acts of clubs: founding, joining, leaving, and what owners and officers do."""

from datetime import datetime, timedelta
from functools import partial

from core import clock
from dynasty.models import Club, Dynasty
from dynasty.services.clubs import classes, founding, membership
from tests.dynasty.clubs.scenes import describe
from tests.reliability.acts import ACTS, Call, act, name, somebody, staff
from tournaments.models import CasualSeat, ClubMatch
from tournaments.services import moderation, rounds
from tournaments.services.casual import orders as casual_orders
from tournaments.services.clubs import match_battles, matches, pupils

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


def a_match(owner: Dynasty, rival: Dynasty) -> ClubMatch:
    return ask_for_match(club(owner), club(rival), owner, clock.now())


def ask_for_match(own: Club, other: Club, owner: Dynasty, now: datetime) -> ClubMatch:
    return matches.challenge(
        by=owner,
        club=own,
        to=other,
        field="duel-2",
        preset="classic",
        round_seconds=30,
        boards=1,
        starts_at=now + timedelta(minutes=20),
    )


def agree_on_match() -> ClubMatch:
    """Return a match that was accepted, with one player named for each club."""
    owner, rival = somebody(), somebody()
    made = a_match(owner, rival)
    matches.answer(match=made, by=rival, accept=True)
    matches.name_players(match=made, by=owner, club=made.home, dynasties=[owner])
    matches.name_players(match=made, by=rival, club=made.away, dynasties=[rival])
    return made


def start_match() -> ClubMatch:
    """Return a match of which the boards are drawn up."""
    made = agree_on_match()
    ClubMatch.objects.filter(pk=made.pk).update(starts_at=clock.now() - timedelta(seconds=1))
    assert match_battles.begin(match_id=made.pk)
    return made


def fight_match() -> ClubMatch:
    """Return a match of which the only battle is over and not counted."""
    made = start_match()
    board = made.fought.get()
    assert match_battles.begin_boards(board_ids=[board.pk]) == 1
    board.refresh_from_db()
    for seat in CasualSeat.objects.filter(tournament=board.tournament):
        text = "abdicate" if seat.seat == "a" else "-"
        casual_orders.give(tournament=board.tournament, key=seat.key, round_no=1, seat=seat.seat, text=text)
    assert rounds.close_round(tournament_id=board.tournament.pk, round_no=1)
    return made


@act(once=True)
def challenge_club() -> Call:
    owner, rival = somebody(), somebody()
    return partial(ask_for_match, club(owner), club(rival), owner, clock.now())


@act
def accept_match() -> Call:
    rival = somebody()
    return partial(matches.answer, match=a_match(somebody(), rival), by=rival, accept=True)


@act
def withdraw_match() -> Call:
    owner = somebody()
    return partial(matches.withdraw, match=a_match(owner, somebody()), by=owner)


@act
def name_players_of_match() -> Call:
    owner = somebody()
    made = a_match(owner, somebody())
    return partial(matches.name_players, match=made, by=owner, club=made.home, dynasties=[owner])


@act
def leave_lineup() -> Call:
    made = agree_on_match()
    return partial(matches.leave_lineup, match=made, dynasty=made.places.order_by("pk")[0].dynasty)


@act
def keep_page_of_match() -> Call:
    made = agree_on_match()
    return partial(matches.renew, match=made, dynasty=made.places.order_by("pk")[0].dynasty, key="a browser")


@act
def begin_match() -> tuple[Call, datetime]:
    made = agree_on_match()
    return partial(match_battles.begin, match_id=made.pk), made.starts_at + timedelta(seconds=1)


@act
def begin_boards_of_match() -> Call:
    boards = start_match().fought.values_list("pk", flat=True)
    return partial(match_battles.begin_boards, board_ids=list(boards))


@act
def count_board_of_match() -> Call:
    return partial(match_battles.settle_board, board_id=fight_match().fought.get().pk)


@act
def close_match() -> Call:
    made = fight_match()
    match_battles.settle_board(board_id=made.fought.get().pk)
    return partial(match_battles.close, match_id=made.pk)


@act
def join_as_teacher() -> Call:
    made = school()[0]
    return partial(classes.join_as_teacher, club=made, dynasty=somebody(), invitation=made.invitation)


@act(once=True)
def renew_class_link() -> Call:
    made, teacher, _pupil = school()
    return partial(classes.renew_invitation, club=made, by=teacher)


@act
def remove_teacher() -> Call:
    made, teacher, _pupil = school()
    other = somebody()
    classes.join_as_teacher(club=made, dynasty=other, invitation=made.invitation)
    return partial(classes.remove_teacher, club=made, by=teacher, dynasty=other)
