"""The decorator that compiles functions of this package where numba is in use.

Both ways compute the same: whole numbers in short lists, and fractions in the same order of operations. To compile,
have numba installed and set `EMPERORS_COMPILED=yes`. It is not done unasked, because the first call then takes a
minute, which a site cannot spare; later processes find the result in the cache.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
Numbers = list[int]
"""A list of whole numbers, or a numpy array of them under numba."""
Fractions = list[float]
"""The same of floating point numbers."""


def _hash_sources() -> str:
    """Return a hash of this package's sources, because numba's cache does not notice changes in other files."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]


def _load_numba() -> Any:
    if os.environ.get("EMPERORS_COMPILED") != "yes":
        return None
    import numba

    if "NUMBA_CACHE_DIR" not in os.environ:
        config: Any = numba.config
        config.CACHE_DIR = str(Path(__file__).parent / "__pycache__" / _hash_sources())
    return numba


NUMBA = _load_numba()
COMPILED = NUMBA is not None


def compiled(function: Function) -> Function:
    """Return the function, to be compiled at its first call where numba is in use.

    It allocates nothing, so numba need not count references; called across functions, the many lists would cost more
    than the work done with them.
    """
    if not COMPILED:
        return function
    return cast("Function", NUMBA.njit(cache=True, error_model="numpy", _nrt=False, forceinline=True)(function))


def make_numbers(source: int | list[int], fill: int = 0) -> Numbers:
    """Return a list of so many equal whole numbers, or of the given ones."""
    values = [fill] * source if isinstance(source, int) else source
    if not COMPILED:
        return list(values)
    import numpy

    return cast("Numbers", numpy.array(values, dtype=numpy.int32))


def make_fractions(source: int | list[float]) -> Fractions:
    """Return a list of so many zeros, or of the given fractions."""
    values = [0.0] * source if isinstance(source, int) else source
    if not COMPILED:
        return list(values)
    import numpy

    return cast("Fractions", numpy.array(values, dtype=numpy.float64))


def make_long_numbers(values: list[int]) -> Numbers:
    """Return a list of whole numbers of 64 bits."""
    if not COMPILED:
        return list(values)
    import numpy

    return cast("Numbers", numpy.array(values, dtype=numpy.int64))
