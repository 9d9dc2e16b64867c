"""Variants as data, recipes, and the formulas of the selection rules."""

import math

import pytest

from playtree.errors import InputError
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.allocation.restarts import Restarts
from playtree.search.solo.duplicates.graph import Graph
from playtree.search.solo.duplicates.rules import Consistent
from playtree.search.solo.expansion.one_child import OneChild
from playtree.search.solo.expansion.sampled import Sampled, SampledThenAll
from playtree.search.solo.methods import METHODS, method_from_dict, method_to_dict
from playtree.search.solo.normalisation.fixed import Raw, Static
from playtree.search.solo.normalisation.interface import Seen, origin, scale
from playtree.search.solo.normalisation.relative import Bound, Global, GlobalFalling, Local, LocalAhead, Span
from playtree.search.solo.recipes.catalogue import RECIPES, default_recipe, recipe_named
from playtree.search.solo.recipes.files import method_toml, recipe_of
from playtree.search.solo.selection.amaf import Amaf, Rave
from playtree.search.solo.selection.interface import Child, child_value, parent_term
from playtree.search.solo.selection.matsumoto import Matsumoto
from playtree.search.solo.selection.on_graph import Uct1
from playtree.search.solo.selection.schadd_program import SchaddProgram
from playtree.search.solo.selection.single_player_uct import SinglePlayerUct
from playtree.search.solo.selection.third_term import (
    ThirdAverage,
    ThirdAveragePlus,
    ThirdTop,
    TopScore,
    TopThirdAverage,
)
from playtree.search.solo.selection.ucb1_tuned import Ucb1Tuned
from playtree.search.solo.selection.uct import Uct
from playtree.search.solo.variant import FAMILIES, Variant, variant_from_dict, variant_to_dict


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=list(RECIPES))
def test_a_recipe_survives_being_written(recipe):
    data = method_to_dict(recipe.variant)
    assert method_from_dict(data) == recipe.variant
    if isinstance(recipe.variant, Variant):
        assert [axis for axis in data if axis in FAMILIES] == list(FAMILIES)


@pytest.mark.parametrize("axis", FAMILIES)
def test_every_member_survives_being_written(axis):
    for kind, member in FAMILIES[axis].items():
        numbers = {"searches": 2} if kind.startswith("restarts") else {}
        data, members = {axis: {"kind": kind, **numbers}}, {axis: member(**numbers)}
        if kind in ("uct1", "uct2", "uct3", "ucd"):
            data["duplicates"], members["duplicates"] = {"kind": "graph"}, Graph()
        if kind == "graph":
            data["selection"], members["selection"] = {"kind": "uct1"}, Uct1()
        assert variant_from_dict(data) == Variant(**members)
        assert variant_to_dict(variant_from_dict(data))[axis]["kind"] == kind


def test_numbers_get_the_type_that_their_component_declares():
    variant = variant_from_dict(
        {
            "selection": {"kind": "single-player-uct", "c": 1, "d": 32},
            "expansion": {"kind": "sampled", "threshold": 13.0},
            "allocation": {"kind": "restarts", "nodes": 100},
            "policy": "tabu-random",
        }
    )
    assert variant == Variant(
        SinglePlayerUct(1.0, 32.0, 0.02), expansion=Sampled(13), allocation=Restarts(0, 100), policy="tabu-random"
    )
    assert [type(number) for number in variant.selection] == [float, float, float]
    assert type(variant.expansion.threshold) is int


def test_the_loop_sees_equal_types_however_a_variant_was_built():
    whole, broken = Variant(Uct(c=1), Static(constant=5000)).rules, Variant(Uct(c=1.0), Static(constant=5000.0)).rules
    assert whole == broken
    assert [type(part.c if hasattr(part, "c") else part[0]) for part in whole[:3]] == [float, float, int]


