"""No design plays an illegal move: random games of every game in which agents choose some of the moves.

Who makes a move is drawn: mostly chance, so that games go everywhere, and about five times in a game a design, all of
them equally often. A slow referee by the interpreter watches the quick run, the compiled one the long run, which the
interpreter was compared with elsewhere.
"""

import random
from collections.abc import Callable
from typing import Any

import pytest

from playtree import InputError, Rbg
from playtree.compiled.decorator import INTERPRETED
from playtree.games.boardgames import game_names
from playtree.matches.referee import Referee
from playtree.rbg import Interpreter, Move
from playtree.rbg.layout import Words, position_of
from playtree.rbg.limits import Limits
from playtree.rbg.splitting import STRATEGIES
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import Design
from playtree.search.versus.recipes import AGENTS
from tests.golden.rbg.test_rbg_counts import GOLDEN

PLAIN = ("orthodox", "semisplit-raw", "semisplit-nodal", "rollup-raw", "rollup-nodal")
GAMES = [name for name in game_names() if name != "pegSolitaire"]  # several players
CHOICES_PER_GAME = 5
SIMULATIONS = 4
MANY_GAMES, PARTS = 10_000, 10
LARGE = ("breakthru", "amazons", "go")  # one quick game is enough

pytestmark = pytest.mark.skipif(INTERPRETED, reason="takes long by the slow twin")


def all_designs() -> list[str | Design]:
    """The recipes, and every tree and simulation under every strategy that splits moves."""
    mixtures = [
        Design(tree, simulation, split, is_nodal)
        for tree in ("orthodox", "semisplit", "rollup")
        for simulation in ("orthodox", "semisplit")
        for split in STRATEGIES
        for is_nodal in (True, False)
        if (tree, simulation) != ("orthodox", "orthodox")
    ]
    return [*AGENTS, *mixtures]


def play_games(
    name: str,
    designs: list[str | Design],
    plays: int,
    is_legal: Callable[[Words, Move], bool],
    moves: int = 10_000,
    part: int = 0,
) -> int:
    """Play so many games, each of at most `moves` moves; how many moves designs chose. part: other games for each."""
    game, choice = Rbg(name), random.Random(f"{name} {plays} {part}")
    games = {split: Rbg(name, split=split) for split in {d.split for d in designs if isinstance(d, Design)}}
    agents = [
        Agent(games[d.split] if isinstance(d, Design) else game, d, number, memory_megabytes=1)
        for number, d in enumerate(designs)
    ]
    share = CHOICES_PER_GAME / min(GOLDEN[name]["plays"]["length"], moves)
    chosen = 0
    for _ in range(plays):
        state = game.start.copy()
        for _ in range(moves):
            count = game.compiled.count(state)
            if count == 0:
                break
            if choice.random() < share:
                agent = choice.choice(agents)
                move = agent.choose(state, MoveBudget(simulations=SIMULATIONS)).move
                assert is_legal(state, move), (agent.design, move)
                game.compiled.play(state, move)
                chosen += 1
            else:
                game.compiled.call("apply", state, choice.randrange(count))
    return chosen


def by_referee(name: str) -> Callable[[Words, Move], bool]:
    """Judges moves action by action, by the compiled rules."""
    referee = Referee(Rbg(name))

    def is_legal(state: Words, move: Move) -> bool:
        referee.restart()
        referee.state = state
        return referee.is_legal(move)

    return is_legal


@pytest.mark.parametrize("wrong", [(), ((99, 99),), ((1, 10**12),), ((1,),), ((2, "x"),), "abc", 5, None])
def test_what_is_no_move_is_refused_by_an_agent(wrong: Any) -> None:
    with pytest.raises(InputError, match=r"ticTacToe: found the move .*; expected a legal one"):
        Agent(Rbg("ticTacToe"), "orthodox", memory_megabytes=2).advance(wrong)


def test_a_limit_that_is_hit_by_looking_for_a_move_is_told():
    game = Rbg("hex", limits=Limits(moves=1))
    agent = Agent(game, "orthodox", memory_megabytes=2)
    with pytest.raises(InputError, match="a position has too many moves; the limit is 1"):
        agent.advance(Rbg("hex").compiled.numbered(game.start, 0))


@pytest.mark.parametrize("name", GAMES)
def test_no_design_plays_an_illegal_move(name):
    game = Rbg(name).compiled
    slow = Interpreter(game.automaton)

    def is_legal(state: Words, move: Move) -> bool:
        return move in slow.moves(position_of(state, game.layout, game.automaton))

    is_slow = name == "breakthru"  # thousands of moves a position
    designs: list[str | Design] = [*PLAIN[1 if is_slow else 0 :]]
    judge = by_referee(name) if is_slow else is_legal
    assert play_games(name, designs, 1 if name in LARGE else 2, judge, moves=100) > 0


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_no_design_plays_an_illegal_move_in_ten_thousand_games(name, part):
    plays = MANY_GAMES // PARTS
    assert play_games(name, all_designs(), plays, by_referee(name), part=part) > 3 * plays
