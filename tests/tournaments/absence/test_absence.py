"""Players who are away: leave, more time, standing orders, who sits in, and what the table votes."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from core.limits import LEAVE_CAP, LEAVE_ROUNDS_A_DAY
from dynasty.models import Dynasty, Notice, StreamEvent
from tests import factories
from tests.factories import again, found, order, play
from tests.tournaments.test_rounds import snapshot
from tournaments.domain import absence_policy
from tournaments.models import (
    Delay,
    DirectorAct,
    Entry,
    Leave,
    LeaveBook,
    Round,
    StandIn,
    StandingOrder,
    Tournament,
    Vote,
)
from tournaments.selectors import battles, hosting, participation, time_descriptions, time_rules
from tournaments.selectors import stand_ins as stand_ins_selectors
from tournaments.selectors import votes as votes_of
from tournaments.services import (
    announcements,
    computer_players,
    extensions,
    orders,
    queued_orders,
    rounds,
    standing_orders,
    votes,
)
from tournaments.services import leave as leave_services
from tournaments.services import stand_ins as stand_ins_services

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SLOW = {"round_seconds": 86_400}
CANARY = "take h"
JSON = {"Accept": "application/json"}


@contextmanager
def assert_error(code: str) -> Iterator[None]:
    """Check that an attempt is refused with this code, and that nothing at all is written."""
    before = snapshot()
    with pytest.raises(DomainError) as error:
        yield
    assert error.value.code == code and str(error.value)
    assert snapshot() == before


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    with clock.freeze(moment):
        yield


def of(name: str) -> Dynasty:
    return Dynasty.objects.get(name=name)


def current(tournament: Tournament) -> Round:
    return Round.objects.get(tournament=tournament, closed_at=None)


def close(tournament: Tournament) -> bool:
    return rounds.close_round(tournament_id=tournament.pk, round_no=again(tournament).round_no)


def miss(tournament: Tournament, *ordering: str, text: str = "-") -> None:
    """Let the deadline of the open round pass; only these seats have ordered."""
    for seat in ordering:
        order(tournament, seat, text)
    with at(current(tournament).deadline + timedelta(seconds=1)):
        assert close(tournament)


def to_sleep(tournament: Tournament, *awake: str) -> None:
    for _round in range(3):
        miss(tournament, *awake)


def save_leave(dynasty: Dynasty, days: int, *, automatic: bool = False) -> Dynasty:
    """Return a dynasty that has earned so many days of leave."""
    LeaveBook.objects.update_or_create(
        dynasty=dynasty, defaults={"rounds": days * LEAVE_ROUNDS_A_DAY, "automatic": automatic}
    )
    return dynasty


def client_of(dynasty: Dynasty | None) -> Client:
    client = Client(headers={"Accept": "text/html"})
    if dynasty:
        client.force_login(dynasty.user)
    return client


# ── Timetables of tournaments ──────────────────────────────────────────────────────────────────────────────


def test_rounds_close_at_the_hour_that_was_announced() -> None:
    with at(datetime(2026, 10, 24, 9, tzinfo=UTC)):
        hours = {"daily": "20:00", "zone": "Europe/Madrid"}
        tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=3600, timetable=hours)
    assert current(tournament).deadline == datetime(2026, 10, 24, 18, tzinfo=UTC)
    with at(datetime(2026, 10, 24, 18, 0, 1, tzinfo=UTC)):
        assert close(tournament)
    assert current(tournament).deadline == datetime(2026, 10, 25, 19, tzinfo=UTC)  # winter: an hour more


def test_orders_are_accepted_in_quiet_hours_and_the_deadline_waits() -> None:
    with at(datetime(2026, 6, 1, 21, 30, tzinfo=UTC)):
        hours = {"quiet": ["23:00", "07:00"], "zone": "Europe/Madrid"}
        tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=60, timetable=hours)
        order(tournament, "a", "-")
    assert current(tournament).deadline == datetime(2026, 6, 2, 5, tzinfo=UTC)


def test_every_length_from_ten_seconds_to_a_week_can_be_announced_and_no_other() -> None:
    for seconds in (10, 7 * 86_400):
        assert factories.announce(round_seconds=seconds).round_seconds == seconds
    for seconds in (9, 7 * 86_400 + 1):
        with assert_error("bad_round_time"):
            factories.announce(round_seconds=seconds)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"timetable": {"daily": "25:00"}}, "bad_hour"),
        ({"timetable": {"daily": "20:00", "zone": "Mars/Olympus"}}, "unknown_zone"),
        ({"absence": {"extensions": 11}}, "bad_terms"),
        ({"absence": {"naps": True}}, "bad_terms"),
        ({"absence": {"computer": "nobody"}}, "no_such_level"),
        ({"type": "conquer", "absence": {"computer": "greedy"}}, "no_computers_here"),
    ],
)
def test_what_cannot_be_announced(changes: dict[str, Any], code: str) -> None:
    with assert_error(code):
        factories.announce(**changes)


def test_time_and_absence_are_part_of_the_contract_in_words_and_in_its_number() -> None:
    moment = clock.now()
    hours = {"daily": "20:00", "zone": "Europe/Madrid", "weekdays": [0, 4], "quiet": ["23:00", "07:00"]}
    away = {"computer": "greedy", "extensions": 2, "pauses": 1}
    tournament = factories.announce(
        round_seconds=3600, timetable=hours, absence=away, starts_at=moment + factories.HOUR
    )
    sentences = " ".join(time_descriptions.describe_times(tournament))
    for words in ("20:00 (Europe/Madrid) on Monday, Friday", "From 23:00 to 07:00", "Vacations count",
                  "A computer player (", "2 times", "volunteer", "draw", "Two thirds", "4 days, 1 time"):  # fmt: skip
        assert words in sentences
    page = client_of(None).get(f"/tournament/{tournament.code}/").content.decode()
    assert "closes at 20:00 (Europe/Madrid) on Monday, Friday" in page
    other = Tournament.objects.get(pk=tournament.pk)
    other.timetable = {**hours, "daily": "21:00"}
    assert announcements.contract.hash_contract(other) != tournament.contract
    assert announcements.contract.hash_contract(tournament) == tournament.contract


def test_long_rounds_count_leave_unless_it_is_announced_otherwise() -> None:
    for seconds, timetable, counted in ((60, {}, False), (43_200, {}, True), (60, {"daily": "20:00"}, True)):
        tournament = factories.announce(round_seconds=seconds, timetable=timetable)
        assert time_rules.get_absence_policy(tournament).leave is counted
    assert not time_rules.get_absence_policy(factories.announce(absence={"leave": False}, **SLOW)).leave


# ── Leave ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_orders_in_slow_serious_battles_earn_leave_up_to_the_cap() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    play(tournament, {}, {})
    assert set(LeaveBook.objects.values_list("rounds", flat=True)) == {2}
    save_leave(of("Aaa"), LEAVE_CAP)
    play(tournament, {})
    assert LeaveBook.objects.get(dynasty=of("Aaa")).rounds == LEAVE_CAP * LEAVE_ROUNDS_A_DAY


@pytest.mark.parametrize(("type", "changes"), [("training", SLOW), ("gift", {"round_seconds": 60})])
def test_training_and_quick_rounds_earn_none(type: str, changes: dict[str, Any]) -> None:
    tournament, _fighters = factories.begin(type, 0, 0, **changes)
    play(tournament, {})
    assert not LeaveBook.objects.exists()


def test_a_deadline_in_a_leave_waits_for_its_end() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    leave = leave_services.take(dynasty=save_leave(of("Aaa"), 5), days=3)
    assert current(tournament).deadline == leave.until
    assert LeaveBook.objects.get(dynasty=of("Aaa")).rounds == 2 * LEAVE_ROUNDS_A_DAY
    assert Delay.objects.get().cause == "leave"
    order(tournament, "a", "-")  # who is on leave may order all the same
    order(tournament, "b", "-")
    assert close(tournament)


def test_a_round_that_opens_during_a_leave_waits_too_and_no_battle_longer_than_the_cap() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    leave_services.take(dynasty=save_leave(of("Aaa"), 14), days=14)
    first = current(tournament)
    assert first.deadline - (first.scheduled or first.deadline) == 7 * DAY
    with at(first.deadline + timedelta(seconds=1)):
        order_late = partial(order, tournament, "b", "-")
        with assert_error("late"):
            order_late()
        assert close(tournament)
    assert current(tournament).deadline == current(tournament).scheduled  # nothing is left
    assert Entry.objects.get(tournament=tournament, seat="a").missed == 1


def test_two_leaves_that_meet_are_both_waited_for() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    now = clock.now()
    leave_services.take(dynasty=save_leave(of("Bbb"), 5), days=3, since=now + 3 * DAY)
    assert current(tournament).deadline < now + 2 * DAY
    leave_services.take(dynasty=save_leave(of("Aaa"), 5), days=4)
    assert current(tournament).deadline == Leave.objects.get(dynasty=of("Bbb")).until


def test_quick_battles_and_those_that_say_so_do_not_wait() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"leave": False}, **SLOW)
    leave_services.take(dynasty=save_leave(of("Aaa"), 5), days=3)
    assert current(tournament).deadline == current(tournament).scheduled and not Delay.objects.exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"days": 0}, "bad_leave"),
        ({"days": 15}, "bad_leave"),
        ({"days": 6}, "too_little_leave"),
        ({"days": 1, "since": timedelta(seconds=-5)}, "bad_leave_time"),
        ({"days": 1, "since": timedelta(days=61)}, "bad_leave_time"),
    ],
)
def test_leaves_that_are_refused(data: dict[str, Any], code: str) -> None:
    dynasty = save_leave(found("Ming"), 5)
    since = clock.now() + data.pop("since", timedelta(seconds=60))
    with assert_error(code):
        leave_services.take(dynasty=dynasty, since=since, **data)


def test_nobody_is_on_leave_twice_and_a_leave_can_be_called_off_only_before_it_matters() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    dynasty = save_leave(of("Aaa"), 10)
    coming = leave_services.take(dynasty=dynasty, days=2, since=clock.now() + 5 * DAY)
    with assert_error("on_leave"):
        leave_services.take(dynasty=dynasty, days=7)
    other = save_leave(of("Bbb"), 1)
    with assert_error("no_such_leave"):
        leave_services.cancel(dynasty=other, leave_id=coming.pk)
    leave_services.cancel(dynasty=dynasty, leave_id=coming.pk)
    assert LeaveBook.objects.get(dynasty=dynasty).rounds == 10 * LEAVE_ROUNDS_A_DAY and not Leave.objects.exists()
    soon = leave_services.take(dynasty=dynasty, days=2, since=clock.now() + timedelta(hours=1))
    assert current(tournament).deadline == soon.until
    with assert_error("leave_has_begun"):
        leave_services.cancel(dynasty=dynasty, leave_id=soon.pk)


def test_a_future_leave_can_be_called_off_though_a_battle_waits_for_another_one() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    dynasty = save_leave(of("Aaa"), 10)
    now_away = leave_services.take(dynasty=dynasty, days=2, since=clock.now() + timedelta(hours=1))
    assert current(tournament).deadline == now_away.until, "the battle waits for this one"
    coming = leave_services.take(dynasty=dynasty, days=2, since=clock.now() + 20 * DAY)
    before = LeaveBook.objects.get(dynasty=dynasty).rounds
    leave_services.cancel(dynasty=dynasty, leave_id=coming.pk)
    assert not Leave.objects.filter(pk=coming.pk).exists()
    assert LeaveBook.objects.get(dynasty=dynasty).rounds > before
    with assert_error("leave_has_begun"):
        leave_services.cancel(dynasty=dynasty, leave_id=now_away.pk)


def test_automatic_leave_is_taken_when_late_if_chosen_and_notified() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    save_leave(of("Aaa"), 5)
    save_leave(of("Bbb"), 5, automatic=True)
    deadline = current(tournament).deadline
    with at(deadline + timedelta(seconds=1)):
        assert not close(tournament)
        leave = Leave.objects.get()
    assert leave.dynasty == of("Bbb") and leave.automatic and leave.since >= deadline
    assert current(tournament).deadline == leave.until
    assert Notice.objects.get(kind="leave").dynasty == of("Bbb")
    order(tournament, "a", "-"), order(tournament, "b", "-")
    assert close(tournament) and Leave.objects.count() == 1


def test_a_standing_order_goes_before_automatic_leave() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, **SLOW)
    standing_orders.set_orders(
        tournament_id=tournament.pk, dynasty=save_leave(of("Aaa"), 5, automatic=True), texts=["take b"]
    )
    miss(tournament, "b")
    assert not Leave.objects.exists()


# ── More time ──────────────────────────────────────────────────────────────────────────────────────────────


def test_more_time_is_half_a_round_once_a_round_whatever_is_clicked() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0, round_seconds=600)
    deadline = current(tournament).deadline
    for _click in range(3):
        extensions.request_extension(tournament_id=tournament.pk, round_no=1, dynasty=of("Aaa"))
    assert current(tournament).deadline == deadline + timedelta(seconds=300)
    assert hosting.list_acts(tournament)[0].sentence == "Aaa postponed the deadline of round 1."
    assert DirectorAct.objects.filter(tournament=tournament, act="extended").count() == 1
    extensions.request_extension(tournament_id=tournament.pk, round_no=1, dynasty=of("Bbb"))
    with assert_error("extended_enough"):
        extensions.request_extension(tournament_id=tournament.pk, round_no=1, dynasty=of("Ccc"))
    assert current(tournament).deadline == deadline + timedelta(seconds=600)


def test_after_more_time_the_next_deadline_is_back_on_the_grid() -> None:
    with at(datetime(2026, 6, 1, 9, tzinfo=UTC)):
        hours = {"daily": "20:00", "zone": "UTC"}
        tournament, _fighters = factories.begin("gift", 0, 0, round_seconds=60, timetable=hours)
        extensions.request_extension(tournament_id=tournament.pk, round_no=1, dynasty=of("Aaa"))
    assert current(tournament).deadline == datetime(2026, 6, 2, 1, 30, tzinfo=UTC)
    with at(datetime(2026, 6, 2, 1, 30, 1, tzinfo=UTC)):
        close(tournament)
    assert current(tournament).deadline == datetime(2026, 6, 2, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("stranger", "not_your_seat"),
        ("old round", "wrong_round"),
        ("late", "late"),
        ("too often", "no_extensions_left"),
        ("fallen", "fallen"),
        ("over", "not_running"),
    ],
)
def test_more_time_that_is_refused(case: str, code: str) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0, round_seconds=600, absence={"extensions": 1})
    dynasty, number, moment = of("Aaa"), 1, clock.now()
    if case == "stranger":
        dynasty = found("Other")
    elif case == "old round":
        play(tournament, {})
    elif case == "late":
        moment = current(tournament).deadline
    elif case == "too often":
        extensions.request_extension(tournament_id=tournament.pk, round_no=1, dynasty=dynasty)
        play(tournament, {})
        number = 2
    elif case == "fallen":
        play(tournament, {"a": "abdicate"})
        number = 2
    elif case == "over":
        play(tournament, {"a": "win"})
    with at(max(moment, clock.now())), assert_error(code):
        extensions.request_extension(tournament_id=tournament.pk, round_no=number, dynasty=dynasty)


# ── Standing orders ────────────────────────────────────────────────────────────────────────────────────────


def stand(tournament: Tournament, name: str, *texts: str) -> list[str]:
    return standing_orders.set_orders(tournament_id=tournament.pk, dynasty=of(name), texts=list(texts))


def test_the_first_standing_order_that_is_allowed_counts_for_who_misses_and_is_labelled() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    assert stand(tournament, "Aaa", "fly away", "", "take  b", "wait") == ["fly away", "take b", "wait"]
    miss(tournament, "b")
    closed = Round.objects.get(tournament=tournament, number=1)
    assert closed.orders == [["b", "-"], ["a", "take b"]] and closed.stand_ins == {"a": "standing"}
    assert Entry.objects.get(tournament=tournament, seat="a").missed == 1
    played = battles.get_round(tournament, 1)
    assert played and "standing order counted, automatically" in played["told"][-1]


def test_a_manual_order_goes_before_a_standing_one_and_the_last_choice_counts() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    stand(tournament, "Aaa", "take b")
    miss(tournament, "a", "b", text="wait")
    assert Round.objects.get(number=1).stand_ins == {} and dict(Round.objects.get(number=1).orders)["a"] == "wait"
    stand(tournament, "Aaa")
    miss(tournament, "b")
    assert dict(Round.objects.get(number=2).orders)["a"] == "-" and not StandingOrder.objects.exists()


@pytest.mark.parametrize(
    ("name", "texts", "code"),
    [
        ("Aaa", ["-"] * 11, "too_long"),
        ("Aaa", ["take " + "b" * 4_000], "too_long"),
        ("Aaa", ["take \x00b"], "too_long"),
        ("Aaa", ["take b", "abdicate"], "no_standing_abdication"),
        ("Other", ["take b"], "not_your_seat"),
    ],
)
def test_standing_orders_that_are_refused(name: str, texts: list[str], code: str) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    found("Other")
    with assert_error(code):
        stand(tournament, name, *texts)


def test_a_standing_order_goes_with_the_battle() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    stand(tournament, "Bbb", CANARY)
    play(tournament, {"a": "win"})
    assert not StandingOrder.objects.exists()
    with assert_error("not_running"):
        stand(tournament, "Bbb", CANARY)


def test_nothing_tells_others_of_a_standing_order() -> None:
    """Compare twins, with it and without: all pages, states and streams that others see are equal."""
    views: list[list[str]] = []
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    clients = [client_of(None), client_of(of("Bbb")), client_of(found("Other"))]
    paths = ["", "state", "table", "table?part=panel"]
    api = [f"/api/v1/tournaments/{tournament.code}/{each}/" for each in ("state", "table", "standing-orders")]
    moment = clock.now()
    for texts in ([], [CANARY, "wait"]):
        stand(tournament, "Aaa", *texts)
        with at(moment):
            shown = [bare(client.get(address, headers={"Accept": accept})) for client in clients
                    for accept, address in [*(("text/html", f"/tournament/{tournament.code}/{each}") for each in paths),
                                            *(("application/json", each) for each in api)]]  # fmt: skip
        events = StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}").values_list("type", "body")
        views.append([*shown, json.dumps(list(events))])
    assert views[0] == views[1] and CANARY not in "".join(views[1])
    own = client_of(of("Aaa")).get(f"/tournament/{tournament.code}/table").content.decode()
    assert CANARY in own


def bare(answer: Any) -> str:
    """Return an answer, its headers too, without what differs at every request."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", answer.content.decode())
    passing = ("Set-Cookie", "X-Request-ID")
    headers = sorted((name, value) for name, value in answer.headers.items() if name not in passing)
    return f"{answer.status_code} {headers} {text}"


