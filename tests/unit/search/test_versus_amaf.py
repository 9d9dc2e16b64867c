"""RAVE and GRAVE against plain sums over the simulations, in every combination of the thesis [pawlik2021] table 2.1."""

import importlib
import math
from typing import Any

import numpy as np
import pytest

from playtree.compiled.decorator import INTERPRETED
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import Design, Mast, Rave
from playtree.search.versus.statistics.amaf import blended
from playtree.search.versus.tree import COUNT, PART_COUNT, PART_TOTAL, TOTAL
from playtree.search.versus.workspace import DEPTH
from tests.oracles.amaf import Amaf, candidates_of
from tests.unit.search.test_versus import game

SAMES = {"split": ("split",), "context": ("context",), "join": ("join",), "mix": ("context", "split")}
PARTS = [(variant, simulation) for variant in ("split", "context", "mix") for simulation in ("orthodox", "semisplit")]
COMBINATIONS = [
    *(Design("orthodox", simulation, rave=Rave("join")) for simulation in ("orthodox", "semisplit")),
    *(
        Design("semisplit", simulation, is_nodal=is_nodal, rave=Rave(variant))
        for variant, simulation in PARTS
        for is_nodal in (True, False)
    ),
    *(
        Design("rollup", simulation, is_nodal=is_nodal, rave=Rave("context"))
        for simulation in ("orthodox", "semisplit")
        for is_nodal in (True, False)
    ),
]
not_interpreted = pytest.mark.skipif(INTERPRETED, reason="takes long by the slow twin")


def name_of(design):
    if not isinstance(design, Design) or design.rave is None:
        return None
    words = [design.tree, "nodal" if design.is_nodal else "raw", design.simulation, design.rave.variant]
    return "-".join(words + [f"{design.rave.reference:g}"] * (design.rave.reference > 0))


def played(name, split="Mod"):
    return importlib.import_module("examples.nim").nim(3, 4, 5) if name == "nim" else game(name, split)


def searched(name, design, simulations, seed=1):
    """A search and the oracle that counted each of its simulations."""
    search = Agent(played(name, design.split), design, seed, memory_megabytes=8).search
    oracle = Amaf(search, SAMES[design.rave.variant], design.tree == "orthodox")
    for _ in range(simulations):
        search.run(MoveBudget(simulations=1))
        oracle.learn()
    return search, oracle


def check_sums(search, oracle):
    """Compare every candidate of every node, and tell how many were made later than where they stand."""
    later = 0
    for node, place in oracle.pairs():
        assert search.tree.visits[place] == node.visits
        candidates = candidates_of(search, place)
        assert set(candidates) == set(node.known)
        for part, known in node.known.items():
            row = [float(number) for number in search.tree.amaf[candidates[part].place]]
            expected = [0.0] * 4
            for same, columns in zip(oracle.sames, ((TOTAL, COUNT), (PART_TOTAL, PART_COUNT)), strict=False):
                expected[columns[0]] = known.totals.get(same, 0.0)
                expected[columns[1]] = known.counts.get(same, 0)
            assert row == pytest.approx(expected)
            child = node.children.get(part)
            later += known.counts.get(oracle.sames[-1], 0) > (0 if child is None else child.visits)
    return later


@pytest.mark.kernels
@pytest.mark.variants
@pytest.mark.parametrize("design", COMBINATIONS, ids=name_of)
def test_amaf_is_what_plain_sums_over_the_simulations_give(design):
    search, oracle = searched("breakthrough", design, 6 if INTERPRETED else 400)
    assert check_sums(search, oracle) > 0
    assert (oracle.rolled_up > 0) == (design.tree == "rollup") or INTERPRETED


@not_interpreted
@pytest.mark.parametrize("design", COMBINATIONS, ids=name_of)
@pytest.mark.parametrize(
    "name, simulations",
    [("ticTacToe", 400), ("nim", 400), ("knightthrough", 300), ("chessNoCheck", 40), ("yavalath3", 100)],
)
def test_amaf_is_what_plain_sums_give_in_other_games(name, simulations, design):
    search, oracle = searched(name, design, simulations)
    assert check_sums(search, oracle) > 0


@not_interpreted
@pytest.mark.parametrize("design", COMBINATIONS, ids=name_of)
@pytest.mark.parametrize("split", ["ModPlus", "ModShift", "ModPlusShift"])
def test_amaf_is_what_plain_sums_give_where_moves_are_split_at_dots(split, design):
    search, oracle = searched("breakthrough", design.but(split=split), 300)
    assert check_sums(search, oracle) > 0


@not_interpreted
@pytest.mark.parametrize(
    "design",
    [
        Design("orthodox", "semisplit", mast=Mast("mix"), rave=Rave("join")),
        Design("semisplit", "orthodox", mast=Mast("join"), rave=Rave("split")),
        Design("semisplit", "semisplit", mast=Mast("split"), rave=Rave("mix")),
        Design("semisplit", "semisplit", is_nodal=False, mast=Mast("context"), rave=Rave("context")),
    ],
    ids=name_of,
)
def test_amaf_is_what_plain_sums_give_where_mast_guides_simulations(design):
    search, oracle = searched("breakthrough", design, 300)
    assert check_sums(search, oracle) > 0


