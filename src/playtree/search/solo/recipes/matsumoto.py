"""SP-MCTS with the seven simulation strategies of Matsumoto, for Bubble Breaker [matsumoto2010] 3, 4.1.

C = 0.1 and D = 32 are his; D multiplies the deviation, and a parent competes with its children.
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
    "dynamic-tabu-color-random",
)


def matsumoto(strategy: int) -> Variant:
    """The search with the strategy of this number, from 1 on."""
    return Variant(Matsumoto(0.1, 32.0), expansion=Competing(), policy=STRATEGIES[strategy - 1])


def matsumoto_recipes() -> list[Recipe]:
    """All of them."""
    return [
        Recipe(
            f"matsumoto-{number}",
            f"solution {number}: SP-MCTS with {name}",
            "[matsumoto2010] 3.1, 3.2",
            matsumoto(number),
        )
        for number, name in enumerate(STRATEGIES, 1)
    ]
