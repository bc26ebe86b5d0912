"""Every command on the pages for hosts is run by a test, or left out for a reason that is written down."""

import re
import subprocess
import sys

import pytest
from django.core.management import get_commands

from tests.operators import following, host
from tests.operators.host import PAGES, ROOT, blocks

INLINE = re.compile(r"(?:manage\.py|emperors-manage) ([a-z_]+)")
LINE_OF_PYTHON = re.compile(r"python3 -c '([^']+)'")
CODE = re.compile(r"^```(\w*)\n", re.MULTILINE)


def all_blocks() -> list[tuple[str, str]]:
    return [(page.name, block) for page in sorted(PAGES.glob("*.md")) for block in blocks(page.name)]


def test_every_block_of_every_page_is_followed() -> None:
    elsewhere = [(page, block) for page, block in all_blocks() if page not in following.PAGES_IN_ORDER]
    run = [block for block in elsewhere if following.get_why_left_out(block[1]) is None]
    assert {page for page, _block in run} == set(following.ONE_BY_ONE)
    named = [block for _page, block in all_blocks() if following.get_why_left_out(block)]
    unused = [begin for begin in following.LEFT_OUT if not any(following.begins(block, begin) for block in named)]
    assert not unused, "the reasons of commands that are on no page"


def test_what_is_written_otherwise_is_on_a_page() -> None:
    text = "\n".join(page.read_text() for page in PAGES.glob("*.md")) + "\n".join(
        path.read_text() for path in (ROOT / "deploy").rglob("*") if path.is_file()
    )
    assert [each.written for each in following.OTHERWISE if each.written.strip() not in text] == []
    assert [old for old in (*following.ADDRESSES, *following.SHORTER, *following.PORTS) if old not in text] == []


@pytest.mark.parametrize("page", sorted(page.name for page in PAGES.glob("*.md")))
def test_the_shell_can_read_every_block_and_no_block_hides(page: str) -> None:
    text = (PAGES / page).read_text()
    assert set(CODE.findall(text)) <= {"sh", ""} and text.count("```") == 2 * len(blocks(page))
    for block in blocks(page):
        read = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)
        assert read.returncode == 0, read.stderr


def test_every_command_of_the_site_that_is_named_exists() -> None:
    named = {name for page in PAGES.glob("*.md") for name in INLINE.findall(page.read_text())}
    assert len(named) > 8 and named <= set(get_commands()), named - set(get_commands())


def test_every_line_of_python_runs() -> None:
    lines = [line for page in PAGES.glob("*.md") for line in LINE_OF_PYTHON.findall(page.read_text())]
    assert len(lines) >= 3
    for line in lines:
        done = subprocess.run([sys.executable, "-c", line], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and len(done.stdout) > 20, done.stderr


def test_every_section_that_an_alert_names_is_there() -> None:
    headings = re.findall(r"^#+ (.+)$", (PAGES / "trouble.md").read_text(), re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    alerts = (ROOT / "deploy/prometheus/alerts.yml").read_text()
    runbooks = re.findall(r"runbook: docs/operators/trouble\.md#(\S+)", alerts)
    assert len(runbooks) == alerts.count("- alert:") and set(runbooks) <= anchors
    shown = (PAGES / "monitoring.md").read_text()
    assert [name for name in re.findall(r"- alert: (\w+)", alerts) if f"`{name}`" not in shown] == []


def test_a_machine_without_runuser_is_a_skip_with_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.os, "getuid", lambda: 0)
    monkeypatch.setattr(host, "find", lambda program: None)
    with pytest.raises(pytest.skip.Exception, match="no runuser"):
        host.skip_without_programs()
