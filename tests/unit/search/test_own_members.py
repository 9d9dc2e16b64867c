"""Members of a user's own: used like ours, refused by name where something is missing, and cached across processes."""

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.compiled.twins import twin_of
from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.backup.interface import result_for_mean
from playtree.search.solo.components import with_component
from playtree.search.solo.duplicates.rules import Consistent
from playtree.search.solo.normalisation.fixed import Static
from playtree.search.solo.own import declare
from playtree.search.solo.recipes.catalogue import recipe_named
from playtree.search.solo.recipes.files import method_toml, recipe_of
from playtree.search.solo.selection.interface import Child, child_value, parent_term
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import Variant, variant_from_dict, variant_to_dict
from tests.oracles.trees import tree_picture
from tests.oracles.variants import searched

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
SCALE = 2.0


class Copied(NamedTuple):
    """UCT once more, to be compared with ours."""

    c: float = 0.5


def half(number: float) -> float:
    return number / SCALE


@parent_term.when(Copied)
def copied_parent(rule: Copied, parent_visits: float) -> float:
    return math.sqrt(math.log(parent_visits))


@child_value.when(Copied)
def copied_value(rule: Copied, child: Child, parent: float, weight: float) -> float:
    return child.mean + weight * half(2.0 * rule.c) * parent * child.inverse


class Halved(NamedTuple):
    """A backup of which only one question is answered."""

    share: float = 0.5


@result_for_mean.when(Halved)
def halved_mean(rule: Halved, score: float, bonus: float) -> float:
    return rule.share * score


class Wrong(NamedTuple):
    c: float = 0.5


@parent_term.when(Wrong)
def wrong_parent(rule: Wrong) -> float:
    return 1.0


@child_value.when(Wrong)
def wrong_value(rule: Wrong, child: Child, parent: float, weight: float) -> float:
    return 0.0


class Worded(NamedTuple):
    name: str = "best"


class Needy(NamedTuple):
    c: float = 0.5


declare(Needy, needs=["bound"], refuses={("duplicates", "consistent"): "it counts a state once for each path"})
parent_term.when(Needy)(copied_parent)
child_value.when(Needy)(copied_value)


@pytest.mark.kernels
@pytest.mark.variants
def test_an_own_member_grows_the_tree_of_ours_that_does_the_same():
    game = SameGame(random_board(1, 5, 5, 3))
    mine, ours = (
        searched(game, Variant(rule, Static(20.0), policy="random"), 3, iterations=200)
        for rule in (Copied(0.3), Uct(0.3))
    )
    assert tree_picture(mine.tree) == tree_picture(ours.tree)
    assert mine.statistics == ours.statistics


