"""Plans, runs that can be resumed, records, statistics, and reports beside published tables."""

from playtree.experiments.plan import Plan, plan_from_dict, read_plan
from playtree.experiments.runner import run_all
from playtree.experiments.runs import Run
from playtree.experiments.store import Store

__all__ = ["Plan", "Run", "Store", "plan_from_dict", "read_plan", "run_all"]
