"""The quantile of Student's distribution, for intervals of few values.

With theta = atan(t / sqrt(v)), the probability of a value between -t and t at v degrees of freedom is

    v even    sin theta (1 + 1/2 cos^2 theta + (1 3)/(2 4) cos^4 theta + ...)                         v/2 terms
    v odd     2/pi (theta + sin theta (cos theta + 2/3 cos^3 theta + (2 4)/(3 5) cos^5 theta + ...))  (v-1)/2 terms

>>> [round(student_quantile(v), 3) for v in (1, 2, 10, 239)]
[12.706, 4.303, 2.228, 1.97]
"""

import math
from functools import cache

NORMAL_QUANTILE = 1.959963984540054
MANY = 2000  # degrees of freedom from which on three terms of the expansion around the normal quantile are enough


def within(t: float, freedom: int) -> float:
    """The probability of a value between -t and t."""
    theta = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(theta), math.cos(theta)
    is_odd = freedom % 2
    term, total = (cosine if is_odd else 1.0), 0.0
    for place in range((freedom - is_odd) // 2):
        total += term
        step = 2 * place + 1 + is_odd
        term *= cosine * cosine * step / (step + 1)
    return 2 / math.pi * (theta + sine * total) if is_odd else sine * total


@cache
def student_quantile(freedom: int) -> float:
    """The t between whose negative and itself 95 % of the values lie."""
    if freedom >= MANY:
        z = NORMAL_QUANTILE
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, 20.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle, freedom) < 0.95 else (low, middle)
    return low
