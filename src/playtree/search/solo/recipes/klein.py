"""The variants of Klein's thesis, by chapter [klein2015]. C, D and the factors are his.

All divide scores by 5,000 and use VS-pruning unless they say otherwise. Where he gives C for undivided scores (6.9),
it is divided by 5,000 here: C = 100 is 0.020.
"""

from dataclasses import replace

from playtree.search.solo.allocation.per_move import PerMove
from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.backup.plain import Bonus, BonusOnlyInMean
from playtree.search.solo.duplicates.rules import Consistent, Dynamic, Naive
from playtree.search.solo.exploration.global_weight import (
    Annealing,
    AnnealingFast,
    DepthBlock,
    LeafBlock,
    LeafBlockUnlessEnds,
    LeafBlockUrgent,
)
from playtree.search.solo.exploration.node_weight import CNode, CNodeAnnealing, CNodeAnnealingFast, CNodeLU
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.normalisation.relative import Global, Local, LocalAhead
from playtree.search.solo.pruning.bound import ByBound
from playtree.search.solo.pruning.look_ahead import LookAhead
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.third_term import (
    ThirdAverage,
    ThirdAveragePlus,
    ThirdTop,
    TopScore,
    TopThirdAverage,
)
from playtree.search.solo.selection.ucb1_tuned import Ucb1Tuned
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant

UNIT = 5000.0
RISE_FAST = CNode(lowest=1.001)  # L = 1.001 in all versions after CNode


def static() -> Variant:
    """UCT, scores divided by 5,000, uniform simulations, VS-pruning (6.1)."""
    return Variant(Uct(0.020), Static(UNIT), prunes_moves=True, policy="random")


def base() -> Variant:
    """Consistent duplicates and CNodeLU (7)."""
    return replace(static(), duplicates=Consistent(), exploration=CNodeLU())


def _tabu(variant: Variant, switch: int = 0, *, lapses: bool = False) -> Variant:
    settings = (f",switch={switch}" if switch else "") + (",lapse=1" if lapses else "")
    return replace(variant, policy=f"tabu-color-random{settings}")


def _normalisation() -> list[Recipe]:
    return [
        Recipe("klein-static", "UCT, scores divided by 5,000", "[klein2015] 6.1", static()),
        Recipe(
            "klein-global",
            "UCT, scores divided by the best so far",
            "[klein2015] 6.1",
            replace(static(), selection=Uct(0.053), normalisation=Global()),
        ),
        Recipe(
            "klein-local",
            "UCT, scores from the parent on divided by the best from there",
            "[klein2015] 6.1, as its figures have it",
            replace(static(), selection=Uct(0.066), normalisation=Local()),
        ),
        Recipe(
            "klein-local-ahead",
            "UCT, scores from the child on divided by the best from the parent on",
            "[klein2015] 6.1, as its formula has it",
            replace(static(), selection=Uct(0.066), normalisation=LocalAhead()),
        ),
    ]


def _selection() -> list[Recipe]:
    found = [
        ("sp-mcts", "the deviation as third term", "6.2", SinglePlayerUct(0.010, 0.01, 0.0)),
        ("3rdavg", "the average from the child on as third term", "6.3", ThirdAverage(0.041)),
        ("3rdavg-plus", "3rdAvg with the points of the move", "6.10.1", ThirdAveragePlus(0.042)),
        ("ucb1-tuned", "UCB1-Tuned", "6.5", Ucb1Tuned(0.038)),
        ("topscore", "the best result instead of the average", "6.5", TopScore(0.195)),
    ]
    recipes = [
        Recipe(f"klein-{name}", summary, f"[klein2015] {place}", replace(static(), selection=rule))
        for name, summary, place, rule in found
    ]
    tops = [
        ("topscore-plus", "TopScore without the bonus", TopScore(0.120), Bonus(0.0)),
        ("3rdtop", "TopScore+ with the best from the child on", ThirdTop(0.210), Bonus(0.0)),
        ("top3rdavg", "TopScore+ with the average from the child on", TopThirdAverage(0.148), BonusOnlyInMean(0.0)),
    ]
    for name, summary, rule, backup in tops:
        variant = replace(static(), selection=rule, backup=backup)
        recipes.append(Recipe(f"klein-{name}", summary, "[klein2015] 6.10.2", variant))
    return recipes


