"""Detection of a full disk and of a damaged database, which are told in one sentence instead of tracebacks."""

import errno
import logging
import time
from collections.abc import Iterator

from django.conf import settings

FULL = "The disk is full: nothing can be written. Free some space; nothing that was acknowledged is lost."
FULL_ERRNO = {errno.ENOSPC, errno.EDQUOT}
FULL_WORDS = ("database or disk is full", "No space left on device")
FULL_STATE = "53100"  # PostgreSQL's disk_full
DAMAGED = (
    "The database {file} is damaged and cannot be read. Put a backup in its place with "
    "`manage.py restore FILE --sure` (docs/operators/backups.md); the damaged file is kept beside it."
)
DAMAGED_WORDS = ("file is not a database", "database disk image is malformed")  # SQLite's
LINE_INTERVAL = 60.0  # seconds between two lines that say so


def find_sentence(error: BaseException) -> str:
    """Return what to say of an error whose cause is a full disk or a damaged database; blank for others."""
    if is_disk_full(error):
        return FULL
    is_damaged = any(words in str(each) for each in iterate_causes(error) for words in DAMAGED_WORDS)
    return DAMAGED.format(file=settings.DATABASES["default"]["NAME"]) if is_damaged else ""


def is_disk_full(error: BaseException | None) -> bool:
    """Return whether an error, or one of its causes, is that of a full disk."""
    return any(is_disk_full_error(each) for each in iterate_causes(error))


def is_disk_full_error(error: BaseException) -> bool:
    if isinstance(error, OSError) and error.errno in FULL_ERRNO:
        return True
    return getattr(error, "sqlstate", None) == FULL_STATE or any(words in str(error) for words in FULL_WORDS)


def iterate_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, one after the other."""
    visited: set[int] = set()
    while error is not None and id(error) not in visited:
        visited.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


class DiskFullFilter(logging.Filter):
    """A logging filter that passes one line a minute about a full disk."""

    def __init__(self) -> None:
        super().__init__()
        self.again = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for a record about a full disk within a minute of the last one."""
        if not is_about_full_disk(record):
            return True
        now = time.monotonic()
        if now < self.again:
            return False
        self.again = now + LINE_INTERVAL
        return True


def is_about_full_disk(record: logging.LogRecord) -> bool:
    """Return whether a record is about a full disk."""
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    return is_disk_full(error) or any(words in record.getMessage() for words in FULL_WORDS)


def shorten_record(record: logging.LogRecord) -> logging.LogRecord:
    """Return a record with the one sentence for a record about a full disk, and any other record as it is."""
    if not is_about_full_disk(record):
        return record
    return logging.LogRecord("disk", logging.ERROR, record.pathname, record.lineno, FULL, (), None)
