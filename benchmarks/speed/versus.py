"""The speed of agents for several players: simulations of a search against random plays from the start, in one run.

    python -m benchmarks.speed.versus
    python -m benchmarks.speed.versus --games breakthrough chess --rounds 5 --json

Searches and plays take turns, and the best round of each counts, by processor time. The orthodox search is held against
plays by whole moves, the semisplit one against plays by parts. Exit code 1 says that a ratio misses its bar.
"""

import argparse
import json
import sys
import time

import numpy as np

from playtree.compiled.random import seeded
from playtree.games.rbg import Rbg
from playtree.matches.tournament import ALL15
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import design_of
from playtree.search.versus.search import Search

GAMES = (*ALL15, "connectFour", "ticTacToe", "yavalath3")
DESIGNS = {"orthodox": "plays", "semisplit-nodal": "plays_split"}
BAR = 0.6
ROUND_SECONDS = 0.3
MEMORY = 1 << 28


def timed_plays(game: Rbg, function: str, times: int) -> float:
    """Processor seconds of random plays from the start."""
    state, rng, counters = game.start.copy(), seeded(1), np.zeros(4, np.int64)
    begin = time.thread_time()
    game.compiled.call(function, state, rng, times, counters)
    return time.thread_time() - begin


def timed_search(game: Rbg, design: str, times: int) -> float:
    """Processor seconds of a search from the start."""
    search = Search(game, design_of(design), 1, MEMORY)
    begin = time.thread_time()
    search.run(MoveBudget(simulations=times))
    return time.thread_time() - begin


def measured(name: str, design: str, rounds: int) -> dict[str, object]:
    """The speeds of a design and of plays, and their ratio."""
    game, function = Rbg(name), DESIGNS[design]
    timed_search(game, design, 10)
    times = max(10, int(50 * ROUND_SECONDS / max(timed_plays(game, function, 50), 1e-6)))
    pairs = [(timed_plays(game, function, times), timed_search(game, design, times)) for _ in range(rounds)]
    plays, search = (times / min(taken) for taken in zip(*pairs, strict=True))
    return {"game": name, "design": design, "plays_per_second": plays, "simulations_per_second": search,
            "ratio": search / plays}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="simulations per second of searches against random plays")
    parser.add_argument("--games", nargs="+", default=GAMES, metavar="GAME")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = [measured(name, design, arguments.rounds) for name in arguments.games for design in DESIGNS]
    if arguments.json:
        print(json.dumps(rows, indent=2))
    else:
        for row in rows:
            print(f"{row['game']:16}{row['design']:18}{row['plays_per_second']:12,.0f} plays/s"
                  f"{row['simulations_per_second']:12,.0f} simulations/s  ratio {row['ratio']:.2f}")  # fmt: skip
    return int(any(float(str(row["ratio"])) < BAR for row in rows))


if __name__ == "__main__":
    sys.exit(main())
