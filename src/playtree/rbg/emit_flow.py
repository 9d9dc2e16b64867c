"""The spread of sets of vertices through the nodes of an automaton, up to modifiers.

Nothing is walked vertex by vertex: a node is reached at a set of vertices, an action makes another set of it, and sets
that meet are joined. So every pair of node and vertex counts once, as the language demands, without a list of those
seen. Nodes on a cycle become a loop, in which only what is new goes round, until nothing is.

A cycle that goes along a line while pieces match, such as `(up {e})*`, needs no loop if it begins at one vertex: the
line is in a table, and the first piece that does not match is its lowest or highest member (see cells.rays).
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from playtree.rbg import actions
from playtree.rbg.actions import Action
from playtree.rbg.automaton import Edge
from playtree.rbg.cells import groups, inverse, moved, rays
from playtree.rbg.components import components, is_cyclic
from playtree.rbg.emit_sets import CellSet
from playtree.rbg.emit_tests import TestWriter, relation_of

SMALL_TAIL = 12  # nodes behind a loop that are worth testing in every round, to find an end early


@dataclass
class Flow:
    """edges: those that sets pass; backwards, they lead from the end of each action to its beginning.

    goal, found: a node, and the label to go to as soon as it is reached, if any.
    """

    tests: TestWriter
    edges: Callable[[int], list[Edge]]
    is_backwards: bool = False
    goal: int | None = None
    found: str = ""
    reached: dict[int, CellSet] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)

    def follow(self, cells: CellSet, action: Action | None) -> CellSet:
        return self.tests.backwards(cells, action) if self.is_backwards else self.tests.follow(cells, action)

    def targets(self, node: int) -> list[int]:
        return [edge.target for edge in self.edges(node)]

    def spread(self, starts: dict[int, CellSet], wanted: set[int]) -> dict[int, CellSet]:
        """The set at which each node is reached. wanted: nodes whose sets are needed in the end."""
        self.reached = dict(starts)
        self.kept = wanted
        order = components(starts, self.targets)
        for place, part in enumerate(order):
            entered = [node for node in part if node in self.reached and not self.reached[node].is_never]
            if not entered:
                continue
            if not is_cyclic(part, self.targets):
                self.pass_on(part[0])
            elif not self.along_line(part, entered):
                self.go_round(part, entered, [node for later in order[place + 1 :] for node in later])
        return self.reached

    def pass_on(self, node: int, inside: set[int] | None = None) -> None:
        """Follow the edges of a node, all or only those that leave a cycle."""
        for action, target in self.edges(node):
            if inside is None or target not in inside:
                self.arrive(target, self.follow(self.reached[node], action))

    def arrive(self, node: int, cells: CellSet) -> None:
        self.reached[node] = self.tests.sets.either(self.reached.get(node), cells)

    def along_line(self, part: list[int], entered: list[int]) -> bool:
        """Treat the cycle of a test and a step, if it is one and begins at one vertex."""
        if len(part) != 2 or len(entered) != 1 or self.reached[entered[0]].most != 1 or self.is_backwards:
            return False
        inner = {node: [edge for edge in self.edges(node) if edge.target in part] for node in part}
        if any(len(edges) != 1 or edges[0].target == node for node, edges in inner.items()):
            return False
        testing = [node for node in part if isinstance(inner[node][0].action, actions.On)]
        if len(testing) != 1:
            return False
        (test,) = testing
        (step,) = (node for node in part if node != test)
        relation = relation_of(inner[step][0].action, self.tests.game)
        line = rays(relation) if relation else None
        if line is None:
            return False
        sign, passed = line
        matching = self.tests.test(self.tests.sets.constant(self.tests.code.everything), inner[test][0].action)
        self.line(test, step, entered[0], matching, sign, passed)
        for node in part:
            self.pass_on(node, set(part))
        return True

    def line(self, test: int, step: int, entered: int, matching: CellSet, sign: int, passed: tuple[int, ...]) -> None:
        sets, code = self.tests.sets, self.tests.code
        begin = self.reached[entered]
        table = code.table(passed)
        ray = CellSet(sets.looked_up(table, sets.lowest(begin)), code.layout.vertices)
        whole = sets.either(begin, ray) if entered == test else ray
        others = sets.without(whole, matching)
        if sign > 0:
            behind = sets.looked_up(table, sets.lowest(others))
        else:
            bits = code.set_bits
            turned = tuple(passed[bits - 1 - place] if bits - 1 - place < len(passed) else 0 for place in range(bits))
            behind = sets.looked_up(code.table(turned), sets.from_top(others))
        until = sets.without(whole, CellSet(behind, code.layout.vertices))
        self.reached[test] = until
        on_way = sets.both(until, matching)
        self.reached[step] = on_way if entered == test else sets.either(begin, on_way)

    def go_round(self, part: list[int], entered: list[int], later: list[int]) -> None:
        """Write a loop for the nodes of a cycle."""
        body, sets = self.tests.body, self.tests.sets
        inside = set(part)
        order = self.round_order(part, entered)
        heads = [node for node in order if node in self.heads(order, entered)]
        tail = self.tail(part, later)
        if self.goal is not None and not tail:
            self.leave_if_found()
        totals = [node for node in part if node not in heads and self.is_needed_after(node, inside, tail)]

        before, loop, after = body.block, body.label("round"), body.label("settled")
        body.go(loop)
        body.begin(loop)
        fresh = {node: sets.phi() for node in heads}
        seen = {node: sets.phi() for node in heads}
        total = {node: sets.phi() for node in totals}
        most = self.tests.code.layout.vertices
        outside, self.reached = self.reached, {node: CellSet(fresh[node][0], most) for node in heads}
        seen_now = {
            node: sets.either(CellSet(seen[node][0], most), CellSet(fresh[node][0], most)).value for node in heads
        }
        arrivals = self.walk_once(order, heads)
        if tail:
            self.test_tail(order, tail)
        total_now = {
            node: sets.either(CellSet(total[node][0], most), self.reached.get(node, CellSet(0, 0))).value
            for node in totals
        }
        needs_check, new = self.returns(order, heads), {}
        for node in heads:
            came = arrivals.get(node, CellSet(0, 0))
            new[node] = sets.without(came, CellSet(seen_now[node], most)) if needs_check else came
        any_new: CellSet | None = None
        for cells in new.values():
            any_new = sets.either(any_new, cells)
        condition = sets.is_some(any_new) if any_new else 0
        latch = body.block
        body.branch(condition, loop, after)
        loops = [latch] if condition != 0 else []
        for node in heads:
            begin = outside[node].value if node in entered else 0
            fresh[node][1]([(begin, before), *((new[node].value, label) for label in loops)])
            seen[node][1]([(0, before), *((seen_now[node], label) for label in loops)])
        for node in totals:
            total[node][1]([(0, before), *((total_now[node], label) for label in loops)])
        body.begin(after)
        self.reached = outside
        for node in heads:
            self.reached[node] = CellSet(seen_now[node], most)
        for node in totals:
            self.reached[node] = CellSet(total_now[node], most)
        if not tail:
            for node in part:
                if node in self.reached:
                    self.pass_on(node, inside)

    def walk_once(self, order: list[int], heads: list[int]) -> dict[int, CellSet]:
        """Follow the edges of a round within the cycle; return what arrives at its heads."""
        arrivals: dict[int, CellSet] = {}
        for node in order:
            here = self.reached.get(node)
            if here is None or here.is_never:
                continue
            for action, target in self.edges(node):
                if target not in order:
                    continue
                there = self.follow(here, action)
                if target in heads:
                    arrivals[target] = self.tests.sets.either(arrivals.get(target), there)
                else:
                    self.arrive(target, there)
        return arrivals

    def returns(self, order: list[int], heads: list[int]) -> bool:
        """Whether a round may lead back to where it was; found once for all loops of this shape."""
        known = self.tests.code.returns
        key = (self.tests.code.layout, tuple(order), tuple(heads), self.is_backwards, id(self.tests.patterns))
        if key not in known:
            known[key] = self.can_return(order, heads)
        return known[key]

    def is_needed_after(self, node: int, inside: set[int], tail: list[int]) -> bool:
        return node in self.kept or (not tail and any(target not in inside for target in self.targets(node)))

    def heads(self, order: list[int], entered: list[int]) -> set[int]:
        """The nodes where a round begins: entered from outside, or led back to."""
        places = {node: place for place, node in enumerate(order)}
        back = {t for node in order for t in self.targets(node) if t in places and places[t] <= places[node]}
        return back | set(entered)

    def round_order(self, part: list[int], entered: list[int]) -> list[int]:
        """The nodes of a cycle, each as far as possible behind those that lead to it: by depth-first search."""
        inside, seen, order = set(part), set(entered), list[int]()
        for start in entered:
            stack = [(start, iter(self.targets(start)))]
            while stack:
                node, rest = stack[-1]
                for target in rest:
                    if target in inside and target not in seen:
                        seen.add(target)
                        stack.append((target, iter(self.targets(target))))
                        break
                else:
                    stack.pop()
                    order.append(node)
        return order[::-1]

    def tail(self, part: list[int], later: list[int]) -> list[int]:
        """The nodes between a cycle and the goal, if they are few and on no cycle, so that each round can test them."""
        if self.goal is None or self.goal not in later:
            return []
        inside, behind = set(part), list[int]()
        pending = [target for node in part for target in self.targets(node) if target not in inside]
        while pending and len(behind) <= SMALL_TAIL:
            node = pending.pop()
            if node not in behind:
                behind.append(node)
                pending.extend(self.targets(node))
        if pending or any(node in self.reached for node in behind if node != self.goal):
            return []
        order = [node for node in later if node in behind]
        places = {node: place for place, node in enumerate(order)}
        loops = any(places[target] <= places[node] for node in order for target in self.targets(node))
        return [] if loops else order

    def test_tail(self, order: list[int], tail: list[int]) -> None:
        """Leave the loop if what this round reached leads to the goal."""
        inside = set(order)
        for node in order:
            if node in self.reached:
                self.pass_on(node, inside)
        for node in tail:
            if node in self.reached:
                self.pass_on(node)
        self.leave_if_found()

    def leave_if_found(self) -> None:
        body, there = self.tests.body, self.reached.pop(self.goal, None) if self.goal is not None else None
        if there is not None and not there.is_never:
            onward = body.label("on")
            body.branch(self.tests.sets.is_some(there), self.found, onward)
            body.begin(onward)

    def can_return(self, order: list[int], heads: list[int]) -> bool:
        """Whether a vertex can come round again: only then must what was seen be remembered."""
        game = self.tests.game
        fresh = dict.fromkeys(heads, self.tests.code.everything)
        for _ in range(self.tests.code.layout.vertices + 1):
            reached, arrivals = dict(fresh), dict[int, int]()
            for node in order:
                for action, target in self.edges(node):
                    cells = reached.get(node, 0)
                    relation = relation_of(action, game)
                    if isinstance(action, actions.Anywhere):
                        return True
                    if relation is not None and self.is_backwards:
                        relation = inverse(relation)
                    if relation is not None and cells:
                        cells = moved(cells, groups(relation))
                    if isinstance(action, actions.Inside):
                        cells &= action.cells
                    where = arrivals if target in heads else reached
                    where[target] = where.get(target, 0) | cells
            fresh = {node: arrivals.get(node, 0) for node in heads}
            if not any(fresh.values()):
                return False
        return True
