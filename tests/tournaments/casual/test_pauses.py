"""Pauses of casual battles: all people in seats agree, the round's time stands still, and everybody sees it."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from rest_framework.test import APIClient

from core import clock
from core.limits import CASUAL_PAUSES
from tests.factories import again
from tests.tournaments.casual.test_casual import ANN, BEN, DAY, EVE, assert_error, by_link, give, hot_seat, make, sit
from tournaments.access import viewers
from tournaments.access.viewers import Viewer
from tournaments.models import Casual, Round, Tournament, Vote
from tournaments.selectors import votes as voting
from tournaments.services import rounds
from tournaments.services.casual import pauses, retention
from tournaments.services.casual import seats as casual_seats

pytestmark = pytest.mark.django_db
CAMPAIGN = {"game": "campaign.skirmish", "field": "grid5x5/C3"}


@pytest.fixture(autouse=True)
def moment() -> Iterator[None]:
    """Let the time stand still."""
    with clock.freeze(clock.now()):
        yield


@contextlib.contextmanager
def after(time: timedelta) -> Iterator[None]:
    with clock.freeze(clock.now() + time):
        yield


@pytest.fixture(params=["emperors", "campaign.skirmish"])
def battle(request: Any) -> Tournament:
    """Begin a battle by link in which Ann plays a, Ben b, and rounds last a minute."""
    setup = {} if request.param == "emperors" else {**CAMPAIGN, "preset": "classic"}
    made = by_link(round_seconds=60, **setup)
    sit(made)
    return again(made)


def vote(tournament: Tournament, holder: Viewer, what: str = "pause", *, back: bool = False) -> bool | None:
    act: Any = pauses.take_back if back else pauses.agree
    found = again(tournament)
    decided: bool | None = act(tournament=found, key=holder.key, round_no=found.round_no, what=what)
    return decided


def current(tournament: Tournament) -> Round:
    return Round.objects.get(tournament=tournament, closed_at=None)


def public(tournament: Tournament) -> Any:
    return voting.get_public(again(tournament), clock.now())


def test_a_battle_is_paused_when_all_agree_and_the_time_of_the_round_stands(battle: Tournament) -> None:
    left = current(battle).deadline - clock.now()
    assert vote(battle, ANN) is False and again(battle).paused_until is None
    assert public(battle)["votes"] == [{"what": "pause", "agreed": ["a"], "needed": 2}]
    with after(timedelta(seconds=20)):
        assert vote(battle, BEN) is True
        until = again(battle).paused_until
        assert until == clock.now() + 7 * DAY, "friends have as long as the longest pause"
        assert current(battle).deadline - until == left - timedelta(seconds=20)
        assert public(battle)["paused_until"] == until and not Vote.objects.exists()


def test_no_round_closes_in_a_pause_and_it_goes_on_when_all_agree(battle: Tournament) -> None:
    vote(battle, ANN), vote(battle, BEN)
    give(battle, "a"), give(battle, "b", holder=BEN)
    with after(timedelta(hours=5)):
        assert not rounds.close_round(tournament_id=battle.pk, round_no=1)
        assert vote(battle, BEN, "resume") is False and again(battle).paused_until
        assert vote(battle, ANN, "resume") is True and again(battle).paused_until is None
        assert current(battle).deadline > clock.now() + timedelta(seconds=50), "the rest of the minute is still there"
        rounds.close_round(tournament_id=battle.pk, round_no=1)
        assert again(battle).round_no == 2


def test_who_withdraws_does_not_agree(battle: Tournament) -> None:
    vote(battle, ANN)
    vote(battle, ANN, back=True)
    assert vote(battle, BEN) is False and again(battle).paused_until is None


def test_nobody_else_votes(battle: Tournament) -> None:
    def agree(holder: Viewer, what: str) -> bool:
        return pauses.agree(tournament=battle, key=holder.key, round_no=1, what=what)

    assert_error("not_your_seat", lambda: agree(EVE, "pause"))
    assert_error("not_your_seat", lambda: agree(Viewer(None), "pause"))
    assert_error("no_draws", lambda: agree(ANN, "draw"))
    assert_error("not_paused", lambda: agree(ANN, "resume"))
    vote(battle, ANN), vote(battle, BEN)
    assert_error("paused", lambda: agree(ANN, "pause"))


def test_pauses_have_a_limit(battle: Tournament) -> None:
    Tournament.objects.filter(pk=battle.pk).update(pauses=CASUAL_PAUSES)
    assert_error("no_pauses_left", lambda: vote(battle, ANN))


def test_who_plays_alone_or_shares_a_screen_decides_at_once() -> None:
    for made in (make(round_seconds=60), hot_seat()):
        assert vote(made, ANN) is True
        assert vote(made, ANN, "resume") is True


def test_computers_have_no_voice_and_who_leaves_no_longer_has_one() -> None:
    made = make(mode="link", people=2, computers=1, field="delta-3")
    sit(made)
    assert voting.get_public(again(made), clock.now())["voices"] == ["a", "b"]  # type: ignore[index]
    vote(made, ANN)
    casual_seats.leave(tournament=again(made), key=BEN.key)
    assert again(made).paused_until, "all who are left have agreed"


def test_people_who_found_each_other_have_a_short_pause(battle: Tournament) -> None:
    Casual.objects.filter(tournament=battle).update(paired=True)
    vote(battle, ANN), vote(battle, BEN)
    assert again(battle).paused_until == clock.now() + timedelta(minutes=10)


def test_a_paused_battle_is_not_abandoned(battle: Tournament) -> None:
    vote(battle, ANN), vote(battle, BEN)
    with after(7 * DAY):
        assert retention.forget_abandoned() == 0
    with after(8 * DAY + timedelta(hours=1)):
        assert retention.forget_abandoned() == 1


def browser(holder: Viewer | None) -> Client:
    """Return a browser that has the key of a viewer, if there is one."""
    client = Client()
    if holder:
        kept = viewers.set_token_cookie(HttpResponse(), holder.token).cookies[viewers.COOKIE_NAME]
        client.cookies[viewers.COOKIE_NAME] = kept.value
    return client


def test_the_page_offers_the_vote_and_shows_the_pause_to_all(battle: Tournament) -> None:
    here = f"/tournament/{battle.code}/"
    for holder in (ANN, BEN):
        assert 'value="pause"' in browser(holder).get(f"{here}table?part=panel").content.decode()
        assert browser(holder).post(f"{here}vote", {"step": 1, "what": "pause"}).status_code == 302
    for holder in (ANN, BEN, None):
        client = browser(holder)
        bar = client.get(f"{here}state").json()["bar"]
        assert bar["state"] == "paused" and "of the round are left" in bar["text"] and bar["until"]
        panel = client.get(f"{here}table?part=panel").content.decode()
        assert "The battle is paused until" in panel and ('value="resume"' in panel) == (holder is not None)
        assert "Time left in this round" in client.get(here).content.decode()
    assert browser(EVE).post(f"{here}vote", {"step": 1, "what": "resume"}).status_code == 302
    assert not Vote.objects.exists()


def test_programs_vote_with_the_key_of_their_seat(battle: Tournament) -> None:
    def call(holder: Viewer | None) -> APIClient:
        client = APIClient()
        if holder:
            client.credentials(HTTP_CASUAL_KEY=holder.token)
        return client

    votes = f"/api/v1/tournaments/{battle.code}/votes/"
    sent = {"step": 1, "what": "pause"}
    assert call(None).post(votes, sent).status_code in (401, 403)
    assert call(EVE).post(votes, sent).json()["code"] == "not_your_seat"
    assert call(ANN).post(votes, sent).json() == {"decided": False}
    assert call(ANN).delete(f"{votes}?step=1&what=pause").status_code == 204
    assert call(ANN).post(votes, sent).json() == {"decided": False}
    assert call(BEN).post(votes, sent).json() == {"decided": True}
    state = call(None).get(f"/api/v1/tournaments/{battle.code}/state/").json()
    assert state["table"]["paused_until"]
    assert call(None).get(f"/api/v1/tournaments/{battle.code}/table/").json()["paused_until"]
