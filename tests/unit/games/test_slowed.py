"""A handicap: every question to the rules is asked so many times, and the answers are the same."""

from typing import Any

import numpy as np
import pytest

from playtree.compiled import calls, turn_calls
from playtree.compiled.calls import native
from playtree.compiled.decorator import compiled
from playtree.games.slowed import FUNCTIONS, slowed
from playtree.games.turns import TurnTable
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.recipes import configuration_of
from tests.unit.search.test_versus import game

COUNT = 2  # place in `data` where the functions below count how often they are asked


# Functions of a game with one word of state: they count, and change all that they may.


@compiled
def counted(data, state):
    data[COUNT] += 1
    state[0] += np.uint64(1)
    return state[0]


@compiled
def with_number(data, state, number):
    return np.float64(counted(data, state)) + number


@compiled
def with_list(data, state, out):
    out[0] = counted(data, state)
    return out[0]


@compiled
def with_actions(data, state, made):
    counted(data, state)


@compiled
def with_number_and_list(data, state, number, out):
    out[0] = number + counted(data, state)
    return out[0]


@compiled
def with_log(data, state, action, log):
    log[0] = action + np.int64(counted(data, state))


@compiled
def with_random(data, state, rng, out):
    rng[0] += counted(data, state)
    out[0] = rng[0]
    return out[0]


@compiled
def to_the_end(data, state, rng, line, counters):
    rng[0] += counted(data, state)
    line[0], counters[0] = rng[0], rng[0]


BODIES: dict[str, Any] = {
    "apply": with_number,
    "count_moves": counted,
    "move": with_number_and_list,
    "moves": with_list,
    "actions": with_list,
    "play": with_actions,
    "do": with_log,
    "undo": with_actions,
    "complete": with_random,
    "wander": to_the_end,
    "wander_split": to_the_end,
}


@compiled
def ask_apply(table, state, out, rng, counters):
    return calls.apply(table.apply, table.data, state, 7)


@compiled
def ask_count_moves(table, state, out, rng, counters):
    return turn_calls.count_moves(table.count_moves, table.data, state)


@compiled
def ask_move(table, state, out, rng, counters):
    return turn_calls.move(table.move, table.data, state, 7, out)


@compiled
def ask_moves(table, state, out, rng, counters):
    return turn_calls.moves(table.moves, table.data, state, out)


@compiled
def ask_actions(table, state, out, rng, counters):
    return turn_calls.actions(table.actions, table.data, state, out)


@compiled
def ask_play(table, state, out, rng, counters):
    turn_calls.play(table.play, table.data, state, out)


@compiled
def ask_do(table, state, out, rng, counters):
    turn_calls.do(table.do, table.data, state, 7, counters)


@compiled
def ask_undo(table, state, out, rng, counters):
    turn_calls.undo(table.undo, table.data, state, counters)


@compiled
def ask_complete(table, state, out, rng, counters):
    return turn_calls.complete(table.complete, table.data, state, rng, out)


@compiled
def ask_wander(table, state, out, rng, counters):
    turn_calls.wander(table.wander, table.data, state, rng, out, counters)


@compiled
def ask_wander_split(table, state, out, rng, counters):
    turn_calls.wander(table.wander_split, table.data, state, rng, out, counters)


QUESTIONS = {
    "apply": ask_apply,
    "count_moves": ask_count_moves,
    "move": ask_move,
    "moves": ask_moves,
    "actions": ask_actions,
    "play": ask_play,
    "do": ask_do,
    "undo": ask_undo,
    "complete": ask_complete,
    "wander": ask_wander,
    "wander_split": ask_wander_split,
}


def answered(table, name):
    """What a function answers and leaves behind."""
    state, out, rng = np.array([5], np.uint64), np.zeros(4, np.int32), np.array([11], np.uint64)
    counters = np.zeros(4, np.int64)
    answer = QUESTIONS[name](table, state, out, rng, counters)
    return answer, state.tolist(), out.tolist(), rng.tolist(), counters.tolist()


@pytest.mark.kernels
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_function_is_asked_so_many_times_and_answers_the_same(name, times):
    table = TurnTable(np.array([3, 1, 0], np.int64), np.ones(1, np.bool_), 2, 0, 0)
    table = table._replace(**{name: native(name, f"test_slowed.{name}", BODIES[name])})
    slow = slowed(table, times)
    assert answered(slow, name) == answered(table, name)
    assert (table.data[COUNT], slow.data[COUNT]) == (1, times)
    assert all(getattr(slow, other) == calls.ABSENT for other in FUNCTIONS if other != name)


@pytest.mark.parametrize(
    "name",
    [
        "mcts_orthodox_orthodox",
        "mctsM_semisplitNodal_semisplit",
        "mctsM_rollupNodal_semisplit",
        "mctsM_orthodox_semisplit_mastsplit_rave",
        "mctsM_semisplit_semisplit_mastcontext_ravecontext",
        "mcts_orthodox_orthodox_mast_rave",
    ],
)
def test_an_agent_that_is_slowed_down_plays_the_same_with_a_counted_budget(name):
    fast, slow = (Agent(game("breakthrough"), recipe, 3, memory_megabytes=8) for recipe in (name, f"{name}_overhead3"))
    for _ in range(2):
        choices = [agent.choose(None, MoveBudget(simulations=60)) for agent in (fast, slow)]
        assert len({(choice.move, choice.expected, choice.states, choice.nodes) for choice in choices}) == 1
        for agent in (fast, slow):
            agent.advance(choices[0].move)


def test_names_of_the_thesis_may_end_with_the_handicap():
    assert configuration_of("mctsM_semisplitNodal_semisplit_overhead20").reasoning_overhead == 20
    assert configuration_of("mctsM_semisplitNodal_semisplit").reasoning_overhead == 1