def test_a_volunteer_learns_no_standing_order() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    stand(tournament, "Bbb", CANARY)  # only now: what it does is shown, once a round has closed
    helper = found("Helper")
    stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=helper, seat="b")
    client = client_of(helper)
    shown = [client.get(f"/tournament/{tournament.code}/{each}").content.decode() for each in ("", "state", "table")]
    assert '"seat": "b"' in shown[1] and "You lead this seat" in shown[2]
    assert CANARY not in "".join(shown)
    assert client.get(f"/api/v1/tournaments/{tournament.code}/standing-orders/", headers=JSON).json() == {"orders": []}


def test_only_its_service_reads_the_table_of_standing_orders() -> None:
    root = Path(__file__).resolve().parents[3]
    sources = [path for package in ("tournaments", "dynasty", "config") for path in (root / package).rglob("*.py")]
    readers = {str(path.relative_to(root)) for path in sources if "StandingOrder" in path.read_text()}
    readers = {path for path in readers if "models" not in path and "migrations" not in path}
    assert readers == {"tournaments/services/standing_orders.py"}


# ── Sleepers, and who sits in ──────────────────────────────────────────────────────────────────────────────


def test_three_missed_deadlines_put_a_seat_to_sleep_and_an_order_wakes_it() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    to_sleep(tournament, "a")
    page = client_of(of("Aaa")).get(f"/tournament/{tournament.code}/table").content.decode()
    assert "asleep: rounds do not wait" in page
    order(tournament, "a", "-")
    assert close(tournament)  # without b
    order(tournament, "b", "-"), order(tournament, "a", "-")
    assert close(tournament)
    assert Entry.objects.get(tournament=tournament, seat="b").missed == 0
    assert "Everyone is here" in client_of(None).get(f"/tournament/{tournament.code}/table").content.decode()


