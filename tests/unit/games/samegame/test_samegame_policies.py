"""Each simulation strategy against its plain version: first moves by chi-square, mean score and length.

All seeds are fixed: four standard errors and p > 0.0001 leave a sound strategy one chance in ten thousand to fail.
"""

from functools import cache

import numpy as np
import pytest

from playtree.compiled.random import seeded
from playtree.errors import InputError
from playtree.games.interface import policy_from_text
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.policies import POLICIES
from playtree.games.samegame.rule_book import closing_moves, groups, play, pruned_groups, remove
from playtree.games.samegame.rules import Rules
from playtree.games.samegame.taboo import ARM_NUMBERS, ARMS
from tests.oracles.natives import Player
from tests.oracles.policies import (
    Chances,
    Exceptions,
    Strategy,
    TunedBandit,
    any_colour,
    by_blocks,
    colour_by_share,
    connection_maximization,
    counts_of,
    dynamic,
    dynamic_removal,
    expectation,
    first_moves,
    frequent_colour,
    mix,
    random,
    roulette,
    taboo,
    this_colour,
)
from tests.oracles.statistics import distance, fits

PLAYOUTS = 2500
SIX_CELLS_EMPTY = random_board(21, 4, 5, 3).cells.copy()
SIX_CELLS_EMPTY[1, 1:4] = SIX_CELLS_EMPTY[3, 0:3] = 0

# name of the board: board, minimum size of a group, VS-pruning
SETTINGS: dict[str, tuple[Board, int, bool]] = {
    "plain": (random_board(11, 4, 5, 3), 2, False),
    "pruned": (random_board(12, 5, 4, 3), 2, True),
    "holes": (Board(SIX_CELLS_EMPTY), 2, False),
    "threes": (random_board(14, 4, 5, 2), 3, False),
}

STRATEGIES: dict[str, Strategy] = {
    "random": random(),
    "tabu-random": taboo(any_colour),
    "tabu-random,chance=0.2": taboo(any_colour, Exceptions(chance=0.2)),
    "tabu-random,epsilon=0.3,switch=9": taboo(any_colour, Exceptions(epsilon=0.3, switch=9)),
    "tabu-color-random": taboo(frequent_colour()),
    "tabu-color-random,rank=1": taboo(frequent_colour(1)),
    "tabu-color-random,rank=2,chance=0.1": taboo(frequent_colour(2), Exceptions(chance=0.1)),
    "tabu-color-random,rank=8": taboo(frequent_colour(8)),
    "tabu-color-random,epsilon=0.3": taboo(frequent_colour(), Exceptions(epsilon=0.3)),
    "tabu-color-random,chance=0.3": taboo(frequent_colour(), Exceptions(chance=0.3)),
    "tabu-color-random,chance=0.3,epsilon=0.4": taboo(frequent_colour(), Exceptions(chance=0.3, epsilon=0.4)),
    "tabu-color-random,switch=8": taboo(frequent_colour(), Exceptions(switch=8)),
    "tabu-color-random,switch=20,chance=0.5": taboo(frequent_colour(), Exceptions(switch=20, chance=0.5)),
    "tabu-color,colour=2": taboo(this_colour(2)),
    "tabu-color,colour=1,epsilon=0.2,chance=0.1,switch=6": taboo(
        this_colour(1), Exceptions(chance=0.1, epsilon=0.2, switch=6)
    ),
    "modified-tabu-color-random,criterion=0": taboo(frequent_colour()),
    "modified-tabu-color-random,criterion=5": taboo(frequent_colour(), Exceptions(criterion=5)),
    "modified-tabu-color-random": taboo(frequent_colour(), Exceptions(criterion=10)),
    "probabilistic-tabu-color-random": taboo(colour_by_share(1)),
    "weighted-tabu-color-random": taboo(colour_by_share(2)),
    "dynamic-tabu-color-random": dynamic(),
    "dynamic-color-random": dynamic_removal(),
    "random,blocks=1": random(by_blocks),
    "tabu-random,epsilon=0.3,blocks=1": taboo(any_colour, Exceptions(epsilon=0.3), by_blocks),
    "tabu-color-random,chance=0.3,switch=8,blocks=1": taboo(
        frequent_colour(), Exceptions(chance=0.3, switch=8), by_blocks
    ),
    "modified-tabu-color-random,criterion=5,blocks=1": taboo(frequent_colour(), Exceptions(criterion=5), by_blocks),
    "probabilistic-tabu-color-random,blocks=1": taboo(colour_by_share(1), draw=by_blocks),
    "weighted-tabu-color-random,blocks=1": taboo(colour_by_share(2), draw=by_blocks),
    "dynamic-tabu-color-random,blocks=1": dynamic(by_blocks),
    "dynamic-color-random,blocks=1": dynamic_removal(by_blocks),
    "connection-maximization": connection_maximization(),
    "mix": mix((1, 1, 1, 1), 0.5),
    "mix,same=1": mix((1, 1, 1, 1), 1.0),
    "mix,same=0,random=3,tabu-color-random=0.5,tabu-random=2,connection-maximization=1": mix((3, 0.5, 2, 1), 0.0),
    "mix,random=0,tabu-color-random=1,tabu-random=2,connection-maximization=0,same=0.3,chance=0.2": mix(
        (0, 1, 2, 0), 0.3, 0.2
    ),
    "mc-rws": roulette(20, 4.0, 10.0),
    "mc-rws,beta=2,theta=3": roulette(20, 2.0, 3.0),
    "mc-rws,beta=0,theta=0": roulette(20, 0.0, 0.0),
    "mc-rws-tak": roulette(20, 4.0, 0.0),
    "mc-rws-tak,beta=20": roulette(20, 20.0, 0.0),
}


