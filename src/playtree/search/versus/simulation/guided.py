"""Simulations by statistics of actions: whole moves, or parts with backtracking [pawlik2021] algorithm 5.

The choice of a move is compiled once and called from three places: as a part of each it took minutes to compile.
"""

from playtree.compiled import turn_calls
from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.compiled.random import below
from playtree.compiled.turn_calls import CELL_BITS
from playtree.games.turns import TurnTable
from playtree.search.versus.simulation.interface import end_move, simulate
from playtree.search.versus.statistics.averages import (
    drawn,
    gram_score,
    is_random,
    part_score,
    pass_units,
)
from playtree.search.versus.statistics.guide import OFF, Guide, context_now
from playtree.search.versus.statistics.listed import score_moves
from playtree.search.versus.statistics.memory import START, action_name, longer
from playtree.search.versus.workspace import PARTS, RECORDED, Workspace

PLAY_MOVES = 4  # the number of the limit on moves of a play, in a state


@end_move.when(Guide)
def complete_by_guide(guide: Guide, table: TurnTable, work: Workspace) -> int:
    if guide.mast == OFF:
        return turn_calls.complete(table.complete, table.data, work.state, work.rng, work.rest)
    return chosen_parts(guide, table, work, False)


@compiled(borrows=True)
def chosen_parts(guide: Guide, table: TurnTable, work: Workspace, by_grams: bool) -> int:
    """Choose part by part to the end of the move, taking back what leads nowhere. by_grams: by NST, if there is any."""
    depth, player = 0, int64(work.state[table.player])
    work.trail[0] = context_now(guide, work)
    work.begins[0] = 0
    work.ends[0] = parts_here(table, work, 0)
    while True:
        begin, end = int64(work.begins[depth]), int64(work.ends[depth])
        if begin == end:
            if depth == 0:
                return 0
            depth -= 1
            turn_calls.undo(table.undo, table.data, work.state, work.logs[table.log * depth : table.log * (depth + 1)])
            continue
        choice = begin + chosen_part(guide, work, begin, end, player, depth, by_grams)
        action = int64(work.listed[choice])
        work.listed[choice] = work.listed[end - 1]
        work.ends[depth] = end - 1
        turn_calls.do(table.do, table.data, work.state, action, work.logs[table.log * depth : table.log * (depth + 1)])
        work.rest[depth] = action
        if table.is_start[action >> CELL_BITS]:
            turn_calls.play(table.play, table.data, work.state, work.rest[:0])
            return depth + 1
        context = work.trail[depth]
        work.trail[depth + 1] = context if (action >> CELL_BITS) >= guide.dots else longer(context, action)
        depth += 1
        work.begins[depth] = work.ends[depth - 1]
        work.ends[depth] = work.begins[depth]
        if depth < PARTS - 1:
            work.ends[depth] = parts_here(table, work, int64(work.begins[depth]))


@compiled(inline=True, borrows=True)
def parts_here(table: TurnTable, work: Workspace, begin: int) -> int:
    """List the actions from here behind a place of `work.listed`; where they end."""
    room = work.listed[begin:]
    return begin + min(turn_calls.actions(table.actions, table.data, work.state, room), len(room))


@compiled(inline=True, borrows=True)
def chosen_part(guide: Guide, work: Workspace, begin: int, end: int, player: int, depth: int, by_grams: bool) -> int:
    if is_random(guide, work):
        return below(work.rng, end - begin)
    if by_grams and guide.grams > 1:
        last, before = work.recent[0], work.recent[1]
        for made in range(max(depth - 2, 0), depth):
            last, before = action_name(player, int64(work.rest[made])), last
        for index in range(end - begin):
            name = action_name(player, int64(work.listed[begin + index]))
            work.weights[index] = gram_score(guide, name, last, before)
        return drawn(guide, work, end - begin)
    for index in range(end - begin):
        work.weights[index] = part_score(guide, player, work.trail[depth], int64(work.listed[begin + index]))
    return drawn(guide, work, end - begin)


@simulate.when(Guide)
def play_by_guide(guide: Guide, table: TurnTable, work: Workspace) -> int:
    made = 0
    work.made[0] = 0
    if guide.grams > 1:
        work.recent[:] = START
        pass_units(guide, table, work, 0, int64(work.counts[RECORDED]))
    while made < guide.most_moves:
        player = int64(work.state[table.player])
        if player == 0:
            return made
        if not guide.by_parts:
            length = chosen_move(guide, table, work, player)
        elif guide.mast == OFF:
            length = turn_calls.complete(table.complete, table.data, work.state, work.rng, work.rest)
        else:
            length = chosen_parts(guide, table, work, True)
        if length == 0:
            return made
        used = int64(work.counts[RECORDED])
        if used + length <= len(work.movers):
            for index in range(length):
                work.line[used + index], work.movers[used + index] = work.rest[index], player
            work.counts[RECORDED] += length
            if guide.grams > 1:
                pass_units(guide, table, work, used, used + length)
        made += 1
    work.state[guide.fault] = PLAY_MOVES
    return made


@compiled(borrows=True)
def chosen_move(guide: Guide, table: TurnTable, work: Workspace, player: int) -> int:
    """Make a whole move, written to `work.rest`; its length, 0 if there is none."""
    is_blind = is_random(guide, work)
    used = 0
    if not is_blind:
        used = turn_calls.moves(table.moves, table.data, work.state, work.listed)
        is_blind = used > len(work.listed)
    if is_blind:
        count = turn_calls.count_moves(table.count_moves, table.data, work.state)
        if count == 0:
            return 0
        length = turn_calls.move(table.move, table.data, work.state, below(work.rng, count), work.rest)
        turn_calls.play(table.play, table.data, work.state, work.rest[:length])
        return length
    count = score_moves(guide, work, player, used)
    if count == 0:
        return 0
    number, place = drawn(guide, work, count), 0
    for _ in range(number):
        place += 1 + int64(work.listed[place])
    length = int64(work.listed[place])
    for index in range(length):
        work.rest[index] = work.listed[place + 1 + index]
    turn_calls.play(table.play, table.data, work.state, work.rest[:length])
    return length