def test_a_volunteer_gives_the_orders_and_the_player_keeps_the_rest() -> None:
    tournament, fighters = factories.begin("gift", 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    helper, missed = found("Helper"), Entry.objects.get(tournament=tournament, seat="b").missed_in_all
    assert [each.entry.seat for each in stand_ins_selectors.list_wanted()] == ["b"]
    stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=helper, seat="b")
    assert not stand_ins_selectors.list_wanted() and Notice.objects.get(kind="stand_in").dynasty == of("Bbb")
    order(tournament, "a", "-")
    assert not close(tournament)  # it waits for the volunteer
    order(tournament, "b", "win", dynasty=helper)
    assert close(tournament)
    entry = Entry.objects.get(tournament=tournament, seat="b")
    assert (entry.missed, entry.missed_in_all) == (3, missed)
    assert Round.objects.get(tournament=tournament, number=4).stand_ins == {"b": "volunteer"}
    assert again(tournament).outcome["winners"] == ["b"]
    assert factories.gold(of("Bbb")) == 1_100 and factories.gold(helper) == 1_000
    assert factories.has(fighters[1]) > 0 and not StandIn.objects.filter(ended_at=None).exists()


def test_the_player_takes_its_seat_back_by_ordering() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    helper = found("Helper")
    stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=helper, seat="b")
    order(tournament, "b", "take a", dynasty=helper)
    order(tournament, "b", "wait", dynasty=of("Bbb"))
    with assert_error("not_your_seat"):
        order(tournament, "b", "take a", dynasty=helper)
    order(tournament, "a", "-")
    assert close(tournament)
    closed = Round.objects.get(tournament=tournament, number=4)
    assert dict(closed.orders)["b"] == "wait" and closed.stand_ins == {}
    assert Entry.objects.get(tournament=tournament, seat="b").missed == 0


