"""The path of levels: whose record it is, what counts in it, and which level comes next."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from dynasty.models import Dynasty
from tests import factories
from tests.factories import again
from tests.security.world import open_client
from tests.tournaments.casual.test_casual import ANN, hot_seat, make
from tournaments.domain import casual_keys
from tournaments.models import Casual, CasualSeat, Entry, LevelRecord, Tournament
from tournaments.selectors import account_data, level_records
from tournaments.services import account_deletion, computer_players, rounds
from tournaments.services.casual import battles as casual_battles
from tournaments.services.casual import level_records as records

pytestmark = pytest.mark.django_db


def end(battle: Tournament, resigns: str) -> Tournament:
    """End a battle by the resignation of a seat."""
    factories.play(battle, {resigns: "abdicate"})
    return again(battle)


def count_results(level: str, **who: Any) -> tuple[int, int, int]:
    steps = level_records.list_steps(who.get("key", ANN.key), who.get("dynasty"))
    step = next(step for step in steps if step.level.name == level)
    return step.won, step.drawn, step.lost


def win(client: Client, **sent: Any) -> Tournament:
    """Win a battle of a browser."""
    code = client.post("/casual/now/", sent)["Location"].split("/")[2]
    battle = Tournament.objects.get(code=code)
    mine = CasualSeat.objects.get(tournament=battle).seat
    return end(battle, "b" if mine == "a" else "a")


def test_duels_with_a_level_are_counted_by_how_they_ended() -> None:
    end(make(level="novice"), "b")
    end(make(level="novice"), "a")
    end(make(level="page"), "b")
    assert (count_results("novice"), count_results("page"), count_results("greedy")) == (
        (1, 0, 1),
        (1, 0, 0),
        (0, 0, 0),
    )


@pytest.mark.parametrize(
    "setup", [{"computers": 2, "field": "delta-3"}, {"game": "campaign.skirmish", "field": "grid5x5/C3"}]
)
def test_nothing_but_duels_on_boards_counts(setup: dict[str, Any]) -> None:
    assert Casual.objects.get(tournament=make(**setup)).holder == ""


def test_battles_among_people_do_not_count() -> None:
    end(hot_seat(), "a")
    assert not LevelRecord.objects.exists()


def test_a_table_that_was_flipped_does_not_count() -> None:
    battle = make(level="novice")
    battle.outcome = {"winners": [], "draw": True, "by": "flipped", "void": True}
    records.record_result(battle)
    assert not LevelRecord.objects.exists()


def test_a_member_s_record_is_that_of_the_dynasty_and_those_of_others_are_not_shown() -> None:
    ming = factories.found("Ming")
    client = open_client(ming.user)
    win(client, level="novice")
    assert LevelRecord.objects.get().holder == f"dynasty:{ming.code}"
    assert count_results("novice", key="", dynasty=ming) == (1, 0, 0) and count_results("novice") == (0, 0, 0)
    assert "1 win" in " ".join(client.get("/levels/").content.decode().split())
    assert "1 win" not in Client().get("/levels/").content.decode()
    assert account_data.export_user(ming.user)["levels"][0]["won"] == 1


def test_the_record_of_a_guest_is_still_there_after_founding() -> None:
    ming = factories.found("Ming")
    end(make(level="novice"), "b")
    assert count_results("novice", dynasty=ming) == (1, 0, 0)


def test_who_never_played_gets_the_first_battle_and_then_the_path(client: Client) -> None:
    first = win(client)
    assert Casual.objects.get(tournament=first).coached and first.terms["fill"] == "random"
    shown = " ".join(client.get(f"/tournament/{first.code}/").content.decode().split())
    assert "Next opponent: Novice" in shown and 'value="novice"' in shown
    second = win(client)
    assert second.terms["fill"] == "novice" and not Casual.objects.get(tournament=second).coached
    assert Casual.objects.get(tournament=win(client, coached="yes")).coached, "for who asks for it"
    page = client.get("/levels/").content.decode()
    assert page.count("data-beaten") == 2 and page.count('aria-current="step"') == 1


def test_who_lost_is_offered_a_rematch_and_no_next_level(client: Client) -> None:
    code = client.post("/casual/now/")["Location"].split("/")[2]
    end(Tournament.objects.get(code=code), "a")
    shown = client.get(f"/tournament/{code}/").content.decode()
    assert "Next opponent" not in shown and f"/casual/{code}/rematch" in shown


def test_nobody_is_above_the_last_level() -> None:
    assert level_records.find_next_level("grandmaster") is None
    assert level_records.find_next_level("no-such-level") is None


def test_an_unknown_level_is_refused(client: Client) -> None:
    assert client.post("/casual/now/", {"level": "nobody"})["Location"] == "/casual/"
    assert not Tournament.objects.exists()


def test_a_dynasty_s_record_goes_with_its_account_and_a_browser_s_after_a_while() -> None:
    ming: Dynasty = factories.found("Ming")
    win(open_client(ming.user), level="novice")
    end(make(level="novice"), "b")
    with clock.freeze(clock.now() + timedelta(days=89)):
        assert records.forget_old() == 0
    with clock.freeze(clock.now() + timedelta(days=91)):
        assert records.forget_old() == 1
    assert LevelRecord.objects.get().holder == casual_keys.get_holder("", ming.code)
    account_deletion.delete_account(user=ming.user, address=ming.user.email)
    assert not LevelRecord.objects.exists()


def test_a_rematch_is_with_the_same_opponent_on_the_other_seat() -> None:
    battle = end(make(names=("Ann",), level="page"), "b")
    opponent = Entry.objects.get(tournament=battle, seat="b").name
    again_ = casual_battles.get_or_create_rematch(tournament=battle, token=ANN.token, address="192.0.2.9")
    names = dict(Entry.objects.filter(tournament=again_).values_list("seat", "name"))
    assert names == {"b": "Ann", "a": opponent}
    computer_players.play_due()
    end(again_, "a")
    assert count_results("page") == (2, 0, 0)
    third = casual_battles.get_or_create_rematch(tournament=again_, token=ANN.token, address="192.0.2.9")
    assert Entry.objects.get(tournament=third, seat="a").name == "Ann"
    assert rounds.sweep() == 0
