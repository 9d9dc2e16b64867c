"""Everything that can be wrong with a plan is found before its first run."""

from playtree.errors import InputError
from playtree.experiments.plan import Plan
from playtree.experiments.runs import Run
from playtree.experiments.searches import check_search
from playtree.games.catalogue import load
from playtree.games.interface import Game
from playtree.search.budget import Budget


def check_plan(plan: Plan) -> list[Run]:
    """The runs of the plan, if every board can be loaded and every search goes with the games and the budgets."""
    kinds: dict[object, Game] = {}
    for board in plan.boards:
        if board.partition(":")[0] == "-":
            raise InputError(f"plan {plan.name}: found the board '{board}'; expected one that can be read again")
        try:
            game = load(board, **plan.options)
        except TypeError:
            raise InputError(f"plan {plan.name}: found options {plan.options}; expected texts and numbers") from None
        kinds.setdefault((game.name, len(game.start), tuple(game.policies)), game)
    for game in kinds.values():
        for label, search in plan.searches.items():
            for budget in plan.budgets:
                try:
                    check_search(search, game, Budget(**budget))  # type: ignore[arg-type]
                except InputError as error:
                    raise InputError(f"plan {plan.name}: {label}: {error}") from None
    return plan.runs()
