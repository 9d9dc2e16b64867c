"""The memory of a tree: shared by all that it holds, never exceeded, and made free again where a game goes on."""

import os
import re
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

from playtree import Rbg, turn_game
from playtree.compiled.decorator import INTERPRETED
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.final import Final
from playtree.search.versus.recipes import design_of
from playtree.search.versus.rerooting import copy_subtree, least_visits
from playtree.search.versus.search import Search
from playtree.search.versus.tree import (
    ARENA,
    IS_FULL,
    LABELS,
    NODES,
    NONE,
    NOT_LISTED,
    ROOT,
    STATES,
    bytes_left,
    new_tree,
)

DESIGNS = ("orthodox", "semisplit-raw", "semisplit-nodal", "rollup-raw", "rollup-nodal", "orthodox-mast-rave", "solver")
MANY = 40 if INTERPRETED else 15_000
SMALL = 1 << 11 if INTERPRETED else 1 << 20

breakthrough = cache(lambda: Rbg("breakthrough"))


def grown(name, simulations=MANY, memory=SMALL, game=None):
    search = Search(game or breakthrough(), design_of(name), 1, memory)
    search.run(MoveBudget(simulations=simulations))
    return search


def children(tree, node):
    return range(int(tree.first[node]), int(tree.first[node]) + int(tree.tried[node]))


def bytes_taken(tree):
    """By the sizes of the arrays' numbers, not by what the tree says that they are."""
    fields = ("visits", "total", "mean", "inverse", "first", "tried", "names", "space", "count", "player", "is_start",
              "state", "is_proven")  # fmt: skip
    players = len(tree.proofs) // len(tree.visits)
    node = sum(getattr(tree, field).itemsize for field in fields) + players * tree.proofs.itemsize
    label = tree.labels.itemsize + (tree.amaf[:1].nbytes if len(tree.amaf) else 0)
    used = tree.used
    parts = (used[NODES] * node, used[STATES] * tree.states[0].nbytes, used[LABELS] * label, used[ARENA] * 4)
    return sum(map(int, parts))


@pytest.mark.kernels
@pytest.mark.parametrize("name", DESIGNS)
def test_memory_is_bounded_used_up_and_the_search_goes_on(name):
    search = grown(name)
    tree, nodes = search.tree, search.nodes
    assert tree.visits[search.root] == MANY
    assert bytes_left(tree) == SMALL - bytes_taken(tree) >= 0
    assert tree.used[IS_FULL]
    assert bytes_left(tree) < SMALL / 3
    search.run(MoveBudget(simulations=100))
    assert (tree.visits[search.root], search.nodes) == (MANY + 100, nodes)


@pytest.mark.parametrize("name", DESIGNS)
def test_the_next_move_has_half_of_the_memory_to_begin_with(name):
    agent = Agent(breakthrough(), name, 1, memory_megabytes=1)
    choice = agent.choose(None, MoveBudget(simulations=MANY))
    agent.advance(choice.move)
    search = agent.search
    chosen = next(each for each in choice.alternatives if each.move == choice.move)
    assert search.tree.visits[search.root] == chosen.visits
    assert not search.tree.used[IS_FULL]
    assert bytes_left(search.tree) >= search.tree.sizes.memory / 2
    assert agent.choose(None, MoveBudget(simulations=100)).simulations == 100
    assert search.nodes > 1


@pytest.mark.parametrize(
    "name, game",
    [("orthodox", "breakthrough"), ("semisplit-nodal", "breakthrough"), ("semisplit-raw", "englishDraughts"),
     ("solver", "ticTacToe")],
)  # fmt: skip
@pytest.mark.parametrize("visits", [0, 2, 9, 300])
def test_what_was_hardly_looked_at_is_left_out(name, game, visits):
    search = grown(name, 3000, 8 << 20, Rbg(game))
    assert copied(search, visits) == shape(search.tree, visits)


def copied(search, visits):
    fresh = new_tree(search.tree.sizes.memory, search.words, search.players, False)
    copy_subtree(search.tree, fresh, visits, search.players, search.words)
    return shape(fresh, 0)


def shape(tree, visits):
    """What leads to each node, its numbers, and whether its candidates are known; without what is to be left out."""
    pending: list[tuple[tuple[int, ...], int]] = [((), int(tree.used[ROOT]))]
    found = {}
    while pending:
        way, node = pending.pop()
        is_kept = not way or tree.visits[node] >= visits or tree.is_proven[node] != 0
        found[way] = (
            int(tree.visits[node]), float(tree.total[node]), int(tree.is_proven[node]),
            int(tree.count[node]) if is_kept else NOT_LISTED, tree.state[node] != NONE and is_kept,
        )  # fmt: skip
        names = int(tree.names[node])
        for number, child in enumerate(children(tree, node) if is_kept else ()):
            pending.append(((*way, int(tree.labels[names + number])), child))
    return found


