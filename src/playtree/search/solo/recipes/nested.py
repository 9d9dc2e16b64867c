"""Nested and adapting searches by name."""

from playtree.search.solo.nested.methods import Flat, Nmcs
from playtree.search.solo.nested.tree import Nmcts
from playtree.search.solo.normalisation.relative import Span
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.improve import Improve
from playtree.search.solo.portfolio.method import Portfolio
from playtree.search.solo.recipes.interface import Recipe
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant


def nested_tree(policy: str | None = None) -> Variant:
    """UCT, scores by their span, as the searches of all levels."""
    return Variant(Uct(0.1), Span(), policy=policy)


def nested_recipes() -> list[Recipe]:
    """All of them."""
    learned = "tabu-color-learned"
    return [
        Recipe("flat", "flat Monte-Carlo, 100 simulations per child", "[klein2015] 3.1", Flat()),
        Recipe(
            "mc-rws",
            "flat Monte-Carlo with roulette-wheel simulations, 100 per child",
            "[takes2009], [klein2015] A.2",
            Flat(policy="mc-rws"),
        ),
        Recipe(
            "nmcs",
            "nested Monte-Carlo search, level 3, uniform simulations",
            "[cazenave2009], [klein2015] A.3",
            Nmcs(),
        ),
        Recipe(
            "nmcs-tabu",
            "the same with TabuColorRandom",
            "[cazenave2009], [schadd2012] 4.3",
            Nmcs(policy="tabu-color-random"),
        ),
        Recipe("nmcts", "nested tree search, level 2, uniform simulations", "[baier2012]", Nmcts(tree=nested_tree())),
        Recipe(
            "nmcts-learned",
            "the same with a taboo colour that is learned",
            "[baier2012], [klein2015] 8.1",
            Nmcts(tree=nested_tree(learned)),
        ),
        Recipe(
            "portfolio",
            "NRPA and others one after the other, the best game handed on and improved",
            "[rosin2011], [cazenave2016], [cazenave2021]",
            Portfolio(),
        ),
        Recipe(
            "improve",
            "large-neighbourhood search on a known game by small adapted nests",
            "[rosin2011]",
            Improve(),
        ),
        Recipe("nrpa", "nested rollout policy adaptation, level 3, N = 100", "[rosin2011], [klein2015] A.4", Nrpa()),
        Recipe("nrpa-4", "the same, level 4", "[rosin2011]", Nrpa(level=4)),
        Recipe(
            "nrpa-stabilised",
            "NRPA with four playouts before level 1 adapts",
            "[cazenave2021]",
            Nrpa(playouts=4),
        ),
        Recipe(
            "nrpa-limited",
            "NRPA whose levels end when their best game came back ten times",
            "[cazenave2024]",
            Nrpa(repetitions=10),
        ),
        Recipe(
            "nrpa-impatient",
            "stabilised NRPA whose levels end after fifteen runs without a better game: many short nests",
            "[cazenave2021]",
            Nrpa(playouts=4, patience=15),
        ),
    ]
