"""Memory and CPU of processes on this machine."""

import os
from pathlib import Path


def resident(process: int) -> int:
    """Return the bytes of memory that the process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def server() -> int:
    """Return the number of PostgreSQL's process for this connection, on this machine; 0 with another database."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def cpu(process: int) -> float:
    """Return the seconds of CPU that the process has used; 0 for none."""
    if not process:
        return 0.0
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
