"""The hints of a first battle: what is pointed at, when, and for whom."""

from typing import Any

import pytest
from django.test import Client

from benchmarks import first_battle
from tests import factories
from tests.factories import again
from tournaments.models import CasualSeat, Tournament
from tournaments.presenters import coach
from tournaments.services.casual.battles import FIRST_SETUP

Trace = list[dict[str, Any]]
ORDERED = {"kind": "ordered", "seat": "a", "piece": "C2", "to": "C4"}
COLLISION = [ORDERED, {"kind": "conflict", "at": "C4", "pieces": ["C2", "C5"], "keeps": None}]
CAPTURE = [ORDERED, {"kind": "took", "seat": "a", "from_seat": "b", "piece": "C2", "taken": "C4", "at": "C4",
                     "emperor": False}]  # fmt: skip
LOSS = [{"kind": "took", "seat": "b", "from_seat": "a", "piece": "C5", "taken": "C2", "at": "C2", "emperor": False}]
QUIET: Trace = [ORDERED]


def test_each_thing_is_told_when_it_happens_first() -> None:
    assert coach.find_lesson([QUIET], "a") == ("round", {})
    assert coach.find_lesson([QUIET, COLLISION], "a") == ("collision", {"tile": "C4"})
    assert coach.find_lesson([COLLISION, COLLISION], "a") is None
    assert coach.find_lesson([COLLISION, CAPTURE], "a") == ("capture", {"tile": "C4"})
    assert coach.find_lesson([CAPTURE, LOSS], "a") == ("loss", {"tile": "C2", "seat": "b"})


def test_of_two_new_things_the_other_is_told_when_it_happens_again() -> None:
    both = [*CAPTURE, COLLISION[1]]
    assert coach.find_lesson([both], "a") == ("capture", {"tile": "C4"})
    assert coach.find_lesson([both, both], "a") == ("collision", {"tile": "C4"})


def test_a_collision_of_others_is_no_lesson() -> None:
    assert coach.find_lesson([QUIET, COLLISION], "b") is None


@pytest.mark.django_db
def test_the_first_battle_states_the_goal_and_points_at_an_emperor_in_reach(client: Client) -> None:
    battle = Tournament.objects.get(code=client.post("/casual/now/")["Location"].split("/")[2])
    state = client.get(f"/tournament/{battle.code}/state").json()
    assert state["coach"]["now"]["name"] == "order" and "on C7" in state["coach"]["now"]["text"]
    assert state["coach"]["chosen"]["name"] == "chosen"
    shown = client.get(f"/tournament/{battle.code}/").content.decode()
    assert "data-coach" in shown and "Your first order" in shown
    factories.play(battle, {"a": "C3-C4"}, {"a": "C4-C5"})
    named = client.get(f"/tournament/{battle.code}/state").json()["coach"]
    assert named["chosen"] is None and named["now"]["name"] in ("capture", "collision", "chance", "loss", "threat")


@pytest.mark.django_db
def test_nobody_else_is_coached(client: Client) -> None:
    battle = Tournament.objects.get(code=client.post("/casual/now/", {"level": "novice"})["Location"].split("/")[2])
    assert client.get(f"/tournament/{battle.code}/state").json()["coach"] is None
    first = Tournament.objects.get(code=client.post("/casual/now/", {"coached": "yes"})["Location"].split("/")[2])
    assert Client().get(f"/tournament/{first.code}/state").json()["coach"] is None, "a spectator has no first battle"
    factories.play(first, {CasualSeat.objects.get(tournament=first).seat: "abdicate"})
    assert again(first).status == "finished"
    assert client.get(f"/tournament/{first.code}/state").json()["coach"] is None


def test_most_beginners_win_the_first_battle_within_ten_rounds() -> None:
    won, soon, _rounds = first_battle.measure(FIRST_SETUP.field, FIRST_SETUP.level, 0.5, battles=60, seed=7)
    assert won > 0.8 and soon > 0.5
