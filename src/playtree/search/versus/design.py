"""An agent's design as a value: one answer to each question of the search."""

from dataclasses import dataclass, replace

from playtree.errors import InputError
from playtree.rbg.splitting import STRATEGIES

TREES = ("orthodox", "semisplit", "rollup")
SIMULATIONS = ("orthodox", "semisplit")
FINALS = ("average", "visits", "robust-max")
VARIANTS = ("split", "join", "context", "mix")
POLICIES = ("epsilon-greedy", "gibbs", "roulette")
DECAYS = ("none", "move", "batch", "simulation")
MOST_BATCH = 10**9


@dataclass(frozen=True)
class Mast:
    """Averages of actions over all simulations.

    variant: what counts as the same action.  policy, parameter: how simulations choose, with the chance of a random
    action or the temperature.  decay, factor, batch: after each move of the game, each simulation or each batch of them
    what is known counts so much less.  tree_only: whether only the tree is learned from.  threshold: of mix, and of
    sequences.  grams: with 2 or 3, sequences of so many count too (NST) [tak2012].
    """

    variant: str = "split"
    policy: str = "epsilon-greedy"
    parameter: float = 0.4
    decay: str = "move"
    factor: float = 0.2
    batch: int = 1000
    tree_only: bool = False
    threshold: float = 7.0
    grams: int = 1

    def __post_init__(self) -> None:
        if self.grams not in (1, 2, 3):
            raise InputError(f"mast: grams is {self.grams}; expected 1 (MAST), or 2 or 3 (NST)")
        if self.grams > 1 and self.variant in ("context", "mix"):
            found = f"mast: sequences of {self.grams} with {self.variant}, which is made of beginnings of moves already"
            raise InputError(f"{found}; expected split or join")
        if self.grams > 1 and self.tree_only:
            raise InputError("mast: sequences with tree_only, which guide simulations alone; expected one of the two")
        for name, known in {"variant": VARIANTS, "policy": POLICIES, "decay": DECAYS}.items():
            if getattr(self, name) not in known:
                raise InputError(f"mast: {name} is {getattr(self, name)!r}; expected one of: {', '.join(known)}")
        if not 0 <= self.factor <= 1:
            raise InputError(f"mast: factor is {self.factor}; expected a number from 0 to 1")
        if not 1 <= self.batch <= MOST_BATCH:
            raise InputError(f"mast: batch is {self.batch}; expected 1 to {MOST_BATCH:,}")
        if not self.threshold >= 0:
            raise InputError(f"mast: threshold is {self.threshold}; expected a number, 0 or more")
        if self.policy == "epsilon-greedy" and not 0 <= self.parameter <= 1:
            raise InputError(f"mast: parameter is {self.parameter}; expected the chance of a random action, 0 to 1")
        if self.policy == "gibbs" and not 0.001 <= self.parameter < float("inf"):
            raise InputError(f"mast: parameter is {self.parameter}; expected a temperature of 0.001 or more")
        if not 0 <= self.parameter < float("inf"):  # roulette does without
            raise InputError(f"mast: parameter is {self.parameter}; expected a number, 0 or more")


@dataclass(frozen=True)
class Rave:
    """Averages of the candidates of a node over simulations in which they were made there or later.

    variant: what counts as the same.  equivalence: K, the visits at which they count half as much.  reference: up to so
    many visits those of a node further up are taken (GRAVE), 0 being never.  threshold: of mix.
    """

    variant: str = "join"
    equivalence: float = 250.0
    reference: float = 0.0
    threshold: float = 7.0

    def __post_init__(self) -> None:
        if self.variant not in VARIANTS:
            raise InputError(f"rave: variant is {self.variant!r}; expected one of: {', '.join(VARIANTS)}")
        if not 0 < self.equivalence < float("inf"):
            raise InputError(f"rave: equivalence is {self.equivalence}; expected a number above 0")
        for name in ("reference", "threshold"):
            if not getattr(self, name) >= 0:
                raise InputError(f"rave: {name} is {getattr(self, name)}; expected a number, 0 or more")
        if self.reference > 0 and self.variant in ("context", "mix"):
            raise InputError(
                f"rave: a reference with {self.variant}; expected split or join, where moves have no context"
            )


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
    mast: Mast | None = None
    rave: Rave | None = None

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

        reason = excluded(self)
        if reason:
            raise InputError(f"design: {reason}")

    @property
    def splits_moves(self) -> bool:
        """Whether anything is made of parts of moves."""
        return self.tree != "orthodox" or self.simulation != "orthodox"

    def but(self, **changes: object) -> "Design":
        """The same with other values."""
        return replace(self, **changes)  # type: ignore[arg-type]


def excluded(design: Design) -> str:
    """Why the statistics of a design do not go with its tree and simulation; empty if they do.

    [pawlik2021] table 2.1.
    """
    tree, simulation = design.tree, design.simulation
    mast = "" if design.mast is None else design.mast.variant
    rave = "" if design.rave is None else design.rave.variant
    if mast == "join" and simulation == "semisplit":
        return "mast join with semisplit simulations, which choose parts of moves; expected split, context or mix"
    if mast == "context" and tree == simulation == "orthodox":
        return "mast context with whole moves everywhere, where it is join at a higher price; expected join"
    if rave in ("split", "mix") and tree == "orthodox":
        return f"rave {rave} with an orthodox tree, whose edges are no single parts of moves; expected join"
    if rave in ("split", "mix") and tree == "rollup":
        return f"rave {rave} with a rolled-up tree, whose edges are no single parts of moves; expected context"
    if rave == "context" and tree == "orthodox":
        return "rave context with an orthodox tree, where it is join at a higher price; expected join"
    if rave == "join" and tree != "orthodox":
        return f"rave join with a {tree} tree, whose edges are parts of moves; expected split or context"
    return ""


def check_threads(design: Design, threads: int) -> None:
    """InputError if so many threads cannot grow a tree of this design together."""
    if threads > 1 and design.tree == "rollup":
        found = f"found {threads} threads on a tree that is rolled up, where positions vanish under other threads"
        raise InputError(f"threads: {found}; expected 1, or another tree")
