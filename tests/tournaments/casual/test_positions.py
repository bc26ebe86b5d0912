"""Playing on from a round of a battle that is over."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from battlefield import game, records
from core import clock
from core.errors import DomainError
from tests import factories
from tests.tournaments.casual.test_casual import ANN, assert_error, make
from tests.tournaments.test_proofs import fight
from tournaments.models import Casual, CasualSeat, Entry, Round, StartPosition, Tournament
from tournaments.selectors import positions as selectors
from tournaments.selectors import records as record_selectors
from tournaments.selectors import replays
from tournaments.selectors.reviews import is_reviewable
from tournaments.services import announcements
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import positions

pytestmark = pytest.mark.django_db
ROUNDS: tuple[dict[str, str], ...] = ({"a": "C3-C4", "b": "C5-C4"}, {"a": "B3-B4"}, {"a": "D3-D4", "b": "abdicate"})


@pytest.fixture
def over() -> Tournament:
    return fight(*ROUNDS)


def play_on(tournament: Tournament, **wanted: Any) -> Tournament:
    chosen: dict[str, Any] = {"number": 3, "seat": "b", "level": "novice"} | wanted
    return positions.play_on(tournament=tournament, token=ANN.token, address="192.0.2.1", **chosen)


def get_opening(tournament: Tournament) -> Any:
    return game.read(Round.objects.get(tournament=tournament, number=1).state)


def test_a_battle_goes_on_from_a_round_with_the_same_board_rules_and_seats(over: Tournament) -> None:
    before = game.read(Round.objects.get(tournament=over, number=3).state)
    made = play_on(over)
    opening = get_opening(made)
    assert opening.formation == before.formation and made.rules == over.rules and opening.number == 1
    assert CasualSeat.objects.get(tournament=made).seat == "b"
    assert list(Entry.objects.filter(tournament=made).order_by("seat").values_list("player", flat=True)) == [
        "novice",
        "",
    ]
    assert Casual.objects.get(tournament=made).holder == "", "it counts in no record"
    again = play_on(over, seat="a")
    assert again.pk != made.pk and again.field == made.field and StartPosition.objects.count() == 1


def test_what_is_fought_there_can_be_replayed_recorded_reviewed_and_played_on_itself(over: Tournament) -> None:
    made = factories.play(play_on(over), {"a": "-", "b": "-"}, {"a": "abdicate", "b": "-"})
    assert replays.replay(made).well and is_reviewable(made)
    text = record_selectors.build_record(made)
    assert text is not None and records.read(text).opening.formation == get_opening(made).formation
    further = play_on(made, number=2)
    found = selectors.find_position(further.field)
    assert found is not None and (found.field, found.source) == ("duel-2", made.code)
    rematch = casual_battles.get_or_create_rematch(tournament=made, token=ANN.token, address="192.0.2.1")
    assert rematch.field == made.field and CasualSeat.objects.get(tournament=rematch).seat == "b", "the same once more"


def test_fallen_seats_stand_in_the_way() -> None:
    tournament, _emperors = factories.begin("honour", 20, 20, 20, game="emperors", field="delta-3")
    over = factories.play(tournament, {"b": "abdicate"}, {"a": "-", "c": "-"}, {"a": "abdicate"})
    assert_error("no_such_seat", play_on, over, number=2, seat="b")
    made = play_on(over, number=2, seat="c")
    assert get_opening(made).to_act == ("a", "c") and get_opening(made).formation.of("b")
    ended = factories.play(made, {"a": "abdicate", "c": "-"})
    assert ended.outcome is not None and ended.outcome["winners"] == ["c"] and replays.replay(ended).well
    text = record_selectors.build_record(ended)
    assert text is not None and "fallen: b" in text and str(records.read(text).replay()[-1][0].outcome) == "c"


def test_one_cannot_play_on_from_everywhere(over: Tournament) -> None:
    assert_error("no_such_round", play_on, over, number=4)
    assert_error("no_such_round", play_on, over, number=0)
    assert_error("no_such_seat", play_on, over, seat="c")
    assert_error("not_reviewable", play_on, make(), number=1)
    made = play_on(over)
    with pytest.raises(DomainError, match="no such battlefield"):
        announcements.check_battle(Tournament(game="emperors", field=made.field, seats=2), chests=False)


def test_a_browser_plays_on_from_the_review_and_the_page_of_a_round(over: Tournament, client: Client) -> None:
    address = f"/tournament/{over.code}/play-on"
    for page in (f"/tournament/{over.code}/review?round=3", f"{address}?round=3"):
        text = client.get(page).content.decode()
        assert f'action="{address}"' in text and 'name="round" value="3"' in text
    assert f"{address}?round=" in client.get(f"/tournament/{over.code}/").content.decode()
    made = client.post(address, {"round": "3", "seat": "b", "level": "page"})
    code = made["Location"].split("/")[2]
    text = client.get(f"/tournament/{code}/").content.decode()
    assert "from round 3 of another battle" in text and f'href="/tournament/{over.code}/?round=3"' in text
    wrong = client.post(address, {"round": "3", "seat": "c", "level": "page"})
    assert wrong.status_code == 404 and "no Emperor left" in wrong.content.decode()
    assert "Choose another one" in client.get(f"{address}?round=9").content.decode()
    assert client.get(f"/tournament/{make().code}/play-on").status_code == 404


def test_positions_are_forgotten_with_their_battles(over: Tournament) -> None:
    made = play_on(over)
    with clock.freeze(clock.now() + timedelta(days=50)):
        assert positions.forget_unused() == 0
        Tournament.objects.filter(pk=made.pk).delete()
        assert positions.forget_unused() == 1 and not StartPosition.objects.exists()
