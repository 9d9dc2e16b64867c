"""Agents by name."""

from dataclasses import dataclass

from playtree.errors import InputError
from playtree.search.versus.design import Design


@dataclass(frozen=True)
class AgentRecipe:
    """A design with a name, a line that says what it is, and where it comes from."""

    name: str
    summary: str
    source: str
    design: Design


_SPLIT = Design(tree="semisplit", simulation="semisplit")
_ALL = [
    AgentRecipe("orthodox", "UCT on whole moves", "[pawlik2021] 5.1", Design()),
    AgentRecipe("solver", "UCT on whole moves with proven wins and losses", "[winands2008]", Design(proves=True)),
    AgentRecipe(
        "semisplit-raw", "parts of moves, one node at a time", "[pawlik2021] 2.2.1", _SPLIT.but(is_nodal=False)
    ),
    AgentRecipe("semisplit-nodal", "parts of moves, nodes to the end of a move", "[pawlik2021] 2.2.1", _SPLIT),
    AgentRecipe(
        "rollup-raw", "parts that become moves, one node at a time", "[pawlik2021] 2.2.3",
        _SPLIT.but(tree="rollup", is_nodal=False),
    ),
    AgentRecipe(
        "rollup-nodal", "parts that become moves, nodes to the end of a move", "[pawlik2021] 2.2.3",
        _SPLIT.but(tree="rollup"),
    ),
]  # fmt: skip
AGENTS: dict[str, AgentRecipe] = {recipe.name: recipe for recipe in _ALL}


def agent_named(name: str) -> AgentRecipe:
    """The agent of this name; InputError lists the names."""
    if name not in AGENTS:
        raise InputError(f"unknown agent '{name}'; expected one of: {', '.join(AGENTS)}")
    return AGENTS[name]
