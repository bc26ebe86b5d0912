"""What pages and programs are shown: for one viewer, in few questions to the database."""

import json
from typing import Any

import pytest

from tests import factories
from tests.factories import again, born, found, order, play
from tournaments.models import Entry, Tournament
from tournaments.selectors import battles, contract, events, listings, records
from tournaments.services import orders

pytestmark = pytest.mark.django_db


def get_state(tournament: Tournament, emperor: Any = None, since: int | None = None) -> dict[str, Any]:
    """Return the battle as somebody sees it, once it could be sent as JSON."""
    tournament, dynasty = again(tournament), emperor.dynasty if emperor else None
    entry = Entry.objects.filter(tournament=tournament, dynasty=dynasty).first() if dynasty else None
    own = orders.get_own_order(tournament=tournament, seat=entry.seat) if entry else None
    state = battles.build_battle_state(tournament, dynasty, own, since)
    return json.loads(json.dumps(state))


def test_the_state_of_a_running_battle() -> None:
    tournament, (first, _second, _third) = factories.begin("gift", 0, 0, 0)
    play(tournament, {"a": "take b"}, {"b": "seize c"})
    order(tournament, "a", "take c")
    state = get_state(tournament, first)
    frame = state["tournament"]
    assert (frame["status"], frame["round"], frame["rounds_closed"], frame["outcome"]) == ("running", 3, 2, None)
    assert frame["now"] < frame["deadline"] and frame["opened_at"] < frame["deadline"]
    assert state["you"]["seat"] == "a" and state["you"]["order"] == "take c" and state["you"]["receipt"]["version"] == 1
    assert state["you"]["legal"] == {"anything": ["win"]}
    assert [(each["seat"], each["ready"], each["fallen"]) for each in state["seats"]] == [
        ("a", True, False),
        ("b", False, False),
        ("c", False, True),
    ]
    assert state["seats"][0]["dynasty"] == "Aaa" and state["seats"][0]["emblem"]["charge"]
    (last,) = state["rounds"]
    assert last["number"] == 2 and ["b", "seize c"] in last["orders"] and "b: seize c" in last["told"]
    assert (last["before"]["number"], last["after"]["number"]) == (2, 3) and state["position"]["number"] == 3
    assert [one["number"] for one in get_state(tournament, first, since=0)["rounds"]] == [1, 2]
    assert get_state(tournament, first, since=2)["rounds"] == []


def test_a_viewer_sees_nothing_of_the_orders_of_others() -> None:
    """Compare twin battles that differ in one secret: they are equal to everybody else."""
    tournament, fighters = factories.begin("gift", 0, 0, 0)
    order(tournament, "a", "take b")
    before = {viewer: get_state(tournament, viewer) for viewer in (None, *fighters[1:])}
    order(tournament, "a", "take c"), order(tournament, "a", "-"), order(tournament, "a", "seize b")
    for viewer, state in before.items():
        after = get_state(tournament, viewer)
        state["tournament"].pop("now"), after["tournament"].pop("now")
        assert after == state
        assert "seize b" not in json.dumps(after)


def test_an_announced_tournament_shows_the_field_and_its_free_seats() -> None:
    tournament = factories.announce(seats=3)
    factories.enter(tournament, born(found("Ming"), "Yongle"), "b")
    state = get_state(tournament)
    assert state["free"] == ["a", "c"] and state["you"] is None and state["rounds"] == []
    assert state["position"]["number"] == 1 and state["tournament"]["deadline"] is None


def test_after_the_end_there_is_no_order_and_the_last_round_is_shown() -> None:
    tournament, (first, _second) = factories.begin("gift", 0, 0)
    play(tournament, {}, {"a": "win"})
    state = get_state(tournament, first)
    assert state["tournament"]["outcome"]["winners"] == ["a"] and state["tournament"]["rounds_closed"] == 2
    assert state["you"]["legal"] == {} and state["you"]["order"] is None
    assert [one["number"] for one in state["rounds"]] == [2] and state["rounds"][0]["after"]["number"] == 3


