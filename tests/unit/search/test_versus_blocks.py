"""Places of nodes: blocks of children that became too small serve others, and nobody stands in the place of another."""

import numpy as np
import pytest

from playtree import Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import design_of
from playtree.search.versus.rerooting import copy_subtree
from playtree.search.versus.search import Search
from playtree.search.versus.tree import (
    FREE,
    NODES,
    NONE,
    ROOT,
    SIZES,
    block_for,
    free_block,
    new_tree,
    taken_block,
)

MANY = 40 if INTERPRETED else 5000


def empty_tree():
    tree = new_tree(1 << 20, 4, 2, False)
    tree.used[NODES] = 1
    return tree


def taken_places(tree):
    """The places of every block, of nodes that can be reached and of free ones."""
    pending, places = [int(tree.used[ROOT])], [np.arange(1)]
    while pending:
        node = pending.pop()
        first, tried = int(tree.first[node]), int(tree.tried[node])
        places.append(np.arange(first, first + block_for(tried)))
        pending += range(first, first + tried)
    for size in range(SIZES):
        begin = int(tree.used[FREE + size])
        while begin > 0:
            places.append(np.arange(begin, begin + (1 << size)))
            begin = int(tree.first[begin])
    return np.concatenate(places)


@pytest.mark.parametrize("name", ["orthodox", "semisplit-raw", "semisplit-nodal"])
def test_no_place_is_taken_twice_and_none_is_lost(name):
    search = Search(Rbg("connectFour"), design_of(name), 1, 4 << 20)
    search.run(MoveBudget(simulations=MANY))
    places = taken_places(search.tree)
    assert np.array_equal(np.sort(places), np.arange(search.nodes))


def test_a_block_that_was_freed_is_taken_before_new_places():
    tree = empty_tree()
    first, second = taken_block(tree, 4), taken_block(tree, 4)
    free_block(tree, first, 4)
    free_block(tree, second, 4)
    used = int(tree.used[NODES])
    assert (taken_block(tree, 4), taken_block(tree, 4), taken_block(tree, 4)) == (second, first, used)
    assert taken_block(tree, 2) == used + 4


@pytest.mark.kernels
@pytest.mark.parametrize("children", [0, 1, 2, 3, 4, 5, 8, 9, 1000, 13_000, 1 << 20, (1 << 20) + 1])
def test_a_block_has_the_least_power_of_two_that_suffices(children):
    assert block_for(children) == (1 << (children - 1).bit_length() if children else 0)


def test_no_place_is_taken_twice_where_a_part_of_the_tree_was_kept():
    game = Rbg("connectFour")
    search = Search(game, design_of("semisplit-nodal"), 1, 4 << 20)
    search.run(MoveBudget(simulations=MANY))
    fresh = new_tree(4 << 20, search.words, search.players, False)
    copy_subtree(search.tree, fresh, 0, search.players, search.words)
    places = taken_places(fresh)
    assert np.array_equal(np.sort(places), np.arange(fresh.used[NODES]))


def test_states_are_stored_of_nodes_that_were_visited_again():
    search = Search(Rbg("connectFour"), design_of("orthodox"), 1, 4 << 20)
    search.run(MoveBudget(simulations=MANY))
    tree, pending = search.tree, [search.root]
    while pending:
        node = pending.pop()
        assert (tree.state[node] != NONE) == (tree.count[node] >= 0)
        pending += range(int(tree.first[node]), int(tree.first[node]) + int(tree.tried[node]))


def test_a_root_has_its_state_though_it_was_visited_once():
    game = Rbg("connectFour")
    search = Search(game, design_of("orthodox"), 1, 4 << 20)
    search.run(MoveBudget(simulations=7))
    search.advance(game.compiled.moves(game.start)[3])
    assert search.tree.visits[search.root] == 1
    assert np.array_equal(search.tree.states[search.tree.state[search.root]], search.state)
    search.run(MoveBudget(simulations=20))
    assert search.tree.visits[search.root] == 21
