"""The simulation strategies of SameGame as probabilities, straight from the papers and without a random number.

A strategy says which plans it may make at the start of a simulation (a taboo colour, say) and, for a plan and a board,
with which chance it plays each group. The distribution of first moves and the expected score and length follow exactly.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playtree.games.samegame.board import Board
from playtree.games.samegame.rule_book import Group, connections, groups, pruned_groups, remove
from playtree.games.samegame.rules import Rules
from tests.oracles.exhaustive import final_score

Chances = dict[Any, float]  # outcome: probability
Draw = Callable[[Iterable[Group]], Chances]  # among groups


def uniform(outcomes: Iterable[Any]) -> Chances:
    listed = list(outcomes)
    return {outcome: 1 / len(listed) for outcome in listed}


def blend(parts: Iterable[tuple[float, Chances]]) -> Chances:
    """The distribution that arises if one of the parts is drawn by its weight first."""
    sums: Chances = defaultdict(float)
    for weight, chances in parts:
        for outcome, chance in chances.items():
            if weight * chance > 0:
                sums[outcome] += weight * chance
    return dict(sums)


def by_weight(weights: Mapping[Any, float]) -> Chances:
    """A roulette wheel."""
    total = sum(weights.values())
    return {outcome: weight / total for outcome, weight in weights.items() if weight > 0}


def by_blocks(listed: Iterable[Group]) -> Chances:
    """The group of a block drawn uniformly."""
    return by_weight({group: len(group) for group in listed})


def counts_of(board: Board) -> dict[int, int]:
    """The colours on the board and how many blocks they have."""
    return {colour: int(count) for colour, count in enumerate(board.counts()) if count}


def colour_of(board: Board, group: Group) -> int:
    return int(board.cells[min(group)])


@dataclass(frozen=True)
class Strategy:
    """plans(board): what is decided at the start. moves(board, legal, plan): chances of the groups."""

    plans: Callable[[Board], Chances]
    moves: Callable[[Board, list[Group], Any], Chances]


def no_plan(board: Board) -> Chances:
    return {None: 1.0}


def random(draw: Draw = uniform) -> Strategy:
    """Any group."""
    return Strategy(no_plan, lambda board, legal, plan: draw(legal))


@dataclass(frozen=True)
class Exceptions:
    """When a taboo is not obeyed.

    chance: ChanceChosenColor, of playing the taboo colour [tak2010] 4.2. epsilon: of a random move before the strategy
    is asked [schadd2012] 4.3. switch: Random if so many blocks or fewer are left [klein2015] 7.0.6. criterion: Random
    if every colour has fewer blocks [matsumoto2010] 3.2.
    """

    chance: float = 0.0
    epsilon: float = 0.0
    switch: int = 0
    criterion: int = 0


def taboo_moves(board: Board, legal: list[Group], colour: int, exceptions: Exceptions, draw: Draw = uniform) -> Chances:
    """Groups of other colours, unless there are none or an exception applies."""
    counts = counts_of(board).values()
    is_late = sum(counts) <= exceptions.switch or max(counts) < exceptions.criterion
    if is_late:
        return draw(legal)
    others = [group for group in legal if colour_of(board, group) != colour]
    chosen = [group for group in legal if colour_of(board, group) == colour]
    obeyed = blend([(1 - exceptions.chance, draw(others or legal)), (exceptions.chance, draw(chosen or legal))])
    return blend([(1 - exceptions.epsilon, obeyed), (exceptions.epsilon, draw(legal))])


def taboo(
    colours: Callable[[Board], Chances],
    exceptions: Exceptions = Exceptions(),  # noqa: B008
    draw: Draw = uniform,
) -> Strategy:
    """A taboo colour, drawn at the start by `colours`."""
    return Strategy(colours, lambda board, legal, colour: taboo_moves(board, legal, colour, exceptions, draw))


def any_colour(board: Board) -> Chances:
    """TabuRandom: a random colour [schadd2012] 4.3."""
    return uniform(counts_of(board))


def frequent_colour(rank: int = 0) -> Callable[[Board], Chances]:
    """TabuColorRandom: the most frequent [schadd2012] 4.3, or the one after `rank` others; equal ones by number."""

    def colours(board: Board) -> Chances:
        counts = board.counts()
        order = sorted(range(1, board.colours + 1), key=lambda colour: (-counts[colour], colour))
        return {order[rank] if rank < len(order) else 0: 1.0}

    return colours


def this_colour(colour: int) -> Callable[[Board], Chances]:
    """TabuColor: set for the whole search [klein2015] A.6."""
    return lambda board: {colour: 1.0}


def colour_by_share(power: int) -> Callable[[Board], Chances]:
    """Strategies 5 and 6: by number of blocks, or by its square [matsumoto2010] 3.2."""
    return lambda board: by_weight({colour: float(count) ** power for colour, count in counts_of(board).items()})


def dynamic(draw: Draw = uniform) -> Strategy:
    """Strategy 7 by its name: as strategy 6, with a new taboo colour in each turn [matsumoto2010] 3.2."""

    def moves(board: Board, legal: list[Group], plan: None) -> Chances:
        drawn = colour_by_share(2)(board)
        return blend(
            (chance, taboo_moves(board, legal, colour, Exceptions(), draw)) for colour, chance in drawn.items()
        )

    return Strategy(no_plan, moves)


def dynamic_removal(draw: Draw = uniform) -> Strategy:
    """Strategy 7 by its words: in each turn a colour to remove, by its squared number of blocks [matsumoto2010] 3.2."""

    def moves(board: Board, legal: list[Group], plan: None) -> Chances:
        drawn = colour_by_share(2)(board)
        chosen = {colour: [group for group in legal if colour_of(board, group) == colour] for colour in drawn}
        return blend((chance, draw(chosen[colour] or legal)) for colour, chance in drawn.items())

    return Strategy(no_plan, moves)


def connecting_moves(board: Board, legal: list[Group]) -> Chances:
    """ConnectionMaximization: the move that leaves most connections, one of the best at random [tak2010] 4.2."""
    left = {group: connections(remove(board, min(group))[0]) for group in legal}
    return uniform(group for group in legal if left[group] == max(left.values()))


def connection_maximization() -> Strategy:
    return Strategy(no_plan, lambda board, legal, plan: connecting_moves(board, legal))


def mix(weights: tuple[float, float, float, float], same: float, chance: float = 0.0) -> Strategy:
    """Random, TabuColorRandom, TabuRandom, ConnectionMaximization by weight, once or for each move [tak2010] 4.2."""
    exceptions = Exceptions(chance=chance)
    wheel = by_weight(dict(enumerate(weights)))

    def plans(board: Board) -> Chances:
        keeps = {(strategy,): same * share for strategy, share in wheel.items()}
        changes = {tuple(wheel): 1 - same}
        colours = [(frequent, drawn) for frequent in frequent_colour()(board) for drawn in any_colour(board)]
        return blend(
            (share / len(colours), {(kept, frequent, drawn): 1.0})
            for kept, share in (*keeps.items(), *changes.items())
            for frequent, drawn in colours
        )

    def moves(board: Board, legal: list[Group], plan: tuple[tuple[int, ...], int, int]) -> Chances:
        kept, frequent, drawn = plan
        parts = [
            lambda: uniform(legal),
            lambda: taboo_moves(board, legal, frequent, exceptions),
            lambda: taboo_moves(board, legal, drawn, exceptions),
            lambda: connecting_moves(board, legal),
        ]
        return blend((share, parts[strategy]()) for strategy, share in by_weight({k: wheel[k] for k in kept}).items())

    return Strategy(plans, moves)


def roulette(cells: int, beta: float, theta: float) -> Strategy:
    """MC-RWS [klein2015] A.2, with theta = 0 as in [tak2010] formula 5; `cells`: N.

    P(c) = 1 / (C - 1) * (1 - g(c)^a / sum g^a), a = 1 + beta / N * blocks left, g(c) = max(blocks of c - theta, 0).
    """

    def moves(board: Board, legal: list[Group], plan: None) -> Chances:
        counts = counts_of(board)
        power = 1 + beta / cells * sum(counts.values())
        raised = {colour: max(count - theta, 0.0) ** power for colour, count in counts.items()}
        total = sum(raised.values())
        chances = {colour: 1 - raised[colour] / total if total else 1.0 for colour in counts}
        playable = {colour: chances[colour] for colour in {colour_of(board, group) for group in legal}}
        if sum(playable.values()) == 0:
            return uniform(legal)
        return blend(
            (chance, uniform(group for group in legal if colour_of(board, group) == colour))
            for colour, chance in by_weight(playable).items()
        )

    return Strategy(no_plan, moves)


def legal_groups(board: Board, rules: Rules, prune: bool) -> list[Group]:
    return (pruned_groups if prune else groups)(board, rules.minimum)


def first_moves(strategy: Strategy, board: Board, rules: Rules, prune: bool = False) -> Chances:
    """The chance of each group to be played first, by its smallest cell."""
    legal = legal_groups(board, rules, prune)
    mixed = blend((chance, strategy.moves(board, legal, plan)) for plan, chance in strategy.plans(board).items())
    return {min(group): chance for group, chance in mixed.items()}


def expectation(strategy: Strategy, board: Board, rules: Rules, prune: bool = False) -> tuple[float, float]:
    """The expected score and length of a simulation."""
    known: dict[tuple[Board, Any], tuple[float, float]] = {}

    def expect(board: Board, plan: Any) -> tuple[float, float]:
        if (board, plan) not in known:
            legal = legal_groups(board, rules, prune)
            score, length = (0.0, 1.0) if legal else (final_score(board, rules), 0.0)
            for group, chance in strategy.moves(board, legal, plan).items() if legal else ():
                after, size = remove(board, min(group))
                rest = expect(after, plan)
                score += chance * (rules.points_of(size) + rest[0])
                length += chance * rest[1]
            known[board, plan] = score, length
        return known[board, plan]

    parts = [(chance, expect(board, plan)) for plan, chance in strategy.plans(board).items()]
    return sum(chance * score for chance, (score, _) in parts), sum(chance * length for chance, (_, length) in parts)


@dataclass
class TunedBandit:
    """UCB1-Tuned over colours [klein2015] 3.3, A.3; scores are mapped to [0, 1] by the lowest and highest seen."""

    scores: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))

    def values(self, colours: Iterable[int]) -> dict[int, float]:
        """What each colour is worth: infinite before it was played."""
        seen = [score for scores in self.scores.values() for score in scores]
        low, span = min(seen, default=0.0), max(max(seen, default=0.0) - min(seen, default=0.0), 1.0)
        return {
            colour: self._value([(score - low) / span for score in self.scores[colour]], len(seen))
            for colour in colours
        }

    def _value(self, rewards: list[float], plays: int) -> float:
        if not rewards:
            return math.inf
        n = len(rewards)
        mean = sum(rewards) / n
        variance = sum(reward**2 for reward in rewards) / n - mean**2
        return mean + math.sqrt(math.log(plays) / n * min(1 / 4, variance + math.sqrt(2 * math.log(plays) / n)))
