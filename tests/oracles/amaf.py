"""AMAF in a tree of a game of several players, as plain sums [pawlik2021] 2.2.4, algorithm 6.

A simulation is a way through the tree and what was made behind it. From the end of the tree upwards each node adds what
was made there to the set of what its player made there or later, and then every candidate of the node that is in the
set is given his result, once. What counts as the same:

    split     the same single action
    context   the same action after the same others in the move, without those that change nothing
    join      the same whole move

The oracle keeps a tree of its own. Of the search's it asks which candidates a node has and what was rolled up, never
what is known of them.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playtree.search.versus.search import Search
from playtree.search.versus.tree import actions_of
from playtree.search.versus.workspace import IN_TREE, RECORDED

Actions = tuple[int, ...]
Name = tuple[Any, ...]


class Candidate(NamedTuple):
    """Of a node in the search's tree. place: in its labels. child: a node, or None if it was not tried."""

    place: int
    child: int | None


class Made(NamedTuple):
    """An action of a simulation. before: what was made before it in the move. ends: whether the move ends with it."""

    player: int
    before: Actions
    action: int
    ends: bool


@dataclass
class Known:
    """The sum and number of results, by what counts as the same."""

    totals: dict[str, float] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, same: str, result: float) -> None:
        self.totals[same] = self.totals.get(same, 0.0) + result
        self.counts[same] = self.counts.get(same, 0) + 1


@dataclass
class Node:
    """before: actions made in the move so far. known: of each candidate. children: of those tried. visits: counted by
    the oracle.
    """

    before: Actions = ()
    known: dict[Actions, Known] = field(default_factory=dict)
    children: dict[Actions, "Node"] = field(default_factory=dict)
    visits: int = 0


class Step(NamedTuple):
    """One edge of a way through the tree."""

    node: Node
    part: Actions
    made: list[Made]


def candidates_of(search: Search, node: int) -> dict[Actions, Candidate]:
    """The candidates of a node of the search's tree by their actions."""
    tree, found = search.tree, dict[Actions, Candidate]()
    tried = int(tree.tried[node])
    for index in range(max(tried, int(tree.count[node]))):
        place = int(tree.names[node]) + index
        length = actions_of(tree, int(tree.labels[place]), search.work.move)
        part = tuple(int(action) for action in search.work.move[:length])
        assert part not in found
        found[part] = Candidate(place, int(tree.first[node]) + index if index < tried else None)
    return found


