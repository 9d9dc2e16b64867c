"""Calls, by address, of what a game of several players offers besides the functions of calls.py.

A move is one or more actions; its parts can be made one by one. `actions` and all lists of moves are int32.

    function    arguments                           returns
    count_moves (data, state)                       how many moves there are; 0 when the game is over
    move        (data, state, number, out)          length of the move of this number, written to `out`
    moves       (data, state, out)                  numbers used: for each move its length, then its actions
    semimoves   (data, state, out)                  the same for parts of moves up to the first split point
    actions     (data, state, out)                  how many single actions there are; written to `out`
    play        (data, state, actions)              nothing; makes the actions and then the game's own moves
    do          (data, state, action, log)          nothing; makes one action, `log` keeps what it changed: int64[LOG],
                                                    or as many as the game's table says
    undo        (data, state, log)                  nothing; takes that action back
    complete    (data, state, rng, out)             length of a random way to the end of the move, made; 0 if none
    wander      (data, state, rng, line, counters)  nothing; plays to the end, all actions written to `line`

What is written is written only as far as it fits; `moves` and `semimoves` with a buffer too small leave moves out, and
return how many numbers all of them need.
"""

from typing import Any

from numba.core import types
from numba.extending import intrinsic

from playtree.compiled import calls
from playtree.compiled.decorator import INTERPRETED

LOG = 24  # words that the record of an action needs
MOVES_MADE, ACTIONS_MADE = 0, 1  # places in the counters of `wander`
CELL_BITS = 16  # an action is modifier << CELL_BITS | vertex

_LONG, _NUMBERS = types.int64, types.CPointer(types.int32)
_INTEGERS, _WORDS = types.CPointer(types.int64), types.CPointer(types.uint64)

# C signature, C parameters, how the Python function is called, parameters passed with their length
calls.SHAPES.update(
    {
        "count_moves": (_LONG(_INTEGERS, _WORDS), "", "", frozenset()),
        "move": (
            _LONG(_INTEGERS, _WORDS, _LONG, _NUMBERS, _LONG),
            "number, out, room",
            "number, carray(out, (room,))",
            frozenset({3}),
        ),
        **dict.fromkeys(
            ("moves", "actions"),
            (_LONG(_INTEGERS, _WORDS, _NUMBERS, _LONG), "out, room", "carray(out, (room,))", frozenset({2})),
        ),
        "play": (
            types.void(_INTEGERS, _WORDS, _NUMBERS, _LONG),
            "made, length",
            "carray(made, (length,))",
            frozenset({2}),
        ),
        "do": (
            types.void(_INTEGERS, _WORDS, _LONG, _INTEGERS),
            "action, log",
            "action, carray(log, (data[1],))",
            frozenset(),
        ),
        "undo": (types.void(_INTEGERS, _WORDS, _INTEGERS), "log", "carray(log, (data[1],))", frozenset()),
        "complete": (
            _LONG(_INTEGERS, _WORDS, _WORDS, _NUMBERS, _LONG),
            "rng, out, room",
            "carray(rng, (1,)), carray(out, (room,))",
            frozenset({3}),
        ),
        **dict.fromkeys(
            ("wander", "wander_split"),
            (
                types.void(_INTEGERS, _WORDS, _WORDS, _NUMBERS, _LONG, _INTEGERS),
                "rng, line, room, counters",
                "carray(rng, (1,)), carray(line, (room,)), carray(counters, (4,))",
                frozenset({3}),
            ),
        ),
    }
)

if INTERPRETED:
    count_moves = move = moves = semimoves = actions = play = do = undo = complete = wander = calls.interpreted_call
else:

    @intrinsic
    def count_moves(context: Any, address: Any, data: Any, state: Any) -> Any:
        signature = _LONG(address, data, state)
        return signature, calls.call_of(_LONG(), frozenset())

    @intrinsic
    def move(context: Any, address: Any, data: Any, state: Any, number: Any, out: Any) -> Any:
        return _LONG(address, data, state, _LONG, out), calls.call_of(_LONG(), frozenset({3}))

    @intrinsic
    def moves(context: Any, address: Any, data: Any, state: Any, out: Any) -> Any:
        return _LONG(address, data, state, out), calls.call_of(_LONG(), frozenset({2}))

    @intrinsic
    def semimoves(context: Any, address: Any, data: Any, state: Any, out: Any) -> Any:
        return _LONG(address, data, state, out), calls.call_of(_LONG(), frozenset({2}))

    @intrinsic
    def actions(context: Any, address: Any, data: Any, state: Any, out: Any) -> Any:
        return _LONG(address, data, state, out), calls.call_of(_LONG(), frozenset({2}))

    @intrinsic
    def play(context: Any, address: Any, data: Any, state: Any, made: Any) -> Any:
        return types.void(address, data, state, made), calls.call_of(types.void(), frozenset({2}))

    @intrinsic
    def do(context: Any, address: Any, data: Any, state: Any, action: Any, log: Any) -> Any:
        return types.void(address, data, state, _LONG, log), calls.call_of(types.void(), frozenset())

    @intrinsic
    def undo(context: Any, address: Any, data: Any, state: Any, log: Any) -> Any:
        return types.void(address, data, state, log), calls.call_of(types.void(), frozenset())

    @intrinsic
    def complete(context: Any, address: Any, data: Any, state: Any, rng: Any, out: Any) -> Any:
        return _LONG(address, data, state, rng, out), calls.call_of(_LONG(), frozenset({3}))

    @intrinsic
    def wander(context: Any, address: Any, data: Any, state: Any, rng: Any, line: Any, counters: Any) -> Any:
        return types.void(address, data, state, rng, line, counters), calls.call_of(types.void(), frozenset({3}))
