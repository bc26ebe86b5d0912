"""Games of one move, both at once: a matrix of what the first seat gets. Solved by the simplex method."""

from typing import NamedTuple

import numpy as np

SMALL = 1e-12


class Solution(NamedTuple):
    """How both should mix, and what the first seat then gets."""

    value: float
    rows: np.ndarray
    columns: np.ndarray
    gap: float
    """What the mixtures prove: the value lies between what the rows keep and what the columns allow, so far apart."""


def solve(matrix: np.ndarray) -> Solution:
    """Return the value of the game and a best mixture for each seat."""
    rows, columns = _solve_pure(matrix) or _solve_mixed(matrix)
    keeps, allows = float((rows @ matrix).min()), float((matrix @ columns).max())
    return Solution((keeps + allows) / 2, rows, columns, allows - keeps)


def _solve_pure(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return one order each where neither seat gains by mixing, else None."""
    row, column = int(matrix.min(axis=1).argmax()), int(matrix.max(axis=0).argmin())
    if matrix[row].min() < matrix[:, column].max():
        return None
    return np.eye(matrix.shape[0])[row], np.eye(matrix.shape[1])[column]


def _solve_mixed(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Maximise the sum of `w` where `M w` is nowhere above one, `M` the matrix raised above zero (Dantzig 1951)."""
    rows, columns = matrix.shape
    tableau = np.zeros((rows + 1, columns + rows + 1))
    tableau[:-1, :columns] = matrix - matrix.min() + 1
    tableau[:-1, columns:-1] = np.eye(rows)
    tableau[:-1, -1] = 1
    tableau[-1, :columns] = -1
    basis = list(range(columns, columns + rows))
    while (entering := _find_entering(tableau)) is not None:
        leaving = _find_leaving(tableau, basis, entering)
        basis[leaving] = entering
        tableau[leaving] /= tableau[leaving, entering]
        factors = tableau[:, entering].copy()
        factors[leaving] = 0
        tableau -= np.outer(factors, tableau[leaving])
    primal = np.zeros(columns + rows)
    primal[basis] = tableau[:-1, -1]
    return _share(tableau[-1, columns:-1]), _share(primal[:columns])


def _find_entering(tableau: np.ndarray) -> int | None:
    """Return the first column that gains, which never leads in a circle (Bland 1977), or None."""
    gains = np.flatnonzero(tableau[-1, :-1] < -SMALL)
    return int(gains[0]) if len(gains) else None


def _find_leaving(tableau: np.ndarray, basis: list[int], entering: int) -> int:
    bound = np.flatnonzero(tableau[:-1, entering] > SMALL)
    ratios = tableau[bound, -1] / tableau[bound, entering]
    return int(min(bound[ratios <= ratios.min() + SMALL], key=lambda row: basis[row]))


def _share(weights: np.ndarray) -> np.ndarray:
    weights = np.maximum(weights, 0)
    return weights / weights.sum()
