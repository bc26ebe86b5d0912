"""A lock file: one embedded site for each var/ directory, since its channel layer is one process's."""

import sys
from pathlib import Path
from typing import IO


class AlreadyLocked(Exception):
    """Another process holds the lock; the text is what that process wrote into the file."""


def acquire(path: Path, text: str) -> IO[str]:
    """Lock the file until it is closed or this process ends, and write the text into it."""
    file = path.open("a+")
    try:
        lock_file(file)
    except OSError:
        file.seek(0)
        holder = file.read().strip()
        file.close()
        raise AlreadyLocked(holder) from None
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()
    return file


def lock_file(file: IO[str]) -> None:
    """Take an exclusive lock without waiting, or raise OSError; the system releases it when the process ends."""
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 20)  # far behind the text: Windows keeps others from reading what is locked
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
