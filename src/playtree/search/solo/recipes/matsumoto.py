"""SP-MCTS with the seven simulation strategies of Matsumoto, for Bubble Breaker [matsumoto2010] 3, 4.1.

C = 0.1 and D = 32 are his, and a parent competes with its children. By his formula (3) D multiplies the deviation, and
by his words strategy 7 draws a colour to play for each move. What he tells of his histograms fits other readings
(docs/results.md), which the recipes that end with `-program` have: D inside the root, as in formula (1) of
[schadd2012], from where he has the numbers; a block drawn in simulations, not a group; and in strategy 7 a taboo colour
drawn for each move, as its name has it.
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
}
OF_THE_PROGRAM = {**STRATEGIES, "7": "dynamic-tabu-color-random"}


def by_the_paper(policy: str) -> Variant:
    """The search with this simulation strategy, by formula (3)."""
    return Variant(Matsumoto(0.1, 32.0), expansion=Competing(), policy=policy)


def by_the_program(policy: str) -> Variant:
    """The same with D inside the root, no weight of the best result, and blocks drawn in simulations."""
    return Variant(SinglePlayerUct(0.1, 32.0, 0.0), expansion=Competing(), policy=f"{policy},blocks=1")


def matsumoto_recipes() -> list[Recipe]:
    """All of them."""
    printed = [
        Recipe(
            f"matsumoto-{number}",
            f"solution {number}: SP-MCTS with {name}",
            "[matsumoto2010] 3.1, 3.2",
            by_the_paper(name),
        )
        for number, name in STRATEGIES.items()
    ]
    shown = [
        Recipe(
            f"matsumoto-{number}-program",
            f"solution {number}: {name} by blocks, D inside the root, as the histograms are",
            "[matsumoto2010] 4.1",
            by_the_program(name),
        )
        for number, name in OF_THE_PROGRAM.items()
    ]
    return printed + shown
