"""Whether the current vertex matters at a node: most turns begin with the choice of any square."""

from playtree.rbg import actions
from playtree.rbg.emit_view import View

DEEPEST = 50


def forgets_vertex(view: View, node: int, end: int | None = None, above: frozenset[int] = frozenset()) -> bool:
    """Whether every way on from a node goes to a vertex that does not depend on the one before."""
    if node == end:
        return True
    if node in above or len(above) > DEEPEST:
        return False
    for action, target in view.automaton.edges[node]:
        if isinstance(action, actions.Anywhere):
            continue
        is_free = action is None or isinstance(action, actions.Comparison | actions.Dot)
        if isinstance(action, actions.Pattern):
            part = view.automaton.patterns[action.number]
            is_free = forgets_vertex(view, part.start, part.end, above)
        if not is_free or not forgets_vertex(view, target, end, above | {node}):
            return False
    return True
