"""What a page may cost its reader: bytes, movement, the time to its largest part, and for how long it does not answer.

Bytes and movement are looked at in every run, by the browser that opens every page anyway. Times say something on a
quiet machine alone:

    EMPERORS_TIMES=yes python3 manage.py test tests/site/test_every_page.py
"""

import os
from typing import Any

DOCUMENT, BYTES = 20_000, 175_000
"""Of any page: of the document, and of all that it asks for, as they are sent."""
HEAVIER = dict.fromkeys(("/announce/", "/maps/", "/style/", "/tournament/", "/watch/"), 195_000)
"""The bytes of pages that begin so: forms with every rule, whole battles and maps."""
SHIFT = 0.02
"""How much of what is seen may move while a page loads. Lighthouse calls 0.1 good."""
LARGEST, BLOCKED = 2500, 200
"""Milliseconds from the first byte to the largest part, and without an answer to input; Lighthouse calls it good."""
TRIES = 3
"""How often a page that is over a limit is opened before it counts: a busy machine draws it late and in pieces."""
WATCH = """() => {
  const seen = (window.measured = { shift: 0, largest: 0, blocked: 0 });
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("layout-shift", (each) => { if (!each.hadRecentInput) seen.shift += each.value; });
  watch("largest-contentful-paint", (each) => { seen.largest = each.startTime; });
  watch("longtask", (each) => { seen.blocked += Math.max(each.duration - 50, 0); });
}"""
"""To be run before a page's own scripts."""
READ = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const parts = performance.getEntriesByType("resource").map((each) => [each.name, each.encodedBodySize]);
  const largest = Math.max(window.measured.largest - page.responseStart, 0);
  return { ...window.measured, largest, document: page.encodedBodySize, parts };
}"""


class Scales:
    """Measures pages that are open in a browser; knows what each file weighed when it was fetched, not from a cache."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}

    def list_excesses(self, tab: Any, path: str) -> list[str]:
        """Return by what an open page is over its limits; one that is over is opened again: it may be the machine."""
        limits, over = find_limits(path), []
        for attempt in range(TRIES):
            if attempt:
                tab.goto(tab.url, wait_until="load")
            found = self.measure(tab)
            over = [f"{name}: {found[name]:.4g}, at most {most}" for name, most in limits.items() if found[name] > most]
            if not over:
                break
        return over

    def measure(self, tab: Any) -> dict[str, float]:
        """Return what is known of the page by now."""
        found: dict[str, Any] = tab.evaluate(READ)
        parts = dict(found.pop("parts"))
        for name, size in parts.items():
            self.sizes[name] = max(size, self.sizes.get(name, 0))
        return found | {"bytes": found["document"] + sum(self.sizes[name] for name in parts)}


def find_limits(path: str) -> dict[str, float]:
    """Return the limits of a page by what is measured.

    >>> find_limits("/watch/")["bytes"] > find_limits("/ranking/")["bytes"]
    True
    """
    begin = next((each for each in HEAVIER if path.startswith(each)), "")
    limits = {"document": DOCUMENT, "bytes": HEAVIER.get(begin, BYTES), "shift": SHIFT}
    quiet = {"largest": LARGEST, "blocked": BLOCKED}
    return limits | quiet if os.environ.get("EMPERORS_TIMES") == "yes" else limits
