"""The puzzles in examples/: a knapsack against dynamic programming, Morpion Solitaire against its slow rules."""

import importlib
import inspect
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import event

import playtree
from playtree.compiled.random import seeded
from playtree.games.interface import Game
from playtree.games.probes import Probe

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "examples").glob("*.py"))

knapsack: Any = importlib.import_module("examples.knapsack")
morpion: Any = importlib.import_module("examples.morpion")


class Compilations(event.Listener):  # type: ignore[misc]
    """Counts what Numba compiles."""

    count = 0

    def on_start(self, event: Any) -> None:
        self.count += 1

    def on_end(self, event: Any) -> None:
        """Only the beginning counts."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_offers_a_game_or_a_component_and_compiles_nothing_when_imported(path):
    compilations = Compilations()
    with event.install_listener("numba:compile", compilations):
        names = runpy.run_path(str(path))
    component = "UcbV" if path.stem == "my_search" else None
    assert component in names or any(isinstance(value, Game) for value in names.values())
    assert compilations.count == 0


def random_lines(game: Game, games: int) -> list[list[int]]:
    """The lines of random games, played by the compiled functions."""
    probe, rng = Probe(game.table("scores", "sample")), seeded(1)
    return [probe.playout(game.policy("random"), game.start, rng, 0.0)[1] for _ in range(games)]


# the knapsack


def best_value(items: Any, room: int) -> int:
    """The optimum by dynamic programming; items: their weights and their values. best[r]: the most that fits into r."""
    best = np.zeros(room + 1, int)
    for weight, value in items.T:
        if weight <= room:
            best[weight:] = np.maximum(best[weight:], best[: room + 1 - weight] + value)
    return int(best[room])


def test_the_knapsack_takes_at_most_thirty_lines():
    functions = [knapsack.legal, knapsack.apply, knapsack.bound, knapsack.draw, knapsack.knapsack]
    assert sum(len(inspect.getsource(function).splitlines()) for function in functions) <= 30


def test_the_tutorial_shows_the_file_as_it_is():
    tutorial = (ROOT / "docs" / "your-own-puzzle.md").read_text(encoding="utf-8")
    assert (ROOT / "examples" / "knapsack.py").read_text(encoding="utf-8") in tutorial


def test_the_knapsack_is_solved_and_proven():
    solution = playtree.solve(knapsack.game, iterations=1_000_000)
    assert solution.proven
    assert solution.score == best_value(knapsack.game.data, int(knapsack.game.start[knapsack.ROOM]))


@pytest.mark.kernels
@pytest.mark.parametrize("seed", range(5))
def test_small_knapsacks_are_solved(seed):
    numbers = np.random.default_rng(seed)
    weights, values = numbers.integers(1, 12, 7), numbers.integers(1, 20, 7)
    solution = playtree.solve(knapsack.knapsack(weights, values, 20), iterations=2000, seed=seed)
    assert solution.proven
    assert solution.score == best_value(np.array([weights, values]), 20)


@pytest.mark.kernels
def test_the_bound_of_the_knapsack_holds_on_the_way():
    game = knapsack.game
    probe = Probe(game.table("bound"))
    for line in random_lines(game, 20):
        state = game.start.copy()
        for item in line:
            following, room = int(state[knapsack.NEXT]), int(state[knapsack.ROOM])
            assert probe.bound(state) >= best_value(game.data[:, following:], room)
            game.apply(state, item)


# Morpion Solitaire

STEPS = {"-": (1, 0), "|": (0, 1), "\\": (1, 1), "/": (-1, 1)}
Point = tuple[int, int]


class SlowMorpion:
    """The rules as they are told, on sets of points and of lines."""

    def __init__(self, touching: bool) -> None:
        rows = morpion.CROSS.strip("\n").splitlines()
        self.touching = touching
        self.points = {(x, y) for y, row in enumerate(rows, 11) for x, sign in enumerate(row, 11) if sign == "o"}
        self.lines: list[tuple[str, list[Point]]] = []

    def line(self, start: Point, direction: str) -> list[Point]:
        step_x, step_y = STEPS[direction]
        return [(start[0] + index * step_x, start[1] + index * step_y) for index in range(5)]

    def is_allowed(self, start: Point, direction: str) -> bool:
        line = self.line(start, direction)
        shared_at_most = 1 if self.touching else 0
        return sum(point not in self.points for point in line) == 1 and all(
            len(set(line) & set(other)) <= shared_at_most for sign, other in self.lines if sign == direction
        )

    def moves(self) -> set[tuple[Point, str]]:
        starts = [(x, y) for x in range(32) for y in range(32)]
        return {(start, sign) for start in starts for sign in STEPS if self.is_allowed(start, sign)}

    def play(self, start: Point, direction: str) -> None:
        self.points.update(self.line(start, direction))
        self.lines.append((direction, self.line(start, direction)))


def move_of(action: int) -> tuple[Point, str]:
    """A move in the slow rules' words: the point where the line starts, and its direction."""
    point, direction = divmod(action, 4)
    return (point % morpion.SIZE, point // morpion.SIZE), morpion.SIGNS[direction]


VARIANTS = pytest.mark.parametrize("game, touching", [(morpion.morpion_5t, True), (morpion.morpion_5d, False)])


@pytest.mark.kernels
@VARIANTS
def test_morpion_has_28_first_moves(game, touching):
    assert len(game.legal(game.start)) == 28
    assert SlowMorpion(touching).moves() == {move_of(action) for action in game.legal(game.start)}
    assert sum(int(word).bit_count() for word in game.start) == 36


@pytest.mark.kernels
@VARIANTS
def test_morpion_agrees_with_the_slow_rules(game, touching):
    probe = Probe(game.table())
    for line in random_lines(game, 2):
        slow, state = SlowMorpion(touching), game.start.copy()
        for action in [*line, None]:
            actions = probe.legal(state, 4096, 100).actions
            assert {move_of(action) for action in actions} == slow.moves()
            assert len(set(actions)) == len(actions)
            if action is not None:
                assert probe.apply(state, action) == 1
                slow.play(*move_of(action))
        assert actions == []


@VARIANTS
def test_random_games_of_morpion_have_a_plausible_length(game, touching):
    """A mean of 53 and 43 moves, with a standard error below 1; the records are 178 and 82 moves."""
    lengths = [len(line) for line in random_lines(game, 400)]
    assert abs(np.mean(lengths) - (53 if touching else 43)) < 4
    assert min(lengths) >= 15
    assert max(lengths) <= (178 if touching else 82)


@VARIANTS
def test_a_search_finds_a_good_game_that_stays_on_the_paper(game, touching):
    solution = playtree.solve(game, iterations=5000, seed=1)
    assert (65 if touching else 55) <= solution.score <= (178 if touching else 82)
    assert solution.score == len(solution.moves) == game.replay(solution.moves).score
    state = game.start.copy()
    for action in solution.moves:
        game.apply(state, action)
    rows = [int(word) for word in state[: morpion.SIZE]]
    edge = 3
    assert not any(rows[:edge] + rows[-edge:])
    assert not any(row & ~(((1 << morpion.SIZE - 2 * edge) - 1) << edge) for row in rows)


def test_both_variants_of_morpion_share_their_machine_code():
    assert morpion.morpion_5t.table()[1:] == morpion.morpion_5d.table()[1:]


def test_morpion_is_drawn_with_its_lines():
    game, state = morpion.morpion_5t, morpion.morpion_5t.start.copy()
    assert game.draw(state).count("o") == 36
    game.apply(state, game.action_from_text(state, "14,11-"))
    assert game.draw(state).splitlines()[:4] == ["      o-o-o-o-o", "", "      o     o", ""]
    assert game.action_text(state, game.legal(state)[0])


def test_touching_lines_may_share_an_end_and_disjoint_ones_may_not():
    """A line from the upper left corner of a row of nine, then one from its end."""
    for game, touching in ((morpion.morpion_5t, True), (morpion.morpion_5d, False)):
        state = np.zeros_like(game.start)
        state[16] = 0b111011110 << 10  # nine points with a gap in the middle: columns 11 to 14 and 16 to 18
        first, second = (16 * 32 + 11) * 4, (16 * 32 + 15) * 4
        assert first in game.legal(state)
        game.apply(state, first)
        assert (second in game.legal(state)) == touching
