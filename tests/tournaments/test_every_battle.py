"""Announced, entered, fought to its end by computer players and settled, all through the forms of the browser.

One battle of each game, and each type once, is fought every time; EVERY=all fights the whole product of games,
battlefields, presets and types (`make announcements`).
"""

from random import Random

import pytest
from django.test import Client

import players
from config.turnstile import Turnstile
from dynasty.models import Engagement
from dynasty.selectors import books
from tests.tournaments.stage import again, books_balance, born, found, held_in_escrow, proven
from tests.tournaments.test_every_announcement import EVERY, Combination, filled, product
from tests.tournaments.test_pages import log_in
from tournaments import games
from tournaments.models import Entry, Round, Tournament
from tournaments.services import announcing, rounds, starting

pytestmark = pytest.mark.django_db
LEVEL = "greedy"
REPUTATION = 20
SAMPLE: list[Combination] = [
    ("emperors", "narrows-2", "classic", 2, "death"),
    ("campaign.classic", "seven", "short", 3, "training"),
    ("campaign.escalation", "seven", "short", 2, "gift"),
    ("campaign.simultaneous", "seven", "short", 2, "honour"),
    ("campaign.skirmish", "grid4x4", "short", 2, "conquer"),
]


def announced(who: Client, combination: Combination) -> Tournament:
    answer = who.post("/announce/", filled(combination) | {"go": ["announce"], "step": ["confirm"]})
    assert answer.status_code == 302, combination
    return Tournament.objects.get(code=answer["Location"].split("/")[2])


def entered(cup: Tournament, fighters: list[Client]) -> dict[str, Client]:
    """Everybody's seat, taken by the form; the battle has begun."""
    letters = games.GAMES[cup.game].seats_of(cup.field)[: cup.seats]
    for letter, who in zip(letters, fighters, strict=False):
        emperor = born(who.dynasty, f"{letter.upper()} of {cup.code}", REPUTATION)  # type: ignore[attr-defined]
        answer = who.post(f"/tournament/{cup.code}/enter", {"emperor": emperor.code, "seat": letter})
        assert answer.status_code == 302
    assert Entry.objects.filter(tournament=cup).count() == cup.seats
    starting.start(tournament_id=cup.pk)
    assert again(cup).status == Tournament.Status.RUNNING
    return dict(zip(letters, fighters, strict=False))


def fought(cup: Tournament, seats: dict[str, Client]) -> Tournament:
    """Play rounds with the orders of a computer player, sent by the form of each seat, until it is over."""
    game, luck = games.GAMES[cup.game], Random(cup.code)
    while again(cup).status == Tournament.Status.RUNNING:
        current = Round.objects.get(tournament=cup, closed_at=None)
        state = game.read(current.state)
        for seat in game.to_act(state):
            order = players.choose(cup.game, state, seat, LEVEL, luck)
            answer = seats[seat].post(f"/tournament/{cup.code}/order", {"step": current.number, "order": order})
            assert answer.status_code == 302, (cup.game, order)
            assert seat in again(current).ready, (cup.game, order)
        assert rounds.close_round(tournament_id=cup.pk, round_no=current.number)
    return again(cup)


def test_every_game_and_type_is_fought_and_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcing, "OPEN_TOURNAMENTS", 10_000)
    monkeypatch.setattr(Turnstile, "process_view", lambda *_given: None)
    host = log_in(proven(found("Host")))
    fighters = []
    for name in ("Ming", "Qing", "Song", "Yuan"):
        dynasty = found(name)
        who = log_in(dynasty)
        who.dynasty = dynasty  # type: ignore[attr-defined]
        fighters.append(who)
    for combination in product() if EVERY else SAMPLE:
        cup = announced(host, combination)
        cup = fought(cup, entered(cup, fighters))
        assert cup.status == Tournament.Status.FINISHED, combination
        assert held_in_escrow() == 0 and books_balance() and not books.differences(), combination
        assert not Engagement.objects.filter(place=cup.code).exists(), "nobody is held there"
        page = Client().get(f"/tournament/{cup.code}/")
        assert page.status_code == 200, combination
