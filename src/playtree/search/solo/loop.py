"""The loop of single-player tree search: select, expand, simulate, back up, until the budget is used.

The variant's components answer the questions of the four steps; the game is called by address. Closed nodes, solved or
given to another parent, are never entered again. Where there is no room for a further node, selection goes down to a
node without open children, and the simulation starts there.
"""

from typing import Any

import numpy as np

from playtree.compiled.calls import END_BONUS
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.games.interface import GameTable
from playtree.search.solo.backup.interface import result_for_mean, result_for_top
from playtree.search.solo.duplicates.interface import add_to_edges
from playtree.search.solo.expansion.interface import adds_all, competes, ends_at, take_line
from playtree.search.solo.exploration.interface import (
    DEPTH,
    ENDS,
    GAMES_SAMPLED,
    LEFT,
    LENGTH,
    end_iteration,
    reach_end,
    visit,
    weight_at,
)
from playtree.search.solo.growth import AGAIN, expand
from playtree.search.solo.moves import code_line, code_path, learn_moves
from playtree.search.solo.normalisation.interface import Seen, origin, scale
from playtree.search.solo.pruning.interface import cut_back
from playtree.search.solo.selection.amaf import Amaf, Rave
from playtree.search.solo.selection.interface import (
    Child,
    child_value,
    keeps_moves,
    learn_for,
    parent_term,
    selected,
    takes_roots,
)
from playtree.search.solo.simulation.by_policy import ByPolicy
from playtree.search.solo.simulation.interface import learn_from, learns
from playtree.search.solo.simulation.playout import simulate
from playtree.search.solo.steps import GOES_ON, TreeRules, close, copy_words, follow, is_full
from playtree.search.solo.workspace import (
    BUDGET_USED,
    DEEPEST,
    DEPTHS,
    ENDS_FOUND,
    ITERATIONS,
    LENGTHS,
    LEVELS,
    LINE_FULL,
    LINE_START,
    MOST_EIGHTHS,
    MOST_ITERATIONS,
    MOST_NODES,
    NEEDED,
    NODES,
    PENDING,
    PENDING_EDGE,
    PLAYOUTS,
    PRUNED,
    ROOM,
    SOLVED,
    START_DEPTH,
    STATES,
    STOPPED,
    WITHOUT_ROOM,
    Workspace,
)
from playtree.search.tree import NOT_LISTED, OPEN, SOLVED_NODE, Tree, add_result, has_open_child


@compiled(borrows=True)
def grow(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace) -> int:
    """Iterate until the budget is used or a buffer is full; return why. Changes `tree` and `work`.

    Iterations start at the last node of the path that ends at depth counters[START_DEPTH], whose state is `start`.
    """
    while True:
        reason = reason_to_return(tree, work)
        if reason != GOES_ON:
            return reason
        edge, depth, outcome = reach_edge(rules, game, tree, work)  # Steps 1 and 2
        if outcome >= 0:
            return outcome
        if outcome == GOES_ON:
            generator = work.rng[0]
            copy_words(work.state, work.pending)
            score, length, outcome = simulate(rules, game, tree, work, depth)  # Step 3. to the end of the game
            leaf = depth
            if outcome == GOES_ON and depth == edge:
                depth, score, length, outcome = take_line(rules.expansion, rules, game, tree, work, edge, score, length)
            if outcome >= 0:  # the simulation is repeated with a larger buffer
                work.rng[0] = generator
                work.counters[PENDING_EDGE], work.counters[PENDING] = edge, leaf + 1
                return outcome
            back_up(rules, tree, work, depth, length, score)  # Step 4. along the path
            learn_from(rules.simulation, rules, game, tree, work, depth, length, score)
            work.counters[PRUNED] += cut_back(rules.pruning, tree, work.passes, depth)
        count_iteration(rules, work, depth)


@compiled(inline=True, borrows=True)
def reach_edge(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace) -> Any:
    """Go to where a simulation starts: (depth of the edge of the tree, depth of the start, GOES_ON or why not)."""
    if work.counters[PENDING] > 0:
        depth, edge = work.counters[PENDING] - 1, work.counters[PENDING_EDGE]
        work.counters[PENDING] = 0
        copy_words(work.pending, work.state)
        return edge, depth, int64(GOES_ON)
    generator = work.rng[0]
    depth, outcome = work.counters[START_DEPTH], int64(AGAIN)
    edge, is_growing = depth, not is_full(work)
    copy_words(work.start, work.state)
    while outcome == AGAIN:
        edge, outcome = descend(rules, game, tree, work, depth, is_growing)  # Step 1. by selection
        depth = edge
        if outcome == GOES_ON and is_growing:
            depth, outcome = expand(rules, game, tree, work, edge)  # Step 2. perhaps to a new node
    if outcome >= 0:
        work.rng[0] = generator  # the iteration is repeated with a larger buffer
    elif not is_growing:
        work.counters[WITHOUT_ROOM] += 1
    return edge, depth, outcome