def test_a_volunteer_that_is_away_too_leads_no_more() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=found("Helper"), seat="b")
    before = Entry.objects.get(tournament=tournament, seat="b").missed_in_all
    to_sleep(tournament, "a")
    assert not StandIn.objects.filter(ended_at=None).exists() and len(stand_ins_selectors.list_wanted()) == 1
    assert Entry.objects.get(tournament=tournament, seat="b").missed_in_all == before


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("player", "you_are_here"),
        ("bettor", "you_are_here"),
        ("awake", "not_wanted"),
        ("led", "not_wanted"),
        ("back", "not_wanted"),
        ("nobody", "not_wanted"),
        ("not announced", "no_volunteers"),
        ("program", "no_programs"),
        ("over", "not_running"),
        ("abdicates", "not_yours_to_give_up"),
    ],
)
def test_volunteers_that_are_refused(case: str, code: str) -> None:
    agreed = {"programs": False, "betting": True}
    tournament = factories.announce("gift", seats=2, terms=agreed, absence={"volunteers": case != "not announced"})
    for seat, name in (("a", "Aaa"), ("b", "Bbb")):
        factories.enter(tournament, factories.born(found(name), name), seat)
    helper = found("Helper", program=case == "program")
    if case == "bettor":
        from tournaments.services import bets

        bets.place_bet(
            tournament=tournament, dynasty=helper, emperor=factories.born(helper, "H"), seat="a", asset="gold", amount=5
        )
    factories.lifecycle.start(tournament_id=tournament.pk)
    tournament = again(tournament)
    if case != "awake":
        to_sleep(tournament, "a")
    lead = partial(stand_ins_services.volunteer, tournament_id=tournament.pk, dynasty=helper, seat="b")
    if case == "player":
        lead.keywords["dynasty"] = of("Aaa")
    elif case == "led":
        stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=found("Quick"), seat="b")
    elif case == "back":
        order(tournament, "b", "-")
    elif case == "nobody":
        lead.keywords["seat"] = "h"
    elif case == "over":
        play(tournament, {"a": "win"})
    elif case == "abdicates":
        lead()
        lead = partial(order, tournament, "b", "abdicate", dynasty=helper)
    with assert_error(code):
        lead()


