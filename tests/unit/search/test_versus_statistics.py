"""Statistics of actions: MAST and RAVE learn what a plain count of the simulations gives."""

import json
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from playtree import InputError
from playtree.compiled.decorator import INTERPRETED
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.configuration import configuration_from, read_configuration
from playtree.search.versus.design import Design, Mast, Rave, excluded
from playtree.search.versus.recipes import design_of
from playtree.search.versus.statistics.averages import gram_score
from playtree.search.versus.statistics.listed import score_moves
from playtree.search.versus.statistics.memory import START, action_name, context_name, gram_name, learn, longer
from playtree.search.versus.tree import COUNT, TOTAL
from playtree.search.versus.workspace import IN_TREE, RECORDED
from tests.unit.search.test_versus import children, game, own_simulations, walk

SPLIT_NODAL = Design("semisplit", "semisplit")
FEW = 12 if INTERPRETED else 150
GUIDED = [
    Design(mast=Mast("join"), rave=Rave("join")),
    SPLIT_NODAL.but(mast=Mast("mix"), rave=Rave("mix")),
    SPLIT_NODAL.but(is_nodal=False, mast=Mast("context"), rave=Rave("context")),
]


def counted(agent, simulations):
    """MAST as plain sums, from the recorded line of each simulation, one at a time."""
    search = agent.search
    sums: Any = defaultdict(lambda: [0.0, 0])
    table, dots = search.table, search.dots
    for _ in range(simulations):
        agent.choose(None, MoveBudget(simulations=1))
        work = search.work
        context: tuple[int, ...] = ()
        for place in range(int(work.counts[RECORDED])):
            action, player = int(work.line[place]), int(work.movers[place])
            result = float(work.result[player - 1])
            for key in (("action", player, action), ("context", player, context, action)):
                sums[key][0] += result
                sums[key][1] += 1
            if table.is_start[action >> 16]:
                context = ()
            elif action >> 16 < dots:
                context = (*context, action)
        assert 0 <= work.counts[IN_TREE] <= work.counts[RECORDED]
    return sums


def known(agent, key):
    memory = agent.search.memory
    if key[0] == "action":
        name = action_name(key[1], key[2])
    else:
        context = START
        for action in key[2]:
            context = np.uint64(longer(context, action))
        name = context_name(key[1], context, key[3])
    places = (memory.keys == np.uint64(name)).nonzero()[0]
    assert len(places) <= 1
    return [0.0, 0] if len(places) == 0 else [float(memory.totals[places[0]]), float(memory.weights[places[0]])]


def grams_counted(agent, simulations, by_move):
    """NST as plain sums over sequences of up to three units, single actions or whole moves with those who made them."""
    search: Any = agent.search
    sums: Any = defaultdict(lambda: [0.0, 0])
    for _ in range(simulations):
        agent.choose(None, MoveBudget(simulations=1))
        work, units = search.work, list[Any]()
        unit: tuple[int, ...] = ()
        for place in range(int(work.counts[RECORDED])):
            action, player = int(work.line[place]), int(work.movers[place])
            unit = (*unit, action) if by_move else (action,)
            if by_move and not search.table.is_start[action >> 16]:
                continue
            units.append((player, unit))
            unit = ()
            for length in (1, 2, 3):
                if len(units) >= length:
                    sums[tuple(units[-length:])][0] += float(work.result[player - 1])
                    sums[tuple(units[-length:])][1] += 1
    return sums


def unit_name(unit, by_move):
    player, actions = unit
    if not by_move:
        return action_name(player, actions[0])
    context = START
    for action in actions[:-1]:
        context = np.uint64(longer(context, action))
    return context_name(player, context, actions[-1])


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize("design", [Design(mast=Mast("join", grams=3)), SPLIT_NODAL.but(mast=Mast("split", grams=3))])
def test_nst_is_what_a_plain_count_of_sequences_gives(design):
    agent = Agent(game("breakthrough"), design, 2, memory_megabytes=8)
    by_move = design.mast.variant == "join"
    memory: Any = agent.search.memory
    sums = grams_counted(agent, 6, by_move)
    assert {len(key) for key in sums} == {1, 2, 3}
    for key in list(sums)[:150]:
        name = np.uint64(unit_name(key[-1], by_move))
        for unit in reversed(key[:-1]):
            name = np.uint64(gram_name(name, np.uint64(unit_name(unit, by_move))))
        place = int((memory.keys == name).nonzero()[0][0])
        assert [memory.totals[place], memory.weights[place]] == pytest.approx(sums[key])


