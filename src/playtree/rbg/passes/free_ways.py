"""Ways through actions that depend on nothing but the board: shifts, fixed sets of cells, empty edges."""

from collections import deque
from dataclasses import dataclass, field

from playtree.rbg.actions import Action, Anywhere, Inside, Jump, Shift
from playtree.rbg.automaton import Automaton
from playtree.rbg.cells import Groups, Relation, groups, moved, step_relation

FREE = (Shift, Jump, Anywhere, Inside)
MOST_STEPS = 2_000_000  # of one pass; rules that need more are compiled without it

Shape = tuple[tuple[tuple[Action | None, int], ...], ...]


def free_step(action: Action | None) -> bool:
    """Whether an action depends on the board alone."""
    return action is None or isinstance(action, FREE)


class TooManyWaysError(Exception):
    """A pass would take too long, and can be left out."""


@dataclass
class FreeWays:
    """Computes where free actions lead. known: results by the shape of what was walked through, for repeated macros."""

    automaton: Automaton
    steps: list[Groups] = field(init=False)
    left: int = MOST_STEPS
    known: dict[Shape, list[Relation]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        board = self.automaton.description.board
        self.steps = [groups(step_relation(board, label)) for label in range(len(board.labels))]

    def reached(self, start: int) -> dict[int, Relation]:
        """For every node that free actions lead to from `start`, itself included: from which cell to which cells."""
        order = self.nodes_from(start)
        places = {node: place for place, node in enumerate(order)}
        shape = tuple(
            tuple((edge.action, places[edge.target]) for edge in self.automaton.edges[node] if free_step(edge.action))
            for node in order
        )
        if shape not in self.known:
            self.known[shape] = self.relations(shape)
        return dict(zip(order, self.known[shape], strict=True))

    def relation_to(self, start: int, end: int) -> Relation:
        return self.reached(start).get(end, (0,) * len(self.automaton.description.board))

    def nodes_from(self, start: int) -> list[int]:
        order, seen = [start], {start}
        for node in order:
            self.left -= 1
            if self.left < 0:
                raise TooManyWaysError
            for edge in self.automaton.edges[node]:
                if free_step(edge.action) and edge.target not in seen:
                    seen.add(edge.target)
                    order.append(edge.target)
        return order

    def relations(self, shape: Shape) -> list[Relation]:
        columns = [self.cells_from(1 << cell, shape) for cell in range(len(self.automaton.description.board))]
        return [tuple(column[place] for column in columns) for place in range(len(shape))]

    def cells_from(self, start: int, shape: Shape) -> list[int]:
        """The cells at which each node of a shape is reached from a set of cells at its first node."""
        seen, fresh = [0] * len(shape), [0] * len(shape)
        fresh[0] = start
        pending = deque([0])
        while pending:
            place = pending.popleft()
            cells = fresh[place]
            fresh[place] = 0
            seen[place] |= cells
            self.left -= 1 + len(shape[place])
            if self.left < 0:
                raise TooManyWaysError
            for action, target in shape[place]:
                new = self.follow(action, cells) & ~seen[target]
                if new & ~fresh[target]:
                    if not fresh[target]:
                        pending.append(target)
                    fresh[target] |= new
        return seen

    def follow(self, action: Action | None, cells: int) -> int:
        match action:
            case Shift(label):
                return moved(cells, self.steps[label])
            case Inside(inside):
                return cells & inside
            case Jump(table):
                return moved(cells, groups(table))
            case Anywhere(anywhere):
                return anywhere if cells else 0
        return cells
