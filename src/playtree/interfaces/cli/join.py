"""`playtree join`: an agent that plays over the network under a game manager."""

import argparse
import sys

from playtree.compiled.announce import announced
from playtree.games.turns import TurnGame
from playtree.interfaces.cli.arguments import add_json, add_limit, describe, number, seed, whole_number
from playtree.interfaces.cli.habits import add_habits, habits_of, recipes_text
from playtree.interfaces.cli.output import counted, print_json
from playtree.interfaces.cli.progress import COMPILING
from playtree.matches.auto import START_SECONDS
from playtree.matches.join import JoinSettings, join
from playtree.matches.players import DEFAULT, Player, known_recipe, player_from_recipe, resolved
from playtree.rbg.limits import limits_from_text
from playtree.search.versus.design import check_threads

MEASURING_SHARE = 0.5  # of the time for getting ready, for what `auto` measures
SHORTEST_MEASURING = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Play over the network under a game manager that speaks the protocol of Regular Boardgames, such as playtree "
        "host, until it closes the connection. The rules come from the manager, and so does the time for each move. "
        f"Recipes: {recipes_text()}.",
        "join 127.0.0.1 7784 --recipe semisplit-nodal",
        "join 127.0.0.1 7784 --recipe random",
    )
    given = JoinSettings()
    parser.add_argument("host", metavar="HOST", help="name or address of the manager's machine")
    parser.add_argument("port", type=whole_number, metavar="PORT", help="where it waits")
    parser.add_argument("--recipe", default=DEFAULT, metavar="R", help=f"how to play, {DEFAULT} unless given")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="0 unless given")
    parser.add_argument(
        "--buffer",
        type=number,
        metavar="S",
        help="seconds kept back of each limit; those of a configuration file, or 0.1, unless given",
    )
    parser.add_argument(
        "--seconds",
        type=number,
        default=given.seconds,
        metavar="S",
        help="per move if there is no limit, 5 unless given",
    )
    parser.add_argument(
        "--patience",
        type=number,
        default=given.patience,
        metavar="S",
        help="give up a silent manager, 3600 unless given",
    )
    parser.add_argument("--simulations", type=whole_number, metavar="N", help="end the search for a move sooner")
    parser.add_argument("--states", type=whole_number, metavar="N", help="likewise, by positions passed")
    add_habits(parser, may_think_on=True)
    add_limit(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    known = known_recipe(arguments.recipe)
    usual = JoinSettings().buffer if known is None else known.buffer_seconds
    habits = habits_of(arguments)
    if known is not None:
        check_threads(known.design, habits.threads)
    settings = JoinSettings(
        usual if arguments.buffer is None else arguments.buffer,
        arguments.seconds,
        arguments.patience,
        limits_from_text(",".join(arguments.limit)),
        simulations=arguments.simulations,
        states=arguments.states,
    )
    stream = sys.stderr if arguments.json else sys.stdout

    def say(words: str) -> None:
        print(words, file=stream, flush=True)

    def make_player(game: TurnGame, seat: int, preparation: float) -> Player:
        seconds = min(START_SECONDS, max(MEASURING_SHARE * preparation, SHORTEST_MEASURING))
        return player_from_recipe(resolved(arguments.recipe, game, habits, seconds, say), game, habits)

    with announced(lambda: say(COMPILING)):
        joined = join(
            arguments.host,
            arguments.port,
            make_player,
            settings,
            seed=arguments.seed,
            say=say,
        )
    if arguments.json:
        print_json(
            {
                "player": joined.seat + 1,
                "players": list(joined.game.players),
                "scores": [list(scores) for scores in joined.scores],
                "unfinished": joined.unfinished,
                "moves": joined.moves,
                "slowest_seconds": round(joined.slowest, 6),
            }
        )
    else:
        print(f"{counted(len(joined.scores), 'game')} played, the slowest move took {joined.slowest:.3f} s")
    return 0
