"""Random games in the rules language: small boards of all kinds, rules with all actions, as text.

The text is what a person could have written, so the whole chain is exercised. Modifiers under a star are kept finite by
a counter: `[$ n = n+1]` stands before them and fails when its bound is reached.
"""

from hypothesis import strategies as st

from playtree.rbg.tokens import SYMBOLS

PIECES = ("e", "a", "b")
PLAYERS = ("white", "black")
VARIABLES = ("x", "n")
SIX = ("up", "down", "left", "right", "front", "back")
WORDS = (
    *SYMBOLS,
    *("#players =", "#pieces =", "#variables =", "#board =", "#rules =", "#m =", "#m(x;y) =", "m", "m(a;b)", "x"),
    *("rectangle(", "hexagon(", "cuboid(", "[a,b]", "white(1)", "white", "a", "b", "e", "up", "0", "2", "99999"),
    *("//", "/*", "*/", '"', "\n", "@"),
)


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, tuple[str, ...]]:
    """The text of a board, and the names of its directions."""
    kind = draw(st.sampled_from(("rectangle", "hexagon", "cuboid", "graph")))
    piece = st.sampled_from(PIECES)
    cell = st.one_of(piece, piece, piece, st.just(""))

    if kind == "graph":
        count = draw(st.integers(1, 4))
        lines = []
        for vertex in range(count):
            targets = {
                label: draw(st.integers(0, count - 1)) for label in draw(st.sets(st.sampled_from(("next", "skip"))))
            }
            edges = ", ".join(f"{label}:v{target}" for label, target in sorted(targets.items()))
            lines.append(f"v{vertex}[{draw(piece)}]{{{edges or 'next:v0'}}}")
        return " ".join(lines) + " w[e]{next:v0, skip:w}", ("next", "skip")
    if kind == "rectangle":
        width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
        rows = [f"[{','.join([draw(piece)] + [draw(cell) for _ in range(width - 1)])}]" for _ in range(height)]
        return f"rectangle(up, down, left, right, {' '.join(rows)})", SIX[:4]
    if kind == "hexagon":
        lengths = draw(st.sampled_from(((1, 2), (2, 1), (1, 2, 1), (2, 3, 2), (2,))))
        rows = [f"[{','.join([draw(piece)] + [draw(cell) for _ in range(length - 1)])}]" for length in lengths]
        return f"hexagon({', '.join(SIX)}, {' '.join(rows)})", SIX
    layers = [f"[[{draw(piece)},{draw(piece)}] [{draw(piece)},{draw(cell)}]]" for _ in range(2)]
    return f"cuboid({', '.join(SIX)}, {' '.join(layers)})", SIX


def values() -> st.SearchStrategy[str]:
    """Arithmetic."""
    leaves = st.one_of(st.integers(0, 3).map(str), st.sampled_from((*PIECES, *VARIABLES, *PLAYERS)))
    return st.recursive(
        leaves,
        lambda inside: st.builds("{}{}{}".format, inside, st.sampled_from("+-*/"), inside) | inside.map("({})".format),
        max_leaves=4,
    )


def tests_of(directions: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Actions that change nothing but the vertex."""
    comparators = st.sampled_from(("<", "<=", ">", ">=", "==", "!="))
    some_pieces = st.lists(st.sampled_from(PIECES), max_size=3, unique=True).map(",".join)
    shift = st.sampled_from(directions)
    return st.one_of(
        shift,
        shift,
        some_pieces.map("{{{}}}".format),
        st.builds("{{$ {} {} {}}}".format, values(), comparators, values()),
        st.just("."),
    )


def modifiers() -> st.SearchStrategy[str]:
    """Actions that change pieces or values."""
    assignment = st.builds("{} = {}".format, st.sampled_from(("x", *PLAYERS)), values())
    return st.one_of(
        st.lists(st.sampled_from(PIECES), min_size=1, max_size=2).map(lambda pieces: f"[{','.join(pieces)}]"),
        st.lists(assignment, min_size=1, max_size=2).map(lambda items: f"[$ {', '.join(items)}]"),
    )


def plain(directions: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Expressions of tests only, which may stand under a star."""
    return st.recursive(tests_of(directions), combined, max_leaves=6)


def combined(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions made of expressions."""
    several = st.lists(inside, min_size=2, max_size=3)
    return st.one_of(
        several.map(" ".join),
        several.map(lambda items: f"({' + '.join(items)})"),
        inside.map("({})*".format),
        inside.map("({})^2".format),
        inside.map("{{? {}}}".format),
        inside.map("{{! {}}}".format),
    )


def changing(directions: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Expressions with modifiers, also in patterns and, with a counter, under stars; no switches."""

    def grown(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        several = st.lists(inside, min_size=2, max_size=3)
        return st.one_of(
            several.map(" ".join),
            several.map(lambda items: f"({' + '.join(items)})"),
            inside.map("([$ n = n+1] {})*".format),
            inside.map("({})^2".format),
            inside.map("{{? {}}}".format),
            inside.map("{{! {}}}".format),
        )

    return st.recursive(st.one_of(plain(directions), modifiers(), modifiers()), grown, max_leaves=5)


def turns(directions: tuple[str, ...]) -> st.SearchStrategy[str]:
    """A switch and what comes behind it; keeper switches make chains."""
    switch = st.sampled_from(("->white", "->black", "->>", "->white", "->black"))
    reset = st.sampled_from(("", "[$ n = 0]"))
    return st.builds("{} {} {}".format, switch, reset, changing(directions))


@st.composite
def games(draw: st.DrawFn) -> str:
    """A whole game: a list of turns, some in a sum, mostly in an endless loop that a counter may end."""
    board, directions = draw(boards())
    parts = draw(st.lists(turns(directions), min_size=1, max_size=3))
    rules = " ".join(parts)
    if len(parts) > 1 and draw(st.booleans()):
        rules = f"({parts[0]} + {parts[1]}) {' '.join(parts[2:])}"
    if draw(st.integers(0, 3)) > 0:
        rules = f"({rules})*"
    if draw(st.booleans()):
        rules = f"{draw(changing(directions))} {rules}"
    return (
        f"#players = white(9), black(20)\n#pieces = {', '.join(PIECES)}\n#variables = x(5), n(2)\n"
        f"#board = {board}\n#rules = {rules} ->>\n"
    )


def scraps() -> st.SearchStrategy[str]:
    """Texts that are nearly rules: tokens of the language in any order."""
    return st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
