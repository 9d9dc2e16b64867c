"""What a simulation teaches: its line is recorded before it, and learned from after it."""

from playtree.compiled.numbers import int64
from playtree.games.turns import TurnTable
from playtree.search.versus.statistics.amaf import learn_amaf
from playtree.search.versus.statistics.averages import learn_averages
from playtree.search.versus.statistics.guide import OFF, Guide
from playtree.search.versus.statistics.interface import after_simulation, before_simulation
from playtree.search.versus.statistics.memory import decay
from playtree.search.versus.tree import Tree, actions_of
from playtree.search.versus.workspace import IN_TREE, MID_MOVE, RECORDED, Workspace


@before_simulation.when(Guide)
def record_path(guide: Guide, tree: Tree, work: Workspace, depth: int) -> None:
    used = 0
    for level in range(1, depth + 1):
        parent = work.path[level - 1]
        length = actions_of(tree, int64(tree.labels[tree.names[parent] + work.ordinals[level]]), work.move)
        for index in range(length):
            work.line[used], work.movers[used] = work.move[index], tree.player[parent]
            used += 1
    work.counts[IN_TREE] = used
    for index in range(work.counts[MID_MOVE]):
        work.line[used], work.movers[used] = work.rest[index], tree.player[work.path[depth]]
        used += 1
    work.counts[RECORDED] = used


@after_simulation.when(Guide)
def learn_from_line(guide: Guide, table: TurnTable, tree: Tree, work: Workspace, depth: int) -> None:
    end = int64(work.counts[IN_TREE] if guide.is_tree_only else work.counts[RECORDED])
    if guide.mast != OFF:
        learn_averages(guide, table, work, end)
    if guide.rave != OFF:
        learn_amaf(guide, table, tree, work, depth)
    guide.memory.learned[0] += 1
    if guide.batch > 0 and guide.memory.learned[0] % guide.batch == 0:
        decay(guide.memory, guide.factor)
