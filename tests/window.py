"""Whether a page fits the window that shows it."""

from typing import Any


def excess(page: Any) -> int:
    """Return by how many pixels the page is wider than its window, 0 where it fits, once its style sheets are there.

    After a click its first words can be found before them, and a page without style is as wide as its icons.
    """
    page.wait_for_load_state()
    return page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")


def fits(page: Any) -> bool:
    """Return whether the page is no wider than its window."""
    return excess(page) == 0
