"""How late moves are: an agent plays itself with a time for each move, and each move is held against it.

    python -m benchmarks.clock --moves 10000 --seconds 0.1

On a machine with other work a process waits for a core, which no program can help. How long that was is said, too, by
the system's account, and how many moves are late by more than that.
"""

import argparse
import time
from pathlib import Path

from playtree.games.rbg import Rbg
from playtree.matches import MoveBudget, Referee, player_from_recipe

ALLOWED_SECONDS = 0.010


def waited_seconds() -> float:
    """How long this thread has waited for a core so far."""
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9


def measure(game: Rbg, recipe: str, seconds: float, moves: int) -> list[tuple[float, float]]:
    """Lateness and waiting of so many moves."""
    referee, player = Referee(game), player_from_recipe(recipe, game)
    budget, found, plays = MoveBudget(seconds=seconds), list[tuple[float, float]](), 0
    player.begin(plays)
    while len(found) < moves:
        if referee.is_over:
            plays += 1
            referee.restart()
            player.begin(plays)
        waited, begin = waited_seconds(), time.perf_counter()
        move = player.choose(budget).move
        late = time.perf_counter() - begin - seconds
        found.append((late, waited_seconds() - waited))
        referee.play(move)
        player.advance(move)
    return found


def main() -> None:
    parser = argparse.ArgumentParser("benchmarks.clock")
    parser.add_argument("--game", default="breakthrough")
    parser.add_argument("--recipe", default="orthodox")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--moves", type=int, default=10_000)
    arguments = parser.parse_args()
    found = measure(Rbg(arguments.game), arguments.recipe, arguments.seconds, arguments.moves)
    late = sorted(late for late, _ in found)
    print(f"{arguments.game}, {arguments.recipe}: {len(found)} moves of {arguments.seconds:g} s")
    above = sum(value > ALLOWED_SECONDS for value in late)
    places = {"median": len(late) // 2, "99 %": len(late) * 99 // 100, "most": -1}
    print("late: " + ", ".join(f"{name} {1000 * late[place]:.2f} ms" for name, place in places.items()))
    own = sum(value - waited > ALLOWED_SECONDS for value, waited in found)
    print(f"above 10 ms: {above}; without the time that the move waited for a core: {own}")
    print(f"waited {sum(waited for _, waited in found):.1f} s for a core")


if __name__ == "__main__":
    main()
