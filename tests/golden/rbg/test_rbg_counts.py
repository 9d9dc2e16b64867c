"""The board games that come with Playtree against known counts of their moves; the numbers are in the files beside."""

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playtree.games.boardgames import game_names, load_game, rules_path
from playtree.rbg import Interpreter, perft, read_automaton

FOLDER = Path(__file__).parent
GOLDEN: dict[str, dict[str, Any]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.toml"))
}
CHESS_POSITIONS = [(each["fen"], each["leaves"]) for each in GOLDEN["chess"]["position"]]
QUICK = [(name, depth) for name, data in GOLDEN.items() for depth in range(1, data["quick"] + 1)]
SLOW = [(name, depth) for name, data in GOLDEN.items() for depth in range(data["quick"] + 1, data["slow"] + 1)]
MOVES_OF_A_QUICK_PLAY = 20


@cache
def interpreter(name: str) -> Interpreter:
    return Interpreter(load_game(name))


def count(name: str, depth: int) -> int:
    player = interpreter(name)
    return perft(player, player.start(), depth)


def test_every_game_has_counts_with_a_source():
    assert sorted(GOLDEN) == sorted(game_names())
    for name, data in GOLDEN.items():
        assert data["game"] == name
        assert data["source"]


@pytest.mark.parametrize("name, depth", QUICK)
def test_counts(name, depth):
    assert count(name, depth) == GOLDEN[name]["leaves"][depth - 1]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name, depth", SLOW)
def test_deeper_counts(name, depth):
    assert count(name, depth) == GOLDEN[name]["leaves"][depth - 1]


def play(name: str, choice: random.Random, longest: int) -> tuple[int, bool]:
    """Play at random; return the number of moves and whether the game ended."""
    player = interpreter(name)
    position = player.start()
    for made in range(longest):
        moves = player.moves(position)
        if not moves:
            assert player.is_over(position)
            assert all(0 <= score <= 100 for score in player.scores(position))
            return made, True
        assert len(set(moves)) == len(moves)
        position = player.apply(position, choice.choice(moves))
    return longest, False


@pytest.mark.parametrize("name", sorted(set(game_names()) - {"breakthru"}))
def test_a_random_play_meets_no_error(name):
    made, is_over = play(name, random.Random(7), MOVES_OF_A_QUICK_PLAY)
    assert is_over or made == MOVES_OF_A_QUICK_PLAY


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_a_random_play_ends(name):
    assert play(name, random.Random(7), 10_000)[1]


def chess_at(fen: str) -> Interpreter:
    """Chess from a position, given as is usual; without a capture in passing at once, and with white to move."""
    rows, mover, castling, passing = fen.split()
    assert (mover, passing) == ("w", "-")
    board = []
    for row in rows.split("/"):
        cells = ["e" if letter == "." else piece(letter) for letter in expanded(row)]
        board.append(f"[{', '.join(cells)}]")
    for letter, line, king_side in (("K", 7, 1), ("Q", 7, 0), ("k", 0, 1), ("q", 0, 0)):
        if letter in castling:
            cells = board[line][1:-1].split(", ")
            cells[7 if king_side else 0] = cells[7][0] + "u"
            cells[4] = cells[4][0] + "i"
            board[line] = f"[{', '.join(cells)}]"
    text = rules_path("chess").read_text(encoding="utf-8")
    begin = text.index("[bu,")
    end = text.index(")", begin)
    return Interpreter(read_automaton(text[:begin] + "\n".join(board) + text[end:]))


def expanded(row: str) -> str:
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in row)


def piece(letter: str) -> str:
    return ("w" if letter.isupper() else "b") + letter.lower()


@pytest.mark.parametrize("fen, leaves", CHESS_POSITIONS)
def test_chess_positions(fen, leaves):
    player = chess_at(fen)
    assert perft(player, player.start(), 1) == leaves[0]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("fen, leaves", CHESS_POSITIONS)
def test_chess_positions_more_deeply(fen, leaves):
    player = chess_at(fen)
    assert [perft(player, player.start(), depth) for depth in (2, 3)] == leaves[1:3]


def peg_lines(pegs: frozenset[complex], depth: int) -> int:
    """Sequences of jumps on the English board; squares are complex numbers around the centre."""
    if depth == 0:
        return 1
    total = 0
    for peg in pegs:
        for step in (1, -1, 1j, -1j):
            over, to = peg + step, peg + 2 * step
            is_on_board = abs(to.real) <= 3 and abs(to.imag) <= 3 and min(abs(to.real), abs(to.imag)) <= 1
            if over in pegs and to not in pegs and is_on_board:
                total += peg_lines(pegs - {peg, over} | {to}, depth - 1)
    return total


def test_peg_solitaire_is_counted_in_another_way():
    squares = {complex(x, y) for x in range(-3, 4) for y in range(-3, 4) if min(abs(x), abs(y)) <= 1}
    pegs = frozenset(squares - {0j})
    assert [peg_lines(pegs, depth) for depth in range(1, 6)] == GOLDEN["pegSolitaire"]["leaves"][:5]
