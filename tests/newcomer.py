"""Somebody who visits for the first time and reads no help: clicks, counted and timed, from the first page on.

A newcomer sees the board: which pieces are the own ones, where each may go, and where the goal is. So each order takes
the rival's Emperor where one is in reach, else another piece, else it goes towards the Emperor.
"""

import time
from typing import Any

from playwright.sync_api import Error

from tests.site.beside import until

ORDERS = """async ([address, seen]) => {
  const { you, position } = await (await fetch(address)).json();
  if (!you || !you.legal) return null;
  const at = (tile) => [tile.charCodeAt(0), Number(tile.slice(1))];
  const pieces = new Map(position.pieces.map((each) => [each.tile, each]));
  const emperor = position.pieces.find(({ kind, seat }) => kind === "emperor" && seat !== you.seat);
  const far = (tile) => (emperor ? Math.max(...at(tile).map((n, i) => Math.abs(n - at(emperor.tile)[i]))) : 0);
  const worth = ([from, to]) => {
    const met = pieces.get(to);
    const taken = met && met.seat !== you.seat ? (met.kind === "emperor" ? 200 : 20) : 0;
    const risk = pieces.get(from)?.kind === "emperor" ? 30 : 0;
    return taken - risk + far(from) - far(to) + ((seen * 7 + from.charCodeAt(0)) % 5) / 10;
  };
  const all = Object.entries(you.legal).flatMap(([from, goals]) => goals.map((to) => [from, to]));
  return all.sort((one, other) => worth(other) - worth(one))[0] ?? null;
}"""
"""Return the order that looks best on the board that is shown, as [from, to]; null where none can be given."""

ROUND_IS_OPEN = """number => {
  if (document.querySelector("[data-result]")) return true;
  const title = document.querySelector("[data-round-title]")?.textContent ?? "";
  const isRevealing = document.querySelector('[data-order-bar][data-state="revealing"]');
  return new RegExp(`\\\\b${number}\\\\b`).test(title) && !isRevealing;
}"""
"""Whether a round is open and the one before was shown, or the battle is over."""


WATCH_FOR_ANSWER = """(() => {
  const look = () => {
    if (!document.querySelector("[data-battle] g.tile[data-mine]")) return requestAnimationFrame(look);
    const [page] = performance.getEntriesByType("navigation");
    const parts = performance.getEntriesByType("resource");
    window.answer = {
      seconds: (performance.now() - page.responseStart) / 1000,
      bytes: parts.filter(({ name }) => new URL(name).pathname.endsWith(".js") || name.includes("catalogue"))
        .reduce((sum, each) => sum + each.encodedBodySize, 0),
    };
  };
  look();
})()"""
"""To be run before a page's own scripts: notes when the board takes orders, and the bytes of scripts up to then."""


class Newcomer:
    """A first visitor at a page of the browser; `clicks` and `seconds` since `begin`."""

    def __init__(self, page: Any, site: str) -> None:
        self.page, self.site, self.clicks, self.began = page, site, 0, time.monotonic()

    @property
    def seconds(self) -> float:
        return round(time.monotonic() - self.began, 1)

    @property
    def has_thumb(self) -> bool:
        return bool(self.page.viewport_size["width"] < 700)

    def click(self, target: Any) -> None:
        target.click()
        self.clicks += 1

    def begin(self) -> None:
        """Open the first page, and go into a battle."""
        self.page.goto(self.site)
        self.began = time.monotonic()
        self.click(self.page.get_by_role("button", name="Play now").first)
        self.page.locator("[data-battle] [data-tile][data-mine]").first.wait_for()

    def measure_answer(self) -> float:
        """Return how many seconds after the first byte the board took orders; `WATCH_FOR_ANSWER` has watched it."""
        until(lambda: self.page.evaluate("Boolean(window.answer)"), 30)
        return round(self.page.evaluate("window.answer.seconds"), 2)

    def read_goal(self) -> str:
        """Return what the page says is to be done."""
        hint = self.page.locator("[data-coach-text]")
        return str(hint.inner_text()) if hint.count() and hint.is_visible() else self.read_aim()

    def read_aim(self) -> str:
        return str(self.page.locator('[data-aim="0"]').inner_text())

    def read_story(self) -> str:
        """Return what the page says of the last round."""
        return " ".join(self.page.locator("[data-events] li").all_text_contents()).strip()

    def read_result(self) -> str:
        """Return whether the battle was won, and why."""
        result = self.page.locator("[data-result]")
        return " ".join(" ".join(result.locator("h2, h2 + p").all_text_contents()).split())

    def read_next_step(self) -> str:
        """Return the words of the button that leads on."""
        return str(self.page.locator("[data-result] :is(.button.gold, .button.primary)").first.inner_text()).strip()

    def order(self) -> bool:
        """Give the order that looks best; return whether there was one."""
        code = self.page.locator("[data-battle]").get_attribute("data-battle")
        found = self.page.evaluate(ORDERS, [f"/tournament/{code}/state", self.clicks])
        if found is None:
            return False
        for tile in found:
            self.click(self.page.locator(f'[data-battle] g.tile[data-tile="{tile}"]'))
        if self.has_thumb:  # a thumb is asked
            self.click(self.page.locator("[data-confirm]").get_by_role("button", name="Send order"))
        return True

    def is_open(self, number: int) -> bool:
        """Return whether a round is open, or the battle over; not while the page is being loaded for its result."""
        try:
            return bool(self.page.evaluate(ROUND_IS_OPEN, number))
        except Error:
            return False

    def wait_for_round(self, number: int) -> bool:
        """Wait until a round is open, or the battle over; return whether it goes on."""
        until(lambda: self.is_open(number), 30)
        return self.page.locator("[data-result]").count() == 0

    def play_to_the_end(self, most: int) -> int:
        """Play from the second round until there is a result, at most so many rounds; return the last one played."""
        for number in range(2, most + 1):
            if not self.order() or not self.wait_for_round(number + 1):
                self.page.locator("[data-result]").wait_for()
                return number
        return most
