"""Which members of different axes go together, as data.

A pair that is listed does not make sense; everything else does. A variant with such a pair is refused when it is built.
"""

Member = tuple[str, str]  # axis and kind
Pair = tuple[Member, Member]

BY_THE_LINE = ("sampled", "sampled-then-all", "competing")  # expansions where the line of a simulation enters the tree
_LOOKED_UP = ("naive", "dynamic", "consistent", "graph")  # duplicates for which states are looked up in a table
_ON_GRAPH = ("uct1", "uct2", "uct3", "ucd")  # selections that read the edges of a graph
_ON_TREE = (
    "uct",
    "ucb1-tuned",
    "single-player-uct",
    "schadd-program",
    "matsumoto",
    "amaf",
    "rave",
    "top-score",
    "third-average",
    "third-average-plus",
    "third-top",
    "top-third-average",
)
ON_TREE = "it reads the children of a tree; use uct1, uct2, uct3 or ucd"
_PRUNES = ("bound", "look-ahead", "beam")
_PER_MOVE = ("per-move", "per-move-anew")


def _pairs(axis: str, kinds: tuple[str, ...], other: str, seconds: tuple[str, ...], reason: str) -> dict[Pair, str]:
    return {((axis, kind), (other, second)): reason for kind in kinds for second in seconds}


REFUSED: dict[Pair, str] = {
    **_pairs(
        "expansion",
        BY_THE_LINE,
        "duplicates",
        _LOOKED_UP,
        "the line of a simulation would enter the tree without looking for duplicates; use one-child",
    ),
    **_pairs(
        "expansion",
        BY_THE_LINE,
        "pruning",
        _PRUNES,
        "pruned positions would enter the tree by the line of a simulation; use one-child",
    ),
    **_pairs(
        "expansion",
        ("competing",),
        "normalisation",
        ("local", "local-ahead"),
        "parent and children would compete in different units",
    ),
    **_pairs(
        "simulation",
        ("mast", "ngrams"),
        "backup",
        ("bonus", "bonus-only-in-mean"),
        "what part of a score is the bonus is known to the game's own policies only",
    ),
    **_pairs(
        "selection",
        _ON_GRAPH,
        "duplicates",
        ("separate", "naive", "dynamic", "consistent"),
        "it reads the edges of a graph; use duplicates graph",
    ),
    **_pairs(
        "selection",
        _ON_TREE,
        "duplicates",
        ("graph",),
        ON_TREE,
    ),
    **_pairs("selection", _ON_GRAPH, "expansion", BY_THE_LINE, "the line of a simulation cannot enter a graph"),
    **_pairs(
        "selection", _ON_GRAPH, "pruning", ("bound", "beam"), "what is pruned on one way of a graph may be on another"
    ),
    **_pairs(
        "selection", _ON_GRAPH, "allocation", ("restarts-keeping",), "kept results are those of nodes, not of edges"
    ),
    **_pairs(
        "pruning",
        ("bound",),
        "duplicates",
        ("graph",),
        "a state that is pruned on one way may be worth a node on another",
    ),
    **_pairs(
        "allocation",
        ("restarts-keeping",),
        "duplicates",
        _LOOKED_UP,
        "a node that is solved there need not have all that is below its state",
    ),
    **_pairs(
        "allocation",
        ("restarts-keeping",),
        "pruning",
        _PRUNES,
        "a node that is solved there need not have all that is below its state",
    ),
    **_pairs("pruning", ("beam",), "duplicates", _LOOKED_UP, "the table would lead to nodes that the beam has cut"),
    **_pairs("pruning", ("beam",), "moves", _PER_MOVE, "both decide on the first moves for good, each by its own rule"),
    **_pairs(
        "moves",
        ("per-move-anew",),
        "duplicates",
        _LOOKED_UP,
        "the table would lead to nodes of earlier trees",
    ),
    **_pairs(
        "selection", _ON_GRAPH, "moves", ("per-move-anew",), "it reads a graph, whose table would lead to earlier trees"
    ),
}

NEEDS: dict[Member, str] = {
    ("normalisation", "bound"): "bound",
    ("pruning", "bound"): "bound",
    ("pruning", "look-ahead"): "narrow",
}
"""What a member needs of a game: the name of a function."""

USES: dict[Member, str] = {
    ("selection", "amaf"): "code",
    ("selection", "rave"): "code",
    ("simulation", "mast"): "code",
    ("simulation", "ngrams"): "code",
}
"""What a member uses of a game if there is such a function."""

INEXACT: frozenset[Member] = frozenset({("pruning", "look-ahead"), ("pruning", "beam")})
"""Members with which a search that has seen all that is left to it has proven nothing."""

ON_ONE_WAY: frozenset[Member] = frozenset({("pruning", "bound")})
"""Members that judge a state by the way on which it was reached: where a better one is met later, nothing is proven."""


def goes_together(one: Member, other: Member) -> bool:
    """Whether two members of different axes make sense together."""
    return (one, other) not in REFUSED and (other, one) not in REFUSED
