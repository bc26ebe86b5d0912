"""The path of a newcomer with a stopwatch: from the first page to the end of the first battle, without any help text.

    python -m benchmarks.first_path
    python -m benchmarks.first_path --windows 390x844 --slow 4 --line 150,1600

Prints the clicks and seconds up to the first order that was sent, up to what came of it, and up to the result of the
battle, with what the page says of goal, result and next step; and how long after the first byte of the battle's page a
first order could be given. `--slow` makes the browser's processor slower by so much, as that of a cheap phone; `--line`
makes its line slow: milliseconds there and back, and kilobits a second. The issue asks for a first order within 15
seconds, and for a board that takes one within 2 seconds of the first byte.
"""

import argparse
from typing import Any

from tests.fresh_site import open_fresh_site

WINDOWS = "1440x900,390x844"
MAX_ROUNDS = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", default=WINDOWS, help="widths and heights, separated by commas")
    parser.add_argument("--slow", type=float, default=1.0)
    parser.add_argument("--line", default="", help="milliseconds and kilobits a second, separated by a comma")
    given = parser.parse_args()
    line = tuple(float(each) for each in given.line.split(",") if each)
    walk_all([tuple(int(side) for side in each.split("x")) for each in given.windows.split(",")], given.slow, line)


def walk_all(windows: list[Any], slow: float, line: tuple[float, ...]) -> None:
    """Serve a site of its own, and let a newcomer walk through it in each window."""
    with open_fresh_site() as (address, browser):
        from benchmarks.tables import print_head, print_row
        from tests.newcomer import WATCH_FOR_ANSWER

        print_head("window", "step", "clicks", "seconds", "what the page says")
        for width, height in windows:
            small = width < 700
            context = browser.new_context(
                viewport={"width": width, "height": height}, has_touch=small, is_mobile=small, locale="en-GB"
            )
            context.add_init_script(WATCH_FOR_ANSWER)
            page = context.new_page()
            make_slow(context.new_cdp_session(page), slow, line)
            for step in walk(page, address):
                print_row(f"{width}x{height}", *step)
            context.close()


def make_slow(session: Any, slow: float, line: tuple[float, ...]) -> None:
    """Slow the processor of a page down, and its line where one is given."""
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    if line:
        latency, speed = line
        bytes_a_second = speed * 1000 / 8
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency,
                "downloadThroughput": bytes_a_second,
                "uploadThroughput": bytes_a_second / 2,
            },
        )


def walk(page: Any, address: str) -> list[tuple[object, ...]]:
    """Walk from the first page to the end of a battle; return each step with clicks, seconds and words."""
    from tests.newcomer import Newcomer

    page.set_default_timeout(60_000)
    newcomer = Newcomer(page, address)
    newcomer.begin()
    steps: list[tuple[object, ...]] = [("battle open", newcomer.clicks, newcomer.seconds, newcomer.read_goal())]
    steps.append(("first byte to a board that takes an order", "", newcomer.measure_answer(), ""))
    newcomer.order()
    steps.append(("first order sent", newcomer.clicks, newcomer.seconds, ""))
    newcomer.wait_for_round(2)
    steps.append(("round 1 told", newcomer.clicks, newcomer.seconds, newcomer.read_story()))
    last = newcomer.play_to_the_end(MAX_ROUNDS)
    steps.append((f"over after round {last}", newcomer.clicks, newcomer.seconds, newcomer.read_result()))
    steps.append(("next step", newcomer.clicks, newcomer.seconds, newcomer.read_next_step()))
    return steps


if __name__ == "__main__":
    main()
