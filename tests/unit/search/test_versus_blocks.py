"""Places of nodes: blocks of children that became too small serve others, and nobody stands in the place of another."""

import numpy as np
import pytest

from playtree import Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import design_of
from playtree.search.versus.search import Search
from playtree.search.versus.tree import FREE, NODES, NONE, ROOT, SIZES, free_block, new_tree, sizes_for, taken_block

MANY = 40 if INTERPRETED else 5000


def empty_tree():
    tree = new_tree(sizes_for(1 << 20, 4, 2, False), 4, 2, False)
    tree.used[NODES] = 1
    return tree


def taken_places(tree):
    """The places of every block, of nodes that can be reached and of free ones."""
    pending, places = [int(tree.used[ROOT])], [np.arange(1)]
    while pending:
        node = pending.pop()
        first, room, tried = (int(field[node]) for field in (tree.first, tree.room, tree.tried))
        assert tried <= room
        places.append(np.arange(first, first + room))
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
    first, second = taken_block(tree, 2), taken_block(tree, 2)
    free_block(tree, first, 4)
    free_block(tree, second, 4)
    used = int(tree.used[NODES])
    assert (taken_block(tree, 2), taken_block(tree, 2), taken_block(tree, 2)) == (second, first, used)
    assert taken_block(tree, 1) == used + 4


def test_of_a_block_of_another_size_the_largest_part_that_fits_is_used():
    tree = empty_tree()
    tree.used[NODES] = 20
    free_block(tree, 5, 7)
    assert taken_block(tree, 2) == 5
    assert taken_block(tree, 2) == 20


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
