"""`python -m tests.reliability.chaos --size small|medium|nightly|release --database sqlite|postgres --seed 7`."""

import argparse
import sys

from tests.reliability.chaos import running
from tests.reliability.chaos.plan import SIZES


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.chaos", description=running.__doc__)
    parser.add_argument("--size", choices=list(SIZES), default="small")
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", default="7")
    parser.add_argument("--bug", default="", help="plant this bug: the run must find it; `all`: each of them")
    data = parser.parse_args()
    return running.main(data.size, data.database, data.seed, data.bug)


if __name__ == "__main__":
    sys.exit(main())
