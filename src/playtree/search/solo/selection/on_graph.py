"""Selection on a graph, where edges have results of their own [klein2015] 3.5.4, A.1, [childs2008], [saffidine2010].

    Uct1   avg(p, x) + C * sqrt(ln n(p) / n(p, x))       the edge's own average
    Uct2   avg(x)    + C * sqrt(ln n(p) / n(p, x))       the average of the state, whoever came from where
    Uct3   avg~(x)   + C * sqrt(ln n(p) / n(p, x))       computed from all edges below x; expensive
    Ucd    avg_d1(e) + C * sqrt(ln p_d2(e) / n_d3(e))    from the edges up to d1, d2, d3 levels further down

    avg_0(e) = avg(e);  avg_d(e) = (avg'(e) n'(e) + sum avg_{d-1}(f) n(f)) / (n'(e) + sum n(f))
    n_0(e) = n(e);      n_d(e) = n'(e) + sum n_{d-1}(f);      p_d(e) = sum of n_d over e and its siblings

f: edges that leave the state to which e leads; avg', n': of the simulations that started at e. Uct3 is avg_d without
end. An edge below which nothing is known yet has the average of its state.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.solo.exploration.interface import LEFT, weight_at
from playtree.search.solo.normalisation.interface import Seen, origin, scale
from playtree.search.solo.selection.interface import (
    Child,
    child_value,
    edge_average,
    edge_visits,
    parent_term,
    selected,
    visits_of_parent,
)
from playtree.search.tree import OPEN, Tree

DEEPEST = 1 << 20  # deeper than any game: avg_d without end


class Uct1(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.5


class Uct2(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.5


class Uct3(NamedTuple):
    """c: weight of exploration."""

    c: float = 0.5


class Ucd(NamedTuple):
    """c: weight of exploration. d1, d2, d3: how far averages, visits of the parent and visits of an edge look down."""

    c: float = 0.5
    d1: int = 1
    d2: int = 0
    d3: int = 0


@compiled(borrows=True)
def selected_edge(rules: Any, tree: Tree, work: Any, node: int, depth: int) -> Any:
    """The open edge with the highest value, and that value; without an open edge it is -inf."""
    rule, left, gained = rules.selection, work.course.numbers[LEFT], work.gained[depth]
    unit = scale(rules.normalisation, Seen(work.worst[0], work.best[0], tree.top[node], work.bound[0], left))
    weight = weight_at(rules.exploration, work.course, tree.weight[node])
    spread = math.log(max(visits_of_parent(rule, tree, work, node), 1.0))
    first, best = int64(tree.first[node]), -np.inf
    chosen = first
    for edge in range(first, first + tree.tried[node]):
        if tree.closed[edge] != OPEN:
            continue
        if tree.graph.visits[edge] == 0:  # made by an iteration that ended without a simulation, or had to be repeated
            return edge, np.inf
        average, reward = edge_average(rule, tree, work, edge), tree.reward[edge]
        mean = unit * (gained + reward + average - origin(rules.normalisation, gained, reward))
        value = mean + weight * rule.c * math.sqrt(spread / edge_visits(rule, tree, work, edge))
        if value > best:
            best, chosen = value, edge
    return chosen, best


@edge_average.otherwise
def _own_average(rule: Any, tree: Any, work: Any, edge: int) -> float:
    return tree.graph.total[edge] / tree.graph.visits[edge]


@edge_average.when(Uct2)
def _average_of_state(rule: Uct2, tree: Any, work: Any, edge: int) -> float:
    target = tree.graph.target[edge]
    return tree.total[target] / tree.visits[target]


@edge_average.when(Uct3)
def _average_of_all(rule: Uct3, tree: Any, work: Any, edge: int) -> float:
    return average_below(tree, work, edge, DEEPEST)


@edge_average.when(Ucd)
def _adapted_average(rule: Ucd, tree: Any, work: Any, edge: int) -> float:
    return average_below(tree, work, edge, rule.d1)


@edge_visits.otherwise
def _own_visits(rule: Any, tree: Any, work: Any, edge: int) -> float:
    return float(tree.graph.visits[edge])


@edge_visits.when(Ucd)
def _adapted_visits(rule: Ucd, tree: Any, work: Any, edge: int) -> float:
    return visits_below(tree, work, edge, rule.d3)


@visits_of_parent.otherwise
def _visits_of_state(rule: Any, tree: Any, work: Any, node: int) -> float:
    return float(tree.visits[node])


@visits_of_parent.when(Ucd)
def _visits_of_siblings(rule: Ucd, tree: Any, work: Any, node: int) -> float:
    total = 0.0
    for edge in range(tree.first[node], tree.first[node] + tree.tried[node]):
        total += visits_below(tree, work, edge, rule.d2)
    return total


@compiled(borrows=True)
def average_below(tree: Tree, work: Any, edge: int, levels: int) -> float:
    """avg_d of an edge, counted from the state to which it leads. Changes the notes in `work` and `tree`.

    Without end, an edge is computed once an iteration and then remembered. work.notes: float64[L, 4], for each level of
    the walk an edge, the next of the edges below it, a sum of results and a number of them.
    """
    graph, notes, now = tree.graph, work.notes, work.counters[0] + 1
    if levels == 0:
        return graph.total[edge] / graph.visits[edge]
    place = 0
    notes[0, 0], notes[0, 1], notes[0, 2], notes[0, 3] = edge, 0, graph.own_total[edge], graph.own_visits[edge]
    while True:
        here = int64(notes[place, 0])
        target = graph.target[here]
        index = int64(notes[place, 1])
        if index < tree.tried[target]:
            notes[place, 1] = index + 1
            below = tree.first[target] + index
            visits = graph.visits[below]
            if visits == 0:
                continue
            if place + 1 == levels or (levels == DEEPEST and graph.noted[below] == now):
                average = graph.total[below] / visits if levels != DEEPEST else graph.note[below]
                notes[place, 2] += (tree.reward[below] + average) * visits
                notes[place, 3] += visits
                continue
            place += 1
            notes[place, 0], notes[place, 1] = below, 0
            notes[place, 2], notes[place, 3] = graph.own_total[below], graph.own_visits[below]
            continue
        if notes[place, 3] > 0.0:
            average = notes[place, 2] / notes[place, 3]
        else:
            average = tree.total[target] / tree.visits[target]
        if levels == DEEPEST:
            graph.note[here], graph.noted[here] = average, now
        if place == 0:
            return average
        place -= 1
        notes[place, 2] += (tree.reward[here] + average) * graph.visits[here]
        notes[place, 3] += graph.visits[here]


@compiled(borrows=True)
def visits_below(tree: Tree, work: Any, edge: int, levels: int) -> float:
    """n_d of an edge, 0 only for one that no iteration went along. Changes the notes in `work`."""
    graph, notes = tree.graph, work.notes
    if levels == 0:
        return float(graph.visits[edge])
    place, total = 0, float(graph.own_visits[edge])
    notes[0, 0], notes[0, 1] = edge, 0
    while place >= 0:
        target, index = graph.target[int64(notes[place, 0])], int64(notes[place, 1])
        if index == tree.tried[target]:
            place -= 1
            continue
        notes[place, 1] = index + 1
        below = tree.first[target] + index
        if place + 1 == levels:
            total += graph.visits[below]
        else:
            total += graph.own_visits[below]
            place += 1
            notes[place, 0], notes[place, 1] = below, 0
    return total


def _parent_term(rule: Any, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


def _child_value(rule: Any, child: Child, parent: float, weight: float) -> float:
    return child.mean + weight * rule.c * parent * child.inverse


def _selected(rule: Any, rules: Any, tree: Any, work: Any, node: int, depth: int) -> Any:
    return selected_edge(rules, tree, work, node, depth)


for _kind in (Uct1, Uct2, Uct3, Ucd):
    parent_term.when(_kind)(_parent_term)
    child_value.when(_kind)(_child_value)
    selected.when(_kind)(_selected)
