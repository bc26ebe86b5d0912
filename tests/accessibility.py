"""What axe finds on a page that is open in a browser."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe

OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # what passes need not be written out: it takes axe as long as all the rest
    "preload": False,  # style sheets are fetched again for a rule that is none of these: a fifth of the time
}


FRAME = {"exclude": [["header"], ["footer"], ["nav"]]}
"""What stands around the content of every page: almost half of what axe takes for a page."""


def list_violations(page: Any, *, frame: bool = True) -> list[str]:
    """Return what axe finds: each rule with the beginning of the element, three elements of a rule at most.

    `frame`: False leaves out what stands around the content, where it was looked at on another page.
    """
    page.wait_for_load_state()  # words are found, after a click, before the style sheets are there
    found = Axe().run(page, context=None if frame else FRAME, options=OPTIONS).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"][:3]]
