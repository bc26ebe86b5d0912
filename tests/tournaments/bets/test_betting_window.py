"""Bets on open seats, the time that a full tournament waits for bets, and the slip."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from core import clock
from core.errors import DomainError
from dynasty.models import Event, Notice
from tests import factories
from tests.factories import again, at_court, born, enter, found, gold, play
from tests.tournaments.bets.test_bets import bet, veteran
from tests.tournaments.test_pages import log_in
from tournaments.domain import terms
from tournaments.domain.terms import Terms
from tournaments.forms import announcement_defaults
from tournaments.models import Bet, Tournament
from tournaments.selectors import bets, lobby
from tournaments.services import entries, lifecycle

pytestmark = pytest.mark.django_db
BETS = {"betting": True}


def list_published(tournament: Tournament) -> list[str]:
    rows = Notice.objects.filter(kind="bet_seat", place=tournament.code).order_by("pk")
    return [str(row.facts.get("result") or row.facts["emperor"]) for row in rows]


def test_who_enters_later_finds_the_bets_and_the_bettor_is_told() -> None:
    tournament = factories.announce("conquer", seats=3, terms=BETS)
    assert tournament in lobby.list_open_for_bets()
    bettor, ming, qing = veteran("Yuan"), born(found("Ming"), "Yongle"), born(found("Qing"), "Kangxi")
    bet(tournament, bettor, "a", 300)
    bet(tournament, None, "b", 5, "silver", by=bettor.dynasty)
    enter(tournament, ming, "a")
    enter(tournament, qing, "c")
    assert list_published(tournament) == ["Yongle"]
    assert bets.get_pools(tournament)["gold"]["seats"]["a"]["amount"] == 300
    with clock.freeze(tournament.starts_at):
        assert lifecycle.start(tournament_id=tournament.pk)
    assert list_published(tournament) == ["Yongle", "empty"], "b stayed empty"
    assert gold(bettor.dynasty, "silver") == 5_000 and gold(bettor.dynasty) == 700
    assert list(Bet.objects.order_by("seat").values_list("seat", "returned")) == [("a", None), ("b", 5)]
    assert "silver" not in bets.get_pools(again(tournament))
    play(tournament, {"a": "win"})
    assert gold(bettor.dynasty) == 1_000 and factories.books_balance() and not factories.sum_escrows()
    assert Event.objects.filter(kind="bet_settled").count() == 2


def test_a_bet_on_an_open_seat_wins_like_any_other() -> None:
    tournament = factories.announce("conquer", seats=2, terms=BETS)
    early, late = veteran("Yuan"), veteran("Song")
    bet(tournament, early, "b", 100)
    enter(tournament, born(found("Ming"), "Yongle"), "a")
    bet(tournament, late, "a", 60)
    enter(tournament, born(found("Qing"), "Kangxi"), "b")
    lifecycle.start(tournament_id=tournament.pk)
    play(tournament, {"b": "win"})
    assert (gold(early.dynasty), gold(late.dynasty)) == (1_060, 940)
    assert factories.books_balance() and not factories.sum_escrows()


def test_bets_on_a_seat_that_its_emperor_leaves_go_back_and_it_can_be_bet_on_again() -> None:
    tournament, bettor, ming = factories.announce("conquer", terms=BETS), veteran("Yuan"), born(found("Ming"), "Yongle")
    enter(tournament, ming, "a")
    bet(tournament, bettor, "a", 10)
    entries.withdraw(tournament=tournament, dynasty=ming.dynasty)
    assert gold(bettor.dynasty) == 1_000
    assert bet(tournament, bettor, "a", 20).amount == 20


def test_whose_last_bet_has_gone_back_is_at_court_again_and_can_fight() -> None:
    tournament, bettor, ming = factories.announce("conquer", terms=BETS), veteran("Yuan"), born(found("Ming"), "Yongle")
    enter(tournament, ming, "a")
    bet(tournament, bettor, "a", 10)
    assert not at_court(bettor)
    entries.withdraw(tournament=tournament, dynasty=ming.dynasty)
    assert at_court(bettor)
    enter(tournament, bettor, "a")
    assert tournament.entries.get().emperor == bettor


def test_who_has_a_bet_left_stays() -> None:
    tournament, bettor, ming = factories.announce("conquer", terms=BETS), veteran("Yuan"), born(found("Ming"), "Yongle")
    enter(tournament, ming, "a")
    bet(tournament, bettor, "a", 10)
    bet(tournament, None, "b", 10, by=bettor.dynasty)
    entries.withdraw(tournament=tournament, dynasty=ming.dynasty)
    assert not at_court(bettor)


def test_who_bet_on_empty_seats_alone_is_free_from_the_start() -> None:
    tournament, bettor, other = factories.announce("conquer", seats=3, terms=BETS), veteran("Yuan"), veteran("Song")
    bet(tournament, bettor, "b", 10)
    bet(tournament, other, "a", 10)
    for seat in "ac":
        enter(tournament, born(found(f"Full{seat}"), "Ai"), seat)
    with clock.freeze(tournament.starts_at):
        assert lifecycle.start(tournament_id=tournament.pk)
    assert at_court(bettor) and not at_court(other)
    play(tournament, {"a": "win"})
    assert at_court(other) and factories.books_balance() and not factories.sum_escrows()


def full(now_terms: dict[str, object], **more: object) -> Tournament:
    tournament = factories.announce("conquer", terms=BETS | now_terms, **more)
    for seat in "ab":
        enter(tournament, born(found(f"Full{seat}"), "Ai"), seat)
    return again(tournament)


@pytest.mark.parametrize(
    ("round_seconds", "window", "waits"),
    [
        (10, None, 60),
        (60, None, 60),
        (61, None, 600),
        (3_600, None, 600),
        (60, 0, 0),
        (60, 300, 300),
        (60, 86_400, 3_600),
    ],
)
def test_a_full_tournament_waits_for_bets(round_seconds: int, window: int | None, waits: int) -> None:
    """Announce it an hour ahead: 86,400 seconds are more than that."""
    with clock.freeze(clock.now()):
        tournament = full({"betting_window": window}, round_seconds=round_seconds)
        now = clock.now()
    for after, starts in [(waits - 1, False), (waits, True)]:
        with clock.freeze(now + timedelta(seconds=after)):
            if after >= 0:
                assert bets.get_start(tournament) == now + timedelta(seconds=waits)
                assert bool(lifecycle.start_due()) == starts
    assert again(tournament).status == "running"


def test_within_the_window_bets_are_taken() -> None:
    tournament, bettor = full({"betting_window": 60}), veteran("Yuan")
    assert not lifecycle.start(tournament_id=tournament.pk)
    assert bet(tournament, bettor, "a", 10).amount == 10
    with clock.freeze(clock.now() + timedelta(seconds=61)):
        assert lifecycle.start(tournament_id=tournament.pk)
        with pytest.raises(DomainError) as error:
            bet(tournament, None, "a", 10, by=bettor.dynasty)
    assert error.value.code == "not_announced"


def test_who_leaves_and_comes_back_begins_the_window_anew() -> None:
    tournament = full({"betting_window": 60})
    leaver, now = tournament.entries.get(seat="b").emperor, clock.now()
    with clock.freeze(now + timedelta(seconds=50)):
        entries.withdraw(tournament=tournament, dynasty=leaver.dynasty)
        enter(tournament, leaver, "b")
    with clock.freeze(now + timedelta(seconds=70)):
        assert not lifecycle.start_due()
    with clock.freeze(now + timedelta(seconds=111)):
        assert lifecycle.start_due()


def test_tournaments_of_before_and_those_without_bets_start_at_once() -> None:
    tournament = full({"betting_window": 60})
    old = {name: value for name, value in tournament.terms.items() if name != "betting_window"}
    Tournament.objects.filter(pk=tournament.pk).update(terms=old)
    assert lifecycle.start_due()
    without = factories.announce("conquer")
    for seat in "ab":
        enter(without, born(found(f"Other{seat}"), "Ai"), seat)
    assert without.terms["betting_window"] is None and lifecycle.start(tournament_id=without.pk)


@pytest.mark.parametrize(
    ("agreed", "taken", "waits"),
    [({}, 1, False), ({}, 0, True), ({"betting": True, "betting_window": 60}, 1, True), ({"punctual": True}, 1, True)],
)
def test_the_last_seat_that_starts_it_cannot_be_withdrawn_from(agreed: dict[str, Any], taken: int, waits: bool) -> None:
    tournament = factories.announce("conquer", seats=2, terms=agreed)
    for seat in "a"[:taken]:
        enter(tournament, veteran("Qing"), seat)
    page = log_in(veteran("Song").dynasty).get(f"/tournament/{tournament.code}/").text
    assert ("You can withdraw until it starts." in page) == waits


def test_the_window_is_announced_in_words_and_chosen_in_the_browser() -> None:
    agreed = Terms(betting=True, betting_window=600)
    message = " ".join(text % params for text, params in terms.describe_terms("conquer", agreed))
    assert "waits 10 minutes for bets" in message
    with pytest.raises(DomainError) as error:
        factories.announce("conquer", terms={"betting_window": 60})
    assert error.value.code == "window_without_bets"
    client = log_in(factories.proven(found("Yuan")))
    chosen = {"title": "The Jade Cup", "type": "conquer", "betting": "on", "betting_window": "3600"}
    data = dict(announcement_defaults.build_form_data(announcement_defaults.get_usual_values() | chosen).lists())
    assert client.post("/announce/", data | {"go": ["announce"], "step": ["confirm"]}).status_code == 302
    made = Tournament.objects.get(title="The Jade Cup")
    assert made.terms["betting_window"] == 3_600
    assert announcement_defaults.get_values_like(made)["betting_window"] == 3_600
    assert "waits 1 hour for bets" in client.get(f"/tournament/{made.code}/").text


def test_the_page_says_that_it_waits() -> None:
    tournament = full({"betting_window": 60}, game="emperors", field="duel-2")
    page = Client().get(f"/tournament/{tournament.code}/?part=news").text
    assert "It waits for bets, and then it starts." in page
    body = Client().get(f"/api/v1/tournaments/{tournament.code}/").json()
    assert body["begins_at"] < body["tournament"]["starts_at"]


def test_the_slip_says_what_a_bet_would_return_before_it_is_placed() -> None:
    tournament = factories.announce("conquer", seats=2, terms=BETS, game="emperors", field="duel-2")
    bet(tournament, veteran("Song"), "b", 60)
    bettor = veteran("Yuan")
    client, path = log_in(bettor.dynasty), f"/tournament/{tournament.code}/"
    assert "still open: whoever comes" in client.get(path).text
    slip = client.get(path, {"part": "slip", "seat": "a", "asset": "gold", "amount": 40}).text
    assert "Seat A, still open wins" in slip and ">100 gold coins<" in slip and ">40 gold coins<" in slip
    lone = client.get(path, {"part": "slip", "seat": "b", "asset": "silver", "amount": 40}).text
    assert "get back what you bet, and no more" in lone
    assert client.get(path, {"part": "slip", "seat": "z", "asset": "gold", "amount": "x"}).text.strip() == ""
    sent = {"seat": "a", "asset": "gold", "amount": 40, "emperor": bettor.code, "look": "yes"}
    looked = client.post(f"{path}bet", sent, follow=True).text
    assert ">100 gold coins<" in looked and 'value="40"' in looked and not Bet.objects.filter(seat="a").exists()


def test_a_refused_bet_keeps_what_was_chosen() -> None:
    tournament = factories.announce("conquer", seats=2, terms=BETS, game="emperors", field="duel-2")
    bettor = veteran("Yuan")
    other = factories.born(bettor.dynasty, "Kublai")
    sent = {"seat": "b", "asset": "silver", "amount": 99_999, "emperor": other.code}
    answer = log_in(bettor.dynasty).post(f"/tournament/{tournament.code}/bet", sent, follow=True)
    page = re.sub(r"\s+", " ", answer.text)
    assert "Not enough silver coins" in page and 'value="99999"' in page and not Bet.objects.exists()
    for chosen in (other.code, "silver"):
        assert f'<option value="{chosen}" selected' in page
    assert 'value="b" required checked' in page


def test_the_slip_of_a_newcomer_says_its_limit() -> None:
    tournament = factories.announce("conquer", seats=2, terms=BETS, game="emperors", field="duel-2")
    newcomer = born(found("Yuan"), "Ai")
    bet(tournament, newcomer, "a", 60)
    client = log_in(newcomer.dynasty)
    query = {"part": "slip", "seat": "a", "asset": "gold", "amount": 41}
    assert "can bet 40 more of this here" in client.get(f"/tournament/{tournament.code}/", query).text
    with pytest.raises(DomainError):
        bet(tournament, None, "b", 41, by=newcomer.dynasty)
    assert bet(tournament, None, "b", 40, by=newcomer.dynasty)
