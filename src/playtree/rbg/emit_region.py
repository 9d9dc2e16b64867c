"""The beginning of every function that searches a region: the sets at which its ends are reached."""

from dataclasses import dataclass
from typing import NamedTuple

from playtree.rbg import actions
from playtree.rbg.emit_changes import ChangeWriter
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_flow import Flow
from playtree.rbg.emit_patterns import PatternWriter
from playtree.rbg.emit_sets import CellSet
from playtree.rbg.emit_tests import TestWriter
from playtree.rbg.emit_text import Body
from playtree.rbg.emit_view import Exit, View


class Reached(NamedTuple):
    """An end of a region and the vertices at which it is possible."""

    exit: Exit
    cells: CellSet

    @property
    def switch(self) -> actions.Switch | None:
        return self.exit.edge.action if isinstance(self.exit.edge.action, actions.Switch) else None


@dataclass(frozen=True)
class Regions:
    """What writers of searches share: the code, the automaton and its patterns."""

    code: Code
    view: View
    patterns: PatternWriter

    def begin(self, head: str, start: int, nothing: str) -> "Region":
        """Begin a function over the region that begins at node `start`; `nothing` is what it returns at a limit."""
        body = Body(head)
        tests = TestWriter(self.code, self.view.automaton.description, self.patterns, body)
        changes = ChangeWriter(self.code, self.view, tests)
        exits = self.view.exits(start)
        if any(not isinstance(each.edge.action, actions.Switch) for each in exits):
            changes.check_fuel(nothing)
        flow = Flow(tests, self.view.passed)
        sources = {each.source for each in exits}
        reached = flow.spread({start: tests.sets.single("%cell")}, sources)
        ends = [
            Reached(each, changes.possible(each.edge.action, reached[each.source]))
            for each in exits
            if each.source in reached
        ]
        return Region(body, changes, [each for each in ends if not each.cells.is_never])

    def steady_count(self, node: int, depth: int = 0) -> int | None:
        """How many moves there are from a node on, if that depends on nothing; else None."""
        total = 0
        edges = self.view.automaton.edges[node]
        if len(edges) > 1 and any(edge.action is None for edge in edges):
            return None  # two ways may meet again
        for edge in edges:
            match edge.action:
                case actions.Switch():
                    total += 1
                case None | actions.Off() if depth < 8:
                    more = self.steady_count(edge.target, depth + 1)
                    if more is None:
                        return None
                    total += more
                case _:
                    return None
        return total


class Region(NamedTuple):
    """A function over a region, begun. ends: in the order of their numbers."""

    body: Body
    changes: ChangeWriter
    ends: list[Reached]
