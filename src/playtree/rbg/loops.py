"""Dots at which a move could be split again and again: on a way that comes round to the same vertex.

    ((left + right) .)*     from a vertex to the left, to the right, and behind the same dot at the same vertex again
    (right .)*              no such way on a rectangle: it ends at the edge

No search should split there: it would go round and round, and never end where the way on is closed. So such dots get no
number. Tests are taken to hold.
"""

from collections.abc import Sequence

from playtree.rbg import actions
from playtree.rbg.actions import Action
from playtree.rbg.boards import NONE, Board
from playtree.rbg.components import components

MOST_PAIRS = 200_000  # of a node and a vertex in one loop of the rules; in a larger one every dot counts as looping

Out = tuple[Action | None, int]
"""An edge of the automaton: what is done, and the node behind it."""


def looping_dots(edges: Sequence[Sequence[Out]], board: Board) -> set[tuple[int, int]]:
    """The looping dots, each as its node and its place among the edges of the node."""

    def targets(node: int) -> list[int]:
        return [target for action, target in edges[node] if not isinstance(action, actions.MODIFIERS)]

    found = set[tuple[int, int]]()
    for part in components(range(len(edges)), targets):
        inside = set(part)
        dots = [
            (node, place)
            for node in part
            for place, (action, target) in enumerate(edges[node])
            if isinstance(action, actions.Dot) and target in inside
        ]
        if dots:
            found |= set(dots) if len(part) * len(board) > MOST_PAIRS else in_a_round(dots, inside, edges, board)
    return found


def in_a_round(
    dots: list[tuple[int, int]], inside: set[int], edges: Sequence[Sequence[Out]], board: Board
) -> set[tuple[int, int]]:
    """The dots of a loop of the rules that can be passed twice at one vertex. inside: the nodes of the loop."""
    size = len(board)

    def targets(pair: int) -> list[int]:
        node, vertex = divmod(pair, size)
        reached = []
        for action, target in edges[node]:
            if target in inside and not isinstance(action, actions.MODIFIERS):
                there = board.edges[action.label][vertex] if isinstance(action, actions.Shift) else vertex
                if there != NONE:
                    reached.append(target * size + there)
        return reached

    pairs = [node * size + vertex for node in sorted(inside) for vertex in range(size)]
    part_of = {pair: number for number, part in enumerate(components(pairs, targets)) for pair in part}
    return {
        (node, place)
        for node, place in dots
        if any(
            part_of[node * size + vertex] == part_of[edges[node][place][1] * size + vertex] for vertex in range(size)
        )
    }