@pytest.mark.kernels
@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal", "orthodox-mast-rave"])
def test_as_much_is_kept_as_goes_into_the_memory(name):
    search = grown(name, 100 if INTERPRETED else MANY // 3, 8 << 20)

    def taken(visits):
        fresh = new_tree(8 << 20, search.words, search.players, len(search.tree.amaf) > 0)
        copy_subtree(search.tree, fresh, visits, search.players, search.words)
        return (8 << 20) - int(bytes_left(fresh)), fresh

    whole, _ = taken(0)
    for share in (
        (1.0, 0.7, 0.4) if INTERPRETED else (1.0, 0.7, 0.3, 0.1)
    ):  # few children of the root are most of a small tree
        room = np.empty(search.nodes, np.uint32)
        visits = int(least_visits(search.tree, int(share * whole), np.zeros(64, np.int64), room))
        kept, _ = taken(visits)
        assert (visits == 0) == (share == 1.0)
        assert kept <= 1.02 * share * whole  # of lists of actions it only knows the average length
        assert visits == 0 or taken(visits // 2)[0] > 0.98 * share * whole


@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal", "semisplit-raw"])
def test_a_search_goes_on_where_children_were_left_out(name):
    """Positions are made from stored ones above, and those of nodes that are asked again are the right ones."""
    search = grown(name, 3000, 8 << 20)
    search._copy(20)
    before = search.nodes
    search.run(MoveBudget(simulations=3000))
    assert search.tree.visits[search.root] == 6000
    assert search.nodes > before
    compiled, tree = search.game.compiled, search.tree
    pending = [(search.root, search.state.copy())]
    while pending:
        node, state = pending.pop()
        if tree.state[node] != NONE:
            assert np.array_equal(tree.states[tree.state[node]], state)
        names, first = int(tree.names[node]), int(tree.first[node])
        for number in range(int(tree.tried[node])):
            behind = state.copy()
            label = int(tree.labels[names + number])
            part = ((label >> 16, (label & 0xFFFF) + 1),)
            compiled.play(behind, compiled.moves(state)[label] if name == "orthodox" else part)
            pending.append((first + number, behind))


@pytest.mark.parametrize("name", [*DESIGNS, "semisplit-nodal-mast-rave", "semisplit-nodal-mast-mix"])
@pytest.mark.parametrize("game", ["connectFour", "yavalath3", "breakthrough", "ticTacToe"])
@pytest.mark.parametrize("memory", [300, 1500, 6000, 30_000])
def test_a_game_is_played_with_whatever_memory_there_is(name, game, memory):
    search = Search(Rbg(game), design_of(name), 1, memory)
    for _ in range(9):
        if search.game.compiled.is_over(search.state):
            break
        before = int(search.tree.visits[search.root])
        search.run(MoveBudget(simulations=150))
        assert int(search.tree.visits[search.root]) == before + 150 or search.tree.is_proven[search.root]
        final = Final(search, np.random.default_rng(0))
        move = final.move(search.state, final.chosen())
        assert search.game.compiled.is_legal(search.state, move)
        search.advance(move)
        tree = search.tree
        arrays = {NODES: tree.visits, STATES: tree.states, LABELS: tree.labels, ARENA: tree.arena}
        assert all(tree.used[place] <= len(array) for place, array in arrays.items())


def test_what_has_children_has_a_state_where_few_states_fill_the_memory():
    """Else positions would be made from one that is many moves away, and no room is kept for so many parts."""
    search = grown("semisplit-nodal-mast-context", 60, 40_000, wide_game())
    tree = search.tree
    assert tree.sizes.state > 8000
    assert tree.used[IS_FULL]
    listed = [node for node in range(search.nodes) if tree.count[node] != NOT_LISTED and tree.is_start[node]]
    assert len(listed) > 1
    assert all(tree.state[node] != NONE for node in listed)


def wide_game():
    """One of 500 moves with four parts each, whose state is larger than all else that a tree keeps."""

    def legal(state, actions):
        actions[0], actions[1] = 1, 2
        return 2 if state[0] < 2000 else 0

    def apply(state, action):
        state[0] += 1
        if state[0] % 4 == 0:
            state[1] = 3 - state[1]

    def starts(state):
        return state[0] % 4 == 0

    def player(state):
        return state[1]

    def scores(state, out):
        out[0], out[1] = 1.0, 0.0

    return turn_game("wide", [0, 1] + [0] * 1000, legal, apply, player, scores, starts=starts)


def test_a_tree_may_ask_for_more_memory_than_there_is():
    """It takes what it fills, and the limit of one array is the limit of all."""
    there_is = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    agent = Agent(Rbg("ticTacToe"), "semisplit-nodal", 1, memory_megabytes=there_is >> 20)
    assert agent.choose(None, MoveBudget(simulations=50)).simulations == 50


def test_a_system_that_has_no_addresses_left_is_told_of_in_one_line():
    program = """
import resource
from playtree import Agent, InputError, Rbg
game = Rbg("ticTacToe")
Agent(game, "orthodox", memory_megabytes=1).compile()
resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
try:
    Agent(game, "orthodox", memory_megabytes=4096)
except InputError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert re.fullmatch(
        r"memory: the system has no [\d,]+ MB of addresses .*; expected a lower .* --memory 64\n", ran.stdout
    )
