"""Hypothesis strategies for the values that properties are about."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from playtree.games.samegame.board import LARGEST_SIDE, Board
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import DEDUCTIONS, NAMED_RULES, POINTS, Rules


@st.composite
def boards(
    draw: st.DrawFn,
    max_columns: int = LARGEST_SIDE,
    max_rows: int = LARGEST_SIDE,
    max_colours: int = 9,
    holes: bool = True,
) -> Board:
    """Boards of any size and number of colours; without `holes` they are settled, but need not be full."""
    columns = draw(st.integers(1, max_columns))
    rows = draw(st.integers(1, max_rows))
    colours = draw(st.integers(1, max_colours))
    board = Board(draw(hnp.arrays(np.uint8, (columns, rows), elements=st.integers(0, colours))))
    return board if holes else board.settled()


def small_boards(max_colours: int = 4, holes: bool = True) -> st.SearchStrategy[Board]:
    """Boards on which a whole game is cheap."""
    return boards(max_columns=7, max_rows=7, max_colours=max_colours, holes=holes)


def rule_sets(max_minimum: int = 4) -> st.SearchStrategy[Rules]:
    """Any rules of the SameGame family."""
    return st.builds(
        Rules,
        name=st.just("any"),
        points=st.sampled_from(sorted(POINTS)),
        bonus=st.sampled_from([0, 1, 20, 1000]),
        deduction=st.sampled_from(sorted(DEDUCTIONS)),
        minimum=st.integers(1, max_minimum),
    )


@st.composite
def drawn_boards(draw: st.DrawFn, max_columns: int = 16, max_rows: int = 15, max_colours: int = 7) -> Board:
    """Boards of random blocks, in one of three some cells are empty: the games on them are long and varied."""
    columns, rows = draw(st.integers(1, max_columns)), draw(st.integers(1, max_rows))
    colours, seed = draw(st.integers(1, max_colours)), draw(st.integers(0, 2**32 - 1))
    cells = random_board(seed, columns, rows, colours).cells.copy()
    share = draw(st.sampled_from([0.0, 0.0, 0.0, 0.0, 0.2, 0.6]))
    cells[np.random.default_rng(seed).random(cells.shape) < share] = 0
    return Board(cells)


def any_rules(max_minimum: int = 4) -> st.SearchStrategy[Rules]:
    """The named rules, and any others of the family."""
    return st.sampled_from(sorted(NAMED_RULES)).map(NAMED_RULES.__getitem__) | rule_sets(max_minimum)
