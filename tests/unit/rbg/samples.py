"""Small rules for tests."""

from playtree.rbg import Interpreter, read_automaton
from playtree.rbg.limits import DEFAULT_LIMITS, Limits

ROW = "rectangle(up, down, left, right, [a, e, e])"


def game_text(
    rules: str,
    board: str = ROW,
    players: str = "white(100), black(100)",
    pieces: str = "a, b, e",
    variables: str = "x(9), y(9)",
    macros: str = "",
) -> str:
    """A whole game around some rules."""
    sections = f"#players = {players}\n#pieces = {pieces}\n#variables = {variables}\n#board = {board}\n"
    return f"{sections}{macros}\n#rules = {rules}\n"


def player_of(rules: str, limits: Limits = DEFAULT_LIMITS, /, **sections: str) -> Interpreter:
    """An interpreter of a game around some rules."""
    return Interpreter(read_automaton(game_text(rules, **sections), "test.rbg", limits), limits)


def first_moves(rules: str, **sections: str) -> set[tuple[tuple[int, int], ...]]:
    """The moves in the first position of a game around some rules."""
    player = player_of(rules, **sections)
    return set(player.moves(player.start()))