@pytest.mark.filterwarnings("ignore:overflow")
def test_the_score_of_nst_is_the_mean_over_sequences_seen_often_enough():
    agent = Agent(game("breakthrough"), SPLIT_NODAL.but(mast=Mast("split", grams=3, threshold=2.0)), 1)
    guide, one, two, three = agent.search.rules.statistics, *(np.uint64(action_name(1, each)) for each in (5, 6, 7))
    pair = np.uint64(gram_name(three, two))
    triple = np.uint64(gram_name(pair, one))
    assert gram_score(guide, three, two, one) == 1.0  # unknown
    learn(guide.memory, three, 0.0)
    learn(guide.memory, pair, 1.0)
    assert gram_score(guide, three, two, one) == 0.0  # a pair seen once does not count yet
    learn(guide.memory, pair, 0.5)
    assert gram_score(guide, three, two, one) == pytest.approx((0.0 + 0.75) / 2)
    learn(guide.memory, triple, 1.0)
    learn(guide.memory, triple, 1.0)
    assert gram_score(guide, three, two, one) == pytest.approx((0.0 + 0.75 + 1.0) / 3)
    assert gram_score(guide, three, START, START) == 0.0


def plain_score(guide, recent, player, move):
    """What MAST or NST says about a move, looked up action by action."""
    memory, mast = guide.memory, {1: "split", 2: "context", 3: "join", 4: "mix"}[guide.mast]
    keys = {int(memory.keys[place]): place for place in np.flatnonzero(memory.keys)}

    def average(name):
        place = keys.get(int(name))
        return None if place is None else memory.totals[place] / memory.weights[place]

    def often(name):
        return int(name) in keys and memory.weights[keys[int(name)]] >= guide.threshold

    whole = unit_name((player, [each for each in move[:-1] if each >> 16 < guide.dots] + [move[-1]]), True)
    if guide.grams == 1 and (mast in ("context", "join") or (mast == "mix" and often(whole))):
        return 1.0 if average(whole) is None else average(whole)
    units = [whole] if mast == "join" else [action_name(player, action) for action in move]
    if any(average(unit) is None for unit in units):
        return 1.0
    scores, line = [], [np.uint64(unit) for unit in (recent[1], recent[0], *units)]
    for index in range(2, len(line)):
        known, name = [average(line[index])], line[index]
        for unit in (line[index - 1], line[index - 2])[: guide.grams - 1]:
            if unit == START:
                break
            name = np.uint64(gram_name(name, unit))
            known += [average(name)] if often(name) else []
        scores.append(np.mean(known))
    return np.mean(scores)


