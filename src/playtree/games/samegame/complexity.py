"""How large a SameGame is: two estimates for one board, and their distribution over random boards [klein2015] 4, D.3.

    game tree     B^L, with L the mean length of random games and B the mean number of moves over all their states, the
                  final ones with none included; with VS-pruning, a state that offers only vertical segments is final
    state space   product over the columns of the number of sequences of blocks that are left when each vertical segment
                  of one colour is kept or removed: an upper bound

The second is exact without listing the sequences. Spell a sequence as its longest runs of one colour, say m blocks of
colour c. Of all segments of colour c from place p on, take those that add up to m and end earliest, at e(p, c, m): what
can follow from a later end can follow from there too. So every sequence is met once in

    states(p, c) = 1 + sum over colours d other than c, and all sums m, of states(e(p, d, m), d)

where c is the colour of the last run. Numbers are given as logarithms to base 10 where they may not fit a float.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.random import below, seeded
from playtree.errors import InputError
from playtree.games.interface import GameTable
from playtree.games.samegame.board import EMPTY, LARGEST_COLOUR, Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import Rules

SIMULATIONS = 256  # [klein2015] 4.1
SEED_STRIDE = 1_000_000


class GameTree(NamedTuple):
    """length: mean length of a random game. branching: mean number of moves over all states of these games."""

    length: float
    branching: float

    @property
    def log10(self) -> float:
        """log10 of branching^length; 0 on a board without moves, whose tree is one leaf."""
        return self.length * math.log10(self.branching) if self.length > 0 else 0.0


def game_tree_complexity(
    board: Board,
    simulations: int = SIMULATIONS,
    prune: bool = False,
    seed: int = 0,
    rules: Rules | None = None,
) -> GameTree:
    """Estimate the size of the game tree of `board` by random games. prune: without vertical segments."""
    if simulations < 1:
        raise InputError(f"simulations is {simulations}; expected at least 1")
    game = SameGame(board, rules, prune=prune)
    actions = np.empty(board.columns * board.rows, np.int64)
    with np.errstate(over="ignore"):  # 64-bit numbers wrap around on purpose; only interpreted code would complain
        moves, offered = random_games(game.table(), game.start, game.start.copy(), actions, simulations, seeded(seed))
    return GameTree(moves / simulations, offered / (moves + simulations))


def state_space_complexity(board: Board) -> int:
    """An upper bound on the number of positions that can be reached from `board`."""
    return math.prod(int(column_states(column)) for column in board.cells)


@compiled
def random_games(game: GameTable, start: Any, state: Any, actions: Any, simulations: int, rng: Any) -> Any:
    """Play uniformly from `start`; return how many moves were made and offered. Changes `state`, `actions`, `rng`."""
    moves, offered = 0, 0
    for _ in range(simulations):
        state[:] = start
        count = calls.legal(game.legal, game.data, state, actions)
        while count > 0:
            moves += 1
            offered += count
            calls.apply(game.apply, game.data, state, actions[below(rng, count)])
            count = calls.legal(game.legal, game.data, state, actions)
    return moves, offered


@compiled
def column_states(column: Any) -> int:
    """The number of distinct sequences that are left of a column when each of its segments is kept or removed."""
    # Step 1. the segments, from the bottom up
    colours, lengths = np.zeros(len(column), np.int64), np.zeros(len(column), np.int64)
    count = 0
    for row in range(len(column)):
        if column[row] == EMPTY:
            continue
        if row > 0 and column[row] == column[row - 1]:
            lengths[count - 1] += 1
        else:
            colours[count], lengths[count] = column[row], 1
            count += 1
    # Step 2. sequences of the segments from `place` on: all of them, and those whose first run has a colour
    states = np.ones(count + 1, np.int64)
    starting = np.zeros((count + 1, LARGEST_COLOUR + 1), np.int64)
    for place in range(count - 1, -1, -1):
        starting[place] = starting[place + 1]
        colour = colours[place]
        starting[place, colour] = sequences_starting(colours, lengths, count, place, states, starting)
        states[place] = states[place + 1] + starting[place, colour] - starting[place + 1, colour]
    return states[0]


@compiled
def sequences_starting(colours: Any, lengths: Any, count: int, place: int, states: Any, starting: Any) -> int:
    """The number of sequences from `place` on whose first run has the colour of that segment."""
    colour, blocks, found = colours[place], 0, 0
    is_sum = np.zeros(len(colours) + 1, np.bool_)
    is_sum[0] = True
    for segment in range(place, count):
        if colours[segment] != colour:
            continue
        for earlier in range(blocks, -1, -1):
            run = earlier + lengths[segment]
            if is_sum[earlier] and not is_sum[run]:
                is_sum[run] = True
                found += states[segment + 1] - starting[segment + 1, colour]
        blocks += lengths[segment]
    return found


@dataclass(frozen=True)
class RandomBoards:
    """Random boards by seed: number i of seed k is the board of seed 1,000,000 k + i."""

    columns: int = 15
    rows: int = 15
    colours: int = 5
    seed: int = 0

    def board(self, number: int) -> Board:
        return random_board(SEED_STRIDE * self.seed + number, self.columns, self.rows, self.colours)


def sampled(
    measure: Callable[[Board], float], boards: RandomBoards, instances: int, *, start: int = 0, threads: int = 1
) -> Iterator[float]:
    """Yield what `measure` says of the boards from `start` up to `instances`, in order, as they are done."""
    if instances < 1 or threads < 1:
        raise InputError(f"instances is {instances} and threads {threads}; expected at least 1 of both")
    with ThreadPoolExecutor(threads) as pool:
        ahead = deque[Future[float]]()  # a few only: what is submitted is waited for when somebody interrupts
        try:
            for number in range(start, instances):
                ahead.append(pool.submit(lambda number: measure(boards.board(number)), number))
                if len(ahead) > 2 * threads:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def tree_log(board: Board, simulations: int = SIMULATIONS, prune: bool = False) -> float:
    """The measure log10 of the size of the game tree."""
    return game_tree_complexity(board, simulations, prune).log10


def states_log(board: Board) -> float:
    """The measure log10 of the number of positions."""
    return math.log10(state_space_complexity(board))


@dataclass(frozen=True)
class Estimate:
    """One of Klein's estimates: its measure, and log-average and deviation that he found on random boards of 15 x 15
    cells and five colours [klein2015] 4.
    """

    measure: Callable[..., float]
    log_average: float
    deviation: float

    def with_simulations(self, simulations: int) -> Callable[[Board], float]:
        """The measure with so many random games, where it plays any."""
        return self.measure if self.measure is states_log else partial(self.measure, simulations=simulations)


ESTIMATES = {
    "game-tree": Estimate(tree_log, 84.23, 4.81),
    "pruned-tree": Estimate(partial(tree_log, prune=True), 80.56, 4.78),
    "state-space": Estimate(states_log, 52.42, 1.53),
}


@dataclass(frozen=True)
class Summary:
    """Complexities of many boards, as in the tables of [klein2015] 4; all numbers are logarithms to base 10.

    average: of the complexities themselves. log_average, deviation: mean and standard deviation of their logarithms,
    the latter NaN of one board.
    """

    instances: int
    minimum: float
    median: float
    average: float
    maximum: float
    log_average: float
    deviation: float

    @property
    def standard_error(self) -> float:
        """Of the log-average."""
        return self.deviation / math.sqrt(self.instances)


def summary_of(logs: Iterable[float]) -> Summary:
    """Summarise logarithms of complexities, of which there is at least one."""
    values = np.fromiter(logs, np.float64)
    largest = float(values.max())
    return Summary(
        instances=len(values),
        minimum=float(values.min()),
        median=float(np.median(values)),
        average=largest + math.log10(float(np.mean(10.0 ** (values - largest)))),
        maximum=largest,
        log_average=float(values.mean()),
        deviation=float(values.std(ddof=1)) if len(values) > 1 else math.nan,
    )


def power_text(log10: float) -> str:
    """A number given by its logarithm as people write it: 2.5e84."""
    exponent = math.floor(log10)
    mantissa = f"{10 ** (log10 - exponent):.1f}"
    return f"{mantissa}e{exponent}" if mantissa != "10.0" else f"1.0e{exponent + 1}"
