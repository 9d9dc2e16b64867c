"""The names of the thesis' agents, as their configuration files are called [pawlik2021] 4.3.

    mctsM_semisplitNodal07_semisplit_mastsplit_rave     mcts<split>_<tree>[0<digits of C>]_<simulation>[_<part>]...

A part is mast or rave with a variant, grave, or finalRollup; the last one may be overhead20, a handicap. A name is read
as what it says: a variant that does not go with the tree or the simulations is refused, as it is anywhere else
(design.py).
"""

import re
from typing import Any

from playtree.errors import InputError
from playtree.search.versus.configuration import WITH_RAVE, WITHOUT_RAVE, made, plain_mast, plain_rave
from playtree.search.versus.design import SIMULATIONS, Design, Mast, Rave

SPLITS = {"": "Mod", "M": "Mod", "MP": "ModPlus", "MS": "ModShift", "MPS": "ModPlusShift"}
TREES = {
    "orthodox": ("orthodox", True),
    "semisplit": ("semisplit", False),
    "semisplitNodal": ("semisplit", True),
    "rollup": ("rollup", False),
    "rollupNodal": ("rollup", True),
}
FINAL_ROLLUP = "finalRollup"
OVERHEAD = re.compile(r"(mcts.+)_overhead([1-9][0-9]{0,5})")
FORM = re.compile(r"mcts([A-Z]*)_([a-zA-Z]+)(0[0-9]{1,8})?_([a-z]+)(?:_(.+))?")
STATISTICS = re.compile(r"(mast|rave|t?grave)(split|join|context|mix)?([0-9]{1,9})?")
PARTS = f"mast or rave with split, join, context, mix or mix7, or tgrave, or {FINAL_ROLLUP}"
# the words with a number, what it is, and what it is in those files of the thesis whose names leave it out
NUMBERS = {
    "mastmix": ("threshold", 7.0),
    "ravemix": ("threshold", 10.0),
    "grave": ("reference", 50.0),
    "tgrave": ("reference", 50.0),
}


def without_overhead(name: str) -> tuple[str, int]:
    """The name of an agent without its handicap, and how many times as long the rules take for it."""
    found = OVERHEAD.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 1)


def design_from_name(name: str) -> Design | None:
    """The design of an agent of the thesis; None if the name is not of that form."""
    found = FORM.fullmatch(name)
    if not found or found[1] not in SPLITS or found[2] not in TREES or found[4] not in SIMULATIONS:
        return None
    tree, is_nodal = TREES[found[2]]
    parts: dict[str, Any] = {}
    for part in found[5].split("_") if found[5] else ():
        kind, value = part_of(part, tree, found[4], name)
        if kind in parts:
            raise InputError(f"{name}: found '{part}' behind another {kind}; expected one at most")
        parts[kind] = value
    usual = WITH_RAVE if "rave" in parts else WITHOUT_RAVE
    return made(
        name,
        Design,
        tree=tree,
        simulation=found[4],
        split=SPLITS[found[1]],
        is_nodal=is_nodal,
        exploration=float(f"0.{found[3][1:]}") if found[3] else usual,
        **parts,
    )


def part_of(part: str, tree: str, simulation: str, name: str) -> tuple[str, Any]:
    """The field of a design that a part of a name means, and its value."""
    if part == FINAL_ROLLUP:
        return "final_rollup", 1.0
    found = STATISTICS.fullmatch(part)
    if part.startswith("overhead"):
        raise InputError(f"{name}: found '{part}'; expected overhead with a number from 1 to 999,999, at the end")
    if not found:
        raise InputError(f"{name}: found '{part}'; expected {PARTS}")
    kind, variant, number = found.groups()
    word = kind if kind.endswith("grave") else f"{kind}{variant or ''}"
    if number and word not in NUMBERS:
        expected = "no number, which only mix (its threshold) and grave (ref) have"
        raise InputError(f"{name}: found '{part}'; expected {expected}")
    field, usual = NUMBERS.get(word, ("", 0.0))
    numbers = {field: float(number or usual)} if field else {}
    if kind == "mast":
        return "mast", made(name, Mast, variant=variant or plain_mast(tree, simulation), **numbers)
    return "rave", made(name, Rave, variant=variant or plain_rave(tree), **numbers)