def test_every_policy_but_the_learning_one_is_compared():
    assert {name.split(",")[0] for name in STRATEGIES} == set(POLICIES) - {"tabu-color-learned"}


def rules_of(setting: str) -> Rules:
    return Rules("any", bonus=30, minimum=SETTINGS[setting][1])


@cache
def expected(policy: str, setting: str) -> tuple[Chances, float, float]:
    """The chances of the first moves, and the mean score and length."""
    board, _, prune = SETTINGS[setting]
    rules, strategy = rules_of(setting), STRATEGIES[policy]
    return first_moves(strategy, board, rules, prune), *expectation(strategy, board, rules, prune)


@pytest.mark.parametrize("on_planes", [True, False], ids=["planes", "grid"])
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("policy", STRATEGIES)
def test_a_policy_plays_like_its_plain_version(policy, setting, on_planes):
    board, _, prune = SETTINGS[setting]
    game = SameGame(board, rules_of(setting), prune=prune, on_planes=on_planes)
    player, rng = Player(game, policy_from_text(game, policy)), seeded(len(policy))
    played = [player.play(game.start, rng)[:2] for _ in range(PLAYOUTS)]
    firsts, score, length = expected(policy, setting)
    assert fits([divmod(line[0], 64) for _, line in played], firsts)
    assert distance([found for found, _ in played], score) < 4
    assert distance([len(line) for _, line in played], length) < 4


@pytest.mark.parametrize("on_planes", [True, False], ids=["planes", "grid"])
def test_the_taboo_colour_is_learned_by_tuned_upper_confidence_bounds(on_planes):
    game = SameGame(random_board(31, 6, 6, 4), on_planes=on_planes)
    player, rng, bandit = Player(game, game.policy("tabu-color-learned")), seeded(5), TunedBandit()
    later = game.start.copy()
    lost = min(counts_of(game.board), key=counts_of(game.board).__getitem__)
    cells = game.board.cells.copy()
    cells[cells == lost] = 0
    later[:] = game.state_of(Board(cells).settled())  # a colour that is gone cannot be taboo
    for number in range(300):
        state, gained = (later, 25.0) if number % 3 == 2 else (game.start, 0.0)
        before = player.memory.copy()
        values = bandit.values(counts_of(game.board_of(state)))
        score, _, _ = player.play(state, rng, gained)
        chosen = changed_arm(before, player.memory)
        assert values[chosen] == pytest.approx(max(values.values()), rel=1e-9)
        assert chosen == min(colour for colour, value in values.items() if value >= values[chosen] - 1e-12)
        bandit.scores[chosen].append(gained + score)
        check_memory(player.memory, bandit)
    assert all(len(scores) >= 3 for scores in bandit.scores.values())


def changed_arm(before: np.ndarray, after: np.ndarray) -> int:
    """The colour whose number of visits has grown."""
    (place,) = np.flatnonzero(after[ARMS::ARM_NUMBERS] - before[ARMS::ARM_NUMBERS] == 1.0)
    return int(place)


def check_memory(memory: np.ndarray, bandit: TunedBandit) -> None:
    scores = [score for found in bandit.scores.values() for score in found]
    assert (memory[0], memory[1]) == (min(scores), max(scores))
    for colour, found in bandit.scores.items():
        visits, total, squares = memory[ARMS + ARM_NUMBERS * colour : ARMS + ARM_NUMBERS * (colour + 1)]
        assert (visits, total, squares) == (len(found), sum(found), sum(score**2 for score in found))


