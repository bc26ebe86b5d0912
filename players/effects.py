"""What changes by lot are worth, by a linear regression of results on them."""

from collections.abc import Sequence
from typing import Any


def estimate_effects(changes: Sequence[Sequence[float]], results: Sequence[float]) -> tuple[Any, Any]:
    """Return the effect of each column of changes on the results by least squares, and its standard error.

    There are more rows than columns. A mean of the results is taken out by a column of ones, where one is wanted.
    """
    import numpy as np

    inputs, found = np.array(changes), np.array(results)
    effects = np.linalg.lstsq(inputs, found, rcond=None)[0]
    spread = ((found - inputs @ effects) ** 2).sum() / (inputs.shape[0] - inputs.shape[1])
    return effects, np.sqrt(spread * np.diag(np.linalg.pinv(inputs.T @ inputs)))
