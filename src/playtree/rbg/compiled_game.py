"""A game compiled to native code, called from Python. Searches call the same functions by address.

States are arrays of words (layout.py) that functions change in place. A move is the same as for the interpreter, pairs
of the number of a modifier and the vertex from 1; natively each pair is one number, modifier << 16 | vertex from 0.
"""

import ctypes
import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.cache import read_entry, write_entry
from playtree.compiled.sources import digest_of
from playtree.errors import InputError
from playtree.rbg.actions import KEEPER, Switch
from playtree.rbg.automaton import Automaton, build_automaton
from playtree.rbg.emit import Program, emit
from playtree.rbg.emit_act import LOG_WORDS
from playtree.rbg.emit_moves import CELL_BITS
from playtree.rbg.interpreter import Interpreter, Move, Position
from playtree.rbg.layout import FAULT, FAULTS, PLAYER, Layout, Words
from playtree.rbg.limits import DEFAULT_LIMITS, Limits
from playtree.rbg.native import Native, compile_object, load_object
from playtree.rbg.reading import read_rules
from playtree.rbg.splitting import STRATEGIES, split_rules

MOST_MODIFIERS = (1 << 31 - CELL_BITS) - 1

_LONG, _POINTER, _DOUBLE = ctypes.c_int64, ctypes.c_void_p, ctypes.c_double
_SHAPES: dict[str, tuple[Any, ...]] = {  # result, then parameters behind data and state
    "begin": (None,),
    "count_moves": (_LONG,),
    "apply": (_DOUBLE, _LONG),
    "status": (_LONG,),
    "key": (ctypes.c_uint64,),
    "move": (_LONG, _LONG, _POINTER, _LONG),
    "moves": (_LONG, _POINTER, _LONG),
    "semimoves": (_LONG, _POINTER, _LONG),
    "actions": (_LONG, _POINTER, _LONG),
    "play": (None, _POINTER, _LONG),
    "do": (None, _LONG, _POINTER),
    "undo": (None, _POINTER),
    "complete": (_LONG, _POINTER, _POINTER, _LONG),
    "wander": (None, _POINTER, _POINTER, _LONG, _POINTER),
    "wander_split": (None, _POINTER, _POINTER, _LONG, _POINTER),
    "perft": (_LONG, _LONG),
    "plays": (None, _POINTER, _LONG, _POINTER),
    "plays_split": (None, _POINTER, _LONG, _POINTER),
}


@dataclass(frozen=True)
class Facts:
    """What is kept beside the machine code. initial: the state before the keeper's first move."""

    file: str
    vertices: int
    slots: int
    pieces: int
    has_bytes: bool
    players: tuple[str, ...]
    bounds: tuple[int, ...]
    initial: tuple[int, ...]
    dots: int

    @property
    def layout(self) -> Layout:
        return Layout(self.vertices, self.slots, self.pieces, self.has_bytes)


