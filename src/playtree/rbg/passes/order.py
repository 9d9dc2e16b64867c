"""What is done to an automaton before code is made of it, in this order; each pass keeps every move."""

from collections.abc import Callable
from contextlib import suppress

from playtree.rbg.automaton import Automaton
from playtree.rbg.passes.any_square import any_square
from playtree.rbg.passes.fixed_patterns import fixed_patterns
from playtree.rbg.passes.free_ways import TooManyWaysError
from playtree.rbg.passes.impossible import drop_impossible
from playtree.rbg.passes.merging import merge_blocks
from playtree.rbg.passes.plain_dots import no_dots, plain_dots
from playtree.rbg.passes.shift_tables import shift_tables

Pass = Callable[[Automaton], Automaton]

PASSES: tuple[Pass, ...] = (
    plain_dots,
    drop_impossible,
    merge_blocks,
    fixed_patterns,
    shift_tables,
    any_square,
    drop_impossible,
)
WHOLE_MOVES: tuple[Pass, ...] = (no_dots, *PASSES)  # where moves are not split


def passed(automaton: Automaton, passes: tuple[Pass, ...] = PASSES) -> Automaton:
    """The automaton after these passes."""
    for each in passes:
        with suppress(TooManyWaysError):
            automaton = each(automaton)
    return automaton
