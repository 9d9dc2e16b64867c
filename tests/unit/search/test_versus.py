"""Agents for games of several players: what every design keeps to, and that it plays well where that can be known."""

import gc
import time
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree import InputError, Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.rbg.interpreter import Interpreter, Position
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.clock import Clock
from playtree.search.versus.design import Design
from playtree.search.versus.final import Final
from playtree.search.versus.recipes import AGENTS
from playtree.search.versus.rerooting import copy_subtree
from playtree.search.versus.search import Search
from playtree.search.versus.tree import NODES, ROOT, new_tree

DESIGNS = ("orthodox", "semisplit-raw", "semisplit-nodal", "rollup-raw", "rollup-nodal")
MANY = 12 if INTERPRETED else 400

GAMES: dict[tuple[str, str], Rbg] = {}


def game(name, split="Mod"):
    if (name, split) not in GAMES:
        GAMES[name, split] = Rbg(name, split=split)
    return GAMES[name, split]


def children(tree, node):
    return range(int(tree.first[node]), int(tree.first[node]) + int(tree.tried[node]))


def walk(tree):
    pending = [int(tree.used[ROOT])]
    while pending:
        node = pending.pop()
        yield node
        pending += children(tree, node)


def own_simulations(tree, node):
    return int(tree.visits[node]) - sum(int(tree.visits[child]) for child in children(tree, node))


@pytest.mark.kernels
@pytest.mark.parametrize("name", DESIGNS)
def test_visits_add_up(name):
    visits_add_up(game("breakthrough"), name)


@pytest.mark.parametrize("played", ["connectFour", "englishDraughts", "reversi", "theMillGame", "ticTacToe"])
@pytest.mark.parametrize("name", DESIGNS)
def test_visits_add_up_in_other_games(name, played):
    visits_add_up(game(played), name)


def visits_add_up(played, name):
    agent = Agent(played, name, seed=1, memory_megabytes=8)
    agent.choose(None, MoveBudget(simulations=MANY))
    tree = agent.search.tree
    root = int(tree.used[ROOT])
    assert tree.visits[root] == MANY
    assert own_simulations(tree, root) == 0 or name.startswith("rollup-raw")
    for node in walk(tree):
        if node == root:
            continue
        is_inner = name.endswith("nodal") and not tree.is_start[node]
        expected = 0 if is_inner else int(tree.visits[node]) if tree.is_proven[node] else 1  # a game that ends here
        # in a raw tree that is rolled up, the first simulation of a dissolved node is no child's
        assert own_simulations(tree, node) == expected or (name == "rollup-raw" and not is_inner)
        assert 0 <= tree.mean[node] <= 1
        assert tree.mean[node] == pytest.approx(tree.total[node] / tree.visits[node])


def moves_at_root(search):
    return {tuple(search.tree.arena[p + 1 : p + 1 + search.tree.arena[p]]) for p in arena_places(search)}


def arena_places(search):
    tree, root = search.tree, search.root
    labels = tree.labels[int(tree.names[root]) : int(tree.names[root]) + int(tree.tried[root])]
    assert (labels < 0).all()
    return [-1 - int(label) for label in labels]


@pytest.mark.parametrize("is_nodal", [True, False])
@pytest.mark.parametrize("split", ["Mod", "ModPlusShift"])
def test_a_rolled_up_root_is_an_orthodox_one_once_all_is_expanded(is_nodal, split):
    rolled = Agent(game("breakthrough"), Design("rollup", "semisplit", split, is_nodal), memory_megabytes=64)
    rolled.choose(None, MoveBudget(simulations=4000))
    search = rolled.search
    moves = {tuple((int(a) >> 16, (int(a) & 0xFFFF) + 1) for a in move) for move in moves_at_root(search)}
    assert {tuple(a for a in move if a[0] < search.dots) for move in moves} == set(
        rolled.game.compiled.moves(search.state)
    )
    assert all(search.tree.is_start[child] for child in children(search.tree, search.root))


def test_a_slower_roll_up_leaves_more_parts():
    def parts(design):
        return sum(parts_of_one(design, seed) for seed in range(4))

    def parts_of_one(design, seed):
        agent = Agent(game("breakthrough"), design, seed, memory_megabytes=16)
        agent.choose(None, MoveBudget(simulations=3000))
        return sum(not agent.search.tree.is_start[node] for node in walk(agent.search.tree))

    plain = Design("rollup", "semisplit")
    assert parts(plain) < parts(plain.but(rollup_factor=50.0))
    assert parts(plain) < parts(plain.but(rollup_difference=0.9))


