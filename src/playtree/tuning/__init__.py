"""Tuning of numbers by the cross-entropy method: ask and tell. Knows only numbers."""

from playtree.tuning.cross_entropy import CrossEntropy
from playtree.tuning.cuts import ConfidenceCut, Judge, NoCut, SimpleCut
from playtree.tuning.space import Choice, Number, Space

__all__ = ["Choice", "ConfidenceCut", "CrossEntropy", "Judge", "NoCut", "Number", "SimpleCut", "Space"]
