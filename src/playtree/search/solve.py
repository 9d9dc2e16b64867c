"""The one call that most people need: find the best game."""

from collections.abc import Callable, Sequence

from playtree.games.interface import Game
from playtree.search.budget import Budget
from playtree.search.result import Solution
from playtree.search.solo.method import Keeping, Method, Progress
from playtree.search.solo.recipes.catalogue import default_recipe, recipe_named


def solve(
    game: Game,
    recipe: str | Method | None = None,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    nodes: int | None = None,
    ru: float | None = None,
    seed: int = 0,
    threads: int = 1,
    on_progress: Callable[[Progress], None] | None = None,
    records: bool = False,
    tree_nodes: int = 0,
    known: Sequence[int] = (),
) -> Solution:
    """Search `game` for its best line, 10 seconds long unless a budget is given, and return it replayed and verified.

    recipe: a name that `playtree recipes` lists, or a method of one's own, such as a Variant. Equal seeds and counted
    budgets (iterations, nodes, resource units) give equal results. Ctrl-C ends the search and returns the best line so
    far. nodes: alone they end the search; beside another budget they bound its memory, and it goes on without new
    nodes. records, tree_nodes: whether the solution holds what each search did over time, and how many nodes of the
    tree. known: the actions of a whole game, from which searches that can go on; no worse one is returned.
    """
    if seconds is iterations is nodes is ru is None:
        seconds = 10.0
    budget = Budget(seconds, iterations, nodes, ru)
    keeping = Keeping(records, tree_nodes)
    method = method_of(game, recipe, budget, needs_tree=records or tree_nodes > 0)
    return method.run(game, budget, seed=seed, threads=threads, on_progress=on_progress, keeping=keeping, known=known)


def method_of(game: Game, recipe: str | Method | None, budget: Budget, *, needs_tree: bool = False) -> Method:
    """The method that `recipe` means for this game and budget."""
    if isinstance(recipe, Method):
        return recipe
    if recipe is None:
        return default_recipe(game, budget, needs_tree=needs_tree).variant
    return recipe_named(recipe).variant
