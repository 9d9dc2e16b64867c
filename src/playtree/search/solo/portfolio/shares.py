"""A budget that is used bit by bit: what is left of a share of it."""

import time
from dataclasses import replace

from playtree.search.budget import Budget
from playtree.search.result import Statistics

ROUNDING = 1e-9  # of shares that add up to one


class Shares:
    """Shares of a budget whose time runs from now on."""

    def __init__(self, whole: Budget) -> None:
        self.whole, self.begin = whole, time.monotonic()

    def until(self, share: float, done: Statistics, least: int = 0) -> Budget | None:
        """What is left of so much of the budget, at least so many iterations if there are as many; None if nothing."""
        whole = self.whole
        share = 1.0 if share > 1 - ROUNDING else share
        iterations, ru = (
            None if limit is None else min(limit, max(least, share * limit)) for limit in (whole.iterations, whole.ru)
        )
        seconds = None if whole.seconds is None else share * whole.seconds - (time.monotonic() - self.begin)
        counted = None if iterations is None else max(1, round(iterations))
        part = Budget(whole.seconds, counted, None, ru).less(done, 0.0)
        if part is None or (seconds is not None and seconds <= 0):
            return None
        return replace(part, seconds=seconds)
