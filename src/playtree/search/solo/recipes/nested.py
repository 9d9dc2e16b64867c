"""Nested and adapting searches by name."""

from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.recipes.interface import Recipe


def nested_recipes() -> list[Recipe]:
    """All of them."""
    return [
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
    ]
