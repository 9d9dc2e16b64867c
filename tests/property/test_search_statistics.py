"""What a search tells about itself, against a walk through its tree; and searches whose memory is full."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.excerpt import excerpt_of
from playtree.search.solo.allocation.per_move import PerMove, PerMoveAnew
from playtree.search.solo.compatibility import goes_together
from playtree.search.solo.duplicates.rules import Consistent
from playtree.search.solo.expansion.sampled import SampledThenAll
from playtree.search.solo.exploration.global_weight import Constant
from playtree.search.solo.exploration.node_weight import CNodeLU
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.normalisation.relative import GlobalFalling
from playtree.search.solo.pruning.beam import Beam
from playtree.search.solo.search import Search
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant
from playtree.search.tree import CUT, OPEN, ROOT
from tests.oracles.exhaustive import best_score
from tests.oracles.trees import children_of, nodes_of, tree_picture
from tests.oracles.variants import ALL, OTHERS, PAIRS, recorded, searched
from tests.property.strategies import drawn_boards

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

CONSISTENT = Variant(
    Uct(0.3),
    Static(20.0),
    duplicates=Consistent(),
    exploration=CNodeLU(1.5, 0.9, 1.1, 0.8, 0.5),
    policy="random",
)
SEARCHES = [*ALL, *OTHERS, CONSISTENT] if INTERPRETED else [*PAIRS, CONSISTENT]
VARIANTS = st.sampled_from(SEARCHES)
PER_MOVE = (PerMove("uniform", moves=6.0), PerMove(least=100.0), PerMoveAnew("linear", moves=6.0))


def goes_by_moves(variant: Variant, moves: PerMove) -> bool:
    kind = "per-move-anew" if moves.starts_anew else "per-move"
    return all(goes_together(member, ("moves", kind)) for member in variant.members())


MOVING = st.sampled_from(
    SEARCHES
    + [replace(variant, moves=moves) for variant in SEARCHES for moves in PER_MOVE if goes_by_moves(variant, moves)]
)
SEEDS = st.integers(0, 2**32 - 1)
MIDDLE = drawn_boards(6, 6, 4)
QUICK = 12 if INTERPRETED else 60


@settings(max_examples=QUICK)
@given(MIDDLE, VARIANTS, st.integers(1, 300), SEEDS)
def test_counts_by_depth_add_up_and_are_those_of_the_tree(board, variant, iterations, seed):
    search = searched(SameGame(board), variant, seed, iterations=iterations)
    found = search.statistics
    assert sum(found.nodes_at) == found.nodes
    assert sum(depth * count for depth, count in enumerate(found.nodes_at)) == found.depths
    assert len(found.nodes_at) <= found.deepest + 1
    assert sum(found.duplicates_at) == found.duplicates
    stays = not isinstance(variant.pruning, Beam)  # what a beam cuts away stays counted
    if stays and variant is not CONSISTENT and not isinstance(variant.expansion, SampledThenAll):
        walked = Counter(depth for depth, node in nodes_of(search.tree) if search.tree.closed[node] != CUT)
        assert list(found.nodes_at) == [walked[depth] for depth in range(max(walked) + 1)]


@settings(max_examples=QUICK)
@given(MIDDLE, MOVING, st.sampled_from(["iterations", "nodes", "ru"]), st.integers(2, 300), SEEDS)
@example(random_board(1, 6, 6, 4), replace(PAIRS[0], moves=PerMove()), "nodes", 300, 0)
def test_a_recorded_search_is_the_same_search(board, variant, limit, amount, seed):
    limits = {limit: amount * (20 if limit == "ru" else 1)}
    plain = searched(SameGame(board), variant, seed, **limits)
    watched = recorded(SameGame(board), variant, seed, **limits)
    assert tree_picture(watched.tree) == tree_picture(plain.tree)
    assert (watched.line, watched.statistics) == (plain.line, plain.statistics)
    assert plain.record.course == ()
    check_course(watched)


def check_course(search: Search) -> None:
    """Snapshots follow one another to the end of the search, and nothing in them falls that only rises."""
    record, last = search.record, search.record.course[-1]
    done = search.statistics
    assert (last.iterations, last.nodes, last.ru) == (done.iterations, done.nodes, done.ru)
    assert (last.score, last.line) == (search.score, tuple(search.line))
    assert record.statistics == done
    for one, two in pairwise(record.course):
        assert one.iterations < two.iterations <= max(one.iterations + 1, one.iterations * 5 // 4)
        for name in ("seconds", "nodes", "ru", "score", "deepest", "terminals", "duplicates"):
            assert getattr(one, name) <= getattr(two, name)


@settings(max_examples=QUICK)
@given(MIDDLE, VARIANTS, st.integers(1, 200), st.integers(1, 40), SEEDS)
def test_the_excerpt_is_what_was_visited_most(board, variant, iterations, most, seed):
    search = searched(SameGame(board), variant, seed, iterations=iterations)
    tree = search.tree
    excerpt = excerpt_of(tree, most, search.statistics.nodes)
    below = list(own_nodes(tree))
    assert len(excerpt.nodes) == min(most, len(below))
    for place, node in enumerate(excerpt.nodes):
        assert (node.parent is None) == (place == ROOT)
        assert node.parent is None or node.parent < place
    if variant is not CONSISTENT:  # there a solved child keeps the results that are taken back from its parent
        visits = sorted((int(tree.visits[node]) for node in below), reverse=True)
        assert [node.visits for node in excerpt.nodes] == visits[:most]
    root = excerpt.nodes[0]
    assert root.top == pytest.approx(float(tree.top[ROOT]))
    assert root.closed == ("open" if tree.closed[ROOT] == OPEN else "solved")


def own_nodes(tree, node=ROOT):
    """The nodes that hang together at the root; what is below a cut node belongs to another."""
    yield node
    for child in children_of(tree, node) if tree.closed[node] != CUT else []:
        yield from own_nodes(tree, child)


@settings(max_examples=QUICK)
@given(MIDDLE, VARIANTS, st.integers(2, 60), st.integers(1, 300), SEEDS)
def test_a_full_memory_holds_and_the_search_goes_on(board, variant, nodes, iterations, seed):
    game = SameGame(board)
    search = searched(game, variant, seed, nodes=nodes, iterations=iterations)
    done = search.statistics
    assert done.nodes <= nodes
    assert search.is_solved or done.iterations == iterations
    assert game.replay([*search.line, *game.closing(search.line)]).score == search.score
    if done.without_room:
        assert done.nodes == nodes
    else:
        assert tree_picture(search.tree) == tree_picture(searched(game, variant, seed, iterations=iterations).tree)
    if isinstance(variant.exploration, Constant) and not isinstance(variant.normalisation, GlobalFalling):
        # what does not depend on the budget grows like a search without a bound, and then no more
        free = searched(game, variant, seed, iterations=max(done.iterations - done.without_room, 1))
        assert search.score >= free.score
        if not isinstance(variant.expansion, SampledThenAll):  # which adds as many children at once as there is room
            assert free.statistics.nodes == done.nodes
    check_open_counts(search.tree)


def check_open_counts(tree) -> None:
    for _, node in nodes_of(tree):
        if tree.count[node] >= 0 and tree.closed[node] != CUT:
            closed = sum(tree.closed[child] != OPEN for child in children_of(tree, node))
            assert tree.open[node] == tree.count[node] - closed


@settings(max_examples=QUICK)
@given(MIDDLE, VARIANTS, st.integers(2, 30), st.integers(1, 200), SEEDS)
def test_visits_add_up_in_a_full_tree(board, variant, nodes, iterations, seed):
    """Every iteration visits the root, unless results are retracted, and a node as often as its children at least."""
    if variant.duplicates != Variant().duplicates:
        return
    tree = searched(SameGame(board), variant, seed, nodes=nodes, iterations=iterations).tree
    assert tree.visits[ROOT] <= iterations
    for _, node in nodes_of(tree):
        assert tree.visits[node] >= sum(tree.visits[child] for child in children_of(tree, node))


@settings(max_examples=QUICK)
@given(drawn_boards(4, 4, 3), VARIANTS, SEEDS)
def test_a_full_tree_proves_nothing_that_is_not_true(board, variant, seed):
    search = searched(SameGame(board), variant, seed, nodes=12, iterations=400)
    best = best_score(board, SameGame(board).rules)
    assert search.score <= best
    if search.is_solved:
        assert search.score == best


@settings(max_examples=QUICK // 2)
@given(MIDDLE, VARIANTS, st.integers(2, 40), SEEDS)
def test_nodes_alone_end_the_search(board, variant, nodes, seed):
    done = searched(SameGame(board), variant, seed, nodes=nodes).statistics
    assert done.nodes <= nodes
    assert done.without_room == 0


def test_moves_are_made_for_good_in_a_full_tree():
    game = SameGame(random_board(3, 6, 6, 3))
    for variant in (PAIRS[0], CONSISTENT):
        moving = replace(variant, moves=PerMove("uniform", "top", moves=6.0))
        search = searched(game, moving, 5, nodes=80, iterations=600)
        assert search.statistics.without_room > 0
        assert search.statistics.nodes == 80
        assert search.start_depth > 0
        assert game.replay([*search.line, *game.closing(search.line)]).score == search.score
