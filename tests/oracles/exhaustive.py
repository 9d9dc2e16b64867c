"""The best that can be scored from a SameGame board, by playing every game."""

from playtree.games.samegame.board import Board
from playtree.games.samegame.rule_book import closing_moves, groups, pruned_groups, remove
from playtree.games.samegame.rules import Rules


def best_score(board: Board, rules: Rules, prune: bool = False, known: dict[Board, float] | None = None) -> float:
    """The score of the best game; `known` remembers the best of every board on the way. prune: VS-pruning."""
    known = {} if known is None else known
    if board not in known:
        scores = []
        for group in (pruned_groups if prune else groups)(board, rules.minimum):
            after, size = remove(board, min(group))
            scores.append(rules.points_of(size) + best_score(after, rules, prune, known))
        known[board] = max(scores, default=final_score(board, rules))
    return known[board]


def final_score(board: Board, rules: Rules) -> float:
    """What a board without moves is worth, after the quick finish of VS-pruning."""
    points = 0
    for cell in closing_moves(board, rules.minimum):
        board, size = remove(board, cell)
        points += rules.points_of(size)
    return points + rules.final_of(board.counts())


def count_games(board: Board, rules: Rules, prune: bool = False, known: dict[Board, int] | None = None) -> int:
    """How many different games there are: leaves of the tree of moves."""
    known = {} if known is None else known
    if board not in known:
        found = (pruned_groups if prune else groups)(board, rules.minimum)
        known[board] = sum(count_games(remove(board, min(group))[0], rules, prune, known) for group in found) or 1
    return known[board]
