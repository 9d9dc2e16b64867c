"""What a recipe is: a method of search, with a name and a source."""

from dataclasses import dataclass

from playtree.search.solo.method import Method


@dataclass(frozen=True)
class Recipe:
    """A method with its numbers, a name, a line that says what it is, and where it comes from."""

    name: str
    summary: str
    source: str
    variant: Method
