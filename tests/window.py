"""Whether a page fits the window that shows it."""

from typing import Any


def fits(page: Any) -> bool:
    """Return whether the page is no wider than its window, asked once its style sheets are there.

    After a click its first words can be found before them, and a page without style is as wide as its symbols.
    """
    page.wait_for_load_state()
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")
