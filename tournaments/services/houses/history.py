"""The past of a new world: some weeks of battles among houses, really resolved and really booked, before it opens."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

import players
from core import clock
from core.transactions import service
from dynasty.models import Standing
from tournaments.domain import games
from tournaments.models import Entry, Round, Tournament
from tournaments.services import house_players, locks, orders
from tournaments.services.closing import results
from tournaments.services.houses import circuit
from tournaments.services.settlement import endings

WEEKS = 3
ORDER_OF_TYPES = ("gift", "gift", "gift", "honour", "gift", "conquer", "honour", "gift", "death", "honour")
"""By turns; in the first ones nothing is at stake, since nobody has a reputation yet."""
BATTLES = 20
ROUND = timedelta(seconds=60)
LEVEL = "wanderer"
"""How everybody fought then: a level that needs no time to think."""


@service
def play_history() -> int:
    """Found the houses some weeks ago and let them fight since then, in a world without any; return the battles.

    A world in which a dynasty is ranked has a history of its own. All in one transaction: workers that saw the houses
    before would let them raise emperors today, who cannot have fought weeks ago, and close rounds that are weeks old.
    """
    if Standing.objects.exists():
        return 0
    opened = clock.now()
    began = opened - timedelta(weeks=WEEKS)
    with clock.set_back(began):
        house_players.found_houses()
    return sum(
        fight(moment, ORDER_OF_TYPES[number % len(ORDER_OF_TYPES)])
        for number, moment in enumerate(list_moments(began, opened))
    )


def list_moments(began: datetime, opened: datetime) -> Iterator[datetime]:
    """Yield when each battle began, at uneven hours between two moments."""
    luck = random.Random(began.isoformat())
    span = (opened - began - timedelta(hours=6)) / BATTLES
    for number in range(BATTLES):
        yield began + span * (number + luck.uniform(0.1, 0.9))


def fight(moment: datetime, type: str) -> bool:
    """Let houses fight a battle of a type at a moment of the past; False where not enough of them could enter."""
    setup = next(each for each in circuit.CIRCUITS if each.type == type)
    with clock.set_back(moment):
        tournament = circuit.try_to_announce(setup, betting_seconds=0, level=LEVEL)
    if tournament is None:
        return False
    fight_out(tournament_id=tournament.pk)
    return True


@service
def fight_out(*, tournament_id: int) -> int:
    """Resolve all rounds of a battle among computers, each a minute after the one before; return how many."""
    tournament = locks.lock(tournament_id)
    first = Round.objects.filter(tournament=tournament, closed_at=None).first()
    if first is None:
        return 0
    closed, ending = resolve_all(tournament, first)
    first.save()
    Round.objects.bulk_create(closed[1:])
    tournament.round_no, tournament.game_round = closed[-1].number, closed[-1].game_round
    tournament.save(update_fields=["round_no", "game_round"])
    with clock.set_back(ending.at):
        assert ending.outcome is not None, "the last round has an outcome"
        endings.settle(tournament=tournament, outcome=ending.outcome, ending=ending.state)
    return len(closed)


def resolve_all(tournament: Tournament, first: Round) -> tuple[list[Round], results.RoundResult]:
    """Return all rounds of a battle as they are published, and the result of the last. Nothing is written."""
    levels = dict(Entry.objects.filter(tournament=tournament).values_list("seat", "player"))
    closed: list[Round] = []
    current, digest = first, tournament.contract
    while True:
        result = results.resolve_orders(
            tournament, current, current.opened_at + ROUND, choose_orders(tournament, current, levels)
        )
        results.fill_published(result, {}, digest)
        current.ready_at, current.ready = result.at, sorted(result.to_act)
        closed.append(current)
        if result.outcome is not None:
            return closed, result
        digest = current.digest
        game_round, turn_of = result.round_and_turn
        current = Round(
            tournament=tournament,
            number=current.number + 1,
            game_round=game_round,
            turn_of=turn_of,
            state=result.state,
            opened_at=result.at,
            deadline=result.at + ROUND,
            scheduled=result.at + ROUND,
        )


def choose_orders(tournament: Tournament, current: Round, levels: dict[str, str]) -> orders.Sealed:
    """Return the orders of all seats that are to act, sealed and unsaved, in a random order of arrival."""
    game = games.GAMES[tournament.game]
    state: games.State = game.read(current.state)
    luck = random.Random(f"{tournament.seed}:{current.number}")
    seats = [*game.to_act(state)]
    luck.shuffle(seats)
    return orders.seal_unsaved(
        current,
        [
            (seat, game.check(state, seat, players.choose(tournament.game, state, seat, levels[seat], luck)))
            for seat in seats
        ],
    )
