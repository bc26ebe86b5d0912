"""The processes of the Procfile together, on PostgreSQL and Redis: they start, work and stop."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

from config.devtools import test_runner
from tests import two_sites
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = f"emperors_procfile_{os.getpid()}"
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Yield a database and a Redis database of our own, and everything that the scaled mode asks for."""
    if missing := test_runner.find_unreachable():
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse(f"not reachable: {missing}")
    administer(f'create database "{NAME}"')
    ours = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    yield (
        ours
        | test_runner.build_environment()
        | {
            "DATABASE_URL": re.sub(r"/[^/]*$", f"/{NAME}", test_runner.DATABASE),
            "REDIS_URL": re.sub(r"/\d+$", "/10", test_runner.REDIS),
            "EMPERORS_VAR": str(tmp_path_factory.mktemp("scaled")),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PORT": str(free_port()),
            "WORKER_CONCURRENCY": "1",
            "LOG_FORMAT": "json",
            "LOG_LEVEL": "INFO",
        }
    )
    administer(f'drop database "{NAME}" with (force)')
    redis.Redis.from_url(re.sub(r"/\d+$", "/10", test_runner.REDIS)).flushdb()


def administer(command: str) -> None:
    """Run a command that no transaction may hold."""
    with psycopg.connect(test_runner.DATABASE, autocommit=True) as connection:
        connection.execute(command)


def free_port() -> int:
    """Return a port that nobody uses at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def procfile() -> dict[str, str]:
    """Return each process and its command."""
    return dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())


@pytest.fixture(scope="module")
def released(environment: dict[str, str]) -> dict[str, str]:
    """Return the environment after its release process has run."""
    slow = " -i drf_spectacular_sidecar -i rest_framework -i admin"  # large files of others, a minute to compress
    release = procfile()["release"].replace("collectstatic --no-input", "collectstatic --no-input" + slow)
    command = ["sh", "-c", release]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return environment


def test_the_processes_start_and_stop(released: dict[str, str], tmp_path: Path) -> None:
    started = {name: start(name, released, tmp_path) for name in ("web", "worker", "beat")}
    try:
        assert answers(f"http://127.0.0.1:{released['PORT']}/healthz") == 200
        assert runs_jobs(released)
    finally:
        for process in started.values():
            process.send_signal(signal.SIGTERM)
        codes = {name: wait_for_end(process) for name, process in started.items()}
    output = {name: (tmp_path / name).read_text() for name in started}
    assert set(codes.values()) <= {0, -signal.SIGTERM}, (codes, output)
    errors = [line for line in "".join(output.values()).splitlines() if "Traceback" in line]
    assert not errors, "\n".join(errors)
    assert all("EMAIL_URL is not set" in output[name] for name in ("web", "worker"))
    for line in "".join(output.values()).splitlines():
        assert {"event", "level", "timestamp"} <= json.loads(line).keys(), line


def test_a_worker_sweeps_without_its_broker(released: dict[str, str], tmp_path: Path) -> None:
    """Run without Redis: rounds, starts and the site's heartbeat need the database alone."""
    cut_off = released | {"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"}
    with psycopg.connect(released["DATABASE_URL"], autocommit=True) as database:
        database.execute("UPDATE tournaments_heartbeat SET at = now() - interval '10 seconds'")
        before = database.execute("SELECT max(at) FROM tournaments_heartbeat").fetchone()
        worker = start("worker", cut_off, tmp_path)
        try:
            assert beats_again(database, before)
        finally:
            worker.kill()
            worker.wait()


def test_strangers_meet_fight_and_negotiate_over_two_sites(
    released: dict[str, str], tmp_path: Path, browser: Any, page_errors: list[str]
) -> None:
    """Walk in four browsers: each pair meets, fights, is rated and fights again; then all four negotiate."""
    world = make_world(released)
    with two_sites.serve(released, start, [free_port(), free_port()], tmp_path) as addresses:
        for address in addresses:
            assert answers(f"{address}/healthz") == 200
        sites = two_sites.Sites(addresses, world["cup"], world["sessions"])
        one, two, three, four = strangers = [two_sites.Stranger(browser, sites, n, page_errors) for n in range(4)]
        two_sites.meet(one, two, "duel-2", by_search=True)
        two_sites.meet(three, four, "bridge-2", by_search=False)
        for winner, loser in ((one, two), (four, three)):
            two_sites.fight(winner, loser)
            two_sites.fight_again(loser, winner)
        two_sites.negotiate(strangers, sites.cup)
        two_sites.end(strangers, sites.cup)
        for each in strangers:
            each.page.context.close()
    assert not page_errors, page_errors


def make_world(environment: dict[str, str]) -> Any:
    """Return those who visit the two sites, and the battle in which they negotiate."""
    command = [sys.executable, "manage.py", "shell", "--no-imports", "--command", two_sites.WORLD]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.split("WORLD ", 1)[1])


def beats_again(database: psycopg.Connection, before: object) -> bool:
    """Return whether a sweep comes."""
    for _ in range(600):
        if database.execute("SELECT max(at) FROM tournaments_heartbeat").fetchone() != before:
            return True
        time.sleep(0.1)
    return False


def start(name: str, environment: dict[str, str], directory: Path) -> subprocess.Popen[bytes]:
    """Start one of the Procfile's processes; what it says goes to a file."""
    with (directory / name).open("w") as output:
        return subprocess.Popen(
            f"exec {procfile()[name]}", shell=True, cwd=ROOT, env=environment, stdout=output, stderr=output
        )


def wait_for_end(process: subprocess.Popen[bytes]) -> int | None:
    """Return the exit code, or None where it had to be killed."""
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return None


def answers(address: str) -> int:
    """Return the status of the first answer."""
    for _ in range(10 * PATIENCE):
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return int(answer.status)
        except urllib.error.URLError:
            time.sleep(0.1)
    return 0


def runs_jobs(environment: dict[str, str]) -> bool:
    """Return whether a worker answers over Redis."""
    ask = "from config.celery import app; import sys; sys.exit(0 if app.control.ping(timeout=5) else 1)"
    for _ in range(10):
        if subprocess.run([sys.executable, "-c", ask], cwd=ROOT, env=environment, check=False).returncode == 0:
            return True
    return False


def test_nothing_is_wrong_for_deployment(environment: dict[str, str]) -> None:
    deployed = environment | {"HTTPS": "true", "SECRET_KEY": "".join(map(chr, range(40, 120)))}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=deployed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
