"""How large a run is, and where it writes down what it saw."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Size:
    """`seconds`: of faults at most; they end before that once there were so many tournaments."""

    tournaments: int
    dynasties: int
    battles: int
    """That have begun when the faults begin."""
    workers: int
    sweepers: int
    seconds: float
    lines: int = 0
    """Of the diary, after which there have been faults enough; 0: when all tournaments have been announced."""
    traffic: int = 0
    """Lines of the diary short of which the faults go on, at most `STRETCH` times as long."""


STRETCH = 6
SIZES = {
    "small": Size(tournaments=8, dynasties=6, battles=3, workers=3, sweepers=1, seconds=5, traffic=40),
    "bugs": Size(tournaments=24, dynasties=24, battles=15, workers=5, sweepers=1, seconds=40, lines=160),
    "medium": Size(tournaments=100, dynasties=20, battles=8, workers=5, sweepers=2, seconds=150, traffic=300),
    "nightly": Size(tournaments=1_000, dynasties=60, battles=30, workers=8, sweepers=3, seconds=1_500),
    "release": Size(tournaments=10_000, dynasties=200, battles=60, workers=12, sweepers=4, seconds=18_000),
}
TIMEOUT = 30.0  # seconds of an idle machine within which everything must be over once the faults have stopped


class Diary:
    """Lines that several processes append: what was acknowledged, and what should not have been."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def write(self, what: str, **facts: Any) -> None:
        os.write(self.file, json.dumps({"what": what, **facts}).encode() + b"\n")

    def lines(self, *what: str) -> Iterator[dict[str, Any]]:
        with self.path.open() as file:
            for line in file:
                if not line.endswith("\n"):
                    return  # it is being written at this moment
                read = json.loads(line)
                if not what or read["what"] in what:
                    yield read
