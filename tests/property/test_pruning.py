"""Properties of pruning by look-ahead and by a beam."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.game import SameGame, action_of
from playtree.games.samegame.rule_book import is_vertical_segment
from playtree.search.budget import Budget
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.pruning.beam import DONE, Beam
from playtree.search.solo.pruning.look_ahead import LookAhead
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant
from playtree.search.tree import OPEN, ROOT
from tests.oracles.exhaustive import best_score
from tests.oracles.look_ahead import cannot_wait
from tests.oracles.natives import call
from tests.oracles.trees import children_of
from tests.oracles.variants import searched
from tests.property.strategies import drawn_boards

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

QUICK = 15 if INTERPRETED else 100
SEEDS = st.integers(0, 2**32 - 1)


def narrowed(game: SameGame) -> list[int]:
    """The actions of the start that the game says cannot wait."""
    table, actions = game.table("narrow"), np.array(game.legal(game.start), np.int64)
    count = call("narrow", table.narrow, table.data, game.start.copy(), actions) if len(actions) else 0
    assert sorted(actions) == sorted(game.legal(game.start))
    return sorted(int(action) for action in actions[:count])


@settings(max_examples=QUICK)
@given(drawn_boards(6, 6, 4), st.booleans())
def test_the_groups_that_cannot_wait_are_those_of_the_plain_rule(board, on_planes):
    game = SameGame(board, on_planes=on_planes)
    groups = cannot_wait(board, game.rules.minimum)
    assert narrowed(game) == sorted(action_of(min(group)) for group in groups)
    if len(groups) < len(game.legal(game.start)):  # else every group can wait, and all are offered
        assert not any(is_vertical_segment(board, group) for group in groups)


@settings(max_examples=QUICK)
@given(drawn_boards(6, 6, 4), st.integers(1, 4), st.integers(1, 40), st.integers(1, 300), SEEDS)
def test_no_more_nodes_stay_than_the_beam_is_wide(board, width, simulations, iterations, seed):
    variant = Variant(Uct(0.3), Static(20.0), pruning=Beam(width, simulations), policy="random")
    game = SameGame(board)
    search = searched(game, variant, seed, iterations=iterations)
    assert game.replay(search.line).score == search.score
    assert search.statistics.iterations == iterations or search.is_exhausted
    depths = list(open_depths(search.tree))
    for depth in range(1, 30):
        if search._work.passes[depth] == DONE:
            assert depths.count(depth) <= width


def open_depths(tree, node: int = ROOT, depth: int = 0):
    """The depths of all nodes that can still be reached."""
    if tree.closed[node] == OPEN:
        yield depth
        for child in children_of(tree, node):
            yield from open_depths(tree, child, depth + 1)


@settings(max_examples=QUICK // 3)
@given(drawn_boards(3, 3, 3), st.sampled_from([LookAhead(), Beam(1, 3)]), SEEDS)
def test_what_pruning_leaves_of_a_budget_proves_a_small_board(board, pruning, seed):
    game = SameGame(board)
    variant = Variant(Uct(0.3), Static(20.0), pruning=pruning, policy="random")
    found = variant.run(game, Budget(iterations=3000), seed=seed)
    assert found.proven
    assert found.score == best_score(board, game.rules)
