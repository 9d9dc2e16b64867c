"""Named variants, each with its source. A recipe is a variant by name, usable everywhere a variant is."""

from dataclasses import dataclass

from playtree.errors import InputError
from playtree.games.interface import Game
from playtree.search.solo.allocation.restarts import OneSearch, Restarts
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.normalisation.span import Span
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant

TABU_COLOR_RANDOM = "tabu-color-random,epsilon=0.003"  # [schadd2012] 6
SETTINGS = {
    "exploitation": (0.1, 32.0),
    "balanced": (0.5, 10_000.0),
    "exploration": (1.0, 20_000.0),
}  # [schadd2012] 6.2


@dataclass(frozen=True)
class Recipe:
    """A variant with a name, a line that says what it is, and where it comes from."""

    name: str
    summary: str
    source: str
    variant: Variant


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
    return Variant(variant.selection, variant.normalisation, variant.expansion, Restarts(nodes=nodes), variant.policy)


def tuned_by_cross_entropy() -> Variant:
    """SP-MCTS with the numbers that the cross-entropy method found for one tree per game [tak2010] table 4."""
    return Variant(SinglePlayerUct(5.96, 67.98, 0.49), expansion=Sampled(13), policy="tabu-color-random,chance=0.0007")


def uct() -> Variant:
    """UCT for any game: scores by their span, untried children first, restarts."""
    return Variant(Uct(0.1), Span(), OneChild(1), Restarts(nodes=200_000))


def static_uct() -> Variant:
    """UCT with scores divided by 5,000 and uniform simulations [klein2015] 6.1."""
    return Variant(Uct(0.02), Static(5000.0), OneChild(1), OneSearch(), "random")


def _recipes() -> dict[str, Recipe]:
    found = [
        Recipe("uct", "UCT for any game, scores by their span, restarts", "[kocsis2006], [schadd2012] 4.7", uct()),
        Recipe(
            "schadd-1",
            "SP-MCTS (1): exploitation setting, restarts of 100,000 nodes",
            "[schadd2012] 6.7, formula (1)",
            with_restarts(sp_mcts("exploitation"), 100_000),
        ),
        Recipe("tak-tuned", "SP-MCTS tuned by the cross-entropy method", "[tak2010] table 4", tuned_by_cross_entropy()),
        Recipe("static", "UCT, scores divided by 5,000", "[klein2015] 6.1", static_uct()),
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
    return {recipe.name: recipe for recipe in found}


RECIPES = _recipes()


def recipe_named(name: str) -> Recipe:
    """The recipe of this name; InputError lists the names."""
    if name not in RECIPES:
        raise InputError(f"unknown recipe '{name}'; expected one of: {', '.join(RECIPES)}")
    return RECIPES[name]


def default_recipe(game: Game) -> Recipe:
    """What `solve` uses when nobody says: the strongest recipe that the game can serve."""
    return RECIPES["schadd-1" if "tabu-color-random" in game.policies else "uct"]