def test_a_dynasty_leads_three_seats_at_most() -> None:
    helper = found("Helper")
    tournament, _fighters = factories.begin("gift", *[0] * 6, absence={"volunteers": True})
    to_sleep(tournament, "a")
    lead = partial(stand_ins_services.volunteer, tournament_id=tournament.pk, dynasty=helper)
    lead(seat="b")
    lead(seat="b")  # again: nothing changes
    with assert_error("too_many_led"):
        lead(seat="c")
    stand_ins_services.step_down(tournament_id=tournament.pk, dynasty=helper)
    assert StandIn.objects.filter(ended_at=None).count() == 0


@pytest.mark.parametrize("how", ["announced", "wished"])
def test_a_computer_sits_in(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        computer_players.players, "choose", lambda game, state, seat, level, luck, past: f"take {level[:1]}"
    )
    away = {"computer": "greedy"} if how == "announced" else {}
    tournament, _fighters = factories.begin("gift", 0, 0, absence=away)
    if how == "announced":
        to_sleep(tournament, "a")
    else:
        stand_ins_services.call_computer(tournament_id=tournament.pk, dynasty=of("Bbb"))
        stand_ins_services.call_computer(tournament_id=tournament.pk, dynasty=of("Bbb"))
    assert StandIn.objects.get().computer == "greedy" and Notice.objects.filter(kind="stand_in").count() == 1
    with at(max(current(tournament).opened_at, clock.now())):
        assert computer_players.play_due() == 1
    order(tournament, "a", "-")
    assert close(tournament)
    closed = Round.objects.filter(tournament=tournament).exclude(closed_at=None).latest("number")
    assert dict(closed.orders)["b"] == "take g" and closed.stand_ins == {"b": "computer"}
    order(tournament, "b", "-", dynasty=of("Bbb"))
    assert not StandIn.objects.filter(ended_at=None).exists()


