"""`playtree match`: a tournament between two recipes."""

import argparse
import sys
from pathlib import Path

from playtree.errors import InputError
from playtree.interfaces.cli.arguments import add_json, add_limit, describe, number, seed, whole_number
from playtree.interfaces.cli.habits import add_habits, habits_of, recipes_text
from playtree.interfaces.cli.match_output import MatchProgress, print_summaries
from playtree.interfaces.cli.output import console_on, print_json
from playtree.interfaces.cli.program import INTERRUPTED
from playtree.matches.calibration import MEASURED_SECONDS, calibration_from_text
from playtree.matches.clock import clock_from_text
from playtree.matches.tournament import ALL15, Limit, Match, Tournament, overall
from playtree.rbg.limits import limits_from_text
from playtree.search.versus.budget import MoveBudget


def add_arguments(parser: argparse.ArgumentParser) -> None:
    describe(
        parser,
        "Let two recipes play many games against each other, with seats swapped in every other play. Tells the win "
        "ratio of the first with its 95 % interval. With --out the plays are kept in a file; the same command then "
        f"goes on where it ended, also after a kill. A and B are recipes: {recipes_text()}.",
        "match random random --game breakthrough --plays 100 --simulations 1",
        "match semisplit-nodal orthodox --games all15 --plays 240 --seconds 0.5 --out match.jsonl",
        "match rollup-nodal orthodox --game chess --states orthodox:0.5      as many as it makes in half a second",
        "match orthodox semisplit-nodal --game hex --seconds 0.1 --odds 2    and 0.2 s for orthodox",
    )
    parser.add_argument("first", metavar="A", help="a recipe")
    parser.add_argument("second", metavar="B", help="its opponent")
    parser.add_argument(
        "--game",
        metavar="GAME",
        help="a board game given by rules: its name, or a rules file; or a game of your own, module:name",
    )
    parser.add_argument("--games", metavar="LIST", help="several, with commas; all15 are those of [pawlik2021]")
    parser.add_argument("--plays", type=whole_number, default=240, metavar="N", help="of each game, 240 unless given")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=number, metavar="S", help="for each move, 0.5 unless a limit is given")
    limits.add_argument(
        "--simulations", metavar="N", help="for each move; or RECIPE:S, as many as it makes in S seconds"
    )
    limits.add_argument("--states", metavar="N", help="for each move; or RECIPE:S, as many as it makes in S seconds")
    limits.add_argument("--clock", metavar="S+I", help="for each game: seconds, and those added with each move")
    parser.add_argument(
        "--measure",
        type=number,
        default=MEASURED_SECONDS,
        metavar="S",
        help="how long RECIPE is measured, 10 unless given",
    )
    parser.add_argument("--odds", type=number, default=1.0, metavar="X", help="A has X times the limit, 1 unless given")
    parser.add_argument(
        "--processes", type=whole_number, default=1, metavar="N", help="plays at a time, 1 unless given"
    )
    add_habits(parser)
    add_limit(parser)
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="0 unless given")
    parser.add_argument("--out", metavar="FILE", help="append the plays to this file, and go on with those in it")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    match = Match(
        arguments.first,
        arguments.second,
        games_of(arguments),
        arguments.plays,
        limit_of(arguments),
        arguments.seed,
        habits_of(arguments),
        limits_from_text(",".join(arguments.limit)),
        arguments.odds,
    )
    file = Path(arguments.out) if arguments.out else None
    tournament = Tournament(match, file=file, processes=arguments.processes)
    tournament.check()  # before anything is said of a first play
    console = console_on(sys.stderr if arguments.json else sys.stdout)
    code = 0
    with MatchProgress(console, tournament) as progress:
        plays = tournament.run()
        try:
            for record in plays:
                progress.played(record)
        except KeyboardInterrupt:
            code = INTERRUPTED
        finally:
            plays.close()  # type: ignore[attr-defined]
    summaries = tournament.summaries()
    if arguments.json:
        games = [each.to_dict() for each in summaries]
        picked = {"picked": tournament.picked} if tournament.picked else {}
        print_json({"a": match.first, "b": match.second, **overall(summaries), **picked, "games": games})
    else:
        print_summaries(console, match, summaries)
        for name, recipe in tournament.picked.items():
            console.print(f"{name}: auto played {recipe}")
    return code


def games_of(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The games that --game and --games name."""
    names = [arguments.game] if arguments.game else []
    for name in (arguments.games or "").split(","):
        names += ALL15 if name.strip() == "all15" else [name.strip()] if name.strip() else []
    if not names:
        raise InputError("found neither --game nor --games; expected a game")
    return tuple(dict.fromkeys(names))


def limit_of(arguments: argparse.Namespace) -> Limit:
    """The limit that the options mean."""
    if arguments.clock is not None:
        return clock_from_text(arguments.clock)
    for unit in ("simulations", "states"):
        text = getattr(arguments, unit)
        if text is None:
            continue
        if ":" in text:
            return calibration_from_text(unit, text, arguments.measure)
        try:
            return MoveBudget(**{unit: whole_number(text)})
        except argparse.ArgumentTypeError:
            found = f"{unit}: found '{text[:40]}'"
            raise InputError(f"{found}; expected a whole number, or RECIPE:SECONDS such as orthodox:0.5") from None
    return MoveBudget(seconds=0.5 if arguments.seconds is None else arguments.seconds)
