"""What the kernels of SameGame ask of a board, whatever its representation.

There are two: `Planes` (planes.py), three bit planes in vector registers for boards up to 15 rows x 16 columns and
seven colours, and `Grid` (grid.py), plain arrays for anything else. A group is what `draw` and `group_at` return;
only these functions look inside it. An action is the smallest cell of a group, column before row, as 64 * column +
row.
"""

from typing import Any

from playtree.compiled.generic import generic

ANY, OTHER, ONLY = 0, 1, 2  # which groups `draw` may return: any, not of the colour, only of the colour
ACTION_STRIDE = 64


@generic
def loaded(kind: Any, data: Any, state: Any) -> Any:
    """The board in `state`, ready to be played on; `kind` is a value of the type of board."""


@generic
def copied(board: Any) -> Any:
    """A board that may be changed without changing this one."""


@generic
def stored(board: Any, state: Any) -> None:
    """Write the board back into `state`."""


@generic
def draw(board: Any, data: Any, want: int, colour: int, prune: bool, word: Any) -> Any:
    """Draw a group uniformly among those wanted: (generator's word, found or not, group).

    Vertical segments are left out where `prune` is set.
    """


@generic
def draw_block(board: Any, data: Any, want: int, colour: int, prune: bool, word: Any) -> Any:
    """The same, but of the blocks of all groups wanted one is drawn uniformly: its group."""


@generic
def group_at(board: Any, action: int) -> Any:
    """The group of this cell."""


@generic
def action_of(board: Any, group: Any) -> int:
    """The action that removes the group."""


@generic
def colour_of(board: Any, action: int) -> int:
    """The colour of this cell."""


@generic
def blocks_in(board: Any, group: Any) -> int:
    """How many blocks the group has."""


@generic
def group_hash(board: Any, group: Any) -> Any:
    """64 bits that name the cells of the group."""


@generic
def group_name(board: Any, group: Any, origins: Any) -> Any:
    """64 bits that name the blocks of the group by where they stood at the start (origins.py)."""


@generic
def follow(board: Any, group: Any, origins: Any) -> None:
    """Note that the group is removed from the board, which has settled. Changes `origins`."""


@generic
def size_of(board: Any, group: Any) -> int:
    """The number of blocks in the group."""


@generic
def taken(board: Any, group: Any) -> Any:
    """Remove the group and let the blocks fall: (board, number of blocks removed)."""


@generic
def is_settled(board: Any) -> bool:
    """Whether no block hangs over an empty cell and no column beside an empty one."""


@generic
def settled(board: Any) -> Any:
    """The board with everything fallen and empty columns closed."""


@generic
def listed(board: Any, data: Any, prune: bool, actions: Any) -> int:
    """Write the actions in ascending order, as many as fit; return how many there are."""


@generic
def segments(board: Any, data: Any, actions: Any) -> int:
    """Write the vertical segments (VS-pruning), as many as fit; return how many there are."""


@generic
def count_of(board: Any, colour: int) -> int:
    """How many blocks have this colour."""


@generic
def connections(board: Any) -> int:
    """How many pairs of orthogonal neighbours have the same colour."""
