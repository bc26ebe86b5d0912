"""PostgreSQL and Redis of the harness's own, on free ports, in a temporary directory: they may be killed."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

SETTINGS = (
    "max_connections=200",
    "deadlock_timeout=200ms",
    "shared_buffers=64MB",
    "max_wal_size=256MB",
    "log_min_messages=warning",
    "unix_socket_directories=''",
    "listen_addresses='127.0.0.1'",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def binary(name: str) -> str:
    """Return the path of a program of PostgreSQL, which Debian keeps out of PATH."""
    found = shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default="")
    if not found:
        raise RuntimeError(f"no {name} on this machine")
    return found


class Postgres:
    """A cluster of one database."""

    def __init__(self, where: Path) -> None:
        self.where, self.port, self.log = where / "cluster", free_port(), where / "postgresql.log"
        self.user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
        if self.user:
            shutil.chown(where, "postgres")
            where.chmod(0o777)
        self.run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-D", str(self.where))
        with (self.where / "postgresql.conf").open("a") as file:
            file.write("\n".join([f"port={self.port}", *SETTINGS, ""]))
        self.control("start")

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, name: str, *arguments: str) -> None:
        subprocess.run([binary(name), *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/",
                       stderr=subprocess.STDOUT, user=self.user)  # fmt: skip

    def control(self, what: str, *more: str) -> None:
        self.run("pg_ctl", what, "-w", "-t", "60", "-D", str(self.where), "-l", str(self.log), *more)

    def crash(self) -> None:
        """Stop as if the power had gone: nothing is written out, and everything is recovered at the next start."""
        self.control("stop", "-m", "immediate")
        self.control("start")

    def cut(self, most: int) -> int:
        """Break some connections, wherever they are; returns how many."""
        import psycopg

        try:
            with psycopg.connect(self.url, autocommit=True, connect_timeout=3) as connection:
                return connection.execute(
                    "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE "
                    "pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY random() LIMIT %s) some",
                    [most],
                ).fetchone()[0]
        except psycopg.Error:
            return 0

    def copy(self, name: str, to: str) -> None:
        import psycopg

        with psycopg.connect(self.url.removesuffix("postgres") + "template1", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {to} TEMPLATE {name}".encode())

    def deadlocks(self) -> list[str]:
        """Return what the log says of each: which process waited for which, and with which statements."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return [" ".join(each.split("STATEMENT:")[0].split()) for each in text.split("deadlock detected")[1:]]

    def stop(self) -> None:
        self.control("stop", "-m", "immediate")


class Redis:
    """A server without a file: what it held is gone when it is killed."""

    def __init__(self) -> None:
        self.port = free_port()
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command: Sequence[str] = ["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self.answers()

    def answers(self) -> None:
        for _attempt in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def crash(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
