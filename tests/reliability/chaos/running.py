"""Faults for a while, then none: everything that was acknowledged is there, nothing else is, and all of it ends.

Forked workers do what players do, at random; sweepers close what is due; a nemesis kills, stops and cuts off. Then
the faults stop, and within half a minute every tournament must be over, or halted with a reason. Then the database and
the diary of acknowledgements are read. Every run prints its seed and exits with 1 if anything was found.
"""

import contextlib
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.reliability.chaos.plan import SIZES, STRETCH, TIMEOUT, Diary, Size
from tests.reliability.chaos.servers import Postgres, Redis

SKEWS = (-86_400.0, 86_400.0, 0.0, 0.0)
KILLED_CLOSES = 0.25
FAILED = {"error", "busy"}
"""Lines of the diary about what was not done."""
CALM = "── no more faults ──"
"""Between what the processes wrote before and after."""
ERROR = re.compile(r"[\w.]+(Error|Exception|Canceled)\b.*")
LENGTHS = (0.3, 0.6, 1.5, 3.0)
"""Of rounds, in seconds, on a machine of our own; those that open after the faults have stopped are short."""


@dataclass
class Site:
    """Where a run takes place."""

    where: Path
    postgres: Postgres | None = None
    redis: Redis | None = None

    def environment(self) -> dict[str, str]:
        var = {"EMPERORS_VAR": str(self.where / "var"), "HTTPS": "false", "LOG_LEVEL": "ERROR", "LOG_FORMAT": "console"}
        if self.postgres is None or self.redis is None:
            return var | {"DATABASE_URL": f"sqlite:///{self.where / 'chaos.sqlite3'}"}
        return var | {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url, "SECRET_KEY": "chaos" * 12,
                      "ALLOWED_HOSTS": "localhost", "DB_POOL": "2"}  # fmt: skip

    def trial(self, number: int, bug: str, seed: str) -> str:
        """Run on a copy of the ground, in a child; return its first finding, or nothing."""
        text = self.where / f"said-{number}"
        copied = self.copy(number)
        child = os.fork()
        if not child:
            try:
                from django.db import connection

                connection.settings_dict["NAME"] = copied
                with text.open("w") as out, contextlib.redirect_stdout(out):
                    place = Site(self.where / str(number), self.postgres, self.redis)
                    place.where.mkdir(mode=0o777)
                    Run(place, SIZES["bugs"], seed, bug).go("")
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        lines = text.read_text().splitlines()
        return next((line.strip() for line in lines if line.startswith("  ")), "") if lines else "it never ended"

    def copy(self, number: int) -> str:
        """Copy the ground under another name."""
        if self.postgres is None:
            source = self.where / "chaos.sqlite3"
            return str(shutil.copy(source, source.with_name(f"chaos-{number}.sqlite3")))
        self.postgres.copy("postgres", f"copy_{number}")
        return f"copy_{number}"


@contextlib.contextmanager
def site(database: str) -> Iterator[Site]:
    """Yield a place with servers of its own."""
    with tempfile.TemporaryDirectory(prefix="chaos-") as path:
        made = Site(Path(path))
        if database == "postgres":
            made.postgres, made.redis = Postgres(Path(path)), Redis()
        try:
            yield made
        finally:
            for server in (made.postgres, made.redis):
                if server is not None:
                    server.stop()


def main(size: str, database: str, seed: str, bug: str) -> int:
    """Run once in this process, or in one process for each planted bug."""
    if bug == "all" or "," in bug:
        return table(database, seed, bug)
    with site(database) as place:
        run = Run(place, SIZES["bugs" if bug else size], seed, bug)
        run.prepare()
        return run.go(f"{size}, {database}")


