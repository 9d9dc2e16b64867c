"""Native functions: made of Python functions, called by address.

A game is a table of addresses, so one compiled search serves every game. `native` turns a Python function over arrays
into a C function of one of the shapes below and returns its address; the functions named after the shapes call it.
A call costs 1.7 ns; against everything inlined a whole search lost 0-2 % on SameGame.

    shape     Python function                returns
    legal     (data, state, actions)         how many actions there are; those that fit are written
    apply     (data, state, action)          reward; changes the state
    status    (data, state)                  who moves, or OVER
    scores    (data, state, out)             nothing; writes one number per player
    key       (data, state)                  64-bit hash of the state
    canonical (data, state)                  the same for states that differ by a symmetry only
    code      (data, state, action)          64-bit name of the action, the same in other states
    prior     (data, state, action)          logarithm of an action's weight before anything is learned
    bound     (data, state)                  no continuation scores more
    features  (data, state, out)             how many numbers describe the state; those that fit are written
    sample    (data, state, rng)             one random action, or NONE
    narrow    (data, state, actions)         how many of these actions cannot wait; they are put in front
    choose    (data, state, actions, rng)    which of these actions a simulation plays
    playout   (data, state, policy, memory, rng, gained, line, counters)
                                             score from here to the end; uses up the state
    offered   (data, state, guide, moves, actions, codes, priors)
                                             how many actions a guided playout may choose from; those that fit are
                                             written, with their names and weights before anything is learned
    guided    (data, state, guide, moves, keys, values, rng, codes, weights, priors, ends, chosen, line, scratch,
               counters)
                                             score from here to the end by a learned policy; uses up the state

`data` is int64[data[0]], the constants of the game, and `state` uint64[data[1]]. Interpreted, an address is a number
that stands for the Python function itself.
"""

import linecache
from collections.abc import Callable
from functools import partial
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.core.ccallback import CFunc
from numba.extending import intrinsic

from playtree.compiled.cache import KernelCache
from playtree.compiled.decorator import INTERPRETED, OPTIONS

ABSENT = 0
NONE = -1
OVER = -1

DATA_LENGTH, STATE_LENGTH = 0, 1  # places in `data`
POLICY_NUMBERS, MEMORY_NUMBERS, COUNTERS = 16, 64, 5  # lengths of a playout's arrays
LINE_LENGTH, STATES_SEEN, TOO_MANY_ACTIONS, END_BONUS, CUT_SHORT = range(5)  # places in `counters`

SCRATCH_WORDS = 1024  # of a guided playout

_WORDS, _INTEGERS, _NUMBERS = types.CPointer(types.uint64), types.CPointer(types.int64), types.CPointer(types.float64)
_LONG, _WORD, _NUMBER = types.int64, types.uint64, types.float64
_GAME = "carray(data, (data[0],)), carray(state, (data[1],))"

