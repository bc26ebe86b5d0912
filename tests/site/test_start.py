"""The one command: on a bare checkout, twice, on a taken port, and how it stops."""

import ast
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentTypeError
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from config.devtools import bootstrap
from config.embedded import instance_lock
from config.management.commands.play import read_port
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
PART = re.compile(r'(?:href|src)="/(static/[^"#]+)')
HERE = re.compile(r"Emperors of the Dynasty: (http://\S+/)")
BARE_PYTHON = getattr(sys, "_base_executable", sys.executable)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a bare copy of this checkout; its .venv is ours, since installing takes a minute."""
    copy = tmp_path_factory.mktemp("checkout")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            copy.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    copy.joinpath(".venv").symlink_to(sys.prefix)
    return copy


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """Return a world of its own."""
    return tmp_path / "var"


@pytest.fixture
def games() -> Iterator[list[subprocess.Popen[str]]]:
    """Yield the processes that a test starts; none outlives it."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def play(checkout: Path, var: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start it as somebody who has nothing but a Python and this checkout."""
    return subprocess.Popen(
        [BARE_PYTHON, "manage.py", "play", *arguments],
        cwd=checkout,
        env={"PATH": os.defpath, "HOME": str(var.parent), "EMPERORS_VAR": str(var)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def address_of(process: subprocess.Popen[str]) -> str:
    """Wait for the line that says where it is."""
    assert process.stdout
    for line in process.stdout:
        if found := HERE.match(line):
            return found[1]
    raise AssertionError(process.communicate()[1])


def healthy(address: str) -> bool:
    """Return whether the site serves; the line comes a moment before the first answer."""
    for _ in range(20 * PATIENCE):
        try:
            with urllib.request.urlopen(f"{address}healthz", timeout=10) as answer:
                return b'"ok"' in answer.read()
        except OSError:
            time.sleep(0.05)
    return False


def list_missing_parts(address: str) -> list[str]:
    """Return the style sheets, scripts and pictures that the first page names and the site does not have."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        parts = sorted(set(PART.findall(answer.read().decode())))
    assert len(parts) > 5, parts
    return [part for part in parts if not is_there(address + part)]


def is_there(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return len(answer.read()) > 0
    except urllib.error.HTTPError:
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_stops_cleanly(
    checkout: Path, var: Path, games: list[subprocess.Popen[str]], number: signal.Signals
) -> None:
    games.append(process := play(checkout, var, "--port", "0"))
    assert healthy(address := address_of(process)) and process.stdout
    assert list_missing_parts(address) == []
    missing = process.stdout.readline()  # by the reader of the address: its buffer may hold this line too
    assert missing.startswith("No mail is sent: EMAIL_URL is not set.") and str(var / "mail") in missing
    process.send_signal(number)
    text, complained = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert text.startswith("Stopped.")
    assert complained == ""
    assert not list_written(checkout), "everything that is written belongs into var/"


def list_written(checkout: Path) -> set[str]:
    """Return what lies in the checkout's top directory and did not come from here."""
    return {path.name for path in checkout.iterdir()} - {path.name for path in ROOT.iterdir()}


def test_the_next_start_finds_the_same_world(checkout: Path, var: Path, games: list[subprocess.Popen[str]]) -> None:
    collected = []
    for _ in range(2):
        games.append(process := play(checkout, var, "--port", "0"))
        assert healthy(address_of(process))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
        collected.append(((var / "secret_key").read_text(), dynasties(var)))
    assert collected[0][0] == collected[1][0]
    assert collected[0][1] <= collected[1][1]
    assert (var / "secret_key").stat().st_mode & 0o777 == 0o600


def dynasties(var: Path) -> set[tuple[int, str]]:
    """Return id and name of each dynasty of that world."""
    with sqlite3.connect(var / "emperors.sqlite3") as database:
        return set(database.execute("select id, name from dynasty_dynasty"))


def test_a_taken_port_is_said_and_nothing_is_made(checkout: Path, var: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = play(checkout, var, "--port", str(port))
        texts = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 3
    assert f"Port {port} of 127.0.0.1 cannot be used" in texts
    assert "Traceback" not in texts
    assert not (var / "emperors.sqlite3").exists()


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("8000", 8000), ("65535", 65_535)])
def test_a_port_is_a_number(text: str, number: int) -> None:
    assert read_port(text) == number


@pytest.mark.parametrize("text", ["65536", "-1", "http", "", "²"])
def test_a_port_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="a port is a number from 0 to 65535"):
        read_port(text)


