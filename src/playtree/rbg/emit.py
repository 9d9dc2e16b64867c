"""LLVM IR of a game: the functions over its regions, and the functions that others call.

A state is where it is by its place; the functions called ...At look it up and go to the function over that region.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from playtree.rbg.actions import Switch
from playtree.rbg.automaton import Automaton
from playtree.rbg.emit_act import LOG_WORDS, REVERT, ActWriter
from playtree.rbg.emit_any import AnyWriter
from playtree.rbg.emit_code import Code
from playtree.rbg.emit_draw import DRAW, MOST_KEPT, DrawWriter, drawn_table
from playtree.rbg.emit_entries import constants, entries_text
from playtree.rbg.emit_moves import MoveWriter, write_action
from playtree.rbg.emit_patterns import PatternWriter
from playtree.rbg.emit_plays import plays_text
from playtree.rbg.emit_region import Regions
from playtree.rbg.emit_text import Body
from playtree.rbg.emit_view import View
from playtree.rbg.emit_walk import DOT, MODIFIER, SWITCH, walk_text
from playtree.rbg.forgetting import forgets_vertex
from playtree.rbg.inlining import marked
from playtree.rbg.layout import CELL, PLACE, Layout
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.passes import PASSES, WHOLE_MOVES, passed

FUNCTION = re.MULTILINE | re.DOTALL
EXPORTED = (
    *("legal", "apply", "status", "scores", "key", "code", "sample", "playout"),
    *("begin", "count_moves", "move", "moves", "play", "do", "undo", "actions", "semimoves", "complete"),
    *("wander", "wander_split", "perft", "plays", "plays_split"),
)


@dataclass(frozen=True)
class Program:
    """A game as LLVM IR. text: the module. dots: how many numbers they take, behind those of modifiers."""

    layout: Layout
    text: str
    dots: int


def emit(automaton: Automaton, limits: Limits = DEFAULT_LIMITS) -> Program:
    """Write the code of a game."""
    whole = View(passed(automaton, WHOLE_MOVES), "")
    split = View(passed(automaton, PASSES), "split.")
    layout = whole.layout(whole.needs_bytes or split.needs_bytes)
    code = Code(layout, limits, automaton.description.file)
    has_dots = bool(split.automaton.dots)
    if not has_dots:
        split = whole
    regions, parts = (Regions(code, view, PatternWriter(code, view)) for view in (whole, split))
    places = split.player_places
    moves = MoveWriter(regions)
    draws = DrawWriter(regions, moves)
    begins = [place for place in whole.player_places if kind_of(whole, place) == SWITCH]
    fast = [place for place in begins if draws.kept(whole.node(place)) <= MOST_KEPT]
    drawing = ", ptr %rng, ptr %out, ptr %drawn"
    texts = [
        by_place("countAt", "i64", "", "", whole.player_places, whole, moves.count),
        by_place("firstAt", "i1", "", "", whole.keeper_places, whole, AnyWriter(regions).first),
        by_place("randomAt", "i64", ", ptr %rng, ptr %out", ", ptr %rng, ptr %out", places, split,
                 AnyWriter(parts).random),
        actions_by_place("splitActionsAt", parts),
        actions_by_place("actionsAt", regions),
        DRAW,
        by_place("beginAt", "i64", drawing, drawing, fast, whole, draws.draw),
        ActWriter(code, split, parts.patterns).write(),
        nth_text(code),
    ]  # fmt: skip
    code.finish()
    head = [f"; {automaton.description.file}, compiled by Playtree", code.table_text(), place_tables(split),
            drawn_table(set(fast), split.place_count),
            code.numbers.functions()]  # fmt: skip
    exits = max((len(split.exits(split.node(place))) for place in places), default=1)
    numbers = constants(layout, limits, LOG_WORDS, max(exits, 1) * layout.vertices)
    shared = [entries_text(numbers), plays_text(numbers), walk_text(numbers, has_dots), REVERT]
    functions = marked(re.findall(r"^define .*?^}", "\n".join((*shared, *texts, *code.functions.values())), FUNCTION))
    declared = re.findall(r"^declare .*$", "\n".join(shared), re.MULTILINE)
    text = "\n".join((*head, *declared, *functions))
    return Program(layout, text, split.place_count - len(split.automaton.modifiers))


def by_place(
    name: str, result: str, parameters: str, arguments: str, places: Iterable[int], view: View,
    function: Callable[[int], str],
) -> str:  # fmt: skip
    """A function that goes to the one over the region at the place of the state."""
    body = Body(f"{result} @{name}(ptr %s{parameters})")
    place = body.load(body.at("%s", PLACE))
    cell = body.load(body.at("%s", CELL))
    nodes: dict[int, list[int]] = {}
    for each in places:
        nodes.setdefault(view.node(each), []).append(each)
    labels = {node: body.label("at") for node in nodes}
    cases = " ".join(f"i64 {each}, label %{labels[node]}" for node, group in nodes.items() for each in group)
    body.do(f"switch i64 {place}, label %nowhere [ {cases} ]")
    for node, label in labels.items():
        body.begin(label)
        call = f"call {result} {function(node)}(ptr %s, i64 {cell}, i64 0{arguments})"
        if result == "void":
            body.do(call)
            body.do("ret void")
        else:
            body.do(f"ret {result} {body.let(call)}")
    body.begin("nowhere")
    body.do({"void": "ret void", "i1": "ret i1 false"}.get(result, "ret i64 0"))
    return body.text()


def actions_by_place(name: str, regions: Regions) -> str:
    """A function that writes the single actions at the place of the state."""
    more = ", ptr %out, i64 %capacity"
    view = regions.view
    return by_place(name, "i64", more, more, view.player_places, view, lambda node: actions_of(regions, node))


def actions_of(regions: Regions, node: int) -> str:
    """The function that writes the single actions of a region."""
    name = f"{regions.view.name}actions{node}"

    def write() -> str:
        head = f"i64 @{name}(ptr %s, i64 %cell, i64 %depth, ptr %out, i64 %capacity)"
        region = regions.begin(head, node, "i64 0")
        body = region.body
        count = body.alloca("i64")
        body.store(0, count)
        for end in region.ends:
            for cell in region.changes.each(end.cells):
                number = body.load(count)
                write_it, onward = body.label("write"), body.label("onward")
                body.branch(body.compare("slt", number, "%capacity"), write_it, onward)
                body.begin(write_it)
                write_action(body, "%out", number, end.exit.place, cell)
                body.go(onward)
                body.begin(onward)
                body.store(body.add(number, 1), count)
        body.do(f"ret i64 {body.load(count)}")
        return body.text()

    return regions.code.function(name, write)


def nth_text(code: Code) -> str:
    """The function that finds the member of a set by its number."""
    body = Body(f"i64 @nth({code.set_kind} %cells, i64 %number)")
    number = "%number"
    for word in range(code.layout.set_words):
        part = code.numbers.word(body, "%cells", word)
        if word + 1 < code.layout.set_words:
            size = body.let(f"call i64 @llvm.ctpop.i64(i64 {part})")
            here, onward = body.label("here"), body.label("onward")
            body.branch(body.compare("slt", number, size), here, onward)
            body.begin(here)
            body.do(f"ret i64 {body.add(body.let(f'call i64 @nthBit(i64 {part}, i64 {number})'), 64 * word)}")
            body.begin(onward)
            number = body.let(f"sub i64 {number}, {size}")
        else:
            body.do(f"ret i64 {body.add(body.let(f'call i64 @nthBit(i64 {part}, i64 {number})'), 64 * word)}")
    return body.text()


def place_tables(view: View) -> str:
    """For hashes: the node of each place, and a mask that drops the vertex where it does not matter."""
    size = view.place_count + 1
    places = range(size)
    nodes = ", ".join(f"i64 {view.node(place)}" for place in places)
    kinds = ", ".join(f"i8 {kind_of(view, place)}" for place in places)
    masks = ", ".join(f"i64 {0 if forgets_vertex(view, view.node(place)) else -1}" for place in places)
    tables = {"nodeOf": ("i64", nodes), "cellCounts": ("i64", masks), "kinds": ("i8", kinds)}
    return "\n".join(
        f"@{name} = private constant [{size} x {kind}] [{values}]" for name, (kind, values) in tables.items()
    )


def kind_of(view: View, place: int) -> int:
    modifiers = view.automaton.modifiers
    if place > len(modifiers):
        return DOT
    return SWITCH if place and isinstance(modifiers[place - 1].action, Switch) else MODIFIER