def test_an_own_member_is_written_and_read_by_its_place(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    variant = variant_from_dict({"selection": {"kind": "my_search:UcbV", "c": 1}, "policy": "random"})
    assert variant.selection == (1.0, 0.1)
    assert variant_to_dict(variant)["selection"] == {"kind": "my_search:UcbV", "c": 1.0, "b": 0.1}
    path = tmp_path / "mine.toml"
    path.write_text(method_toml(variant), encoding="utf-8")
    assert recipe_of(str(path)).variant == variant


def test_a_module_beside_the_recipe_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    recipe = recipe_of(str(EXAMPLES / "my_search.toml"))
    assert type(recipe.variant.selection).__name__ == "UcbV"  # type: ignore[attr-defined]


def test_a_component_of_a_recipe_can_be_changed():
    static = recipe_named("klein-static").variant
    assert with_component(static, "selection=uct,c=0.3").selection == Uct(0.3)  # type: ignore[attr-defined]
    assert with_component(static, "duplicates=consistent").duplicates == Consistent()  # type: ignore[attr-defined]
    moves = with_component(static, "moves=per-move,spread=uniform,moves=10").moves  # type: ignore[attr-defined]
    assert (moves.spread, moves.moves) == ("uniform", 10.0)


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "selection",
            "'selection'; expected AXIS=KIND or AXIS=KIND,NUMBER=VALUE,... with one of the axes: selection, ",
        ),
        ("choice=uct", "'choice=uct'; expected AXIS=KIND"),
        ("selection=best", "selection: unknown 'best'; expected one of: uct, "),
        ("selection=uct,c", "selection uct: 'c'; expected a setting such as c=0.5"),
        ("selection=uct,k=1", "selection uct: unknown 'k'; expected one of: c"),
        ("selection=uct,c=much", "selection uct: c is 'much'; expected a number"),
        ("selection=uct,c=0.5,c=0.6", "selection uct: c is given twice, 'selection=uct,c=0.5,c=0.6'; expected it once"),
        ("selection=uct,kind=ucd", "selection uct: kind is given twice"),
        (
            "policy=random,blocks=1",
            "'policy=random,blocks=1': a policy is no component; expected --policy random,block",
        ),
        ("policy", "'policy': a policy is no component; expected --policy NAME"),
        ("selection=uct,c=-1", "selection uct: c is -1; expected at least 0"),
        ("selection=nowhere:Uct", "selection: 'nowhere:Uct', no module 'nowhere' is found; expected module:Name"),
        ("selection=math:Uct", "selection: 'math:Uct' is no class of module math; classes there: none"),
        ("selection=collections:Counter", "selection collections:Counter: found a Counter; expected a NamedTuple"),
        ("exploration=annealing", None),
    ],
)
def test_a_component_that_is_none_is_refused_by_name(text, message):
    static = recipe_named("klein-static").variant
    if message is None:
        with_component(static, text)
        return
    with pytest.raises(InputError) as caught:
        with_component(static, text)
    assert str(caught.value).startswith(message)


def test_a_search_without_components_says_so():
    message = "^'selection=uct': search nrpa has no components to change; expected a tree search such as uct$"
    with pytest.raises(InputError, match=message):
        with_component(recipe_named("nrpa").variant, "selection=uct")


@pytest.mark.parametrize(
    "members, message",
    [
        (
            {"backup": Halved()},
            f"backup {__name__}:Halved: result_for_top is not answered; expected a function registered with "
            "result_for_top.when(Halved)",
        ),
        (
            {"selection": Wrong()},
            f"selection {__name__}:Wrong: parent_term takes (rule: tests.unit.search.test_own_members.Wrong) -> float; "
            "expected (rule, parent_visits)",
        ),
        (
            {"selection": Worded()},
            f"selection {__name__}:Worded: name is declared str; expected one of: bool, int, float",
        ),
        ({"selection": Copied()._replace(c=math.nan)}, f"selection {__name__}:Copied: c is nan; expected"),
        (
            {"selection": Needy(), "duplicates": Consistent()},
            f"selection {__name__}:Needy does not go with duplicates consistent: it counts a state once for each path",
        ),
        ({"selection": Static()}, "selection is Static(constant=5000.0); expected one of: uct, "),
        ({"selection": 0.5}, "selection builtins:float: found a float; expected a NamedTuple with at least one number"),
    ],
    ids=str,
)
def test_a_member_that_cannot_work_is_refused_when_the_variant_is_built(members, message):
    with pytest.raises(InputError) as caught:
        Variant(**members)
    assert str(caught.value).startswith(message)


def test_what_an_own_member_needs_of_a_game_is_asked_for():
    def legal(state, actions):
        actions[0] = 1
        return min(state[0], 1)

    def apply(state, action):
        state[0] -= 1
        return 1

    game = playtree.puzzle("steps", [3], legal, apply)
    with pytest.raises(InputError, match=r"Needy needs the game's bound; game steps has none"):
        Variant(Needy()).check(game, Budget(iterations=1))


class Uncompiled(NamedTuple):
    c: float = 0.5


parent_term.when(Uncompiled)(copied_parent)


