"""A long search for ways to farm points, by `tests.tournaments.settlement.farms`.

    python -m benchmarks.farms                   (two minutes)
    python -m benchmarks.farms --minutes 60 --seed 100

Three people's dynasties, a program and a house try sequences of up to fourteen acts on the true services: battles with
a house, at home and at a friend's, with the program, with each other for a prize, for honour, for the Emperors and for
lives; sales of captured Emperors; retirements; waiting over midnight. Each search climbs from known plans and from
chance towards what gains more on a day without another person. It exits with 1 where more than the rules allow was
gained, and prints how.
"""

import argparse
import os
import sys
import tempfile
import time

TRIES = 40
"""Plans of one search, before another begins from elsewhere."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"EMPERORS_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        sys.exit(run(options.minutes, options.seed))


def run(minutes: float, seed: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from tests.tournaments import scripted
    from tests.tournaments.settlement import farms
    from tournaments.domain import games
    from tournaments.domain.point_limits import DAILY_LIMIT
    from tournaments.services import task_queue

    call_command("migrate", verbosity=0)
    games.GAMES[scripted.NAME] = scripted  # type: ignore[assignment]
    task_queue._enqueue = lambda task, arguments: None
    began, searches, highest = time.monotonic(), 0, 0
    while time.monotonic() - began < 60 * minutes:
        most, at_home, plan = farms.search(TRIES, seed + searches)
        searches, highest = searches + 1, max(highest, most)
        if most > DAILY_LIMIT or at_home:
            print(f"A farm: {most} points on a day, {at_home} at home, by", *plan, sep="\n  ")
            return 1
    tried = f"{searches * TRIES} plans in {searches} searches"
    print(f"{tried}; the most points of a dynasty on a day: {highest}; none at home")
    return 0


if __name__ == "__main__":
    main()
