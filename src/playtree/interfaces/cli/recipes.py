"""`playtree recipes`: list the searches by name, or print one as data."""

import argparse
from dataclasses import asdict

from playtree.interfaces.cli.arguments import add_json, describe
from playtree.interfaces.cli.output import print_json, print_table
from playtree.search.solo.methods import method_to_dict
from playtree.search.solo.recipes.catalogue import RECIPES, recipe_named
from playtree.search.solo.recipes.files import method_toml
from playtree.search.versus.recipes import AGENTS, agent_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "List the searches by name with their source, or print one as a file that playtree solve --recipe reads.",
        "recipes",
        "recipes klein-cnode > mine.toml",
        "recipes schadd-1 --json",
        "recipes --agents      who plays games of several players",
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="print the components of this recipe")
    parser.add_argument("--agents", action="store_true", help="list the agents of play, match and join instead")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.agents:
        return list_agents(arguments)
    rows = [{"name": known.name, "summary": known.summary, "source": known.source} for known in RECIPES.values()]
    if not arguments.name:
        print_json(rows) if arguments.json else print_table(rows)
        return 0
    recipe = recipe_named(arguments.name)
    variant = method_to_dict(recipe.variant)
    if arguments.json:
        print_json({"name": recipe.name, "summary": recipe.summary, "source": recipe.source, "variant": variant})
        return 0
    print(f"# {recipe.name}: {recipe.summary}; {recipe.source}")
    print(method_toml(recipe.variant), end="")
    return 0


def list_agents(arguments: argparse.Namespace) -> int:
    """List the agents by name, or print the design of one as data."""
    if not arguments.name:
        rows = [{"name": known.name, "summary": known.summary, "source": known.source} for known in AGENTS.values()]
        print_json(rows) if arguments.json else print_table(rows)
        return 0
    agent = agent_named(arguments.name)
    data = {"name": agent.name, "summary": agent.summary, "source": agent.source, "design": asdict(agent.design)}
    if arguments.json:
        print_json(data)
        return 0
    print(f"# {agent.name}: {agent.summary}; {agent.source}")
    for name, value in asdict(agent.design).items():
        print(f"{name} = {value}")
    return 0
