"""The child that a search for several players goes on with, against the formula as it is written."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playtree.compiled.decorator import compiled
from playtree.compiled.lanes import LANES
from playtree.compiled.random import below, seeded
from playtree.games.rbg import Rbg
from playtree.search.versus.best import best_of
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.loop import selected_child
from playtree.search.versus.recipes import design_of
from playtree.search.versus.roots import KNOWN, inverse_root, known_roots, root_of_log
from playtree.search.versus.search import Search


@pytest.fixture(scope="module")
def grown() -> Search:
    search = Search(Rbg("breakthrough"), design_of("orthodox"), 1, 1 << 24)
    search.run(MoveBudget(simulations=3_000))
    return search


def children_of(search, node):
    first = int(search.tree.first[node])
    return slice(first, first + int(search.tree.tried[node]))


def test_the_child_has_the_highest_value(grown):
    tree, nodes = grown.tree, [node for node in range(1_000) if grown.tree.tried[node] > 1]
    assert len(nodes) > 50
    for node in nodes:
        visits, total = tree.visits[children_of(grown, node)], tree.total[children_of(grown, node)]
        values = total / visits + grown.rules.exploration * np.sqrt(math.log(tree.visits[node]) / visits)
        chosen = selected_child(grown.rules, tree, grown.work, node)
        assert values[chosen] == pytest.approx(values.max(), rel=1e-12)


def test_an_only_child_is_taken_without_a_random_number(grown):
    tree, generator = grown.tree, grown.work.rng.copy()
    only = [node for node in range(grown.nodes) if tree.tried[node] == 1 and tree.visits[node] > 0]
    assert len(only) > 50
    assert not any(selected_child(grown.rules, tree, grown.work, node) for node in only)
    assert np.array_equal(grown.work.rng, generator)


def test_of_equal_children_each_is_taken_as_often(grown):
    tree, children = grown.tree, children_of(grown, 0)
    inverses, means = tree.inverse[children].copy(), tree.mean[children].copy()
    tree.inverse[children], tree.mean[children] = 0.5, [0.9 if child % 3 == 1 else 0.1 for child in range(len(means))]
    try:
        taken = Counter(int(selected_child(grown.rules, tree, grown.work, 0)) for _ in range(2_000))
    finally:
        tree.inverse[children], tree.mean[children] = inverses, means
    best = list(range(1, len(means), 3))
    assert sorted(taken) == best
    expected = 2_000 / len(best)
    assert all(abs(times - expected) < 5 * math.sqrt(expected) for times in taken.values())


@compiled
def chosen_of(mean, inverse, first, count, weight, rng):
    return best_of(mean, inverse, first, count, weight, rng)


@pytest.mark.kernels
@given(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=70),
    st.integers(0, 9),
    st.sampled_from([0.0, 0.4]),
    st.integers(1, 99),
)
@example([0.5] * 4, 3, 0.4, 1)  # just four, eight, sixteen, and one more
@example([0.5] * 5, 3, 0.4, 1)
@example([0.5] * 8, 3, 0.4, 1)
@example([0.5] * 9, 3, 0.4, 1)
@example([0.5] * 16, 3, 0.4, 1)
@example([0.0] * 16 + [1.0], 0, 0.4, 1)
@example([0.5] * 24, 0, 0.0, 1)
def test_eight_at_a_time_choose_as_one_by_one(means, first, weight, seed):
    count = len(means)
    mean = np.full(first + count + LANES, np.nan)  # what stands before and behind them does not matter
    mean[first : first + count] = means
    inverse = np.ones(len(mean))
    inverse[first : first + count] = [0.5 if place % 3 else 0.25 for place in range(count)]
    values = [mean[first + place] + weight * inverse[first + place] for place in range(count)]
    equals = [place for place in range(count) if values[place] == max(values)]
    rng, plain = seeded(seed), seeded(seed)
    with np.errstate(over="ignore"):  # interpreted, the generator's words wrap around with a warning
        for _ in range(3):
            wanted = equals[below(plain, len(equals))] if len(equals) > 1 else equals[0]
            assert chosen_of(mean, inverse, first, count, weight, rng) == wanted
    assert rng[0] == plain[0]


@pytest.mark.kernels
@given(st.integers(1, 2 * KNOWN) | st.integers(KNOWN, 1 << 40))
@example(KNOWN - 1)
@example(KNOWN)
@example((1 << 20) - 1)
@example((1 << 63) - 1)
def test_roots_from_tables_and_beyond_are_the_same(visits):
    precision = 1e-14 if visits < KNOWN else 1e-6
    assert root_of_log(known_roots(), visits) == pytest.approx(math.sqrt(math.log(visits)), rel=precision)
    assert inverse_root(known_roots(), visits) == pytest.approx(1 / math.sqrt(visits), rel=1e-14)