def _bonus_and_pruning() -> list[Recipe]:
    recipes = [
        Recipe(
            f"klein-bonus-{share:g}",
            f"the bonus counts {share:g} in the tree",
            "[klein2015] 6.4",
            replace(static(), selection=Uct(c), backup=Bonus(share)),
        )
        for share, c in ((0.0, 0.016), (0.5, 0.018), (0.8, 0.0194))
    ]
    recipes.append(
        Recipe(
            "klein-no-pruning",
            "without VS-pruning",
            "[klein2015] 6.5",
            replace(static(), selection=Uct(0.017), prunes_moves=False),
        )
    )
    recipes.append(
        Recipe(
            "klein-look-ahead",
            "without groups that can wait, by one step of look-ahead",
            "[klein2015] 2.4.2",
            replace(static(), pruning=LookAhead(), prunes_moves=False),
        )
    )
    recipes.append(
        Recipe(
            "klein-state-pruning",
            "with pruning by the over-estimator",
            "[klein2015] 6.5",
            replace(static(), pruning=ByBound()),
        )
    )
    return recipes


def _duplicates() -> list[Recipe]:
    found = [
        ("naive", "a state stays with its first parent", Naive()),
        ("dynamic", "a state goes to the parent that reaches it with more points", Dynamic()),
        ("consistent", "as Dynamic, with its statistics", Consistent()),
    ]
    return [
        Recipe(f"klein-{name}", summary, "[klein2015] 6.7", replace(static(), duplicates=rule))
        for name, summary, rule in found
    ]


def _allocation() -> list[Recipe]:
    recipes = []
    for spread, c, c_plus in (("uniform", 0.033, 0.032), ("linear", 0.020, 0.020), ("exponential", 0.020, 0.020)):
        for final, suffix, weight in (("top", "", c), ("top-plus", "-plus", c_plus)):
            variant = replace(static(), selection=Uct(weight), moves=PerMove(spread, final))
            summary = f"{spread} budget per move" + (", the move's points ignored" if suffix else "")
            recipes.append(Recipe(f"klein-{spread}{suffix}", summary, "[klein2015] 6.8", variant))
    return recipes


def _exploration() -> list[Recipe]:
    found = [
        ("depthblock-30", "C rises while the mean depth is above 30", "6.9.1", DepthBlock(ideal=30.0)),
        ("depthblock-1.9", "C rises above 1/1.9 of the game length", "6.9.1", DepthBlock(divisor=1.9)),
        ("depthblock", "C rises above half the game length", "6.9.1", DepthBlock(divisor=2.0)),
        ("depthblock-2.5", "C rises above 1/2.5 of the game length", "6.9.1", DepthBlock(divisor=2.5)),
        ("depthblock-lu", "DepthBlock with late urgency", "6.9.1", DepthBlock(divisor=2.0, fall=0.9995)),
        ("leafblock", "C rises with each end of a game in the tree", "6.9.2", LeafBlock()),
        ("leafblock-lu", "LeafBlock with late urgency", "6.9.2", LeafBlockUrgent()),
        ("leafblock-luntn", "LeafBlock, urgent while no game ends in the tree", "6.9.2", LeafBlockUnlessEnds()),
        ("cnode", "a C for each node, rising above ends of games", "6.9.2", CNode()),
        ("cnodelu", "CNode with late urgency", "6.9.2", CNodeLU()),
        ("sa-uct", "C falls linearly with the budget", "3.7.2", Annealing()),
        ("sa-uct-exponential", "C falls exponentially with the budget", "6.9.2", AnnealingFast()),
    ]
    recipes = [
        Recipe(f"klein-{name}", summary, f"[klein2015] {place}", replace(static(), exploration=rule))
        for name, summary, place, rule in found
    ]
    rapid = replace(static(), selection=Uct(4 / UNIT), exploration=RISE_FAST)
    recipes.append(Recipe("klein-rapid", "CNode that starts with C = 4", "[klein2015] 6.9.2", rapid))
    consistent = replace(static(), duplicates=Consistent(), exploration=RISE_FAST)
    recipes.append(Recipe("klein-consistentcnode", "Consistent with CNode", "[klein2015] 6.9.2", consistent))
    for start in (1000, 500, 250, 200, 180):
        variant = replace(static(), selection=Uct(start / UNIT), exploration=CNodeAnnealing())
        summary = f"CNode with C falling linearly from {start}"
        recipes.append(Recipe(f"klein-cnode-linear-{start}", summary, "[klein2015] B.2", variant))
    for start in (1000, 500, 300, 256, 200):
        rule = CNodeAnnealingFast(floor=8 / start)
        variant = replace(static(), selection=Uct(start / UNIT), exploration=rule)
        summary = f"CNode with C falling exponentially from {start}"
        recipes.append(Recipe(f"klein-cnode-exponential-{start}", summary, "[klein2015] B.2", variant))
    return recipes


