"""The names of the thesis' agents: what they say is what is played, or they are refused."""

import pytest

from playtree import InputError
from playtree.search.versus.agent import Agent
from playtree.search.versus.budget import MoveBudget
from playtree.search.versus.design import Design, Mast, Rave
from playtree.search.versus.names import design_from_name
from playtree.search.versus.recipes import AGENTS, design_of
from tests.unit.search.test_versus import game

SPLIT_NODAL = Design("semisplit", "semisplit")


def test_agents_of_the_thesis_are_known_by_the_names_of_their_files():
    assert design_from_name("mcts_orthodox_orthodox_mast_rave") == AGENTS["orthodox-mast-rave"].design
    assert design_from_name("mctsM_semisplitNodal_semisplit_mastsplit") == AGENTS["semisplit-nodal-mast"].design
    assert design_from_name("mctsM_semisplitNodal_semisplit_mastmix7") == AGENTS["semisplit-nodal-mast-mix"].design
    assert design_from_name("mctsM_orthodox_semisplit_mastsplit_rave") == AGENTS["orthodox-tree-mast-rave"].design
    assert design_from_name("mctsMPS_rollupNodal_semisplit") == Design("rollup", "semisplit", "ModPlusShift")
    assert design_from_name("mctsMS_semisplit_orthodox") == Design("semisplit", "orthodox", "ModShift", is_nodal=False)
    assert design_from_name("mcts_round_orthodox") is None
    with pytest.raises(InputError, match="unknown agent 'mctsX'; expected one of: orthodox"):
        design_of("mctsX")


@pytest.mark.parametrize(
    "name, design",
    [
        ("mctsM_semisplitNodal_orthodox_mastjoin", Design("semisplit", "orthodox", mast=Mast("join"))),
        ("mctsM_rollupNodal_orthodox_mastjoin", Design("rollup", "orthodox", mast=Mast("join"))),
        ("mcts_orthodox_orthodox_mastsplit", Design(mast=Mast("split"))),
        ("mcts_orthodox_orthodox_mastmix30", Design(mast=Mast("mix", threshold=30))),
        ("mcts_orthodox_orthodox_ravejoin", Design(exploration=0.2, rave=Rave("join"))),
        ("mctsM_semisplitNodal_semisplit_mast", SPLIT_NODAL.but(mast=Mast("split"))),
        ("mctsM_semisplitNodal_semisplit_ravemix7", SPLIT_NODAL.but(exploration=0.2, rave=Rave("mix", threshold=7))),
        ("mctsM_semisplitNodal_semisplit_ravemix", SPLIT_NODAL.but(exploration=0.2, rave=Rave("mix", threshold=10))),
    ],
)
def test_the_variant_of_a_name_is_what_is_played(name, design):
    assert design_from_name(name) == design


@pytest.mark.parametrize(
    "name, reason",
    [
        ("mctsM_semisplitNodal_semisplit_mastjoin", "design: mast join with semisplit simulations"),
        ("mctsM_semisplitNodal_semisplit_ravejoin", "design: rave join with a semisplit tree"),
        ("mcts_orthodox_orthodox_ravesplit", "design: rave split with an orthodox tree"),
        ("mcts_orthodox_orthodox_ravemix7", "design: rave mix with an orthodox tree"),
        ("mcts_orthodox_orthodox_ravecontext", "design: rave context with an orthodox tree, where it is join"),
        ("mcts_orthodox_orthodox_mastcontext", "design: mast context with whole moves everywhere, where it is join"),
        ("mctsMP_rollupNodal_semisplit_rave", "design: rave split with a rolled-up tree"),
        ("mctsM_semisplitNodal_semisplit_tgravemix", "rave: a reference with mix"),
        ("mcts_orthodox_orthodox_finalRollup", "design: final_rollup with an orthodox tree"),
    ],
)
def test_a_variant_that_does_not_go_with_the_rest_of_a_name_is_refused(name, reason):
    with pytest.raises(InputError, match=f"^{name}: {reason}"):
        design_from_name(name)


@pytest.mark.parametrize(
    "parts, complaint",
    [
        ("mastsplit_mastmix7", "found 'mastmix7' behind another mast; expected one at most"),
        ("rave_tgrave", "found 'tgrave' behind another rave; expected one at most"),
        (
            "mastsplit7",
            r"found 'mastsplit7'; expected no number, which only mix \(its threshold\) and grave",
        ),
        ("rave50", "found 'rave50'; expected no number"),
        ("overhead0", "found 'overhead0'; expected overhead with a number from 1 to 999,999, at the end"),
        ("mast_", "found ''; expected mast or rave"),
        ("finalRollup0.5", "found 'finalRollup0.5'; expected mast or rave"),
    ],
)
def test_a_part_of_a_name_that_means_nothing_is_refused_by_name(parts, complaint):
    with pytest.raises(InputError, match=f"^mctsM_semisplitNodal_semisplit_{parts}: {complaint}"):
        design_from_name(f"mctsM_semisplitNodal_semisplit_{parts}")


@pytest.mark.parametrize(
    "name, design",
    [
        ("mcts_orthodox07_orthodox", Design(exploration=0.7)),
        ("mctsM_semisplitNodal07_semisplit", SPLIT_NODAL.but(exploration=0.7)),
        ("mctsM_semisplitNodal04_semisplit_rave", SPLIT_NODAL.but(rave=Rave("split"))),
        ("mctsM_orthodox04_semisplit_mastmix7_rave", Design("orthodox", "semisplit", mast=Mast("mix"), rave=Rave())),
        ("mcts_orthodox_orthodox_tgrave", Design(exploration=0.2, rave=Rave("join", reference=50))),
        ("mctsM_semisplitNodal_semisplit_grave20", SPLIT_NODAL.but(exploration=0.2, rave=Rave("split", reference=20))),
        ("mctsM_semisplitNodal_semisplit_finalRollup", SPLIT_NODAL.but(final_rollup=1.0)),
        ("mctsM_semisplit012_semisplit", SPLIT_NODAL.but(is_nodal=False, exploration=0.12)),
    ],
)
def test_names_with_an_exploration_or_a_part_of_their_own_are_read(name, design):
    assert design_from_name(name) == design


def test_a_named_mast_of_whole_moves_in_a_tree_of_parts_plays():
    agent = Agent(game("breakthrough"), "mctsM_semisplitNodal_orthodox_mastjoin", 1, memory_megabytes=4)
    assert agent.choose(None, MoveBudget(simulations=50)).move in agent.game.compiled.moves(agent.state)
