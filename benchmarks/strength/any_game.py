"""The portfolio against its members on puzzles of one's own: python -m benchmarks.strength.any_game

Morpion Solitaire 5D, a knapsack of 60 items and a tour of 25 cities without hints. Budgets are resource units, which
do not depend on how busy the machine is, or seconds. Prints the mean of some seeds, how far the portfolio is behind its
best member, and what is known to be possible.
"""

import argparse
import statistics
from typing import Any

import numpy as np

from examples.knapsack import knapsack
from examples.morpion import morpion_5d
from examples.travelling_salesman import travelling_salesman
from playtree.search.solo.recipes.catalogue import RECIPES
from playtree.search.solve import solve

MEMBERS = ("uct", "beam-score", "beam", "nrpa", "improve")
MOST_BEHIND = 0.02


def large_knapsack() -> tuple[Any, float]:
    """Sixty items, and the most that fits, by dynamic programming."""
    random, room = np.random.default_rng(7), 1200
    weights = random.integers(20, 100, 60)
    values = weights + random.integers(1, 30, 60)
    best = np.zeros(room + 1)
    for weight, value in zip(weights, values, strict=True):
        best[weight:] = np.maximum(best[weight:], best[:-weight] + value)
    return knapsack(weights, values, room), float(best[room])


def tour() -> Any:
    """Twenty-five cities, nothing said but the rules."""
    places = np.random.default_rng(7).integers(0, 100, (25, 2))
    apart = np.hypot(*(places[:, None] - places[None, :]).transpose(2, 0, 1))
    return travelling_salesman(np.rint(apart).astype(np.int64), hints=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ru", type=float, default=2e6, help="resource units of each search")
    parser.add_argument("--seconds", type=float, help="instead of resource units")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", nargs="*", default=["morpion", "knapsack", "tour"])
    given = parser.parse_args()
    budget = {"seconds": given.seconds} if given.seconds else {"ru": given.ru}
    packed, optimum = large_knapsack()
    games: dict[str, tuple[Any, str]] = {
        "morpion": (morpion_5d, "record 82"),
        "knapsack": (packed, f"optimum {optimum:g}"),
        "tour": (tour(), "optimum not known"),
    }
    for name in given.games:
        game, known = games[name]
        means = {}
        for recipe in (*MEMBERS, "portfolio"):
            found = [
                solve(game, RECIPES[recipe].variant, **budget, seed=seed, threads=given.threads)
                for seed in range(given.seeds)
            ]
            means[recipe] = statistics.mean(solution.score for solution in found)
            print(f"{name} {recipe}: {[solution.score for solution in found]}, mean {means[recipe]:.1f}", flush=True)
        best = max(MEMBERS, key=lambda member: means[member])
        behind = (means[best] - means["portfolio"]) / abs(means[best])
        verdict = "too far" if behind > MOST_BEHIND else "good"
        print(f"{name}: portfolio {behind:+.2%} behind {best} ({known}): {verdict}", flush=True)


if __name__ == "__main__":
    main()
