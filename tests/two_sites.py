"""A site of two web processes and a worker on one PostgreSQL and Redis, and strangers who visit it through either."""

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import chromium
from tests.newcomer import Newcomer
from tests.patience import PATIENCE
from tests.site.beside import until

NAMES = ("Ayyubid", "Bourbon", "Capet", "Doria")
"""Of the dynasties; a word follows that differs in every run."""
TITLE = "The Meeting of Four"
WORLD = f"""
import json
import secrets
from django.conf import settings
from django.test import Client
from tests import factories

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
cup = factories.announce("gift", seats=4, game="emperors", field="cross-4", title={TITLE!r}, round_seconds=3600,
                         terms={{"negotiation": "secret"}})
word, sessions = "".join(secrets.choice("abcdefghij") for _letter in range(8)), {{}}
for first in {NAMES!r}:
    name = f"{{first}}{{word}}"
    dynasty, client = factories.proven(factories.found(name)), Client()
    factories.born(dynasty, first)
    client.force_login(dynasty.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    sessions[name] = client.cookies["session"].value
print("WORLD " + json.dumps({{"cup": cup.code, "sessions": sessions}}))
"""


@dataclass
class Sites:
    """Addresses of both web processes, and what their database holds."""

    addresses: list[str]
    cup: str
    """The battle of four in which seats negotiate."""
    sessions: dict[str, str]
    """Of each dynasty's player, by its name."""


@contextmanager
def serve(
    environment: dict[str, str],
    start: Callable[[str, dict[str, str], Path], "subprocess.Popen[bytes]"],
    ports: list[int],
    directory: Path,
) -> Iterator[list[str]]:
    """Run a web process on each port and one worker; yield the addresses. What they say goes to files."""
    with ExitStack() as stack:
        one = environment | {"WEB_CONCURRENCY": "1"}
        jobs = [("web", one | {"PORT": str(port)}) for port in ports] + [("worker", one)]
        for number, (name, settings) in enumerate(jobs):
            folder = directory / str(number)
            folder.mkdir()
            stack.callback(stop, start(name, settings, folder))
        yield [f"http://127.0.0.1:{port}" for port in ports]


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a process, by force where it does not end by itself."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Stranger:
    """Somebody with a dynasty in a browser of their own, at one of the two web processes."""

    def __init__(self, browser: Any, sites: Sites, number: int, errors: list[str]) -> None:
        self.name, self.site = list(sites.sessions)[number], sites.addresses[number % 2]
        context = browser.new_context(
            reduced_motion="reduce", locale="en-GB", timezone_id="UTC", service_workers="block"
        )
        context.add_cookies([{"name": "session", "value": sites.sessions[self.name], "url": self.site}])
        context.set_default_timeout(1000 * PATIENCE)
        self.page = context.new_page()
        chromium.watch(self.page, errors)
        self.newcomer = Newcomer(self.page, self.site)
        self.seat = ""

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site}{path}")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def look_for_an_opponent(self, ground: str) -> None:
        self.go("/play/")
        self.page.get_by_label("Battlefield", exact=True).select_option(ground)
        self.page.get_by_label("Pace", exact=True).select_option("calm")
        self.press("Find an opponent")

    def wait_for_battle(self) -> str:
        """Return the address of the battle, without its site, once there are pieces of one's own; note the seat."""
        self.page.wait_for_url("**/tournament/**")
        self.page.locator("[data-battle] [data-tile][data-mine]").first.wait_for()
        self.seat = str(self.page.locator("[data-order-bar]").get_attribute("data-seat"))
        return str(self.page.url).removeprefix(self.site).partition("#")[0]

    def order(self) -> None:
        """Give an order by clicks."""
        assert self.newcomer.order()

    def wait_for_round(self, number: int) -> None:
        until(lambda: self.newcomer.is_open(number))

    def wait_for_result(self) -> str:
        """Return whether the battle was won."""
        result = self.page.locator("#result-title")
        result.wait_for()
        return str(result.inner_text())

    def resign(self) -> None:
        self.press("Resign…")
        self.page.wait_for_url("**/abdicate")
        self.press("Resign")

    def read_skill(self) -> tuple[int, int]:
        """Return the skill before and after the battle, as its result says."""
        text = self.page.locator("[data-result] .result-points", has_text="skill").inner_text()
        before, after = re.findall(r"\d+", text)[-2:]
        return int(before), int(after)

    def write(self, to: str, text: str) -> None:
        """Send a message to one other seat alone."""
        form = self.page.locator("[data-chat-form=parley]")
        form.get_by_label(to).check()
        form.get_by_label("Send to those you tick").fill(text)
        form.get_by_role("button", name="Send").click()
        self.page.locator("[data-room=parley] .lines", has_text=text).wait_for()