@pytest.mark.parametrize("type", ["honour", "conquer", "death"])
def test_no_computer_where_the_type_does_not_allow_it(type: str) -> None:
    tournament, _fighters = factories.begin(type, 20, 20)
    with assert_error("no_computers_here"):
        stand_ins_services.call_computer(tournament_id=tournament.pk, dynasty=of("Aaa"))
    other = found("Other")
    with assert_error("not_your_seat"):
        stand_ins_services.call_computer(tournament_id=tournament.pk, dynasty=other)


def test_of_a_training_no_stand_in_remains() -> None:
    tournament, _fighters = factories.begin("training", 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=found("Helper"), seat="b")
    play(tournament, {"a": "win"})
    assert not StandIn.objects.exists()


# ── Votes ──────────────────────────────────────────────────────────────────────────────────────────────────


def agree(tournament: Tournament, name: str, what: str) -> bool:
    number = again(tournament).round_no
    return votes.agree(tournament_id=tournament.pk, round_no=number, dynasty=of(name), what=what)


def test_a_draw_is_agreed_when_all_people_who_are_awake_agree() -> None:
    tournament, fighters = factories.begin("honour", 20, 20, 20)
    to_sleep(tournament, "a", "b")
    order(tournament, "a", CANARY)
    assert not agree(tournament, "Aaa", "draw")
    assert Notice.objects.get(kind="vote").dynasty == of("Bbb")
    assert not agree(tournament, "Aaa", "draw") and Vote.objects.count() == 1
    assert agree(tournament, "Bbb", "draw")
    ended = again(tournament)
    assert ended.outcome == {"winners": ["a", "b", "c"], "draw": True, "by": "agreed"} and ended.round_no == 3
    assert not Round.objects.filter(closed_at=None).exists() and factories.books_balance()
    assert all(factories.at_court(emperor) for emperor in fighters)
    page = client_of(None).get(f"/tournament/{tournament.code}/").content.decode()
    record = client_of(None).get(f"/tournament/{tournament.code}/record").content.decode()
    assert "The players agreed on a draw." in page and "draw after round 3" in record
    assert CANARY not in page + record


