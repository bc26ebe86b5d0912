"""The page of what is fought now, replays that play, and records that open in the lab."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from core import connection_limits
from core.limits import SPECTATORS
from tests import factories
from tests.tournaments.test_ending import fight
from tournaments.realtime import public_snapshot
from tournaments.services import lifecycle

pytestmark = pytest.mark.django_db


def test_the_battle_with_the_most_people_is_shown_and_the_others_are_named(client: Client) -> None:
    quiet, _houses = factories.begin("gift", 0, 0, game="emperors", field="duel-2")
    lively = factories.announce("gift", game="emperors", field="delta-3", seats=3)
    for seat, name in zip("abc", ("Yian", "Eran", "Sanan"), strict=True):
        factories.enter(lively, factories.born(factories.found(name), name, 0), seat)
    lifecycle.start(tournament_id=lively.pk)
    page = client.get("/watch/").content.decode()
    assert f'data-battle="{lively.code}"' in page and f'href="/tournament/{quiet.code}/"' in page


def test_spectators_are_counted_and_bets_are_offered(client: Client) -> None:
    battle, _houses = factories.begin("gift", 0, 0, game="emperors", field="duel-2")
    cup = factories.announce("honour", title="The Lotus Cup", terms={"betting": True, "betting_window": 600})
    name = public_snapshot.get_spectators_name([f"battle:{battle.code}"])
    for socket in ("one", "two"):
        assert connection_limits.acquire({name: SPECTATORS}, socket)
    assert "<span data-spectators>2</span>" in client.get(f"/tournament/{battle.code}/").content.decode()
    connection_limits.release([name], "one")
    assert connection_limits.count(name) == 1
    page = client.get("/watch/").content.decode()
    assert "Taking bets" in page and f'href="/tournament/{cup.code}/"' in page


def test_where_nothing_is_fought_finished_battles_are_offered_to_play(client: Client) -> None:
    assert "No battle is live right now" in client.get("/watch/").content.decode()
    battle, _houses = fight({"b": "abdicate"})
    assert f"/tournament/{battle.code}/?play=all" in client.get("/watch/").content.decode()


def test_the_next_battle_says_how_the_last_one_ended(client: Client) -> None:
    first, _houses = fight({"a": "C3-C4"})
    assert f'data-next-url="/watch/?after={first.code}"' in client.get("/watch/").content.decode()
    assert "data-next-url" not in client.get(f"/tournament/{first.code}/").content.decode()
    factories.play(first, {"b": "abdicate"})
    quiet = client.get(f"/watch/?after={first.code}").content.decode()
    name = factories.again(first).entries.get(seat="a").name
    assert "The Test Cup" in quiet and "See the result" in quiet and "as soon as it begins" in quiet
    assert client.get("/watch/?part=next").status_code == 204
    second, _others = factories.begin("honour", 40, 40, game="emperors", field="duel-2")
    assert client.get("/watch/?part=next").headers["HX-Refresh"] == "true"
    page = client.get(f"/watch/?after={first.code}").content.decode()
    assert f'data-battle="{second.code}"' in page and f"{name} won The Test Cup." in page
    for nothing in ("nowhere", second.code):
        assert "See the result" not in client.get(f"/watch/?after={nothing}").content.decode()


def test_a_player_who_watches_the_own_battle_is_led_to_its_result(client: Client) -> None:
    battle, fighters = factories.begin("honour", 40, 40, game="emperors", field="duel-2")
    client.force_login(fighters[0].dynasty.user)
    assert f'data-next-url="/tournament/{battle.code}/"' in client.get("/watch/").content.decode()


def test_the_result_plays_the_replay_and_saves_an_animation_of_all_rounds(client: Client) -> None:
    battle, _houses = fight({"a": "C3-C4"}, {"b": "abdicate"})
    page = client.get(reverse("tournament", args=[battle.code])).content.decode()
    assert "?play=all#board-view" in page and 'data-last-round="2"' in page
    assert client.get(f"/tournament/{battle.code}/round/2.svg").status_code == 200
    assert client.get(f"/tournament/{battle.code}/round/3.svg").status_code == 404


def test_a_record_opens_in_the_lab_with_its_rounds(client: Client) -> None:
    battle, _houses = fight({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"b": "abdicate"})
    record = client.get(f"/tournament/{battle.code}/record").content.decode()
    answer = client.post("/lab/record", {"record": record})
    assert answer.status_code == 302 and "a.C3-C4" in answer["Location"] and "a.B3-B4" in answer["Location"]
    assert client.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("text", ["", "nothing", '[Rules "no-such:rule"]\n\n+---+\n|(a)|\n+---+\n'])
def test_what_is_no_record_is_refused_with_a_sentence(client: Client, text: str) -> None:
    answer = client.post("/lab/record", {"record": text})
    assert answer.status_code == 422 and b"This is no record of a battle" in answer.content


def test_a_map_has_its_place_and_its_style_before_its_script_draws_it(client: Client) -> None:
    code = client.post("/casual/now/", {"game": "campaign.skirmish"})["Location"].split("/")[2]
    page = client.get(f"/tournament/{code}/").content.decode()
    assert "map.css" in page[: page.index("</head>")], "what stands around it is not drawn without it, and then moved"
    assert page.count("css/map.css") == 1
    assert re.search(r'<battle-map [^>]*data-width="500"\s+data-height="500" data-scale="0.52"', page)