# shape: C signature, C parameters, how the Python function is called, parameters passed with their length
SHAPES: dict[str, tuple[Any, str, str, frozenset[int]]] = {
    "legal": (
        _LONG(_INTEGERS, _WORDS, _INTEGERS, _LONG),
        "actions, capacity",
        "carray(actions, (capacity,))",
        frozenset({2}),
    ),
    "apply": (_NUMBER(_INTEGERS, _WORDS, _LONG), "action", "action", frozenset()),
    "status": (_LONG(_INTEGERS, _WORDS), "", "", frozenset()),
    "scores": (
        types.void(_INTEGERS, _WORDS, _NUMBERS, _LONG),
        "out, players",
        "carray(out, (players,))",
        frozenset({2}),
    ),
    # of games of several players, made of a user's functions
    "turn_apply": (_NUMBER(_INTEGERS, _WORDS, _LONG), "action", "action", frozenset()),
    "turn_scores": (
        types.void(_INTEGERS, _WORDS, _NUMBERS, _LONG),
        "out, players",
        "carray(out, (players,))",
        frozenset({2}),
    ),
    "player": (_LONG(_INTEGERS, _WORDS), "", "", frozenset()),
    "starts": (_LONG(_INTEGERS, _WORDS), "", "", frozenset()),
    "key": (_WORD(_INTEGERS, _WORDS), "", "", frozenset()),
    "canonical": (_WORD(_INTEGERS, _WORDS), "", "", frozenset()),
    "code": (_WORD(_INTEGERS, _WORDS, _LONG), "action", "action", frozenset()),
    "prior": (_NUMBER(_INTEGERS, _WORDS, _LONG), "action", "action", frozenset()),
    "bound": (_NUMBER(_INTEGERS, _WORDS), "", "", frozenset()),
    "features": (
        _LONG(_INTEGERS, _WORDS, _NUMBERS, _LONG),
        "out, room",
        "carray(out, (room,))",
        frozenset({2}),
    ),
    "sample": (_LONG(_INTEGERS, _WORDS, _WORDS), "rng", "carray(rng, (1,))", frozenset()),
    "narrow": (
        _LONG(_INTEGERS, _WORDS, _INTEGERS, _LONG),
        "actions, count",
        "carray(actions, (count,))",
        frozenset({2}),
    ),
    "choose": (
        _LONG(_INTEGERS, _WORDS, _INTEGERS, _LONG, _WORDS),
        "actions, count, rng",
        "carray(actions, (count,)), carray(rng, (1,))",
        frozenset({2}),
    ),
    "playout": (
        _NUMBER(_INTEGERS, _WORDS, _NUMBERS, _NUMBERS, _WORDS, _NUMBER, _INTEGERS, _LONG, _INTEGERS),
        "policy, memory, rng, gained, line, capacity, counters",
        f"carray(policy, ({POLICY_NUMBERS},)), carray(memory, ({MEMORY_NUMBERS},)), carray(rng, (1,)), gained, "
        f"carray(line, (capacity,)), carray(counters, ({COUNTERS},))",
        frozenset({6}),
    ),
    "offered": (
        _LONG(_INTEGERS, _WORDS, _NUMBERS, _LONG, _INTEGERS, _LONG, _WORDS, _NUMBERS),
        "guide, moves, actions, capacity, codes, priors",
        f"carray(guide, ({POLICY_NUMBERS},)), moves, carray(actions, (capacity,)), carray(codes, (capacity,)), "
        "carray(priors, (capacity,))",
        frozenset({4}),
    ),
    "guided": (
        _NUMBER(
            _INTEGERS,
            _WORDS,
            _NUMBERS,
            _LONG,
            _WORDS,
            _LONG,
            _NUMBERS,
            _WORDS,
            _WORDS,
            _LONG,
            _NUMBERS,
            _NUMBERS,
            _INTEGERS,
            _LONG,
            _INTEGERS,
            _INTEGERS,
            _WORDS,
            _INTEGERS,
        ),
        "guide, moves, keys, places, values, rng, codes, room, weights, priors, ends, longest, chosen, line, scratch, "
        "counters",
        f"carray(guide, ({POLICY_NUMBERS},)), moves, carray(keys, (places,)), carray(values, (places,)), "
        "carray(rng, (1,)), carray(codes, (room,)), carray(weights, (room,)), carray(priors, (room,)), "
        "carray(ends, (longest,)), carray(chosen, (longest,)), carray(line, (longest,)), "
        f"carray(scratch, ({SCRATCH_WORDS},)), carray(counters, ({COUNTERS},))",
        frozenset({4, 7, 10}),
    ),
}

_interpreted: list[Callable[..., Any]] = [lambda: None]  # address 0 stands for no function
_kept: dict[int, Any] = {}  # compiled functions live as long as their addresses may be called


def native(shape: str, name: str, function: Callable[..., Any], kind: type | None = None) -> int:
    """The address of a C function of this shape that calls `function`; `name` is its name in the cache.

    With `kind`, the function takes a value of that component type before everything else.
    """
    if INTERPRETED:
        _interpreted.append(function if kind is None else partial(function, kind()))
        return len(_interpreted) - 1
    wrapper = _wrapped(shape, name, function, _GAME if kind is None else f"kind(), {_GAME}", {"kind": kind})
    return _registered(wrapper)


def _wrapped(shape: str, name: str, function: Callable[..., Any], game: str, names: dict[str, Any]) -> Any:
    """Compile `function` behind the C signature of `shape`; `game` spells its first arguments, in terms of `names`."""
    signature, parameters, arguments, _ = SHAPES[shape]
    head = ", ".join(filter(None, ["data, state", parameters]))
    source = f"def {shape}({head}):\n    return function({', '.join(filter(None, [game, arguments]))})\n"
    file = f"<native {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    space: dict[str, Any] = {"function": function, "carray": numba.carray, "__name__": __name__, **names}
    exec(compile(source, file, "exec"), space)
    space[shape].__qualname__ = f"{name}.{shape}"  # code from the cache is linked by name, so each needs its own
    wrapper = CFunc(space[shape], (signature.args, signature.return_type), {}, dict(OPTIONS))
    wrapper._cache = KernelCache(f"{name}.{shape}", [__name__, *_modules_of(function, *names.values())])
    wrapper.compile()
    return wrapper


def _modules_of(*callees: Any) -> list[str]:
    """The modules that the functions and types stand in."""
    return [getattr(callee, "py_func", callee).__module__ for callee in callees if callee is not None]


def _registered(wrapper: Any) -> int:
    """Keep a compiled C function alive and return its address."""
    _kept[wrapper.address] = wrapper
    return int(wrapper.address)