def test_round_by_round() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    play(tournament, {"a": "take b"})
    tournament = again(tournament)
    assert battles.get_round(tournament, 1)["orders"] == [["b", "-"], ["a", "take b"]]
    assert battles.get_round(tournament, 2) is None and battles.get_round(tournament, 9) is None


def test_few_questions(django_assert_max_num_queries: Any) -> None:
    tournament, fighters = factories.begin("gift", *[0] * 8)
    for _round in range(12):
        play(tournament, {})
    tournament = again(tournament)
    with django_assert_max_num_queries(8):
        get_state(tournament, fighters[0], since=0)
    with django_assert_max_num_queries(1):
        assert [listings.build_card(each) for each in listings.list_running()]
    with django_assert_max_num_queries(2):
        records.build_record(tournament)


def test_a_record_of_a_real_battle_replays() -> None:
    from battlefield import records as battle_records

    houses = [factories.house("Oriel"), factories.house("Quillon")]
    tournament = factories.announce("gift", game="emperors", field="duel-2", title="The “Lotus” Cup")
    for seat, house in zip("ab", houses, strict=True):
        factories.enter(tournament, born(house, "Sunniva"), seat)
    factories.lifecycle.start(tournament_id=tournament.pk)
    order(tournament, "a", "D3-D4"), order(tournament, "b", "B5-B4")
    factories.rounds.close_round(tournament_id=tournament.pk, round_no=1)
    text = records.build_record(again(tournament))
    assert text and f'[Contract "{tournament.contract}"]' in text and '[a "Oriel: Sunniva"]' in text
    assert "1. a D3-D4, b B5-B4" in text
    assert battle_records.read(text).headers["Battle"] == "The “Lotus” Cup"


def test_listings() -> None:
    open_, private = factories.announce(), factories.announce("training")
    fought, _fighters = factories.begin("gift", 0, 0)
    assert {each.pk for each in listings.list_announced()} == {open_.pk, private.pk}
    assert [each.pk for each in listings.list_running()] == [fought.pk] and listings.list_running()[0].taken == 2
    play(fought, {"a": "win"})
    assert [each.pk for each in listings.list_finished()] == [fought.pk]
    assert not listings.list_finished(before=again(fought).ended_at)
    assert listings.get_by_code(fought.code).pk == fought.pk and listings.get_by_code("nothing") is None


def test_the_announcement_in_words() -> None:
    tournament = factories.announce("honour", terms={"fee": {"gold": 5}})
    text = contract.build_announcement(tournament)
    assert "Entering costs 5 gold coins, which the winners share." in text["terms_words"]
    assert (
        text["rules_words"] == ["It ends after 100 rounds."] and text["seed"] is None and len(text["seed_hash"]) == 64
    )
    assert tournament.seed not in json.dumps(text)


def test_the_seed_is_shown_when_it_is_over() -> None:
    tournament, _fighters = factories.begin("gift", 0, 0)
    text = contract.build_announcement(play(tournament, {"a": "win"}))
    assert contract.contract.compute_digest(text["seed"]) == text["seed_hash"]


def test_news_are_for_ones_own_seat() -> None:
    tournament, (first, second) = factories.begin("gift", 0, 0)
    order(tournament, "a", "take b")
    assert events.list_streams(tournament, first.dynasty) == [f"battle:{tournament.code}", f"seat:{tournament.code}:a"]
    assert events.list_streams(tournament, None) == [f"battle:{tournament.code}"]
    found_events = events.list_since(f"battle:{tournament.code}", 0)
    assert [each["number"] for each in found_events] == list(range(1, len(found_events) + 1))
    assert events.list_since(f"battle:{tournament.code}", found_events[-1]["number"]) == []
    assert [each["type"] for each in events.list_since(f"seat:{tournament.code}:a", 0)] == ["order"]
    assert events.list_since(f"seat:{tournament.code}:b", 0) == [] and second
