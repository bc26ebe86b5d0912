"""A match of two clubs from the challenge to its end."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core import clock
from core.errors import DomainError
from core.limits import CLUB_MATCHES_OPEN
from dynasty.models import Club, Dynasty, Notice
from dynasty.services.clubs import founding, membership
from tests.dynasty.clubs.scenes import describe
from tests.factories import found
from tests.tournaments.test_races import together
from tournaments import tasks
from tournaments.forms.announcement_defaults import format_local_time
from tournaments.models import CasualPlayer, CasualSeat, ClubMatch, LineupPlace, MatchBoard, Tournament
from tournaments.services import account_deletion, rounds
from tournaments.services.casual import orders
from tournaments.services.clubs import match_battles, matches

pytestmark = pytest.mark.django_db


def club_of(name: str, *members: str) -> Club:
    """Return a club; the first of its members founded it."""
    dynasties = [found(each) for each in members]
    club = founding.found(founder=dynasties[0], description=describe(name))
    for each in dynasties[1:]:
        membership.join(club=club, dynasty=each)
    return club


def get(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def challenge(boards: int = 2, **changes: object) -> ClubMatch:
    """Let the club of Ming and Qing challenge that of Inca and Maya."""
    home, away = club_of("The East", "Ming", "Qing", "Tang"), club_of("The West", "Inca", "Maya", "Olmec")
    setup = {
        "by": get("Ming"),
        "club": home,
        "to": away,
        "field": "duel-2",
        "preset": "classic",
        "round_seconds": 30,
        "boards": boards,
        "starts_at": clock.now() + timedelta(hours=1),
    }
    return matches.challenge(**(setup | changes))  # type: ignore[arg-type]


def name_players(match: ClubMatch, club: Club, *names: str) -> None:
    leader = club.members.get(role="owner").dynasty
    matches.name_players(match=match, by=leader, club=club, dynasties=[get(name) for name in names])


def agree(boards: int = 2) -> ClubMatch:
    match = challenge(boards)
    matches.answer(match=match, by=get("Inca"), accept=True)
    name_players(match, match.home, "Ming", "Qing")
    name_players(match, match.away, "Inca", "Maya")
    return match


def win(board: MatchBoard, name: str) -> None:
    """Let somebody win the battle of a board: the other abdicates."""
    assert board.tournament is not None
    for each in CasualPlayer.objects.filter(tournament=board.tournament).select_related("dynasty"):
        seat = CasualSeat.objects.get(tournament=board.tournament, seat=each.seat)
        text = "-" if each.dynasty.name == name else "abdicate"
        orders.give(tournament=board.tournament, key=seat.key, round_no=1, seat=seat.seat, text=text)
    assert rounds.close_round(tournament_id=board.tournament.pk, round_no=1)


def refuse(call: Callable[[], object]) -> str:
    with pytest.raises(DomainError) as refused:
        call()
    return str(refused.value.code)


def test_two_clubs_meet_on_two_boards_and_one_wins() -> None:
    match = agree()
    with clock.freeze(match.starts_at):
        tasks.close_due()
        tasks.close_due()
        boards = list(match.fought.order_by("number"))
        assert [(each.home.name, each.away.name) for each in boards if each.home and each.away] == [
            ("Ming", "Inca"),
            ("Qing", "Maya"),
        ]
        assert Tournament.objects.filter(casual=True, status="running", round_seconds=30).count() == 2
        win(boards[0], "Ming")
        win(boards[1], "Qing")
        tasks.close_due()
    match.refresh_from_db()
    assert match.status == "over" and match.closed_at
    assert [(each.home_points, each.away_points) for each in match.fought.order_by("number")] == [(2, 0), (2, 0)]
    said = Notice.objects.filter(dynasty=get("Qing"), kind="club", facts__result="match_won")
    assert said.get().place == match.code and Notice.objects.filter(facts__result="match_lost").count() == 2
    assert "4" in Client().get(f"/match/{match.code}/").content.decode()


def test_boards_begin_in_one_transaction_and_once_however_often_they_are_swept() -> None:
    match = agree()
    with clock.freeze(match.starts_at):
        match_battles.begin(match_id=match.pk)
        boards = list(match.fought.order_by("number").values_list("pk", flat=True))
        assert match_battles.begin_boards(board_ids=boards) == 2
        assert match_battles.begin_boards(board_ids=boards) == 0
    fought = list(match.fought.order_by("number"))
    assert {each.begun_at for each in fought} == {match.starts_at}
    for each in fought:
        players = CasualPlayer.objects.filter(tournament=each.tournament).values_list("dynasty", flat=True)
        assert set(players) == {each.home_id, each.away_id}
        assert Notice.objects.filter(kind="paired", place=each.tournament.code).count() == 2


def test_boards_for_which_a_club_has_nobody_are_lost_and_reserves_move_up() -> None:
    match = agree(boards=3)
    name_players(match, match.home, "Ming", "Qing", "Tang")
    assert matches.leave_lineup(match=match, dynasty=get("Ming")) == 1
    membership.leave(club=match.away, dynasty=get("Maya"))
    with clock.freeze(match.starts_at):
        assert match_battles.tend(match) == 1
        boards = list(match.fought.order_by("number"))
    assert [each.home.name if each.home else "" for each in boards] == ["Qing", "Tang", ""]
    assert [each.away.name if each.away else "" for each in boards] == ["Inca", "", ""]
    assert [(each.home_points, each.away_points) for each in boards] == [(0, 0), (2, 0), (0, 0)]


def test_who_may_challenge_answer_name_and_call_off() -> None:
    match = challenge()
    again = partial(challenge_again, match)
    assert refuse(partial(again, by=get("Qing"))) == "not_an_officer"
    assert refuse(partial(again, to=match.home)) == "own_club"
    assert refuse(partial(again, boards=21)) == "bad_match"
    assert refuse(partial(again, starts_at=clock.now())) == "bad_times"
    assert refuse(partial(matches.answer, match=match, by=get("Maya"), accept=True)) == "not_an_officer"
    assert refuse(partial(matches.answer, match=match, by=get("Ming"), accept=True)) == "not_an_officer"
    assert refuse(partial(matches.withdraw, match=match, by=get("Inca"))) == "not_an_officer"
    naming = partial(matches.name_players, match=match, by=get("Ming"), club=match.home)
    assert refuse(partial(naming, dynasties=[get("Inca")])) == "no_such_member"
    assert refuse(partial(naming, dynasties=[get("Qing"), get("Qing")])) == "named_twice"
    assert refuse(partial(naming, by=get("Inca"), dynasties=[])) == "not_an_officer"
    matches.answer(match=match, by=get("Inca"), accept=False)
    assert refuse(partial(matches.answer, match=match, by=get("Inca"), accept=True)) == "match_settled"
    for _number in range(CLUB_MATCHES_OPEN):
        again()
    assert refuse(again) == "too_many_matches"


def challenge_again(match: ClubMatch, **changes: object) -> ClubMatch:
    setup = {
        "by": get("Ming"),
        "club": match.home,
        "to": match.away,
        "field": "duel-2",
        "preset": "classic",
        "round_seconds": 30,
        "boards": 1,
        "starts_at": clock.now() + timedelta(hours=2),
    }
    return matches.challenge(**(setup | changes))  # type: ignore[arg-type]


def test_a_dynasty_of_both_clubs_plays_for_one() -> None:
    match = agree()
    membership.join(club=match.away, dynasty=get("Qing"))
    naming = partial(name_players, match, match.away, "Inca", "Qing")
    assert refuse(naming) == "named_twice"


def test_a_match_that_nobody_answers_lapses_and_one_of_a_dissolved_club_does_not_begin() -> None:
    match = challenge()
    with clock.freeze(match.starts_at):
        match_battles.tend(match)
    match.refresh_from_db()
    assert match.status == "lapsed" and not MatchBoard.objects.exists()
    other = challenge_again(match)
    matches.answer(match=other, by=get("Inca"), accept=True)
    founding.dissolve(club=other.away, by=get("Inca"), name=other.away.name)
    with clock.freeze(other.starts_at):
        match_battles.tend(other)
    other.refresh_from_db()
    assert other.status == "withdrawn"


def test_a_battle_that_was_forgotten_is_worth_nothing_and_does_not_begin_again() -> None:
    match = agree(boards=1)
    with clock.freeze(match.starts_at):
        match_battles.tend(match)
        Tournament.objects.filter(match_board__match=match).delete()
        match.refresh_from_db()
        assert match_battles.tend(match) == 0
    match.refresh_from_db()
    board = match.fought.get()
    assert match.status == "over" and (board.home_points, board.away_points) == (0, 0)


def test_whoever_leaves_the_site_leaves_the_line_up() -> None:
    match = agree()
    maya = get("Maya")
    assert maya.user is not None
    account_deletion.delete_account(user=maya.user, address=maya.user.email)
    assert not LineupPlace.objects.filter(dynasty=maya).exists() and match.places.count() == 3


def log_in(name: str) -> Client:
    client, user = Client(), get(name).user
    assert user is not None
    client.force_login(user)
    return client


def test_a_match_on_the_pages_from_the_form_to_the_line_up() -> None:
    home, away = club_of("The East", "Ming", "Qing"), club_of("The West", "Inca", "Maya")
    ming, inca, qing = log_in("Ming"), log_in("Inca"), log_in("Qing")
    form = reverse("challenge_club", args=[away.code])
    assert (
        qing.get(form).status_code == 404 and "Challenge this club" in ming.get(f"/club/{away.code}/").content.decode()
    )
    sent = {"club": home.code, "ground": "duel-2:classic", "round_seconds": 30, "boards": 2, "zone": "UTC"}
    sent["starts"] = format_local_time(clock.now() + timedelta(hours=1), "UTC")
    there = ming.post(form, sent).headers["Location"]
    assert inca.post(f"{there}act", {"act": "accept"}).status_code == 302
    ming.post(f"{there}act", {"act": "lineup", "club": home.code, "names": "qing\nMing\n"})
    assert [each.dynasty.name for each in LineupPlace.objects.order_by("number")] == ["Qing", "Ming"]
    ming.post(f"{there}act", {"act": "lineup", "club": home.code, "names": "Nobody"})
    assert LineupPlace.objects.count() == 2, "a name that is no member's changes nothing"
    assert "Qing" in qing.get(there).content.decode()
    assert "Qing" not in inca.get(there).content.decode(), "the other club does not see it before the start"
    assert "Qing" not in Client().get(there).content.decode()
    qing.post(f"{there}act", {"act": "leave"})
    assert LineupPlace.objects.get().dynasty.name == "Ming"
    assert "The West" in ming.get(f"/club/{home.code}/").content.decode()


def test_a_player_with_the_page_open_is_led_to_the_battle() -> None:
    match = agree()
    ming = log_in("Ming")
    there = f"/match/{match.code}/"
    assert "HX-Redirect" not in ming.post(f"{there}act", {"act": "here", "waits": "yes"}).headers
    with clock.freeze(match.starts_at):
        match_battles.tend(match)
        part = ming.post(f"{there}act", {"act": "here", "waits": "yes"})
        battle = part.headers["HX-Redirect"]
        assert "Send order" in ming.get(battle).content.decode()
        assert "HX-Redirect" not in ming.post(f"{there}act", {"act": "here"}).headers


def test_a_line_up_with_a_name_that_is_wrong_keeps_what_was_typed() -> None:
    match = challenge()
    ming = log_in("Ming")
    sent = {"act": "lineup", "club": match.home.code, "names": "Ming\nQingg\nTang"}
    page = ming.post(f"/match/{match.code}/act", sent)
    said = page.content.decode()
    assert page.status_code == 422 and "Qingg is no member of the club." in said
    assert ">Ming\nQingg\nTang</textarea>" in said.replace("\r\n", "\n")
    assert not LineupPlace.objects.exists()


def test_the_page_of_a_match_over_one_board() -> None:
    match = challenge(boards=1)
    page = log_in("Ming").get(f"/match/{match.code}/").content.decode()
    assert "The first one plays; those after it move up when somebody withdraws." in page
    assert page.count("Starts in") == 1, "a screen reader reads it once"


def test_who_has_to_answer_reads_who_challenges() -> None:
    match = challenge()
    there = f"/match/{match.code}/"
    assert "The East challenges your club" in log_in("Inca").get(there).content.decode()
    assert "The West has not answered yet" in log_in("Ming").get(there).content.decode()
    assert "The West has not answered yet" in log_in("Maya").get(there).content.decode()


def test_the_battle_of_a_board_says_its_match_and_leads_back() -> None:
    match = agree()
    ming = log_in("Ming")
    ming.post(f"/match/{match.code}/act", {"act": "here"})
    with clock.freeze(match.starts_at):
        match_battles.tend(match)
        board = match.fought.select_related("tournament").order_by("number")[0]
        assert board.tournament is not None
        address = f"/tournament/{board.tournament.code}/"
        link = f'<a href="/match/{match.code}/">The East – The West</a>'
        for client in (ming, Client()):
            assert link in client.get(address).content.decode()
        win(board, "Ming")
        ended = ming.get(address).content.decode()
    assert link in ended and "Back to the match" in ended
    assert "Save your progress" not in ended, "whoever has a dynasty is not asked to found one"


def test_the_page_of_a_match_asks_as_much_for_twenty_boards_as_for_one() -> None:
    match = challenge(boards=20)
    matches.answer(match=match, by=get("Inca"), accept=True)
    name_players(match, match.home, "Ming", "Qing", "Tang")
    name_players(match, match.away, "Inca", "Maya", "Olmec")
    with clock.freeze(match.starts_at):
        match_battles.tend(match)
    for address in (f"/match/{match.code}/", f"/club/{match.home.code}/"):
        client = log_in("Ming")
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        assert len(queries) <= 15, "\n".join(each["sql"][:150] for each in queries)


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_four_who_sweep_begin_and_count_each_board_once() -> None:
    match = agree()
    with clock.freeze(match.starts_at):
        together([partial(match_battles.tend, match)] * 4)
        assert Tournament.objects.count() == MatchBoard.objects.count() == 2
        for board in match.fought.all():
            win(board, "Ming" if board.number == 1 else "Maya")
        together([partial(tend_anew, match.pk)] * 4)
    match.refresh_from_db()
    assert match.status == "over"
    assert Notice.objects.filter(facts__result="match_drawn").count() == 4


def tend_anew(pk: int) -> int:
    return match_battles.tend(ClubMatch.objects.get(pk=pk))
