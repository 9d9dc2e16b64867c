"""A search's tree as a file: JSON for programs, Graphviz for people.

    playtree solve random:1 --tree tree.json
    playtree solve random:1 --tree tree.dot && dot -Tsvg tree.dot -o tree.svg

{"format": "playtree-tree", "game": "samegame", "score": 2345, "total": 58721,
 "statistics": {"iterations": 60000, ...}, "nodes": [{"id": 0, "parent": null, "action": null, "move": "", "depth": 0,
 "visits": 60000, "mean": 1234.5, ...}, ...]}
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playtree.errors import InputError
from playtree.files import replace_file
from playtree.games.interface import Game
from playtree.search.excerpt import Excerpt, ExcerptNode
from playtree.search.result import Solution

TREE_FORMAT = "playtree-tree"
ENDINGS = (".json", ".dot", ".gv")


def check_ending(path: str | Path) -> None:
    """InputError unless the name of a file says which form its tree has."""
    if Path(path).suffix not in ENDINGS:
        raise InputError(f"{path}: the name ends with '{Path(path).suffix}'; expected one of: {', '.join(ENDINGS)}")


def write_tree(path: str | Path, game: Game, solution: Solution) -> None:
    """Write the tree of a solution, whole or not at all, as JSON or for Graphviz, as the name ends.

    InputError if the solution has no tree, because none was asked for; SaveError if the file cannot be written.
    """
    check_ending(path)
    is_data = Path(path).suffix == ".json"
    text = json.dumps(tree_data(game, solution), indent=1) + "\n" if is_data else tree_graph(game, solution)
    replace_file(Path(path), text)


def tree_data(game: Game, solution: Solution) -> dict[str, Any]:
    """The tree of a solution as plain data."""
    tree = _tree_of(solution)
    moves = moves_of(game, tree)
    nodes = [{"id": place, **asdict(node), "move": moves[place]} for place, node in enumerate(tree.nodes)]
    done = solution.statistics
    return {
        "format": TREE_FORMAT,
        "game": game.name,
        "score": solution.score,
        "line": list(solution.moves),
        "total": tree.total,
        "statistics": {**asdict(done), "ru": done.ru, "depth": done.depth},
        "nodes": nodes,
    }


def tree_graph(game: Game, solution: Solution) -> str:
    """The tree of a solution in the language of Graphviz; the best line is drawn bold, closed nodes grey."""
    tree = _tree_of(solution)
    moves, best = moves_of(game, tree), _places_on(tree, solution.moves)
    lines = [
        "digraph tree {",
        f"  label={_quoted(f'{game.name}: the {len(tree.nodes):,} most visited of {tree.total:,} nodes')};",
        '  node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", fontsize=10];',
        '  edge [fontname="sans-serif", fontsize=9, arrowhead=none];',
    ]
    most = max(tree.nodes[0].visits, 1)
    for place, node in enumerate(tree.nodes):
        look = _look(node, is_best=place in best)
        lines.append(f"  n{place} [label={_quoted(_label(node))}{look}];")
        if node.parent is not None:
            width = 0.5 + 5.5 * min(node.visits / most, 1.0) ** 0.5
            colour = ", color=darkgreen" if place in best else ", color=grey60"
            head = f"  n{node.parent} -> n{place} [label={_quoted(moves[place])}"
            lines.append(f"{head}, penwidth={width:.2f}{colour}];")
    return "\n".join([*lines, "}"]) + "\n"


def moves_of(game: Game, tree: Excerpt) -> list[str]:
    """The move to each node as people write it; empty at the root."""
    states, moves = [game.start.copy()], [""]
    for node in tree.nodes[1:]:
        assert node.parent is not None
        assert node.action is not None
        moves.append(game.action_text(states[node.parent], node.action))
        state = states[node.parent].copy()
        game.apply(state, node.action)
        states.append(state)
    return moves


def _tree_of(solution: Solution) -> Excerpt:
    if solution.tree is None:
        raise InputError("the solution has no tree; expected one from a search with tree_nodes above 0")
    return solution.tree


def _places_on(tree: Excerpt, line: Sequence[int]) -> set[int]:
    """The places of the nodes on a line from the root."""
    found, node = {0}, 0
    children = {(child.parent, child.action): place for place, child in enumerate(tree.nodes)}
    for action in line:
        if (node, action) not in children:
            break
        node = children[node, action]
        found.add(node)
    return found


def _label(node: ExcerptNode) -> str:
    if node.mean is None or node.top is None:
        return f"{node.visits:,} visits"
    return f"{node.visits:,} visits\n{node.mean:,.1f} on average\n{node.top:,.0f} at best"


def _look(node: ExcerptNode, *, is_best: bool) -> str:
    fill = {"open": "", "solved": ", fillcolor=grey85", "cut": ', fillcolor=grey95, style="rounded,filled,dashed"'}
    return fill[node.closed] + (", penwidth=2.5, color=darkgreen" if is_best else "")


def _quoted(text: str) -> str:
    """A text as Graphviz quotes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
