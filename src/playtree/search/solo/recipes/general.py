"""Recipes for any game."""

from dataclasses import replace
from typing import Any

from playtree.search.solo.allocation.restarts import Restarts, RestartsKeeping
from playtree.search.solo.duplicates.graph import Graph
from playtree.search.solo.expansion.widening import Widening
from playtree.search.solo.normalisation.relative import Span
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.amaf import Amaf, Rave
from playtree.search.solo.selection.on_graph import Ucd, Uct1, Uct2, Uct3
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.simulation.averages import Mast, Ngrams
from playtree.search.solo.variant import Variant


def uct() -> Variant:
    """UCT, scores by their span, untried children first, restarts."""
    return Variant(Uct(0.1), Span(), allocation=Restarts(nodes=200_000))


def bmcts() -> Variant:
    """UCT with a beam: the nodes that were visited most stay at each depth.

    W = 100 and L = 1,000 were the best of a grid with 50,000 iterations a game (docs/results.md): W hardly matters, and
    L times the length of a game should be about what the budget allows.
    """
    return Variant(Uct(0.1), Span(), pruning=Beam())


def uct_with(**members: Any) -> Variant:
    """UCT for any game with other members."""
    return replace(uct(), **members)


def graph_with(selection: Any) -> Variant:
    """A search on a graph of states."""
    return uct_with(selection=selection, duplicates=Graph())


def general_recipes() -> list[Recipe]:
    """All of them."""
    return [
        Recipe("uct", "UCT for any game, scores by their span, restarts", "[kocsis2006], [schadd2012] 4.7", uct()),
        Recipe(
            "uct-keeping",
            "the same, states are known from search to search",
            "[schadd2012] 7",
            uct_with(allocation=RestartsKeeping(nodes=200_000)),
        ),
        Recipe("bmcts", "UCT, the W most visited nodes of each depth stay", "[baier2012b], [klein2015] A.5", bmcts()),
        Recipe("amaf", "UCT on all moves as first", "[klein2015] 3.5.1", uct_with(selection=Amaf(0.1))),
        Recipe("rave", "UCT with RAVE", "[klein2015] 3.5.2", uct_with(selection=Rave(0.1))),
        Recipe("mast", "UCT, simulations learn from moves", "[pawlik2021] 2.2.4", uct_with(simulation=Mast())),
        Recipe("nst", "UCT, simulations learn from sequences", "[pawlik2021] 2.2.4", uct_with(simulation=Ngrams())),
        *(
            Recipe(name, f"{words}, on a graph of states", "[klein2015] 3.5.4, A.1", graph_with(rule))
            for name, words, rule in (
                ("uct1", "UCT with averages of edges", Uct1(0.1)),
                ("uct2", "UCT with averages of states", Uct2(0.1)),
                ("uct3", "UCT with averages of all that is below", Uct3(0.1)),
                ("ucd", "UCD(1, 2, 1)", Ucd(0.1, 1, 2, 1)),
            )
        ),
        Recipe("widening", "UCT with progressive widening", "[schadd2012] 7", uct_with(expansion=Widening())),
    ]