@child_value.when(Uncompiled)
def uncompiled_value(rule: Uncompiled, child: Child, parent: float, weight: float) -> float:
    return child.median  # type: ignore[attr-defined]


@pytest.mark.skipif(INTERPRETED, reason="interpreted, nothing is compiled")
def test_what_the_compiler_has_against_an_answer_is_said_in_one_line():
    game = SameGame(random_board(1, 5, 5, 3))
    with pytest.raises(InputError) as caught:
        playtree.solve(game, Variant(Uncompiled(), policy="random"), iterations=1)
    said = str(caught.value)
    assert said.startswith(
        f"selection {__name__}:Uncompiled: child_value is answered by uncompiled_value, test_own_members.py"
    )
    assert said.endswith("has no 'median' when compiled")


@pytest.mark.skipif(INTERPRETED, reason="interpreted, a component is its own twin")
def test_a_twin_changes_with_what_its_answers_refer_to(monkeypatch):
    before = type(twin_of(Copied()))
    assert type(twin_of(Copied(0.7))) is before
    monkeypatch.setattr(sys.modules[__name__], "SCALE", 4.0)
    assert type(twin_of(Copied())) is not before
    assert type(twin_of(Uct())) is Uct


MEMBER = """
import math
from typing import NamedTuple
from playtree.search.solo.selection.interface import child_value, parent_term

OWN = {own}

class Mine(NamedTuple):
    c: float = 0.5

def added(number):
    return number + OWN

@parent_term.when(Mine)
def parent(rule, parent_visits):
    return 0.0

@child_value.when(Mine)
def value(rule, child, parent, weight):
    return added(child.mean)
"""

SCRIPT = """
import sys
import numpy as np
from numba.core import event
import playtree
from playtree.search.budget import Budget
from playtree.search.solo.loop import value_of_start
from playtree.search.solo.method import Task
{member}

class Count(event.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

game = playtree.load("random:1", size="4x4", colours=2)
search = playtree.Variant(Mine(), policy="random").start(Task(game, Budget(iterations=1), np.random.SeedSequence(1)))
search.tree.visits[0], search.tree.total[0] = 4, 40.0
count = Count()
with event.install_listener("numba:compile", count):
    value = value_of_start(search._rules, search.tree, search._work, 0, 0)
print("value_of_start" in count.names, value)
"""


class Folder:
    """A user's files. The cache is the suite's; a number that nobody used before makes the member new to it."""

    def __init__(self, path: Path) -> None:
        self.path, self.own = path, 1000 * int.from_bytes(os.urandom(4))

    def run(self, form: str, own: int) -> tuple[bool, float]:
        """Start Python; return whether the answers were compiled, and the value that they give, less 10."""
        member = MEMBER.format(own=self.own + own)
        (self.path / "mine.py").write_text(member, encoding="utf-8")
        script = SCRIPT.format(member="from mine import Mine" if form == "module" else member)
        (self.path / "script.py").write_text(script, encoding="utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{self.path}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            [sys.executable, "script.py"], env=environment, cwd=self.path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        compiled, value = done.stdout.split()
        return compiled == "True", float(value) - self.own - 10.0


@pytest.mark.skipif(INTERPRETED, reason="interpreted, nothing is compiled")
def test_machine_code_of_an_own_member_is_kept_until_it_changes(tmp_path):
    folder = Folder(tmp_path)
    assert folder.run("module", 1) == (True, 1.0)
    assert folder.run("module", 1) == (False, 1.0)
    assert folder.run("script", 1) == (False, 1.0)  # the class is then one of __main__
    assert folder.run("script", 2) == (True, 2.0)


def test_the_tutorial_works_in_a_process_of_its_own():
    page = Path(__file__).parents[3] / "docs" / "your-own-search.md"
    alone = subprocess.run([sys.executable, "-m", "doctest", str(page)], capture_output=True, text=True, check=False)
    assert (alone.returncode, alone.stdout) == (0, "")
