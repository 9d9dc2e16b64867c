"""What MAST and NST say about all moves of a list.

A move mostly begins as the one before it in the list does, so what belongs to beginnings is kept from move to move: in
Breakthru, where a position has twenty thousand moves of several actions, they differ in the last ones.
"""

from typing import Any

from playtree.compiled.decorator import compiled
from playtree.compiled.numbers import int64
from playtree.search.versus.statistics.averages import UNSEEN, gram_score
from playtree.search.versus.statistics.guide import JOIN, MIX, SPLIT, Guide, next_context
from playtree.search.versus.statistics.memory import START, action_name, context_name, score_of, weight_of
from playtree.search.versus.workspace import Workspace

UNKNOWN = -1.0  # the sum of a beginning with an action of which nothing is known


@compiled(borrows=True)
def score_moves(guide: Guide, work: Workspace, player: int, used: int) -> int:
    """Write the scores of the moves in `work.listed[:used]` to `work.weights`; how many there are.

    trail[n], sums[n]: of the first n actions of the move at hand, their context and the sum of their scores.
    """
    by_grams = guide.grams > 1
    is_whole = guide.mast == JOIN if by_grams else guide.mast != SPLIT
    has_sums = not is_whole or guide.mast == MIX
    listed = work.listed
    work.trail[0], work.sums[0] = START, 0.0
    place, before, known, count = 0, 0, 0, 0
    while place < used:
        length = int64(listed[place])
        shared, most = 0, min(known, length)
        while shared < most and listed[before + 1 + shared] == listed[place + 1 + shared]:
            shared += 1
        for index in range(shared, length):
            if is_whole and index < length - 1:
                work.trail[index + 1] = next_context(guide, work.trail[index], int64(listed[place + 1 + index]), False)
            if has_sums:
                work.sums[index + 1] = longer_sum(guide, work, player, place + 1, index, by_grams)
        total = work.sums[length] if has_sums else UNKNOWN
        score = UNSEEN if total < 0.0 else total / length
        if is_whole:
            name = context_name(player, work.trail[length - 1], int64(listed[place + length]))
            if by_grams:
                score = gram_score(guide, name, work.recent[0], work.recent[1])
            elif guide.mast != MIX or weight_of(guide.memory, name) >= guide.threshold:
                score = score_of(guide.memory, name)
                score = UNSEEN if score < 0.0 else score
        work.weights[count] = score
        before, known = place, length - 1
        place += 1 + length
        count += 1
    return count


@compiled(inline=True, borrows=True)
def longer_sum(guide: Guide, work: Workspace, player: int, begin: int, index: int, by_grams: bool) -> float:
    """The sum of the scores of a beginning and one action more, the one at begin + index in the list."""
    name = action_name(player, int64(work.listed[begin + index]))
    score = score_of(guide.memory, name)
    if work.sums[index] < 0.0 or score < 0.0:
        return UNKNOWN
    if by_grams:
        last, second = unit_before(work, player, begin, index, 1), unit_before(work, player, begin, index, 2)
        score = gram_score(guide, name, last, second)
    return work.sums[index] + score


@compiled(inline=True, borrows=True)
def unit_before(work: Workspace, player: int, begin: int, index: int, back: int) -> Any:
    """The name of the action that was made so many before one of a move; START if there is none."""
    if index >= back:
        return action_name(player, int64(work.listed[begin + index - back]))
    return work.recent[back - 1 - index]
