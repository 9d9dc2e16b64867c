"""Agents by name: ours, those of the thesis (names.py) and its files (configuration.py), and files of designs."""

from dataclasses import dataclass

from playtree.errors import InputError
from playtree.search.toml_files import ENDING as DESIGN_FILE
from playtree.search.versus.configuration import Configuration, read_configuration
from playtree.search.versus.design import Design, Mast, Rave
from playtree.search.versus.design_files import read_design
from playtree.search.versus.names import design_from_name, without_overhead


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
    AgentRecipe(
        "orthodox-mast-rave", "UCT on whole moves with MAST and RAVE", "[pawlik2021] 5.1.4",
        Design(exploration=0.2, mast=Mast("join"), rave=Rave("join")),
    ),
    AgentRecipe(
        "orthodox-mast-mix", "UCT on whole moves, MAST of moves mixed with that of parts", "[pawlik2021] table 5.6",
        Design(mast=Mast("mix")),
    ),
    AgentRecipe(
        "semisplit-nodal-mast", "parts of moves with MAST", "[pawlik2021] table 5.4", _SPLIT.but(mast=Mast("split"))
    ),
    AgentRecipe(
        "semisplit-nodal-mast-mix", "parts of moves with MAST mixed of context and split", "[pawlik2021] table 5.4",
        _SPLIT.but(mast=Mast("mix")),
    ),
    AgentRecipe(
        "semisplit-nodal-mast-context", "parts of moves with MAST in context", "[pawlik2021] table 5.4",
        _SPLIT.but(mast=Mast("context")),
    ),
    AgentRecipe("orthodox-nst", "UCT on whole moves with NST", "[tak2012]", Design(mast=Mast("join", grams=3))),
    AgentRecipe(
        "semisplit-nodal-nst", "parts of moves with NST", "[tak2012]", _SPLIT.but(mast=Mast("split", grams=3))
    ),
    AgentRecipe(
        "semisplit-nodal-mast-rave", "parts of moves with MAST and RAVE", "[pawlik2021] table 5.4",
        _SPLIT.but(exploration=0.2, mast=Mast("split"), rave=Rave("split")),
    ),
    AgentRecipe(
        "orthodox-tree-mast-rave",
        "a tree of moves with RAVE, parts in simulations with MAST",
        "[pawlik2021] table 5.4",
        Design(simulation="semisplit", exploration=0.2, mast=Mast("split"), rave=Rave("join")),
    ),
]  # fmt: skip
OTHER_FORMS = "a name such as mctsM_semisplitNodal_semisplit_mastsplit, FILE.toml or FILE.json"
CONFIGURATION_FILE = ".json"
AGENTS: dict[str, AgentRecipe] = {recipe.name: recipe for recipe in _ALL}


def is_agent(name: str) -> bool:
    """Whether this is the name of an agent, ours or one of the thesis' form."""
    return name in AGENTS or design_from_name(without_overhead(name)[0]) is not None


def agent_recipe(text: str) -> AgentRecipe:
    """The agent that a text means, with what there is to say about it; InputError lists the names."""
    if text in AGENTS:
        return AGENTS[text]
    where = "from a file" if is_file(text) else "by its name in the thesis"
    return AgentRecipe(text, where, text if is_file(text) else "[pawlik2021] 4.1", design_of(text))


def design_of(text: str) -> Design:
    """The design that a text means: an agent's name or a file; InputError lists the names."""
    return configuration_of(text).design


def configuration_of(text: str) -> Configuration:
    """The same with what a configuration file, or a name of the thesis, says about the use of time."""
    if text in AGENTS:
        return Configuration(AGENTS[text].design)
    if text.endswith(CONFIGURATION_FILE):
        return read_configuration(text)
    if text.endswith(DESIGN_FILE):
        return Configuration(read_design(text))
    name, overhead = without_overhead(text)
    design = design_from_name(name)
    if design is None:
        known = f"{', '.join(AGENTS)}, {OTHER_FORMS}"
        raise InputError(f"unknown agent '{text}'; expected one of: {known}")
    return Configuration(design, reasoning_overhead=overhead)


def is_file(text: str) -> bool:
    """Whether a text names a file of a design or a configuration."""
    return text.endswith((CONFIGURATION_FILE, DESIGN_FILE))
