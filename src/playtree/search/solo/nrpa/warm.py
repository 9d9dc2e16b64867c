"""A policy that starts from a known game: the game becomes the best of the top level, which adapts to it beforehand."""

from typing import Any

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.games.interface import GameTable
from playtree.search.solo.nrpa.adapt import adapt, has_room_for_game
from playtree.search.solo.nrpa.levels import Levels, inherit
from playtree.search.solo.nrpa.loop import NEEDED, STAMP, Numbers, Work
from playtree.search.solo.nrpa.playout import offered_actions
from playtree.search.solo.steps import copy_words

READY, GAME_TOO_LONG, TABLE_TOO_SMALL = range(3)


@compiled(borrows=True)
def record_line(game: GameTable, levels: Levels, work: Work, line: Any) -> int:
    """Make `line`, which begins at `work.start`, the game of the top level; READY or what is too small.

    A move that the guide does not offer is played without being learned.
    """
    top = len(levels.scores) - 1
    copy_words(work.start, work.state)
    codes, priors, begin, moves = levels.codes[top], levels.priors[top], 0, 0
    for index in range(len(line)):
        before = len(work.prefix) + index
        count = offered_actions(game, work.state, work.guide, before, work.actions, codes, priors, begin)
        if count > len(work.actions) or begin + count > len(codes) or moves >= levels.line.shape[1]:
            work.counters[NEEDED] = max(count, begin + count, len(line))
            return GAME_TOO_LONG
        for place in range(count):
            if work.actions[place] == line[index]:
                levels.line[top, moves], levels.chosen[top, moves] = line[index], place
                begin += count
                levels.ends[top, moves] = begin
                moves += 1
                break
        calls.apply(game.apply, game.data, work.state, line[index])
    levels.lengths[top], levels.different[top] = moves, 0
    return READY


@compiled(borrows=True)
def warm_up(numbers: Numbers, levels: Levels, work: Work, times: int) -> int:
    """Adapt the top level to its game so often, and hand the policy down; READY or what is too small."""
    top = len(levels.scores) - 1
    if not has_room_for_game(levels, top, top):
        return TABLE_TOO_SMALL
    for _ in range(times):
        work.counters[STAMP] += 1
        adapt(levels, top, numbers.alpha, numbers.temperature, work.counters[STAMP])
    for level in range(top - 1, 0, -1):
        inherit(levels, level)
    return READY


@compiled(borrows=True)
def walk(game: GameTable, start: Any, line: Any, states: Any, gained: Any) -> None:
    """The states along `line` and what was gained before each. Changes `states` and `gained`."""
    copy_words(start, states[0])
    gained[0] = 0.0
    for index in range(len(line)):
        copy_words(states[index], states[index + 1])
        gained[index + 1] = gained[index] + calls.apply(game.apply, game.data, states[index + 1], line[index])
