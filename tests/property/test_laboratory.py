"""Properties of duplicates, pruning, budgets per move, and of every pair of members that goes together."""

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.allocation.per_move import FINALS, SPREADS, PerMove, PerMoveAnew
from playtree.search.solo.allocation.restarts import RestartsKeeping
from playtree.search.solo.backup.plain import Bonus
from playtree.search.solo.compatibility import REFUSED, goes_together
from playtree.search.solo.duplicates.rules import Consistent, Dynamic, Naive, Separate
from playtree.search.solo.exploration.node_weight import CNodeLU
from playtree.search.solo.final_move import make_move, start_anew
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.pruning.bound import ByBound
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import FAMILIES, Variant, variant_from_dict
from playtree.search.tree import CUT, NOT_LISTED, OPEN, ROOT, SOLVED_NODE
from tests.oracles.exhaustive import best_score
from tests.oracles.trees import children_of, nodes_of, tree_picture
from tests.oracles.variants import search_of, searched
from tests.property.strategies import drawn_boards

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

PLAIN = Variant(Uct(0.3), Static(20.0), policy="random")
DUPLICATES = st.sampled_from([Naive(), Dynamic(), Consistent()])
SEEDS = st.integers(0, 2**32 - 1)
SMALL, MIDDLE = drawn_boards(4, 4, 3), drawn_boards(6, 6, 4)
QUICK = 15 if INTERPRETED else 100


def with_duplicates(rule) -> Variant:
    exploration = CNodeLU(1.5, 0.9, 1.1, 0.8, 0.5) if isinstance(rule, Consistent) else PLAIN.exploration
    return dataclasses.replace(PLAIN, duplicates=rule, exploration=exploration)


@settings(max_examples=QUICK)
@given(MIDDLE, DUPLICATES, st.integers(1, 400), SEEDS)
def test_a_state_has_one_node(board, rule, iterations, seed):
    game = SameGame(board)
    tree = searched(game, with_duplicates(rule), seed, iterations=iterations).tree
    states = [tree.key[node] for _, node in nodes_of(tree) if tree.closed[node] != CUT]
    assert len(states) == len(set(states))
    for _, node in nodes_of(tree):
        for child in children_of(tree, node):
            assert tree.closed[child] == CUT or node == tree.parent[child] or tree.closed[child] == SOLVED_NODE


@settings(max_examples=QUICK)
@given(MIDDLE, st.integers(1, 400), SEEDS)
def test_retraction_leaves_the_ancestors_with_what_is_theirs(board, iterations, seed):
    """The results of an open node are those of its open children, and one of its own: the game that made it a node."""
    tree = searched(SameGame(board), with_duplicates(Consistent()), seed, iterations=iterations).tree
    for _, node in nodes_of(tree):
        if tree.closed[node] != OPEN:
            continue
        children = [child for child in children_of(tree, node) if tree.closed[child] == OPEN]
        columns = (tree.reward, tree.visits, tree.total, tree.squares)
        gained = [tuple(column[child] for column in columns) for child in children]
        assert tree.visits[node] - sum(visits for _, visits, _, _ in gained) == 1
        own = tree.total[node] - sum(total + reward * visits for reward, visits, total, _ in gained)
        squares = sum(square + 2 * reward * total + reward**2 * visits for reward, visits, total, square in gained)
        assert tree.squares[node] - squares == pytest.approx(own**2, abs=1e-6)


@settings(max_examples=QUICK)
@given(SMALL, st.sampled_from([Separate(), Naive(), Dynamic(), Consistent()]), st.booleans(), SEEDS)
def test_a_small_board_is_solved_to_its_best_score(board, rule, by_bound, seed):
    variant = dataclasses.replace(with_duplicates(rule), pruning=ByBound() if by_bound else PLAIN.pruning)
    game = SameGame(board)
    search = searched(game, variant, seed, iterations=3000)
    best = best_score(board, game.rules, False)
    assert search.score <= best
    assert game.replay(search.line).score == search.score
    if search.is_solved:
        assert search.score == best


@pytest.mark.parametrize("seed", [30, 62, 292])  # boards on which solved states are reached on better ways
@pytest.mark.parametrize(
    "changes",
    [
        {"duplicates": Naive()},
        {"duplicates": Dynamic()},
        {"duplicates": Dynamic(), "pruning": ByBound()},
        {"duplicates": Dynamic(), "backup": Bonus(0.0)},
        {"allocation": RestartsKeeping(nodes=60), "backup": Bonus(0.0)},
    ],
    ids=str,
)
def test_what_is_proven_is_the_best_where_solved_states_are_met_on_better_ways(seed, changes):
    game = SameGame(random_board(seed, 4, 4, 3))
    best = best_score(game.board, game.rules)
    for run in range(5):
        found = dataclasses.replace(PLAIN, **changes).run(game, Budget(iterations=1000), seed=run)
        assert found.score == best or not found.proven
        assert found.proven or "allocation" in changes  # small trees see all only by what others have solved


