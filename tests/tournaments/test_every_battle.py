"""Announced, entered, fought to its end by computer players and settled, all through the forms of the browser.

One battle of each game, and each type once, is fought every time; EVERY=all fights the whole product of games,
battlefields, presets and types (`make announcements`). Rules under which computer players move about for hundreds of
rounds are fought to their end where nobody may resign; elsewhere all but one resign after MAX_ROUNDS rounds.
"""

from collections.abc import Sequence
from itertools import count, groupby
from random import Random

import pytest
from django.test import Client

import players
from config.middleware.rate_limits import RateLimitMiddleware
from dynasty.models import Engagement
from dynasty.selectors import integrity
from tests.factories import again, books_balance, born, found, proven, sum_escrows
from tests.tournaments.test_every_announcement import EVERY, Combination, fill_form, product
from tests.tournaments.test_pages import log_in
from tournaments.domain import games, terms
from tournaments.models import Entry, Round, Tournament
from tournaments.services import announcements, lifecycle, rounds

pytestmark = pytest.mark.django_db
LEVEL = "greedy"
REPUTATION = 20
MAX_ROUNDS = 12
SAMPLE: list[Combination] = [
    ("emperors", "duel-2", "classic", 2, "death"),
    ("campaign.classic", "seven", "short", 3, "training"),
    ("campaign.escalation", "seven", "short", 2, "gift"),
    ("campaign.simultaneous", "seven", "short", 2, "honour"),
    ("campaign.skirmish", "grid4x4", "short", 2, "conquer"),
]


def announce(who: Client, combination: Combination) -> Tournament:
    answer = who.post("/announce/", fill_form(combination) | {"go": ["announce"], "step": ["confirm"]})
    assert answer.status_code == 302, combination
    return Tournament.objects.get(code=answer["Location"].split("/")[2])


def enter_all(cup: Tournament, fighters: list[Client]) -> dict[str, Client]:
    """Take every seat by the form, so that the battle begins."""
    letters = games.GAMES[cup.game].seats_of(cup.field)[: cup.seats]
    for letter, who in zip(letters, fighters, strict=False):
        emperor = born(who.dynasty, f"{letter.upper()} of {cup.code}", REPUTATION)  # type: ignore[attr-defined]
        answer = who.post(f"/tournament/{cup.code}/enter", {"emperor": emperor.code, "seat": letter})
        assert answer.status_code == 302
    assert Entry.objects.filter(tournament=cup).count() == cup.seats
    lifecycle.start(tournament_id=cup.pk)
    assert again(cup).status == Tournament.Status.RUNNING
    return dict(zip(letters, fighters, strict=False))


def resignation(game: games.Game) -> str:
    """Return the order that gives a battle up."""
    return next(order for order in ("abdicate", "resign") if game.resigns(order))


def fight(cup: Tournament, seats: dict[str, Client]) -> Tournament:
    """Play rounds with the orders of a computer player, sent by the form of each seat, until it is over."""
    game, luck = games.GAMES[cup.game], Random(cup.code)
    may_resign = terms.can_resign(cup.type, terms.read(cup.terms))
    for played in count():
        if again(cup).status != Tournament.Status.RUNNING:
            return again(cup)
        current = Round.objects.get(tournament=cup, closed_at=None)
        state = game.read(current.state)
        is_tired = may_resign and played >= MAX_ROUNDS
        for seat in game.to_act(state):
            chosen = players.choose(cup.game, state, seat, LEVEL, luck)
            order = resignation(game) if is_tired and seat != min(seats) else chosen
            answer = seats[seat].post(f"/tournament/{cup.code}/order", {"step": current.number, "order": order})
            assert answer.status_code == 302, (cup.game, order)
            assert seat in again(current).ready, (cup.game, order)
        assert rounds.close_round(tournament_id=cup.pk, round_no=current.number)
    raise AssertionError("a battle never ends")


def table(names: Sequence[str]) -> list[Client]:
    """Return a client, logged in, for a dynasty of each name."""
    found_now = []
    for name in names:
        who = log_in(dynasty := found(name))
        who.dynasty = dynasty  # type: ignore[attr-defined]
        found_now.append(who)
    return found_now


def shares() -> list[list[Combination]]:
    """Return the battles to fight, with a database for each share: the types of every game, field and preset."""
    by_rules = groupby(product(), lambda each: each[:3])
    return [list(share) for _rules, share in by_rules] if EVERY else [SAMPLE]


@pytest.mark.parametrize("share", shares(), ids=lambda share: ":".join(share[0][:3]) if EVERY else "sample")
def test_every_game_and_type_is_fought_and_settled(monkeypatch: pytest.MonkeyPatch, share: list[Combination]) -> None:
    monkeypatch.setattr(announcements, "OPEN_TOURNAMENTS", 10_000)
    monkeypatch.setattr(RateLimitMiddleware, "process_view", lambda *_given: None)
    host = log_in(proven(found("Host")))
    fighters = table(("Ming", "Qing", "Song", "Yuan")[: max(each[3] for each in share)])
    for combination in share:
        cup = announce(host, combination)
        cup = fight(cup, enter_all(cup, fighters))
        assert cup.status == Tournament.Status.FINISHED, combination
        assert sum_escrows() == 0 and books_balance() and not integrity.find_differences(), combination
        assert not Engagement.objects.filter(place=cup.code).exists(), "nobody is held there"
        page = Client().get(f"/tournament/{cup.code}/")
        assert page.status_code == 200, combination
