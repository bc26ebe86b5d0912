"""Bytes over the wire, as a real browser counts them: the first and the second view of pages of the embedded site.

    python -m benchmarks.wire                 (a site of its own, on a phone's screen)
    python -m benchmarks.wire --at URL        (a site that runs already)

Each page is opened twice in one browser, the second time with what the first left in the cache. "kB" are bytes as
they were received, with their headers, by DevTools' `encodedDataLength`; the battle is the one that Play now begins.
Needs Chromium.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests import chromium

ROOT = Path(__file__).resolve().parent.parent
HERE = re.compile(r"Emperors of the Dynasty: (http://\S+/)")
PAGES = ("/", "/play/", "/rules/", "/learn/", "/ranking/")
PHONE = {"width": 390, "height": 844}


@dataclass
class View:
    """What one view of a page received: bytes by kind (Document, Stylesheet, Script, …) and the number of requests."""

    received: Counter[str] = field(default_factory=Counter)
    requests: int = 0

    @property
    def total(self) -> int:
        return sum(self.received.values())


@contextmanager
def play(*arguments: str) -> Iterator[str]:
    """Run `manage.py play` on a fresh world and a free port; yield its address."""
    with tempfile.TemporaryDirectory() as var:
        command = [sys.executable, "manage.py", "play", "--port", "0", *arguments]
        environment = {**os.environ, "EMPERORS_VAR": var}
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout
            found = next(filter(None, map(HERE.match, process.stdout)))
            yield found[1].rstrip("/")
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def phone() -> Iterator[Any]:
    """Yield a page in a browser with an empty cache and a phone's screen."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        context = browser.new_context(viewport=PHONE, service_workers="block", reduced_motion="reduce")
        yield context.new_page()
        browser.close()


@contextmanager
def measure_transfer(page: Any) -> Iterator[View]:
    """Count what the page receives until the block ends, and half a second without news after it."""
    view, kinds = View(), {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")

    def responded(event: Any) -> None:
        kinds[event["requestId"]] = event["type"]

    def finished(event: Any) -> None:
        view.received[kinds.get(event["requestId"], "Other")] += int(event["encodedDataLength"])
        view.requests += bool(event["encodedDataLength"])

    session.on("Network.responseReceived", responded)
    session.on("Network.loadingFinished", finished)
    yield view
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    session.detach()


def measure_page(page: Any, address: str) -> View:
    """Open the address and return what came."""
    with measure_transfer(page) as view:
        page.goto(address)
    return view


def measure_battle_page(page: Any, site: str) -> View:
    """Press Play now and return what came with the battle page alone, opened with an empty cache."""
    page.goto(site)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/tournament/*/")
    session = page.context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.detach()
    return measure_page(page, page.url)


def row(name: str, view: View) -> str:
    """Return a line of the table."""
    kinds = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in view.received.most_common())
    return f"{name:24} {view.total / 1000:8.1f} kB {view.requests:4} requests   {kinds}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", help="the address of a running site")
    address = parser.parse_args().at
    with play() if not address else contextmanager(lambda: iter([address.rstrip("/")]))() as site:
        for path in PAGES:
            with phone() as page:
                print(row(path, measure_page(page, site + path)))
                print(row("  once more", measure_page(page, site + path)))
        with phone() as page:
            print(row("a battle", measure_battle_page(page, site)))


if __name__ == "__main__":
    main()
