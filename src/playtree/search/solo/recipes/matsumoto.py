"""SP-MCTS with the seven simulation strategies of Matsumoto, for Bubble Breaker [matsumoto2010] 3, 4.1.

C = 0.1 and D = 32 are his, and a parent competes with its children. By his formula (3) D multiplies the deviation. What
he tells of his histograms fits formula (1) of [schadd2012], from where he has the numbers, with D inside the root:
recipes that end with `-schadd` (docs/results.md). Strategy 7 draws a colour for each move: to be played, say its words
and the two peaks of its histograms; a taboo, says its name.
"""

from playtree.search.solo.expansion.competing import Competing
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.matsumoto import Matsumoto
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.variant import Variant

STRATEGIES = {
    "1": "random",
    "2": "tabu-random",
    "3": "tabu-color-random",
    "4": "modified-tabu-color-random",
    "5": "probabilistic-tabu-color-random",
    "6": "weighted-tabu-color-random",
    "7": "dynamic-color-random",
    "7-taboo": "dynamic-tabu-color-random",
}


def matsumoto(policy: str) -> Variant:
    """The search with this simulation strategy, by formula (3)."""
    return Variant(Matsumoto(0.1, 32.0), expansion=Competing(), policy=policy)


def by_schadd(policy: str) -> Variant:
    """The search with this simulation strategy, with D inside the root and no weight of the best result."""
    return Variant(SinglePlayerUct(0.1, 32.0, 0.0), expansion=Competing(), policy=policy)


def matsumoto_recipes() -> list[Recipe]:
    """All of them."""
    printed = [
        Recipe(
            f"matsumoto-{number}",
            f"solution {number}: SP-MCTS with {name}",
            "[matsumoto2010] 3.1, 3.2",
            matsumoto(name),
        )
        for number, name in STRATEGIES.items()
    ]
    inside = [
        Recipe(
            f"matsumoto-{number}-schadd",
            f"solution {number}: {name}, D inside the root as in [schadd2012]",
            "[matsumoto2010] 4.1",
            by_schadd(name),
        )
        for number, name in STRATEGIES.items()
    ]
    return printed + inside
