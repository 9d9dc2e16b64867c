"""The score as it is, or with the bonus for ending well scaled inside the tree [klein2015] 6.4, 6.10.2."""

from typing import NamedTuple

from playtree.search.solo.backup.interface import result_for_mean, result_for_top


class Plain(NamedTuple):
    """share: of the bonus that counts; always 1."""

    share: float = 1.0


class Bonus(NamedTuple):
    """share: of the bonus that counts in the tree; Bonus-x."""

    share: float = 0.5


class BonusOnlyInMean(NamedTuple):
    """share: of the bonus that counts for the best result; the average has all of it. For Top3rdAvg."""

    share: float = 0.0


@result_for_mean.when(Plain)
def _plain_mean(rule: Plain, score: float, bonus: float) -> float:
    return score


@result_for_top.when(Plain)
def _plain_top(rule: Plain, score: float, bonus: float) -> float:
    return score


@result_for_mean.when(Bonus)
def _bonus_mean(rule: Bonus, score: float, bonus: float) -> float:
    return score - (1.0 - rule.share) * bonus


@result_for_top.when(Bonus)
def _bonus_top(rule: Bonus, score: float, bonus: float) -> float:
    return score - (1.0 - rule.share) * bonus


@result_for_mean.when(BonusOnlyInMean)
def _split_mean(rule: BonusOnlyInMean, score: float, bonus: float) -> float:
    return score


@result_for_top.when(BonusOnlyInMean)
def _split_top(rule: BonusOnlyInMean, score: float, bonus: float) -> float:
    return score - (1.0 - rule.share) * bonus
