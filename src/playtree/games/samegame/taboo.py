"""Random simulations with a taboo colour: one kernel for every strategy of that family.

A taboo colour is not played while another group can be removed, so that its blocks gather. The strategies differ in how
the colour is found (`rule`) and when the taboo is lifted:

    NO_COLOUR     Random: there is none
    UNIFORM       TabuRandom: drawn uniformly among the colours on the board           [schadd2012] 4.3
    RANK          TabuColorRandom: the most frequent, or the r-th most frequent        [schadd2012] 4.3
    FIXED         TabuColor: set for the whole search                                  [edelkamp2010], [klein2015] A.6
    LEARNED       the arm that UCB1-Tuned picks, each colour being an arm              [klein2015] A.3, [baier2012]
    SHARE         strategy 5: drawn with probability n_c / sum n                       [matsumoto2010] 3.2
    SQUARE        strategy 6: drawn with probability n_c^2 / sum n^2                   [matsumoto2010] 3.2
    EACH_MOVE     strategy 7 by its name: as 6, but drawn anew at each move            [matsumoto2010] 3.2
    EACH_REMOVED  strategy 7 by its words: so drawn, but the colour to be played       [matsumoto2010] 3.2, 4.1

    chance        of playing a group of the taboo colour all the same                  [tak2010] 4.2, ChanceChosenColor
    epsilon       of playing any group, drawn uniformly                                [schadd2012] 4.3
    switch        Random once so many blocks or fewer are left                         [klein2015] 7.0.6
    criterion     strategy 4: Random once every colour has fewer blocks                [matsumoto2010] 3.2
    lapse         the taboo colour is out of sight in the move after one of another colour, in which it was in sight:
                  where such a move finds no other group, the simulation is cut short. What lies there counts, without
                  the bonus [klein2015] D.2, the program, not the words

n_c is the number of blocks of colour c. The colour is chosen where the simulation starts.

A group is drawn uniformly; or a block, and its group is played, as by a click somewhere on the board, so that larger
groups are played more often: what [matsumoto2010] tells of his histograms fits that.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled.calls import CUT_SHORT, END_BONUS, LINE_LENGTH, STATES_SEEN
from playtree.compiled.decorator import compiled
from playtree.compiled.generic import generic
from playtree.compiled.numbers import int64
from playtree.compiled.random import advance, fraction
from playtree.games.samegame.ending import ending_as_it_lies, ending_of, points_of
from playtree.games.samegame.layout import COLOURS, PRUNE
from playtree.games.samegame.primitives import (
    ANY,
    ONLY,
    OTHER,
    action_of,
    count_of,
    draw,
    draw_block,
    is_settled,
    loaded,
    settled,
    taken,
)

NO_COLOUR, UNIFORM, RANK, FIXED, LEARNED, SHARE, SQUARE, EACH_MOVE, EACH_REMOVED = range(9)

# places in the policy's numbers
RULE, COLOUR, CHANCE, EPSILON, SWITCH, CRITERION, LAPSE = range(7)

# places in the memory of LEARNED: lowest and highest score seen, then for each colour visits, sum, sum of squares
LOWEST, HIGHEST, ARMS, ARM_NUMBERS = 0, 1, 2, 3


class ByGroup(NamedTuple):
    """Of the groups wanted one is drawn, all alike."""

    version: int = 1


class ByBlock(NamedTuple):
    """Of their blocks one is drawn, all alike."""

    version: int = 1


@generic
def drawn(by: Any, board: Any, data: Any, want: int, colour: int, prune: bool, word: Any) -> Any:
    """Draw one of the groups wanted: (generator's word, found or not, group)."""


@drawn.when(ByGroup)
def _drawn_group(by: ByGroup, board: Any, data: Any, want: int, colour: int, prune: bool, word: Any) -> Any:
    return draw(board, data, want, colour, prune, word)


@drawn.when(ByBlock)
def _drawn_block(by: ByBlock, board: Any, data: Any, want: int, colour: int, prune: bool, word: Any) -> Any:
    return draw_block(board, data, want, colour, prune, word)


@compiled
def taboo_playout(
    kind: Any, data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: float, line: Any, counters: Any
) -> float:
    """Play to the end; return the score from here. Writes the actions to `line`, uses up `state`, changes `rng`."""
    return played(ByGroup(), kind, data, state, policy, memory, rng, gained, line, counters)


@compiled
def block_playout(
    kind: Any, data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: float, line: Any, counters: Any
) -> float:
    """The same by blocks."""
    return played(ByBlock(), kind, data, state, policy, memory, rng, gained, line, counters)


@compiled(inline=True)
def played(
    by: Any,
    kind: Any,
    data: Any,
    state: Any,
    policy: Any,
    memory: Any,
    rng: Any,
    gained: float,
    line: Any,
    counters: Any,
) -> float:
    word = rng[0]
    board = loaded(kind, data, state)
    is_still = is_settled(board)
    prune = data[PRUNE] != 0 and is_still
    rule, chance, epsilon = int64(policy[RULE]), policy[CHANCE], policy[EPSILON]
    word, colour = taboo_colour(board, data, policy, memory, word)
    switch, criterion = int64(policy[SWITCH]), int64(policy[CRITERION])
    left = 0
    if switch > 0:
        left = blocks_left(board, data)
    lapses, is_hidden = policy[LAPSE] > 0.0, False
    score, moves = 0, 0
    while True:
        want = ANY if rule == NO_COLOUR else ONLY if rule == EACH_REMOVED else OTHER
        if rule >= EACH_MOVE and moves > 0:
            word, colour = taboo_colour(board, data, policy, memory, word)
        if left <= switch and switch > 0:
            want = ANY
        if criterion > 0 and most_blocks(board, data) < criterion:
            want = ANY
        if want == OTHER and chance > 0.0:
            word = advance(word)
            if fraction(word) < chance:
                want = ONLY
        if want != ANY and epsilon > 0.0:
            word = advance(word)
            if fraction(word) < epsilon:
                want = ANY
        if is_hidden:
            want = OTHER
        word, found, group = drawn(by, board, data, want, colour, prune, word)
        will_hide = lapses and found and want == OTHER and not is_hidden
        if not found and want != ANY and not is_hidden:
            word, found, group = drawn(by, board, data, ANY, colour, prune, word)
        if not found:
            break
        if moves < len(line):
            line[moves] = action_of(board, group)
        board, blocks = taken(board, group)
        if not is_still:
            board, is_still, prune = settled(board), True, data[PRUNE] != 0
        score += points_of(data, blocks)
        left -= blocks
        moves += 1
        is_hidden = will_hide
    if is_hidden:  # the game is over, or it has groups of the taboo colour left
        word, is_hidden, group = draw(board, data, ANY, colour, prune, word)
    counters[CUT_SHORT] = 1 if is_hidden else 0
    if is_hidden:
        ending, counters[END_BONUS] = ending_as_it_lies(board, data)
    else:
        ending, counters[END_BONUS] = ending_of(board, data)
    score += ending
    if rule == LEARNED:
        learn_colour(memory, colour, gained + score)
    rng[0] = word
    counters[LINE_LENGTH], counters[STATES_SEEN] = moves, moves + 1
    return np.float64(score)


@compiled(inline=True)
def blocks_left(board: Any, data: Any) -> int:
    left = 0
    for colour in range(1, data[COLOURS] + 1):
        left += count_of(board, colour)
    return left


@compiled(inline=True)
def most_blocks(board: Any, data: Any) -> int:
    most = 0
    for colour in range(1, data[COLOURS] + 1):
        most = max(most, count_of(board, colour))
    return most


@compiled(inline=True)
def taboo_colour(board: Any, data: Any, policy: Any, memory: Any, word: Any) -> Any:
    """The taboo colour by the policy's rule: (generator's word, colour)."""
    rule = int64(policy[RULE])
    if rule == NO_COLOUR:
        return word, 0
    if rule == FIXED:
        return word, int64(policy[COLOUR])
    if rule == RANK:
        return word, ranked_colour(board, data, int64(policy[COLOUR]))
    if rule == LEARNED:
        return word, best_arm(board, data, memory)
    power = 0 if rule == UNIFORM else 1 if rule == SHARE else 2
    word = advance(word)
    return word, drawn_colour(board, data, power, fraction(word))


@compiled(inline=True)
def ranked_colour(board: Any, data: Any, rank: int) -> int:
    """The colour with `rank` colours before it by number of blocks; of equal ones the smaller number goes first."""
    colours = data[COLOURS]
    for colour in range(1, colours + 1):
        count, ahead = count_of(board, colour), 0
        for other in range(1, colours + 1):
            rival = count_of(board, other)
            if rival > count or (rival == count and other < colour):
                ahead += 1
        if ahead == rank:
            return colour
    return 0


@compiled(inline=True)
def drawn_colour(board: Any, data: Any, power: int, where: float) -> int:
    """Draw a colour on the board with probability n^power / sum n^power; `where` is a random number in [0, 1)."""
    total = 0
    for colour in range(1, data[COLOURS] + 1):
        count = count_of(board, colour)
        if count > 0:
            total += count**power
    mark = where * total
    chosen = 0
    for colour in range(1, data[COLOURS] + 1):
        count = count_of(board, colour)
        if count > 0 and mark >= 0.0:
            chosen = colour
            mark -= count**power
    return chosen


@compiled(inline=True)
def best_arm(board: Any, data: Any, memory: Any) -> int:
    """UCB1-Tuned over the colours on the board, scores mapped to [0, 1] by the lowest and highest seen [auer2002]:

    mean + sqrt(ln N / n * min(1/4, V)),  V = variance + sqrt(2 ln N / n)
    """
    visits = 0.0
    for colour in range(1, data[COLOURS] + 1):
        visits += memory[ARMS + ARM_NUMBERS * colour]
    spread = max(memory[HIGHEST] - memory[LOWEST], 1.0)
    chosen, best = 0, -math.inf
    for colour in range(1, data[COLOURS] + 1):
        if count_of(board, colour) == 0:
            continue
        arm = ARMS + ARM_NUMBERS * colour
        count = memory[arm]
        if count == 0.0:
            return colour
        mean = (memory[arm + 1] / count - memory[LOWEST]) / spread
        variance = max(memory[arm + 2] / count - (memory[arm + 1] / count) ** 2, 0.0) / (spread * spread)
        share = math.log(visits) / count
        value = mean + math.sqrt(share * min(0.25, variance + math.sqrt(2.0 * share)))
        if value > best:
            chosen, best = colour, value
    return chosen


@compiled(inline=True)
def learn_colour(memory: Any, colour: int, score: float) -> None:
    """Add the score of a whole game to the arm of its colour. Changes `memory`."""
    arm = ARMS + ARM_NUMBERS * colour
    is_first = True
    for index in range(ARMS, len(memory), ARM_NUMBERS):
        is_first = is_first and memory[index] == 0.0
    if is_first:
        memory[LOWEST] = memory[HIGHEST] = score
    memory[LOWEST], memory[HIGHEST] = min(memory[LOWEST], score), max(memory[HIGHEST], score)
    memory[arm] += 1.0
    memory[arm + 1] += score
    memory[arm + 2] += score * score
