"""A newcomer's first hours in a fresh world: from founding to beating a house of the ranking, by the clock of the game.

    python -m benchmarks.climb                             (some minutes)
    python -m benchmarks.climb --level wanderer --seed 3   (a weaker newcomer, another world)

A fresh world is seeded as `manage.py play` does it. The newcomer founds a dynasty, raises an Emperor and enters what
the site offers, all by the same requests as a browser of its own would send; each order takes it THINKING. It fights
one battle after the other as a level of the computer players. The clock of the site goes on in steps of a few seconds,
and every task of the site runs as often as it would. It exits with 1 where no house of the ranking was beaten in time.
"""

import argparse
import random
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from benchmarks import fresh

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

START = datetime(2031, 3, 3, 18, tzinfo=UTC)
STEP, THINKING = timedelta(seconds=5), timedelta(seconds=10)
"""How far the clock goes at a time; what a newcomer needs for an order."""
TENDED, LOOKED = timedelta(seconds=10), timedelta(minutes=1)
"""How often the world is tended, and how often a newcomer without a battle looks for one."""
BAD_REQUEST = 400


@dataclass
class Climb:
    """What has happened so far."""

    battles: list[str] = field(default_factory=list)
    """Titles of the battles that are over, with how they ended."""
    reputation: int = 0
    beaten: str = ""
    """The house of the ranking that was beaten first."""
    took: timedelta = timedelta()


class Newcomer:
    """A person who has just come.

    `closed` holds the codes of tournaments that did not take it.
    """

    def __init__(self, level: str, seed: int) -> None:
        from dynasty.models import User

        self.level, self.luck = level, random.Random(seed)
        self.closed: set[str] = set()
        self.user = User.objects.create_user("newcomer@example.org", "a long password")
        self.client = sign_in(self.user)
        self.send("put", "court/dynasty/", {"name": "House of the Newcomer", "motto": ""})
        raised = self.send("post", "court/emperors/", {"name": "Aurelia", "gender": "w", "birth_date": "2030-01-01"})
        self.emperor = raised["code"]
        self.dynasty = self.user.dynasty

    def send(self, method: str, path: str, data: dict[str, Any] | None = None) -> Any:
        """Send a request to the API; return its answer, or an empty one where it was refused."""
        more = {} if data is None else {"data": data, "content_type": "application/json"}
        answer = getattr(self.client, method)(f"/api/v1/{path}", **more)
        return answer.json() if answer.status_code < BAD_REQUEST and answer.content else {}

    def enter(self) -> bool:
        """Enter the first tournament that takes the Emperor, those with prizes and those of few seats first."""
        announced = self.send("get", "tournaments/?status=announced")
        offered = [each for each in announced if each["game"] == "emperors" and each["type"] in ("gift", "honour")]
        offered.sort(key=lambda each: (each["type"] != "gift", each["seats"], each["starts_at"]))
        return any(self.take_seat(each["code"]) for each in offered if each["code"] not in self.closed)

    def take_seat(self, code: str) -> bool:
        """Enter a tournament on its first free seat; return whether that was allowed."""
        from tournaments.models import Tournament
        from tournaments.services import lifecycle

        seats = lifecycle.list_free_seats(Tournament.objects.get(code=code))
        wanted = {"emperor": self.emperor, "seat": seats[0]} if seats else None
        taken = bool(wanted and self.send("post", f"tournaments/{code}/entry/", wanted))
        if not taken:
            self.closed.add(code)
        return taken

    def order(self, tournament: "Tournament") -> None:
        """Give an order in the open round, if it is one's turn and none was given."""
        import players
        from tournaments.domain import games
        from tournaments.models import Entry, Round
        from tournaments.services.computer_players import get_past_rounds

        now = Round.objects.filter(tournament=tournament, closed_at=None).first()
        seat = Entry.objects.get(tournament=tournament, dynasty=self.dynasty).seat
        if now is None or seat in now.ready:
            return
        state = games.GAMES[tournament.game].read(now.state)
        if seat in games.GAMES[tournament.game].to_act(state):
            past = get_past_rounds(now, players.rounds_read(tournament.game, self.level, tournament.seats))
            text = players.choose(tournament.game, state, seat, self.level, self.luck, past)
            self.send("put", f"tournaments/{tournament.code}/order/", {"step": now.number, "order": text})


def sign_in(user: Any) -> "Client":
    from django.conf import settings
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client


def climb(level: str, seed: int, began: datetime, hours: float) -> Climb:
    """Live through so many hours of the site's clock at most in a seeded world, until a house is beaten."""
    from core import clock

    with clock.freeze(began):
        newcomer = Newcomer(level, seed)
    climb = Climb()
    while not climb.beaten and climb.took < timedelta(hours=hours):
        climb.took += STEP
        with clock.freeze(began + climb.took):
            live(newcomer, climb)
    return climb


def seed_world() -> None:
    """Give a fresh world its past; its tasks run when their time comes, and no hint makes them run before."""
    from core import clock
    from tournaments.services import task_queue, world

    task_queue._enqueue = lambda task, arguments: None
    with clock.freeze(START):
        world.seed()


def live(newcomer: Newcomer, climb: Climb) -> None:
    """Let the site do what is due at this moment, then the newcomer."""
    from dynasty.models import Standing
    from tournaments import tasks
    from tournaments.models import Entry, Tournament

    Status = Tournament.Status
    tasks.sweep()
    if not climb.took % TENDED:
        tasks.tend_world()
    entries = Entry.objects.filter(dynasty=newcomer.dynasty).select_related("tournament").order_by("pk")
    over = [each for each in entries if each.tournament.status == Status.FINISHED]
    for entry in over[len(climb.battles) :]:
        note_end(entry, climb)
    running = [each.tournament for each in entries if each.tournament.status == Status.RUNNING]
    for tournament in running:
        if not climb.took % THINKING:
            newcomer.order(tournament)
    if len(over) == len(entries) and not climb.took % LOOKED:
        newcomer.enter()
    standing = Standing.objects.filter(dynasty=newcomer.dynasty).first()
    climb.reputation = standing.reputation if standing else 0


def note_end(entry: Any, climb: Climb) -> None:
    """Write down how a battle ended, and which house of the ranking was beaten in it."""
    from dynasty.models import Standing
    from tournaments.models import Entry

    tournament = entry.tournament
    won = entry.seat in tournament.outcome["winners"] and not tournament.outcome["draw"]
    climb.battles.append(f"{tournament.title}: {'won' if won else 'not won'}, round {tournament.round_no}")
    rivals = Entry.objects.filter(tournament=tournament, dynasty__house=True).exclude(pk=entry.pk)
    ranked = Standing.objects.filter(dynasty__in=rivals.values("dynasty"), reputation__gt=0)
    best = ranked.select_related("dynasty").order_by("-reputation").first()
    if won and best and not climb.beaten:
        climb.beaten = best.dynasty.name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="greedy", help="as which the newcomer plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=1.0)
    options = parser.parse_args()
    with fresh.database("climb"):
        seed_world()
        done = climb(options.level, options.seed, START, options.hours)
        for battle in done.battles:
            print(battle)
        print(f"after {done.took}: reputation {done.reputation}, beaten: {done.beaten or 'nobody of the ranking'}")
    sys.exit(not done.beaten)


if __name__ == "__main__":
    main()
