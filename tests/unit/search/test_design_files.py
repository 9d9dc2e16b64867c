"""Designs of agents as files: what is printed is read back, and mistakes are told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.errors import InputError
from playtree.search.versus.design import DECAYS, FINALS, POLICIES, SIMULATIONS, TREES, VARIANTS, Design, Mast, Rave
from playtree.search.versus.design_files import design_toml, read_design
from playtree.search.versus.recipes import AGENTS, agent_recipe, design_of, is_agent


@pytest.mark.parametrize("name", [*AGENTS, "mctsMPS_rollupNodal_semisplit_mastmix15_ravecontext"])
def test_an_agent_that_is_printed_is_read_back(tmp_path, name):
    file = tmp_path / "mine.toml"
    file.write_text(design_toml(agent_recipe(name).design), encoding="utf-8")
    assert design_of(str(file)) == design_of(name)
    assert is_agent(name)


def chance(low=0.0, high=1.0):
    return st.floats(low, high, allow_nan=False)


MASTS = st.builds(
    Mast, st.sampled_from(VARIANTS), st.sampled_from(POLICIES), chance(0.001), st.sampled_from(DECAYS), chance(),
    st.integers(1, 10**6), st.just(False), chance(0, 50), st.just(1),
)  # fmt: skip
RAVES = st.builds(Rave, st.sampled_from(("split", "join")), chance(0.001, 1e6), chance(0, 1e6), chance(0, 50))


@given(
    st.sampled_from(TREES), st.sampled_from(SIMULATIONS), st.sampled_from(FINALS), st.booleans(), chance(0, 10),
    st.none() | chance(0, 2), st.none() | MASTS, st.none() | RAVES,
)  # fmt: skip
def test_every_design_is_read_back(tmp_path_factory, tree, simulation, final, flag, number, rollup, mast, rave):
    try:
        design = Design(
            tree, simulation, is_nodal=flag, exploration=number, final=final, final_rollup=rollup, proves=not flag,
            mast=mast, rave=rave,
        )  # fmt: skip
    except InputError:  # members that do not go together
        return
    file = tmp_path_factory.mktemp("designs") / "mine.toml"
    file.write_text(design_toml(design), encoding="utf-8")
    assert read_design(file) == design


def test_what_is_left_out_has_its_default(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('exploration = 1\n[mast]\nvariant = "join"\npolicy = "roulette"\n', encoding="utf-8")
    assert read_design(file) == Design(exploration=1.0, mast=Mast("join", "roulette"))


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("speed = 1", r"mine.toml: design: unknown 'speed'; expected one of: tree, simulation, "),
        ("[mast]\nspeed = 1", r"mine.toml: mast: unknown 'speed'; expected one of: variant, policy, "),
        ("mast = 3", r"mine.toml: mast is 3; expected a table \[mast\]"),
        ("[mast]\ngrams = 2.0", "mine.toml: mast: grams is 2.0; expected a whole number"),
        ("proves = 1", "mine.toml: design: proves is 1; expected true or false"),
        ("tree = 1", "mine.toml: design: tree is 1; expected a text"),
        ('exploration = "high"', "mine.toml: design: exploration is 'high'; expected a number"),
        ("exploration = true", "mine.toml: design: exploration is True; expected a number"),
        ('tree = "oak"', "mine.toml: design: tree is 'oak'; expected one of: orthodox, semisplit, rollup"),
        ('[rave]\nvariant = "split"', "mine.toml: design: rave split with an orthodox tree"),
        ("tree", "mine.toml: .*expected a design of an agent in TOML"),
        (f"exploration = {'1' * 400}", "mine.toml: design: exploration is inf; expected a number, 0 or more"),
        (f"exploration = {'1' * 5000}", "mine.toml: .*expected a design of an agent in TOML"),
        (f"tree = {'[' * 5000}", "mine.toml: .*expected a design of an agent in TOML"),
        ("[mast]\nbatch = 1000000000000000000000", "mine.toml: mast: batch is 10*; expected 1 to 1,000,000,000"),
        ("[mast]\nthreshold = nan", "mine.toml: mast: threshold is nan; expected a number, 0 or more"),
        ('[mast]\npolicy = "roulette"\nparameter = nan', "mine.toml: mast: parameter is nan; expected a number"),
        ("[rave]\nequivalence = inf", "mine.toml: rave: equivalence is inf; expected a number above 0"),
        ("[rave]\nreference = -1.0", "mine.toml: rave: reference is -1.0; expected a number, 0 or more"),
        ("[rave]\nthreshold = nan", "mine.toml: rave: threshold is nan; expected a number, 0 or more"),
    ],
)
def test_a_file_with_a_mistake_is_refused_by_name(tmp_path, text, complaint):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        design_of(str(file))


def test_no_file_is_refused():
    with pytest.raises(InputError, match=r"none.toml: cannot be read"):
        design_of("none.toml")
