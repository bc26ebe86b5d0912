"""The broker's server is away, and then hangs: rounds close in time all the same, and nobody is answered 503.

`make broker-drill` lets it be away, and then hang, for two minutes each. It measures seconds on a quiet machine, so the
run of all tests leaves it out; `test_breaker.py` has the laws that need no clock.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from config.devtools import test_runner
from tests.site import test_scaled as scaled

SECONDS = int(os.environ.get("BROKER_SECONDS", "15"))
"""How long the broker is away, and how long it hangs."""
LATEST = 5.0  # seconds after its deadline by which a round is closed; longer where the machine is busy with others
EACH = max(3, SECONDS // 10)  # battles to bet on, one a bet, while the broker is away, and while it hangs
BATTLES = 8 if SECONDS < 60 else 24  # of rounds of ten seconds, and of up to a minute where it takes longer
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(420 + 4 * SECONDS),
    pytest.mark.skipif("BROKER_SECONDS" not in os.environ, reason="a drill of its own: make broker-drill"),
]
TOOLS = """
import json
import secrets
from django.conf import settings
from dynasty.models import Dynasty
from dynasty.services import api_tokens
from dynasty.domain.tokens import SCOPES
from tests import factories
from tournaments.services import lifecycle

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
GRID = {"game": "emperors", "field": "duel-2"}

def token(dynasty):
    Dynasty.objects.filter(pk=dynasty.pk).update(program=True)
    return api_tokens.create(user=dynasty.user, name="drill", scopes=list(SCOPES), days=1)[1]

def fight(number, seconds, **terms):
    tournament = factories.announce("gift", round_seconds=seconds, terms=terms, **GRID)
    houses = [factories.found(f"Drill {secrets.token_hex(4)}") for seat in "ab"]
    for seat, dynasty in zip("ab", houses):
        factories.enter(tournament, factories.born(dynasty, "Ada"), seat)
    lifecycle.start(tournament_id=tournament.pk)
    return tournament.code, token(houses[0])