@pytest.mark.parametrize(
    "data, message",
    [
        ({"choice": {"kind": "uct"}}, "variant: unknown 'choice'; expected one of: selection, normalisation"),
        (
            {"selection": {"kind": "ucb"}},
            "selection: unknown 'ucb'; expected one of: uct, ucb1-tuned, single-player-uct, schadd-",
        ),
        ({"selection": {"kind": "uct", "k": 1}}, "selection uct: unknown 'k'; expected one of: c"),
        ({"selection": {"kind": "uct", "c": "much"}}, "selection uct: c is 'much'; expected a number"),
        ({"selection": {"kind": "uct", "c": None}}, "selection uct: c is None; expected a number"),
        ({"selection": {"kind": "uct", "c": [1]}}, r"selection uct: c is \[1\]; expected a number"),
        ({"selection": "uct"}, "selection is 'uct'; expected a table with a kind, one of: uct, "),
        ({"selection": {"c": 0.5}}, "selection is .*; expected a table with a kind"),
        ({"selection": {"kind": ["uct"]}}, r"selection: unknown '\['uct'\]'; expected one of: uct"),
        (
            {"expansion": {"kind": "sampled", "threshold": 2.5}},
            "expansion sampled: threshold is 2.5; expected a whole number",
        ),
        (
            {"expansion": {"kind": "sampled", "threshold": math.inf}},
            "expansion sampled: threshold is inf; expected a number",
        ),
        ({"policy": 7}, "policy is 7; expected"),
        ({"moves": {"kind": "per-move", "moves": "x"}}, "per-move: moves is 'x'; expected a number"),
        ({"moves": {"kind": "per-move", "moves": math.inf}}, "per-move: moves is inf; expected at least 1 and at most"),
        ({"moves": {"kind": "per-move", "least": -1}}, "per-move: least is -1; expected resource units, 0 or more"),
        ({"exploration": {"kind": "cnode", "f": 2}}, "exploration cnode: f is 2; expected 1e-18 to 1"),
        ({"exploration": {"kind": "depth-block", "divisor": 0}}, "depth-block: divisor is 0; expected at least 1e-18"),
        ({"backup": {"kind": "bonus", "share": -1}}, "backup bonus: share is -1; expected 0 to 1"),
        ({"selection": {"kind": "uct", "c": -1}}, "selection uct: c is -1; expected at least 0"),
        (
            {"selection": {"kind": "matsumoto", "d": math.nan}},
            "selection matsumoto: d is nan; expected a finite number",
        ),
        (
            {"selection": {"kind": "top-score", "c": math.inf}},
            "selection top-score: c is inf; expected a finite number",
        ),
        (
            {"normalisation": {"kind": "static", "constant": 0}},
            "normalisation static: constant is 0; expected at least",
        ),
        ({"expansion": {"kind": "widening", "power": 1.5}}, "expansion widening: power is 1.5; expected 0 to 1"),
        ({"expansion": {"kind": "widening", "factor": -1}}, "expansion widening: factor is -1; expected at least 0"),
        ({"expansion": {"kind": "one-child", "after": -1}}, "expansion one-child: after is -1; expected at least 0"),
        ({"selection": {"kind": "uct", "c": "1"}}, "selection uct: c is '1'; expected a number"),
        ({"selection": {"kind": "uct", "c": True}}, "selection uct: c is True; expected a number"),
        (
            {"expansion": {"kind": "sampled", "threshold": "7"}},
            "expansion sampled: threshold is '7'; expected a whole number",
        ),
        (
            {"expansion": {"kind": "sampled", "threshold": False}},
            "expansion sampled: threshold is False; expected a whole number",
        ),
        (
            {"expansion": {"kind": "sampled", "threshold": 1e30}},
            "sampled: threshold is 1e\\+30; expected at most",
        ),
        ({"duplicates": {"kind": "naive", "states": 7}}, "duplicates naive: states is 7; expected 1, its only value"),
        ({"normalisation": {"kind": "raw", "unit": 2}}, "normalisation raw: unit is 2; expected 1, its only value"),
        ({"selection": {"kind": "rave", "b": -0.1}}, "selection rave: b is -0.1; expected at least 0"),
        ({"selection": {"kind": "ucd", "d1": 9}}, "selection ucd: d1 is 9; expected 0 to 8"),
        ({"selection": {"kind": "ucd", "d3": -1}}, "selection ucd: d3 is -1; expected 0 to 8"),
        ({"selection": {"kind": "uct2"}}, "selection uct2 does not go with duplicates separate: it reads the edges"),
        (
            {"selection": {"kind": "uct"}, "duplicates": {"kind": "graph"}},
            "selection uct does not go with duplicates graph: it reads the children of a tree; use uct1",
        ),
        ({"allocation": {"kind": "restarts"}}, "allocation restarts: nodes is 0; expected at least 2, or searches ab"),
        ({"allocation": {"kind": "restarts-keeping", "nodes": 1}}, "allocation restarts-keeping: nodes is 1; expecte"),
        (
            {"allocation": {"kind": "restarts-keeping", "trust": 2}},
            "allocation restarts-keeping: trust is 2; expected 0 to 1",
        ),
        ({"simulation": {"kind": "mast", "epsilon": 2}}, "simulation mast: epsilon is 2; expected 0 to 1"),
        ({"simulation": {"kind": "ngrams", "length": 0}}, "simulation ngrams: length is 0; expected 1 to 16"),
        ({"simulation": {"kind": "ngrams", "often": 0}}, "simulation ngrams: often is 0; expected at least 1"),
        (
            {"simulation": {"kind": "mast"}, "policy": "random"},
            "simulation mast does not go with policy random: it chooses the moves itself",
        ),
        (
            {"simulation": {"kind": "mast"}, "backup": {"kind": "bonus"}},
            "simulation mast does not go with backup bonus: what part of a score",
        ),
        ({"pruning": {"kind": "beam", "width": 0}}, "pruning beam: width is 0; expected at least 1"),
        ({"pruning": {"kind": "beam", "simulations": 0}}, "pruning beam: simulations is 0; expected at least 1"),
        (
            {"pruning": {"kind": "look-ahead", "depth": 2}},
            "pruning look-ahead: unknown 'depth'; expected one of: steps",
        ),
        (
            {"pruning": {"kind": "beam"}, "moves": {"kind": "per-move"}},
            "pruning beam does not go with moves per-move: both decide",
        ),
        (
            {"expansion": {"kind": "competing", "parents": "x"}},
            "expansion competing: parents is 'x'; expected a whole number",
        ),
        (
            {"expansion": {"kind": "competing"}, "normalisation": {"kind": "local"}},
            "expansion competing does not go with normalisation local: parent and children",
        ),
    ],
)
def test_bad_data_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        variant_from_dict(data)


