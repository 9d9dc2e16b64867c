"""SameGame as a game that can be searched: a board, rules, and the native functions for boards of that size."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from playtree.compiled.calls import ABSENT, native
from playtree.errors import InputError
from playtree.games.interface import Game, GameTable, Guide, Policy, Replay, State, known_policy
from playtree.games.samegame import grid, look_ahead, planes, rule_book
from playtree.games.samegame import native as functions
from playtree.games.samegame.board import Board
from playtree.games.samegame.drawing import plain_board
from playtree.games.samegame.features import described
from playtree.games.samegame.guided import guided_playout
from playtree.games.samegame.guides import GUIDES, guide_numbers, offered, rival_guides
from playtree.games.samegame.layout import game_data
from playtree.games.samegame.mirror import canonical
from playtree.games.samegame.origins import first_origins, later_origins
from playtree.games.samegame.policies import KERNELS, POLICIES, kernel_numbers, kernel_of
from playtree.games.samegame.primitives import ACTION_STRIDE
from playtree.games.samegame.rules import Rules, named_rules

Move = tuple[int, int]

_NATIVE = {
    "legal": functions.legal,
    "apply": functions.apply,
    "status": functions.status,
    "scores": functions.scores,
    "code": functions.code,
    "bound": functions.bound,
    "features": described,
    "canonical": canonical,
    "sample": functions.sample,
    "narrow": look_ahead.narrow,
}
_GUIDED = {"offered": offered, "guided": guided_playout}


@cache
def _address(shape: str, kernel: str, kind: type) -> int:
    """The native function of this shape for a kind of board; compiled once per process, cached across processes."""
    function: Any = KERNELS[kernel] if shape == "playout" else {**_NATIVE, **_GUIDED}[shape]
    return native(shape, f"samegame.{kind.__name__}.{function.__name__}", function, kind)


def fits_planes(board: Board) -> bool:
    """Whether the board fits the bit planes."""
    return (
        board.columns <= planes.MOST_COLUMNS and board.rows <= planes.MOST_ROWS and board.colours <= planes.MOST_COLOURS
    )


def action_of(move: Move) -> int:
    return move[0] * ACTION_STRIDE + move[1]


def move_of(action: int) -> Move:
    return int(action) // ACTION_STRIDE, int(action) % ACTION_STRIDE


class SameGame(Game):
    """A board under rules. prune: leave out vertical segments (VS-pruning) [klein2015] 2.4.2.

    An action is the smallest cell of the group it removes, column before row. on_planes: None takes the bit planes
    where the board fits them, False plain arrays in any case. tracks: states tell where blocks stood at the start, and
    groups are named by that.
    """

    policies = POLICIES
    guides = GUIDES

    def __init__(
        self, board: Board, rules: Rules | None = None, *, prune: bool = False, on_planes: bool | None = None,
        tracks: bool = False,
    ) -> None:  # fmt: skip
        fits = fits_planes(board)
        if on_planes and not fits:
            size = f"{board.columns} columns, {board.rows} rows and {board.colours} colours"
            raise InputError(f"a board of {size} does not fit the bit planes; they hold 16 x 15 cells and 7 colours")
        self.board, self.rules, self.prune = board, rules or named_rules("samegame"), prune
        self.is_complete = not prune  # on some boards only a vertical segment leads to the best game
        self.on_planes = fits if on_planes is None else on_planes
        self.name, self.tracks = self.rules.name, tracks
        self.start = self.state_of(board)
        self._kind = planes.OnPlanes if self.on_planes else grid.OnGrid
        origins = len(self.start) - board.columns if tracks else 0
        self._data = game_data(board, self.rules, len(self.start), prune, origins)

    def table(self, *functions: str) -> GameTable:
        wanted = {"legal", "apply", *functions} & set(_NATIVE)
        addresses = {shape: _address(shape, "", self._kind) for shape in sorted(wanted)}
        return GameTable(self._data, **addresses)

    def policy(self, name: str, **numbers: float) -> Policy:
        values = known_policy(POLICIES, name, self.name).numbers(numbers)
        if values.get("colour", 0) > self.board.colours:
            raise InputError(f"policy {name}: colour is {values['colour']:g}; expected 0 to {self.board.colours}")
        most_frequent = int(np.argmax(self.board.counts()))
        return Policy(
            name,
            _address("playout", kernel_of(name, values), self._kind),
            kernel_numbers(name, values, most_frequent),
            cuts_short=values.get("lapse", 0) > 0,
        )

    def guide(self, name: str, **numbers: float) -> Guide:
        values = known_policy(GUIDES, name, self.name, "guide").numbers(numbers)
        if values.get("colour", 0) > self.board.colours:
            raise InputError(f"guide {name}: colour is {values['colour']:g}; expected 0 to {self.board.colours}")
        is_fast = self.on_planes and not self.prune  # the fast playout knows no vertical segments
        return Guide(
            name,
            offered=_address("offered", "", self._kind),
            guided=_address("guided", "", self._kind) if is_fast else ABSENT,
            numbers=guide_numbers(values, self.board.counts()),
            tracks=values["places"] == 0,
        )

    @property
    def rivals(self) -> tuple[tuple[str, ...], ...]:
        return rival_guides(self.board.counts())

    def pruned(self) -> "SameGame":
        return SameGame(self.board, self.rules, prune=True, on_planes=self.on_planes, tracks=self.tracks)

    def tracked(self) -> "SameGame":
        if self.tracks or not self.board.is_settled:  # what hangs falls with the first move, wherever that is
            return self
        return SameGame(self.board, self.rules, prune=self.prune, on_planes=self.on_planes, tracks=True)

    def board_of(self, state: State) -> Board:
        """The board in `state`."""
        cells_in = planes.planes_cells if self.on_planes else grid.grid_cells
        return Board(cells_in(state, self.board.columns, self.board.rows))

    def state_of(self, board: Board) -> State:
        """The state of `board`, which has the size of this game's; blocks come from where they are."""
        words = planes.planes_state(board) if self.on_planes else grid.grid_state(board)
        return np.concatenate([words, first_origins(self.board.columns)]) if self.tracks else words

    def replay(self, line: Sequence[int]) -> Replay:
        played = self._played(line)
        return Replay(played.score, len(line), played.over, played.cleared)

    def closing(self, line: Sequence[int]) -> list[int]:
        if not self.prune:
            return []
        played = self._played(line)
        return [action_of(cell) for cell in rule_book.closing_moves(played.last, self.rules.minimum)]

    def _played(self, line: Sequence[int]) -> rule_book.Replay:
        return _played(self.board, self.rules, tuple(move_of(action) for action in line))

    def legal(self, state: State) -> list[int]:
        groups = rule_book.pruned_groups if self.prune else rule_book.groups
        return [action_of(min(group)) for group in groups(self.board_of(state), self.rules.minimum)]

    def apply(self, state: State, action: int) -> float:
        before, move = self.board_of(state), move_of(action)
        board, blocks = rule_book.remove(before, move)
        origins = state[-board.columns :].copy()
        state[:] = self.state_of(board)
        if self.tracks:
            state[-board.columns :] = later_origins(origins, before.cells, rule_book.group_at(before, move))
        return self.rules.points_of(blocks)

    def final(self, state: State) -> float:
        board, points = self.board_of(state), 0
        for cell in rule_book.closing_moves(board, self.rules.minimum) if self.prune else []:
            board, blocks = rule_book.remove(board, cell)
            points += self.rules.points_of(blocks)
        return points + self.rules.final_of(board.counts())

    def draw(self, state: State) -> str:
        return plain_board(self.board_of(state))

    def action_text(self, state: State, action: int) -> str:
        column, row = move_of(action)
        return f"{column},{row}"

    def action_from_text(self, state: State, text: str) -> int:
        parts = text.replace(",", " ").split()
        if len(parts) != 2 or not all(part.isdigit() for part in parts):
            raise InputError(f"'{text}' is no move; expected column,row counted from the bottom left, such as 3,0")
        move = int(parts[0]), int(parts[1])
        for group in rule_book.groups(self.board_of(state), self.rules.minimum):
            if move in group:
                return action_of(min(group))
        raise InputError(f"no group of at least {self.rules.minimum} blocks at column {move[0]}, row {move[1]}")


@lru_cache(maxsize=1)  # a search asks for the closing moves of its line, then for its replay
def _played(board: Board, rules: Rules, moves: tuple[tuple[int, int], ...]) -> rule_book.Replay:
    return rule_book.play(board, rules, moves, to_the_end=False)
