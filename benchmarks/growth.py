"""How much slower pages and queries become as the world grows: each as a ratio of its own time in a small world.

    python -m benchmarks.growth                                      (SQLite, in a file that is deleted afterwards)
    DATABASE_URL=postgres://… python -m benchmarks.growth            (PostgreSQL, into an empty database)
    python -m benchmarks.growth --sizes 1000:1000 10000:100000       (dynasties:events)
    python -m benchmarks.growth --only prices "API" --repeat 30      (what begins like that, more often)

On SQLite it counts seconds of CPU, so that a busy machine does not matter; on PostgreSQL seconds by the clock.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

from benchmarks import fresh

Work = Callable[[], object]
SIZES = ("1000:1000", "10000:100000", "100000:1000000")
REPEAT = 7


def measure_best(work: Work, clock: Callable[[], float], repeat: int) -> float:
    """Return the shortest of several times, after one run to warm up."""
    work()
    times = []
    for _ in range(repeat):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def pages(reader: Any) -> dict[str, Work]:
    """Return the requests to measure by name; the reader's own dynasty is the same in every world."""
    from benchmarks import world

    visitor, owner = world.browser(), world.browser(reader.dynasty)
    asked = {
        "first page": (visitor, "/"),
        "ranking": (visitor, "/ranking/"),
        "ranking, page 20": (visitor, "/ranking/?page=20"),
        "ranking, its last page": (visitor, "/ranking/?page=999999"),
        "dynasty": (visitor, f"/dynasty/{reader.dynasty.code}/"),
        "ranking by skill": (visitor, "/ranking/skill/"),
        "skill of a dynasty": (visitor, f"/dynasty/{reader.dynasty.code}/skill/"),
        "career": (visitor, f"/dynasty/{reader.dynasty.code}/career/"),
        "career, its owner": (owner, f"/dynasty/{reader.dynasty.code}/career/"),
        "career of an emperor": (visitor, f"/emperor/{reader.emperor.code}/career/"),
        "dynasty, its owner": (owner, f"/dynasty/{reader.dynasty.code}/"),
        "log": (visitor, f"/dynasty/{reader.dynasty.code}/log"),
        "log, its owner": (owner, f"/dynasty/{reader.dynasty.code}/log"),
        "log, by kind": (visitor, f"/dynasty/{reader.dynasty.code}/log?kind=fought"),
        "log, by emperor": (visitor, f"/dynasty/{reader.dynasty.code}/log?emperor={reader.emperor.code}"),
        "log, by time": (visitor, f"/dynasty/{reader.dynasty.code}/log?since=2026-01-01&until=2026-06-01"),
        "log, rare kind": (owner, f"/dynasty/{reader.dynasty.code}/log?kind=joined"),
        "log as CSV": (visitor, f"/dynasty/{reader.dynasty.code}/log.csv"),
        "emperor": (visitor, f"/emperor/{reader.emperor.code}/"),
        "play": (owner, "/play/"),
        "play, filtered": (owner, "/play/?type=death"),
        "tournament, to enter": (owner, f"/tournament/{reader.open.code}/"),
        "tournament, over": (owner, f"/tournament/{reader.over.code}/"),
        "market": (owner, "/market/"),
        "market, filtered": (owner, "/market/?gives=ruby&asks=gold"),
        "treasury’s books": (visitor, "/treasury/"),
        "prices": (visitor, "/market/prices/"),
        "own offers": (owner, "/market/own/"),
        "regalia": (owner, "/market/regalia/"),
        "seasons": (visitor, "/ranking/seasons/"),
        "ranking of bettors": (visitor, "/ranking/bettors/"),
        "family tree": (visitor, f"/dynasty/{reader.dynasty.code}/family/"),
        "trophies": (visitor, f"/dynasty/{reader.dynasty.code}/trophies/"),
        "world chronicle": (visitor, "/chronicle/"),
        "following": (owner, "/court/following/"),
        "court": (owner, "/court/"),
        "wealth": (owner, "/court/wealth/"),
        "bets": (owner, "/court/bets/"),
        "notices": (owner, "/notices/"),
        "search": (visitor, "/search/?q=a"),
        "search, battles": (visitor, "/search/?kind=battle&q=cup&type=gift"),
        "API: ranking": (visitor, "/api/v1/ranking/"),
        "API: ranking, a far page": (visitor, "/api/v1/ranking/?page=19"),
        "API: dynasties": (visitor, "/api/v1/dynasties/"),
        "API: career": (visitor, f"/api/v1/dynasties/{reader.dynasty.code}/career/"),
        "API: log": (visitor, f"/api/v1/dynasties/{reader.dynasty.code}/log/"),
        "API: tournaments": (visitor, "/api/v1/tournaments/?status=finished"),
    }
    return {name: world.visit(client, address) for name, (client, address) in asked.items()}


def queries(reader: Any) -> dict[str, Work]:
    """Return the queries to measure that pages do not make every time."""
    from core import clock
    from dynasty.selectors import prices, standings, treasury

    return {
        "prices, their days": lambda: prices.list_days(prices.Pair("ruby", "gold"), clock.now()),
        "prices, the order book": lambda: prices.get_book(prices.Pair("ruby", "gold"), clock.now()),
        "prices, the busiest pairs": lambda: prices.list_busiest(clock.now()),
        "rank of a dynasty in the middle": lambda: standings.get_rank(reader.dynasty),
        "the books drawn up anew": treasury.build_books,
    }


def measure_sizes(
    sizes: list[tuple[int, int]], clock: Callable[[], float], only: tuple[str, ...], repeat: int
) -> list[dict[str, float]]:
    """Return milliseconds by name, for each size in turn; of the names alone that begin with one of `only`."""
    from benchmarks import world

    reader, found = world.begin(), []
    for dynasties, events in sizes:
        began = time.monotonic()
        world.grow(dynasties, events)
        print(f"{dynasties:,} dynasties and {events:,} events, filled in {time.monotonic() - began:.0f} s", flush=True)
        works = (pages(reader) | queries(reader)).items()
        found.append({name: 1000 * measure_best(work, clock, repeat) for name, work in works if name.startswith(only)})
    return found


def table(sizes: list[tuple[int, int]], found: list[dict[str, float]]) -> str:
    """Format the ratios as a Markdown table, the steepest growth first."""
    head = ["", f"ms at {sizes[0][0]:,}", *(f"× at {dynasties:,}" for dynasties, _events in sizes[1:])]
    names = sorted(found[0], key=lambda name: -found[-1][name] / found[0][name])
    rows = [[name, f"{found[0][name]:.1f}", *(f"{each[name] / found[0][name]:.2f}" for each in found[1:])]
            for name in names]  # fmt: skip
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", nargs="+", default=SIZES, help="dynasties:events, growing")
    parser.add_argument("--only", nargs="+", default=[""], help="how the names begin of what is measured")
    parser.add_argument("--repeat", type=int, default=REPEAT, help="the best of so many times counts")
    given = parser.parse_args()
    sizes = [tuple(map(int, each.split(":"))) for each in given.sizes]
    with fresh.database("growth") as clock:
        print(table(sizes, measure_sizes(sizes, clock, tuple(given.only), given.repeat)))


if __name__ == "__main__":
    main()
