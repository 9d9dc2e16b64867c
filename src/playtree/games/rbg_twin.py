"""The slow twin of a compiled board game: the same functions by the interpreter, for kernels that run interpreted.

Moves come in the same order, and the keeper makes the same choices, as in compiled code; so results are equal.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.calls import NONE, OVER
from playtree.compiled.hashing import mixed
from playtree.compiled.random import below
from playtree.rbg.actions import KEEPER, MODIFIERS, Dot, Switch
from playtree.rbg.automaton import Automaton
from playtree.rbg.compiled_game import encoded
from playtree.rbg.emit_moves import CELL_BITS
from playtree.rbg.interpreter import Interpreter, Move, Position, Walker
from playtree.rbg.layout import PLACE, PLAYER, Layout, Words, position_of
from playtree.rbg.limits import Limits

Numbers = NDArray[Any]


class Twin:
    """automaton: that of the rules, with the dots of a split strategy."""

    def __init__(self, automaton: Automaton, layout: Layout, limits: Limits) -> None:
        self.automaton, self.layout, self.limits = automaton, layout, limits
        self.player = Interpreter(automaton, limits, lowest=True)

    def position(self, state: Words) -> Position:
        return position_of(state, self.layout, self.automaton)

    def start(self) -> Words:
        """The state in which a player is to move for the first time."""
        state = np.zeros(self.layout.words, np.uint64)
        self.settle(state, Position(self.player.initial_world(), 0, KEEPER, self.automaton.main.start), 0)
        return state

    def moves_of(self, state: Words) -> list[Move]:
        """All moves, in order."""
        return sorted(self.player.moves(self.position(state)))

    def settle(self, state: Words, position: Position, place: int) -> None:
        """Write a position into a state and let the keeper move. Changes `state`."""
        made = 0
        self.player.steps = 0
        while position.player == KEEPER:
            step = min(self.player.search(position), key=lambda each: each[0], default=None)
            if step is None:
                break
            place, position = step[0][-1][0], step[1]
            made += 1
            if made > self.limits.keeper_moves:
                raise self.player.too_much("keeper_moves", "the keeper moves on and on")
        state[:] = self.layout.encode(position)
        state[PLACE] = place

    def make(self, state: Words, move: Move) -> None:
        """Make a whole move. Changes `state`."""
        position = self.position(state)
        reached = dict(self.player.search(position))[move]
        self.settle(state, reached, move[-1][0])

    def legal(self, data: Any, state: Words, actions: Numbers) -> int:
        count = len(self.moves_of(state))
        if count <= len(actions):
            actions[:count] = np.arange(count)
        return count

    def apply(self, data: Any, state: Words, action: int) -> float:
        self.make(state, self.moves_of(state)[action])
        return 0.0

    def status(self, data: Any, state: Words) -> int:
        return int(state[PLAYER]) - 1 if self.moves_of(state) else OVER

    def scores(self, data: Any, state: Words, out: Numbers) -> None:
        out[:] = self.layout.values_of(state)[: len(out)]

    def code(self, data: Any, state: Words, action: int) -> Any:
        value = np.uint64(0)
        with np.errstate(over="ignore"):
            for each in encoded(self.moves_of(state)[action]):
                value = mixed(value, np.uint64(each))
        return value

    def sample(self, data: Any, state: Words, rng: Words) -> int:
        count = len(self.moves_of(state))
        return drawn(rng, count) if count else NONE

    def count_moves(self, data: Any, state: Words) -> int:
        return len(self.moves_of(state))

    def move(self, data: Any, state: Words, number: int, out: Numbers) -> int:
        actions = encoded(self.moves_of(state)[number])
        if len(actions) <= len(out):
            out[: len(actions)] = actions
        return len(actions)

    def moves(self, data: Any, state: Words, out: Numbers) -> int:
        return written(self.moves_of(state), out)

    def actions_of(self, state: Words) -> list[tuple[int, int]]:
        """Single actions, split at modifiers and dots."""
        position = self.position(state)
        if position.player == KEEPER:
            return []
        found = []
        begin = Walker(position.node, position.vertex, position.world, (), set())
        pending, seen = [begin], {(begin.node, begin.vertex)}
        while pending:
            walker = pending.pop()
            for following, index in self.ways(walker):
                if index:
                    found.append((index, following.vertex + 1))
                elif (following.node, following.vertex) not in seen:
                    seen.add((following.node, following.vertex))
                    pending.append(following)
        return sorted(found)

    def ways(self, walker: Walker) -> list[tuple[Walker, int]]:
        """The places one edge away, each with the number of the modifier or dot, 0 for others."""
        found = []
        for action, target in self.automaton.edges[walker.node]:
            following = self.player.follow(walker, action, target)
            if following is not None:
                found.append((following, action.index if isinstance(action, (*MODIFIERS, Dot)) else 0))
        return found

    def actions(self, data: Any, state: Words, out: Numbers) -> int:
        found = encoded(self.actions_of(state))
        out[: len(found)] = found[: len(out)]
        return len(found)

    def semimoves(self, data: Any, state: Words, out: Numbers) -> int:
        return written(self.parts_of(state), out)

    def parts_of(self, state: Words) -> list[Move]:
        found: list[Move] = []
        for action in self.actions_of(state):
            if action[0] > len(self.automaton.modifiers) or self.is_switch(action[0]):
                found.append((action,))
            else:
                after = state.copy()
                self.act(after, action)
                found += [(action, *rest) for rest in self.parts_of(after)]
        return found

    def is_switch(self, place: int) -> bool:
        modifiers = self.automaton.modifiers
        return place <= len(modifiers) and isinstance(modifiers[place - 1].action, Switch)

    def act(self, state: Words, action: tuple[int, int]) -> None:
        """Make one action. Changes `state`."""
        index, vertex = action
        position = self.position(state)
        begin = Walker(0, vertex - 1, position.world, (), set())
        player = position.player
        world = position.world
        if index <= len(self.automaton.modifiers):
            edge = self.automaton.modifiers[index - 1]
            following = self.player.follow(begin, edge.action, edge.target)
            assert following is not None
            world = following.world
            player = position.player if following.player is None else following.player
        state[:] = self.layout.encode(Position(world, vertex - 1, player, 0))
        state[PLACE] = index

    def play(self, data: Any, state: Words, actions: Numbers) -> None:
        for action in actions:
            self.act(state, (int(action) >> CELL_BITS, (int(action) & (1 << CELL_BITS) - 1) + 1))
        if state[PLAYER] == KEEPER:
            self.settle(state, self.position(state), int(state[PLACE]))

    def do(self, data: Any, state: Words, action: int, log: Numbers) -> None:
        before = state.copy()
        self.act(state, (int(action) >> CELL_BITS, (int(action) & (1 << CELL_BITS) - 1) + 1))
        changed = np.flatnonzero(before != state)
        log[0] = len(changed)
        log[1 : 1 + 2 * len(changed) : 2] = changed
        log[2 : 2 + 2 * len(changed) : 2] = before[changed].view(np.int64)

    def undo(self, data: Any, state: Words, log: Numbers) -> None:
        for place in range(int(log[0])):
            state[log[1 + 2 * place]] = np.int64(log[2 + 2 * place]).view(np.uint64)

    def complete(self, data: Any, state: Words, rng: Words, out: Numbers) -> int:
        found = self.way_at_random(state, rng)
        if found is None:
            return 0
        actions = encoded(found)
        out[: len(actions)] = actions[: len(out)]
        self.play(data, state, actions)
        return len(actions)

    def way_at_random(self, state: Words, rng: Words) -> Move | None:
        """A way to the end of the move, drawn action by action; None if there is none."""
        left = self.actions_of(state)
        while left:
            action = left.pop(drawn(rng, len(left)))
            after = state.copy()
            self.act(after, action)
            rest = () if self.is_switch(action[0]) else self.way_at_random(after, rng)
            if rest is not None:
                return (action, *rest)
        return None

    def wander(self, data: Any, state: Words, rng: Words, line: Numbers, counters: Numbers) -> None:
        made, used = 0, 0
        while moves := self.moves_of(state):
            actions = encoded(moves[drawn(rng, len(moves))])
            made, used = self.note(made, used, actions, line)
            self.play(data, state, actions)
        counters[0], counters[1] = made, used

    def wander_split(self, data: Any, state: Words, rng: Words, line: Numbers, counters: Numbers) -> None:
        made, used = 0, 0
        while (move := self.way_at_random(state, rng)) is not None:
            actions = encoded(move)
            made, used = self.note(made, used, actions, line)
            self.play(data, state, actions)
        counters[0], counters[1] = made, used

    def note(self, made: int, used: int, actions: Numbers, line: Numbers) -> tuple[int, int]:
        if made >= self.limits.play_moves:
            raise self.player.too_much("play_moves", "a play does not end")
        if used + len(actions) <= len(line):
            line[used : used + len(actions)] = actions
        return made + 1, used + len(actions)


def drawn(rng: Words, bound: int) -> int:
    """A random number below `bound`. Changes `rng`."""
    with np.errstate(over="ignore"):  # the words of the generator wrap around
        return int(below(rng, bound))


def written(moves: Sequence[Move], out: Numbers) -> int:
    """Write moves as far as they fit; how many numbers all need."""
    used = 0
    for move in moves:
        actions = encoded(move)
        if used + 1 + len(actions) <= len(out):
            out[used] = len(actions)
            out[used + 1 : used + 1 + len(actions)] = actions
        used += 1 + len(actions)
    return used
