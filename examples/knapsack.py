"""A knapsack: pack the most valuable items that fit. docs/your-own-puzzle.md walks through this file."""

import numpy as np

import playtree

WEIGHT, VALUE = 0, 1  # rows of data
NEXT, ROOM = 0, 1  # places in the state: items are packed in their order, from NEXT on, while there is room


def legal(data, state, actions):
    count = 0
    for item in range(state[NEXT], data.shape[1]):
        if data[WEIGHT, item] <= state[ROOM]:
            actions[count] = item
            count += 1
    return count


def apply(data, state, item):
    state[NEXT] = item + 1
    state[ROOM] -= data[WEIGHT, item]
    return data[VALUE, item]


def bound(data, state):
    best = 0.0
    for item in range(state[NEXT], data.shape[1]):
        best = max(best, data[VALUE, item] / data[WEIGHT, item])
    return best * state[ROOM]


def draw(data, state):
    return f"room for {state[ROOM]}, items left: {data.shape[1] - state[NEXT]}"


def knapsack(weights, values, room):
    items = np.array([weights, values])
    return playtree.puzzle("knapsack", [0, room], legal, apply, data=items, bound=bound, draw=draw)


_random = np.random.default_rng(2026)
_weights = _random.integers(20, 100, 20)
game = knapsack(_weights, _weights + _random.integers(1, 30, 20), room=400)
