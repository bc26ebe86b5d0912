"""Leaving: tables of a series that nobody calls off, who has left and never goes on, and accounts that are deleted."""

from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse

from core import clock
from dynasty.catalog import keys
from dynasty.models import Account, Dynasty, Notice, Transfer, User
from tests import factories
from tests.factories import again, at_court, born, found
from tests.tournaments.series.test_series import draw, error_code, fight, join_all, knockout, season, standing
from tests.tournaments.test_races import together
from tests.tournaments.test_settings import proven_reader
from tournaments.models import Series, SeriesEntry, SeriesTable, Tournament
from tournaments.services import account_deletion, announcements, bets, entries, lifecycle, moderation, series

pytestmark = pytest.mark.django_db
CHESTS = {"minimum": 100, "maximum": 1000, "generosity": 10}


@pytest.fixture
def staff() -> User:
    return User.objects.create_user("staff@example.org", "a long password", is_staff=True)


def go(dynasty: Dynasty) -> None:
    """Delete the account of a dynasty."""
    assert dynasty.user is not None
    account_deletion.delete_account(user=dynasty.user, address=dynasty.user.email)


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def notices(name: str, kind: str) -> list[str]:
    """Return the results of the notices of a kind that a dynasty got."""
    rows = Notice.objects.filter(dynasty__name=name, kind=kind).order_by("pk")
    return [row.facts.get("result", "") for row in rows]


# ── Tables of a series ─────────────────────────────────────────────────────────────────────────────────────


def test_the_organiser_cannot_call_off_a_table() -> None:
    made = knockout()
    join_all(made, "Ming", "Qing")
    (table,) = draw(made)
    assert error_code(announcements.cancel, tournament=table.tournament, by=made.organiser) == "in_series"
    assert again(table.tournament).status == "announced"


def test_the_staff_can_and_the_table_is_played_again(staff: User) -> None:
    made = knockout()
    join_all(made, "Ming", "Qing")
    (table,) = draw(made)
    first = table.tournament
    assert first is not None
    moderation.take_down(user=staff, tournament=first, reason="A rude title")
    assert series.advance_due() == 1
    second = again(table).tournament
    assert again(first).status == "cancelled" and second.status == "announced" and second.pk != first.pk
    assert second.entries.count() == 2 and again(made).round_no == 1
    assert notices("Ming", "table") == ["", "again"]
    assert not SeriesEntry.objects.exclude(out_in=None).exists(), "nobody goes out"
    fight([again(table)], "Qing")
    draw(made)
    assert again(made).status == "finished" and SeriesEntry.objects.get(champion=True).dynasty.name == "Qing"


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_a_table_is_replayed_once_however_many_move_the_series(staff: User) -> None:
    made = season()
    join_all(made, "Ming", "Qing")
    (table,) = draw(made)
    moderation.take_down(user=staff, tournament=table.tournament, reason="A rude title")
    assert sum(together([partial(series.advance, series_id=made.pk)] * 4)) == 1
    assert Tournament.objects.count() == 2


def test_who_has_left_never_goes_on() -> None:
    made = knockout(table_seats=4, advance=1)
    join_all(made, "Ming", "Qing", "Song", "Yuan", "Tang")
    drawn = draw(made)
    fight(drawn, "Ming", "Qing", "Song", "Yuan", "Tang")
    for table in drawn:
        seats = dict(table.tournament.entries.values_list("seat", "dynasty__name"))
        (winner,) = again(table.tournament).outcome["winners"]
        series.leave(series=made, dynasty=of(seats[winner]))
    (final,) = draw(made)
    left = set(SeriesEntry.objects.exclude(left_at=None).values_list("dynasty__code", flat=True))
    assert len(final.dynasties) == 2 and not left & {*final.dynasties}
    assert set(SeriesEntry.objects.filter(dynasty__code__in=left).values_list("out_in", flat=True)) == {1}


def test_of_a_final_whose_winner_left_the_next_is_champion() -> None:
    made = knockout()
    join_all(made, "Ming", "Qing")
    fight(draw(made), "Ming")
    series.leave(series=made, dynasty=of("Ming"))
    draw(made)
    assert [each.dynasty.name for each in SeriesEntry.objects.filter(champion=True)] == ["Qing"]


# ── Deleted accounts ───────────────────────────────────────────────────────────────────────────────────────


def test_a_deleted_account_is_drawn_no_more_and_nobody_gets_points_from_it() -> None:
    made = season()
    join_all(made, "Ming", "Qing", "Song")
    ghost = of("Song").code
    first = draw(made)
    alone = next(table.dynasties for table in first if len(table.dynasties) == 1)
    fight(first, "Ming")
    go(of("Song"))
    second = draw(made)
    assert not any(ghost in table.dynasties for table in second)
    fight(second, "Ming")
    third = draw(made)
    assert not any(ghost in table.dynasties for table in third)
    left_alone = 0 if ghost in alone else 3
    assert sum(standing(made).values()) == (3 + 1 + left_alone) + (3 + 1), "two tables, and who was left alone"
    assert not SeriesEntry.objects.get(dynasty__code=ghost).champion