def test_who_wakes_has_a_voice_from_its_order_on() -> None:
    tournament, _fighters = factories.begin("honour", 20, 20, 20)
    to_sleep(tournament, "a", "b")
    assert not agree(tournament, "Aaa", "draw")
    with assert_error("no_voice"):
        agree(tournament, "Ccc", "draw")
    order(tournament, "c", "wait")
    assert votes_of.get_public(again(tournament), clock.now())["voices"] == ["a", "b", "c"]
    assert not agree(tournament, "Bbb", "draw"), "a draw needs the voice of who is awake again"
    assert again(tournament).status == "running"
    assert agree(tournament, "Ccc", "draw")


@pytest.mark.parametrize("how", ["draft", "taken back", "queued"])
def test_a_round_waits_for_who_is_awake_again(how: str) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    to_sleep(tournament, "a", "b")
    if how == "queued":
        number = again(tournament).round_no
        queued_orders.queue(tournament_id=tournament.pk, round_no=number, dynasty=of("Ccc"), texts=["wait"])
        order(tournament, "a", "-"), order(tournament, "b", "-")
        assert close(tournament)
    else:
        orders.give_order(tournament_id=tournament.pk, round_no=again(tournament).round_no, seat="c", text="wait",
                          dynasty=of("Ccc"), final=how != "draft")  # fmt: skip
    if how == "taken back":
        number = again(tournament).round_no
        orders.take_back(tournament_id=tournament.pk, round_no=number, seat="c", dynasty=of("Ccc"))
    assert Entry.objects.get(tournament=tournament, seat="c").missed == 0
    order(tournament, "a", "-"), order(tournament, "b", "-")
    assert close(tournament) == (how == "queued"), "a draft and an order taken back are waited for"


def test_an_order_of_somebody_else_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_players.players, "choose", lambda game, state, seat, level, luck, past: "wait")
    tournament, _fighters = factories.begin("gift", 0, 0, 0, absence={"volunteers": True})
    to_sleep(tournament, "a")
    stand_ins_services.volunteer(tournament_id=tournament.pk, dynasty=found("Helper"), seat="b")
    order(tournament, "b", "wait", dynasty=of("Helper"))
    stand_ins_services.call_computer(tournament_id=tournament.pk, dynasty=of("Ccc"))
    with at(clock.now() + timedelta(seconds=30)):
        assert computer_players.play_due() == 1
    assert "c" in current(tournament).ready
    assert votes_of.get_public(again(tournament), clock.now())["voices"] == ["a"]


