"""perft: how many sequences of exactly so many moves of players there are. Keeper moves do not count.

A line that ends earlier adds nothing; a position in which the game has just ended counts if the last move led there.
"""

from playtree.rbg.interpreter import Interpreter, Move, Position


def perft(interpreter: Interpreter, position: Position, depth: int) -> int:
    """The number of sequences of `depth` moves from a position."""
    if depth == 0:
        return 1
    moves = interpreter.moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(interpreter, interpreter.apply(position, move), depth - 1) for move in moves)


def divide(interpreter: Interpreter, position: Position, depth: int) -> dict[Move, int]:
    """The same, for each first move."""
    moves = interpreter.moves(position)
    return {move: perft(interpreter, interpreter.apply(position, move), depth - 1) for move in moves}
