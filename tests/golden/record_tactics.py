"""Look for positions with forced wins in one to three moves, prove them by exhaustive search, and write them down:

    python -m tests.golden.record_tactics [GAME ...]

from the root of the repository. Positions come from random plays; the proof goes through every answer of the others.
The moves are those of the compiled rules, for speed; the tests prove the same by the slow interpreter.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from playtree import Rbg
from playtree.games.boardgames import game_names
from playtree.rbg import move_text
from playtree.rbg.compiled_game import CompiledGame
from playtree.rbg.layout import Words
from tests.oracles.forced_wins import Prover, TooManyError

FILE = Path(__file__).parent / "tactics.json"
SOURCE = "found in random plays and proven by `python -m tests.golden.record_tactics`"
POSITIONS = 2  # of each game for each number of moves
MOST_MOVES = 400  # of a position
LARGEST_SHARE = 0.34  # of moves that win, so that chance does not find them
BUDGET = 10_000  # positions of a proof
SECONDS = 4.0  # of CPU time, for each game


class Compiled:
    """The compiled rules as the prover asks for them."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game

    def after(self, state: Words) -> Iterator[Words]:
        for number in range(self.game.count(state)):
            after = state.copy()
            self.game.call("apply", after, number)
            yield after

    def mover(self, state: Words) -> int:
        return self.game.player(state)

    def scores(self, state: Words) -> tuple[int, ...]:
        return self.game.scores(state)


def random_play(game: CompiledGame, choice: random.Random) -> tuple[list[Words], list[int]]:
    """The states of a play, and the numbers of its moves."""
    states, numbers = [game.start()], []
    while count := game.count(states[-1]):
        after = states[-1].copy()
        numbers.append(choice.randrange(count))
        game.call("apply", after, numbers[-1])
        states.append(after)
    return states, numbers


def line_to(game: CompiledGame, states: list[Words], numbers: list[int], place: int) -> str:
    moves = (game.moves(state)[number] for state, number in zip(states[:place], numbers, strict=False))
    return "; ".join(move_text(move) for move in moves)


def tactics_of(name: str) -> list[dict[str, object]]:
    """Some positions of a game."""
    game, choice = Rbg(name).compiled, random.Random(name)
    rules, found, begin = Compiled(game), list[dict[str, object]](), time.process_time()
    wanted = {1: POSITIONS, 2: POSITIONS, 3: POSITIONS}
    while any(wanted.values()) and time.process_time() - begin < SECONDS:
        states, numbers = random_play(game, choice)
        for place in range(len(states) - 2, max(len(states) - 9, -1), -1):
            state = states[place]
            count = game.count(state)
            prover = Prover(rules, game.player(state), BUDGET)
            try:
                if count > MOST_MOVES:
                    continue
                moves = next((n for n in (1, 2, 3) if prover.wins(state, n)), None)
                if moves is None or not wanted[moves]:
                    continue
                winning = prover.winning(state, moves)
            except TooManyError:
                continue
            if len(winning) <= LARGEST_SHARE * count:
                line = line_to(game, states, numbers, place)
                texts = [move_text(game.moves(state)[number]) for number in winning]
                found.append({"game": name, "moves": moves, "line": line, "count": count, "winning": texts})
                wanted[moves] -= 1
                print(name, moves, f"{len(winning)} of {count} moves win, after {place}", flush=True)
                break
    return sorted(found, key=lambda each: int(str(each["moves"])))


def main() -> None:
    names = sys.argv[1:] or [name for name in game_names() if name != "pegSolitaire"]
    known = json.loads(FILE.read_text(encoding="utf-8"))["positions"] if FILE.exists() else []
    positions = [each for each in known if each["game"] not in names]
    for name in names:
        positions += tactics_of(name)
        positions.sort(key=lambda each: (str(each["game"]).lower(), each["moves"]))
        FILE.write_text(json.dumps({"source": SOURCE, "positions": positions}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
