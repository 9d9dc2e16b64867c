"""Swarms: one tree for several threads, in which nothing is lost; rounds over a layer, reproducible on any threads."""

import dataclasses

import numpy as np
import pytest

from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.rules import named_rules
from playtree.search.budget import Budget
from playtree.search.solo.method import Task, policy_of
from playtree.search.solo.methods import method_from_dict, method_to_dict
from playtree.search.solo.swarm.hand import ITERATIONS
from playtree.search.solo.swarm.method import Swarm
from playtree.search.solo.swarm.sampling import ByReward
from playtree.search.solo.swarm.search import SwarmSearch
from playtree.search.solo.swarm.shared_tree import EXPANDED, ROOT, USED
from tests.oracles.exhaustive import best_score

pytestmark = pytest.mark.kernels

RULES = named_rules("samegame")
GAME = SameGame(random_board(2, 5, 5, 3) if INTERPRETED else random_board(2))
SHARED = Swarm(policy="random")
LAYERED = Swarm(layer=10, together=8, each=4, policy="random")
MANY = 100 if INTERPRETED else 20_000


def without_times(solution):
    return dataclasses.replace(solution, seconds=0.0, history=())


def searched(method, threads, iterations):
    task = Task(GAME, Budget(iterations=iterations), np.random.SeedSequence(1), threads=threads)
    search = SwarmSearch(method, task, policy_of(GAME, method))
    search.run()
    return search


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_visits_add_up_and_no_update_is_lost(threads):
    search = searched(SHARED, threads, MANY)
    tree = search.tree
    assert sum(hand.counters[ITERATIONS] for hand in search.hands) == tree.visits[ROOT] == MANY
    assert tree.total[ROOT] == sum(hand.sum[0] for hand in search.hands)  # whole numbers, so exact
    for node in range(int(tree.counts[USED])):
        if tree.status[node] == EXPANDED:
            children = slice(tree.first[node], tree.first[node] + tree.count[node])
            assert tree.visits[children].sum() <= tree.visits[node]
            assert (tree.parent[children] == node).all()
    begun = int((tree.visits[: tree.counts[USED]] > 0).sum())
    assert begun > min(MANY, 50) / 2
    assert GAME.replay([*search.line, *GAME.closing(search.line)]).score == search.score


@pytest.mark.parametrize("method", [SHARED, LAYERED, Swarm(ByReward(), look_ahead=5)], ids=str)
@pytest.mark.parametrize("limit", ["iterations", "nodes", "ru"])
def test_one_thread_gives_equal_results_for_equal_seeds(method, limit):
    amount = MANY // 20 if limit != "ru" else MANY
    both = {"iterations": MANY // 4, limit: amount}
    one, two = (method.run(GAME, Budget(**both), seed=3) for _ in range(2))
    assert without_times(one) == without_times(two)
    assert getattr(one.statistics, limit) <= amount + (20_000 if limit == "ru" else 0)


@pytest.mark.parametrize("method", [SHARED, LAYERED], ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_budget_of_nodes_alone_ends_it(method, threads):
    most = 60 if INTERPRETED else 900
    found = method.run(GAME, Budget(nodes=most), seed=3, threads=threads).statistics
    assert most / 2 < found.nodes <= most
    assert found.without_room >= 1
    beside = method.run(GAME, Budget(nodes=most, iterations=MANY // 20), seed=3, threads=threads).statistics
    assert beside.iterations == MANY // 20


def test_depths_are_those_of_the_tree():
    search = searched(SHARED, 1, MANY // 20)
    tree, found = search.tree, search.statistics

    def depth(node):
        return 0 if node == ROOT else 1 + depth(int(tree.parent[node]))

    depths = [depth(node) for node in range(int(tree.counts[USED]))]
    assert found.nodes_at == tuple(np.bincount(depths))
    assert (found.depths, found.deepest) == (sum(depths), max(depths))


def test_a_set_gives_equal_results_on_any_number_of_threads():
    found = [LAYERED.run(GAME, Budget(iterations=MANY // 10), seed=5, threads=threads) for threads in (1, 2, 3)]
    assert len({(solution.moves, solution.score, solution.statistics.iterations) for solution in found}) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_units_count_steps_in_the_tree_too(threads):
    found = SHARED.run(SameGame(random_board(3, 6, 6, 3)), Budget(ru=2000), threads=threads).statistics
    assert 2000 <= found.ru < 2000 + 30 * threads  # each thread ends its last iteration


def test_a_round_of_a_set_is_no_longer_than_the_units_that_are_left():
    wide = dataclasses.replace(LAYERED, together=64, each=16)
    found = [wide.run(GAME, Budget(ru=1000), seed=5, threads=threads) for threads in (1, 2)]
    assert 1000 <= found[0].statistics.ru < 1200
    assert found[0].moves == found[1].moves


@pytest.mark.parametrize("method", [SHARED, LAYERED, dataclasses.replace(SHARED, duplicates=False)], ids=str)
def test_an_exhausted_swarm_has_proven_the_optimum(method):
    for seed in range(1 if INTERPRETED else 6):
        board = random_board(seed, 3, 4, 3)
        for threads in (1, 2):
            found = method.run(SameGame(board), Budget(iterations=10**6), threads=threads)
            assert (found.score, found.proven) == (best_score(board, RULES), True)


@pytest.mark.parametrize("limits", [{"nodes": 2}, {"ru": 0.5}, {"iterations": 1}, {"seconds": 1e-6}], ids=str)
def test_the_smallest_budget_still_gives_a_game(limits):
    for method in (SHARED, LAYERED):
        found = method.run(GAME, Budget(**{"iterations": 50, **limits}))
        assert GAME.replay(found.moves).score == found.score
        assert found.statistics.nodes <= 2 or "nodes" not in limits


def test_mirror_images_are_equal_and_other_boards_are_not():
    cells = random_board(4, 4, 5, 3).cells
    boards = [cells, cells[::-1], cells[:, ::-1]]
    games = [SameGame(type(GAME.board)(np.ascontiguousarray(board))) for board in boards]
    first, mirrored, upside_down = [search_key(game) for game in games]
    assert first == mirrored != upside_down


def search_key(game):
    from playtree.games.samegame.grid import OnGrid
    from playtree.games.samegame.mirror import canonical
    from playtree.games.samegame.planes import OnPlanes

    table = game.table()
    with np.errstate(over="ignore"):
        return int(canonical(OnPlanes() if game.on_planes else OnGrid(), table.data, game.start))


def test_swarms_are_data_and_refuse_senseless_numbers():
    for method in (SHARED, LAYERED, Swarm(ByReward(2.0), look_ahead=5)):
        assert method_from_dict(method_to_dict(method)) == method
    with pytest.raises(InputError, match="together is 0; expected at least 1"):
        Swarm(together=0)