@dataclass(frozen=True)
class CompiledGame:
    """text: the rules. split: the strategy that splits moves. seconds: what it took to compile or load."""

    text: str
    file: str
    limits: Limits
    split: str
    facts: Facts
    native: Native
    seconds: float
    was_cached: bool

    @cached_property
    def automaton(self) -> Automaton:
        """The automaton of the rules, without what a strategy adds."""
        return build_automaton(read_rules(self.text, self.file, self.limits))

    @property
    def layout(self) -> Layout:
        return self.facts.layout

    @cached_property
    def functions(self) -> dict[str, Any]:
        made = {}
        for name, (result, *rest) in _SHAPES.items():
            shape = ctypes.CFUNCTYPE(result, _POINTER, _POINTER, *rest)
            made[name] = shape(self.native.addresses[name])
        return made

    def call(self, name: str, state: Words, *arguments: Any) -> Any:
        """Call a native function; an error if it hit a limit."""
        passed = [each.ctypes.data if isinstance(each, np.ndarray) else each for each in arguments]
        result = self.functions[name](None, state.ctypes.data, *passed)
        self.check(state)
        return result

    def check(self, state: Words) -> None:
        """Raise the error of a limit that was hit on the way to a state."""
        if state[FAULT]:
            raise limit_error(int(state[FAULT]), self.file, self.limits)

    def start(self) -> Words:
        """The state in which a player is to move for the first time."""
        state = np.array(self.facts.initial, np.uint64)
        self.call("begin", state)
        return state

    def count(self, state: Words) -> int:
        """How many moves there are."""
        return int(self.call("count_moves", state))

    def moves(self, state: Words) -> list[Move]:
        """All moves, in order; none if the game is over."""
        return self.lists("moves", state)

    def semimoves(self, state: Words) -> list[Move]:
        """All parts of moves from here to the first dot or switch. A dot counts as a modifier behind the last one."""
        return self.lists("semimoves", state)

    def lists(self, name: str, state: Words) -> list[Move]:
        used = int(self.call(name, state, np.empty(1, np.int32), 0))
        out = np.empty(max(used, 1), np.int32)
        self.call(name, state, out, used)
        found, place = [], 0
        while place < used:
            length = int(out[place])
            found.append(decoded(out[place + 1 : place + 1 + length]))
            place += 1 + length
        return found

    def actions(self, state: Words) -> list[tuple[int, int]]:
        """The single actions from here: split at modifiers and dots."""
        count = int(self.call("actions", state, np.empty(1, np.int32), 0))
        out = np.empty(max(count, 1), np.int32)
        self.call("actions", state, out, count)
        return list(decoded(out[:count]))

    def play(self, state: Words, move: Sequence[tuple[int, int]]) -> None:
        """Make a move or a part of one, which must be possible, and then the moves of the keeper. Changes `state`."""
        self.call("play", state, encoded(move), len(move))

    def do(self, state: Words, action: tuple[int, int]) -> NDArray[np.int64]:
        """Make one action, without the keeper; what is returned can be given to `undo`. Changes `state`."""
        log = np.zeros(LOG_WORDS, np.int64)
        self.call("do", state, int(encoded([action])[0]), log)
        return log

    def undo(self, state: Words, log: NDArray[np.int64]) -> None:
        """Take back the last action. Changes `state`."""
        self.call("undo", state, log)

    def perft(self, state: Words, depth: int) -> int:
        """The number of sequences of `depth` moves."""
        return int(self.call("perft", state, depth)) if depth else 1

    def player(self, state: Words) -> int:
        """Who is to move, from 1; 0 if the keeper could not go on."""
        return int(state[PLAYER])

    def is_over(self, state: Words) -> bool:
        return self.player(state) == KEEPER or self.count(state) == 0

    def scores(self, state: Words) -> tuple[int, ...]:
        return self.layout.values_of(state)[: len(self.facts.players)]

    @property
    def bounds(self) -> tuple[int, ...]:
        """The highest score of each player."""
        return self.facts.bounds[: len(self.facts.players)]

    @cached_property
    def dots(self) -> int:
        """The first number of an action that changes nothing."""
        return len(self.automaton.modifiers) + 1

    @property
    def most_moves(self) -> int:
        return self.limits.play_moves

    @property
    def longest_move(self) -> int:
        return self.limits.move_length + 2

    @cached_property
    def ends_move(self) -> NDArray[np.bool_]:
        """Whether a move ends with the action of a number; number 0 is the start of the game, the last are dots."""
        switches = [isinstance(edge.action, Switch) for edge in self.automaton.modifiers]
        return np.array([True, *switches, *([False] * self.facts.dots)])

    def numbered(self, state: Words, number: int) -> Move:
        """The move of this number, in the order of `moves`."""
        out = np.empty(64, np.int32)
        length = int(self.call("move", state, number, out, len(out)))
        if length > len(out):
            out = np.empty(length, np.int32)
            length = int(self.call("move", state, number, out, length))
        return decoded(out[:length])

    def completed(self, state: Words, rng: Words) -> NDArray[np.int32]:
        """A random way to the end of the move, as native numbers. Changes `state` and `rng`."""
        out = np.empty(self.longest_move, np.int32)
        return out[: int(self.call("complete", state, rng, out, len(out)))]

    def play_encoded(self, state: Words, actions: NDArray[np.int32]) -> None:
        """`play` by native numbers. Changes `state`."""
        self.call("play", state, actions, len(actions))

    def is_legal(self, state: Words, move: Sequence[tuple[int, int]]) -> bool:
        """Whether this is a whole legal move here, looked up action by action. Any numbers may be asked about."""
        if self.is_over(state) or not 0 < len(move) <= self.limits.move_length:
            return False
        if not all(0 < index < len(self.ends_move) for index, _ in move) or not self.ends_move[move[-1][0]]:
            return False
        after = state.copy()
        for place, action in enumerate(move, 1):
            if action not in self.actions(after) or (self.ends_move[action[0]] and place < len(move)):
                return False
            self.do(after, action)
        return True

    def encoded(self, move: Sequence[tuple[int, int]]) -> NDArray[np.int32]:
        """A move as native functions take it."""
        return encoded(move)

    def decoded(self, actions: NDArray[np.int32]) -> Move:
        return decoded(actions)

    def fault(self, state: Words) -> Exception:
        """The error of the limit that was hit on the way to a state."""
        return limit_error(int(state[FAULT]), self.file, self.limits)

    def endless(self, name: str) -> Exception:
        """The error for a play with too many moves."""
        return self.limits.exceeded("play_moves", f"{name}: a play does not end")