def test_a_number_of_the_wrong_type_is_refused_where_a_variant_is_built_by_hand():
    with pytest.raises(InputError, match=r"^selection uct: c is 'much'; expected a number$"):
        _ = Variant(selection=Uct("much")).rules  # type: ignore[arg-type]


def test_an_unknown_recipe_is_refused_with_the_names():
    with pytest.raises(InputError, match="unknown recipe 'magic'; expected one of: uct, uct-keeping, bmcts, "):
        recipe_named("magic")
    with pytest.raises(
        InputError, match=r"'klein-statik'; expected one of: klein-static, .* `playtree recipes` lists$"
    ):
        recipe_named("klein-statik")


def test_every_recipe_names_a_policy_of_samegame():
    game = SameGame(random_board(1, 5, 5, 3))
    for name, recipe in RECIPES.items():
        assert recipe.name == name
        assert recipe.source.startswith("[")
        recipe.variant.check(game, Budget(seconds=1))
        known = game.policies if isinstance(recipe.variant, Variant) else {**game.policies, **game.guides}
        assert recipe.variant.policy_text(game).partition(",")[0] in known
    assert default_recipe(game).name in RECIPES


# A child with results 10, 20 and 60 in a node with 50 visits.
RESULTS, PARENT = (10.0, 20.0, 60.0), 50.0
# Six points were gained before, four of them by the move to the child.
SPREAD = 100.0 + 400.0 + 3600.0 - 3 * 900.0
CHILD = Child(30.0, 60.0, 24.0, 54.0, 4.0, 1 / math.sqrt(3), SPREAD, 3.0, 40.0, 6.0)
EXPLORE = math.sqrt(math.log(50) / 3)