@pytest.mark.parametrize("name", ["connectFour", "gomoku", "hex", "reversi"])
def test_where_a_move_has_one_part_a_tree_of_parts_is_the_tree_of_moves(name):
    """So nothing is to be gained or lost by splitting there, and two independent ways to the same tree agree."""
    whole, parts = (Agent(game(name), design, seed=3) for design in ("orthodox", "semisplit-nodal"))
    for _ in range(3):
        first, second = (agent.choose(None, MoveBudget(simulations=MANY // 4)) for agent in (whole, parts))
        assert (first.move, first.states, first.line) == (second.move, second.states, second.line)
        assert [(each.move, each.visits, each.expected) for each in first.alternatives] == [
            (each.move, each.visits, each.expected) for each in second.alternatives
        ]
        whole.advance(first.move)
        parts.advance(first.move)


@pytest.mark.parametrize("name", [*DESIGNS, "solver"])
def test_equal_seeds_give_equal_choices(name):
    def plays(seed):
        agent, made = Agent(game("knightthrough"), name, seed, memory_megabytes=8), []
        for _ in range(4):
            choice = agent.choose(None, MoveBudget(simulations=100))
            made.append((choice.move, choice.expected, choice.states, choice.alternatives, choice.line))
            agent.advance(choice.move)
        return made

    assert plays(5) == plays(5)
    assert plays(5) != plays(6)


@pytest.mark.parametrize("unit", ["simulations", "states"])
def test_a_search_that_may_end_when_it_is_settled_does_not_ask_by_the_clock(unit, monkeypatch):
    def plays(chunk_seconds):
        monkeypatch.setattr("playtree.search.versus.search.CHUNK_SECONDS", chunk_seconds)
        agent, made = Agent(game("breakthrough"), Design(final="robust-max"), 3, memory_megabytes=8), []
        for _ in range(3):
            choice = agent.choose(None, MoveBudget(**{unit: 10 * MANY}))
            made.append((choice.move, choice.expected, choice.simulations, choice.states))
            agent.advance(choice.move)
        return made

    assert plays(1e-9) == plays(1e-3) == plays(60.0)


SPLITS = ("Mod", "ModPlus", "ModShift", "ModPlusShift")
MIXTURES = [
    Design(tree, simulation, split, is_nodal)
    for tree in ("orthodox", "semisplit", "rollup")
    for simulation in ("orthodox", "semisplit")
    for split in SPLITS
    for is_nodal in (True, False)
]


@pytest.mark.parametrize("name", ["breakthrough", "yavalath3", "connectFour"])
def test_no_mixture_plays_an_illegal_move(name):
    splits = ("Mod",) if name == "yavalath3" else SPLITS
    for seed, design in enumerate(design for design in MIXTURES if design.split in splits):
        agent = Agent(game(name, design.split), design, seed, memory_megabytes=1)
        referee, state = game(name).compiled, game(name).start.copy()
        for _ in range(6):
            if referee.is_over(state):
                break
            choice = agent.choose(None, MoveBudget(simulations=30))
            assert choice.move in referee.moves(state)
            assert choice.line[0] == choice.move
            assert {each.move for each in choice.alternatives} <= set(referee.moves(state))
            referee.play(state, choice.move)
            agent.advance(choice.move)
            assert np.array_equal(agent.state, state)


def test_a_choice_follows_the_moves_of_a_game_that_it_did_not_choose():
    agent, random = (
        Agent(game("knightthrough", "ModPlus"), "semisplit-nodal", 3, memory_megabytes=32),
        np.random.default_rng(1),
    )
    for _ in range(8):
        moves = agent.game.compiled.moves(agent.state)
        assert agent.choose(None, MoveBudget(simulations=50)).move in moves
        agent.advance(moves[random.integers(len(moves))])


class Minimax:
    """The value of tic-tac-toe positions by the slow interpreter, for who is to move, from 0 to 1."""

    def __init__(self):
        self.player = Interpreter(game("ticTacToe").compiled.automaton)
        self.value = cache(self.value_of)

    def value_of(self, position: Position) -> tuple[float, ...]:
        seat = position.player - 1
        values = [self.value(self.player.apply(position, move)) for move in self.player.moves(position)]
        scores = tuple(score / 100 for score in self.player.scores(position))
        return max(values, key=lambda each: each[seat]) if values else scores


MINIMAX = Minimax()


@pytest.mark.parametrize("design", [Design(proves=True), Design("semisplit", "semisplit", proves=True)])
def test_the_solver_proves_what_exhaustive_search_finds(design):
    random, tried, proven = np.random.default_rng(4), 0, 0
    while tried < 25:
        agent, position = Agent(game("ticTacToe"), design, tried, memory_megabytes=2), MINIMAX.player.start()
        for _ in range(4):
            moves = MINIMAX.player.moves(position)
            if not moves:
                break
            move = moves[random.integers(len(moves))]
            agent.advance(move)
            position = MINIMAX.player.apply(position, move)
        if not MINIMAX.player.moves(position):
            continue
        tried += 1
        seat = position.player - 1
        choice = agent.choose(None, MoveBudget(simulations=20_000))
        best = MINIMAX.value(position)[seat]
        assert MINIMAX.value(MINIMAX.player.apply(position, choice.move))[seat] == best
        if choice.is_proven:
            assert choice.expected == best
            assert choice.simulations < 20_000
            proven += 1
    assert proven >= 22  # where a draw is certain, worse moves are hardly looked at again: 1 of 60 is left open


def test_a_won_game_of_connect_four_is_never_lost():
    agent = Agent(game("connectFour"), "solver", 1, memory_megabytes=64)
    for chosen in (3, 0, 3, 0, 3):  # three in the middle column, and the other one to move elsewhere
        moves = [m for m in agent.game.compiled.moves(agent.state) if (m[0][1] - 1) % 7 == chosen]
        agent.advance(moves[0])
    choice = agent.choose(None, MoveBudget(simulations=3000))
    assert (choice.move[0][1] - 1) % 7 == 3  # the only defence
    assert all(each.is_proven and each.expected == 0 for each in choice.alternatives if each.move != choice.move)


@pytest.mark.parametrize("name", ["orthodox", "rollup-nodal"])
def test_a_tree_is_kept_between_moves_and_copied_without_loss(name):
    agent = Agent(game("breakthrough"), name, 1, memory_megabytes=16)
    choice = agent.choose(None, MoveBudget(simulations=2000))
    agent.advance(choice.move)
    search = agent.search
    kept = int(search.tree.visits[search.root])
    assert kept == next(each.visits for each in choice.alternatives if each.move == choice.move)
    fresh = new_tree(16 << 20, search.words, search.players, False)
    copy_subtree(search.tree, fresh, 0, search.players, search.words)

    def shape(tree):
        return [
            (int(tree.visits[n]), float(tree.total[n]), int(tree.count[n]), int(tree.state[n] >= 0)) for n in walk(tree)
        ]

    assert shape(fresh) == shape(search.tree)
    assert fresh.used[NODES] < search.tree.used[NODES]


def test_positions_are_given_as_states_or_histories():
    start = game("breakthrough").compiled
    first = start.moves(start.start())[0]
    agent = Agent(game("breakthrough"), "orthodox", 1, memory_megabytes=4)
    agent.choose([first], MoveBudget(simulations=50))
    assert agent.history == (first,)
    agent.choose([], MoveBudget(simulations=50))
    assert not agent.history
    state = start.start()
    start.play(state, first)
    choice = agent.choose(state, MoveBudget(simulations=50))
    assert choice.move in start.moves(state)


def test_three_players_each_want_their_own_score():
    agent = Agent(game("yavalath3"), "semisplit-nodal", 2, memory_megabytes=64)
    choice = agent.choose(None, MoveBudget(simulations=20_000))
    assert 0 <= choice.expected <= 1
    players = {int(agent.search.tree.player[node]) for node in walk(agent.search.tree)}
    assert players >= {1, 2, 3}


def test_a_timed_choice_is_in_time():
    agent = Agent(game("breakthrough"), "orthodox", 1, memory_megabytes=64)
    agent.compile()
    choice = agent.choose(None, MoveBudget(seconds=0.2))
    assert choice.simulations > 0
    assert choice.seconds < 30  # the machine may be busy; benchmarks measure this closely


def test_the_clock_is_looked_at_after_the_first_simulation():
    agent = Agent(game("breakthru"), "orthodox", 1, memory_megabytes=8)
    assert agent.choose(None, MoveBudget(seconds=1e-4)).simulations == 1  # which takes some 10 ms


def test_garbage_is_collected_before_the_first_clock_runs():
    agent, seen = Agent(game("breakthrough"), "semisplit-nodal", 1, memory_megabytes=8), list[dict[str, int]]()

    def note(phase, info):
        seen.append(info)

    gc.callbacks.append(note)
    try:
        agent.compile()
    finally:
        gc.callbacks.remove(note)
    assert seen[-1]["generation"] == 2


def test_states_are_counted():
    agent = Agent(game("ticTacToe"), "orthodox", 1, memory_megabytes=2)
    choice = agent.choose(None, MoveBudget(states=1000))
    assert 1000 <= choice.states < 1000 + 10


@pytest.mark.parametrize("final", ["average", "visits", "robust-max"])
def test_the_final_choice_is_the_best_by_its_rule(final):
    agent = Agent(game("breakthrough"), Design(final=final), 1, memory_megabytes=8)
    choice = agent.choose(None, MoveBudget(simulations=600))
    chosen = next(each for each in choice.alternatives if each.move == choice.move)
    tree = agent.search.tree
    below = list(children(tree, agent.search.root))
    if final == "average":
        assert chosen.expected == max(tree.mean[node] for node in below)
    else:
        assert chosen.visits == max(tree.visits[node] for node in below)
    assert choice.simulations == 600 or final == "robust-max"


@pytest.mark.parametrize("name", DESIGNS)
def test_the_moves_most_looked_at_are_those_of_all_moves(name):
    for final, seed in (("average", 1), ("visits", 1), ("average", 2), ("visits", 3)):
        agent = Agent(game("breakthrough"), name, seed, memory_megabytes=8)
        agent.search.design = agent.search.design.but(final=final)
        choice = agent.choose(None, MoveBudget(simulations=MANY))
        reader, root = Final(agent.search, np.random.default_rng(0)), agent.search.root
        visits = [int(agent.search.tree.visits[path.node]) for path in reader.paths(root, 0.0)]
        shown = [each.visits for each in choice.alternatives]
        assert sorted(shown, reverse=True)[:-1] == sorted(visits, reverse=True)[: len(shown) - 1]
        assert choice.move in [each.move for each in choice.alternatives]


def test_the_final_roll_up_never_takes_a_move_that_is_worse_than_the_greedy_one():
    for seed in range(5):
        plain = Agent(game("breakthrough"), Design("semisplit", "semisplit"), seed, memory_megabytes=8)
        rolled = Agent(
            game("breakthrough"), Design("semisplit", "semisplit", final_rollup=0.5), seed, memory_megabytes=8
        )
        budget = MoveBudget(simulations=500)
        assert rolled.choose(None, budget).expected >= plain.choose(None, budget).expected


def test_wrong_input_is_refused():
    with pytest.raises(InputError, match="unknown agent 'best'; expected one of: orthodox"):
        Agent(game("ticTacToe"), "best")
    with pytest.raises(InputError, match="tree is 'round'; expected one of: orthodox, semisplit, rollup"):
        Design(tree="round")
    with pytest.raises(InputError, match="exploration is -1"):
        Design(exploration=-1)
    with pytest.raises(InputError, match="final_rollup with an orthodox tree"):
        Design(final_rollup=1.0)
    with pytest.raises(InputError, match="a move's budget needs a limit"):
        MoveBudget()
    with pytest.raises(InputError, match="budget seconds is 0; expected a number above 0"):
        MoveBudget(seconds=0)
    for limits, complaint in (
        ({"simulations": 2.5}, "budget simulations is 2.5; expected a whole number"),
        ({"states": float("inf")}, "budget states is inf; expected a finite number"),
        ({"seconds": "1"}, "budget seconds is '1'; expected a number above 0"),
    ):
        with pytest.raises(InputError, match=complaint):
            MoveBudget(**limits)
    with pytest.raises(InputError, match="memory_megabytes is 0"):
        Agent(game("ticTacToe"), "orthodox", memory_megabytes=0)
    agent = Agent(game("ticTacToe"), "orthodox", memory_megabytes=2)
    with pytest.raises(InputError, match="expected a legal one"):
        agent.advance(((1, 1),))
    with pytest.raises(InputError, match="found a state of 1 words"):
        agent.choose(np.zeros(1, np.uint64), MoveBudget(simulations=1))
    while not agent.is_over:
        agent.advance(agent.game.compiled.moves(agent.state)[0])
    with pytest.raises(InputError, match="the game is over"):
        agent.choose(None, MoveBudget(simulations=1))


def test_every_agent_cites_its_source():
    assert all(agent.source and agent.summary for agent in AGENTS.values())
    assert isinstance(Search(game("ticTacToe"), Design(), 0, 1 << 20).nodes, int)


def test_an_agent_thinks_on_the_time_of_others():
    agent = Agent(game("breakthrough"), "orthodox", 1, memory_megabytes=16)
    agent.compile()
    agent.think()
    deadline = time.monotonic() + 60
    while agent.search.tree.visits[agent.search.root] == 0 and time.monotonic() < deadline:
        time.sleep(0.005)
    agent.pause()
    thought = int(agent.search.tree.visits[agent.search.root])
    assert thought > 0
    agent.choose(None, MoveBudget(simulations=10))
    assert agent.search.tree.visits[agent.search.root] == thought + 10
    agent.think()
    agent.advance(agent.game.compiled.moves(agent.state)[0])


@given(st.floats(0, 1000), st.floats(0, 30), st.integers(1, 200))
def test_a_clock_never_runs_out(seconds, increment, expected):
    clock = Clock(seconds + 0.1, increment, expected)
    for _ in range(60):
        thought = clock.budget_seconds
        assert 0 < thought <= clock.seconds
        clock = clock.after(thought)
    assert clock.seconds > 0


def test_a_clock_refuses_what_is_no_time():
    with pytest.raises(InputError, match="clock: found -1 seconds"):
        Clock(-1)
    with pytest.raises(InputError, match="expected_moves is 0"):
        Clock(1, expected_moves=0)
