"""An agent's design as a value: one answer to each question of the search."""

from dataclasses import dataclass, replace

from playtree.errors import InputError
from playtree.rbg.splitting import STRATEGIES

TREES = ("orthodox", "semisplit", "rollup")
SIMULATIONS = ("orthodox", "semisplit")
FINALS = ("average", "visits", "robust-max")


@dataclass(frozen=True)
class Design:
    """tree: what an edge is, a whole move (orthodox), a part of one (semisplit), or parts that become moves (rollup).
    is_nodal: whether a tree of parts always grows to the end of a move.  simulation: what simulations choose between.
    split: where moves are split.  exploration: C.  final: which move is played, that of the best average, most visits,
    or both.  final_rollup: None, or the share of the visits of the greedy choice that another whole move must have to
    be played in its place.  rollup_factor, rollup_difference: when a node is rolled up.  proves: whether proven wins
    and losses are backed up.
    """

    tree: str = "orthodox"
    simulation: str = "orthodox"
    split: str = "Mod"
    is_nodal: bool = True
    exploration: float = 0.4
    final: str = "average"
    final_rollup: float | None = None
    rollup_factor: float = 1.0
    rollup_difference: float = 0.0
    proves: bool = False

    def __post_init__(self) -> None:
        choices = {"tree": TREES, "simulation": SIMULATIONS, "split": tuple(STRATEGIES), "final": FINALS}
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise InputError(f"design: {name} is {getattr(self, name)!r}; expected one of: {', '.join(known)}")
        for name in ("exploration", "rollup_factor", "rollup_difference", "final_rollup"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < float("inf"):
                raise InputError(f"design: {name} is {value}; expected a number, 0 or more")
        if self.final_rollup is not None and self.tree == "orthodox":
            raise InputError("design: final_rollup with an orthodox tree; expected a tree of parts of moves")

    @property
    def splits_moves(self) -> bool:
        """Whether anything is made of parts of moves."""
        return self.tree != "orthodox" or self.simulation != "orthodox"

    def but(self, **changes: object) -> "Design":
        """The same with other values."""
        return replace(self, **changes)  # type: ignore[arg-type]
