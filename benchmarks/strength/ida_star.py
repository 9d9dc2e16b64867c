"""IDA* on the standard set, beside the figure of [schadd2012] table 7: 22,354 with two hours a board.

python -m benchmarks.strength.ida_star --iterations 200000

The budget is counted in states whose children were made, so that the figures do not depend on the machine.
"""

import argparse

from playtree.games.samegame.game import SameGame
from playtree.games.samegame.sets import board_set
from playtree.search.budget import Budget
from playtree.search.solo.recipes.catalogue import recipe_named

PUBLISHED = 22_354
RECIPES = ("schadd-ida-star", "ida-star")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=200_000)
    given = parser.parse_args()
    boards = board_set("standard")
    for name in RECIPES:
        method, budget = recipe_named(name).variant, Budget(iterations=given.iterations)
        scores = [int(method.run(SameGame(boards.load(number)), budget).score) for number in range(1, boards.size + 1)]
        print(f"{name}: {sum(scores):,} (published {PUBLISHED:,}); {' '.join(map(str, scores))}", flush=True)


if __name__ == "__main__":
    main()
