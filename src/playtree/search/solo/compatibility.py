"""Which members of different axes go together, as data.

A pair that is listed does not make sense; everything else does. A variant with such a pair is refused when it is built.
"""

Member = tuple[str, str]  # axis and kind

_BY_THE_LINE = ("sampled", "sampled-then-all", "competing")  # expansions where the line of a simulation enters the tree
_NEEDS_ONE_CHILD = "the line of a simulation would enter the tree without looking for duplicates; use one-child"

REFUSED: dict[tuple[Member, Member], str] = (
    {
        (("expansion", expansion), ("duplicates", duplicates)): _NEEDS_ONE_CHILD
        for expansion in _BY_THE_LINE
        for duplicates in ("naive", "dynamic", "consistent")
    }
    | {
        (
            ("expansion", expansion),
            ("pruning", "bound"),
        ): "pruned positions would enter the tree by the line; use one-child"
        for expansion in _BY_THE_LINE
    }
    | {
        (("expansion", "competing"), ("normalisation", local)): "parent and children would compete in different units"
        for local in ("local", "local_ahead")
    }
)

NEEDS: dict[Member, str] = {("normalisation", "bound"): "bound", ("pruning", "bound"): "bound"}
"""What a member needs of a game: the name of a function."""


def goes_together(one: Member, other: Member) -> bool:
    """Whether two members of different axes make sense together."""
    return (one, other) not in REFUSED and (other, one) not in REFUSED
