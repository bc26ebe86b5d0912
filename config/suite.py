"""`manage.py test`: pytest on the embedded default."""

import pytest


def run(arguments: list[str]) -> int:
    """Run pytest with these arguments and return its exit code."""
    return int(pytest.main(arguments))