"""
FIGHTS = f"""
fights = [fight(number, 10 + 10 * (number % ({SECONDS} // 30 + 1))) for number in range({BATTLES})]
host = factories.proven(factories.found(f"Host {{secrets.token_hex(4)}}"))
print("WORLD " + json.dumps({{"fights": fights, "host": token(host)}}))
"""
WORLD = f"""
watched = [fight(number, 3600, betting=True, betting_window=3600)[0] for number in range({2 * EACH})]
bettors = []
for number in range({2 * EACH}):
    dynasty = factories.found(f"Better {{number}}")
    bettors.append((token(dynasty), factories.born(dynasty, "Kublai").code))
print("WORLD " + json.dumps({{"watched": watched, "bettors": bettors}}))
"""
LATE = """
SELECT count(*), coalesce(max(extract(epoch FROM coalesce(closed_at, now()) - least(deadline, ready_at))), 0)
FROM tournaments_round WHERE least(deadline, ready_at) BETWEEN %s AND %s
"""


class Broker:
    """A Redis server of our own."""

    def __init__(self) -> None:
        self.port = scaled.free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait_for(self.answers, 20)

    def answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.address, socket_timeout=1).ping())
        except redis.RedisError:
            return False

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def hang(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)


def wait_for(done: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.1)


@dataclass
class Site:
    """The processes of the Procfile, beside a broker that fails, and those who play there."""

    address: str
    database: str
    broker: Broker
    environment: dict[str, str]
    world: dict[str, Any] = field(default_factory=dict)
    answers: list[tuple[str, int, float]] = field(default_factory=list)
    bets: int = 0
    most_bets: int = 0

    def make(self, code: str) -> None:
        """Make more of the world; what is made anew takes the place of what was."""
        text = manage(self.environment, "shell", "--no-imports", "--command", TOOLS + code)
        self.world |= json.loads(text.split("WORLD ", 1)[1])

    def ask(self, what: str, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """Ask the API, or for a page; note the status and how long it took."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(f"{self.address}{path}", data, headers, method=method)
        began, answer = time.monotonic(), b""
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                status, answer = response.status, response.read()
        except urllib.error.HTTPError as error:
            status = error.code
        except OSError:
            status = 0
        self.answers.append((what, status, time.monotonic() - began))
        return json.loads(answer) if answer[:1] in (b"{", b"[") else None

    def order(self) -> None:
        code, token = random.choice(self.world["fights"])
        battle = self.ask("state", "GET", f"/api/v1/tournaments/{code}/state/", token)
        if battle and (legal := (battle["you"] or {}).get("legal")):
            origin = random.choice(sorted(legal))
            data = {"round": battle["tournament"]["step"], "order": f"{origin}-{random.choice(legal[origin])}"}
            self.ask("order", "PUT", f"/api/v1/tournaments/{code}/order/", token, data)

    def bet(self) -> None:
        if self.bets >= self.most_bets:
            return
        code, (token, emperor) = self.world["watched"][self.bets], self.world["bettors"][self.bets]
        self.bets += 1
        data = {"emperor": emperor, "seat": "a", "asset": "gold", "amount": 5}
        self.ask("bet", "POST", f"/api/v1/tournaments/{code}/bets/", token, data)

    def announce_and_enter(self) -> None:
        starts = datetime.fromtimestamp(time.time() + 3600, UTC).isoformat()
        data = {"title": "A Drill", "type": "training", "game": "emperors", "field": "duel-2", "seats": 2,
                "round_seconds": 60, "starts_at": starts, "terms": {}}  # fmt: skip
        host = self.world["host"]
        made = self.ask("announce", "POST", "/api/v1/tournaments/", host, data)
        name = {"name": f"Hostess {random.randrange(10**6)}", "gender": "w", "birth_date": "1400-01-01"}
        emperor = self.ask("raise", "POST", "/api/v1/court/emperors/", host, name)
        if made and emperor:
            seat = {"emperor": emperor["code"], "seat": "a"}
            self.ask("enter", "POST", f"/api/v1/tournaments/{made['code']}/entry/", host, seat)

    def read(self) -> None:
        self.ask("page", "GET", random.choice(["/", "/play/", "/ranking/", "/treasury/"]))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Yield the whole site, with a world in which battles of short rounds are fought."""
    refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    if missing := test_runner.find_unreachable() or ("" if shutil.which("redis-server") else "redis-server"):
        refuse(f"not reachable: {missing}")
    name = f"emperors_broker_{os.getpid()}"
    scaled.administer(f'create database "{name}"')
    broker = Broker()
    ours = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO_")}
    environment = ours | test_runner.build_environment() | {
        "DATABASE_URL": re.sub(r"/[^/]*$", f"/{name}", test_runner.DATABASE), "REDIS_URL": broker.address,
        "EMPERORS_VAR": str(tmp_path), "EMPERORS_BOOTSTRAP": "0", "PORT": str(scaled.free_port()),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "WEB_CONCURRENCY": "1",
        "WORKER_CONCURRENCY": "2", "LOG_LEVEL": "WARNING", "DB_STATEMENT_TIMEOUT": "60s",
    }  # fmt: skip
    site = Site(f"http://127.0.0.1:{environment['PORT']}", environment["DATABASE_URL"], broker, environment)
    started: list[subprocess.Popen[bytes]] = []
    try:
        manage(environment, "migrate", "--no-input", "--verbosity", "0")
        manage(environment, "collectstatic", "--no-input", "-i", "drf_spectacular_sidecar", "-i", "admin")
        started = [scaled.start(each, environment, tmp_path) for each in ("web", "worker", "beat")]
        assert scaled.answers(f"{site.address}/healthz") == 200 and scaled.runs_jobs(environment)
        site.make(WORLD)
        yield site
    finally:
        broker.go_on()
        for process in started:
            process.send_signal(signal.SIGTERM)
        for process in started:
            scaled.wait_for_end(process)
        broker.stop()
        scaled.administer(f'drop database "{name}" with (force)')


def manage(environment: dict[str, str], *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=scaled.ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def play(site: Site, seconds: float) -> None:
    """Let everybody act for so many seconds, each in a thread of its own, and wait for them."""
    end = time.monotonic() + seconds

    def again_and_again(act: Callable[[], None]) -> None:
        while time.monotonic() < end:
            act()
            time.sleep(0.4)

    acts = (site.order, site.order, site.bet, site.announce_and_enter, site.read)
    threads = [threading.Thread(target=again_and_again, args=[act], daemon=True) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 120)
        assert not thread.is_alive()


def lateness(site: Site, since: Any, until: Any) -> tuple[int, float]:
    """Return how many rounds were due in that time, and how late the last of them was closed."""
    with psycopg.connect(site.database) as database:
        row = database.execute(LATE, [since, until]).fetchone()
        assert row
        return int(row[0]), float(row[1])


def busy() -> float:
    """Return by how much everything takes longer than on a quiet machine: once to four times."""
    return min(4.0, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


def moment(site: Site) -> Any:
    with psycopg.connect(site.database) as database:
        row = database.execute("SELECT now()").fetchone()
        assert row
        return row[0]


def test_rounds_close_and_everything_works_while_the_broker_is_away_and_while_it_hangs(site: Site) -> None:
    for what, begin, end in (("away", site.broker.stop, site.broker.start),
                             ("hangs", site.broker.hang, site.broker.go_on)):  # fmt: skip
        site.make(FIGHTS)
        site.answers.clear()
        site.bets, site.most_bets = site.most_bets, site.most_bets + EACH
        begin()
        since = moment(site)
        play(site, SECONDS)
        until = moment(site)
        time.sleep(LATEST)
        end()
        rounds, late = lateness(site, since, until)
        statuses = Counter((act, status) for act, status, _took in site.answers)
        slowest = max(took for _act, _status, took in site.answers)
        print(f"\n{what} for {SECONDS} s: {rounds} rounds due, {late:.1f} s late at most (load {busy():.1f}); "
              f"slowest answer {slowest:.1f} s; {dict(statuses)}")  # fmt: skip
        assert rounds >= BATTLES and late <= LATEST * busy()
        assert not [pair for pair in statuses if pair[1] >= 500 or pair[1] == 0]
        done = {act for act, status in statuses if status < 300}
        assert done >= {"order", "bet", "announce", "enter", "page"}, statuses
        wait_for(site.broker.answers, 20)
    assert scaled.runs_jobs(site.environment), "the workers find their way back to the broker"
