"""The puzzle of the day: a round that was really fought, or one that computer players fight for the purpose."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from battlefield import battles, fields, game
from battlefield.battles import Battle
from battlefield.orders import Order
from battlefield.rulesets import Ruleset
from battlefield.tiles import Tile, straight
from battlefield.traces import Step
from core import clock
from core.transactions import service
from players import simple
from tournaments.domain.tournament_types import list_free_types
from tournaments.models import Puzzle, Round, Tournament

MAX_SEARCHED = 200
"""Rounds among which one is chosen."""
MAX_AGE = timedelta(days=30)
SHORTLIST = 12
"""The most tangled of them, of which the day chooses one."""
MIN_TANGLED = 2
"""So many pieces at least do not end where they were ordered to."""
FIELDS = ("cross-4", "delta-3", "cloister-4", "hoard-4", "duel-2")
MAX_ROUNDS = 150
"""Rounds that computer players fight for a puzzle, at most."""


@dataclass(frozen=True)
class Candidate:
    """A round that may become a puzzle."""

    battle: Battle
    orders: Sequence[tuple[str, str]]
    source: str = ""
    title: str = ""


def get_today() -> date:
    """Return the day by the clocks of the world: the puzzle is the same everywhere."""
    return clock.now().astimezone(UTC).date()


def get_puzzle(day: date) -> Puzzle | None:
    """Return the puzzle of a day; that of today is made if nobody has asked for it before."""
    existing = Puzzle.objects.filter(day=day).first()
    return existing if existing or day != get_today() else create_puzzle(day)


def create_puzzle(day: date) -> Puzzle:
    """Choose and keep the puzzle of this day. What two make at once, the first has made."""
    return save_puzzle(day, find_fought_round(day) or generate_round(day))


@service
def save_puzzle(day: date, found: Candidate) -> Puzzle:
    values = {"state": game.write(found.battle), "orders": [list(order) for order in found.orders],
              "source": found.source, "title": found.title, "number": found.battle.number}  # fmt: skip
    puzzle, _made = Puzzle.objects.get_or_create(day=day, defaults=values)
    return puzzle


def find_fought_round(day: date) -> Candidate | None:
    """Find a tangled round of a serious battle that was over before the day began; None while there is none."""
    midnight = datetime.combine(day, time(), UTC)
    rows = Round.objects.filter(
        tournament__status=Tournament.Status.FINISHED, tournament__casual=False, tournament__game=game.NAME,
        closed_at__lt=midnight, closed_at__gte=midnight - MAX_AGE,
    ).exclude(tournament__type__in=list_free_types())  # fmt: skip
    used = Puzzle.objects.exclude(source="").values_list("source", "number")
    rounds = [
        row
        for row in rows.select_related("tournament").order_by("-closed_at", "-pk")[:MAX_SEARCHED]
        if (row.tournament.code, row.number) not in set(used) and count_tangled(row.events or []) >= MIN_TANGLED
    ]
    best = sorted(rounds, key=lambda row: (-count_tangled(row.events or []), row.pk))[:SHORTLIST]
    if not best:
        return None
    row = Random(day.isoformat()).choice(best)
    orders = [(seat, text) for seat, text in row.orders or []]
    return Candidate(game.read(row.state), orders, row.tournament.code, row.tournament.title)


def count_tangled(events: Sequence[Step]) -> int:
    """Count the pieces that do not end where they were ordered to; 0 where one is pushed aside."""
    if any(event["kind"] in ("pushed", "abdicated", "vanished") for event in events):
        return 0
    return len({event["piece"] for event in events if event["kind"] in ("sprung", "home")})


def generate_round(day: date) -> Candidate:
    """Generate the most tangled round of a battle between computer players; it depends on the day alone."""
    luck = Random(day.isoformat())
    opening = battles.begin(fields.without_chests(fields.load(luck.choice(FIELDS))), Ruleset())
    battle, best, most = opening, Candidate(opening, []), -1
    for _ in range(MAX_ROUNDS):
        orders = [(seat, simple.choose_capture(battle, seat, luck)) for seat in battle.to_act]
        after, events = game.resolve(battle, orders, "")
        if count_tangled(events) > most:
            best, most = Candidate(battle, orders), count_tangled(events)
        if most > MIN_TANGLED:
            break
        battle = opening if after.outcome else after
    return best


@dataclass(frozen=True)
class Question:
    """One piece that was ordered, and where it ended: one of the tiles of its way, or nowhere."""

    seat: str
    kind: str
    origin: str
    goal: str
    ways: tuple[str, ...]
    """The tiles that it may end on, the goal first."""
    answer: str
    """Where it stands after the round; empty: it left the board."""


@dataclass(frozen=True)
class Solution:
    """A puzzle with its solution."""

    battle: Battle
    after: Battle
    events: list[Step]
    questions: list[Question]


def solve(puzzle: Puzzle) -> Solution:
    """Play the round of a puzzle; nothing of its solution is kept."""
    battle = game.read(puzzle.state)
    orders = [(seat, text) for seat, text in puzzle.orders]
    after, resolution = battles.play(battle, orders)
    _again, events = game.resolve(battle, orders, "")
    read = [Order.read(seat, text) for seat, text in orders if text != battles.ABDICATE]
    marching = [(order.seat, order.origin, order.destination) for order in read if order.origin and order.destination]
    questions = [build_question(battle, seat, origin, goal, str(resolution.ends.get(origin, "")))
                 for seat, origin, goal in sorted(marching)]  # fmt: skip
    return Solution(battle, after, list(events), questions)


def build_question(battle: Battle, seat: str, origin: Tile, goal: Tile, answer: str) -> Question:
    ways = tuple(map(str, reversed(straight(origin, goal))))
    return Question(seat, str(battle.formation.pieces[origin].kind), str(origin), str(goal), ways, answer)


def list_days(limit: int) -> list[date]:
    """Return the days that have a puzzle, the latest first."""
    return list(Puzzle.objects.filter(day__lte=get_today()).order_by("-day").values_list("day", flat=True)[:limit])
