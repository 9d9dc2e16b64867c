"""`playtree complexity`: how large the game tree and the state space of SameGame are."""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from playtree.compiled.announce import announced
from playtree.errors import InputError
from playtree.games.catalogue import size_from_text
from playtree.games.samegame.board import Board
from playtree.games.samegame.complexity import (
    ESTIMATES,
    SIMULATIONS,
    RandomBoards,
    Summary,
    game_tree_complexity,
    power_text,
    sampled,
    state_space_complexity,
    summary_of,
)
from playtree.games.samegame.game import SameGame
from playtree.interfaces.cli.arguments import add_board, add_json, describe, load_game, seed, usable_cores, whole_number
from playtree.interfaces.cli.output import console_on, is_live, labelled, print_json, print_table

INSTANCES = 256  # [klein2015] 4.1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Estimate how large SameGame is: the game tree from random games, also with VS-pruning, and an upper bound on\n"
        "the state space. Without BOARD, on random boards, beside the figures of [klein2015].",
        "complexity mini20:1",
        "complexity --instances 1000 --seed 3",
        "complexity --estimate state-space --instances 1e5 --json",
        takes_board=True,
    )
    add_board(parser, default="")
    parser.add_argument("--instances", type=whole_number, metavar="N", help=f"random boards, {INSTANCES} unless given")
    parser.add_argument(
        "--simulations",
        type=whole_number,
        default=SIMULATIONS,
        metavar="N",
        help=f"games a board, {SIMULATIONS} unless given",
    )
    parser.add_argument("--estimate", choices=list(ESTIMATES), help="only this one, on random boards")
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="K", help="of the random boards or games, 0 unless given"
    )
    parser.add_argument(
        "--threads", type=whole_number, default=usable_cores(), metavar="T", help="all cores unless given"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    with announced(lambda: print("compiling the random games, once", file=sys.stderr)):
        return _one_board(arguments) if arguments.board else _random_boards(arguments)


def _one_board(arguments: argparse.Namespace) -> int:
    if arguments.estimate is not None or arguments.instances is not None:
        raise InputError(f"{arguments.board}: found --estimate or --instances; expected them with random boards only")
    game = load_game(arguments)
    if not isinstance(game, SameGame):
        raise InputError(f"{arguments.board}: found the game {game.name}; expected a SameGame board")
    tree, pruned = (
        game_tree_complexity(game.board, arguments.simulations, prune, arguments.seed, game.rules)
        for prune in (False, True)
    )
    states = state_space_complexity(game.board)
    if arguments.json:
        trees = {"game-tree": tree, "pruned-tree": pruned}
        data = {name: {**found._asdict(), "log10": found.log10} for name, found in trees.items()}
        print_json({**data, "state-space": {"states": str(states), "log10": math.log10(states)}})
        return 0
    words = [
        f"{power_text(it.log10)}  (mean length {it.length:.1f}, moves {it.branching:.1f})" for it in (tree, pruned)
    ]
    words.append(f"{power_text(math.log10(states))}  (at most)")
    console_on().print(labelled(*zip(ESTIMATES, words, strict=True)))
    return 0


def _random_boards(arguments: argparse.Namespace) -> int:
    if arguments.rules or arguments.format or arguments.settle:
        raise InputError(
            "found options of a board without BOARD; expected only --size and --colours with random boards"
        )
    columns, rows = size_from_text(arguments.size or "15x15")
    boards = RandomBoards(columns, rows, 5 if arguments.colours is None else arguments.colours, arguments.seed)
    wanted = [arguments.estimate] if arguments.estimate else list(ESTIMATES)
    measures = {name: ESTIMATES[name].with_simulations(arguments.simulations) for name in wanted}
    found = {name: summary_of(_sampled(name, measure, boards, arguments)) for name, measure in measures.items()}
    if arguments.json:
        summaries = {name: asdict(summary) for name, summary in found.items()}
        print_json({"simulations": arguments.simulations, **asdict(boards), **summaries})
        return 0
    print_table([_row(name, summary, (columns, rows, boards.colours)) for name, summary in found.items()])
    return 0


def _sampled(
    name: str, measure: Callable[[Board], float], boards: RandomBoards, arguments: argparse.Namespace
) -> Iterator[float]:
    """The sample, with a bar on a terminal."""
    instances = INSTANCES if arguments.instances is None else arguments.instances
    sample = sampled(measure, boards, instances, threads=arguments.threads)
    console = console_on()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    is_hidden = arguments.json or not is_live(console)
    with Progress(*columns, console=console, transient=True, disable=is_hidden) as progress:
        yield from progress.track(sample, total=instances, description=name)


def _row(name: str, summary: Summary, size: tuple[int, int, int]) -> dict[str, str]:
    """A row of the table, in the order of the thesis."""
    powers = {"min": summary.minimum, "median": summary.median, "average": summary.average, "max": summary.maximum}
    row = {"estimate": name, **{title: power_text(power) for title, power in powers.items()}}
    is_alone = summary.instances == 1
    row["log-avg (sd)"] = f"{summary.log_average:.2f} ({'-' if is_alone else f'{summary.deviation:.2f}'})"
    row["±"] = "-" if is_alone else f"{1.96 * summary.standard_error:.2f}"
    klein = ESTIMATES[name]
    return {**row, "Klein (sd)": f"{klein.log_average} ({klein.deviation})"} if size == (15, 15, 5) else row