def _combinations() -> list[Recipe]:
    third = replace(base(), selection=ThirdAverage(0.041))
    per_move = PerMove("exponential", "top-plus")
    exp = replace(base(), selection=Uct(0.021), moves=per_move)
    recipes = [
        Recipe("klein-base", "Consistent with CNodeLU", "[klein2015] 7", base()),
        Recipe("klein-base3rdavg", "Base with 3rdAvg", "[klein2015] 7.0.3", third),
        Recipe(
            "klein-base3rdavgexp-plus",
            "Base3rdAvg, exponential budget per move",
            "[klein2015] 7.0.4",
            replace(third, moves=per_move),
        ),
        Recipe(
            "klein-base3rdavgexp-plus-tabu",
            "the same with TabuColorRandom",
            "[klein2015] 7.0.5",
            _tabu(replace(third, moves=per_move)),
        ),
        Recipe("klein-baseexp-plus-tabu", "Base per move with TabuColorRandom", "[klein2015] 7.0.5", _tabu(exp)),
    ]
    for switch in (32, 48, 64):
        summary = f"the same, Random from {switch} blocks on"
        recipes.append(Recipe(f"klein-baseexp-plus-tabu{switch}", summary, "[klein2015] 7.0.6", _tabu(exp, switch)))
    recipes += [
        Recipe(
            f"klein-{name}-program",
            f"{name} as Klein's program plays it: some simulations are cut short",
            "[klein2015] 7.0.5, 7.0.6, D.2",
            _tabu(variant, switch, lapses=True),
        )
        for name, variant, switch in (
            ("base3rdavgexp-plus-tabu", replace(third, moves=per_move), 0),
            ("baseexp-plus-tabu", exp, 0),
            ("baseexp-plus-tabu32", exp, 32),
            ("baseexp-plus-tabu48", exp, 48),
            ("baseexp-plus-tabu64", exp, 64),
        )
    ]
    recipes.append(Recipe("klein-meta", "BaseExp+Tabu48 with C = 0.022 and restarts", "[klein2015] 8.1.2", restarted()))
    return recipes


def restarted(nodes: int = 200_000) -> Variant:
    """BaseExp+Tabu48 with C = 0.022, one tree after the other (8.1.2)."""
    variant = replace(base(), selection=Uct(0.022), moves=PerMove("exponential", "top-plus"))
    return replace(_tabu(variant, 48), allocation=Restarts(nodes=nodes))


def klein_recipes() -> list[Recipe]:
    """All of them, in the order of the thesis."""
    return [
        *_normalisation(),
        *_selection(),
        *_bonus_and_pruning(),
        *_duplicates(),
        *_allocation(),
        *_exploration(),
        *_combinations(),
    ]
