"""Memory of trees that were dropped serves the next ones, unseen by them, and not without end."""

import gc
from pathlib import Path

import numpy as np
import pytest

from playtree import Rbg
from playtree.search.versus import reserve
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.reserve import KEPT, KEPT_BYTES, Layout, recycled

LAYOUT = Layout((5000, 300, 70), (np.float64, np.int8, np.uint32))


@pytest.fixture(autouse=True)
def nothing_spare():
    gc.collect()
    reserve._spare.clear()
    yield
    reserve._spare.clear()


def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def spoil(layout):
    """Leave memory for the next tree in which every bit is set."""
    for array in recycled(layout):
        array.view(np.int8)[:] = -1


@pytest.mark.parametrize("name", ["orthodox", "semisplit-nodal", "rollup-nodal", "solver", "orthodox-mast-rave"])
def test_a_tree_in_used_memory_is_that_in_fresh_memory(name):
    def play():
        made = []
        agent = Agent(game, name, 3, memory_megabytes=1)
        for _ in range(6):
            choice = agent.choose(None, MoveBudget(simulations=60))
            made.append((choice.move, choice.expected, choice.states, choice.alternatives, choice.line, choice.nodes))
            agent.advance(choice.move)
        return made

    game, plays = Rbg("ticTacToe"), []
    for _ in range(2):
        plays.append(play())
        layouts = [layout for layout, _ in reserve._spare]
        for layout in layouts:
            spoil(layout)
    assert layouts
    assert plays[0] == plays[1]


def test_arrays_do_not_overlap_and_are_handed_on_when_the_last_view_is_gone():
    first = recycled(LAYOUT)
    for number, array in enumerate(first):
        array[:] = number + 1
    assert [set(array) for array in first] == [{1}, {2}, {3}]
    view = first[0][7:9].view(np.uint8)
    del first, array
    assert not reserve._spare
    assert not recycled(LAYOUT)[0].any()  # fresh, and spare from now on
    del view
    assert len(reserve._spare) == 2
    assert sorted(float(recycled(LAYOUT)[0][0]) for _ in range(2)) == [0, 1]


def test_another_layout_gets_other_memory():
    spoil(LAYOUT)
    assert not recycled(LAYOUT._replace(lengths=(5000, 301, 70)))[1].any()
    assert recycled(LAYOUT)[1].any()


def test_no_more_is_kept_than_allowed():
    begin = held()
    large = Layout((10 * KEPT_BYTES, 100), (np.int8, np.int64))
    for array in [recycled(large) for _ in range(KEPT + 2)]:
        array[0][:] = 1
    del array
    assert len(reserve._spare) == KEPT
    assert held() - begin < (KEPT + 1) * KEPT_BYTES