@compiled(inline=True, borrows=True)
def reason_to_return(tree: Tree, work: Workspace) -> int:
    counters, limits = work.counters, work.limits
    if work.stop[0] != 0 and counters[ITERATIONS] > 0:
        return STOPPED
    if tree.closed[work.path[counters[START_DEPTH]]] != OPEN:
        return SOLVED
    if counters[ITERATIONS] >= limits[MOST_ITERATIONS] or counters[NODES] >= limits[MOST_NODES]:
        return BUDGET_USED
    return BUDGET_USED if 8 * counters[STATES] + counters[LEVELS] >= limits[MOST_EIGHTHS] else GOES_ON


@compiled(inline=True, borrows=True)
def descend(rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, is_growing: bool) -> Any:
    """Walk on from path[depth] by selection; return the depth reached and GOES_ON or why not."""
    node = work.path[depth]
    own = value_of_start(rules, tree, work, node, depth) if competes(rules.expansion, tree, node) else -np.inf
    while not is_edge(rules, tree, node, is_growing):
        if depth + 2 >= len(work.path):
            work.counters[NEEDED] = len(work.path)
            return depth, LINE_FULL
        visit(rules.exploration, work.course, tree, node)
        child, value = selected(rules.selection, rules, tree, work, node, depth)
        if competes(rules.expansion, tree, node) and own >= value:
            return depth, GOES_ON
        depth = follow(rules, game, tree, work, depth, child)
        node, own = work.path[depth], value
    return depth, GOES_ON


@compiled(borrows=True)
def value_of_start(rules: TreeRules, tree: Tree, work: Workspace, node: int, depth: int) -> float:
    """What the node where iterations start is worth, as a child of itself."""
    left, visits = work.course.numbers[LEFT], np.float64(tree.visits[node])
    unit = scale(rules.normalisation, Seen(work.worst[0], work.best[0], tree.top[node], work.bound[0], left))
    gained, mean, top = work.gained[depth], tree.total[node] / visits, tree.top[node]
    zero = origin(rules.normalisation, gained, 0.0)
    child = Child(
        mean=unit * (gained + mean - zero),
        top=unit * (gained + top - zero),
        local=unit * mean,
        local_top=unit * top,
        reward=unit * tree.reward[node],
        inverse=tree.inverse[node],
        spread=unit * unit * tree.spread[node],
        visits=visits,
        amaf=unit * (gained + mean - zero),
        amaf_visits=0.0,
    )
    weight = weight_at(rules.exploration, work.course, tree.weight[node])
    return child_value(rules.selection, child, parent_term(rules.selection, max(visits, 1.0)), weight)


@compiled(inline=True, borrows=True)
def is_edge(rules: TreeRules, tree: Tree, node: int, is_growing: bool) -> bool:
    """Whether the descent ends at this node."""
    if is_growing:
        return ends_at(rules.expansion, tree, node)
    return not has_open_child(tree, node)


@selected.otherwise
def selected_child(rule: Any, rules: TreeRules, tree: Tree, work: Workspace, node: int, depth: int) -> Any:
    """The open child with the highest value, and that value; without an open child it is -inf."""
    left = work.course.numbers[LEFT]
    unit = scale(rules.normalisation, Seen(work.worst[0], work.best[0], tree.top[node], work.bound[0], left))
    weight = weight_at(rules.exploration, work.course, tree.weight[node])
    parent = parent_term(rules.selection, max(np.float64(tree.visits[node]), 1.0))
    gained = work.gained[depth]
    first, tried = int64(tree.first[node]), int64(tree.tried[node])
    here = slice(first, first + tried)
    means, inverses, tops, rewards = tree.mean[here], tree.inverse[here], tree.top[here], tree.reward[here]
    spreads, visits = tree.spread[here], tree.visits[here]
    values = work.values[:tried]
    best, chosen = -np.inf, 0
    for index in range(tried):
        mean, reward, count = means[index], rewards[index], np.float64(visits[index])
        zero = origin(rules.normalisation, gained, reward)
        games, amaf = 0.0, 0.0
        if keeps_moves(rules.selection):
            games = np.float64(tree.moves.visits[first + index])
            later = tree.moves.total[first + index] / games if games > 0.0 else mean
            amaf = unit * (gained + later - zero) + (mean - mean)
        nothing = mean - mean  # 0, or not a number for a closed child: so it is passed by without a second test
        child = Child(
            mean=unit * (gained + mean - zero),
            top=unit * (gained + reward + tops[index] - zero) + nothing,
            local=unit * (mean - reward),
            local_top=unit * tops[index],
            reward=unit * reward,
            inverse=inverses[index],
            spread=unit * unit * spreads[index],
            visits=count,
            amaf=amaf,
            amaf_visits=games,
        )
        value = child_value(rules.selection, child, parent, weight)
        if takes_roots(rules.selection):
            values[index] = value
        elif value > best:
            best, chosen = value, index
    if takes_roots(rules.selection):
        for index in range(tried):
            if values[index] > best:
                best, chosen = values[index], index
    return first + chosen, best


