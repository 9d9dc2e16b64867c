"""Beam search written as plainly as possible, on the slow rules: the oracle of the compiled one."""

from collections.abc import Callable
from typing import Any

from playtree.games.interface import Game

Key = Callable[[Any], int]


def plain_beam(
    game: Game, width: int, value: Callable[[Game, Any, float], float], key: Key, penalty: float = 0.0
) -> tuple[float, bool]:
    """Score of the best game that a beam of this width sees, and whether it saw all. penalty: as in Diverse."""
    level: dict[int, tuple[float, Any]] = {key(game.start): (0.0, game.start.copy())}
    order = list(level)
    best, saw_all = float("-inf"), True
    while order:
        children: dict[int, tuple[float, float, Any]] = {}
        for parent in order:
            gained, state = level[parent]
            actions = game.legal(state)
            if not actions:
                best = max(best, gained + game.final(state))
            siblings = []
            for action in actions:
                child = state.copy()
                points = gained + game.apply(child, action)
                siblings.append((value(game, child, points), key(child), points, child))
            for one in siblings:
                better = sum((other[0], -other[1]) > (one[0], -one[1]) for other in siblings)
                worth, name, points, child = one[0] - penalty * better, *one[1:]
                if name not in children or (points, worth) > (children[name][1], children[name][0]):
                    children[name] = (worth, points, child)
        ranked = sorted(children, key=lambda name: (-children[name][0], name))
        saw_all = saw_all and len(ranked) <= width
        order = ranked[:width]
        level = {name: children[name][1:] for name in order}
    return best, saw_all


def score_value(game: Game, state: Any, gained: float) -> float:
    """The points so far."""
    return gained


def rewards_value(game: Game, state: Any, gained: float) -> float:
    """The points so far and those on offer."""
    return gained + sum(game.apply(state.copy(), action) for action in game.legal(state))