def test_it_leaves_the_table_that_it_was_drawn_for_and_whoever_is_left_wins_nothing() -> None:
    made = season()
    join_all(made, "Ming", "Qing")
    (table,) = draw(made)
    go(of("Qing"))
    assert list(table.tournament.entries.values_list("dynasty__name", flat=True)) == ["Ming"]
    with clock.freeze(table.tournament.starts_at + timedelta(seconds=1)):
        lifecycle.start(tournament_id=table.tournament.pk)
    assert again(table.tournament).status == "cancelled"
    assert series.advance_due() == 1
    assert again(made).status == "finished" and standing(made)["Ming"] == 0
    assert not SeriesEntry.objects.filter(champion=True).exists()


def test_what_a_deleted_account_announced_is_called_off_and_everybody_told() -> None:
    host = factories.proven(found("Host"))
    cup = factories.announce("gift", host)
    ada = born(found("Ming"), "Ada")
    entries.enter(tournament=cup, dynasty=ada.dynasty, emperor=ada, seat="a")
    go(host)
    cup = again(cup)
    assert (cup.status, cup.why) == ("cancelled", "organiser_left") and at_court(ada)
    assert notices("Ming", "ended") == ["cancelled"] and factories.books_balance() and factories.sum_escrows() == 0
    assert [each.act for each in cup.acts.order_by("pk")] == ["announced", "abandoned"]


def test_a_seat_in_the_tournament_of_another_is_given_up() -> None:
    """Return fee, key, chest and the bets on the seat; the others go on."""
    key = keys.get_asset("iron")
    terms = {"fee": {"silver": 40}, "key": "iron", "chests": CHESTS, "betting": True}
    cup = factories.announce("honour", factories.proven(found("Host")), terms=terms)
    fighters = [born(found(name), f"{name} I", points=20) for name in ("Ming", "Qing")]
    for seat, emperor in zip("ab", fighters, strict=True):
        factories.endow(emperor.dynasty, key, 1)
        entries.enter(tournament=cup, dynasty=emperor.dynasty, emperor=emperor, seat=seat, chest=300)
    song = born(found("Song"), "Song I")
    had = factories.gold(song.dynasty)
    bets.place_bet(tournament=cup, dynasty=song.dynasty, emperor=song, seat="b", asset="gold", amount=50)
    ghost = fighters[1].dynasty
    go(ghost)
    assert again(cup).status == "announced" and [each.seat for each in cup.entries.all()] == ["a"]
    assert factories.gold(song.dynasty) == had and factories.books_balance()
    back = Transfer.objects.filter(credit__dynasty=ghost, cause="given_back", place=cup.code)
    assert {each.asset: each.amount for each in back} == {"silver": 40, key: 1, "gold": 300}
    assert not Account.objects.filter(dynasty=ghost).exclude(balance=0).exists()


def test_a_running_battle_keeps_its_players() -> None:
    cup, fighters = factories.begin("gift", 0, 0)
    assert error_code(go, dynasty=fighters[0].dynasty) == "emperors_away"
    assert again(cup).entries.count() == 2 and again(fighters[0].dynasty.user).is_active


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_leaving_and_starting_at_once() -> None:
    """Allow two results: the seat is given up, or the battle has begun and keeps its player."""
    cup = factories.announce("gift", factories.proven(found("Host")))
    for seat, name in zip("ab", ("Ming", "Qing"), strict=True):
        factories.enter(cup, born(found(name), f"{name} I"), seat)
    together([partial(go, of("Qing")), partial(lifecycle.start, tournament_id=cup.pk)])
    gone = not User.objects.filter(email="qing@example.org").exists()
    assert (again(cup).status, again(cup).entries.count()) == (("announced", 1) if gone else ("running", 2))
    assert factories.books_balance()


@pytest.mark.parametrize(
    ("begun", "changes", "status", "why", "result"),
    [
        (False, {}, "cancelled", "organiser_left", "abandoned"),
        (True, {}, "running", "", "handed_over"),
        (True, {"type": "gift", "terms": {"prize": {"gold": 5}}}, "finished", "organiser_left", "abandoned"),
    ],
    ids=["not begun", "begun", "begun, and paid by it"],
)
def test_the_series_of_a_deleted_account(begun, changes, status: str, why: str, result: str, client) -> None:
    made = season(**changes)
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    if begun:
        fight(draw(made), "Ming", "Song")
    go(of("Host"))
    made = again(made)
    assert (made.status, made.why) == (status, why) and notices("Ming", "series") == [result]
    assert (made.organiser is None) is (status == "running")
    page = client.get(f"/series/{made.code}/")
    assert page.status_code == 200 and client.get("/series/").status_code == 200
    assert client.get(f"/api/v1/series/{made.code}/").status_code == 200
    if status == "running":
        fight(draw(made), "Ming", "Song")
        assert len(draw(made)) == 2 and again(made).round_no == 3
    assert Series.objects.count() == 1 and SeriesTable.objects.exclude(series=made).count() == 0


def test_the_page_says_what_becomes_of_all_that_is_under_way() -> None:
    """Require one sentence for each thing that `let_go` ends or hands over."""
    page = proven_reader(found("Host")).get(reverse("farewell")).content.decode()
    for words in ("withdrawn from every series", "from every tournament that has not begun", "waiting lists",
                  "invitations", "Tournaments that you announced and that have not begun are cancelled",
                  "recurring tournaments stop", "A series that you announced is cancelled if it has not begun",
                  "the site takes it over", "it ends at once", "offers on the market are withdrawn",
                  "Boards that you drew stay"):  # fmt: skip
        assert words in page, words