def table(database: str, seed: str, wanted: str) -> int:
    """Run with nothing planted, then with each bug by itself, on copies of one ground; return how many were missed."""
    with site(database) as place:
        ground = Run(place, SIZES["bugs"], seed, "")
        ground.prepare()
        from tests.reliability.chaos import bugs

        names = [name for name in bugs.BUGS if database == "postgres" or name not in bugs.SKIPPED_ON_SQLITE]
        names = [name for name in names if wanted == "all" or name in wanted.split(",")]
        missed = []
        for number, name in enumerate(["", *names]):
            found = place.trial(number, name, seed)
            right = bool(found) == bool(name)
            missed += [] if right else [name or "false alarms"]
            print(f"{'found' if found else 'nothing':<8} {name or '(nothing planted)':<36} {found[:110]}", flush=True)
        print(f"{len(names) - len(missed)} of {len(names)} planted bugs found on {database}; missed: {missed}")
        return len(missed)


@dataclass
class Run:
    place: Site
    size: Size
    seed: str
    bug: str
    pids: dict[int, tuple[str, int]] = field(default_factory=dict)
    """The children: what each is, and its number."""
    faults: Counter[str] = field(default_factory=Counter)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.luck = random.Random(self.seed)
        self.timeout = TIMEOUT * min(
            4.0, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        )  # others may need the machine
        self.before = len(self.place.postgres.deadlocks()) if self.place.postgres else 0

    def go(self, title: str) -> int:
        print(f"chaos: {title}, seed {self.seed}, commit {commit()}{', planted: ' + self.bug if self.bug else ''}")
        self.diary = Diary(self.place.where / "diary")
        began = time.monotonic()
        self.wreak_havoc()
        took = time.monotonic() - began
        if self.bug and (found := self.findings()):  # what is wrong already need not be waited for
            return self.report(took, 0.0, 0.0, found)
        ended, lag = self.calm_down()
        return self.report(took, ended, lag, self.findings())

    # ── The parts ──────────────────────────────────────────────────────────────────────────────────────────

    def prepare(self) -> None:
        """Create an empty site and its people. This process holds no connection while it forks."""
        os.environ |= self.place.environment() | {"DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command

        from tests.reliability.chaos import ground, seams

        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        call_command("migrate", verbosity=0, interactive=False)
        seams.install_scripted_game()
        seams.short_rounds(8.0)
        ground.people(self.size.dynasties)
        ground.battles(self.size.battles, self.luck)
        self.leave()

    def leave(self) -> None:
        from tests.reliability.killing import leave_the_database

        leave_the_database()

    def fork(self, role: str, number: int, *, deadly: bool = True) -> None:
        child = os.fork()
        if child:
            self.pids[child] = (role, number)
            return
        try:
            self.work(role, number, deadly)
        except BaseException as error:
            self.diary.write("finding", of=f"a worker ended: {error!r}"[:300])
        os._exit(1)

    def work(self, role: str, number: int, deadly: bool) -> None:
        """Work in a child; never return by itself."""
        from tests.reliability.chaos import bugs, seams
        from tests.reliability.chaos.worker import Worker

        seed = f"{self.seed}:{role}:{number}"
        random.seed(seed)
        output = (self.place.where / "output").open("a", buffering=1)
        os.dup2(output.fileno(), 1), os.dup2(output.fileno(), 2)
        sys.stdout = sys.stderr = output
        if self.bug:
            bugs.BUGS[self.bug]()
        crowd = self.timeout / TIMEOUT
        seams.short_rounds(*(length * crowd for length in (LENGTHS if deadly else LENGTHS[:1])))
        seams.watch_locks(), seams.pointers_after_commits(self.diary)
        seams.skew_clock(random.choice(SKEWS))
        if deadly:
            seams.deaths(self.diary, random.Random(seed), KILLED_CLOSES)
        worker = Worker(number, seed, self.diary, self.size)
        worker.sweep() if role == "sweeper" else worker.live()

    # ── The nemesis ────────────────────────────────────────────────────────────────────────────────────────

    def wreak_havoc(self) -> None:
        """Act until the time is over or enough tournaments have been announced, but not before a minimum."""
        for _worker in range(self.size.workers):
            self.fork("player", next(self.numbers))
        for _sweeper in range(self.size.sweepers):
            self.fork("sweeper", next(self.numbers))
        began, acts, rest = time.monotonic(), self.evils(), 0.0
        while self.time_is_left(time.monotonic() - began) and not (rest > 3 and self.enough()):
            pause = self.luck.uniform(0.2, 0.9) * (3 if self.size.lines else 1)
            self.watch(pause)
            rest = 0.0 if rest > 3 else rest + pause
            name, evil = self.luck.choices(list(acts), [each[2] for each in acts])[0][:2]
            evil()
            self.faults[name] += 1
        self.end_all()

    def watch(self, seconds: float) -> None:
        """Let time pass, and put another in the place of each that dies, as whoever supervises a site does."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for role in self.bury():
                self.fork(role, next(self.numbers))
            time.sleep(min(left, 0.1))

    def count_done(self) -> int:
        """Count the lines of what was done; lines of failures while a server was down do not count."""
        return sum(line["what"] not in FAILED for line in self.diary.lines())

    def time_is_left(self, took: float) -> bool:
        wanting = self.size.traffic and self.count_done() < self.size.traffic
        return took < self.size.seconds * (STRETCH if wanting else 1)

    def enough(self) -> bool:
        """Return whether it has been enough; the database is asked in a child, which may hold connections."""
        if self.size.lines:
            return self.count_done() >= self.size.lines
        if self.count_done() < self.size.traffic:
            return False
        child = os.fork()
        if child:
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        from tournaments.models import Tournament

        try:
            os._exit(Tournament.objects.count() < self.size.tournaments)
        finally:
            os._exit(1)

    def evils(self) -> list[tuple[str, Callable[[], None], int]]:
        found = [("killed", self.kill_one, 6), ("stopped", self.stop_one, 3)]
        if self.size.lines:
            return found
        if self.place.postgres is not None and self.place.redis is not None:
            postgres, redis = self.place.postgres, self.place.redis
            found += [("connections cut", lambda: self.cut(postgres), 6), ("redis killed", redis.crash, 1),
                      ("postgresql killed", postgres.crash, 1)]  # fmt: skip
        return found

    def cut(self, postgres: Postgres) -> None:
        postgres.cut(self.luck.randint(1, 3))

    def one(self) -> int:
        return self.luck.choice(list(self.pids))

    def kill_one(self) -> None:
        os.kill(self.one(), signal.SIGKILL)

    def stop_one(self) -> None:
        """Let one hold its locks and connections without a word; the long ones outlast the database's patience."""
        pid = self.one()
        os.kill(pid, signal.SIGSTOP)
        self.watch(self.luck.choice((0.3, 1.0, 2.0) if self.size.seconds < 60 else (0.3, 1.0, 4.0, 11.0)))
        with contextlib.suppress(ProcessLookupError):  # it had died just before, and was buried meanwhile
            os.kill(pid, signal.SIGCONT)

    def bury(self) -> list[str]:
        """Return the roles of the processes that have died since."""
        roles = []
        for pid in list(self.pids):
            if os.waitpid(pid, os.WNOHANG)[0]:
                roles.append(self.pids.pop(pid)[0])
        return roles

    def end_all(self) -> None:
        for pid in self.pids:
            os.kill(pid, signal.SIGKILL)
        for pid in self.pids:
            os.waitpid(pid, 0)
        self.pids.clear()

    # ── Afterwards ─────────────────────────────────────────────────────────────────────────────────────────

    def calm_down(self) -> tuple[float | None, float]:
        """Sweep twice without faults; return how long until all was over, if it was, and the longest delay."""
        resume_all()
        self.leave()
        with (self.place.where / "output").open("a") as output:
            print(CALM, file=output)
        for number in (1, 2):
            self.fork("sweeper", 10**9 + number, deadly=False)
        began, ended, worst = time.monotonic(), None, 0.0
        moved, far = began, -1
        while ended is None and time.monotonic() - began < self.timeout and time.monotonic() - moved < self.timeout / 2:
            time.sleep(0.3)
            going_on, delay, done = state()
            moved, far = (time.monotonic(), done) if done != far else (moved, far)
            worst = max(worst, delay) if time.monotonic() - began > 2 else worst
            ended = None if going_on else time.monotonic() - began
        self.leave()
        self.end_all()
        return ended, worst

    def deadlocks(self) -> list[str]:
        """Return those that the server's log has gained since this run began."""
        found = self.place.postgres.deadlocks()[self.before :] if self.place.postgres else []
        return [f"{len(found)} deadlocks, such as: {found[0][:1500]}"] if found else []

    def findings(self) -> list[str]:
        """Return what is wrong in the database, in the server's log, and in what the processes wrote."""
        from tests.reliability.chaos import checker

        found = checker.findings(self.diary) + self.deadlocks() + spoken(self.place.where / "output")
        self.leave()
        return found

    def report(self, took: float, ended: float | None, worst: float, found: list[str]) -> int:
        from tests.reliability.chaos import delays
        from tournaments.models import Tournament

        if ended is None:
            found.append(f"liveness: not all was over {self.timeout:.0f} s after the faults: {count_by_status()}")
        texts = Counter(line["what"] for line in self.diary.lines())
        states = Counter(Tournament.objects.values_list("status", flat=True))
        halted = Tournament.objects.filter(status="halted").count() if ended else 0
        why = last_words(self.place.where / "output")
        found += [f"{halted} tournaments were halted, though no fault was left: {why}"] * bool(halted)
        found += ["nothing was acknowledged: such a run says nothing"] * (texts.keys() <= FAILED)
        closing = texts["closing"] or 1
        print(f"faults: {took:.0f} s, {dict(self.faults)}, {texts['killed']} of {texts['closing']} closes killed "
              f"({100 * texts['killed'] // closing} %)")  # fmt: skip
        print(f"done: {dict(states)}, acknowledged {dict(texts)}, busy {busy(self.diary)}")
        print(f"calm: all over after {ended if ended is None else round(ended, 1)} s (patience {self.timeout:.0f} s), "
              f"longest delay {worst:.1f} s{delays.table()}")  # fmt: skip
        print(f"{len(found)} findings" + "".join(f"\n  {sentence}" for sentence in found[:25]))
        return bool(found)


def resume_all() -> None:
    """Resume what was halted because its close was killed too often, as the staff would.

    So does what is about to be halted, since its last attempt was one that a fault ended.
    """
    from tournaments.models import Round, Tournament
    from tournaments.services import rounds

    Round.objects.filter(closed_at=None, tournament__status="running").update(attempts=0)

    for tournament_id in Tournament.objects.filter(status="halted").values_list("pk", flat=True):
        rounds.resume(tournament_id=tournament_id)


def state() -> tuple[int, float, int]:
    """Return how many tournaments go on, by how many seconds the latest round is overdue, and all that is done."""
    from core import clock
    from tournaments.models import Round, Tournament

    going_on = Tournament.objects.filter(status__in=["announced", "running"]).count()
    due = Round.objects.filter(closed_at=None, tournament__status="running").order_by("deadline").first()
    done = Round.objects.exclude(closed_at=None).count() - going_on
    return going_on, max(0.0, (clock.now() - due.deadline).total_seconds()) if due else 0.0, done


def count_by_status() -> dict[str, int]:
    from tournaments.models import Tournament

    return dict(Counter(Tournament.objects.values_list("status", flat=True)))


def spoken(output: Path) -> list[str]:
    """Return the orders that stand in what the processes wrote."""
    from tests.reliability.chaos.seams import CANARY

    text = output.read_text(errors="replace") if output.exists() else ""
    return ["an order stands in the log"] if CANARY in text else []


def last_words(output: Path) -> dict[str, int]:
    """Count how the closes of the calm ended that did not succeed."""
    calm = output.read_text(errors="replace").rpartition(CALM)[2]
    return dict(Counter(line[:200] for line in calm.splitlines() if ERROR.match(line)))


def busy(diary: Diary) -> dict[str, int]:
    return dict(Counter(line["code"] for line in diary.lines("busy")))


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parent)  # fmt: skip
    return done.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit("use python -m tests.reliability.chaos")