@pytest.mark.kernels
@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(
    "mast",
    [Mast("split"), Mast("context"), Mast("join"), Mast("mix", threshold=2.0), Mast("join", grams=3, threshold=2.0)]
    + [Mast("split", grams=grams, threshold=2.0) for grams in (2, 3)],
)
@pytest.mark.parametrize("name", ["theMillGame", "breakthrough"])
def test_moves_of_a_list_have_the_scores_that_each_has_alone(name, mast):
    played = game(name)
    search = Agent(played, Design("semisplit", "orthodox", mast=mast), 3, memory_megabytes=8).search
    search.run(MoveBudget(simulations=FEW // 3))
    guide, work, position = search.rules.statistics, search.work, played.start.copy()
    scores = set()
    for turn in range(4 if INTERPRETED else 12):
        player, moves = played.compiled.player(position), played.compiled.moves(position)
        coded = [[int(action) for action in played.compiled.encoded(move)] for move in moves]
        flat = [number for move in coded for number in (len(move), *move)]
        work.listed[: len(flat)] = flat
        assert score_moves(guide, work, player, len(flat)) == len(moves)
        expected = [plain_score(guide, work.recent, player, move) for move in coded]
        assert work.weights[: len(moves)] == pytest.approx(expected)
        scores |= {round(score, 6) for score in expected}
        played.compiled.play(position, moves[7 * turn % len(moves)])
    assert len(scores) > (1 if INTERPRETED else 3)


def test_sequences_that_make_no_sense_are_refused():
    refused: list[tuple[Any, str]] = [
        ({"grams": 4}, "grams is 4; expected 1"),
        ({"grams": 2, "variant": "context"}, "sequences of 2 with context"),
        ({"grams": 3, "variant": "mix"}, "sequences of 3 with mix"),
        ({"grams": 3, "tree_only": True}, "sequences with tree_only"),
    ]
    for changes, says in refused:
        with pytest.raises(InputError, match=says):
            Mast(**changes)
    with pytest.raises(InputError, match="mast join with semisplit simulations"):
        SPLIT_NODAL.but(mast=Mast("join", grams=3))


@pytest.mark.filterwarnings("ignore:overflow")
def test_mast_is_what_a_plain_count_of_the_lines_gives():
    agent = Agent(game("breakthrough"), SPLIT_NODAL.but(mast=Mast("mix"), rave=Rave("mix")), 1, memory_megabytes=8)
    sums = counted(agent, 6)
    assert len(sums) > 30
    for key in list(sums)[:80]:
        assert known(agent, key) == pytest.approx(sums[key])


def test_amaf_holds_at_least_what_was_tried():
    agent = Agent(game("breakthrough"), GUIDED[0], 1, memory_megabytes=8)
    agent.choose(None, MoveBudget(simulations=FEW))
    tree = agent.search.tree
    for node in walk(tree):
        for ordinal, child in enumerate(children(tree, node)):
            place = int(tree.names[node]) + ordinal
            # every simulation through the child made its move here
            assert tree.amaf[place, COUNT] >= tree.visits[child] - 0.5
            assert 0 <= tree.amaf[place, TOTAL] <= tree.amaf[place, COUNT]


@pytest.mark.kernels
@pytest.mark.variants
@pytest.mark.parametrize("design", GUIDED)
def test_guided_searches_keep_what_all_searches_keep(design):
    agents = [Agent(game("breakthrough"), design, 4, memory_megabytes=8) for _ in range(2)]
    for _ in range(1 if INTERPRETED else 3):
        choices = [agent.choose(None, MoveBudget(simulations=FEW)) for agent in agents]
        assert choices[0].move == choices[1].move
        assert choices[0].alternatives == choices[1].alternatives
        assert choices[0].move in agents[0].game.compiled.moves(agents[0].state)
        tree = agents[0].search.tree
        assert all(0 <= own_simulations(tree, node) <= 1 for node in walk(tree) if node != agents[0].search.root)
        for agent in agents:
            agent.advance(choices[0].move)


@pytest.mark.parametrize("policy", ["epsilon-greedy", "gibbs", "roulette"])
@pytest.mark.parametrize("decay", ["move", "batch", "simulation"])
def test_every_policy_and_decay_plays_legal_moves(policy, decay):
    mast = Mast("split", policy, 0.4, decay, 0.5, batch=10)
    agent = Agent(game("breakthrough"), SPLIT_NODAL.but(mast=mast), 1, memory_megabytes=4)
    for _ in range(3):
        move = agent.choose(None, MoveBudget(simulations=60)).move
        assert move in agent.game.compiled.moves(agent.state)
        agent.advance(move)


def test_decay_makes_what_is_known_count_less():
    agent = Agent(game("breakthrough"), SPLIT_NODAL.but(mast=Mast("split", factor=0.25)), 1, memory_megabytes=4)
    choice = agent.choose(None, MoveBudget(simulations=50))
    memory = agent.search.memory
    assert memory is not None
    before = memory.weights.sum() / memory.step[0]
    agent.advance(choice.move)
    assert memory.weights.sum() / memory.step[0] == pytest.approx(before / 4)


def test_a_batch_of_simulations_goes_on_from_move_to_move():
    mast = Mast("split", decay="batch", factor=0.25, batch=80)
    agent = Agent(game("breakthrough"), SPLIT_NODAL.but(mast=mast), 1, memory_megabytes=4)
    agent.advance(agent.choose(None, MoveBudget(simulations=50)).move)
    memory = agent.search.memory
    assert memory is not None
    assert memory.step[0] == 1.0
    agent.choose(None, MoveBudget(simulations=50))
    assert memory.step[0] == 4.0


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"simulation": "semisplit", "mast": Mast("join")}, "mast join with semisplit simulations"),
        ({"mast": Mast("context")}, "mast context with whole moves everywhere"),
        ({"rave": Rave("split")}, "rave split with an orthodox tree"),
        ({"rave": Rave("context")}, "rave context with an orthodox tree"),
        ({"tree": "semisplit", "rave": Rave("join")}, "rave join with a semisplit tree"),
        ({"tree": "rollup", "rave": Rave("mix")}, "rave mix with a rolled-up tree"),
    ],
)
def test_excluded_combinations_are_refused_with_the_reason(change, reason):
    with pytest.raises(InputError, match=reason):
        Design(**change)


