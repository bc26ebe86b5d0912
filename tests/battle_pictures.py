"""Pictures of a battle page in each of its states, in four windows and two themes, and a page that shows them all.

    make pictures
    python -m tests.battle_pictures --out pictures --only won,lost --windows 1280x720,320x640 --language es

Each state is a battle of its own that has been played up to it. Not part of the test run: look at the pictures.
"""

import argparse
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.fresh_site import open_fresh_site

WINDOWS = "1440x900,1024x768,390x844,320x640"
THEMES = ("light", "dark")
REVEALED = 700
"""Milliseconds after a round has closed: the pieces are under way."""
SETTLED = 500
Played = tuple[Any, str]
"""A battle, and the session of who looks at it; blank for nobody."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="the folder that they are written to")
    parser.add_argument("--only", default="", help="states, separated by commas")
    parser.add_argument("--windows", default=WINDOWS, help="widths and heights, separated by commas")
    parser.add_argument("--language", default="en")
    given = parser.parse_args()
    windows = [tuple(int(side) for side in each.split("x")) for each in given.windows.split(",")]
    take_all(given.out, tuple(filter(None, given.only.split(","))), windows, given.language)


def take_all(out: Path, only: tuple[str, ...], windows: list[Any], language: str) -> None:
    """Play each battle up to its state, and look at it in every window and theme."""
    states = {name: play for name, play in STATES.items() if not only or name in only}
    out.mkdir(parents=True, exist_ok=True)
    with open_fresh_site() as (address, browser):
        for name, play in states.items():
            battle, session = play() if name != "revealing" else (None, "")
            for width, height in windows:
                for theme in THEMES:
                    if name == "revealing":
                        battle, session = play()
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme=theme,
                        locale=language,
                        reduced_motion="no-preference" if name == "revealing" else "reduce",
                    )
                    if session:
                        context.add_cookies([{"name": "session", "value": session, "url": address}])
                    tab = context.new_page()
                    tab.goto(f"{address}/tournament/{battle.code}/", wait_until="networkidle")
                    if name == "revealing":
                        reveal(tab, battle)
                    tab.wait_for_timeout(SETTLED)
                    tab.screenshot(path=out / get_file(name, width, theme))
                    context.close()
    (out / "index.html").write_text(build_index(list(states), [width for width, _height in windows]))
    print(f"{len(states)} states, {len(states) * len(windows) * len(THEMES)} pictures in {out}; open index.html")


def get_file(name: str, width: int, theme: str) -> str:
    return f"{name}-{width}-{theme}.png"


def build_index(names: list[str], widths: list[int]) -> str:
    """Return a page with every picture, a state a row."""
    rows = [
        f"<h2>{name} · {theme}</h2><p>"
        + "".join(f'<img src="{get_file(name, width, theme)}" height="480" alt="{width}"> ' for width in widths)
        for name in names
        for theme in THEMES
    ]
    return "<!doctype html><title>Battle pages</title>" + "\n".join(rows)


def reveal(tab: Any, battle: Any) -> None:
    """Let the round close under the eyes of who looks."""
    from tests import factories
    from tests.site.beside import elsewhere

    tab.locator('[data-connection="live"]').wait_for()
    elsewhere(lambda: [factories.order(battle, seat, text) for seat, text in (("a", "C3-C4"), ("b", "C5-C4"))])
    tab.locator('[data-order-bar][data-state="revealing"]').wait_for()
    tab.wait_for_timeout(REVEALED)


def fight(
    *played: dict[str, str], field: str = "old-duel-2", seats: int = 2, type: str = "honour", **more: Any
) -> Played:
    """Return a battle of that many dynasties after these rounds, and the session of seat a."""
    from django.conf import settings
    from django.test import Client

    from tests import factories

    number = fight.count = getattr(fight, "count", 0) + 1  # type: ignore[attr-defined]
    battle = factories.announce(
        type, game="emperors", field=field, seats=seats, title="The Quiet Duel", round_seconds=900, **more
    )
    client = Client()
    for seat, name in zip("abcdefgh"[:seats], NAMES, strict=False):
        emperor = factories.born(factories.found(f"{name}{number}"), name, 40)
        factories.enter(battle, emperor, seat)
        if seat == "a":
            client.force_login(emperor.dynasty.user, backend=settings.AUTHENTICATION_BACKENDS[0])
    factories.lifecycle.start(tournament_id=battle.pk)
    factories.play(factories.again(battle), *played)
    return factories.again(battle), client.cookies["session"].value


NAMES = ("Ulrika", "Vasile", "Theodora", "Khosrow", "Amanirenas", "Mehmed", "Himiko", "Pachacuti")


def play_announced() -> Played:
    """Announce a battle, and bet on it."""
    from tests import factories
    from tournaments.services import bets

    battle = factories.announce(
        "honour",
        game="emperors",
        field="cross-4",
        seats=4,
        title="The Open Pool",
        terms={"betting": True, "betting_window": 3600},
    )
    for seat, name in zip("ab", ("Zapotec", "Moche"), strict=True):
        factories.enter(battle, factories.born(factories.found(name), name, 40), seat)
    for seat, name, amount in (("a", "Garamantes", 40), ("b", "Sabaea", 25)):
        bettor = factories.found(name)
        factories.endow(bettor, "gold", 100)
        bets.place_bet(
            tournament=battle,
            dynasty=bettor,
            emperor=factories.born(bettor, name, 20),
            seat=seat,
            asset="gold",
            amount=amount,
        )
    return battle, ""


def play_sent() -> Played:
    from tests import factories

    battle, session = fight()
    factories.order(battle, "a", "C3-C4")
    return battle, session


def play_asleep() -> Played:
    from tournaments.models import Entry

    battle, session = fight({}, {}, {})
    Entry.objects.filter(tournament=battle, seat="a").update(missed=3)
    return battle, session


def play_halted() -> Played:
    from core import clock
    from tournaments.models import Round, Tournament

    battle, session = fight({"a": "C3-C4", "b": "B5-B4"})
    Round.objects.filter(tournament=battle, closed_at=None).update(try_at=clock.now() + timedelta(hours=1))
    Tournament.objects.filter(pk=battle.pk).update(status=Tournament.Status.HALTED, why="unresolved")
    return battle, session


def play_watched() -> Played:
    battle, _session = fight({"a": "C3-C4", "b": "B5-B4"})
    return battle, ""


MARCH_OF_A = [{"a": order} for order in ("C3-C4", "C4-C5", "C5-C6", "C6-C7")]
MARCH_OF_B = [{"b": order} for order in ("C5-C4", "C4-C3", "C3-C2", "C2-C1")]
MARCHES_PAST = [
    {"a": "D3-D4", "b": "B5-B4"},
    {"a": "D4-D5", "b": "B4-B3"},
    {"a": "D5-D6", "b": "B3-B2"},
    {"a": "D6-C6", "b": "B2-C2"},
    {"a": "C6-C7", "b": "C2-C1"},
]
"""Both Emperors are taken in the same round."""
MARCH_OF_C = [{"c": order} for order in ("D5-D4", "D4-D3", "D3-D2", "D2-D1")]
STATES: dict[str, Callable[[], Played]] = {
    "announced": play_announced,
    "before": fight,
    "sent": play_sent,
    "revealing": fight,
    "collision": lambda: fight({"a": "C3-C4", "b": "C5-C4"}),
    "capture": lambda: fight({"a": "C3-C4"}, {"b": "C5-C4"}),
    "fallen": lambda: fight(*MARCH_OF_C, field="cross-4", seats=4),
    "fall": lambda: fight(*turn(MARCH_OF_C), field="cross-4", seats=4),
    "won": lambda: fight(*MARCH_OF_A),
    "lost": lambda: fight(*MARCH_OF_B),
    "second": lambda: fight(*MARCH_OF_C, field="cross-4", seats=4, rules={"goals": ["survive(4,1)"]}),
    "draw": lambda: fight(*MARCHES_PAST),
    "asleep": play_asleep,
    "halted": play_halted,
    "watched": play_watched,
    "eight": lambda: fight({}, field="ring-8", seats=8),
}


def turn(march: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the march of a to the Emperor of c on the cross, for that of c to the Emperor of a."""
    return [{"a": order} for order in ("D3-D4", "D4-D5", "D5-D6", "D6-D7")][: len(march)]


if __name__ == "__main__":
    main()