@settings(max_examples=QUICK // 2)
@given(MIDDLE, DUPLICATES, st.integers(1, 200), SEEDS)
def test_equal_seeds_give_equal_trees(board, rule, iterations, seed):
    one, two = (searched(SameGame(board), with_duplicates(rule), seed, iterations=iterations) for _ in range(2))
    assert tree_picture(one.tree) == tree_picture(two.tree)
    assert one.statistics == two.statistics


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("final", FINALS)
def test_moves_are_made_for_good(spread, final):
    kept, anew = (kind(spread, final, moves=6.0, least=6_400.0) for kind in (PerMove, PerMoveAnew))
    assert kept.ends() == anew.ends() == sorted(kept.ends())
    assert kept.ends()[-1] == 1.0
    for moves, rule in ((kept, Separate()), (kept, Consistent()), (anew, Separate())):
        game = SameGame(random_board(3, 6, 6, 3))
        variant = dataclasses.replace(with_duplicates(rule), moves=moves)
        search = search_of(game, variant, 5, iterations=300)
        search.run()
        assert search.start_depth > 0
        assert search.statistics.iterations <= 300 or search.is_solved
        assert game.replay([*search.line, *game.closing(search.line)]).score == search.score


def test_a_new_tree_has_copies_of_the_children_and_nothing_below():
    """[tak2010] 4.2."""
    game = SameGame(random_board(3, 6, 6, 3))
    search = search_of(game, with_duplicates(Separate()), 5, iterations=300)
    search.run()
    tree, work = search.tree, search._work
    with np.errstate(all="ignore"):
        assert make_move(search._rules, search._table, tree, work, FINALS.index("top"))
    start = work.path[1]
    children = np.arange(tree.first[start], tree.first[start] + tree.tried[start])
    before = [tree.visits[children].copy(), tree.total[children].copy(), tree.top[children].copy()]
    assert (tree.tried[children] > 0).any()
    start_anew(tree, work)
    is_open = tree.closed[children] == OPEN
    assert is_open.any()
    assert (tree.count[children][is_open] == NOT_LISTED).all()
    assert (tree.tried[children][is_open] == 0).all()
    after = [tree.visits[children], tree.total[children], tree.top[children]]
    assert all(np.array_equal(one, two) for one, two in zip(before, after, strict=True))
    assert tree.tried[start] == len(children)


def test_the_spreads_are_those_of_the_thesis():
    """[klein2015] 6.8, with R = 640,000."""
    uniform, linear = np.diff([0.0, *PerMove("uniform").ends()]), np.diff([0.0, *PerMove("linear").ends()])
    exponential = np.diff([0.0, *PerMove("exponential").ends()])
    assert uniform == pytest.approx([1 / 30] * 30)
    assert linear[0] - linear[-1] == pytest.approx(1 / 12.2 - 1 / 64)
    assert sum(linear) == pytest.approx(1.0)
    assert exponential[:3] == pytest.approx([1 / 7, 6 / 49, 36 / 343])
    assert min(exponential[:30]) == pytest.approx(2048 / 640_000, rel=1e-6)


@pytest.mark.parametrize("ru", [64_000.0, 640_000.0, 6_400_000.0])
def test_the_exponential_spread_has_its_floor_in_resource_units(ru):
    """[klein2015] 6.8: max(2^11, R (6/7)^i / 7), of R = 640,000 and of others."""
    floor, moves = 2048, PerMove(moves=60.0)
    units = ru * np.diff([0.0, *moves.ends(ru)])
    expected = [max(floor, ru * (6 / 7) ** index / 7) for index in range(60)]
    until = next((index for index in range(61) if sum(expected[:index]) > ru), 60)
    assert units[: until - 1] == pytest.approx(expected[: until - 1], rel=1e-6)
    assert min(expected) == floor


def test_a_budget_that_is_not_counted_in_resource_units_has_its_floor_as_a_share():
    assert PerMove().ends() == PerMove().ends(640_000.0) != PerMove().ends(6_400_000.0)


def test_a_search_has_the_floor_of_its_budget():
    game = SameGame(random_board(3, 6, 6, 3))
    variant = dataclasses.replace(with_duplicates(Separate()), moves=PerMove(least=100.0))
    few, many = (search_of(game, variant, 5, ru=ru) for ru in (200, 20_000))
    assert few._ends[:2] == [0.5, 1.0]
    assert many._ends[0] == pytest.approx(1 / 7)


PAIRS = [
    ((one, kind), (other, second))
    for one, other in itertools.combinations(FAMILIES, 2)
    for kind in FAMILIES[one]
    for second in FAMILIES[other]
]


ON_GRAPH = ("uct1", "uct2", "uct3", "ucd")


def variant_of_pair(pair) -> Variant:
    data = {axis: {"kind": kind} for axis, kind in pair}
    if data.get("allocation", {}).get("kind") in ("restarts", "restarts-keeping"):
        data["allocation"]["nodes"] = 50
    if data.get("selection", {}).get("kind") in ON_GRAPH and "duplicates" not in data:
        data["duplicates"] = {"kind": "graph"}
    if data.get("duplicates") == {"kind": "graph"} and "selection" not in data:
        data["selection"] = {"kind": "uct1"}
    return variant_from_dict(data)


def test_the_table_of_pairs_names_members():
    for pair in REFUSED:
        assert all(kind in FAMILIES[axis] for axis, kind in pair)


@pytest.mark.skipif(not INTERPRETED, reason="the pairs are walked interpreted: compiled, each pair would be a kernel")
def test_every_pair_of_members_runs_or_is_refused():
    game = SameGame(random_board(7, 4, 4, 3))
    for pair in PAIRS:
        if not goes_together(*pair):
            with pytest.raises(InputError, match="does not go with"):
                variant_of_pair(pair)
            continue
        search = searched(game, variant_of_pair(pair), 1, iterations=12)
        assert game.replay(search.line).score == search.score, pair
        assert search.tree.visits[ROOT] <= 12
