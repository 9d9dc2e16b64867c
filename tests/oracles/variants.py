"""The combinations of search components that the tests look at."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.solo.backup.plain import Bonus, BonusOnlyInMean
from playtree.search.solo.expansion.competing import Competing
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.expansion.widening import Widening
from playtree.search.solo.exploration.global_weight import (
    Annealing,
    AnnealingFast,
    Constant,
    DepthBlock,
    LeafBlock,
    LeafBlockUnlessEnds,
    LeafBlockUrgent,
)
from playtree.search.solo.exploration.node_weight import CNode, CNodeAnnealing, CNodeAnnealingFast, CNodeLU
from playtree.search.solo.method import policy_of
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.relative import Bound, Global, GlobalFalling, Local, LocalAhead, Span
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.pruning.bound import NoPruning
from playtree.search.solo.pruning.look_ahead import LookAhead
from playtree.search.solo.search import Search
from playtree.search.solo.selection.amaf import Amaf, Rave
from playtree.search.solo.selection.matsumoto import Matsumoto
from playtree.search.solo.selection.schadd_program import SchaddProgram
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
from playtree.search.solo.simulation.averages import Mast, Ngrams
from playtree.search.solo.simulation.by_policy import ByPolicy
from playtree.search.solo.variant import Variant

SELECTIONS = (Uct(0.3), SinglePlayerUct(0.5, 32.0, 0.02), SchaddProgram(0.5, 10.0, 0.1))
NORMALISATIONS = (Raw(), Static(20.0), Span())
EXPANSIONS = (OneChild(1), Sampled(4), SampledThenAll(4))


def _combinations() -> Iterator[tuple[int, Variant]]:
    for numbers in product(range(3), repeat=3):
        variant = Variant(SELECTIONS[numbers[0]], NORMALISATIONS[numbers[1]], EXPANSIONS[numbers[2]], policy="random")
        yield sum(numbers) % 3, variant


ALL = [variant for _, variant in _combinations()]
PAIRS = [variant for square, variant in _combinations() if square == 0]  # every pair of members of two families, once


# every other member of selection, expansion, normalisation, backup and exploration, in a tree
_PLAIN = Variant(Uct(0.3), Static(20.0), policy="random")
OTHERS = [
    *(
        replace(_PLAIN, selection=rule)
        for rule in (
            Ucb1Tuned(0.5),
            Matsumoto(0.5, 0.3),
            TopScore(0.5),
            ThirdAverage(0.5),
            ThirdAveragePlus(0.5),
            ThirdTop(0.5),
            TopThirdAverage(0.5),
        )
    ),
    replace(_PLAIN, selection=Matsumoto(0.1, 0.5), expansion=Competing()),
    *(replace(_PLAIN, expansion=rule) for rule in (Widening(1.0, 0.5), Widening(2.0, 0.3), Competing())),
    *(replace(_PLAIN, selection=rule) for rule in (Amaf(0.5), Rave(0.5, 0.1), Rave(0.3, 1.0))),
    replace(_PLAIN, selection=Rave(0.5, 0.1), expansion=Sampled(3)),
    *(replace(_PLAIN, simulation=rule, policy=None) for rule in (Mast(0.4), Ngrams(0.2, 3, 2), Ngrams(0.0, 2, 1))),
    replace(_PLAIN, selection=Rave(0.5, 0.1), expansion=Sampled(3), simulation=Mast(0.1), policy=None),
    *(replace(_PLAIN, pruning=rule) for rule in (LookAhead(), Beam(3, 20), Beam(1, 7), Beam(50, 40))),
    *(replace(_PLAIN, normalisation=rule) for rule in (Global(), GlobalFalling(3.0), Local(), LocalAhead(), Bound())),
    *(replace(_PLAIN, selection=TopScore(0.5), backup=rule) for rule in (Bonus(0.0), Bonus(0.5))),
    replace(_PLAIN, selection=TopThirdAverage(0.5), backup=BonusOnlyInMean(0.0)),
    *(
        replace(_PLAIN, exploration=rule)
        for rule in (
            Constant(0.5),
            Annealing(),
            AnnealingFast(),
            DepthBlock(ideal=2.0, rise=1.1, fall=0.9),
            DepthBlock(divisor=3.0, rise=1.1, fall=0.9),
            LeafBlock(1.3),
            LeafBlockUrgent(divisor=1.5, rise=1.3, fall=0.8),
            LeafBlockUnlessEnds(rise=1.3, fall=0.8),
            CNode(1.5, 0.9, 1.1),
            CNodeLU(1.5, 0.9, 1.1, 0.8, 0.5),
            CNodeAnnealing(1.5, 0.9, 1.1),
            CNodeAnnealingFast(1.5, 0.9, 1.1, 3.0, 0.1),
        )
    ),
]

COMPILED = [  # of the others, those that the quick tests also compile
    replace(_PLAIN, selection=Matsumoto(0.1, 0.5), expansion=Competing()),
    replace(_PLAIN, expansion=Widening(1.0, 0.5)),
    replace(_PLAIN, selection=Rave(0.5, 0.1)),
    replace(_PLAIN, simulation=Ngrams(0.2, 3, 2), policy=None),
    replace(_PLAIN, pruning=LookAhead()),
    replace(_PLAIN, pruning=Beam(3, 20)),
    replace(_PLAIN, selection=Ucb1Tuned(0.5), exploration=CNodeLU(1.5, 0.9, 1.1, 0.8, 0.5)),
    replace(_PLAIN, selection=TopScore(0.5), normalisation=Global()),
]


def name_of(variant: Variant) -> str:
    parts = [variant.selection, variant.normalisation, variant.expansion, variant.exploration, variant.backup]
    for part, usual in ((variant.pruning, NoPruning), (variant.simulation, ByPolicy)):
        if not isinstance(part, usual):
            parts.append(part)
    return "-".join(type(part).__name__ for part in parts)


def with_policy(variant: Variant, policy: str) -> Variant:
    """The variant with this policy, unless its simulations choose their moves themselves."""
    return replace(variant, policy=policy) if isinstance(variant.simulation, ByPolicy) else variant


def search_of(game: Game, variant: Variant, seed: int, **limits: float) -> Search:
    """A search that has not started."""
    return _search(game, variant, seed, limits)


def recorded(game: Game, variant: Variant, seed: int, **limits: float) -> Search:
    """A search that has used its budget and was recorded."""
    search = _search(game, variant, seed, limits, is_recorded=True)
    search.run()
    return search


def searched(game: Game, variant: Variant, seed: int, **limits: float) -> Search:
    """A search that has used its budget."""
    search = search_of(game, variant, seed, **limits)
    search.run()
    return search


def _search(game: Game, variant: Variant, seed: int, limits: dict[str, float], *, is_recorded: bool = False) -> Search:
    table, policy = game.table("scores", "sample", "bound", *variant.functions), policy_of(game, variant)
    budget = Budget(**limits)  # type: ignore[arg-type]
    return Search(game, table, policy, variant, budget, np.random.SeedSequence(seed), is_recorded=is_recorded)