if INTERPRETED:

    def interpreted_call(address: int, *arguments: Any) -> Any:
        """Call the Python function that an address stands for."""
        return _interpreted[address](*arguments)

    def _called(shape: str) -> Callable[..., Any]:
        return interpreted_call

    legal, apply, status, scores = _called("legal"), _called("apply"), _called("status"), _called("scores")
    key, code, prior, bound = _called("key"), _called("code"), _called("prior"), _called("bound")
    sample, playout = _called("sample"), _called("playout")
    offered, guided = _called("offered"), _called("guided")
    features, canonical = _called("features"), _called("canonical")
    narrow, choose = _called("narrow"), _called("choose")
else:

    def _caller(shape: str) -> Callable[..., Any]:
        signature, _, _, with_length = SHAPES[shape]
        return call_of(signature, with_length)

    def call_of(signature: Any, with_length: frozenset[int]) -> Callable[..., Any]:
        """Generate the call of a native function: arrays as pointers, some followed by their length."""
        from numba.np.arrayobj import make_array

        def generate(context: Any, builder: Any, call: Any, arguments: Any) -> Any:
            values = []
            for index, (kind, value) in enumerate(zip(call.args[1:], arguments[1:], strict=True)):
                if not isinstance(kind, types.Array):
                    values.append(value)
                    continue
                array = make_array(kind)(context, builder, value)
                values.append(array.data)
                if index in with_length:
                    values.append(builder.extract_value(array.shape, 0))
            result = context.get_value_type(signature.return_type)
            if signature.return_type is types.void:
                result = ir.VoidType()
            kind = ir.FunctionType(result, [value.type for value in values])
            returned = builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), values)
            return context.get_dummy_value() if signature.return_type is types.void else returned

        return generate

    @intrinsic
    def legal(context: Any, address: Any, data: Any, state: Any, actions: Any) -> Any:
        return types.int64(address, data, state, actions), _caller("legal")

    @intrinsic
    def apply(context: Any, address: Any, data: Any, state: Any, action: Any) -> Any:
        return types.float64(address, data, state, types.int64), _caller("apply")

    @intrinsic
    def status(context: Any, address: Any, data: Any, state: Any) -> Any:
        return types.int64(address, data, state), _caller("status")

    @intrinsic
    def scores(context: Any, address: Any, data: Any, state: Any, out: Any) -> Any:
        return types.void(address, data, state, out), _caller("scores")

    @intrinsic
    def key(context: Any, address: Any, data: Any, state: Any) -> Any:
        return types.uint64(address, data, state), _caller("key")

    @intrinsic
    def canonical(context: Any, address: Any, data: Any, state: Any) -> Any:
        return types.uint64(address, data, state), _caller("canonical")

    @intrinsic
    def code(context: Any, address: Any, data: Any, state: Any, action: Any) -> Any:
        return types.uint64(address, data, state, types.int64), _caller("code")

    @intrinsic
    def prior(context: Any, address: Any, data: Any, state: Any, action: Any) -> Any:
        return types.float64(address, data, state, types.int64), _caller("prior")

    @intrinsic
    def bound(context: Any, address: Any, data: Any, state: Any) -> Any:
        return types.float64(address, data, state), _caller("bound")

    @intrinsic
    def features(context: Any, address: Any, data: Any, state: Any, out: Any) -> Any:
        return types.int64(address, data, state, out), _caller("features")

    @intrinsic
    def sample(context: Any, address: Any, data: Any, state: Any, rng: Any) -> Any:
        return types.int64(address, data, state, rng), _caller("sample")

    @intrinsic
    def narrow(context: Any, address: Any, data: Any, state: Any, actions: Any) -> Any:
        return types.int64(address, data, state, actions), _caller("narrow")

    @intrinsic
    def choose(context: Any, address: Any, data: Any, state: Any, actions: Any, rng: Any) -> Any:
        return types.int64(address, data, state, actions, rng), _caller("choose")

    @intrinsic
    def playout(
        context: Any, address: Any, data: Any, state: Any, policy: Any, memory: Any, rng: Any, gained: Any, line: Any,
        counters: Any,
    ) -> Any:  # fmt: skip
        return (
            types.float64(address, data, state, policy, memory, rng, types.float64, line, counters),
            _caller("playout"),
        )

    @intrinsic
    def offered(
        context: Any, address: Any, data: Any, state: Any, guide: Any, moves: Any, actions: Any, codes: Any, priors: Any
    ) -> Any:
        return types.int64(address, data, state, guide, types.int64, actions, codes, priors), _caller("offered")

    @intrinsic
    def guided(
        context: Any, address: Any, data: Any, state: Any, guide: Any, moves: Any, keys: Any, values: Any, rng: Any,
        codes: Any, weights: Any, priors: Any, ends: Any, chosen: Any, line: Any, scratch: Any, counters: Any,
    ) -> Any:  # fmt: skip
        return (
            types.float64(
                address, data, state, guide, types.int64, keys, values, rng, codes, weights, priors, ends, chosen,
                line, scratch, counters,
            ),
            _caller("guided"),
        )  # fmt: skip
