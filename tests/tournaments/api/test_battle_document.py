"""What authors of programs read about battles: the document's table and the OpenAPI document name what is answered."""

import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from rest_framework.test import APIClient

from tests import factories
from tests.tournaments.api.test_scopes import program
from tournaments.api import battle_shapes
from tournaments.domain import battle_types, games
from tournaments.domain.games import Outcome

DOCUMENT = Path(__file__).resolve().parents[3] / "docs/api/http.md"
DUEL: dict[str, Any] = {"game": "emperors", "field": "duel-2", "round_seconds": 600}
ON_PAGES = {"aims", "bar", "coach", "queued", "next", "flipped", "story", "why"}
"""Fields that only pages get, of seats, rounds and states; a tournament and an outcome have their own of that name."""


def read_section() -> str:
    """Return the section of the document about a battle."""
    return DOCUMENT.read_text(encoding="utf-8").split("## A battle, call by call")[1].split("\n## ")[0]


def list_rows(first: str) -> list[str]:
    """Return the first column of the table of the section whose heading begins like this."""
    table = read_section().split(f"| {first} |")[1].split("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)


@pytest.mark.parametrize(
    ("shape", "kind"),
    [
        (battle_shapes.FrameShape, battle_types.Frame),
        (battle_shapes.OwnSeatShape, battle_types.OwnSeat),
        (battle_shapes.SeatShape, battle_types.Seat),
        (battle_shapes.ClosedRoundShape, battle_types.ClosedRound),
        (battle_shapes.ReceiptSerializer, battle_types.Receipt),
        (battle_shapes.OutcomeShape, Outcome),
    ],
)
def test_the_openapi_document_names_the_fields_of_a_battle(shape: Any, kind: type) -> None:
    own = {"why"} if kind is battle_types.Frame else {"flipped"} if kind is Outcome else set()
    assert set(shape().fields) == set(get_type_hints(kind)) - (ON_PAGES - own)


@pytest.mark.django_db
def test_a_program_plays_a_battle_by_the_calls_of_the_document() -> None:
    """Make each call of the table in its order, and play until the battle is over."""
    rival, me = factories.found("Rival"), factories.found("Automata", program=True)
    cup = factories.announce("gift", organiser=rival, rules={"max_rounds": 2}, **DUEL)
    factories.enter(cup, factories.born(rival, "Livia"), "b")
    factories.born(me, "Ada")
    api = program(me.user, "play")
    assert [call.split("?")[0] for call in list_rows("call")] == [
        "GET tournaments/",
        "GET court/",
        "GET tournaments/CODE/state/",
        "POST tournaments/CODE/entry/",
        "GET events/",
        "GET tournaments/CODE/state/",
        "PUT tournaments/CODE/order/",
        "GET tournaments/CODE/",
        "GET tournaments/CODE/record/",
    ]
    (card,) = get(api, "tournaments/")
    assert (card["code"], card["game"], card["seats"], card["taken"], card["programs"]) == (
        cup.code,
        "emperors",
        2,
        1,
        True,
    )
    (emperor,) = get(api, f"dynasties/{get(api, 'court/')['dynasty']['code']}/emperors/")
    (free,) = get(api, f"tournaments/{cup.code}/state/")["free"]
    entry = {"emperor": emperor["code"], "seat": free}
    assert emperor["state"] == "at_court" and free == "a"
    assert api.post(f"/api/v1/tournaments/{cup.code}/entry/", entry, "json").status_code == 201
    assert get(api, f"tournaments/{cup.code}/")["tournament"]["taken"] == 2
    factories.lifecycle.start(tournament_id=cup.pk)
    while (state := get(api, f"tournaments/{cup.code}/state/"))["tournament"]["status"] == "running":
        assert set(state) == set(list_rows("field")) == set(battle_shapes.BattleShape().fields)
        origin, goals = sorted(state["you"]["legal"].items())[0]
        order = {"step": state["tournament"]["step"], "order": f"{origin}-{goals[0]}"}
        assert api.put(f"/api/v1/tournaments/{cup.code}/order/", order, "json").status_code == 200
        factories.play(cup, {"b": "-"})
    outcome = get(api, f"tournaments/{cup.code}/")["tournament"]["outcome"]
    assert outcome == state["tournament"]["outcome"] and {"winners", "draw", "by"} <= set(outcome)
    assert api.get(f"/api/v1/tournaments/{cup.code}/record/")["Content-Type"].startswith("text/plain")


def get(api: APIClient, path: str) -> Any:
    """Return the answer to a call that succeeds."""
    answer = api.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.mark.parametrize("name", ["classic", "escalation", "simultaneous", "skirmish"])
def test_the_lines_of_a_campaign_are_made_of_its_forms_as_the_document_says(name: str) -> None:
    game = games.GAMES[f"campaign.{name}"]
    field = game.field_names()[0]
    state = game.initial(field, game.seats_of(field)[:3], game.read_rules({}), "seed", chests=False)
    seen = 0
    for _step in range(30):
        orders = []
        for seat in game.to_act(state):
            lines = [write_line(form) for form in game.legal(state, seat)["forms"]]
            for line in lines:
                (found,) = [each for each in game.weigh(state, seat, line) if each["line"] == 1]
                assert found["level"] == "fine", (line, found)
            seen += len(lines)
            orders.append((seat, game.check(state, seat, game.default(state, seat))))
        state, _events = game.resolve(state, orders, "seed")
    assert seen > 30


def write_line(form: dict[str, Any]) -> str:
    """Return a line of an order, made of its form with the fields in the order of the document."""
    values = [form[name] for name in ("do", "at", "from", "to", "armies") if name in form]
    return " ".join(str(each[0] if isinstance(each, list) else each) for each in values)


@pytest.mark.django_db
def test_a_battle_for_practice_is_begun_as_the_document_says() -> None:
    api = APIClient()
    level, field = get(api, "computers/")[1]["name"], get(api, "games/")[0]["fields"][0]["name"]
    made = api.post("/api/v1/casual/", {"field": field, "level": level, "computers": 1}, "json").json()
    state = api.get(f"/api/v1/tournaments/{made['code']}/state/", headers={"Casual-Key": made["key"]}).json()
    assert state["tournament"]["status"] == "running" and state["you"]["legal"]