class Amaf:
    """sames: what to count by. is_orthodox: whether edges are whole moves."""

    def __init__(self, search: Search, sames: tuple[str, ...], is_orthodox: bool) -> None:
        self.search, self.sames, self.is_orthodox = search, sames, is_orthodox
        self.root = Node()
        self.rolled_up = 0

    def changes(self, action: int) -> bool:
        return action >> 16 < self.search.dots

    def behind(self, before: Actions, action: int) -> Actions:
        return (*before, action) if self.changes(action) else before

    def learn(self) -> None:
        """Count the simulation that the search made last."""
        line = self.line()
        in_tree = int(self.search.work.counts[IN_TREE])
        steps = self.way(line[:in_tree])
        results = [float(result) for result in self.search.work.result]
        dissolved = self.take_candidates(steps)
        applied = self.names(line[in_tree:])
        self.root.visits += 1
        for step in reversed(steps):
            step.node.children[step.part].visits += 1
            applied |= self.names(step.made)
            player = step.made[0].player
            for part, known in step.node.known.items():
                for same in self.sames:
                    if self.name(same, player, step.node.before, part) in applied:
                        known.add(same, results[player - 1])
        for index in reversed(dissolved):
            self.roll_up(steps[index - 1])

    def node_behind(self, move: Actions) -> Node | None:
        """The node behind a move, if it is in the tree."""
        node: Node | None = self.root
        while move and node is not None:
            part = next((part for part in node.children if part == move[: len(part)]), move)
            node, move = node.children.get(part), move[len(part) :]
        return node

    def line(self) -> list[Made]:
        """What was made in the simulation, from the root to the end."""
        work, is_start = self.search.work, self.search.table.is_start
        found = list[Made]()
        before: Actions = ()
        for place in range(int(work.counts[RECORDED])):
            action = int(work.line[place])
            ends = bool(is_start[action >> 16])
            found.append(Made(int(work.movers[place]), before, action, ends))
            before = () if ends else self.behind(before, action)
        return found

    def way(self, line: list[Made]) -> list[Step]:
        """The edges that actions go along; behind the tree as it was there are new nodes."""
        steps, node = list[Step](), self.root
        while line:
            tried = [part for part in node.children if part == tuple(each.action for each in line[: len(part)])]
            length = len(tried[0]) if tried else self.length_of_edge(line)
            part, made, line = tuple(each.action for each in line[:length]), line[:length], line[length:]
            steps.append(Step(node, part, made))
            before = () if made[-1].ends else self.behind(made[-1].before, made[-1].action)
            node = node.children.setdefault(part, Node(before))
        return steps

    def length_of_edge(self, line: list[Made]) -> int:
        return 1 + [each.ends for each in line].index(True) if self.is_orthodox else 1

    def take_candidates(self, steps: list[Step]) -> list[int]:
        """Enter what each node of a way can do, as far as the search knows; which nodes of it were rolled up since."""
        dissolved, place, prefix = list[int](), self.search.root, None
        for index, step in enumerate(steps):
            found = candidates_of(self.search, place)
            part = step.part if prefix is None else self.joined(prefix, step.part)
            candidates = set(step.node.children)
            if prefix is None and part in found:  # else what stands there came from below, by rolling up
                candidates |= set(found)
            elif prefix is None:
                candidates |= set(step.node.known) & set(found)  # without those that turned out to lead nowhere
            step.node.known = {each: step.node.known.get(each, Known()) for each in candidates}
            if part not in found:
                dissolved.append(index + 1)
                prefix = part
                continue
            child = found[part].child
            assert child is not None
            place, prefix = child, None
        return dissolved

    def joined(self, prefix: Actions, part: Actions) -> Actions:
        """Both as one; a last action that changes nothing gives way."""
        return (prefix if self.changes(prefix[-1]) else prefix[:-1]) + part

    def roll_up(self, step: Step) -> None:
        """Dissolve the node behind an edge, all of whose candidates that lead anywhere were tried."""
        node = step.node.children.pop(step.part)
        del step.node.known[step.part]
        self.rolled_up += 1
        for part, child in node.children.items():
            longer = self.joined(step.part, part)
            assert longer not in step.node.known
            step.node.known[longer], step.node.children[longer] = node.known[part], child

    def names(self, made: list[Made]) -> set[Name]:
        """What all these actions count as."""
        found = set[Name]()
        for player, before, action, ends in made:
            found |= {("split", player, action), ("context", player, before, action)}
            if ends:
                found.add(("join", player, (*before, action)))
        return found

    def name(self, same: str, player: int, before: Actions, part: Actions) -> Name:
        """What a candidate counts as."""
        if same == "split":
            assert len(part) == 1
            return same, player, part[0]
        for action in part[:-1]:
            before = self.behind(before, action)
        return (same, player, (*before, part[-1])) if same == "join" else (same, player, before, part[-1])

    def pairs(self) -> list[tuple[Node, int]]:
        """Every node of the oracle with that of the search."""
        pending, found = [(self.root, self.search.root)], list[tuple[Node, int]]()
        while pending:
            node, place = pending.pop()
            found.append((node, place))
            theirs = candidates_of(self.search, place)
            assert set(node.children) == {part for part, each in theirs.items() if each.child is not None}
            for part, child in node.children.items():
                other = theirs[part].child
                assert other is not None
                pending.append((child, other))
        return found