# Table 2.1 of the thesis: tree, simulation, then which of split, join, context go with MAST and with RAVE.
TABLE = [
    ("orthodox", "orthodox", ("split", "join"), ("join",)),
    ("orthodox", "semisplit", ("split", "context"), ("join",)),
    ("semisplit", "orthodox", ("split", "join", "context"), ("split", "context")),
    ("semisplit", "semisplit", ("split", "context"), ("split", "context")),
    ("rollup", "orthodox", ("split", "join", "context"), ("context",)),
    ("rollup", "semisplit", ("split", "context"), ("context",)),
]


@pytest.mark.parametrize("tree, simulation, masts, raves", TABLE)
def test_the_table_of_combinations_is_that_of_the_thesis(tree, simulation, masts, raves):
    plain = Design(tree, simulation)
    for variant in ("split", "join", "context"):
        for name, made, allowed in (("mast", Mast(variant), masts), ("rave", Rave(variant), raves)):
            object.__setattr__(plain, name, made)
            assert (excluded(plain) == "") == (variant in allowed), (tree, simulation, name, variant)
            object.__setattr__(plain, name, None)


CONFIGURATION = {
    "general": {"buffer_time": 50, "simulate_during_opp_turn": False, "reasoning_overhead": 1},
    "algorithm": {
        "name": "MCTS",
        "tree_strategy": "semisplit",
        "simulation_strategy": "semisplit",
        "split_strategy": "",
        "parameters": {
            "exploration_constant": 0.4,
            "max_semidepth": 50,
            "is_nodal": True,
            "greedy_choice": False,
            "final_rollup_factor": 1.0,
        },
    },
    "heuristics": [
        {
            "name": "MASTMIX",
            "parameters": {"epsilon": 0.4, "decay_factor": 0.2, "tree_only": False, "mastmix_threshold": 7},
        }
    ],
}


def test_a_configuration_of_the_thesis_is_read_as_it_is(tmp_path):
    path = tmp_path / "agent.json"
    path.write_text(json.dumps(CONFIGURATION))
    found = read_configuration(path)
    assert found.buffer_seconds == 0.05
    assert found.design == SPLIT_NODAL.but(final_rollup=1.0, mast=Mast("mix"))
    assert design_of(str(path)) == found.design


