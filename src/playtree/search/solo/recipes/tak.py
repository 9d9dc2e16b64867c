"""SP-MCTS with the numbers that the cross-entropy method found, by table [tak2010].

Selection is formula (4), all remaining children of a node are added at its T-th visit (4.1, 4.2). Published are the
numbers of tables 4, 5 and 6; those of Mix, of MC-RWS per move and of table 7 are not. Per move, the time is divided by
65 (5.3); for table 8 it is spent on the first 30 moves, in 480 searches (6.6).

Two recipes have the rule of Schadd's program instead, with which trees grow wider: with the numbers chosen by hand, and
with those that a tuning of our own found at 100,000 nodes (docs/results.md).
"""

from dataclasses import replace

from playtree.search.solo.allocation.per_move import PerMoveAnew
from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.expansion.sampled import SampledThenAll
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.variant import Variant

MANUAL, CHANCE = "tabu-color-random,chance=0.003", "tabu-color-random,chance=0.0007"  # table 4
PER_MOVE = PerMoveAnew("uniform", "top", moves=65.0)
THIRTY_MOVES = PerMoveAnew("uniform", "top", moves=30.0)
OWN = SchaddProgram(0.4676, 21.34, 0.0457), 14, "tabu-color-random,chance=0.001675"  # rule, T and policy of our tuning


def tuned(c: float, d: float, threshold: int, w: float, policy: str) -> Variant:
    """SP-MCTS with these numbers, one tree per game."""
    return Variant(SinglePlayerUct(c, d, w), expansion=SampledThenAll(threshold), policy=policy)


def tak_recipes() -> list[Recipe]:
    """All of them."""
    manual, per_game = tuned(0.1, 32.0, 10, 0.02, MANUAL), tuned(5.96, 67.98, 13, 0.49, CHANCE)
    one, ten = tuned(4.10, 80.99, 14, 0.34, CHANCE), tuned(4.31, 96.67, 11, 0.28, CHANCE)
    rule, threshold, policy = OWN
    by_program = replace(manual, selection=SchaddProgram(0.1, 32.0, 0.02))
    own = Variant(rule, expansion=SampledThenAll(threshold), policy=policy)
    rows = [
        ("manual", "SP-MCTS tuned by hand", "table 4", manual),
        ("tuned", "SP-MCTS tuned by the cross-entropy method", "table 4", per_game),
        ("manual-program", "tuned by hand, the rule of Schadd's program", "table 4, [schadd2012]", by_program),
        ("tuned-program", "tuned for 100,000 nodes, the rule of Schadd's program", "2, [schadd2012]", own),
        ("mc-rws-5", "MC-RWS tuned at 5 s", "table 5", tuned(5.97, 40.49, 9, 0.34, "mc-rws-tak,beta=16.57")),
        ("mc-rws-10", "MC-RWS tuned at 10 s", "table 5", tuned(5.81, 50.37, 9, 0.55, "mc-rws-tak,beta=17.14")),
        ("mc-rws-20", "MC-RWS tuned at 20 s", "table 5", tuned(6.95, 36.58, 8, 0.33, "mc-rws-tak,beta=16.67")),
        ("manual-per-move", "tuned by hand, a tree per move", "tables 3, 4", replace(manual, moves=PER_MOVE)),
        ("tuned-per-move-1", "tuned per move at 1 s", "tables 3, 6", replace(one, moves=PER_MOVE)),
        ("tuned-per-move-10", "tuned per move at 10 s", "tables 3, 6", replace(ten, moves=PER_MOVE)),
    ]
    for name, variant in (("manual", manual), ("tuned", ten)):
        variant = replace(variant, moves=THIRTY_MOVES, allocation=Restarts(searches=480))
        rows.append((f"{name}-standard", "30 moves, 480 searches, for the standard set", "6.6, table 8", variant))
    return [Recipe(f"tak-{name}", summary, f"[tak2010] {place}", variant) for name, summary, place, variant in rows]
