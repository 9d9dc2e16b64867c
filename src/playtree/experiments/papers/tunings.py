"""The tunings of [tak2010] as plans: ranges of table 1, 100 samples, 10 elites, alpha = 0.6, 30 games a sample.

At a scale below 1 the nodes of a game, the samples and the games shrink with it, to what takes minutes.
"""

from typing import Any

from playtree.experiments.tune_plan import TunePlan, tune_plan_from_dict

NODES = 100_000
TREE = {  # table 1
    "selection.c": {"low": 0.1, "high": 10.0},
    "selection.d": {"low": 0.1, "high": 20_000.0},
    "expansion.threshold": {"low": 2, "high": 20, "whole": True},
    "selection.w": {"low": 0.0, "high": 1.0},
}
CHANCE = {"simulation.chance": {"low": 0.0, "high": 1.0}}
PLANS: dict[str, dict[str, Any]] = {
    "per-game": {"recipe": "tak-manual", "parameters": {**TREE, **CHANCE}},
    "per-move": {"recipe": "tak-manual-per-move", "parameters": TREE},
    "mc-rws": {
        "recipe": "tak-mc-rws-5",
        "parameters": {**TREE, "simulation.beta": {"low": 1.0, "high": 20.0}},
    },
}
TAK_CUTS = {
    "no cut": "none",
    "SimpleCut": "simple",
    "ConfidenceCut(1.0)": "confidence,t=1.0",
    "ConfidenceCut(0.5)": "confidence,t=0.5",
}
QUICK = {"samples": 20, "elites": 4, "positions": 6, "iterations": 6}


def paper_tuning(name: str, scale: float, cut: str = "none") -> TunePlan:
    """A tuning of the paper."""
    data = {**PLANS[name], "name": f"tak-{name}", "cut": cut, "budget": {"nodes": max(100, round(NODES * scale))}}
    return tune_plan_from_dict({**data, **(QUICK if scale < 1 else {})})
