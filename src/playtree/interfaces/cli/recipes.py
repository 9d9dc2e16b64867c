"""`playtree recipes`: list the searches or agents by name, or print one as data."""

import argparse
from dataclasses import asdict
from typing import Any

from playtree.interfaces.cli.arguments import add_json, describe
from playtree.interfaces.cli.output import print_json, print_table
from playtree.search.solo.methods import method_to_dict
from playtree.search.solo.recipes.catalogue import RECIPES, recipe_named
from playtree.search.solo.recipes.files import method_toml
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.versus.design_files import design_toml
from playtree.search.versus.recipes import AGENTS, AgentRecipe, agent_recipe, configuration_of, is_agent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "List the searches by name with their source, or print one as a file that playtree solve --recipe reads; an "
        "agent as a file that playtree play, match and join read.",
        "recipes",
        "recipes klein-cnode > mine.toml",
        "recipes schadd-1 --json",
        "recipes --agents      who plays games of several players",
        "recipes orthodox-mast-rave > mine.toml; playtree match mine.toml orthodox --game breakthrough",
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="print the components of this recipe")
    parser.add_argument("--agents", action="store_true", help="list the agents of play, match and join instead")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    name = arguments.name
    if name is None:
        known = AGENTS if arguments.agents else RECIPES
        rows = [{"name": each.name, "summary": each.summary, "source": each.source} for each in known.values()]
        print_json(rows) if arguments.json else print_table(rows)
    elif arguments.agents or is_agent(name):
        agent, overhead = agent_recipe(name), configuration_of(name).reasoning_overhead
        left_out = f"# without its reasoning_overhead, {overhead:,}\n" if overhead > 1 else ""
        text = left_out + design_toml(agent.design)
        show(agent, {"design": asdict(agent.design)}, text, is_json=arguments.json)
    else:
        recipe = recipe_named(name)
        show(recipe, {"variant": method_to_dict(recipe.variant)}, method_toml(recipe.variant), is_json=arguments.json)
    return 0


def show(known: Recipe | AgentRecipe, data: dict[str, Any], text: str, *, is_json: bool) -> None:
    """Print a recipe as data, or as the text of a file."""
    if is_json:
        print_json({"name": known.name, "summary": known.summary, "source": known.source, **data})
    else:
        print(f"# {known.name}: {known.summary}; {known.source}\n{text}", end="")