def encoded(move: Sequence[tuple[int, int]]) -> NDArray[np.int32]:
    """A move as native functions take it."""
    return np.array([index << CELL_BITS | vertex - 1 for index, vertex in move], np.int32)


def decoded(actions: NDArray[np.int32]) -> Move:
    return tuple((int(each) >> CELL_BITS, (int(each) & (1 << CELL_BITS) - 1) + 1) for each in actions)


def limit_error(fault: int, file: str, limits: Limits) -> Exception:
    """The error for a limit by its number in a state."""
    name = FAULTS[fault]
    words = {
        "search_steps": "the search for moves takes too long",
        "move_length": "a move, or the way through a pattern, has too many modifiers",
        "keeper_moves": "the keeper moves on and on",
        "play_moves": "a play does not end",
        "moves": "a position has too many moves",
    }
    return limits.exceeded(name, f"{file}: {words[name]}")


def compile_game(text: str, file: str = "rules", limits: Limits = DEFAULT_LIMITS, split: str = "Mod") -> CompiledGame:
    """Compile the rules of a game, or load what was compiled before."""
    begin = time.perf_counter()
    name = entry_name(text, file, limits, split)
    stored = read_entry(name)
    if stored is None:
        facts, content = compiled_parts(text, file, limits, split)
        head = json.dumps(asdict(facts)).encode()
        write_entry(name, len(head).to_bytes(8, "little") + head + content)
    else:
        size = int.from_bytes(stored[:8], "little")
        facts, content = facts_from(json.loads(stored[8 : 8 + size])), stored[8 + size :]
    native = load_object(content)
    seconds = time.perf_counter() - begin
    return CompiledGame(text, file, limits, split, facts, native, seconds, stored is not None)


def entry_name(text: str, file: str, limits: Limits, split: str) -> str:
    """The name under which machine code is kept, in the folder of the versions and the processor."""
    described = repr((text, file, limits, split))
    return f"rbg-{hashlib.sha256(described.encode()).hexdigest()[:32]}-{digest_of([__name__])}.bin"


def facts_from(data: dict[str, Any]) -> Facts:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return Facts(**values)


def compiled_parts(text: str, file: str, limits: Limits, split: str) -> tuple[Facts, bytes]:
    """Facts and machine code of a game."""
    automaton, program = program_of(text, file, limits, split)
    game, layout = automaton.description, program.layout
    interpreter = Interpreter(automaton, limits)
    initial = layout.encode(Position(interpreter.initial_world(), 0, KEEPER, automaton.main.start))
    facts = Facts(
        file=game.file,
        vertices=layout.vertices,
        slots=layout.slots,
        pieces=layout.pieces,
        has_bytes=layout.has_bytes,
        players=game.players,
        bounds=tuple(game.bounds[name] for name in game.slots),
        initial=tuple(int(word) for word in initial),
        dots=program.dots,
    )
    return facts, compile_object(program.text)


def program_of(text: str, file: str, limits: Limits, split: str) -> tuple[Automaton, Program]:
    """The automaton of a game and its code in LLVM IR."""
    if split not in STRATEGIES:
        raise InputError(f"unknown split strategy '{split}'; expected one of: {', '.join(STRATEGIES)}")
    automaton = build_automaton(split_rules(read_rules(text, file, limits), split))
    game = automaton.description
    if len(game.board) > limits.compiled_vertices:
        raise limits.exceeded("compiled_vertices", f"{file}: the board has {len(game.board)} vertices")
    if len(automaton.edges) > limits.compiled_nodes:
        raise limits.exceeded("compiled_nodes", f"{file}: the automaton has {len(automaton.edges)} nodes")
    if len(automaton.modifiers) > MOST_MODIFIERS:
        raise InputError(
            f"{file}: found {len(automaton.modifiers)} modifiers; compiled games have {MOST_MODIFIERS} at most"
        )
    return automaton, emit(automaton, limits)