def meet(waiting: Stranger, coming: Stranger, ground: str, *, by_search: bool) -> None:
    """Let one look for an opponent, and the other find it: by a search of its own, or by a click on that search."""
    waiting.look_for_an_opponent(ground)
    waiting.page.get_by_role("heading", name="Looking for an opponent").wait_for()
    if by_search:
        coming.look_for_an_opponent(ground)
    else:
        coming.go("/play/")
        coming.page.locator(".searches li", has_text=waiting.name).get_by_role("button").click()
    assert waiting.wait_for_battle() == coming.wait_for_battle()


def fight(winner: Stranger, loser: Stranger) -> None:
    """Fight for two rounds; in the second one the loser resigns. The skill of both changes."""
    for each in (winner, loser):
        each.order()
    for each in (winner, loser):
        each.wait_for_round(2)
    loser.resign()
    loser.page.locator('[data-order-bar][data-state="sent"]').wait_for()
    winner.order()
    assert winner.wait_for_result().startswith("You won") and loser.wait_for_result().startswith("You lost")
    (before, after), (had, has) = winner.read_skill(), loser.read_skill()
    assert after > before and has < had


def fight_again(asking: Stranger, asked: Stranger) -> None:
    """Ask for a rematch; the other one sees it without loading the page anew, and it begins on changed seats."""
    over, seat = asking.page.url, asking.seat
    asking.press("Rematch")
    asking.page.get_by_role("heading", name="At the table").wait_for()
    asked.page.get_by_text("A rematch is waiting").wait_for()
    asked.press("To the rematch")
    asked.page.wait_for_url(asking.page.url.replace(asking.site, asked.site))
    assert asking.wait_for_battle() == asked.wait_for_battle()
    assert asking.page.url != over and asking.seat != seat


def negotiate(strangers: list[Stranger], cup: str) -> None:
    """Enter a battle of four; two write to each other over both sites and conclude a treaty, and two read nothing."""
    for each in strangers:
        each.go(f"/tournament/{cup}/")
        each.press("Enter")
    for each in strangers:
        each.wait_for_battle()
    first, second, *others = strangers
    first.write(to=second.name, text="Leave my flank alone.")
    second.page.locator("[data-room=parley] .lines", has_text="Leave my flank alone.").wait_for()
    second.write(to=first.name, text="As long as you pay.")
    first.page.locator("[data-room=parley] .lines", has_text="As long as you pay.").wait_for()
    first.go(f"/tournament/{cup}/treaties")
    first.page.get_by_role("group", name="With whom").get_by_label(second.name).check()
    first.page.locator("[name=kind][value=peace]").check()
    first.page.locator("[name=until]").fill("2")
    first.page.locator("[name=amount]").fill("10")
    first.press("Propose")
    second.page.get_by_text("1 waits for your answer").wait_for()
    second.go(f"/tournament/{cup}/treaties")
    second.press("Accept and stake")
    for each in others:
        each.page.reload()
        assert "my flank" not in each.page.content() and "waits for your answer" not in each.page.content()


def end(strangers: list[Stranger], cup: str) -> None:
    """Let all but the first resign; everybody then reads that the treaty was kept."""
    first, *others = strangers
    first.go(f"/tournament/{cup}/")
    first.order()
    for each in others:
        each.go(f"/tournament/{cup}/")
        each.resign()
    for each in strangers:
        assert each.wait_for_result().startswith("You won" if each is first else "You lost")
        each.page.locator("[data-result]").get_by_text("kept").first.wait_for()
