"""`playtree solve`: search for the best game, show how it goes, and print and save what was found."""

import argparse
import signal
import sys
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial

from playtree.compiled.announce import announced
from playtree.errors import InputError, SaveError
from playtree.files import check_place
from playtree.games.interface import Game
from playtree.games.saved import SavedGame, read_saved_game, replayed, save_game
from playtree.interfaces.cli.arguments import (
    add_board,
    add_json,
    describe,
    load_game,
    number,
    seed,
    usable_cores,
    whole_number,
)
from playtree.interfaces.cli.insight import print_insight
from playtree.interfaces.cli.output import console_on, print_json
from playtree.interfaces.cli.program import complain
from playtree.interfaces.cli.progress import watcher_on
from playtree.interfaces.cli.report import print_solution, solution_data
from playtree.interfaces.cli.words import game_words, picture
from playtree.search.budget import Budget
from playtree.search.result import Solution
from playtree.search.solo.components import with_component
from playtree.search.solo.recipes.catalogue import default_recipe
from playtree.search.solo.recipes.files import recipe_of
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solve import solve
from playtree.search.tree_files import check_ending, write_tree

DEFAULT_SECONDS = 10.0
TREE_NODES = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Search for the best game, for ten seconds unless a budget is given. Ctrl-C ends the search and still prints "
        "and saves the best game found. Equal seeds and counted budgets give equal results, "
        "unless threads share one tree, as those of a swarm do.",
        "solve random:2026",
        "solve mini20:1 --recipe schadd-1 --seconds 60 --out best.json",
        "solve board.txt --rules jawbreaker --iterations 1e6 --seed 7 --threads 1 --json",
        "solve random:1 --seconds 60 --nodes 1e6 --stats --tree tree.dot",
        takes_board=True,
    )
    add_board(parser)
    parser.add_argument("--recipe", metavar="NAME", help="the search: a name, see playtree recipes, or a .toml file")
    parser.add_argument(
        "--with",
        dest="components",
        action="append",
        default=[],
        metavar="AXIS=KIND",
        help="another component in the recipe, such as duplicates=consistent or selection=uct,c=0.3; KIND may be "
        "module:Name, a component of your own",
    )
    parser.add_argument("--policy", metavar="P", help="how simulations choose, see playtree policies")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--seconds", type=number, metavar="S", help="time by the clock, 10 unless given")
    budget.add_argument("--iterations", type=whole_number, metavar="N", help="passes of the search loop")
    budget.add_argument(
        "--ru", type=number, metavar="N", help="resource units: states computed, and steps in the tree / 8"
    )
    parser.add_argument(
        "--nodes",
        type=whole_number,
        metavar="N",
        help="nodes of all trees together: alone a budget; beside another one a bound on the memory, and a search that "
        "reaches it goes on without new nodes",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="K", help="of all randomness, 0 unless given")
    parser.add_argument(
        "--threads", type=whole_number, default=usable_cores(), metavar="T", help="all cores unless given"
    )
    parser.add_argument("--prune", action="store_true", help="leave out vertical segments (VS-pruning, SameGame)")
    parser.add_argument("--from", dest="known", metavar="FILE", help="go on from a solution file of the same game")
    parser.add_argument("--out", metavar="FILE", help="write a solution file")
    parser.add_argument("--stats", action="store_true", help="tell what the searches did, and how they went over time")
    parser.add_argument("--tree", metavar="FILE", help="write the tree of the best search: .json, or .dot for Graphviz")
    parser.add_argument(
        "--tree-nodes", type=whole_number, metavar="K", help=f"its K most visited nodes, {TREE_NODES} unless given"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    limits = {name: getattr(arguments, name) for name in ("seconds", "iterations", "nodes", "ru")}
    if all(value is None for value in limits.values()):
        limits["seconds"] = DEFAULT_SECONDS
    budget = Budget(**limits)
    tree_nodes = tree_nodes_of(arguments)
    for path in (arguments.out, arguments.tree):
        if path is not None:
            check_place(path)
    game = load_game(arguments, prune=arguments.prune)
    known = known_line(game, arguments.known) if arguments.known is not None else ()
    recipe = recipe_of(arguments.recipe) if arguments.recipe is not None else default_for(game, budget, arguments)
    method = recipe.variant.with_policy(arguments.policy) if arguments.policy is not None else recipe.variant
    for text in arguments.components:
        method = with_component(method, text)
    if tree_nodes > 0 and not method.has_tree:
        raise InputError(f"--tree is given, but search {method.kind} has no tree; expected a tree search such as uct")
    given = {
        "seed": arguments.seed,
        "threads": arguments.threads,
        "recipe": recipe.name,
        "components": arguments.components,
        "policy": method.policy_text(game),
        "board": arguments.board,
    }

    # A shell starts jobs in the background with Ctrl-C ignored; a search is ended by it all the same.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    console = console_on(sys.stderr if arguments.json else sys.stdout)
    settings = f"recipe {recipe.name}, threads {arguments.threads}, seed {arguments.seed}"
    title = f"{arguments.board}: {game_words(game)}; {settings}"
    watcher = watcher_on(console, title, picture(game, game.start), budget, quiet=arguments.json)
    with watcher, announced(watcher.compiling):
        solution = solve(
            game,
            method,
            **asdict(budget),
            seed=arguments.seed,
            threads=arguments.threads,
            on_progress=watcher.report,
            records=arguments.stats,
            tree_nodes=tree_nodes,
            known=known,
        )

    data = solution_data(game, solution, given)
    metadata = {name: data[name] for name in (*given, "seconds", "iterations", "nodes")}
    saved, failures = save_all(arguments, game, solution, metadata)
    if arguments.json:
        print_json(data)
    else:
        print_solution(console, game, solution, settings)
        if arguments.stats:
            print_insight(console, solution)
        for path in saved:
            console.print(f"saved {path}")
    return max(map(complain, failures), default=0)


def default_for(game: Game, budget: Budget, arguments: argparse.Namespace) -> Recipe:
    """What is used without --recipe: a tree search if what is asked for belongs to one."""
    policy = (arguments.policy or "").partition(",")[0]
    needs_tree = arguments.tree or arguments.stats or arguments.components or (policy and policy not in game.guides)
    return default_recipe(game, budget, needs_tree=bool(needs_tree))


def known_line(game: Game, path: str) -> tuple[int, ...]:
    """The moves of a solution file; InputError if they are no whole game of this one."""
    played = read_saved_game(path)
    replayed(SavedGame(game, played.line, played.score, played.cleared), path)
    return played.line


def save_all(
    arguments: argparse.Namespace, game: Game, solution: Solution, metadata: Mapping[str, object]
) -> tuple[list[str], list[SaveError]]:
    """Write the files that are asked for, before anything is printed; return what was written and what went wrong."""
    played = SavedGame(game, solution.moves, solution.score, solution.cleared)
    saved, failures = [], []
    for path, save in (
        (arguments.out, partial(save_game, text=arguments.board, played=played, metadata=metadata)),
        (arguments.tree, partial(write_tree, game=game, solution=solution)),
    ):
        try:
            if path:
                save(path)
                saved.append(path)
        except SaveError as error:
            failures.append(error)
    return saved, failures


def tree_nodes_of(arguments: argparse.Namespace) -> int:
    """How many nodes of the tree are kept; InputError if that makes no sense."""
    if not arguments.tree:
        if arguments.tree_nodes is not None:
            raise InputError("--tree-nodes is given without --tree; expected --tree FILE")
        return 0
    check_ending(arguments.tree)
    nodes: int = TREE_NODES if arguments.tree_nodes is None else arguments.tree_nodes
    if nodes < 1:
        raise InputError(f"--tree-nodes is {nodes}; expected at least 1")
    return nodes
