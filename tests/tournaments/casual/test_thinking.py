"""While only computer players are awaited, the page says that they think."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import again
from tests.tournaments.casual.test_casual_pages import compose, give, legal, page
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
CAMPAIGN = {"game": "campaign.classic", "field": "seven", "preset": "short", "computers": 2}


def give_turn(tournament: Tournament, seat: str) -> None:
    """Make it a seat's turn in the open round of a game in turns."""
    current = Round.objects.get(tournament=tournament, closed_at=None)
    current.state |= {"active": seat}
    current.save()


@pytest.mark.parametrize(
    ("language", "words"), [("en", " thinks …"), ("es", " piensa…"), ("ca", " pensa…")], ids=["en", "es", "ca"]
)
def test_one_computer_thinks_by_name_in_every_language(client: Client, language: str, words: str) -> None:
    battle = compose(client, **CAMPAIGN)
    give_turn(battle, "b")
    answer = client.get(page(battle, "state"), headers={"Accept-Language": language}).json()
    name = next(each["emperor"] for each in answer["seats"] if each["seat"] == "b")
    assert answer["bar"]["state"] == "waiting" and answer["bar"]["thinks"] == "computer"
    assert answer["bar"]["text"] == name + words
    assert "data-thinking" in client.get(page(battle)).content.decode()


def test_nobody_thinks_on_the_own_turn(client: Client) -> None:
    battle = compose(client, **CAMPAIGN)
    give_turn(battle, "a")
    answer = client.get(page(battle, "state")).json()
    assert answer["bar"] == {"state": "choosing", "title": "Your turn", "text": "Choose a territory", "thinks": ""}
    assert "data-thinking" not in client.get(page(battle)).content.decode()


def test_several_computers_are_counted_once_the_own_order_is_sent(client: Client) -> None:
    battle = compose(client, game="campaign.skirmish", field="grid4x4", preset="short", computers=2)
    sent = {"step": again(battle).round_no, "order": "-"}
    client.post(page(battle, "order"), sent, headers={"Accept": "application/json"})
    bar = client.get(page(battle, "state")).json()["bar"]
    assert (bar["state"], bar["text"]) == ("sent", "2 computer players think …")
    assert bar["thinks"] == "computer"


@pytest.mark.parametrize("wanted", [CAMPAIGN, {}], ids=["a map", "a board"])
def test_a_page_without_a_script_looks_again_by_itself_while_it_waits(client: Client, wanted: dict[str, Any]) -> None:
    battle, again_soon = compose(client, **wanted), '<noscript><meta http-equiv="refresh" content="5"></noscript>'
    if wanted is CAMPAIGN:
        give_turn(battle, "a")
    assert again_soon not in client.get(page(battle)).content.decode()
    if wanted is CAMPAIGN:
        give_turn(battle, "b")
    else:
        give(client, battle, legal(client, battle)[0])
    assert again_soon in client.get(page(battle)).content.decode()
    assert again_soon not in Client().get(page(battle)).content.decode()


def test_a_screen_that_is_passed_on_waits_for_the_next_player(client: Client) -> None:
    battle = compose(client, mode="hot_seat", people=2, names="Ann, Ben")
    assert 'http-equiv="refresh"' not in client.get(page(battle)).content.decode()
