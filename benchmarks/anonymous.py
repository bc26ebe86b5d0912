"""Pages as nobody in particular asks for them: how many a second of CPU, out of the cache and made for each request.

    python -m benchmarks.anonymous                (the embedded site on SQLite, with a world of its own)
    python -m benchmarks.anonymous --scaled       (one web process on PostgreSQL and Redis)

Four clients with a connection each ask the real server for every page in turn, for so many seconds: for pages of the
cache; for the same pages with a cookie that makes the site make each anew; and with the tag of what they have, for
which they get 304. CPU is that of the server's process while they ask, whatever else it does meanwhile: the embedded
one plays its world. Scaled, it needs redis-server, and PostgreSQL at TEST_DATABASE_URL.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.open_pages import ROOT, run_process, site
from benchmarks.processes import cpu, resident
from config.devtools import test_runner
from tests.delivery.__main__ import answers, database
from tests.reliability.chaos.servers import Redis, free_port

PAGES = ("/", "/play/", "/ranking/", "/rules/", "/market/", "/learn/")
CLIENTS = 4
MADE_ANEW = "Cookie: messages=x\r\n"
"""The cookie of somebody for whom a message waits; this one holds none."""


@dataclass
class Asked:
    """What clients asked for in a while: the number of answers, and the server's seconds of CPU."""

    answers: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    has_tags: bool = False
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def a_second(self) -> float:
        return self.answers / self.seconds


async def ask(asked: Asked, port: int, until: float, headers: str) -> None:
    """Ask for the pages one after the other on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while not asked.answers or time.monotonic() < until:
        for page in PAGES:
            began = time.monotonic()
            tag = f"If-None-Match: {asked.tags[page]}\r\n" if page in asked.tags else ""
            lines = f"Host: localhost\r\nAccept-Encoding: gzip\r\n{headers}{tag}"
            writer.write(f"GET {page} HTTP/1.1\r\n{lines}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.split()[1] in (b"200", b"304"), (page, head)
            fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:-2])
            await reader.readexactly(int(fields.get(b"content-length", 0)))
            asked.answers += 1
            asked.slowest = max(asked.slowest, time.monotonic() - began)
            if asked.has_tags:
                asked.tags[page] = fields[b"etag"].decode()
    writer.close()


async def measure(port: int, process: int, seconds: float, headers: str = "", has_tags: bool = False) -> Asked:
    """Let the clients ask for so many seconds."""
    await ask(Asked(), port, time.monotonic(), headers)
    asked, until, began = Asked(has_tags=has_tags), time.monotonic() + seconds, cpu(process)
    await asyncio.gather(*(ask(asked, port, until, headers) for _ in range(CLIENTS)))
    asked.seconds = cpu(process) - began
    return asked


@contextmanager
def play(var: Path, port: int) -> Iterator[int]:
    """Play a new world; yield the number of the process."""
    with run_process(f"{sys.executable} manage.py play --port {port}", var / "web.log") as process:
        answers(port)
        yield process.pid


@contextmanager
def serve(var: Path, port: int) -> Iterator[int]:
    """Start web, worker and beat on a new world; yield the number of the web process."""
    for command in ("migrate", "collectstatic --no-input", "seed"):
        subprocess.run([sys.executable, "manage.py", *command.split(), "-v", "0"], cwd=ROOT, check=True)
    with site(var, port, scaled=True) as process:
        answers(port)
        yield process


def format_row(name: str, asked: Asked, made: Asked) -> str:
    return (
        f"| {name} | {asked.answers} | {1000 * asked.seconds / asked.answers:.2f} | {asked.a_second:.0f} "
        f"| {asked.a_second / made.a_second:.1f} × | {1000 * asked.slowest:.0f} ms |"
    )


def print_table(port: int, process: int, seconds: float) -> None:
    print("| pages | answers | ms of CPU each | a second of CPU | × made anew | slowest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    made = asyncio.run(measure(port, process, seconds, MADE_ANEW))
    print(format_row("made for each request", made, made), flush=True)
    print(format_row("of the cache", asyncio.run(measure(port, process, seconds)), made), flush=True)
    print(
        format_row("of the cache, 304", asyncio.run(measure(port, process, seconds, has_tags=True)), made), flush=True
    )
    print(f"\nmemory of the server: {resident(process) / 1e6:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scaled", action="store_true", help="on PostgreSQL and Redis, with a worker")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    with ExitStack() as stack:
        var, port = Path(stack.enter_context(tempfile.TemporaryDirectory())), free_port()
        os.environ |= {"EMPERORS_VAR": str(var), "DJANGO_SETTINGS_MODULE": "config.settings"}
        if options.scaled:
            redis = Redis()
            stack.callback(redis.stop)
            address = stack.enter_context(database())
            os.environ |= test_runner.build_environment() | {"DATABASE_URL": address, "REDIS_URL": redis.url}
        process = stack.enter_context((serve if options.scaled else play)(var, port))
        print_table(port, process, options.seconds)


if __name__ == "__main__":
    main()
