"""SP-MCTS with the seven simulation strategies of Matsumoto, for Bubble Breaker [matsumoto2010] 3, 4.1.

C = 0.1 and D = 32 are his; D multiplies the deviation, and a parent competes with its children. Strategy 7 draws a
colour for each move: to be played, say its words and the two peaks of its histograms; a taboo, says its name.
"""

from playtree.search.solo.expansion.competing import Competing
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.matsumoto import Matsumoto
from playtree.search.solo.variant import Variant

STRATEGIES = (
    "random",
    "tabu-random",
    "tabu-color-random",
    "modified-tabu-color-random",
    "probabilistic-tabu-color-random",
    "weighted-tabu-color-random",
    "dynamic-color-random",
)
BY_NAME = {"7-taboo": "dynamic-tabu-color-random"}


def matsumoto(policy: str) -> Variant:
    """The search with this simulation strategy."""
    return Variant(Matsumoto(0.1, 32.0), expansion=Competing(), policy=policy)


def matsumoto_recipes() -> list[Recipe]:
    """All of them."""
    return [
        Recipe(
            f"matsumoto-{number}",
            f"solution {number}: SP-MCTS with {name}",
            "[matsumoto2010] 3.1, 3.2",
            matsumoto(name),
        )
        for number, name in (*enumerate(STRATEGIES, 1), *BY_NAME.items())
    ]
