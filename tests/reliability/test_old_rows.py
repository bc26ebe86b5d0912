"""What migrations fill in on rows of before: a world that has lived is taken back to them, and comes out as it was."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection

import players
from core import clock
from core.limits import LEAVE_ROUNDS_A_DAY
from tests import factories
from tests.factories import again, born, found
from tests.history import migrate
from tests.tournaments.conftest import scripted_game
from tournaments.domain import games
from tournaments.models import Delay, Entry, Leave, LeaveBook, Round, Tournament
from tournaments.services import leave, lifecycle, rounds

pytestmark = [pytest.mark.races, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
DAY = timedelta(days=1)
__all__ = ["scripted_game"]
CAMPAIGNS = {"classic": "archipelago", "escalation": "rivers", "simultaneous": "seven", "skirmish": "grid5x5/C3"}


@pytest.fixture
def back_to() -> Iterator[Callable[[str], None]]:
    """Take the tables of tournaments back to a migration; afterwards they are as all migrations leave them."""
    yield lambda target: migrate("tournaments", target)
    migrate()


def columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        return {column.name for column in connection.introspection.get_table_description(cursor, table)}


def battle(name: str, steps: int) -> Tournament:
    """Fight so many steps of a battle of a campaign, or of the grid game, by chance."""
    if name in CAMPAIGNS:
        game, field = f"campaign.{name}", CAMPAIGNS[name]
        rules = games.GAMES[game].presets()["short"][2] | {"round_limit": 3}
    else:
        game, field, rules = "emperors", "duel-2", {}
    seats = "ab" if game == "emperors" else "abc"
    tournament = factories.announce("gift", seats=len(seats), game=game, field=field, rules=rules)
    for seat in seats:
        called = f"{name}{steps}{seat}"
        factories.enter(tournament, born(found(called), called), seat)
    assert lifecycle.start(tournament_id=tournament.pk)
    for _n in range(steps):
        fight(tournament)
    return again(tournament)


def fight(tournament: Tournament) -> None:
    """Close a round with an order of chance for every seat that it waits for; nothing once it is over."""
    current = Round.objects.filter(tournament=tournament, closed_at=None).first()
    if current is None:
        return
    game = games.GAMES[tournament.game]
    state = game.read(current.state)
    for seat in game.to_act(state):
        text = players.choose(tournament.game, state, seat, "random", Random(f"{seat}{current.number}"))
        factories.order(tournament, seat, text)
    assert rounds.close_round(tournament_id=tournament.pk, round_no=current.number)


def list_rounds() -> tuple[list[Any], list[Any]]:
    """Return the rounds of play that all steps and all battles have."""
    steps = Round.objects.order_by("tournament", "number").values_list("tournament", "number", "game_round", "turn_of")
    return list(steps), list(Tournament.objects.order_by("pk").values_list("pk", "game_round"))


def test_rounds_of_play_are_counted_as_they_were_when_they_were_fought(back_to: Callable[[str], None]) -> None:
    """Count them begun, under way and over, of every game; announced ones have none."""
    factories.announce("gift", seats=2)
    for name in (*CAMPAIGNS, "grid"):
        for steps in (0, 6):
            battle(name, steps)
    over = battle("skirmish", 200)
    assert over.status == Tournament.Status.FINISHED and over.game_round == 3
    before = list_rounds()
    assert {number for *_step, number, _turn in before[0]} >= {0, 1, 2, 3} and {row[3] for row in before[0]} >= {
        "",
        "a",
    }
    back_to("0016")
    assert not {"game_round", "turn_of"} & columns("tournaments_round")
    migrate("tournaments", "0017")
    migrate()
    assert list_rounds() == before


def found_with_leave(name: str) -> Any:
    """Return a dynasty that has earned leave, in a slow battle of its own against somebody who stays."""
    dynasty = found(name)
    tournament = factories.announce("gift", seats=2, round_seconds=86_400)
    factories.enter(tournament, born(dynasty, name), "a")
    factories.enter(tournament, born(found(f"{name} stays"), "Stays"), "b")
    assert lifecycle.start(tournament_id=tournament.pk)
    LeaveBook.objects.update_or_create(dynasty=dynasty, defaults={"rounds": 20 * LEAVE_ROUNDS_A_DAY})
    return dynasty


def test_leaves_wait_for_the_battles_for_which_they_did(back_to: Callable[[str], None]) -> None:
    """List those of a leave under way or to come; none for one that is over, or for what another leave put off."""
    away, coming, over, ended = (found_with_leave(name) for name in ("Away", "Coming", "Over", "Ended"))
    with clock.freeze(clock.now() - 5 * DAY):
        leave.take(dynasty=over, days=1)
    for dynasty in (away, ended):
        leave.take(dynasty=dynasty, days=3)
    leave.take(dynasty=over, days=2, since=clock.now() + 10 * DAY)
    leave.take(dynasty=coming, days=2, since=clock.now() + 3 * DAY)
    Tournament.objects.filter(entries__dynasty=ended).update(status=Tournament.Status.FINISHED)
    mine = Entry.objects.get(dynasty=away).tournament
    assert Delay.objects.filter(tournament=mine, cause="leave").exists()
    before = dict(Leave.objects.values_list("pk", "battles"))
    assert before[Leave.objects.get(dynasty=away).pk] == [mine.code]
    gone = {row.pk: [] for row in Leave.objects.all() if row.until <= clock.now() or row.dynasty == ended}
    assert len(gone) == 2
    back_to("0018")
    assert "battles" not in columns("tournaments_leave")
    migrate("tournaments", "0019")
    migrate()
    assert dict(Leave.objects.values_list("pk", "battles")) == before | gone
