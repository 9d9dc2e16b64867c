"""The rules of the SameGame family as numbers: what a group scores and what the end of a game is worth.

    score = sum over moves of points(n) + final
    final = bonus if the board is cleared, else minus the deduction for what is left

Every named rule set is one value of `Rules`. The rules of movement are the same for all of them, apart from the size
that a group needs to be removable.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from playtree.errors import InputError

Table = NDArray[np.int64]

IMPOSSIBLE = -(2**40)

POINTS: dict[str, Callable[[int], int]] = {
    "(n-0)^2": lambda n: n**2,
    "(n-1)^2": lambda n: (n - 1) ** 2,
    "(n-2)^2": lambda n: (n - 2) ** 2,
    "n(n-1)": lambda n: n * (n - 1),
    "none": lambda n: 0,
}


def _square(left: int) -> int:
    return (left - 2) ** 2 if left else 0


def _square_over_2(left: int) -> int:
    return (left - 2) ** 2 if left > 2 else 0


def _one_each(left: int) -> int:
    return left


def _nothing(left: int) -> int:
    return 0


@dataclass(frozen=True)
class Deduction:
    """What is deducted for blocks left: `of_colour` for the count of each colour, plus `of_total` for all together.

    share_of_colour: summed over the colours it is never more than the whole deduction; the upper bound uses it.
    """

    of_colour: Callable[[int], int]
    of_total: Callable[[int], int]
    share_of_colour: Callable[[int], int]


DEDUCTIONS: dict[str, Deduction] = {
    "colour": Deduction(_square, _nothing, _square),
    "colour-over-2": Deduction(_square_over_2, _nothing, _square_over_2),
    # With counts m and total L of blocks left, sum over m > 2 of (m-2)^2 <= (L-2)^2.
    "total": Deduction(_nothing, _square, _square_over_2),
    "left": Deduction(_one_each, _nothing, _one_each),
    "none": Deduction(_nothing, _nothing, _nothing),
}


@dataclass(frozen=True)
class Rules:
    """points: formula for a group of n. bonus: for a cleared board. minimum: blocks that a group needs at least.

    deduction: "colour" sum over the colours left of (count-2)^2; "colour-over-2" the same for counts above two only;
    "total" (left-2)^2 for all blocks together; "left" one point per block; "none".
    """

    name: str
    points: str = "(n-2)^2"
    bonus: int = 1000
    deduction: str = "colour"
    minimum: int = 2
    summary: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        _check_choice("points", self.points, POINTS)
        _check_choice("deduction", self.deduction, DEDUCTIONS)
        _check_whole("bonus", self.bonus, 0, 10**9)
        _check_whole("minimum", self.minimum, 1, 2500)

    def points_of(self, n: int) -> int:
        """Return the points for removing a group of n blocks; 0 for n = 0."""
        return POINTS[self.points](n) if n else 0

    def final_of(self, counts: Iterable[int]) -> int:
        """Return what the end of the game adds, from the number of blocks left of each colour."""
        left = [int(count) for count in counts if count]
        if not left:
            return self.bonus
        deduction = DEDUCTIONS[self.deduction]
        return -sum(map(deduction.of_colour, left)) - deduction.of_total(sum(left))

    def bound(self, counts: Iterable[int]) -> int:
        """Return an upper bound on all points still to come, the end included, from the count of each colour.

        The over-estimator of [schadd2012] and [klein2015], 2.3, for all rules: each colour is removed in its best
        groups; either all of them and with the bonus, or with the best number of blocks left and their deduction.
        """
        present = [int(count) for count in counts if count]
        size = max(present, default=0)
        clear = sum(int(self.clear_table(size)[count]) for count in present)
        keep = sum(int(self.keep_table(size)[count]) for count in present)
        return max(clear + self.bonus, keep) if clear >= 0 else keep

    def points_table(self, size: int) -> Table:
        """Return int64[size + 1]: points_of(n)."""
        return _table(self.points_of, size)

    def colour_loss_table(self, size: int) -> Table:
        """Return int64[size + 1]: what is deducted for n blocks of one colour left."""
        return _table(DEDUCTIONS[self.deduction].of_colour, size)

    def total_loss_table(self, size: int) -> Table:
        """Return int64[size + 1]: what is deducted for n blocks left in all, on top of the losses of the colours."""
        return _table(DEDUCTIONS[self.deduction].of_total, size)

    def clear_table(self, size: int) -> Table:
        """Return int64[size + 1], read-only: the most points for removing exactly n blocks of one colour.

        The best over all partitions into groups of at least `minimum`; IMPOSSIBLE (-2^40) where there is none.
        """
        return _clear_table(self, size)

    def keep_table(self, size: int) -> Table:
        """Return int64[size + 1], read-only: the most for n blocks of one colour when any number of them may be left.

        keep[n] = max over m of clear[n - m] - share[m], where share is the loss of the colour, or for the deduction
        "total" the part of it that can safely be charged to the colour.
        """
        return _keep_table(self, size)

    def to_dict(self) -> dict[str, object]:
        """Return the rules as plain data for our JSON files."""
        return {name: value for name, value in asdict(self).items() if name != "summary"}


def _check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    if value not in list(choices):
        raise InputError(f"rules: unknown {name} {value!r}; expected one of {', '.join(choices)}")


def _check_whole(name: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f"rules: found {name} {value!r}; expected a whole number from {low} to {high}")


def _table(formula: Callable[[int], int], size: int) -> Table:
    return np.array([formula(n) for n in range(size + 1)], dtype=np.int64)


@lru_cache(maxsize=64)
def _clear_table(rules: Rules, size: int) -> Table:
    points = rules.points_table(size)
    clear = np.full(size + 1, IMPOSSIBLE, dtype=np.int64)
    clear[0] = 0
    for n in range(rules.minimum, size + 1):
        last_group = np.arange(rules.minimum, n + 1)
        clear[n] = (points[last_group] + clear[n - last_group]).max()
    clear[clear < 0] = IMPOSSIBLE
    clear.flags.writeable = False
    return clear


@lru_cache(maxsize=64)
def _keep_table(rules: Rules, size: int) -> Table:
    clear = rules.clear_table(size)
    share = _table(DEDUCTIONS[rules.deduction].share_of_colour, size)
    keep = np.array([(clear[n::-1] - share[: n + 1]).max() for n in range(size + 1)], dtype=np.int64)
    keep.flags.writeable = False
    return keep


NAMED_RULES: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules("samegame", summary="the rules of the literature [schadd2012] [klein2015]"),
        Rules(
            "schadd-program",
            deduction="colour-over-2",
            summary="the program behind the tables of [schadd2012]: deducts only for colours with more than two left",
        ),
        Rules("bubble-breaker", deduction="total", summary="deducts for all blocks left together [matsumoto2010]"),
        Rules("jawbreaker", "n(n-1)", 0, "none", summary="n(n-1) points and nothing at the end [klein2015], 2.1"),
        Rules("clickomania", "none", 0, "left", summary="as few blocks left as possible [klein2015], 2.1"),
        Rules("codingame", deduction="none", summary="samegame without a deduction, as on codingame.com"),
    )
}


def named_rules(name: str) -> Rules:
    """Return the rule set of that name; InputError lists the names there are."""
    if name not in NAMED_RULES:
        raise InputError(f"unknown rules {name!r}; expected one of {', '.join(NAMED_RULES)}")
    return NAMED_RULES[name]


def rules_from_text(text: str) -> Rules:
    """Return the rules that a text names, such as `samegame` or `samegame,bonus=500,minimum=3,points=n(n-1)`."""
    name, *overrides = (part.strip() for part in text.split(","))
    rules = named_rules(name)
    if not overrides:
        return rules
    values: dict[str, object] = {}
    for override in overrides:
        key, equals, value = (part.strip() for part in override.partition("="))
        if not equals:
            raise InputError(f"rules {text!r}: found {override!r}; expected field=value")
        values[key] = _value_from_text(key, value)
    return _replaced(replace(rules, name=",".join([name, *overrides])), values)


def rules_from_dict(data: Mapping[str, object]) -> Rules:
    """Return the rules written by `to_dict`. Fields that are missing are those of the named rules."""
    name = data.get("name")
    if not isinstance(name, str):
        raise InputError(f"rules: found name {name!r}; expected a text such as {', '.join(NAMED_RULES)}")
    values = {key: value for key, value in data.items() if key != "name"}
    if set(FIELDS) <= values.keys():
        return _replaced(Rules(name), values)
    return _replaced(rules_from_text(name), values)


FIELDS = ("points", "bonus", "deduction", "minimum")


def _replaced(rules: Rules, values: Mapping[str, object]) -> Rules:
    for key in values:
        if key not in FIELDS:
            raise InputError(f"rules: unknown field {key!r}; expected one of {', '.join(FIELDS)}")
    return replace(rules, **values)  # type: ignore[arg-type]  # the values are checked by __post_init__


def _value_from_text(key: str, value: str) -> object:
    try:
        if key in ("bonus", "minimum"):
            return int(value)
    except ValueError:
        raise InputError(f"rules: found {key} {value!r}; expected a whole number") from None
    return value
