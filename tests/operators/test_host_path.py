"""From a bare Debian to a backed-up, monitored site: the pages for hosts, followed to the letter in a directory.

`make host-path` does it, with a virtual environment of its own from the network, in some minutes. `HOST_VENV=ours`
takes the packages of this one instead.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.operators import following
from tests.operators.host import Host, blocks, skip_without_programs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif("HOST_PATH" not in os.environ, reason="a walk of its own: make host-path"),
]
PEOPLE = """
from django.contrib.auth import get_user_model
from config.accounts import recovery
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
ann = get_user_model().objects.create_user("ann@example.org", "long-and-dull-4711")
EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
Authenticator.objects.create(user=ann, type="totp", data={"secret": "x"})
"""
PYTHON = """#!/bin/sh
[ "$1 $2" = "-m venv" ] || exec {python} "$@"
mkdir -p "$3/bin"
for each in python uvicorn celery; do printf '#!/bin/sh\\nexec {bin}/%s "$@"\\n' $each > "$3/bin/$each"; done
printf '#!/bin/sh\\n' > "$3/bin/pip"
chmod +x "$3"/bin/*
"""


@pytest.fixture
def host() -> Iterator[Host]:
    skip_without_programs()
    machine, redis = Host(), None
    try:
        following.prepare(machine)
        machine.check_out()
        machine.make_cluster()
        command = ["redis-server", "--port", str(machine.redis), "--save", "", "--appendonly", "no"]
        redis = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if os.environ.get("HOST_VENV") == "ours":
            shim = machine.root / "shims/python3"
            shim.write_text(PYTHON.format(python=sys.executable, bin=Path(sys.executable).parent))
            shim.chmod(0o755)
        yield machine
    finally:
        machine.end()
        if redis:
            redis.kill()
            redis.wait()


def test_the_pages_are_followed_to_the_letter(host: Host) -> None:
    for page in following.PAGES_IN_ORDER:
        todo = [block for block in blocks(page) if following.get_why_left_out(block) is None]
        before = "" if page == "hosting.md" else "cd /srv/emperors/site\n"
        if page == "backups.md":
            assert follow_backups(host, before, todo)
            continue
        text = host.run(before + following.write_page(todo))
        print(f"\n── {page}: {text.count('== block')} blocks ──\n{text[-1500:]}")
        check = {"hosting.md": check_site, "monitoring.md": check_metrics, "trouble.md": check_site}[page]
        check(host, text)
    host.run(f"cd /srv/emperors/site\nemperors-manage shell --no-imports -c '{PEOPLE}'")
    host.run("ln -s /srv/emperors/venv /srv/emperors/site/.venv")
    for page in following.ONE_BY_ONE:
        for block in filter(lambda each: following.get_why_left_out(each) is None, blocks(page)):
            stop, start = ("systemctl stop", "systemctl start") if "restore" in block else ("true", "true")
            units = "emperors-web@8000 emperors-web@8001 emperors-worker emperors-beat"
            written = (
                f"cd /srv/emperors/site\n{stop} {units}\nset -a; . /etc/emperors/env; set +a\n{block}\n{start} {units}"
            )
            host.run(written.replace("python3 ", "/srv/emperors/venv/bin/python "))


def follow_backups(host: Host, before: str, todo: list[str]) -> bool:
    """Follow the page up to the mistake, make it, and follow the rest."""
    [restore] = [number for number, block in enumerate(todo) if "emperors-restore-to" in block]
    texts = host.run(before + following.write_page(todo[:restore]))
    print(texts[-3000:])
    assert "0 findings" in texts, "the drill verifies what it restored"
    copied = [path.name for path in (host.root / "offsite").iterdir()]
    assert copied and all(name.endswith(".gpg") for name in copied), "copied, and encrypted"
    host.run("runuser -u postgres -- psql -Atc 'SELECT now()' postgres > moment; sleep 1")
    host.run("runuser -u postgres -- psql -qc 'DROP TABLE tournaments_round CASCADE' emperors; sleep 5")
    texts = host.run(before + following.write_page(todo[restore:]))
    print(texts[-3000:])
    return "0 findings" in texts


def check_site(host: Host, text: str) -> None:
    asked = host.run("curl --silent --retry 20 --retry-delay 1 --retry-all-errors http://127.0.0.1:8001/healthz")
    health = json.loads(asked[asked.index("{") :])
    assert health["status"] in {"ok", "late"} and health["database"] == "postgresql", asked
    done = (host.root / "done").read_text()
    assert "systemctl enable --now emperors-web@" in done and "nginx -t" in done
    page = host.run(
        "curl --silent --header 'Host: play.example.org' --header 'X-Forwarded-Proto: https' http://127.0.0.1:8000/"
    )
    assert "<!doctype html>" in page.lower()


def check_metrics(host: Host, text: str) -> None:
    assert "emperors_pool_size_limit 8.0" in text and "emperors_database_connections_limit 100.0" in text
