"""What a recipe is: a variant with a name and a source."""

from dataclasses import dataclass

from playtree.search.solo.variant import Variant


@dataclass(frozen=True)
class Recipe:
    """A variant with a name, a line that says what it is, and where it comes from."""

    name: str
    summary: str
    source: str
    variant: Variant
