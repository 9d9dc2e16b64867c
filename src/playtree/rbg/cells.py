"""Sets of vertices as bits of a whole number, and relations between vertices.

    a set       bit v is vertex v
    a relation  for each vertex the set of vertices it leads to

A relation moves a whole set at once: its pairs of a vertex and its target are grouped by how far they are apart, and
each group is a mask and a shift. On a rectangle a direction is one group.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from playtree.rbg.boards import NONE, Board

Cells: TypeAlias = int
Relation: TypeAlias = tuple[Cells, ...]
Groups: TypeAlias = tuple[tuple[int, Cells], ...]


def members(cells: Cells) -> Iterator[int]:
    """The vertices of a set, from the lowest."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def all_cells(count: int) -> Cells:
    return (1 << count) - 1


def step_relation(board: Board, label: int) -> Relation:
    """Where an edge of this label leads."""
    return tuple(0 if target == NONE else 1 << target for target in board.edges[label])


@cache
def groups(relation: Relation) -> Groups:
    """Pairs of a distance and the vertices that lead so far; a set moves by `(set & vertices) << distance` for each."""
    found: dict[int, int] = {}
    for vertex, targets in enumerate(relation):
        for target in members(targets):
            found[target - vertex] = found.get(target - vertex, 0) | 1 << vertex
    return tuple(sorted(found.items()))


def moved(cells: Cells, parts: Groups) -> Cells:
    """Where a set leads by a relation given in groups."""
    result = 0
    for distance, vertices in parts:
        some = cells & vertices
        result |= some << distance if distance >= 0 else some >> -distance
    return result


@cache
def inverse(relation: Relation) -> Relation:
    """The relation backwards."""
    sources = [0] * len(relation)
    for vertex, targets in enumerate(relation):
        for target in members(targets):
            sources[target] |= 1 << vertex
    return tuple(sources)


def is_function(relation: Relation) -> bool:
    """Whether every vertex leads to one vertex at most."""
    return all(targets & (targets - 1) == 0 for targets in relation)


@cache
def rays(relation: Relation) -> tuple[int, Relation] | None:
    """Direction and rays of a function that leads from each vertex ever further up, or ever further down; else None.

    The ray of a vertex is the set of vertices passed by following the function, without itself. On a ray the first
    vertex of some set is then its lowest, or its highest, member.
    """
    if not is_function(relation):
        return None
    ends = [(vertex, targets.bit_length() - 1) for vertex, targets in enumerate(relation) if targets]
    signs = {(target > vertex) - (target < vertex) for vertex, target in ends}
    if signs not in ({1}, {-1}):
        return None
    (sign,) = signs
    found = [0] * len(relation)
    order: Sequence[int] = range(len(relation)) if sign < 0 else range(len(relation) - 1, -1, -1)
    for vertex in order:
        targets = relation[vertex]
        if targets:
            found[vertex] = targets | found[targets.bit_length() - 1]
    return sign, tuple(found)