def test_a_configuration_with_a_mistake_is_refused_by_name():
    def broken(**change):
        return {**CONFIGURATION, **change}

    with pytest.raises(InputError, match=r"a.json: unknown 'speed'; expected one of: general, algorithm, heuristics"):
        configuration_from(broken(speed=1), "a.json")
    with pytest.raises(InputError, match="heuristic 'LUCK'; expected one of: MAST"):
        configuration_from(broken(heuristics=[{"name": "LUCK"}]), "a.json")
    with pytest.raises(InputError, match="epsilon is 'much'; expected a number"):
        configuration_from(broken(heuristics=[{"name": "MAST", "parameters": {"epsilon": "much"}}]), "a.json")
    with pytest.raises(InputError, match="expected a table of: general"):
        configuration_from([], "a.json")
    with pytest.raises(InputError, match="expected a configuration file"):
        read_configuration("no.json")


@pytest.mark.parametrize(
    "place, key, value, complaint",
    [
        ("general", "simulate_during_opp_turn", "false", "is 'false'; expected true or false"),
        ("general", "buffer_time", float("nan"), "is nan; expected a number, 0 or more"),
        ("general", "buffer_time", -5, "is -5; expected a number, 0 or more"),
        ("general", "reasoning_overhead", 0, "reasoning_overhead is 0; expected a whole number from 1 to 1,000,000"),
        ("general", "reasoning_overhead", 2.5, "reasoning_overhead is 2.5; expected a whole number"),
        ("algorithm", "tree_strategy", ["semisplit"], r"is \['semisplit'\]; expected a text"),
        ("algorithm", "split_strategy", 0, "is 0; expected a text"),
        ("parameters", "is_nodal", "no", "is 'no'; expected true or false"),
        ("parameters", "max_semidepth", "abc", "max_semidepth is 'abc'; expected a number"),
        ("parameters", "max_semidepth", 0, "max_semidepth is 0; expected a whole number, 1 or more"),
        ("parameters", "max_semidepth", 2.5, "max_semidepth is 2.5; expected a whole number"),
        ("parameters", "exploration_constant", 10**400, "a.json: design: exploration is inf; expected a number"),
        ("heuristic", "name", ["MAST"], r"heuristic \['MAST'\]; expected one of"),
        ("heuristic", "parameters", {"tree_only": 0}, "tree_only is 0; expected true or false"),
        ("heuristic", "parameters", {"epsilon": 2}, "a.json: mast: parameter is 2.0; expected the chance"),
    ],
)
def test_a_value_of_another_type_is_refused_by_name(place, key, value, complaint):
    data = json.loads(json.dumps(CONFIGURATION))
    places = {"parameters": data["algorithm"]["parameters"], "heuristic": data["heuristics"][0], **data}
    places[place][key] = value
    with pytest.raises(InputError, match=f"^a.json: .*{complaint.removeprefix('a.json: ')}"):
        configuration_from(data, "a.json")


def with_heuristics(tree, simulation, *names):
    algorithm = {"tree_strategy": tree, "simulation_strategy": simulation}
    return configuration_from({"algorithm": algorithm, "heuristics": [{"name": name} for name in names]}, "a.json")


def test_a_configuration_has_one_mast_and_one_rave_at_most():
    assert with_heuristics("semisplit", "semisplit", "MASTSPLIT", "TGRAVE").design.rave == Rave("split")
    for twice in (["MASTSPLIT", "MASTMIX"], ["MAST", "MAST"], ["TGRAVE", "MAST", "RAVEMIX"]):
        with pytest.raises(InputError, match=f"a.json: heuristic '{twice[-1]}' behind another {twice[-1][:4]}"):
            with_heuristics("semisplit", "semisplit", *twice)


def test_the_heuristics_of_a_configuration_mean_what_the_thesis_makes_of_them():
    assert with_heuristics("semisplit", "orthodox", "MAST").design.mast == Mast("split")
    assert with_heuristics("orthodox", "orthodox", "MASTCONTEXT", "RAVECONTEXT").design.mast == Mast("join")
    assert with_heuristics("orthodox", "semisplit", "RAVECONTEXT").design.rave == Rave("join")
    with pytest.raises(InputError, match="design: rave mix with an orthodox tree"):
        with_heuristics("orthodox", "orthodox", "RAVEMIX")
