"""The pages of series: what they show, what they do, and within how many queries."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from dynasty.models import Notice
from tests import factories
from tests.factories import again, born, found, proven
from tests.tournaments.series.test_series import draw, fight, join_all, knockout, season
from tests.tournaments.test_every_announcement import series_form
from tests.tournaments.test_pages import log_in
from tournaments.domain import terms
from tournaments.forms import announcement_defaults
from tournaments.models import Series, SeriesEntry
from tournaments.services import lifecycle, series

pytestmark = pytest.mark.django_db
BUDGET = 15


@pytest.fixture
def ask(django_assert_max_num_queries: Any) -> Any:
    def get(path: str, who: Client | None = None, status: int = 200) -> str:
        with django_assert_max_num_queries(BUDGET):
            answer = (who or Client()).get(path)
        assert answer.status_code == status
        return answer.content.decode()

    return get


def test_an_empty_list_and_an_unknown_series(ask: Any) -> None:
    assert "No series yet" in ask("/series/")
    ask("/series/nothing/", status=404)


def test_a_season_on_its_page(ask: Any) -> None:
    made = season()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    address, player = f"/series/{made.code}/", factories.Dynasty.objects.get(name="Ming")
    assert "Leave the series" in ask(address, log_in(player))
    fight(draw(made), "Ming")
    draw(made)
    page = ask(address, log_in(player))
    assert "Round 2" in page and "Table 1" in page and "The Jade Season" in ask("/series/")
    assert "Cancel tournament" not in page and page.count("<tr") == 5


def test_taking_part_comes_first_and_what_is_at_stake_is_grouped(ask: Any) -> None:
    made = season(type="honour", terms={"stake": 10})
    join_all(made, "Ming", "Qing")
    page = ask(f"/series/{made.code}/", log_in(factories.Dynasty.objects.get(name="Ming")))
    assert page.index("Take part") < page.index("Standings")
    stakes, _fold, folded = page.partition("What is at stake at each table")[2].partition("<details")
    assert "There is no betting." in stakes and "Winning: " in folded and "How it goes" in folded


def test_a_series_that_is_over_no_longer_asks_to_take_part(ask: Any) -> None:
    made = season(rounds=1)
    join_all(made, "Ming", "Qing")
    fight(draw(made), "Ming")
    draw(made)
    page = ask(f"/series/{made.code}/", log_in(factories.Dynasty.objects.get(name="Ming")))
    assert "You won the series" in page and "Take part" not in page and "<aside" not in page


def test_whoever_won_the_final_is_champion_and_does_not_go_on(ask: Any) -> None:
    made = knockout()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    for _round in range(2):
        fight(draw(made), "Ming", "Qing")
    draw(made)
    page = ask(f"/series/{made.code}/")
    final, _fold, first = page.partition("Round 2")[2].partition("Round 1")
    assert "champion</span>" in final and "goes on" not in final and first.count("goes on") == 2


def test_the_latest_round_is_open_and_the_others_are_folded(ask: Any) -> None:
    made = season()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    fight(draw(made), "Ming")
    draw(made)
    page = ask(f"/series/{made.code}/")
    assert page.index("Round 2") < page.index("Round 1") and page.count('<details class="fold" open>') == 1


@pytest.mark.parametrize(("build", "cost"), [(season, "Your points stay"), (knockout, "you cannot come back")])
def test_what_leaving_and_cancelling_cost_is_said_before_the_button(ask: Any, build: Any, cost: str) -> None:
    made = build()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    ming, host = log_in(factories.Dynasty.objects.get(name="Ming")), log_in(made.organiser)
    address = f"/series/{made.code}/"
    leaving, cancelling = ask(address, ming).partition('id="leave"')[2], ask(address, host).partition('id="cancel"')[2]
    assert leaving.index("You can join again until it begins.") < leaving.index("<button")
    assert cancelling.index("This cannot be undone.") < cancelling.index("<button")
    draw(made)
    assert cost in ask(address, ming)


@pytest.mark.parametrize(("type", "status"), [("gift", 302), ("conquer", 422)])
def test_two_dynasties_at_a_table_of_classic_where_houses_may_join(type: str, status: int) -> None:
    classic = ("campaign.classic", "world", "short", 2, type)
    answer = log_in(proven(found("Host"))).post("/series/new/", series_form(classic))
    assert answer.status_code == status
    if status == 422:
        assert "need from 3 to 6 seats." in answer.content.decode()


def test_a_knock_out_on_its_page(ask: Any) -> None:
    made = knockout()
    join_all(made, "Ming", "Qing")
    fight(draw(made), "Qing")
    draw(made)
    page = ask(f"/series/{made.code}/")
    assert "Champion of the series" in page and "out in round 1" in page and "Next series" not in page
    won, lost = (
        ask(f"/series/{made.code}/", log_in(factories.Dynasty.objects.get(name=name))) for name in ("Qing", "Ming")
    )
    assert 'data-mood="won"' in won and "You won the series" in won and "You had a seat at 1 table, and won 1." in won
    assert 'data-mood="lost"' in lost and "You were out in round 1" in lost and "Next series" in lost


def test_the_end_of_a_season_tells_each_its_place(ask: Any) -> None:
    made = season()
    join_all(made, "Ming", "Qing", "Song", "Yuan")
    for _round in range(3):
        fight(draw(made), "Ming", "Qing")
    draw(made)
    assert again(made).status == "finished"
    told = {
        name: ask(f"/series/{made.code}/", log_in(factories.Dynasty.objects.get(name=name)))
        for name in ("Ming", "Song")
    }
    assert "You won the series" in told["Ming"] and " of 4" in told["Song"] and "You came to place" in told["Song"]
    assert "You had a seat at 3 tables" in told["Song"]
    assert "deciding battle" not in told["Ming"], "nothing decided a season but all of it"


def test_the_battle_that_decided_a_knock_out_has_a_card(ask: Any) -> None:
    made = knockout(game="emperors", field="old-duel-2")
    join_all(made, "Ming", "Qing")
    (table,) = draw(made)
    with clock.freeze(table.tournament.starts_at + timedelta(seconds=1)):
        lifecycle.start(tournament_id=table.tournament.pk)
        factories.play(again(table.tournament), *({"a": order} for order in ("C3-C4", "C4-C5", "C5-C6", "C6-C7")))
    draw(made)
    page = ask(f"/series/{made.code}/")
    card = f"/tournament/{table.tournament.code}/card.png"
    assert card in page and Client().get(card).status_code == 200


def test_join_send_and_leave_by_the_page() -> None:
    made = season()
    ming = found("Ming")
    who, ada, bea = log_in(ming), born(ming, "Ada"), born(ming, "Bea")
    address, entry = f"/series/{made.code}/", lambda: SeriesEntry.objects.get(dynasty=ming)
    assert "Join" in who.get(address).content.decode()
    who.post(f"{address}join", {"emperor": ada.code, "points": 99, "champion": "on"})
    assert (entry().emperor, entry().points, entry().champion) == (ada, 0, False)
    who.post(f"{address}join", {"emperor": bea.code})
    assert entry().emperor == bea
    who.post(f"{address}join", {"emperor": born(found("Qing"), "Eve").code})
    assert entry().emperor == bea
    who.post(f"{address}leave")
    assert not SeriesEntry.objects.exists()
    assert Client().post(f"{address}join").status_code == 302 and who.get(f"{address}leave").status_code == 405
    who.post(f"{address}call-off")
    assert again(made).status == "announced"
    log_in(made.organiser).post(f"{address}call-off")
    assert again(made).status == "cancelled" and "cancelled" in who.get(address).content.decode()


def build_form(**changes: Any) -> dict[str, Any]:
    start = announcement_defaults.format_local_time(clock.now() + timedelta(days=1), "UTC")
    plain = {"title": "The Silver Season", "format": "ladder", "type": "conquer", "field": "emperors:duel-2",
             "preset": "emperors:classic", "table_seats": 2, "rounds": 3, "points": "3, 1", "advance": 1, "stake": 10,
             "prize": 0, "asset": "gold", "round_seconds": 3600, "zone": "UTC", "starts": start}  # fmt: skip
    return plain | changes


def test_announcing_by_the_page(ask: Any) -> None:
    ming = proven(found("Ming"))
    who = log_in(ming)
    assert "Announce a series" in ask("/series/new/", who)
    answer = who.post("/series/new/", build_form(status="finished", organiser="x", seed="mine"))
    made = Series.objects.get()
    assert answer["Location"] == f"/series/{made.code}/"
    assert (made.organiser, made.status, made.points, made.rounds) == (ming, "announced", [3, 1], 3)
    assert made.seed != "mine"


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"points": "many"}, 422, "Write whole numbers"),
        ({"points": "5 3 2 1"}, 422, "A table has only 2 seats: give at most so many places a value."),
        ({"title": ""}, 422, "Fill this in."),
        ({"format": "knockout", "advance": 2}, 422, "At most half of a table goes on."),
        ({"type": "gift"}, 422, "A prize tournament needs a prize."),
        ({"type": "gift", "prize": 5_000}, 409, "Not enough gold coins"),
        ({"starts": "2020-01-01T10:00"}, 422, "It would start in the past"),
    ],
)
def test_what_cannot_be_announced(changes: dict[str, Any], status: int, sentence: str) -> None:
    answer = log_in(proven(found("Ming"))).post("/series/new/", build_form(**changes))
    assert answer.status_code == status and sentence in answer.content.decode() and not Series.objects.exists()


def test_a_series_leaves_time_to_join() -> None:
    ming = proven(found("Ming"))
    soon = announcement_defaults.format_local_time(clock.now() + timedelta(minutes=2), "UTC")
    answer = log_in(ming).post("/series/new/", build_form(starts=soon))
    assert answer.status_code == 422 and "so that others can join" in answer.content.decode()
    assert not Series.objects.exists()


# ── The contract beside the form ───────────────────────────────────────────────────────────────────────────


def test_the_contract_of_a_series_is_read_before_it_is_announced() -> None:
    who = log_in(proven(found("Ming")))
    page = who.get("/series/new/").content.decode()
    assert "The contract so far" in page and "A season of 5 rounds at tables of 4." in page
    assert "Use this browser’s time zone" in page and "Before you publish" not in page
    text = who.post("/series/new/words", build_form(points_won=77, zone="Europe/Madrid")).content.decode()
    assert "It can be announced like this." in text and "A season of 3 rounds at tables of 2." in text
    assert "77" in text and "CE" in text and not Series.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [({"title": ""}, "Title: "), ({"type": "gift", "prize": 5_000}, "Not enough gold coins"),
     ({"starts": "2020-01-01T10:00"}, "It would start in the past"), ({"points": "many"}, "Write whole numbers"),
     ({"format": "knockout", "advance": 2}, "At most half of a table goes on."), ({"starts": "soon"}, "Write a day"),
     ({"preset": "campaign.classic:short"}, "These rules do not fit"), ({"zone": "Nowhere"}, "Time zone: "),
     ({"asset": "tulips", "type": "gift", "prize": 5}, "Asset: ")],
)  # fmt: skip
def test_what_stands_in_the_way_of_a_series_is_said_beside_it(changes: dict[str, Any], sentence: str) -> None:
    answer = log_in(proven(found("Ming"))).post("/series/new/words", build_form(**changes))
    assert answer.status_code == 200 and sentence in answer.content.decode().replace("&#x27;", "'")


def test_points_of_reputation_are_set_for_every_table() -> None:
    who = log_in(proven(found("Ming")))
    who.post("/series/new/", build_form(points_won=77, points_fell=-9))
    made = Series.objects.get()
    agreed = dict(terms.read(made.setup["terms"]).points)
    assert (agreed["won"], agreed["fell"]) == (77, -9)
    assert "77" in who.get(f"/series/{made.code}/").content.decode()


def test_a_proposed_start_keeps_its_moment_in_another_zone() -> None:
    data = build_form(zone="Pacific/Auckland", starts="2030-01-10T12:00", starts_for="UTC|2030-01-10T12:00")
    with clock.freeze(datetime(2030, 1, 9, tzinfo=UTC)):
        text = log_in(proven(found("Ming"))).post("/series/new/words", data).content.decode()
    assert 'value="2030-01-11T01:00"' in text and "Pacific/Auckland|2030-01-11T01:00" in text


def test_only_a_founder_reads_the_contract() -> None:
    assert Client().post("/series/new/words", {}).status_code == 302


def test_the_page_shows_its_reader_the_table_that_is_drawn(ask: Any) -> None:
    made = season(rounds=1)
    ming = join_all(made, "Ming", "Qing", "Song", "Yuan")[0].dynasty
    drawn = draw(made)
    table = next(each.tournament for each in drawn if ming.code in each.dynasties)
    assert table is not None
    address, link = f"/series/{made.code}/", f'href="/tournament/{table.code}/">'
    mine, others = ask(address, log_in(ming)), ask(address, log_in(found("Late")))
    assert "You have a seat at a table of round 1." in mine and mine.count(link) == 2
    assert "You have a seat" not in others and others.count(link) == 1
    assert "Its last round is drawn: nobody new can join." in others
    series.leave(series=again(made), dynasty=ming)
    assert "it takes place, although you left" in ask(address, log_in(ming))


def test_the_tables_of_a_series_lead_to_it(ask: Any) -> None:
    made = season(game="emperors", field="old-duel-2")
    ming = join_all(made, "Ming", "Qing")[0].dynasty
    (table,) = draw(made)
    assert table.tournament is not None
    address, link = f"/tournament/{table.tournament.code}/", f'<a href="/series/{made.code}/">The Jade Season</a>'
    assert link in ask(address)
    with clock.freeze(table.tournament.starts_at + timedelta(seconds=1)):
        lifecycle.start(tournament_id=table.tournament.pk)
        assert link in ask(address, log_in(ming))


def test_a_guest_can_log_in_or_sign_up_to_join(ask: Any) -> None:
    there = f"/series/{season().code}/"
    page = ask(there)
    assert f'/account/login/?next={there}"' in page and f'/account/signup/?next={there}"' in page


def test_notifications_of_a_series_lead_to_it() -> None:
    made = season()
    ming = join_all(made, "Ming")[0].dynasty
    series.cancel(series=made, by=made.organiser)
    notice = Notice.objects.get(dynasty=ming, kind="series")
    assert log_in(ming).get(f"/notices/of/{notice.code}")["Location"] == f"/series/{made.code}/"
