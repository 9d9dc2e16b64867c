"""Learn the weights of a beam's linear evaluation from games on random boards, and write them as TOML.

    python scripts/train_beam_weights.py samegame.toml --boards 300

On each board a narrow beam finds a good line. For every position of it, and for some of its children, the value is the
best of many simulations from there; a ridge regression for each phase of the game fits it to the features. The seeds of
the boards start at 1,000,000, so that no board of a test set is among them.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

import playtree
from playtree.compiled import calls
from playtree.compiled.decorator import compiled
from playtree.compiled.random import below
from playtree.games.interface import policy_from_text
from playtree.games.samegame.features import FEATURES, NAMES
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.solo.beam.evaluation.interface import evaluate
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations
from playtree.search.solo.beam.hand import new_bench
from playtree.search.solo.beam.method import Beam

POLICY = "tabu-color-random"
FIRST_SEED, PHASES, RIDGE, CHILDREN = 1_000_000, 8, 1.0, 3


@compiled
def measure(game: Any, start: Any, line: Any, times: int, bench: Any, found: Any, values: Any) -> int:
    """Write the features and values of the positions along `line` and of some of their children; return how many."""
    state, child, actions = start.copy(), start.copy(), np.empty(256, np.int64)
    evaluation, count = BestOfSimulations(times), 0
    for step in range(len(line)):
        moves = calls.legal(game.legal, game.data, state, actions)
        for number in range(1 + CHILDREN):
            child[:] = state
            if number > 0:
                calls.apply(game.apply, game.data, child, actions[below(bench.rng, moves)])
            calls.features(game.features, game.data, child, found[count])
            values[count] = evaluate(evaluation, game, child, 0.0, bench)
            count += 1
        calls.apply(game.apply, game.data, state, line[step])
    return count


def samples(seed: int, times: int, width: int) -> tuple[Any, Any]:
    """Features and values of positions on one board."""
    game = SameGame(random_board(seed))
    policy = policy_from_text(game, POLICY)
    table = game.table("features", "scores", "sample")._replace(playout=policy.playout)
    beam = Beam(BestOfSimulations(1), width=width, policy=POLICY)
    line = np.array(playtree.solve(game, beam, iterations=10**9, seed=seed).moves)
    bench = new_bench(game, policy, np.zeros((1, 1)))
    bench.rng[0] = seed
    found, values = np.zeros(((1 + CHILDREN) * len(line), FEATURES)), np.zeros((1 + CHILDREN) * len(line))
    measure(table, game.start, line, times, bench, found, values)
    return found, values


def fitted(found: Any, values: Any) -> Any:
    """Ridge regression for each phase."""
    phase = np.minimum((found[:, 0] * PHASES).astype(int), PHASES - 1)
    rows = []
    for index in range(PHASES):
        x, y = found[phase == index], values[phase == index]
        weights = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
        error = float(np.sqrt(np.mean((x @ weights - y) ** 2)))
        print(f"phase {index}: {len(y)} positions, spread {y.std():.0f}, error {error:.0f}")
        rows.append(weights)
    return np.array(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--width", type=int, default=8)
    given = parser.parse_args()
    seeds = range(FIRST_SEED, FIRST_SEED + given.boards)
    measured = [samples(seed, given.simulations, given.width) for seed in seeds]
    values = np.concatenate([values for _, values in measured])
    weights = fitted(np.concatenate([found for found, _ in measured]), values)
    made = (
        f"scripts/train_beam_weights.py: {given.boards} boards random:{FIRST_SEED} and on, {len(values)} positions on "
        f"and beside lines of a beam of width {given.width}, value: best of {given.simulations} simulations of {POLICY}"
    )
    rows = "\n".join(f"    [{', '.join(f'{number:.4g}' for number in row)}]," for row in weights)
    names = "\n".join(f'    "{name}",' for name in NAMES)
    text = f'made = "{made}"\nfeatures = [\n{names}\n]\nweights = [\n{rows}\n]\n'
    Path(given.file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
