"""Battles that wait for the reader: which they are, in which order, and that nobody else learns of them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core import clock
from tests import factories
from tests.tournaments.casual.test_casual import ANN, BEN, by_link, give, hot_seat, make, sit
from tournaments.access import viewers
from tournaments.models import Round, StandIn, Tournament
from tournaments.selectors.turns import your_turn
from tournaments.services.casual import orders as casual_orders

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Forget what other tests asked."""
    your_turn.cache.clear()


DAY = 86_400


def begin(*names: str, hours: int = 24) -> Tournament:
    """Return a running battle between dynasties, which are founded where there is none."""
    battle = factories.announce("gift", title=f"The Cup of {hours}", round_seconds=hours * 3600, seats=len(names))
    for seat, name in zip("abcd", names, strict=False):
        house = factories.Dynasty.objects.filter(name=name).first() or factories.found(name)
        factories.enter(battle, factories.born(house, f"{name}{hours}"), seat)
    assert factories.lifecycle.start(tournament_id=battle.pk)
    return factories.again(battle)


def waiting(name: str) -> list[str]:
    return your_turn.list_codes(factories.Dynasty.objects.get(name=name).user_id, "")


def open_client(name: str) -> Client:
    client = Client()
    client.force_login(factories.Dynasty.objects.get(name=name).user)
    return client


def hold_key(viewer: viewers.Viewer) -> Client:
    client = Client()
    holder = viewers.set_token_cookie(viewers.HttpResponse(), viewer.token)
    client.cookies[viewers.COOKIE_NAME] = holder.cookies[viewers.COOKIE_NAME].value
    return client


def test_the_most_urgent_battle_comes_first_until_its_order_is_sent() -> None:
    slow, quick = begin("Ada", "Bea", hours=48), begin("Ada", "Bea", hours=2)
    assert waiting("Ada") == [quick.code, slow.code]
    factories.order(quick, "a", "-")
    assert waiting("Ada") == [slow.code] and waiting("Bea") == [quick.code, slow.code]


def test_in_turns_only_one_seat_is_waited_for() -> None:
    names = ("Ada", "Bea", "Cleo")
    battle = factories.announce("gift", game="campaign.classic", field="seven", seats=3, round_seconds=DAY)
    for seat, name in zip("abc", names, strict=True):
        factories.enter(battle, factories.born(factories.found(name), f"{name} the Patient"), seat)
    assert factories.lifecycle.start(tournament_id=battle.pk)
    turn_of = Round.objects.get(tournament=battle, closed_at=None).turn_of
    expected = {name: [battle.code] if seat == turn_of else [] for seat, name in zip("abc", names, strict=True)}
    assert {name: waiting(name) for name in names} == expected


def test_a_fallen_seat_is_not_waited_for() -> None:
    battle = factories.play(begin("Ada", "Bea", "Cleo"), {"a": "seize c"})
    assert waiting("Ada") == waiting("Bea") == [battle.code] and waiting("Cleo") == []


def test_a_battle_that_ended_or_a_seat_that_is_led_waits_no_more() -> None:
    battle, volunteer = begin("Ada", "Bea"), factories.found("Cleo")
    StandIn.objects.create(tournament=battle, seat="a", dynasty=volunteer, since=clock.now())
    assert waiting("Ada") == [] and waiting("Cleo") == [battle.code]
    Tournament.objects.filter(pk=battle.pk).update(status=Tournament.Status.HALTED)
    assert waiting("Cleo") == [] and waiting("Bea") == []


def test_a_key_is_waited_for_in_casual_battles() -> None:
    battle = by_link()
    assert your_turn.list_codes(None, ANN.key) == [], "nobody plays before all have come"
    sit(battle, "b", BEN)
    give(battle, "a")
    assert your_turn.list_codes(None, ANN.key) == [] and your_turn.list_codes(None, BEN.key) == [battle.code]
    assert your_turn.list_codes(None, "") == []


def test_two_seats_at_one_screen_are_one_battle() -> None:
    battle = hot_seat()
    casual_orders.begin_turn(tournament=battle, key=ANN.key, seat="a")
    assert your_turn.list_codes(None, ANN.key) == [battle.code]


def test_one_query_finds_those_of_dynasty_and_key_together() -> None:
    serious, casual = begin("Ada", "Bea"), make(field="cross-4", computers=3, level="wanderer")
    user = factories.Dynasty.objects.get(name="Ada").user_id
    with CaptureQueriesContext(connection) as queries:
        assert sorted(your_turn.list_codes(user, ANN.key)) == sorted([serious.code, casual.code])
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        assert your_turn.list_codes(None, "") == []
    assert len(queries) == 0


