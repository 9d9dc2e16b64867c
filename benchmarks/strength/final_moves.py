"""The rules of the final move by the games that they lead to, beside [schadd2012] table 4.

    python -m benchmarks.strength.final_moves --boards 25

A search spread over the moves of a game sees a best game somewhere, which is what Playtree returns, and makes moves for
good, which lead to a game of their own. A rule of the final move shows in the second one alone. Searches go on beside
what they have solved; the game here ends there if the rule prefers it.
"""

import argparse
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from playtree.experiments.statistics import half_width
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.sets import board_set
from playtree.search.budget import Budget
from playtree.search.solo.method import Task
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.search import Search
from playtree.search.solo.variant import Variant
from playtree.search.tree import SOLVED_NODE, Tree

PUBLISHED = {"mean": 784, "visits": 1458, "top": 2644}
RECIPE, NODES = "tak-manual-per-move", 580_093  # ten seconds of the paper, by [tak2010] table 3


def played_and_seen(game: SameGame, variant: Variant, nodes: int) -> tuple[float, float]:
    """The score of the best game behind the moves made, and of the best one seen."""
    search = variant.start(Task(game, Budget(nodes=nodes), np.random.SeedSequence(0)))
    assert isinstance(search, Search)
    search.run()
    tree, work, state, gained = search.tree, search._work, game.start.copy(), 0.0
    for level in range(search.start_depth):
        node, chosen = work.path[level], int(work.edges[level + 1])
        children = range(int(tree.first[node]), int(tree.first[node] + tree.tried[node]))
        best = max(
            (each for each in children if tree.closed[each] == SOLVED_NODE or each == chosen), key=worth(tree, variant)
        )
        if best != chosen:
            return gained + float(tree.reward[best] + tree.top[best]), search.score
        gained += game.apply(state, int(tree.action[chosen]))
    return gained + float(tree.top[work.path[search.start_depth]]), search.score


def worth(tree: Tree, variant: Variant) -> Callable[[int], float]:
    """What the rule of the final move asks of a child."""
    if variant.moves.final == "visits":
        return lambda child: float(tree.visits[child])
    if variant.moves.final == "mean":
        return lambda child: float(tree.reward[child] + tree.total[child] / max(tree.visits[child], 1))
    return lambda child: float(tree.reward[child] + tree.top[child])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=25)
    parser.add_argument("--nodes", type=int, default=NODES)
    given = parser.parse_args()
    boards = board_set("schadd")
    variant = recipe_named(RECIPE).variant
    assert isinstance(variant, Variant)
    for final, published in PUBLISHED.items():
        chosen = replace(variant, moves=replace(variant.moves, final=final))
        found = [
            played_and_seen(SameGame(boards.load(board + 1)), chosen, given.nodes) for board in range(given.boards)
        ]
        for name, scores in zip(("played", "seen"), zip(*found, strict=True), strict=True):
            mean, width = np.mean(scores), half_width(np.array(scores))
            interval = f"{mean - width:,.0f} to {mean + width:,.0f}"
            print(f"{final}, {name}: {mean:,.0f} ({interval}), published {published:,}", flush=True)


if __name__ == "__main__":
    main()
