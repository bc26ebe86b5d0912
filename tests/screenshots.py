"""Pictures of every page of the site, in two widths and two themes, on a small world of its own.

    python -m tests.screenshots --out pictures
    python -m tests.screenshots --out pictures --only learn,board --language es
    python -m tests.screenshots --out pictures --lively --only market,ranking --looks 1440-light,390-dark

With `--lively` houses fight and trade in that world, and bets, a season, a death and a capture lie behind it.

Look at them: a ring three tiles wide over the board passes every test.
"""

import argparse
from itertools import product
from pathlib import Path
from typing import Any

from tests.fresh_site import open_fresh_site

LOOKS = "1440-light,1440-dark,390-light,390-dark"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder that they are written to")
    parser.add_argument("--only", default="", help="words, separated by commas, of which one stands in the address")
    parser.add_argument("--language", default="en", help="one or more, separated by commas")
    parser.add_argument("--looks", default=LOOKS, help="widths and themes, separated by commas")
    parser.add_argument("--lively", action="store_true", help="with houses, bets and a past")
    given = parser.parse_args()
    with open_fresh_site() as (address, browser):
        world = set_up(lively=given.lively)
        take_all(address, browser, world, given)


def set_up(*, lively: bool) -> Any:
    """Return the world that is looked at."""
    from django.conf import settings

    from tests import lively_world
    from tests.site import every_page
    from tournaments.services import world as site_world

    settings.ALLOWED_HOSTS.append("testserver")  # as which Django's test client asks
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86400  # the pages behind "Is it you?", however long the others take
    if lively:
        site_world.seed()
    small = every_page.people()
    return lively_world.enliven(small) if lively else small


def take_all(address: str, browser: Any, world: Any, given: argparse.Namespace) -> None:
    """Take a picture of each page that is wanted, in each look and language."""
    from tests.site import every_page

    words = tuple(filter(None, given.only.split(",")))
    pages = [page for page in every_page.every_page(world) if not words or any(word in page.path for word in words)]
    given.out.mkdir(parents=True, exist_ok=True)
    taken = 0
    for who, language, look in product(world.clients, given.language.split(","), given.looks.split(",")):
        width, theme = look.split("-")
        context = browser.new_context(
            viewport={"width": int(width), "height": 900}, color_scheme=theme, reduced_motion="reduce", locale=language
        )
        if who != "nobody":
            context.add_cookies([{"name": "session", "value": world.sessions()[who], "url": address}])
        for page in [page for page in pages if page.who == who]:
            take(context, address, page, given.out / f"{page.name}-{who}-{language}-{look}.png")
            taken += 1
        context.close()
    print(f"{len(pages)} pages, {taken} pictures in {given.out}")


def take(context: Any, address: str, page: Any, path: Path) -> None:
    """Take one picture, of the whole length of the page."""
    tab = context.new_page()
    tab.goto(address + page.path, wait_until="load")
    tab.wait_for_timeout(400)
    tab.screenshot(path=path, full_page=True)
    tab.close()


if __name__ == "__main__":
    main()