def test_a_world_is_played_by_one_process(checkout: Path, var: Path) -> None:
    var.mkdir()
    with instance_lock.acquire(var / "play.lock", "http://127.0.0.1:1/ (process 1)"):
        process = play(checkout, var, "--port", "0")
        texts = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 4
    assert "This world is being played already: http://127.0.0.1:1/ (process 1)" in texts
    assert not (var / "emperors.sqlite3").exists()


def test_with_redis_it_sends_to_the_scaled_mode(checkout: Path, var: Path) -> None:
    scaled = {"REDIS_URL": "redis://127.0.0.1:1/0", "SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "localhost"}
    process = play(checkout, var, **scaled)
    texts = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert "REDIS_URL is set" in texts
    assert "Traceback" not in texts


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS"])
def test_the_scaled_mode_asks_for_what_it_needs(checkout: Path, var: Path, missing: str) -> None:
    scaled = {"REDIS_URL": "redis://127.0.0.1:1/0", "SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "localhost"}
    del scaled[missing]
    process = play(checkout, var, **scaled)
    texts = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode != 0
    assert f"set {missing} too" in texts
    assert "Traceback" not in texts


def test_an_old_python_is_refused_in_words() -> None:
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer; this is Python 3\.8"):
        bootstrap.check_python((3, 8, 10))
    bootstrap.check_python((3, 12, 0))


@pytest.mark.parametrize("name", ["manage.py", "config/devtools/bootstrap.py", "config/__init__.py"])
def test_an_old_python_can_read_the_refusal(name: str) -> None:
    ast.parse((ROOT / name).read_text(), feature_version=(3, 6))


@pytest.mark.parametrize("lock", ["play", "test"])
def test_what_is_installed_at_once_is_the_whole_lock(
    lock: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    parts = [path.read_text() for path in bootstrap.write_parts(lock)]
    wanted = (ROOT / "requirements" / f"{lock}.txt").read_text()
    assert len(parts) == bootstrap.INSTALLERS and all(part.count("==") > 30 for part in parts)
    assert sorted("".join(parts).splitlines()) == sorted(wanted.splitlines())
    assert not any(re.match(r"\s", part) for part in parts), "hashes follow what they are of"


INSTALLER = """
import sys
text = open(sys.argv[-1]).read()
print("\\n".join(["all is well"] * 40) if "b==1" in text else "a has a wrong hash")
sys.exit("a==1" in text)
"""


def test_the_installer_that_failed_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "play.txt").write_text("a==1\nb==1\n")
    (tmp_path / "pip.py").write_text(INSTALLER)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap, "make_venv", lambda: [sys.executable, str(tmp_path / "pip.py")])
    with pytest.raises(SystemExit, match="a has a wrong hash") as caught:
        bootstrap.install("play")
    assert "all is well" not in str(caught.value) and str(tmp_path / "play-0.log") in str(caught.value)
    assert not (tmp_path / ".play").exists()


@pytest.mark.parametrize(
    ("version", "is_enough"), [("23.2.1", True), ("22.3", True), ("22.2.2", False), ("9.0", False)]
)
def test_a_pip_that_knows_no_other_interpreter_is_not_used(
    version: str, is_enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: version)
    assert bootstrap.has_pip() == is_enough


def test_a_python_without_pip_uses_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", find_none)
    assert not bootstrap.has_pip()


def test_a_changed_lock_is_installed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "play.txt").write_text("a==1\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    assert not bootstrap.is_up_to_date("play")
    (tmp_path / ".venv" / ".play").write_text(bootstrap.hash_lock("play"))
    assert bootstrap.is_up_to_date("play")
    (tmp_path / "requirements" / "play.txt").write_text("a==2\n")
    assert not bootstrap.is_up_to_date("play")
