"""The simulation strategies of SameGame by name, with their numbers and sources. The kernels hold the formulas."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playtree.compiled.calls import POLICY_NUMBERS
from playtree.games.interface import Parameter, PolicyKind
from playtree.games.samegame import mixture, roulette, taboo

_CHANCE = Parameter(0.0, 0.0, 1.0, "probability of playing the taboo colour all the same")
_EPSILON = Parameter(0.0, 0.0, 1.0, "probability of playing any group")
_SWITCH = Parameter(0.0, 0.0, 2500.0, "from so many blocks on, any group is played")
_LAPSE = Parameter(0.0, 0.0, 1.0, "1: cut short as in Klein's program; for tree search only")
_BLOCKS = {"blocks": Parameter(0.0, 0.0, 1.0, "1: draws a block and plays its group, so larger groups more often")}
_EXCEPTIONS = {"chance": _CHANCE, "epsilon": _EPSILON, "switch": _SWITCH}
_WEIGHT = Parameter(1.0, 0.0, 1e9, "weight of the strategy")

# name: rule for the colour, summary, source, further parameters
_TABOO: dict[str, tuple[int, str, str, Mapping[str, Parameter]]] = {
    "random": (taboo.NO_COLOUR, "any group, drawn uniformly", "[schadd2012] 4.3", _BLOCKS),
    "tabu-random": (
        taboo.UNIFORM,
        "not the taboo colour, drawn at the start",
        "[schadd2012] 4.3",
        {**_EXCEPTIONS, **_BLOCKS},
    ),
    "tabu-color-random": (
        taboo.RANK,
        "not the most frequent colour; with rank r the one after r others",
        "[schadd2012] 4.3, [tak2010] 4.2, [klein2015] 7.0.6",
        {"rank": Parameter(0, 0, 8, "how many colours are more frequent"), **_EXCEPTIONS, **_BLOCKS, "lapse": _LAPSE},
    ),
    "tabu-color": (
        taboo.FIXED,
        "not one colour, the same for the whole search: the most frequent of the start, or set by hand",
        "[edelkamp2010], [klein2015] A.6",
        {"colour": Parameter(0, 0, 9, "number of the colour; 0: the most frequent of the start"), **_EXCEPTIONS},
    ),
    "tabu-color-learned": (
        taboo.LEARNED,
        "not the colour that UCB1-Tuned finds best over the simulations of a search",
        "[klein2015] A.3, [baier2012]",
        _EXCEPTIONS,
    ),
    "modified-tabu-color-random": (
        taboo.RANK,
        "strategy 4: tabu-color-random, then random once every colour is below the criterion",
        "[matsumoto2010] 3.2",
        {"criterion": Parameter(10, 0, 2500, "the number of blocks; the paper does not state it"), **_BLOCKS},
    ),
    "probabilistic-tabu-color-random": (
        taboo.SHARE,
        "strategy 5: not the taboo colour, drawn at the start by number of blocks",
        "[matsumoto2010] 3.2",
        _BLOCKS,
    ),
    "weighted-tabu-color-random": (
        taboo.SQUARE,
        "strategy 6: not the taboo colour, drawn at the start by squared number of blocks",
        "[matsumoto2010] 3.2",
        _BLOCKS,
    ),
    "dynamic-tabu-color-random": (
        taboo.EACH_MOVE,
        "strategy 7 by its name: as strategy 6, with a new taboo colour at each move",
        "[matsumoto2010] 3.2",
        _BLOCKS,
    ),
    "dynamic-color-random": (
        taboo.EACH_REMOVED,
        "strategy 7 by its words: at each move a colour to play, drawn by squared number of blocks",
        "[matsumoto2010] 3.2, 4.1",
        _BLOCKS,
    ),
}

_OTHERS: dict[str, tuple[str, str, Mapping[str, Parameter]]] = {
    "connection-maximization": ("the group whose removal leaves most equal neighbours", "[tak2010] 4.2", {}),
    "mix": (
        "four strategies, drawn by weight once or at each move",
        "[tak2010] 4.2",
        {
            "random": _WEIGHT,
            "tabu-color-random": _WEIGHT,
            "tabu-random": _WEIGHT,
            "connection-maximization": _WEIGHT,
            "same": Parameter(
                0.5, 0.0, 1.0, "ChanceSameStrategy: probability of one strategy for the whole simulation"
            ),
            "chance": _CHANCE,
        },
    ),
    "mc-rws": (
        "colours by roulette wheel, rare ones first; original form with a threshold",
        "[takes2009], [klein2015] A.2",
        {
            "beta": Parameter(4.0, 0.0, 1000.0, "how much frequent colours are spared"),
            "theta": Parameter(10.0, 0.0, 2500.0, "threshold; the papers do not state it"),
        },
    ),
    "mc-rws-tak": (
        "colours by roulette wheel, rare ones first; Tak's form without threshold",
        "[tak2010] formula 5",
        {"beta": Parameter(4.0, 0.0, 1000.0, "how much frequent colours are spared")},
    ),
}

POLICIES: dict[str, PolicyKind] = {
    **{name: PolicyKind(name, summary, source, more) for name, (_, summary, source, more) in _TABOO.items()},
    **{name: PolicyKind(name, summary, source, more) for name, (summary, source, more) in _OTHERS.items()},
}

_TABOO_PLACES = {
    "rank": taboo.COLOUR,
    "colour": taboo.COLOUR,
    "chance": taboo.CHANCE,
    "epsilon": taboo.EPSILON,
    "switch": taboo.SWITCH,
    "criterion": taboo.CRITERION,
    "lapse": taboo.LAPSE,
}
_MIX_PLACES = {
    "random": mixture.RANDOM,
    "tabu-color-random": mixture.TABU_COLOR,
    "tabu-random": mixture.TABU,
    "connection-maximization": mixture.CONNECT,
    "same": mixture.SAME,
    "chance": mixture.CHANCE,
}
_RWS_PLACES = {"beta": roulette.BETA, "theta": roulette.THETA}


KERNELS: dict[str, Callable[..., Any]] = {
    "taboo": taboo.taboo_playout,
    "taboo by blocks": taboo.block_playout,
    "roulette": roulette.roulette_playout,
    "mixture": mixture.mixture_playout,
}


def kernel_of(name: str, values: Mapping[str, float]) -> str:
    """Which of the kernels plays this policy."""
    if name in _TABOO:
        return "taboo by blocks" if values.get("blocks", 0) > 0 else "taboo"
    return "roulette" if name.startswith("mc-rws") else "mixture"


def kernel_numbers(name: str, values: Mapping[str, float], most_frequent: int) -> NDArray[np.float64]:
    """The policy's numbers as its kernel expects them; `most_frequent` is the commonest colour of the start."""
    numbers = np.zeros(POLICY_NUMBERS)
    places = _MIX_PLACES if name == "mix" else _RWS_PLACES if name.startswith("mc-rws") else _TABOO_PLACES
    for key in places.keys() & values.keys():
        numbers[places[key]] = values[key]
    if name in _TABOO:
        numbers[taboo.RULE] = _TABOO[name][0]
    if name == "tabu-color" and values["colour"] == 0:
        numbers[taboo.COLOUR] = most_frequent
    if name == "connection-maximization":
        numbers[mixture.CONNECT] = numbers[mixture.SAME] = 1.0
    return numbers
