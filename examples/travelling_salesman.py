"""A travelling salesman: visit every city once and return; the score is the length of the tour, below zero."""

import numpy as np

import playtree

HERE, VISITED = 0, 1  # places in the state: the city of now, and a bit for each city that was visited


def legal(data, state, actions):
    count = 0
    for city in range(data.shape[1]):
        if not (state[VISITED] >> city) & 1:
            actions[count] = city
            count += 1
    return count


def apply(data, state, city):
    length = data[state[HERE], city]
    state[HERE] = city
    state[VISITED] |= 1 << city
    return -length


def scores(data, state):
    return -data[state[HERE], 0]


def code(data, state, city):
    return state[HERE] * data.shape[1] + city  # the road, which means the same wherever it is taken


def prior(data, state, city):
    return -0.05 * data[state[HERE], city]


def draw(data, state):
    return f"in city {state[HERE]}, visited: {bin(state[VISITED]).count('1')} of {data.shape[1]}"


def travelling_salesman(distances, hints=True):
    more = {"code": code, "prior": prior} if hints else {}
    return playtree.puzzle(
        "travelling-salesman", [0, 1], legal, apply, data=distances, scores=scores, draw=draw, **more
    )


_places = np.random.default_rng(2026).integers(0, 100, (15, 2))
_distances = np.rint(np.hypot(*(_places[:, None] - _places[None, :]).transpose(2, 0, 1))).astype(np.int64)
game = travelling_salesman(_distances)
plain = travelling_salesman(_distances, hints=False)
