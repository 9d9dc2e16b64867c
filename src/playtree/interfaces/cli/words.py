"""Games in words and pictures: what a board is, how a line is written, how a game ended."""

from collections.abc import Collection, Sequence

from rich.text import Text

from playtree.games.interface import Game, State
from playtree.games.samegame.drawing import draw_board
from playtree.games.samegame.formats import digit_rows
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.rule_book import Cell
from playtree.interfaces.cli.output import counted


def picture(game: Game, state: State, *, highlighted: Collection[Cell] = (), cursor: Cell | None = None) -> Text:
    """A drawing of a position; the marks are for SameGame."""
    if isinstance(game, SameGame):
        return draw_board(game.board_of(state), highlighted=highlighted, cursor=cursor)
    return Text(game.draw(state))


def game_words(game: Game) -> str:
    """What is played, in a few words."""
    if not isinstance(game, SameGame):
        return game.name
    board = game.board
    return f"{game.rules.name}, {board.columns} x {board.rows}, {len(board.counts().nonzero()[0])} colours"


def game_data(game: Game) -> dict[str, object]:
    """What is played, as data."""
    if not isinstance(game, SameGame):
        return {"game": game.name}
    return {"game": "samegame", "rules": game.rules.to_dict(), "cells": digit_rows(game.board)}


def line_words(game: Game, line: Sequence[int]) -> str:
    """The moves of a line as people write them, from the start."""
    state, words = game.start.copy(), []
    for action in line:
        words.append(game.action_text(state, action))
        game.apply(state, action)
    return " ".join(words)


def ending_words(game: Game, state: State) -> str:
    """What is left in the final position `state`; nothing for games that do not know."""
    if not isinstance(game, SameGame):
        return ""
    left = game.board_of(state).blocks
    return "board cleared" if left == 0 else f"{counted(left, 'block')} left"


def state_after(game: Game, line: Sequence[int]) -> State:
    """The position after a line, by the slow rules."""
    state = game.start.copy()
    for action in line:
        game.apply(state, action)
    return state
