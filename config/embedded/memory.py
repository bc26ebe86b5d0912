"""What keeps the embedded site's process small: work done once happens in children, and threads share their heaps.

Both are for Linux with glibc, the children for SQLite as well: a pool of connections to PostgreSQL has threads.
Elsewhere the work is done in this process, and heaps stay as they are.
"""

import ctypes
import multiprocessing
import signal
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from django.db import connection, connections

from config.sqlite import pool

MAX_ARENAS = 2
"""Heaps of the C library. By default each thread gets one, up to eight for each core, and none shrinks again."""
LARGE = 128 * 1024
"""Bytes from which on a block goes back to the system when it is freed; by default this grows with the blocks."""
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Of glibc's malloc.h."""
PR_SET_PDEATHSIG = 1
"""Of Linux's prctl.h."""


def share_heaps() -> None:
    """Let all threads that start from now on share few heaps."""
    mallopt: Any = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt:
        mallopt(M_ARENA_MAX, MAX_ARENAS)
        mallopt(M_MMAP_THRESHOLD, LARGE)


def run_in_children(*works: Callable[[], object], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Do each work in a child process, whose memory is free afterwards; raise what the first of them raises.

    `meanwhile` is done here at the same time. Only for a process that has no other threads yet.
    """
    if sys.platform != "linux" or connection.vendor != "sqlite":
        for work in (*works, meanwhile):
            work()
        return
    connections.close_all()
    pool.close_all()  # SQLite forbids to use a connection in a child
    children = [start_child(work) for work in works]
    meanwhile()
    errors = [wait_for_child(*child) for child in children]
    for error in filter(None, errors):
        raise error


def start_child(work: Callable[[], object]) -> tuple[BaseProcess, Connection]:
    """Start a child that does the work; return it, and where it says how that went."""
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=report, args=(work, sender), daemon=True)
    child.start()
    sender.close()
    return child, receiver


def wait_for_child(child: BaseProcess, receiver: Connection) -> BaseException | None:
    """Wait until a child has ended, and return what its work raised."""
    try:
        error: BaseException | None = receiver.recv()
    except EOFError:
        child.join()
        return RuntimeError(f"A process that prepares the site ended early ({child.exitcode}).")
    child.join()
    return error


def report(work: Callable[[], object], sender: Connection) -> None:
    """Do the work, and send what it raised or None; end with the parent, whatever ends that."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    error: BaseException | None = None
    try:
        work()
    except BaseException as raised:
        error = raised
        error.add_note(traceback.format_exc())
    connections.close_all()
    pool.close_all()
    try:
        sender.send(error)
    except Exception:  # it holds something that cannot be sent
        sender.send(RuntimeError(f"{type(error).__name__}: {error}"))
