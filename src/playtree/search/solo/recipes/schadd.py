"""SP-MCTS as its authors have it [schadd2012], and as the cross-entropy method tuned it [tak2010]."""

from dataclasses import replace

from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.variant import Variant

TABU_COLOR_RANDOM = "tabu-color-random,epsilon=0.003"  # [schadd2012] 6
SETTINGS = {
    "exploitation": (0.1, 32.0),
    "balanced": (0.5, 10_000.0),
    "exploration": (1.0, 20_000.0),
}  # [schadd2012] 6.2


def sp_mcts(setting: str) -> Variant:
    """SP-MCTS by formula (1) with W = 0.02, T = 10, epsilon = 0.003 [schadd2012] 4, 6.2."""
    c, d = SETTINGS[setting]
    return Variant(SinglePlayerUct(c, d, 0.02), expansion=Sampled(10), policy=TABU_COLOR_RANDOM)


def sp_mcts_program(setting: str) -> Variant:
    """SP-MCTS by the rule of the program behind the tables of [schadd2012]."""
    c, d = SETTINGS[setting]
    return Variant(SchaddProgram(c, d, 0.0), expansion=SampledThenAll(10), policy=TABU_COLOR_RANDOM)


def with_restarts(variant: Variant, nodes: int) -> Variant:
    """The same with many trees of so many nodes."""
    return replace(variant, allocation=Restarts(nodes=nodes))


def tuned_by_cross_entropy() -> Variant:
    """SP-MCTS with the numbers that the cross-entropy method found for one tree per game [tak2010] table 4."""
    return Variant(SinglePlayerUct(5.96, 67.98, 0.49), expansion=Sampled(13), policy="tabu-color-random,chance=0.0007")


def schadd_recipes() -> list[Recipe]:
    """All of them."""
    found = [
        Recipe(
            "schadd-1",
            "SP-MCTS (1): exploitation setting, restarts of 100,000 nodes",
            "[schadd2012] 6.7, formula (1)",
            with_restarts(sp_mcts("exploitation"), 100_000),
        ),
        Recipe("tak-tuned", "SP-MCTS tuned by the cross-entropy method", "[tak2010] table 4", tuned_by_cross_entropy()),
    ]
    for setting, (c, d) in SETTINGS.items():
        numbers = f"C = {c:g}, D = {d:,.0f}"
        found.append(
            Recipe(f"schadd-{setting}", f"SP-MCTS, {numbers}", "[schadd2012] 6.2, formula (1)", sp_mcts(setting))
        )
        found.append(
            Recipe(
                f"schadd-{setting}-program",
                f"SP-MCTS, {numbers}, the rule of the program behind the tables",
                "[schadd2012] 6.2, its program",
                sp_mcts_program(setting),
            )
        )
    return found
