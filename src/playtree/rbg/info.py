"""What there is to know of a game without playing it."""

from dataclasses import asdict, dataclass
from typing import Any

from playtree.rbg.automaton import Automaton
from playtree.rbg.straightness import NO_STRETCH, UNBOUNDED, Straightness, straightness


@dataclass(frozen=True)
class GameInfo:
    """players, variables: with their largest values. nodes and edges count those of patterns, too."""

    file: str
    board: str
    vertices: int
    labels: tuple[str, ...]
    degree: int
    players: dict[str, int]
    pieces: tuple[str, ...]
    variables: dict[str, int]
    straightness: Straightness
    modifiers: int
    nodes: int
    edges: int
    patterns: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        lengths = {kind: length_text(length) for kind, length in asdict(self.straightness).items()}
        rows = {
            "board": f"{self.board}, {self.vertices} vertices, at most {self.degree} edges from each",
            "directions": ", ".join(self.labels),
            "players": bounds_text(self.players),
            "pieces": ", ".join(self.pieces),
            "variables": bounds_text(self.variables) or "none",
            "straightness": ", ".join(f"{kind} {length}" for kind, length in lengths.items()),
            "modifiers": str(self.modifiers),
            "automaton": f"{self.nodes} nodes, {self.edges} edges, {self.patterns} patterns",
        }
        return "\n".join(f"{name:<14}{text}" for name, text in rows.items())


def game_info(automaton: Automaton) -> GameInfo:
    """The facts of a game."""
    game = automaton.description
    return GameInfo(
        file=game.file,
        board=game.board.kind,
        vertices=len(game.board),
        labels=game.board.labels,
        degree=game.board.degree,
        players={name: game.bounds[name] for name in game.players},
        pieces=game.pieces,
        variables={name: game.bounds[name] for name in game.variables},
        straightness=straightness(automaton.form),
        modifiers=len(automaton.modifiers),
        nodes=len(automaton.edges),
        edges=automaton.edge_count,
        patterns=len(automaton.patterns),
    )


def bounds_text(bounds: dict[str, int]) -> str:
    return ", ".join(f"{name}({bound})" for name, bound in bounds.items())


def length_text(length: int) -> str:
    return {UNBOUNDED: "unbounded", NO_STRETCH: "none"}.get(length, str(length))