def test_a_page_learns_at_once_that_a_seat_is_awake() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    to_sleep(tournament, "a")
    order(tournament, "b", "wait")
    events = StreamEvent.objects.filter(stream__name=f"battle:{tournament.code}", type="table")
    assert [event.body["seat"] for event in events] == ["b"]
    page = client_of(of("Bbb")).get(f"/tournament/{tournament.code}/table").content.decode()
    assert "Everyone is here" in page
    order(tournament, "b", "take a")
    assert events.count() == 1, "it is told once"


def test_a_vote_can_be_taken_back_and_lapses_with_its_round() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    play(tournament, {}, {})
    agree(tournament, "Aaa", "draw")
    votes.take_back(tournament_id=tournament.pk, round_no=3, dynasty=of("Aaa"), what="draw")
    assert not agree(tournament, "Bbb", "draw")
    play(tournament, {})
    assert not agree(tournament, "Aaa", "draw") and again(tournament).status == "running"


def test_two_thirds_let_the_battle_rest_and_all_end_it_sooner() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0, round_seconds=600)
    with at(clock.now()):
        left = current(tournament).deadline - clock.now()
        assert not agree(tournament, "Aaa", "pause")
        assert agree(tournament, "Bbb", "pause")
        until = again(tournament).paused_until
        assert until == clock.now() + timedelta(seconds=2_400) and current(tournament).deadline == until + left
        for seat in "abc":
            order(tournament, seat, "-")
        assert not close(tournament) and not rounds.list_due(clock.now())
        with assert_error("paused"):
            agree(tournament, "Ccc", "pause")
        assert not agree(tournament, "Aaa", "resume") and not agree(tournament, "Bbb", "resume")
        assert agree(tournament, "Ccc", "resume")
        assert again(tournament).paused_until is None and current(tournament).deadline == clock.now() + left
        assert close(tournament)


def test_a_pause_ends_by_itself_and_there_are_only_so_many() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"pauses": 1})
    agree(tournament, "Aaa", "pause"), agree(tournament, "Bbb", "pause")
    with at(again(tournament).paused_until + timedelta(seconds=1)):
        with assert_error("no_pauses_left"):
            agree(tournament, "Aaa", "pause")
        with assert_error("not_paused"):
            agree(tournament, "Aaa", "resume")
        order(tournament, "a", "-"), order(tournament, "b", "-")
        assert close(tournament)


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("stranger", "not_your_seat"),
        ("asleep", "no_voice"),
        ("early", "too_early"),
        ("alone", "too_few_voices"),
        ("not announced", "no_draws"),
        ("late", "late"),
        ("old round", "wrong_round"),
        ("nonsense", "no_such_vote"),
    ],
)
def test_votes_that_are_refused(case: str, code: str) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"draws": case != "not announced"})
    if case in ("asleep", "alone"):
        to_sleep(tournament, "a")
    elif case != "early":
        play(tournament, {}, {})
    name = {"stranger": "Other", "asleep": "Bbb"}.get(case, "Aaa")
    found("Other")
    data = {"tournament_id": tournament.pk, "round_no": again(tournament).round_no - (case == "old round"),
            "dynasty": of(name), "what": "war" if case == "nonsense" else "draw"}  # fmt: skip
    moment = current(tournament).deadline if case == "late" else clock.now()
    with at(moment), assert_error(code):
        votes.agree(**data)


def test_a_vote_is_checked_no_further_than_its_first_failure(django_assert_num_queries: Any) -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, absence={"draws": False})
    for what, code in (("draw", "no_draws"), ("resume", "not_paused"), ("war", "no_such_vote")):
        with django_assert_num_queries(0), pytest.raises(DomainError) as error:
            votes.check_vote(tournament, Round(tournament=tournament, game_round=1), what)
        assert error.value.code == code


def test_computers_and_programs_have_no_voice_and_block_nothing() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0, 0)
    Entry.objects.filter(tournament=tournament, seat="c").update(player="greedy")
    rows = list(Entry.objects.filter(tournament=tournament).select_related("dynasty").order_by("seat"))
    assert participation.get_voters([row for row in rows if not row.player], "abc") == ["a", "b"]
    Dynasty.objects.filter(name="Bbb").update(program=True)
    assert participation.get_voters(participation.get_people(tournament), "abc") == ["a"]


def test_how_many_voices_decide() -> None:
    assert [votes_of.get_needed("pause", voices) for voices in range(1, 8)] == [1, 2, 2, 3, 4, 4, 5]
    assert votes_of.get_needed("draw", 5) == votes_of.get_needed("resume", 5) == 5
    assert absence_policy.get_pause_length(timedelta(seconds=10)) == timedelta(minutes=10)
    assert absence_policy.get_pause_length(7 * DAY) == 7 * DAY
