"""Flipping the table on the platform: in casual battles alone, near one's end alone, and with a mark for 21 days."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core.errors import DomainError
from tests import factories
from tests.campaign.test_platform import begin, put
from tournaments.access import viewers
from tournaments.domain import casual_keys
from tournaments.models import Casual, Round, TableFlip, Tournament
from tournaments.services import rounds, task_queue
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import orders as casual_orders
from tournaments.services.casual.battles import Setup

pytestmark = pytest.mark.django_db
FACTS = {"phase": "attack", "active": "b", "pool": 0, "muster": {}, "order": ["a", "b", "c"], "deck": [], "discard": [],
         "hands": {"a": [], "b": [], "c": []}}  # fmt: skip
BOARD = {"ash": "a3", "birch": "a1", "cedar": "b1", "dale": "b3", "elm": "b2", "fir": "c2", "gate": "c6"}


@pytest.fixture(autouse=True)
def no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "_enqueue", lambda task, arguments: None)


def casual(token: str, **more: Any) -> Tournament:
    setup = Setup(field="seven", preset="short", computers=2, game="campaign.classic", **more)
    tournament = casual_battles.create(setup=setup, token=token, address="10.0.0.1")
    put(tournament, BOARD, round=2, **FACTS)
    return tournament


def flip(tournament: Tournament, token: str) -> Tournament:
    current = Round.objects.get(tournament=tournament, closed_at=None)
    casual_orders.give(
        tournament=tournament, key=casual_keys.hash_token(token), round_no=current.number, seat="a", text="flip"
    )
    factories.order(tournament, "b", "done; done")
    assert rounds.close_round(tournament_id=tournament.pk, round_no=current.number)
    return factories.again(tournament)  # type: ignore[no-any-return]


def test_the_table_is_flipped_out_of_turn_and_nothing_comes_of_the_battle() -> None:
    token = casual_keys.make_token()
    over = flip(casual(token), token)
    nothing = {"winners": [], "draw": True, "placements": [], "void": True}
    assert over.outcome == {**nothing, "by": "flipped", "flipped": "a"}
    assert TableFlip.objects.get().key == casual_keys.hash_token(token)
    page = Client().get(f"/tournament/{over.code}/").content.decode()
    assert "flipped the table: the battle does not count" in page and "Void" in page


def test_a_mark_stands_beside_that_player_for_21_days_in_every_casual_battle() -> None:
    token = casual_keys.make_token()
    flip(casual(token), token)
    other = casual(token)
    client = Client()
    client.cookies[viewers.COOKIE_NAME] = viewers.signing.TimestampSigner(salt=viewers.SALT).sign(token)
    page = client.get(f"/tournament/{other.code}/").content.decode()
    assert page.count("Ended a casual battle like that in the last 21 days") == 1
    seats = client.get(f"/tournament/{other.code}/state").json()["seats"]
    assert [each["flipped"] for each in seats] == [True, False, False]
    TableFlip.objects.update(flipped_at=TableFlip.objects.get().flipped_at - timedelta(days=21))
    assert "Ended a casual battle" not in client.get(f"/tournament/{other.code}/").content.decode()


@pytest.mark.parametrize(
    ("facts", "board", "code"),
    [
        ({"round": 1}, BOARD, "flip_too_early"),
        ({"round": 2}, BOARD | {"cedar": "a1", "dale": "a1"}, "flip_too_strong"),
        ({"round": 2, "options": {"table_flip": "off"}}, BOARD, "flip_not_allowed"),
    ],
)
def test_it_is_refused_as_the_rules_say(facts: dict[str, Any], board: dict[str, str], code: str) -> None:
    token = casual_keys.make_token()
    tournament = casual(token)
    if "options" in facts:
        facts = facts | {"options": tournament.rules | facts["options"]}
    put(tournament, board, **(FACTS | facts))
    with pytest.raises(DomainError) as error:
        flip(tournament, token)
    assert error.value.code == code and not TableFlip.objects.exists()


def test_in_rated_battles_one_resigns_instead() -> None:
    tournament, _emperors = begin("classic", "honour", (50, 50, 50), terms={"stake": 10})
    put(tournament, BOARD, round=2, **FACTS)
    with pytest.raises(DomainError) as error:
        factories.order(tournament, "a", "flip")
    assert error.value.code == "flip_not_allowed"


def test_a_campaign_at_one_screen_is_handed_over_when_a_turn_is_over(client: Client) -> None:
    answer = client.post("/casual/", {"game": "campaign.escalation", "mode": "hot_seat", "field": "seven", "people": 2,
                                      "preset": "short", "computers": 0, "level": "greedy", "round_seconds": 86400,
                                      "names": "Ann, Ben"})  # fmt: skip
    assert answer.status_code == 302, answer.content.decode()
    tournament = Tournament.objects.get()
    put(tournament, BOARD, **(FACTS | {"active": "a", "order": ["a", "b"], "hands": {"a": ["ash"], "b": []}}))
    assert "I am Ann" in (page := client.get(answer["Location"]).content.decode()) and '"hand"' not in page
    client.post(f"/casual/{tournament.code}/sit-down", {"seat": "a"})
    assert '"hand": ["ash"]' in client.get(answer["Location"]).content.decode()
    client.post(f"{answer['Location']}order", {"step": 1, "order": "done; done"})
    rounds.close_round(tournament_id=tournament.pk, round_no=1)
    page = client.get(answer["Location"]).content.decode()
    assert Casual.objects.get().at_screen == "a" and "Done: hand over to Ben" in page
    client.post(f"/casual/{tournament.code}/hand-over")
    page = client.get(answer["Location"]).content.decode()
    assert "I am Ben" in page and '"hand"' not in page and "&quot;ash&quot;" not in page.split("battle-data")[1][:200]


def test_a_campaign_is_played_by_link(client: Client) -> None:
    token = casual_keys.make_token()
    setup = Setup(mode=Casual.Mode.LINK, field="seven", preset="short", people=2, computers=1, game="campaign.classic")
    tournament = casual_battles.create(setup=setup, token=token, address="10.0.0.1")
    invitation = casual_keys.make_invitation(token, tournament.code, "b")
    client.post(f"/casual/seat/{invitation}/", {"name": "Ben"})
    assert factories.again(tournament).status == Tournament.Status.RUNNING
    put(tournament, BOARD, **(FACTS | {"hands": {"a": ["ash"], "b": ["elm"], "c": []}}))
    body = client.get(f"/tournament/{tournament.code}/state").json()
    assert body["you"]["seat"] == "b" and body["position"]["hands"] == {"a": 1, "b": ["elm"], "c": 0}
    answer = client.post(f"/tournament/{tournament.code}/order", {"step": 1, "order": "done; done"})
    assert answer.status_code == 302 and Round.objects.get(closed_at=None).ready == ["b"]