@pytest.mark.parametrize(
    "rule, value",
    [
        (Uct(2.0), 30 + 2 * math.sqrt(math.log(50) / 3)),
        (
            SinglePlayerUct(0.5, 10_000.0, 0.02),
            30 + 0.02 * 60 + 0.5 * math.sqrt(math.log(50) / 3) + math.sqrt((1400 + 10_000) / 3),
        ),
        (
            SchaddProgram(0.5, 10_000.0, 0.1),
            0.9 * 30 + 0.1 * 60 + 0.5 * math.sqrt(math.sqrt(50) / 3) * math.sqrt((1400 + 10_000) / 4),
        ),
        (Matsumoto(0.5, 32.0), 30 + 0.5 * EXPLORE + 32 * math.sqrt(1400 / 3)),
        (Amaf(2.0), 40 + 2 * EXPLORE),
        (Rave(2.0, 0.5), (1 - 6 / 27) * 30 + 6 / 27 * 40 + 2 * EXPLORE),  # beta = 6 / (3 + 6 + 4 * 0.25 * 3 * 6)
        (Ucb1Tuned(2.0), 30 + 2 * EXPLORE * math.sqrt(0.25)),
        (TopScore(2.0), 60 + 2 * EXPLORE),
        (ThirdAverage(2.0), 30 + 24 + 2 * EXPLORE),
        (ThirdAveragePlus(2.0), 30 + 24 + 4 + 2 * EXPLORE),
        (ThirdTop(2.0), 60 + 54 + 2 * EXPLORE),
        (TopThirdAverage(2.0), 60 + 24 + 2 * EXPLORE),
    ],
    ids=lambda part: type(part).__name__,
)
def test_selection_is_the_formula_of_its_paper(rule, value):
    assert child_value(rule, CHILD, parent_term(rule, PARENT), 1.0) == pytest.approx(value, rel=1e-12)


def test_normalisation_gives_the_unit_of_scores():
    seen = Seen(worst=-5.0, best=95.0, parent_top=50.0, bound=400.0, left=0.5)
    units = [
        (Raw(), 1),
        (Static(), 5000),
        (Span(), 100),
        (Global(), 95),
        (Local(), 50),
        (LocalAhead(), 50),
        (Bound(), 400),
    ]
    for rule, unit in units:
        assert scale(rule, seen) == pytest.approx(1 / unit)
        expected = {"Local": 7.0, "LocalAhead": 9.0}.get(type(rule).__name__, 0.0)
        assert origin(rule, 7.0, 2.0) == expected
    assert scale(GlobalFalling(3.0), seen) == pytest.approx(1 / 95 / 2)
    assert scale(Span(0.5), seen._replace(worst=7.0, best=7.0)) == 2.0


@pytest.mark.parametrize("best", [0.0, -80.0])
def test_normalisation_keeps_higher_scores_higher_where_none_is_positive(best):
    for rule in (Global(), GlobalFalling(), Local(), LocalAhead(), Span()):
        assert scale(rule, Seen(worst=-100.0, best=best, parent_top=best, bound=0.0, left=0.0)) > 0.0


def test_defaults_are_those_of_the_papers():
    assert SinglePlayerUct() == (0.5, 10_000.0, 0.02)  # [schadd2012] 4.2, 6.2
    assert Sampled() == (10,)  # [schadd2012] 4.2
    assert OneChild() == (1,)  # [klein2015] 5.1
    assert Static() == (5000.0,)  # [klein2015] 6.1
    assert Matsumoto() == (0.1, 32.0)  # [matsumoto2010] 4.1


