"""Recipes for any game."""

from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.normalisation.relative import Span
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant


def uct() -> Variant:
    """UCT, scores by their span, untried children first, restarts."""
    return Variant(Uct(0.1), Span(), allocation=Restarts(nodes=200_000))


def general_recipes() -> list[Recipe]:
    """All of them."""
    return [Recipe("uct", "UCT for any game, scores by their span, restarts", "[kocsis2006], [schadd2012] 4.7", uct())]