@not_interpreted
@pytest.mark.parametrize("design", COMBINATIONS, ids=name_of)
def test_amaf_is_kept_from_move_to_move(design):
    search, oracle = searched("breakthrough", design, 400)
    moves = search.game.compiled.moves(search.state)
    coded = [tuple(int(action) for action in search.game.compiled.encoded(move)) for move in moves]
    visited = [oracle.node_behind(actions) for actions in coded]
    best = max(range(len(moves)), key=lambda index: 0 if visited[index] is None else visited[index].visits)
    search.advance(moves[best])
    oracle.root = visited[best]
    search.compact()
    assert check_sums(search, oracle) > 0
    for _ in range(100):
        search.run(MoveBudget(simulations=1))
        oracle.learn()
    assert check_sums(search, oracle) > 0


@not_interpreted
@pytest.mark.parametrize("design", COMBINATIONS, ids=name_of)
@pytest.mark.parametrize("name", ["breakthrough", "nim", "yavalath3"])
def test_what_is_learned_from_is_a_play_of_the_game_with_its_result(name, design):
    search, oracle = searched(name, design, 0)
    rules = search.game.compiled
    for _ in range(20):
        search.run(MoveBudget(simulations=1))
        state, actions = search.state.copy(), []
        for made in oracle.line():
            assert made.player == rules.player(state)
            actions += [made.action] * (made.ends or oracle.changes(made.action))
            if made.ends:
                move = rules.decoded(np.array(actions, np.int32))
                assert rules.is_legal(state, move)
                rules.play(state, move)
                actions = []
        assert actions == []
        assert rules.is_over(state)
        scores = [float(score) / bound for score, bound in zip(rules.scores(state), search.work.bounds, strict=True)]
        assert list(search.work.result) == pytest.approx(scores)


ESTIMATES = [
    Design("orthodox", rave=Rave("join", equivalence=20.0)),
    Design("orthodox", rave=Rave("join", reference=10.0)),
    Design("semisplit", "semisplit", rave=Rave("mix", threshold=3.0)),
    Design("semisplit", "semisplit", rave=Rave("split", reference=5.0)),
    Design("semisplit", "semisplit", is_nodal=False, rave=Rave("split", reference=5.0)),
    Design("semisplit", "semisplit", rave=Rave("split", reference=1000.0)),
    Design("rollup", "semisplit", rave=Rave("context")),
]


def source_of(ways, path, part):
    """The node whose AMAF of a candidate counts, by a plain search upwards; ways counts how it was found.

    path: from the root, with who is to move.
    """
    (node, player), *above = reversed(path)
    if node.visits > ways["reference"]:
        return node
    often = [each for each, other in above if other == player and each.visits > ways["reference"]]
    having = [each for each in often if part in each.known]
    ways["itself" if not having else "nearest" if having[0] is often[0] else "further"] += 1
    return having[0] if having else node


def plain_estimate(rave, known, visits, mean):
    same = rave.variant
    if same == "mix":
        same = "context" if known.counts.get("context", 0) >= rave.threshold else "split"
    count = known.counts.get(same, 0)
    share = math.sqrt(rave.equivalence / (3 * visits + rave.equivalence))
    return mean if count == 0 else (1 - share) * mean + share * known.totals[same] / count


def check_estimates(search, oracle, ways):
    """Compare what each child of each node is expected to score."""
    tree, work, rave = search.tree, search.work, search.design.rave
    pending: list[Any] = [(oracle.root, [search.root], [])]
    while pending:
        node, places, path = pending.pop()
        place = places[-1]
        path = [*path, (node, int(tree.player[place]))]
        candidates = candidates_of(search, place)
        work.path[: len(places)], work.counts[DEPTH] = places, len(path) - 1
        for part, child in node.children.items():
            label, number = candidates[part]
            mean = float(tree.mean[number])
            expected = plain_estimate(rave, source_of(ways, path, part).known[part], node.visits, mean)
            assert blended(search.rules.statistics, tree, work, place, label, mean) == pytest.approx(expected)
            pending.append((child, [*places, number], path))


@not_interpreted
@pytest.mark.parametrize("design", ESTIMATES, ids=name_of)
@pytest.mark.parametrize("name", ["breakthrough", "nim", "ticTacToe"])
def test_rave_and_grave_take_the_values_that_a_plain_search_upwards_finds(name, design):
    search, oracle = searched(name, design, 1500)
    ways = {"reference": design.rave.reference, "itself": 0, "nearest": 0, "further": 0}
    check_estimates(search, oracle, ways)
    assert (ways["nearest"] + ways["further"] > 0) == (design.rave.reference > 0)