@pytest.mark.parametrize(
    "name, numbers",
    [
        ("schadd-2", (0.1, 32, 10, 0.02)),  # [schadd2012] 6.7
        ("schadd-3", (4.31, 96.67, 11, 0.28)),  # [schadd2012] table 5
        ("schadd-tuned", (5.96, 67.98, 13, 0.49)),
        ("tak-tuned", (5.96, 67.98, 13, 0.49)),  # [tak2010] table 4
        ("tak-mc-rws-5", (5.97, 40.49, 9, 0.34)),  # table 5
        ("tak-mc-rws-10", (5.81, 50.37, 9, 0.55)),
        ("tak-mc-rws-20", (6.95, 36.58, 8, 0.33)),
        ("tak-tuned-per-move-1", (4.10, 80.99, 14, 0.34)),  # table 6
        ("tak-tuned-per-move-10", (4.31, 96.67, 11, 0.28)),
        ("tak-tuned-standard", (4.31, 96.67, 11, 0.28)),  # 6.6
    ],
)
def test_the_tuned_numbers_are_those_of_their_tables(name, numbers):
    c, d, threshold, w = numbers
    variant = RECIPES[name].variant
    assert isinstance(variant, Variant)
    assert variant.selection == SinglePlayerUct(c, d, w)
    assert variant.expansion.threshold == threshold
    assert isinstance(variant.expansion, SampledThenAll) == name.startswith("tak-")


def test_the_time_per_move_is_that_of_the_papers():
    variants = {name: recipe.variant for name, recipe in RECIPES.items() if isinstance(recipe.variant, Variant)}
    share = {name: variant.moves.ends()[0] for name, variant in variants.items()}
    assert share["schadd-per-move"] == pytest.approx(1 / 64.4)  # [schadd2012] 6.4
    assert share["tak-tuned-per-move-10"] == pytest.approx(1 / 65)  # [tak2010] 5.3
    assert share["schadd-2"] == share["tak-tuned-standard"] == pytest.approx(1 / 30)  # [tak2010] 6.6
    assert variants["schadd-3"].allocation == Restarts(searches=480)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=list(RECIPES))
def test_a_recipe_survives_being_a_file(recipe, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(method_toml(recipe.variant), encoding="utf-8")
    assert recipe_of(str(path)).variant == recipe.variant
    assert recipe_of(recipe.name) == recipe


@pytest.mark.parametrize(
    "text, message",
    [
        ("c = ", r"mine.toml: .*; expected a recipe in TOML"),
        ("[selection]\nkind = 'best'", "mine.toml: selection: unknown 'best'; expected one of: uct"),
        (None, "mine.toml: cannot be read"),
    ],
)
def test_a_bad_file_is_refused_by_name(text, message, tmp_path):
    if text is not None:
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        recipe_of(str(tmp_path / "mine.toml"))


def test_a_kind_of_search_that_does_not_exist_is_refused_with_the_kinds():
    for kind in ("magic", 3, None):
        with pytest.raises(InputError, match=f"search is {kind!r}; expected one of: tree"):
            method_from_dict({"search": kind})
    assert method_from_dict({"search": "tree"}) == Variant()
    assert METHODS["tree"] is Variant


@pytest.mark.parametrize("data", [{}, {"search": "nrpa"}])
def test_an_unknown_field_of_a_recipe_is_refused_with_all_fields_that_there_are(data):
    fields = "search, (selection, normalisation|level, )"
    with pytest.raises(InputError, match=f"unknown 'kind'; expected one of: {fields}"):
        method_from_dict({**data, "kind": "foo"})


def test_members_that_make_no_sense_together_are_refused():
    with pytest.raises(InputError, match="expansion sampled does not go with duplicates consistent: the line"):
        Variant(expansion=Sampled(10), duplicates=Consistent())
