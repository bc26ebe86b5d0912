"""A directory that stands for a Debian machine: the pages for hosts are followed in it to the letter.

`MOVED` lists what is written otherwise than on the page, `shims.py` the programs that do not really run.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.reliability.chaos.servers import binary, free_port

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs/operators"
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHIMS = (
    "apt-get",
    "adduser",
    "chown",
    "runuser",
    "id",
    "timedatectl",
    "certbot",
    "nginx",
    "caddy",
    "promtool",
    "docker",
    "systemctl",
)
CHECKERS = ("nginx", "caddy", "promtool", "runuser")
"""Programs that the shims of the same names run where they are there."""
MOVED = ("/srv/emperors", "/etc/", "/usr/local/bin", "/var/backups", "/var/lib/postgresql", "/var/log", "/safe/")
"""Directories of the machine, which lie under the host's own root here."""
SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = '/tmp'
shared_buffers = 32MB
log_min_messages = warning
include_dir '{config}'
"""


def blocks(page: str) -> list[str]:
    """Return the blocks of commands of a page."""
    return BLOCK.findall((PAGES / page).read_text())


class Host:
    """The machine: its own PostgreSQL and ports, and a checkout in which the deployed files name its directories."""

    def __init__(self) -> None:
        self.root = Path(tempfile.mkdtemp(prefix="emperors-host-"))
        self.root.chmod(0o755)
        self.database, self.redis, self.web = free_port(), free_port(), (free_port(), free_port())
        made = (
            "etc/systemd/system",
            "etc/nginx/sites-available",
            "etc/nginx/sites-enabled",
            "etc/caddy",
            "etc/prometheus",
            "etc/logrotate.d",
            "etc/postgresql/15/main/conf.d",
            "usr/local/bin",
            "var/backups",
            "var/log/nginx",
            "run",
            "var/lib/postgresql/15",
            "shims",
            "safe",
        )
        for each in made:
            (self.root / each).mkdir(parents=True)
        for each in SHIMS:
            shim = self.root / "shims" / each
            shim.write_text(f"#!{sys.executable}\n" + (ROOT / "tests/operators/shims.py").read_text().split("\n", 1)[1])
            shim.chmod(0o755)
        self.moved = self.get_moves()
        self.user = "postgres" if os.getuid() == 0 else None
        for each in ("var/log", "var/lib/postgresql/15"):
            (self.root / each).chmod(0o777)
        if self.user:
            shutil.chown(self.root / "var/lib/postgresql/15", "postgres")

    def get_moves(self) -> dict[str, str]:
        """Return what is written otherwise here than on the pages."""
        ports = {"5432": self.database, "6379": self.redis, "8000": self.web[0], "8001": self.web[1]}
        by_port = {f"127.0.0.1:{port}": f"127.0.0.1:{own}" for port, own in ports.items()}
        by_unit = {f"emperors-web@{port}": f"emperors-web@{ports[port]}" for port in ("8000", "8001")}
        return {each: f"{self.root}{each}" for each in MOVED} | by_port | by_unit

    def move(self, text: str) -> str:
        """Return a text with this host's directories and ports."""
        pattern = "|".join(re.escape(each) for each in sorted(self.moved, key=len, reverse=True))
        return re.sub(rf"(?<![\w.])(?:{pattern})", lambda found: self.moved[found[0]], text)

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DJANGO_", "TEST_", "PG", "EMPERORS_")) and name not in OWN
        }
        tools = {f"HOST_{name.upper()}": found for name in CHECKERS if (found := find(name))}
        return (
            kept
            | tools
            | {
                "HOST_ROOT": str(self.root),
                "PATH": f"{self.root}/shims:{self.root}/usr/local/bin:{os.environ['PATH']}",
                "PGHOST": "/tmp",
                "PGPORT": str(self.database),
                "PGUSER": "postgres",
                "LC_ALL": "C.UTF-8",
            }
        )

    def run(self, script: str, **more: str) -> str:
        """Run commands as they are on a page; return what they print, and fail with it where one fails."""
        whole = "set -euo pipefail\n" + self.move(script)
        done = subprocess.run(
            ["bash", "-c", whole],
            cwd=self.root,
            env=self.environment | more,
            text=True,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, f"{whole}\n{done.stdout[-4000:]}"
        return done.stdout

    def check_out(self) -> Path:
        """Make the repository from which the host clones: what is here, with the host's directories in `deploy/`."""
        source = self.root / "source"
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        for name in filter(None, names):
            if (ROOT / name).is_file() and not name.startswith("tests/"):
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, source / name)
        for file in (source / "deploy").rglob("*"):
            if file.is_file():
                file.write_text(self.move(file.read_text()))
        git = ["git", "-c", "user.name=Host", "-c", "user.email=host@example.org", "-c", "init.defaultBranch=main"]
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "the site"], ["tag", "v0.2.0"]):
            subprocess.run([*git, *words], cwd=source, check=True)
        return source

    def make_cluster(self) -> None:
        """Do what the installation of Debian's package does: make a cluster and start it."""
        cluster = self.root / "var/lib/postgresql/15/main"
        command = [binary("initdb"), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-D", str(cluster)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/", user=self.user)
        with (cluster / "postgresql.conf").open("a") as file:
            config = self.root / "etc/postgresql/15/main/conf.d"
            file.write(SETTINGS.format(config=config) + f"port = {self.database}\n")
        self.run("systemctl start postgresql")

    def lose_disk(self) -> None:
        """Let PostgreSQL die without a chance to write anything, and all of its files with it.

        The files of its socket go too, as they do when a machine starts again: where nobody reaps the dead process,
        PostgreSQL takes it for a living one.
        """
        cluster = self.root / "var/lib/postgresql/15/main"
        os.kill(int((cluster / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        for file in Path("/tmp").glob(f".s.PGSQL.{self.database}*"):
            file.unlink()
        shutil.rmtree(cluster, ignore_errors=True)
        while cluster.exists():  # its other processes end by themselves
            time.sleep(0.1)
            shutil.rmtree(cluster, ignore_errors=True)

    def end(self) -> None:
        """Stop everything that runs here, and remove the directory."""
        for file in (self.root / "run").glob("*.pid"):
            self.run(f"systemctl stop {file.stem}")
        if (self.root / "var/lib/postgresql/15/main/postmaster.pid").exists():
            subprocess.run(
                [
                    binary("pg_ctl"),
                    "stop",
                    "-m",
                    "immediate",
                    "-w",
                    "-D",
                    str(self.root / "var/lib/postgresql/15/main"),
                ],
                cwd="/",
                user=self.user,
                check=False,
                stdout=subprocess.DEVNULL,
            )
        shutil.rmtree(self.root, ignore_errors=True)


OWN = {
    "DATABASE_URL",
    "REDIS_URL",
    "CACHE_URL",
    "SECRET_KEY",
    "ALLOWED_HOSTS",
    "HTTPS",
    "LOG_FORMAT",
    "LOG_LEVEL",
    "DB_STATEMENT_TIMEOUT",
    "CI",
}
"""Variables of the tests' own site, which the host must set by itself."""


def skip_without_programs() -> None:
    """Skip a test that cannot start PostgreSQL here: it refuses to run as root, who needs runuser to be another."""
    if os.getuid() == 0 and not find("runuser"):
        pytest.skip("no runuser on this machine")
    if not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        pytest.skip("no PostgreSQL of Debian on this machine")


def find(program: str) -> str | None:
    """Return a program that checks a file, from the PATH or from $OPERATOR_TOOLS."""
    more = os.environ.get("OPERATOR_TOOLS", "")
    return shutil.which(program, path=os.pathsep.join(filter(None, (more, os.environ["PATH"], "/usr/sbin"))))
