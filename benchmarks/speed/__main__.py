"""The speed of SameGame's kernels and of the tree search, as ratios within one run.

    python -m benchmarks.speed
    python -m benchmarks.speed threads --rounds 50 --json
    python -m benchmarks.speed --against ./samegame

Everything is timed in short rounds that take turns, and the best round of each counts. What runs in one thread is timed
by the processor time of its thread, so that other programs on the machine change little; two threads against one are
timed by the clock and need a machine with two idle cores. Exit code 1 says that a ratio misses its bar.

    planes    playouts on bit planes against plain arrays
    search    iterations of UCT against playouts from the root
    nrpa      playouts of NRPA, learning included, against playouts that learn nothing
    units     640,000 resource units of Klein's Static in seconds, and his other variants against it
    threads   two threads against one
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np

from benchmarks.speed.contenders import Nests, Playouts, Program, Searches, Timed, clock_seconds
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.plan import PATIENCE
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant

PARTS = ("planes", "search", "nrpa", "units", "threads")
POLICIES = ("random", "tabu-color-random")
EXPLORATIONS = (0.02, 0.05, 0.1, 0.5)
ITERATIONS = 100_000
UNITS = 640_000
STATIC = "klein-static"
AGAINST_STATIC = ("klein-cnode", "klein-cnodelu", "klein-consistent", "klein-base", "klein-sp-mcts", "klein-ucb1-tuned")
GUIDES = {"tabu": 6.0, "tabu,small=2,large=10": 8.0}  # of the portfolio, with the bars
ON_PLANES, ON_ARRAYS, LONG = 20_000, 2_000, 50_000  # playouts in a round


@dataclass(frozen=True)
class Ratio:
    """A measured ratio and its bar. at_least: whether it must reach the bar, else it must stay below."""

    name: str
    value: float
    bar: float
    at_least: bool = True

    @property
    def is_met(self) -> bool:
        return self.value >= self.bar if self.at_least else self.value <= self.bar


def best_seconds(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The shortest time of each contender over rounds in which they take turns; a first round warms up."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds + 1):
        for name, timed in contenders.items():
            seconds = timed()
            if turn > 0:
                times[name].append(seconds)
    return {name: min(taken) for name, taken in times.items()}


def planes_against_arrays(rounds: int, seed: int) -> tuple[list[Ratio], dict[str, float]]:
    """Playouts per second on bit planes against plain arrays."""
    board = random_board(seed)
    contenders, speeds = {}, {}
    for policy in POLICIES:
        contenders[f"planes, {policy}"] = Playouts(SameGame(board), policy, ON_PLANES)
        contenders[f"arrays, {policy}"] = Playouts(SameGame(board, on_planes=False), policy, ON_ARRAYS)
    best = best_seconds({name: one.processor_seconds for name, one in contenders.items()}, rounds)
    for name, one in contenders.items():
        speeds[name] = one.times / best[name]
    ratios = [
        Ratio(f"bit planes / plain arrays, {policy}", speeds[f"planes, {policy}"] / speeds[f"arrays, {policy}"], 8.0)
        for policy in POLICIES
    ]
    return ratios, speeds


def uct(c: float) -> Variant:
    """UCT with scores divided by 5,000 and TabuColorRandom."""
    return Variant(Uct(c), Static(5000.0), OneChild(1), policy="tabu-color-random")


def two_threads_against_one(rounds: int, seed: int) -> list[Ratio]:
    """The same total work in two threads and in one."""
    game = SameGame(random_board(seed))
    works: dict[str, tuple[Timed, list[Timed]]] = {
        f"playouts, {policy}": (Playouts(game, policy, LONG), [Playouts(game, policy, LONG // 2, k) for k in (0, 1)])
        for policy in POLICIES
    }
    works["tree search"] = (
        Searches(game, uct(0.1), Budget(iterations=LONG)),
        [Searches(game, uct(0.1), Budget(iterations=LONG // 2), k) for k in (0, 1)],
    )
    contenders = {}
    for name, (whole, halves) in works.items():
        contenders[f"one, {name}"] = partial(clock_seconds, [whole])
        contenders[f"two, {name}"] = partial(clock_seconds, halves)
    best = best_seconds(contenders, rounds)
    return [Ratio(f"two threads / one, {name}", best[f"one, {name}"] / best[f"two, {name}"], 1.8) for name in works]


def search_against_playouts(rounds: int, seed: int) -> list[Ratio]:
    """100,000 iterations of UCT against 100,000 playouts from the root."""
    game = SameGame(random_board(seed))
    contenders = {"playouts": Playouts(game, "tabu-color-random", ITERATIONS).processor_seconds}
    for c in EXPLORATIONS:
        contenders[str(c)] = Searches(game, uct(c), Budget(iterations=ITERATIONS)).processor_seconds
    best = best_seconds(contenders, rounds)
    return [
        Ratio(f"UCT, c = {c} / playouts, time", best[str(c)] / best["playouts"], 1.6, at_least=False)
        for c in EXPLORATIONS
    ]


def nests_against_playouts(rounds: int, seed: int) -> tuple[list[Ratio], dict[str, float]]:
    """NRPA as the portfolio runs it, against as many playouts of TabuColorRandom."""
    game, budget = SameGame(random_board(seed)), Budget(iterations=ON_PLANES)
    contenders = {"playouts": Playouts(game, "tabu-color-random", ON_PLANES).processor_seconds}
    for guide in GUIDES:
        method = Nrpa(level=3, playouts=4, patience=PATIENCE, policy=guide)
        contenders[guide] = Nests(game, method, budget).processor_seconds
    best = best_seconds(contenders, rounds)
    ratios = [
        Ratio(f"NRPA, {guide} / playouts, time", best[guide] / best["playouts"], bar, at_least=False)
        for guide, bar in GUIDES.items()
    ]
    return ratios, {f"NRPA, {guide}": ON_PLANES / best[guide] for guide in GUIDES}


def variants_against_static(rounds: int, seed: int) -> list[Ratio]:
    """640,000 resource units of Klein's Static, and of variants with a weight per node or Consistent duplicates.

    On a random board, where trees stay flat, and on the same board with its last colour empty, as the thesis read its
    boards, where they grow deep.
    """
    board = random_board(seed)
    cells = np.where(board.cells == board.cells.max(), 0, board.cells)
    contenders = {}
    for name, game in (("flat", SameGame(board).pruned()), ("deep", SameGame(Board(cells)).pruned())):
        for recipe in (STATIC, *AGAINST_STATIC):
            search = Searches(game, recipe_named(recipe).variant, Budget(ru=UNITS))  # type: ignore[arg-type]
            contenders[f"{recipe}, {name} tree"] = search.processor_seconds
    best = best_seconds(contenders, rounds)
    ratios = []
    for name in ("flat tree", "deep tree"):
        static = best[f"{STATIC}, {name}"]
        ratios.append(Ratio(f"{UNITS:,} units of {STATIC}, {name}, seconds", static, 0.4, at_least=False))
        ratios += [
            Ratio(f"{recipe} / {STATIC}, {name}, time", best[f"{recipe}, {name}"] / static, 1.5, at_least=False)
            for recipe in AGAINST_STATIC
        ]
    return ratios


def against_program(path: str, rounds: int, seed: int) -> tuple[list[Ratio], dict[str, float]]:
    """Our playouts per second against those of another program with the same games."""
    game, ratios, speeds = SameGame(random_board(seed)), [], {}
    for policy in POLICIES:
        ours = Playouts(game, policy, ON_PLANES)
        theirs = Program(path, game, policy, ours)
        best = best_seconds({"ours": ours.processor_seconds, "theirs": theirs.processor_seconds}, rounds)
        theirs.close()
        speeds[f"program, {policy}"] = ON_PLANES / best["theirs"]
        ratios.append(Ratio(f"ours / program, {policy}", best["theirs"] / best["ours"], 0.85))
    return ratios, speeds


def measured(arguments: argparse.Namespace) -> tuple[list[Ratio], dict[str, float]]:
    """The ratios, and playouts per second, of the parts that are asked for."""
    ratios: list[Ratio] = []
    speeds: dict[str, float] = {}
    settings = arguments.rounds, arguments.seed
    if "planes" in arguments.parts:
        more, speeds = planes_against_arrays(*settings)
        ratios += more
    if "search" in arguments.parts:
        ratios += search_against_playouts(*settings)
    if "nrpa" in arguments.parts:
        more, learning = nests_against_playouts(*settings)
        ratios, speeds = ratios + more, speeds | learning
    if "units" in arguments.parts:
        ratios += variants_against_static(*settings)
    if "threads" in arguments.parts:
        ratios += two_threads_against_one(*settings)
    if arguments.against:
        more, theirs = against_program(arguments.against, *settings)
        ratios, speeds = ratios + more, speeds | theirs
    return ratios, speeds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all unless given")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the random board of 15 x 15 cells and five colours")
    parser.add_argument("--against", metavar="PROGRAM", help="another program to compare with, see contenders.py")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if unknown := set(arguments.parts) - set(PARTS):
        parser.error(f"unknown part '{min(unknown)}'; expected some of: {', '.join(PARTS)}")
    arguments.parts = arguments.parts or PARTS
    before = os.getloadavg()[0]
    ratios, speeds = measured(arguments)
    loads = before, os.getloadavg()[0]
    if arguments.json:
        listed = [{**asdict(ratio), "is_met": ratio.is_met} for ratio in ratios]
        print(json.dumps({"ratios": listed, "playouts_per_second": speeds, "loads": loads, "rounds": arguments.rounds}))
    else:
        print_table(ratios, speeds)
        print(f"load {loads[0]:.1f} before and {loads[1]:.1f} after, {os.cpu_count()} cores, {arguments.rounds} rounds")
    return 0 if all(ratio.is_met for ratio in ratios) else 1


def print_table(ratios: list[Ratio], speeds: dict[str, float]) -> None:
    """Print what was measured, one line each."""
    for name, speed in speeds.items():
        print(f"{name:48}{speed:12,.0f} playouts per second")
    for ratio in ratios:
        bar = f"{'>=' if ratio.at_least else '<='} {ratio.bar}"
        print(f"{ratio.name:48}{ratio.value:12.2f}  {bar:8}{'' if ratio.is_met else 'MISSED'}".rstrip())


if __name__ == "__main__":
    sys.exit(main())
