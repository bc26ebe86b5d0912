"""How the pages are followed: in which order, and the few commands that are run otherwise than written, with why."""

from typing import NamedTuple

from tests.operators.host import Host
from tests.reliability.chaos.servers import free_port

PAGES_IN_ORDER = ("hosting.md", "backups.md", "monitoring.md", "trouble.md")
"""Each of them in one shell from top to bottom, as the pages say."""

ADDRESSES = {
    "backup@backup.example.org:emperors": "{root}/offsite",
    "https://git.example.org/emperors.git": "{root}/source",
}
"""Other machines: directories here."""

RESTORE = "emperors-restore-to '2026-11-22 14:59:00+00'"

SHORTER = {
    "archive_timeout = 60": "archive_timeout = 2",
    "collectstatic --no-input": "collectstatic --no-input -i drf_spectacular_sidecar -i admin",
}
"""Time that a test need not wait: for the next minute, and for large files of others to be compressed."""

PORTS = {
    "listen 80;": "listen {free};",
    "listen [::]:80;": "",
    "listen 443 ssl http2;": "listen {free} ssl http2;",
    "listen [::]:443 ssl http2;": "",
}
"""What only one program of a machine can have."""


class Instead(NamedTuple):
    """A command that cannot be run as it is written."""

    written: str
    run: str
    why: str


OTHERWISE = (
    Instead(
        "emperors-manage createsuperuser ",
        "DJANGO_SUPERUSER_PASSWORD=dull-4711 emperors-manage createsuperuser --no-input --email you@example.org ",
        "it asks at a terminal",
    ),
    Instead("cp deploy/bin/* /usr/local/bin/", "cp deploy/bin/* {root}/usr/local/bin/", "a directory of this host"),
    Instead(
        "journalctl --vacuum-size=500M",
        "command -v journalctl",
        "it would remove logs of the machine that runs the test",
    ),
    Instead(
        RESTORE,
        'emperors-restore-to "$(cat {root}/moment)"',
        "the moment is one of this test",
    ),
)

ONE_BY_ONE = ("operating.md",)
"""Pages whose blocks stand alone: they are run in the checkout that the first pages made."""

LEFT_OUT = {
    "python3 manage.py play": "serves until it is stopped; test_start.py and test_embedded.py start it",
    "cat > .env": "needs a Docker daemon; `docker` is a stand-in here, and test_compose.py reads compose.yaml",
    ".venv/bin/python -m ensurepip": "asks the Internet what is known today",
}
"""Blocks, by what they begin with, that are not run, and why."""


def begins(block: str, begin: str) -> bool:
    return block.startswith(begin)


def get_why_left_out(block: str) -> str | None:
    """Return why a block is not run; None where it is."""
    return next((why for begin, why in LEFT_OUT.items() if begins(block, begin)), None)


def prepare(host: Host) -> None:
    """Tell the host what is written otherwise."""
    plain = {**ADDRESSES, **SHORTER, **PORTS, **{each.written: each.run for each in OTHERWISE}}
    host.moved |= {old: new.format(root=host.root, free=free_port()) for old, new in plain.items()}


def write_page(page_blocks: list[str]) -> str:
    """Return the blocks of a page as one script that says where it is."""
    return "\n".join(f"echo '== block {number}'\n{block}" for number, block in enumerate(page_blocks, 1))
