"""Goals, limits and placements of the campaigns as the platform settles them, and what taking means in each type."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from dynasty.models import Emperor
from tests import factories
from tests.campaign.test_platform import begin, put
from tournaments.domain import games
from tournaments.models import Tournament
from tournaments.services import rounds, task_queue

pytestmark = pytest.mark.django_db
IN_TURNS = {"phase": "attack", "active": "a", "pool": 0, "muster": {}, "order": ["a", "b", "c"], "deck": [],
            "hands": {"a": [], "b": [], "c": []}, "discard": []}  # fmt: skip
FIVE = {"ash": "a5", "birch": "a3", "cedar": "a3", "gate": "a3", "dale": "b3", "elm": "b3", "fir": "c3"}


@pytest.fixture(autouse=True)
def no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)


def close(tournament: Tournament, **orders: str) -> Tournament:
    for seat, text in orders.items():
        factories.order(tournament, seat, text)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=factories.again(tournament).round_no)
    return factories.again(tournament)  # type: ignore[no-any-return]


def honour(rules: dict[str, Any], name: str = "classic", **more: Any) -> tuple[Tournament, list[Emperor]]:
    return begin(name, "honour", (50, 50, 50), rules={"round_limit": 9, **rules}, terms={"stake": 10}, **more)


@pytest.mark.parametrize(
    ("rules", "facts", "by"),
    [
        ({"win_percent": 51}, {}, "domination"),
        ({"win_percent": 100, "goal": "hold", "hold_count": 4}, {}, "hold"),
        ({"win_percent": 100}, {"round": 9, "order": ["b", "c", "a"]}, "round_limit"),
    ],
)
def test_who_reaches_a_goal_wins_the_pot(rules: dict[str, Any], facts: dict[str, Any], by: str) -> None:
    tournament, emperors = honour(rules)
    put(tournament, FIVE, **(IN_TURNS | facts))
    over = close(tournament, a="done; done")
    assert over.status == "finished" and over.outcome["by"] == by
    assert over.outcome["placements"] == [["a"], ["b"], ["c"]] and over.outcome["winners"] == ["a"]
    # a: 50 less the stake of 10, the pot of 30, and 20 for the victory; the others lost it, and have 2 for standing.
    assert [factories.has(emperor) for emperor in emperors] == [90, 42, 42] and factories.books_balance()


def test_the_mission_wins_and_is_no_secret_any_more() -> None:
    tournament, emperors = honour({"win_percent": 100, "goal": "missions"}, field="world")
    africa = ["north_africa", "egypt", "east_africa", "congo", "south_africa", "madagascar"]
    asia = ["afghanistan", "china", "india", "irkutsk", "japan", "kamchatka", "middle_east", "mongolia", "siam",
            "siberia", "ural", "yakutsk"]  # fmt: skip
    board = dict.fromkeys(stage_names("world"), "b1") | dict.fromkeys([*africa, *asia], "a1") | {"peru": "c1"}
    put(tournament, board, missions={"a": "M4", "b": "M1", "c": "M2"}, **(IN_TURNS | {"phase": "fortify"}))
    over = close(tournament, a="done")
    assert over.outcome["by"] == "mission" and over.outcome["placements"] == [["a"], ["b"], ["c"]]
    assert [factories.has(emperor) for emperor in emperors] == [90, 42, 42]
    page = Client().get(f"/tournament/{over.code}/state").json()
    assert page["position"]["missions"] == {"a": "M4", "b": "M1", "c": "M2"}


def stage_names(field: str) -> list[str]:
    return [each["id"] for each in games.GAMES["campaign.classic"].ground(field)["territories"]]


def test_capitals_win_with_four_seats() -> None:
    tournament, emperors = begin("classic", "honour", (50, 50, 50, 50), field="rivers", terms={"stake": 10},
                                 rules={"round_limit": 9, "win_percent": 100, "goal": "capitals"})  # fmt: skip
    names = stage_names("rivers")
    board = dict.fromkeys(names, "b1") | dict(zip(names, ("a3", "a3", "a3", "c1", "c1", "d1"), strict=False))
    turn = IN_TURNS | {"phase": "fortify", "order": ["a", "b", "c", "d"], "hands": {seat: [] for seat in "abcd"}}
    put(tournament, board, capitals=dict(zip("abcd", names, strict=False)), **turn)
    over = close(tournament, a="done")
    assert over.outcome["by"] == "capitals" and over.outcome["placements"] == [["a"], ["b"], ["c"], ["d"]]
    assert [factories.has(emperor) for emperor in emperors] == [100, 42, 42, 42]


def test_a_shared_first_place_at_the_limit_is_a_draw() -> None:
    tournament, emperors = honour({"win_percent": 100}, "skirmish", field="grid4x4")
    put(tournament, {"A1": "a3", "D4": "b3", "A4": "c1"}, phase="plan", round=9, money=dict.fromkeys("abc", 0))
    over = close(tournament, a="-", b="-", c="-")
    assert over.outcome["by"] == "round_limit" and over.outcome["draw"]
    assert over.outcome["placements"] == [["a", "b"], ["c"]] and over.outcome["winners"] == ["a", "b"]
    # a and b: the pot of 30 shared, 5 for a shared victory, 2 for standing.
    assert [factories.has(emperor) for emperor in emperors] == [62, 62, 42] and factories.books_balance()


@pytest.mark.parametrize("type", ["training", "gift", "honour", "conquer", "death"])
def test_every_type_says_what_taking_means(client: Client, type: str) -> None:
    rules = games.GAMES["campaign.classic"].presets()["short"][2]
    announced = factories.announce(type, game="campaign.classic", field="seven", seats=3, rules=rules)
    text = " ".join(strip_tags(client.get(f"/tournament/{announced.code}/").content.decode()).split())
    assert "whoever takes a seat’s last territory captures its Emperor" in text
    about = {"training": "training", "gift": "prize", "honour": "stake", "conquer": "changes sides|joins|captured",
             "death": "die"}[type]  # fmt: skip
    assert any(word in text.lower() for word in about.split("|")), text[:3000]
