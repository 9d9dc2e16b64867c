"""The combinations of search components that the tests look at."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from playtree.games.samegame.game import SameGame
from playtree.search.budget import Budget
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.span import Span
from playtree.search.solo.run import policy_of
from playtree.search.solo.search import Search
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.uct import Uct
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


def name_of(variant: Variant) -> str:
    return "-".join(type(part).__name__ for part in (variant.selection, variant.normalisation, variant.expansion))


def search_of(game: SameGame, variant: Variant, seed: int, **limits: float) -> Search:
    """A search that has not started."""
    table, policy = game.table("scores", "sample"), policy_of(game, variant)
    budget = Budget(**limits)  # type: ignore[arg-type]
    return Search(game, table, policy, variant.rules, budget, np.random.SeedSequence(seed))


def searched(game: SameGame, variant: Variant, seed: int, **limits: float) -> Search:
    """A search that has used its budget."""
    search = search_of(game, variant, seed, **limits)
    search.run()
    return search
