"""The classic searches: A*, IDA*, and beams with what Monte-Carlo adds to them [klein2015] 1.3-1.5."""

from playtree.search.solo.beam.choice.rules import Diverse, Gumbel
from playtree.search.solo.beam.evaluation.linear import Linear
from playtree.search.solo.beam.evaluation.plain import Score, ScoreAndRewards
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations, MeanOfSimulations
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.budgeted.method import DepthBudgeted
from playtree.search.solo.classic.method import AStar, IdaStar
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.swarm.method import Swarm
from playtree.search.solo.swarm.sampling import ByReward

TABU = "tabu-color-random"


def _beams() -> list[Recipe]:
    found = [
        ("beam", "beam search by the best of 4 simulations, for any game", Beam(BestOfSimulations(4))),
        ("beam-score", "beam search by the points so far", Beam(Score())),
        ("beam-rewards", "beam search by the points so far and the rewards on offer", Beam(ScoreAndRewards())),
        ("beam-tabu", "beam search by a simulation of TabuColorRandom", Beam(BestOfSimulations(1), policy=TABU)),
        ("beam-linear", "beam search by a learned value of SameGame", Beam(Linear(), weights="samegame", policy=TABU)),
        ("beam-tabu-mean", "beam search by the mean of 4 such simulations", Beam(MeanOfSimulations(4), policy=TABU)),
        ("beam-tabu-gumbel", "stochastic beam search", Beam(BestOfSimulations(1), Gumbel(), policy=TABU)),
        ("beam-tabu-diverse", "diverse beam search", Beam(BestOfSimulations(1), Diverse(), policy=TABU)),
    ]
    sources = {"beam-tabu-gumbel": "[kool2019]", "beam-tabu-diverse": "[li2016]"}
    return [Recipe(name, summary, sources.get(name, "[klein2015] 1.5"), method) for name, summary, method in found]


def _budgeted() -> list[Recipe]:
    once, source = BestOfSimulations(1), "[schadd2012] 2.3, in its spirit"
    return [
        Recipe("dbs", "depth first, every subtree with a budget, then a simulation", source, DepthBudgeted(once)),
        Recipe("dbs-tabu", "the same with TabuColorRandom", source, DepthBudgeted(once, policy=TABU)),
    ]


def _exact() -> list[Recipe]:
    found = [
        ("a-star", "A* on the game's bound: exact on small games", "[klein2015] 1.4", AStar()),
        ("weighted-a-star", "A* with the bound relaxed to 0.5", "[klein2015] 1.3, [hansen2007]", AStar(relaxation=0.5)),
        ("ida-star", "IDA* with a table, thresholds that fall by a twentieth", "[schadd2012] 3", IdaStar()),
        ("schadd-ida-star", "IDA* as it is written", "[schadd2012] 3", IdaStar(shrink=1.0, table_bits=0)),
    ]
    return [Recipe(*recipe) for recipe in found]


def _swarms() -> list[Recipe]:
    found = [
        ("swarm", "UCT in one tree that all threads share, for any game", Swarm()),
        (
            "hgsts",
            "the same with look-ahead every 20 iterations and TabuColor",
            Swarm(look_ahead=20, policy="tabu-color"),
        ),
        ("hgsts-reward", "the same with moves drawn by their points", Swarm(ByReward(), look_ahead=20)),
        ("hgsts-set", "set-based, from a layer of at least 100 states", Swarm(layer=100, policy="tabu-color")),
    ]
    return [Recipe(name, summary, "[edelkamp2010], [klein2015] A.6", method) for name, summary, method in found]


def classic_recipes() -> list[Recipe]:
    """All of them."""
    return [*_beams(), *_budgeted(), *_exact(), *_swarms()]