@compiled(inline=True, borrows=True)
def back_up(rules: TreeRules, tree: Tree, work: Workspace, depth: int, length: int, score: float) -> None:
    """Add the result to every node of the path, and close what is solved."""
    counters, path, bonus = work.counters, work.path, np.float64(work.playout[END_BONUS])
    mean, top = result_for_mean(rules.backup, score, bonus), result_for_top(rules.backup, score, bonus)
    for level in range(depth + 1):
        node = path[level]
        add_result(tree, node, mean - work.gained[level], top - work.gained[level])
        if adds_all(rules.expansion, tree, node) and tree.count[node] != NOT_LISTED:
            untried = int64(tree.count[node] - tree.tried[node])
            added = min(untried, min(work.limits[MOST_NODES], work.limits[ROOM]) - counters[NODES])
            counters[NODES] += added
            counters[DEPTHS] += added * (level + 1)
            work.nodes_at[level + 1] += added
            if added > 0:
                counters[DEEPEST] = max(counters[DEEPEST], level + 1)
    add_to_edges(rules.duplicates, tree, work, depth, mean)
    if counters[PLAYOUTS] <= GAMES_SAMPLED:
        counters[LENGTHS] += length
    if depth == length:
        counters[ENDS_FOUND] += 1
        for level in range(depth + 1):
            tree.hit[path[level]] = 1
        reach_end(rules.exploration, work.course, tree, path, depth)
        close(rules, tree, path[depth], SOLVED_NODE)


@learn_from.when(ByPolicy)
def learn_in_tree(
    rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, length: int, score: float
) -> None:
    """Where simulations learn nothing, selection may."""
    learn_for(rules.selection, rules, game, tree, work, depth, length, score)


@learn_for.when(Amaf)
@learn_for.when(Rave)
@learn_from.otherwise
def learn_game(
    rule: Any, rules: TreeRules, game: GameTable, tree: Tree, work: Workspace, depth: int, length: int, score: float
) -> None:
    """Learn from the moves of the game of this iteration. Changes `tree` and `work`."""
    start, bonus = work.counters[LINE_START], np.float64(work.playout[END_BONUS])
    if not learns(rules.simulation):
        code_path(tree, work.edges, start, work.played)
        copy_words(work.before, work.state)
        code_line(game, work.state, work.line, start, length, work.played)
    result = result_for_mean(rules.backup, score, bonus)
    learn_moves(rules, tree, work, depth, length, work.counters[ITERATIONS] + 1, result)


@compiled(inline=True, borrows=True)
def count_iteration(rules: TreeRules, work: Workspace, depth: int) -> None:
    """Count the iteration and say how far the search has come."""
    counters, totals, course = work.counters, work.totals, work.course.numbers
    counters[ITERATIONS] += 1
    counters[LEVELS] += depth - counters[START_DEPTH]
    used = max(counters[ITERATIONS] / totals[MOST_ITERATIONS], counters[NODES] / totals[MOST_NODES])
    used = max(used, (8 * counters[STATES] + counters[LEVELS]) / totals[MOST_EIGHTHS])
    course[LEFT] = max(0.0, min(1.0 - used, work.time_left[0]))
    course[DEPTH] = counters[DEPTHS] / counters[NODES]
    course[LENGTH] = counters[LENGTHS] / max(min(counters[PLAYOUTS], GAMES_SAMPLED), 1)
    course[ENDS] = counters[ENDS_FOUND]
    end_iteration(rules.exploration, work.course)
