"""Plans as TOML: what they mean, and what is refused."""

import pytest

from playtree.errors import InputError
from playtree.experiments.parameters import with_parameters
from playtree.experiments.plan import plan_from_dict, read_plan
from playtree.experiments.readiness import check_plan
from playtree.experiments.runs import file_digest

SMALL = {"boards": ["random:1-3"], "recipes": ["uct"], "budget": {"nodes": 100}}


def test_ranges_and_sets_are_spelt_out():
    plan = plan_from_dict({**SMALL, "boards": ["random:2-4", "mini20", "samegame"]})
    assert plan.boards[:3] == ("random:2", "random:3", "random:4")
    assert plan.boards[3:] == (*(f"mini20:{number}" for number in range(1, 21)), "samegame")


def test_every_combination_is_a_run_with_a_key_of_its_own():
    data = {**SMALL, "runs": 2, "budget": {"nodes": [100, 200]}, "recipes": ["uct", "klein-static"]}
    runs = plan_from_dict(data).runs()
    assert len(runs) == len({run.key for run in runs}) == 3 * 2 * 2 * 2


def test_searches_take_turns_so_that_a_part_can_be_compared():
    runs = plan_from_dict({**SMALL, "recipes": ["uct", "klein-static"]}).runs()
    assert [(run.game, run.label) for run in runs[:2]] == [("random:1", "uct"), ("random:1", "klein-static")]


def test_a_key_depends_on_what_runs_and_not_on_its_name():
    named = {"boards": ["random:1"], "budget": {"nodes": 100}}
    one = plan_from_dict({**named, "recipes": ["uct"]}).runs()[0]
    other = plan_from_dict({**named, "search": [{"name": "other", "recipe": "uct"}]}).runs()[0]
    changed = plan_from_dict({**named, "search": [{"recipe": "uct", "set": {"selection.c": 0.7}}]}).runs()[0]
    assert one.key == other.key != changed.key


def test_a_changed_board_file_is_another_run(tmp_path):
    file = tmp_path / "board.txt"
    keys = set()
    for text in ("11\n22\n", "12\n21\n"):
        file.write_text(text)
        keys.add(plan_from_dict({**SMALL, "boards": [str(file)]}).runs()[0].key)
        assert file_digest(f"{file}:1") == file_digest(str(file))
    assert len(keys) == 2


def test_a_grid_is_every_combination_of_its_values():
    table = {"recipe": "schadd-balanced", "grid": {"selection.c": [0.1, 0.5], "simulation.epsilon": [0, 0.01]}}
    plan = plan_from_dict({"boards": ["random:1"], "budget": {"nodes": 10}, "search": [table]})
    assert list(plan.searches) == [f"schadd-balanced c={c} epsilon={e}" for c in (0.1, 0.5) for e in (0, 0.01)]
    last = plan.searches["schadd-balanced c=0.5 epsilon=0.01"]
    assert last["selection"]["c"] == 0.5
    assert last["policy"] == "tabu-color-random,epsilon=0.01"


def test_a_kind_is_chosen_before_its_numbers_are_set():
    search = {"selection": {"kind": "uct", "c": 0.1}, "policy": "tabu-random,epsilon=0.5,chance=0.1"}
    changed = with_parameters(search, {"selection.d": 9.0, "selection.kind": "single-player-uct"})
    assert changed["selection"] == {"kind": "single-player-uct", "d": 9.0}
    assert with_parameters(search, {"simulation.epsilon": 0.25})["policy"] == "tabu-random,chance=0.1,epsilon=0.25"
    assert search["selection"] == {"kind": "uct", "c": 0.1}


def test_dotted_keys_of_toml_are_parameters(tmp_path):
    (tmp_path / "p.toml").write_text(
        'boards = ["random:1"]\nbudget.nodes = 1e3\n[[search]]\nrecipe = "uct"\nset.selection.c = 0.25\n'
    )
    plan = read_plan(tmp_path / "p.toml")
    assert plan.name == "p"
    assert plan.budgets == ({"nodes": 1000},)
    assert plan.searches["uct"]["selection"]["c"] == 0.25


@pytest.mark.parametrize(
    "change, message",
    [
        ({"bords": []}, "unknown key 'bords'; expected one of: name, boards"),
        ({"boards": []}, "expected a list of boards"),
        ({"boards": ["random:9-3"]}, "found the range 'random:9-3'; expected the smaller number first"),
        ({"budget": {}}, "budget is missing"),
        ({"budget": {"nodes": 0}}, "budget nodes is 0"),
        ({"budget": {"nodes": []}}, "budget nodes is []; expected a number above 0, or several"),
        ({"budget": {"nodes": [10, -1]}}, "budget nodes is -1"),
        ({"budget": {"hours": 1}}, "budget: unknown key 'hours'"),
        ({"budget": {"nodes": 1.5}}, "expected a whole number"),
        ({"runs": 0}, "runs is 0; expected a whole number from 1 on"),
        ({"runs": 2, "seeds": [1]}, "found runs and seeds; expected one of them"),
        ({"seeds": [1, 1]}, "expected each of them once"),
        ({"seeds": [-1]}, "expected a list of whole numbers"),
        ({"recipes": ["utc"]}, "unknown recipe 'utc'"),
        ({"recipes": []}, "found no search"),
        ({"search": [{"recipe": "uct", "set": {"selection.q": 1}}]}, "unknown 'q'"),
        ({"search": [{"recipe": "uct", "set": {"selektion.c": 1}}]}, "the search has no part 'selektion'"),
        ({"search": [{"recipe": "uct", "grid": {"selection.c": []}}]}, "expected a list of values"),
        ({"search": [{"recipe": "uct", "name": "a"}, {"recipe": "klein-base", "name": "a"}]}, "for two searches"),
        ({"boards": ["random:1-99999999"]}, "at most 10,000,000 boards"),
    ],
)
def test_wrong_plans_are_refused_with_place_and_expectation(change, message):
    with pytest.raises(InputError) as error:
        plan_from_dict({**SMALL, **change})
    assert message in str(error.value)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"boards": ["mini20:21"]}, "expected 1..20"),
        ({"boards": ["nowhere:1"]}, "no board set 'nowhere'"),
        ({"boards": ["-"]}, "expected one that can be read again"),
        ({"rules": "chess"}, "chess"),
        ({"search": [{"recipe": "uct", "name": "p", "policy": "tabu"}]}, "has no policy 'tabu'"),
        ({"search": [{"recipe": "klein-base", "set": {"simulation.epsilon": 2}}]}, "policy"),
    ],
)
def test_what_the_boards_cannot_serve_is_refused_before_anything_runs(change, message):
    with pytest.raises(InputError) as error:
        check_plan(plan_from_dict({**SMALL, **change}))
    assert message in str(error.value)


def test_a_plan_that_is_no_toml_is_refused(tmp_path):
    (tmp_path / "p.toml").write_text("boards = [")
    for path in (tmp_path / "p.toml", tmp_path / "absent.toml"):
        with pytest.raises(InputError, match="expected a plan in TOML"):
            read_plan(path)
