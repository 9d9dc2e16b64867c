"""Where noisy measurements have their top: a parabola by least squares.

    y = a + sum_j b_j x_j + c_j x_j^2,   top at x_j = -b_j / (2 c_j)

A curvature that noise hides moves towards the mean of all curvatures, by as much as its variance outweighs the spread
between them (empirical Bayes); the slopes are then fitted again. A parameter without a top inside keeps its fallback.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def top_of_parabola(points: Floats, values: Floats, fallback: Floats) -> Floats:
    """The top within 0 to 1. points: float64[n, d]; values: float64[n]; fallback: float64[d]."""
    count, size = points.shape
    if count <= 2 * size + 1 or size == 0:
        return fallback.copy()
    terms = np.hstack([np.ones((count, 1)), points, points**2])
    fitted: Any = np.linalg.lstsq(terms, values, rcond=None)[0]
    errors = values - terms @ fitted
    noise = float(errors @ errors) / (count - 2 * size - 1)
    variances = noise * np.diag(np.linalg.pinv(terms.T @ terms))[size + 1 :]
    curvatures = _shrunk(fitted[size + 1 :], variances)
    slopes = np.linalg.lstsq(terms[:, : size + 1], values - points**2 @ curvatures, rcond=None)[0][1:]
    has_top = curvatures < 0
    tops = -slopes / (2 * np.where(has_top, curvatures, -1.0))
    return np.where(has_top, np.clip(tops, 0.0, 1.0), fallback)


def _shrunk(found: Floats, variances: Floats) -> Floats:
    """The numbers, each drawn towards the mean of all by how little its measurement says."""
    if len(found) < 2:
        return found
    spread = max(0.0, float(found.var(ddof=1) - variances.mean()))
    weight = spread / np.maximum(spread + variances, 1e-300)
    return weight * found + (1 - weight) * found.mean()
