"""SP-MCTS as its authors have it [schadd2012].

The totals of SP-MCTS (2) and (3) in table 7 are those of [tak2010] table 8, which says how the time was spent: on the
first 30 moves, in 480 searches.
"""

from dataclasses import replace

from playtree.search.solo.allocation.per_move import PerMoveAnew
from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.recipes.tak import THIRTY_MOVES
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.variant import Variant

TABU_COLOR_RANDOM = "tabu-color-random,epsilon=0.003"  # [schadd2012] 6
TUNED_POLICY = "tabu-color-random,epsilon=0.00007"  # [schadd2012] table 5
SETTINGS = {
    "exploitation": (0.1, 32.0),
    "balanced": (0.5, 10_000.0),
    "exploration": (1.0, 20_000.0),
}  # [schadd2012] 6.2
PER_MOVE = PerMoveAnew("uniform", "top", moves=64.4)  # [schadd2012] 6.4
RESTARTS = Restarts(searches=480)  # [tak2010] 6.6


def sp_mcts(setting: str) -> Variant:
    """SP-MCTS by formula (1) with W = 0.02, T = 10, epsilon = 0.003 [schadd2012] 4, 6.2."""
    c, d = SETTINGS[setting]
    return Variant(SinglePlayerUct(c, d, 0.02), expansion=Sampled(10), policy=TABU_COLOR_RANDOM)


def sp_mcts_program(setting: str) -> Variant:
    """SP-MCTS by the rule of the program behind the tables of [schadd2012]."""
    c, d = SETTINGS[setting]
    return Variant(SchaddProgram(c, d, 0.0), expansion=SampledThenAll(10), policy=TABU_COLOR_RANDOM)


def tuned_per_game() -> Variant:
    """The numbers of the cross-entropy method for one tree per game [schadd2012] table 5."""
    return Variant(SinglePlayerUct(5.96, 67.98, 0.49), expansion=Sampled(13), policy=TUNED_POLICY)


def tuned_per_move() -> Variant:
    """The numbers of the cross-entropy method for a tree per move [schadd2012] table 5."""
    return Variant(SinglePlayerUct(4.31, 96.67, 0.28), expansion=Sampled(11), policy=TUNED_POLICY)


def with_restarts(variant: Variant, nodes: int) -> Variant:
    """The same with many trees of so many nodes."""
    return replace(variant, allocation=Restarts(nodes=nodes))


def schadd_recipes() -> list[Recipe]:
    """All of them."""
    exploit = sp_mcts("exploitation")
    found = [
        Recipe(
            "schadd-1",
            "SP-MCTS (1): exploitation setting, restarts of 100,000 nodes",
            "[schadd2012] 6.7, formula (1)",
            with_restarts(exploit, 100_000),
        ),
        Recipe(
            "schadd-2",
            "SP-MCTS (2): exploitation setting per move, restarts",
            "[schadd2012] 6.7, [tak2010] 6.6, formula (1)",
            replace(exploit, moves=THIRTY_MOVES, allocation=RESTARTS),
        ),
        Recipe(
            "schadd-3",
            "SP-MCTS (3): tuned by the cross-entropy method, per move, restarts",
            "[schadd2012] 6.7, [tak2010] 6.6, formula (1)",
            replace(tuned_per_move(), moves=THIRTY_MOVES, allocation=RESTARTS),
        ),
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
    for final, words in (("top", "best game"), ("mean", "highest average"), ("visits", "most visits")):
        name = "schadd-per-move" if final == "top" else f"schadd-per-move-{final}"
        summary = f"exploitation setting, 1/64.4 of the budget per move, move of the {words}"
        moves = replace(PER_MOVE, final=final)
        found.append(Recipe(name, summary, "[schadd2012] 6.4, 6.5", replace(exploit, moves=moves)))
    found.append(Recipe("schadd-tuned", "tuned for a tree per game", "[schadd2012] 6.6, table 5", tuned_per_game()))
    variant = replace(tuned_per_move(), moves=PER_MOVE)
    found.append(Recipe("schadd-tuned-per-move", "tuned for a tree per move", "[schadd2012] 6.6, table 5", variant))
    return found
