"""What measurements over boards and battles share: their options, and the tables they print."""

import argparse
from collections.abc import Sequence


def make_parser(description: str | None, boards: Sequence[str], battles: int) -> argparse.ArgumentParser:
    """Return a parser with the boards, the number of battles and the seed; other options are added by the caller."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", nargs="+", default=boards)
    parser.add_argument("--battles", type=int, default=battles)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def add_figures_options(parser: argparse.ArgumentParser, battles: int = 100) -> None:
    """Add the options of a measurement whose figures are stored for pages."""
    parser.add_argument("--battles", type=int, default=battles)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="store the figures")
    parser.add_argument("--table", action="store_true", help="print the figures that are stored, and play nothing")


def print_head(*names: str) -> None:
    """Print the head of a Markdown table: the first column on the left, the others on the right."""
    print_row(*names)
    print_row("---", *("---:" for _name in names[1:]))


def print_row(*cells: object) -> None:
    """Print a row of a Markdown table at once, also into a file."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