def test_one_tap_after_the_other_leads_through_all_of_them() -> None:
    codes = [begin("Ada", "Bea", hours=hours).code for hours in (2, 12, 48)]
    client, seen, current = open_client("Ada"), [], ""
    for _tap in range(4):
        target = client.get("/your-turn/next/", {"after": current}).headers["Location"]
        current = target.split("/")[2]
        seen.append(current)
    assert seen == [*codes, codes[0]]


def test_pages_ask_once_in_a_few_seconds_and_battles_always() -> None:
    battle, other = begin("Ada", "Bea", hours=2), begin("Ada", "Bea", hours=48)
    client = open_client("Ada")
    assert 'data-your-turn="2"' in client.get("/rules/").content.decode()
    factories.order(battle, "a", "-")
    with CaptureQueriesContext(connection) as queries:
        assert 'data-your-turn="2"' in client.get("/rules/").content.decode()
    assert not any("tournaments_round" in (each["sql"] or "") for each in queries)
    assert 'data-your-turn="1"' in client.get(f"/tournament/{other.code}/").content.decode()
    assert 'data-your-turn="1"' in client.get("/rules/").content.decode()


def test_a_page_is_shown_where_the_cache_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise OSError("no Redis")

    begin("Ada", "Bea")
    monkeypatch.setattr(your_turn, "get_redis_errors", lambda: (OSError,))
    monkeypatch.setattr(your_turn.cache, "get", fail)
    monkeypatch.setattr(your_turn.cache, "set", fail)
    assert 'data-your-turn="1"' in open_client("Ada").get("/rules/").content.decode()


def test_where_nothing_waits_the_next_battle_is_the_list_that_says_so() -> None:
    factories.found("Ada")
    client = open_client("Ada")
    assert client.get("/your-turn/next/").headers["Location"] == "/your-turn/"
    assert "Nobody waits for you" in client.get("/your-turn/").content.decode()
    assert client.get("/your-turn/count").json() == {"waiting": 0, "others": 0}


def test_the_list_names_each_battle_with_its_time() -> None:
    first, last = begin("Ada", "Bea", hours=2), begin("Ada", "Bea", hours=48)
    page = open_client("Ada").get("/your-turn/").content.decode()
    assert page.index(first.title) < page.index(last.title) and page.count("data-clock") == 2
    assert f"/tournament/{first.code}/" in page


def test_an_untimed_battle_is_listed_without_a_deadline() -> None:
    battle = make(field="cross-4", computers=3, level="wanderer", round_seconds=DAY)
    page = hold_key(ANN).get("/your-turn/").content.decode()
    assert f"/tournament/{battle.code}/" in page and "data-clock" not in page


def test_the_header_counts_on_every_page_and_offers_the_next_one() -> None:
    first, last = begin("Ada", "Bea", hours=2), begin("Ada", "Bea", hours=48)
    client = open_client("Ada")
    assert 'data-your-turn="2"' in client.get("/rules/").content.decode()
    page = client.get(f"/tournament/{first.code}/").content.decode()
    assert 'data-your-turn="2"' in page and 'data-others="1"' in page and f"?after={first.code}" in page
    assert client.get("/your-turn/count", {"at": last.code}).json() == {"waiting": 2, "others": 1}


def test_a_key_alone_is_enough_for_the_header() -> None:
    make(field="cross-4", computers=3, level="wanderer")
    assert 'data-your-turn="1"' in hold_key(ANN).get("/rules/").content.decode()
    assert 'data-your-turn="0"' in hold_key(BEN).get("/rules/").content.decode()


def test_pages_for_nobody_in_particular_say_nothing_of_it() -> None:
    begin("Ada", "Bea")
    client = Client()
    for path in ("/", "/rules/", "/play/"):
        assert "data-your-turn" not in client.get(path).content.decode()
    assert client.get("/your-turn/").status_code == 200, "an empty list"
    answer = client.get("/your-turn/count")
    assert answer.json() == {"waiting": 0, "others": 0} and answer.headers["Cache-Control"] == "private, no-store"


def test_a_stranger_learns_nothing_by_naming_a_battle() -> None:
    battle = begin("Ada", "Bea")
    factories.found("Eve")
    client = open_client("Eve")
    assert client.get("/your-turn/next/", {"after": battle.code}).headers["Location"] == "/your-turn/"
    assert client.get("/your-turn/count", {"at": battle.code}).json() == {"waiting": 0, "others": 0}


def test_no_more_seats_are_looked_at_than_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(your_turn, "MAX_COUNTED", 1)
    monkeypatch.setattr(your_turn.OPEN_ROUNDS[True, False], "plans", {})
    quick, _slow = begin("Ada", "Bea", hours=2), begin("Ada", "Bea", hours=48)
    assert waiting("Ada") == [quick.code]
    with clock.freeze(clock.now() + timedelta(hours=1)):
        assert waiting("Ada") == [quick.code]