def test_a_learned_taboo_plays_like_the_same_colour_by_hand():
    board = random_board(32, 4, 5, 3)
    rules = Rules("any", bonus=30)
    game = SameGame(board, rules)
    rng, found = seeded(6), []
    for _ in range(PLAYOUTS):
        score, _, _ = Player(game, game.policy("tabu-color-learned")).play(game.start, rng)
        found.append(score)  # an empty memory: the first colour is tried first
    assert distance(found, expectation(taboo(this_colour(1)), board, rules)[0]) < 4


def test_the_fixed_colour_is_by_default_the_most_frequent_of_the_start():
    board = Board(np.array([[1, 2, 2], [3, 2, 2], [1, 3, 3]]))
    game = SameGame(board)
    assert game.policy("tabu-color").numbers.tolist() == game.policy("tabu-color", colour=2).numbers.tolist()


@pytest.mark.parametrize("on_planes", [True, False], ids=["planes", "grid"])
@pytest.mark.parametrize("prune", [True, False], ids=["pruned", "all"])
@pytest.mark.parametrize("switch", [0, 20])
def test_a_lapse_cuts_a_simulation_short(on_planes, prune, switch):
    board = random_board(34, 6, 7, 3)
    game = SameGame(board, prune=prune, on_planes=on_planes)
    player, rng = Player(game, game.policy("tabu-color-random", switch=switch, lapse=1)), seeded(7)
    colour = next(iter(frequent_colour()(board)))
    ends = set()
    for _ in range(200):
        score, line, _ = player.play(game.start, rng)
        expected, is_short = lapsing(board, [divmod(action, 64) for action in line], colour, prune, switch)
        assert score == expected
        assert player.is_cut_short == is_short
        ends.add(is_short)
    assert ends == {True, False}


def lapsing(board: Board, line: list[tuple[int, int]], colour: int, prune: bool, switch: int) -> tuple[float, bool]:
    """The score of a simulation, and whether it was cut short. Checks that each of its moves may be played."""
    score, is_hidden = 0.0, False
    for cell in [*line, None]:
        legal = pruned_groups(board) if prune else groups(board)
        others = [group for group in legal if board.cells[min(group)] != colour]
        is_switched = 0 < switch and board.blocks <= switch
        seen = others if is_hidden or (others and not is_switched) else legal
        if cell is None:
            assert not seen
            break
        assert any(cell in group for group in seen)
        is_hidden = not is_hidden and not is_switched and bool(others)
        board, blocks = remove(board, cell)
        score += (blocks - 2) ** 2
    if not is_hidden or not legal:
        closing = closing_moves(board) if prune else []
        return score + play(board, Rules("any"), closing).score, False
    singles = counts_of(board)
    for group in groups(board):
        score += (len(group) - 2) ** 2
        singles[int(board.cells[min(group)])] -= len(group)
    return score + (Rules("any").final_of(singles.values()) if any(singles.values()) else 0), True


def test_a_huge_beta_leaves_the_rarest_colours():
    board = random_board(33)
    game = SameGame(board)
    counts = counts_of(board)
    most = max(counts, key=counts.__getitem__)
    for policy in ("mc-rws", "mc-rws-tak"):
        player, rng = Player(game, game.policy(policy, beta=1000)), seeded(1)
        firsts = [divmod(player.play(game.start, rng)[1][0], 64) for _ in range(200)]
        assert all(board.cells[cell] != most for cell in firsts)


@pytest.mark.parametrize(
    "policy, message",
    [
        ("cunning", "game samegame has no policy 'cunning'; it has: random, tabu-random, "),
        ("random,chance=0.5", "policy random: unknown parameter 'chance'; it takes: blocks"),
        (
            "connection-maximization,chance=0.5",
            "policy connection-maximization: unknown parameter 'chance'; it takes: none",
        ),
        ("tabu-random,rank=1", "policy tabu-random: unknown parameter 'rank'; it takes: chance, epsilon, switch"),
        ("tabu-random,chance=1.5", "policy tabu-random: chance is 1.5; expected 0 to 1"),
        ("tabu-random,chance=nan", "policy tabu-random: chance is nan; expected 0 to 1"),
        ("tabu-random,chance", "policy tabu-random: 'chance'; expected a setting such as epsilon=0.003"),
        ("tabu-random,chance=x", "policy tabu-random: 'chance=x'; expected a setting such as epsilon=0.003"),
        ("tabu-color,colour=3", "policy tabu-color: colour is 3; expected 0 to 2"),
        ("mc-rws-tak,theta=2", "policy mc-rws-tak: unknown parameter 'theta'; it takes: beta"),
    ],
)
def test_a_wrong_policy_is_refused(policy, message):
    with pytest.raises(InputError, match=message):
        policy_from_text(SameGame(random_board(1, 3, 3, 2)), policy)
