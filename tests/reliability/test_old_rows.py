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
from tests import factories, sweeps
from tests.factories import again, born, found
from tests.history import migrate
from tests.tournaments.conftest import scripted_game
from tournaments.domain import games
from tournaments.models import Delay, Entry, Leave, LeaveBook, Round, Tournament
from tournaments.services import leave, lifecycle, rounds

pytestmark = [pytest.mark.slow, pytest.mark.sweep, pytest.mark.django_db(transaction=True)]
if sweeps.WHOLE:  # on PostgreSQL as well
    pytestmark.append(pytest.mark.races)
DAY = timedelta(days=1)
__all__ = ["scripted_game"]
CAMPAIGNS = {"classic": "archipelago", "escalation": "rivers", "simultaneous": "seven", "skirmish": "grid5x5/C3"}


@pytest.fixture
def taken_back() -> Iterator[Callable[[str], None]]:
    """Take the tables of tournaments back to a migration; after a failure, bring them up to date."""
    done: list[str] = []

    def take_back(target: str) -> None:
        done.append(target)
        migrate("tournaments", target)

    yield take_back
    if done and {"battles", "game_round"} - columns("tournaments_leave") - columns("tournaments_round"):
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


def list_rounds(battles: set[int]) -> tuple[list[Any], list[Any]]:
    """Return the rounds of play that these battles have, and their steps."""
    steps = Round.objects.filter(tournament__in=battles).order_by("tournament", "number")
    found = Tournament.objects.filter(pk__in=battles).order_by("pk").values_list("pk", "game_round")
    return list(steps.values_list("tournament", "number", "game_round", "turn_of")), list(found)


def fight_everywhere() -> set[int]:
    """Have battles of every game begun, under way and over, and one announced; return their keys."""
    factories.announce("gift", seats=2)
    for name in (*CAMPAIGNS, "grid"):
        for steps in (0, 6):
            battle(name, steps)
    over = battle("skirmish", 200)
    assert over.status == Tournament.Status.FINISHED and over.game_round == 3
    battles = set(Tournament.objects.values_list("pk", flat=True))
    steps, _numbers = list_rounds(battles)
    assert {number for *_step, number, _turn in steps} >= {0, 1, 2, 3} and {row[3] for row in steps} >= {"", "a"}
    return battles


def found_with_leave(name: str) -> Any:
    """Return a dynasty that has earned leave, in a slow battle of its own against somebody who stays."""
    dynasty = found(name)
    tournament = factories.announce("gift", seats=2, round_seconds=86_400)
    factories.enter(tournament, born(dynasty, name), "a")
    factories.enter(tournament, born(found(f"{name} stays"), "Stays"), "b")
    assert lifecycle.start(tournament_id=tournament.pk)
    LeaveBook.objects.update_or_create(dynasty=dynasty, defaults={"rounds": 20 * LEAVE_ROUNDS_A_DAY})
    return dynasty


def go_on_leave() -> dict[int, list[str]]:
    """Take leaves under way, to come and over, one of them of somebody whose battle has ended.

    Return the battles for which each waits by what is known without its own list: none for one that is over, or for
    what another leave put off.
    """
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
    waited = dict(Leave.objects.values_list("pk", "battles"))
    assert waited[Leave.objects.get(dynasty=away).pk] == [mine.code]
    gone: dict[int, list[str]] = {
        row.pk: [] for row in Leave.objects.all() if row.until <= clock.now() or row.dynasty == ended
    }
    assert len(gone) == 2
    return waited | gone


def test_old_rows_are_filled_in_as_they_were(taken_back: Callable[[str], None]) -> None:
    """Count rounds of play as they were when they were fought, and let leaves wait for the battles for which they did.

    It goes back once for both, since each migration takes its time.
    """
    battles = fight_everywhere()
    before, waiting = list_rounds(battles), go_on_leave()
    taken_back("0016")
    assert not {"game_round", "turn_of"} & columns("tournaments_round")
    assert "battles" not in columns("tournaments_leave")
    migrate()
    assert list_rounds(battles) == before
    assert dict(Leave.objects.values_list("pk", "battles")) == waiting
