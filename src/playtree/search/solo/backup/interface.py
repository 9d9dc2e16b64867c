"""Backup: what of a game's score enters the statistics. The reported score is never changed."""

from typing import Any

from playtree.compiled.generic import generic


@generic(borrows=True)
def result_for_mean(rule: Any, score: float, bonus: float) -> float:
    """The result that enters average and squares; `bonus` is the part of the score paid for ending well."""


@generic(borrows=True)
def result_for_top(rule: Any, score: float, bonus: float) -> float:
    """The result that enters the best one."""
