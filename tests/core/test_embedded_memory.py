"""What is done once before the embedded site serves leaves nothing behind, and threads share few heaps."""

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from config.embedded import memory
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
linux_only = pytest.mark.skipif(
    sys.platform != "linux" or connection.vendor != "sqlite", reason="elsewhere everything happens in one process"
)
HEAPS = """
import ctypes, os, threading
import django
django.setup()
from config.embedded import memory
if {shared}:
    memory.share_heaps()
c = ctypes.CDLL(None)
c.malloc.restype = c.fopen.restype = ctypes.c_void_p
waiting = threading.Barrier(13)
def hold():
    c.malloc(50_000)
    waiting.wait()
threads = [threading.Thread(target=hold) for _ in range(12)]
for thread in threads:
    thread.start()
waiting.wait()
out = c.fopen(b"/dev/stdout", b"w")
c.malloc_info(0, ctypes.c_void_p(out))
c.fclose(ctypes.c_void_p(out))
"""
SLOW = """
import os, sys, time
import django
django.setup()
from config.embedded import memory
def work():
    print(os.getpid(), flush=True)
    time.sleep(600)
memory.run_in_children(work)
"""


def start(program: str, var: Path) -> subprocess.Popen[str]:
    """Start a program that sets Django up."""
    unset = {"DATABASE_URL", "REDIS_URL", "CI"}
    inherited = {name: value for name, value in os.environ.items() if name not in unset}
    ours = {"DJANGO_SETTINGS_MODULE": "config.settings", "EMPERORS_VAR": str(var)}
    run = [sys.executable, "-c", program]
    return subprocess.Popen(run, cwd=ROOT, env=inherited | ours, stdout=subprocess.PIPE, text=True)


def wait_for(file: Path) -> None:
    """Wait until another process has made a file."""
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


@linux_only
def test_the_work_is_done_and_its_memory_is_gone(tmp_path: Path) -> None:
    kept: list[int] = []

    def work() -> None:
        kept.append(os.getpid())
        (tmp_path / "done").write_text(str(os.getpid()))

    memory.run_in_children(work)
    assert kept == []
    assert int((tmp_path / "done").read_text()) != os.getpid()


@linux_only
def test_something_else_is_done_meanwhile(tmp_path: Path) -> None:
    """Let the child wait for what is done here."""

    memory.run_in_children(partial(wait_for, tmp_path / "here"), meanwhile=(tmp_path / "here").touch)


@linux_only
def test_works_are_done_at_once(tmp_path: Path) -> None:
    """Let each child wait for the other."""

    def work(mine: str, other: str) -> None:
        (tmp_path / mine).touch()
        wait_for(tmp_path / other)

    memory.run_in_children(partial(work, "one", "two"), partial(work, "two", "one"))


@linux_only
def test_all_have_ended_when_one_fails(tmp_path: Path) -> None:
    def work() -> None:
        time.sleep(0.2)
        (tmp_path / "done").touch()

    with pytest.raises(ZeroDivisionError):
        memory.run_in_children(lambda: 1 // 0, work)
    assert (tmp_path / "done").exists()


def test_what_the_work_raises_is_raised() -> None:
    def work() -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        memory.run_in_children(work)
    assert caught.value.errno == 28


@linux_only
def test_a_child_that_dies_is_no_success() -> None:
    with pytest.raises(RuntimeError, match="ended early"):
        memory.run_in_children(lambda: os._exit(3))


@linux_only
@pytest.mark.slow
def test_the_child_ends_with_its_parent(tmp_path: Path) -> None:
    parent = start(SLOW, tmp_path)
    assert parent.stdout
    child = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait(PATIENCE)
    for _ in range(20 * PATIENCE):
        status = Path(f"/proc/{child}/stat")
        if not status.exists() or status.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child goes on alone")


@linux_only
@pytest.mark.slow
def test_threads_share_few_heaps(tmp_path: Path) -> None:
    found = {}
    for shared in (False, True):
        text = start(HEAPS.format(shared=shared), tmp_path).communicate(timeout=PATIENCE)[0]
        found[shared] = len(re.findall("<heap nr=", text))
    assert 1 <= found[True] <= memory.MAX_ARENAS
    assert found[False] > found[True]
