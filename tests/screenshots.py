"""Pictures of every page of the site, in two widths and two themes, on a small world of its own.

    python -m tests.screenshots --out pictures
    python -m tests.screenshots --out pictures --only learn,board --language es

Look at them: a ring three tiles wide over the board passes every test.
"""

import argparse
from pathlib import Path
from typing import Any

from tests.fresh_site import open_fresh_site

LOOKS = [(width, theme) for width in (1440, 390) for theme in ("light", "dark")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder that they are written to")
    parser.add_argument("--only", default="", help="words, separated by commas, of which one stands in the address")
    parser.add_argument("--language", default="en")
    given = parser.parse_args()
    with open_fresh_site() as (address, browser):
        take_all(address, browser, given.out, tuple(filter(None, given.only.split(","))), given.language)


def take_all(address: str, browser: Any, out: Path, only: tuple[str, ...], language: str) -> None:
    from django.conf import settings

    from tests.site import every_page

    settings.ALLOWED_HOSTS.append("testserver")  # as which Django's test client asks
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 86400  # the pages behind "Is it you?", however long the others take
    world = every_page.people()
    pages = [page for page in every_page.every_page(world) if not only or any(word in page.path for word in only)]
    out.mkdir(parents=True, exist_ok=True)
    for who in world.clients:
        cookies = [{"name": "session", "value": world.sessions()[who], "url": address}] if who != "nobody" else []
        for width, theme in LOOKS:
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=theme, reduced_motion="reduce", locale=language
            )
            context.add_cookies(cookies)
            for page in pages:
                if page.who == who:
                    take(context, address, page, out / f"{page.name}-{who}-{width}-{theme}.png")
            context.close()
    print(f"{len(pages)} pages, {len(pages) * len(LOOKS)} pictures in {out}")


def take(context: Any, address: str, page: Any, path: Path) -> None:
    """Take one picture, of the whole length of the page."""
    tab = context.new_page()
    tab.goto(address + page.path, wait_until="load")
    tab.wait_for_timeout(400)
    tab.screenshot(path=path, full_page=True)
    tab.close()


if __name__ == "__main__":
    main()
