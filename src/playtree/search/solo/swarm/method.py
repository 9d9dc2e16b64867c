"""HGSTS: heuristically guided swarm tree search [edelkamp2010], [klein2015] A.6.

UCT with simulations that choose by reward, one-step look-ahead every l iterations, and duplicate and symmetry
detection, on several threads: in one shared tree, or set-based from a layer of a breadth-first search.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from playtree.errors import InputError
from playtree.search.solo.components import typed
from playtree.search.solo.method import Method, Running, Task, policy_of
from playtree.search.solo.swarm.loop import SwarmRules
from playtree.search.solo.swarm.sampling import ByPolicy, ByReward


@dataclass(frozen=True)
class Swarm(Method):
    """sampling: how simulations choose their moves. exploration: C, for scores by their span. look_ahead: l; 0 is
    never. duplicates, symmetry: whether states that are equal, or equal but for a symmetry, are searched once. layer: 0
    for one shared tree; else set-based, from the first layer with at least so many states. together: k, so many states
    of the layer are searched before they are ordered anew; each: iterations for each of them. memory_mb: megabytes for
    the tree.
    """

    kind: ClassVar[str] = "swarm"
    families: ClassVar[Mapping[str, Mapping[str, type]]] = {"sampling": {"policy": ByPolicy, "reward": ByReward}}
    shares_threads: ClassVar[bool] = True

    sampling: Any = field(default_factory=ByPolicy)
    exploration: float = 0.1
    look_ahead: int = 0
    duplicates: bool = True
    symmetry: bool = True
    layer: int = 0
    together: int = 64
    each: int = 16
    memory_mb: int = 500
    prunes_moves: bool = False
    policy: str | None = None

    def __post_init__(self) -> None:
        for name, least in (("look_ahead", 0), ("layer", 0), ("together", 1), ("each", 1), ("memory_mb", 1)):
            if getattr(self, name) < least:
                raise InputError(f"search swarm: {name} is {getattr(self, name)}; expected at least {least}")
        if not self.exploration >= 0.0:
            raise InputError(f"search swarm: exploration is {self.exploration:g}; expected a number of at least 0")

    @property
    def rules(self) -> SwarmRules:
        """What the compiled loop asks. In a set the trees below the states of the layer are searched apart."""
        is_looking = int(self.duplicates and self.layer == 0)
        return SwarmRules(
            typed(self, "sampling"), float(self.exploration), int(self.look_ahead), is_looking, int(self.symmetry)
        )

    def start(self, task: Task) -> Running:
        from playtree.search.solo.swarm.search import SwarmSearch

        return SwarmSearch(self, task, policy_of(task.game, self))
