"""Passes: what is done to an automaton before code is made of it (order.py)."""

from playtree.rbg.passes.order import PASSES, WHOLE_MOVES, passed

__all__ = ["PASSES", "WHOLE_MOVES", "passed"]
