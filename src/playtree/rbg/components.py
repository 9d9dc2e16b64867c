"""Strongly connected parts of a graph, in an order in which edges between parts lead forward."""

from collections.abc import Callable, Iterable


def components(starts: Iterable[int], targets: Callable[[int], list[int]]) -> list[list[int]]:
    """The parts reachable from `starts`, each before those it leads to (Tarjan's algorithm, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    open_nodes: list[int] = []
    is_open: set[int] = set()
    found: list[list[int]] = []
    for start in starts:
        if start in number:
            continue
        stack = [(start, iter(targets(start)))]
        number[start] = low[start] = len(number)
        open_nodes.append(start)
        is_open.add(start)
        while stack:
            node, rest = stack[-1]
            for target in rest:
                if target not in number:
                    number[target] = low[target] = len(number)
                    open_nodes.append(target)
                    is_open.add(target)
                    stack.append((target, iter(targets(target))))
                    break
                if target in is_open:
                    low[node] = min(low[node], number[target])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
                if low[node] == number[node]:
                    part: list[int] = []
                    while not part or part[-1] != node:
                        part.append(open_nodes.pop())
                        is_open.discard(part[-1])
                    found.append(part)
    return found[::-1]


def is_cyclic(part: list[int], targets: Callable[[int], list[int]]) -> bool:
    return len(part) > 1 or part[0] in targets(part[0])
