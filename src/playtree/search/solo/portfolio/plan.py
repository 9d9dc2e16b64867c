"""What a portfolio does with its budget: stages, each a member with a share.

    SameGame      a look at the tree, most for NRPA with each colour that may be the best to spare, of which the worse
                  drop out, the rest improves the best game. Pairs and seldom large groups of it are played; where many
                  colours race, half of the threads spare it strictly, and a thread alone does one after the other
    any other     a trial for each member, most of the rest for the best of them, then the best game is improved

Shares were chosen on `schadd` and random boards (docs/results.md). A small game is soon seen whole by the tree search,
by A* or by a beam that never had to cut, which ends the run with a proof.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from playtree.compiled.calls import ABSENT
from playtree.games.interface import Game
from playtree.search.solo.beam.evaluation.plain import Score
from playtree.search.solo.beam.evaluation.simulated import BestOfSimulations
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.classic.method import AStar
from playtree.search.solo.method import Method
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.improve import Improve
from playtree.search.solo.portfolio.race import Race
from playtree.search.solo.recipes.general import uct

TABOO = "tabu-color-random"  # how members play SameGame that do not learn
MEGABYTES = 250  # of each beam or A* and thread
PATIENCE = 15  # of NRPA on SameGame: a nest ends after an eighth of its playouts, and the next begins
FEW = 500  # iterations that a tree search gets of any budget, so that a tiny game is seen whole


@dataclass(frozen=True)
class Stage:
    """A member of the portfolio and its share of the budget; without a member the best of those before goes again.

    least: so many iterations at least, if there are as many.
    """

    share: float
    member: Method | None
    name: str
    least: int = 0


def stages_of(game: Game, guide: str | None, number: int = 0, beside: int = 1) -> list[Stage]:
    """What thread `number` of `beside` does. guide: of the members that learn a policy; None is the game's first."""
    if "tabu" not in game.guides:
        return any_stages(game, guide)
    groups = ((guide,),) if guide else game.rivals
    return tabu_stages(groups if beside == 1 else [groups[number % len(groups)]])


def tabu_stages(groups: Sequence[Sequence[str]]) -> list[Stage]:
    """For games with a taboo colour; groups: of guides between which it is not clear which is best."""
    return [
        Stage(0.04, replace(uct(), policy=TABOO), "uct", FEW),
        *(_race(0.84 / len(groups), guides) for guides in groups),
        Stage(0.12, Improve(policy=groups[0][0]), "improve"),
    ]


def _race(share: float, guides: Sequence[str]) -> Stage:
    """NRPA with each of the guides."""
    racers = tuple(Nrpa(level=3, playouts=4, patience=PATIENCE, policy=guide) for guide in guides)
    return Stage(share, Race(racers), "nrpa" if len(racers) == 1 else f"a race of {len(racers)} times nrpa")


def any_stages(game: Game, guide: str | None) -> list[Stage]:
    """For games of which nothing is known but, perhaps, a bound."""
    exact = [Stage(0.06, AStar(memory_mb=MEGABYTES), "a-star")] if game.table("bound").bound != ABSENT else []
    return [
        Stage(0.06, uct(), "uct", FEW),
        *exact,
        Stage(0.08, Beam(Score(), memory_mb=MEGABYTES), "beam by score"),
        Stage(0.08, Beam(BestOfSimulations(4), memory_mb=MEGABYTES), "beam by simulations"),
        Stage(0.08, Nrpa(level=3, policy=guide), "nrpa"),
        Stage(0.42, None, "again"),
        Stage(0.28, Improve(policy=guide), "improve"),
    ]
