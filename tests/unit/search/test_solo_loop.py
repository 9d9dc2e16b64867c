"""The loop of the single-player search: every combination of components against the plain one, and its buffers."""

import pytest

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.solo import search as search_module
from playtree.search.solo import workspace
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled
from tests.oracles.trees import check_same_search, tree_picture
from tests.oracles.variants import ALL, COMPILED, OTHERS, PAIRS, name_of, searched, with_policy

pytestmark = pytest.mark.kernels

COMPONENTS = pytest.mark.parametrize("variant", [*ALL, *OTHERS] if INTERPRETED else [*PAIRS, *COMPILED], ids=name_of)


@COMPONENTS
def test_the_search_grows_the_tree_of_the_plain_one(variant):
    check_same_search(SameGame(random_board(1, 4, 4, 3)), variant, iterations=400, seed=1)
    learned = with_policy(variant, "tabu-color-learned,chance=0.05")
    check_same_search(SameGame(random_board(2, 5, 6, 4), prune=True, on_planes=False), learned, iterations=100, seed=2)


@COMPONENTS
def test_equal_seeds_grow_equal_trees(variant):
    game = SameGame(random_board(3, 8, 8, 4))
    one, two, other = (searched(game, variant, seed, iterations=60) for seed in (5, 5, 6))
    assert tree_picture(one.tree) == tree_picture(two.tree)
    assert (one.line, one.statistics) == (two.line, two.statistics)
    assert tree_picture(one.tree) != tree_picture(other.tree)


@pytest.mark.parametrize(
    "variant", [variant for variant in PAIRS if isinstance(variant.expansion, OneChild)], ids=name_of
)
@pytest.mark.parametrize("nodes, actions, line", [(4, 1, 256), (1 << 16, 256, 4), (1 << 16, 256, 17), (4, 1, 18)])
def test_buffers_that_grow_change_nothing(variant, nodes, actions, line, monkeypatch):
    game = SameGame(random_board(4, 8, 8, 4))
    roomy = searched(game, variant, seed=3, iterations=150)
    monkeypatch.setattr(search_module, "FIRST_NODES", nodes)
    monkeypatch.setattr(search_module, "FIRST_ACTIONS", actions)
    monkeypatch.setattr(workspace, "FIRST_ACTIONS", actions)
    monkeypatch.setattr(workspace, "FIRST_LINE", line)  # with 17 and 18 the first game fits and a later one does not
    tight = searched(game, variant, seed=3, iterations=150)
    assert (tight.score, tight.line) == (roomy.score, roomy.line)
    assert tree_picture(tight.tree) == tree_picture(roomy.tree)
    assert tight.statistics == roomy.statistics


@pytest.mark.parametrize(
    "variant", [variant for variant in PAIRS if isinstance(variant.expansion, Sampled)], ids=name_of
)
def test_buffers_that_grow_keep_a_sampled_tree_in_order(variant, monkeypatch):
    """A simulation that is repeated counts twice, so only the order of the tree is the same."""
    monkeypatch.setattr(search_module, "FIRST_NODES", 4)
    monkeypatch.setattr(workspace, "FIRST_LINE", 4)
    game = SameGame(random_board(4, 8, 8, 4))
    search = searched(game, variant, seed=3, iterations=150)
    assert search.tree.visits[0] == 150
    assert game.replay(search.line).score == search.score
