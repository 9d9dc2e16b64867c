"""Set-based parallelisation: a layer of a breadth-first search, and the order in which its states are searched.

Every state of the layer has a tree of its own, a generator of its own, and starts from the span of scores at the
beginning of a round; so a round has the same outcome on any number of threads.
"""

from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.random import seeded
from playtree.games.interface import GameTable
from playtree.search.solo.steps import copy_words, key_of
from playtree.search.solo.swarm.hand import NEEDED, Hand
from playtree.search.solo.swarm.shared_tree import BUSY, CLOSED, END, EXPANDED, ROOT, SharedTree, add_children, close

MOST_LAYERS = 1000

Member = tuple[int, Any, float]  # node, state, points


class Layer(NamedTuple):
    """nodes: int64[K]; states: uint64[K, words]; gained: float64[K]; generators: uint64[K]."""

    nodes: Any
    states: Any
    gained: Any
    generators: Any


@compiled(borrows=True)
def open_node(game: GameTable, tree: SharedTree, hand: Hand, node: int, state: Any) -> int:
    """Expand a node; -1 if hand.actions is too small, else whether there was room (1) or not (0). Changes `tree`."""
    count = calls.legal(game.legal, game.data, state, hand.actions)
    if count > len(hand.actions):
        hand.counters[NEEDED] = count
        return -1
    tree.status[node] = BUSY
    return 1 if add_children(tree, node, hand.actions, count) else 0


@compiled(borrows=True)
def enter_child(game: GameTable, tree: SharedTree, state: Any, child: int, after: Any) -> Any:
    """Make the state of a child: (its reward, its key). Changes `after`."""
    copy_words(state, after)
    tree.reward[child] = calls.apply(game.apply, game.data, after, tree.action[child])
    return tree.reward[child], key_of(game, after)


@compiled(borrows=True)
def close_node(tree: SharedTree, node: int) -> None:
    """Close a node of which an equal one has more points. Changes `tree`."""
    close(tree, node)


def made_layer(game: GameTable, tree: SharedTree, hand: Hand, start: Any, least: int, seed: Any) -> Layer | None:
    """The first layer with at least `least` different states, or the last before all games are over; None if a buffer
    is too small. Changes `tree`.
    """
    nodes: dict[int, Member] = {0: (ROOT, start.copy(), 0.0)}
    for _ in range(MOST_LAYERS):
        below: dict[int, Member] = {}
        goes_on = False
        for key, (node, state, gained) in nodes.items():
            if tree.status[node] not in (EXPANDED, END):
                outcome = int(open_node(game, tree, hand, node, state))
                if outcome < 0:
                    return None
                if outcome == 0:
                    return _layer(nodes, seed)
            if tree.status[node] == END:  # a game that is over stays, to be scored
                _keep_better(tree, below, key, (node, state, gained))
                continue
            goes_on = True
            for child in range(int(tree.first[node]), int(tree.first[node] + tree.count[node])):
                after = state.copy()
                reward, name = enter_child(game, tree, state, child, after)
                _keep_better(tree, below, int(name), (child, after, gained + reward))
        if not goes_on:
            return _layer(nodes, seed)
        nodes = below
        if len(nodes) >= least:
            break
    return _layer(nodes, seed)


def _keep_better(tree: SharedTree, found: dict[int, Member], key: int, newcomer: Member) -> None:
    """Of two nodes with the same state let the one with more points stay open. Changes `tree` and `found`."""
    known = found.get(key)
    if known is not None and known[2] >= newcomer[2]:
        close_node(tree, newcomer[0])
        return
    if known is not None:
        close_node(tree, known[0])
    found[key] = newcomer


def _layer(nodes: dict[int, Member], seed: np.random.SeedSequence) -> Layer:
    return Layer(
        np.array([node for node, _, _ in nodes.values()], np.int64),
        np.array([state for _, state, _ in nodes.values()]),
        np.array([gained for _, _, gained in nodes.values()]),
        np.array([seeded(part)[0] for part in seed.spawn(len(nodes))], np.uint64),
    )


def ordered(layer: Layer, tree: SharedTree, exploration: float, span: Any, most: int) -> Any:
    """The places of the best `most` open nodes of the layer by their UCT value, unvisited ones first."""
    visits = tree.visits[layer.nodes].astype(np.float64)
    unit = 1.0 / max(span[1] - span[0], 1e-9)
    mean = unit * (tree.total[layer.nodes] / np.maximum(visits, 1.0) - span[0])
    values = mean + exploration * np.sqrt(np.log(max(visits.sum(), 1.0)) / np.maximum(visits, 1.0))
    values[visits == 0] = np.inf
    values[tree.closed[layer.nodes] == CLOSED] = -np.inf
    order = np.argsort(-values, kind="stable")[:most]
    return order[values[order] > -np.inf]
