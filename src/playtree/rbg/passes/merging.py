"""Empty edges out of nodes that have no other are passed over.

o -a-> o --> o -b-> o       becomes         o -a-> o -b-> o
"""

from dataclasses import replace

from playtree.rbg.automaton import Automaton, Edge, Part


def merge_blocks(automaton: Automaton) -> Automaton:
    """The automaton in which no edge leads to a node that is merely a way to the next."""
    ends = {automaton.main.end, *(part.end for part in automaton.patterns)}
    beyond: dict[int, int] = {}

    def last(node: int) -> int:
        passed = []
        while node not in beyond and node not in ends:
            out = automaton.edges[node]
            if len(out) != 1 or out[0].action is not None or out[0].target in passed:
                break
            passed.append(node)
            node = out[0].target
        node = beyond.get(node, node)
        for each in passed:
            beyond[each] = node
        return node

    edges = tuple(tuple(Edge(action, last(target)) for action, target in out) for out in automaton.edges)
    patterns = tuple(Part(last(part.start), part.end) for part in automaton.patterns)
    return replace(automaton, edges=edges, patterns=patterns)
