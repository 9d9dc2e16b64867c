"""A race of guides: searches that pause and go on, who drops out when, and which guides race at all."""

import numpy as np
import pytest

from playtree.compiled.decorator import INTERPRETED
from playtree.games.samegame.board import Board
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.search.budget import Budget
from playtree.search.solo.method import Task
from playtree.search.solo.nrpa.method import Nrpa
from playtree.search.solo.portfolio.improve import Improve, ImproveSearch
from playtree.search.solo.portfolio.incumbent import Incumbent
from playtree.search.solo.portfolio.race import Race, RaceSearch
from tests.unit.search.test_solo_nrpa import _sticks

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

GAME = SameGame(random_board(2, 5, 5, 4) if INTERPRETED else random_board(2, 10, 10, 4))
GUIDES = ("tabu", "tabu,rank=1", "all")
RACERS = tuple(Nrpa(level=2, iterations=10, playouts=2, policy=guide) for guide in GUIDES)


def task_of(iterations, seed=0):
    return Task(GAME, Budget(iterations=iterations), np.random.SeedSequence(seed))


@pytest.mark.parametrize("limit", ["iterations", "ru"])
def test_a_search_that_pauses_goes_on_where_it_was(limit):
    parts = (1, 36, 90) if limit == "iterations" else (1, 300, 700)
    whole = RACERS[0].started(Task(GAME, Budget(**{limit: sum(parts)}), np.random.SeedSequence(4)))
    whole.run()
    paused = RACERS[0].started(Task(GAME, Budget(**{limit: parts[0]}), np.random.SeedSequence(4)))
    paused.run()
    for part in parts[1:]:
        paused.allow(Budget(iterations=part) if limit == "iterations" else Budget(ru=part))
        paused.run()
    if limit == "iterations":  # of states the last game may be some too many in each part
        assert paused.statistics == whole.statistics
        assert (paused.score, paused.line) == (whole.score, whole.line)
    assert paused.statistics.states >= whole.statistics.states


def test_one_racer_has_the_budget_for_itself():
    race = RaceSearch(Race(RACERS[:1]), task_of(200))
    race.run()
    alone = RACERS[0].started(Task(GAME, Budget(iterations=200), np.random.SeedSequence(0).spawn(1)[0]))
    alone.run()
    assert (race.score, race.line, race.statistics) == (alone.score, alone.line, alone.statistics)


@pytest.mark.parametrize("seed", range(3))
def test_the_worst_drops_out_after_each_round_and_the_best_gets_the_rest(seed):
    """Two rounds for three: at 0.3 of 200 playouts, 10 for each and then 15 for each of two."""
    race = RaceSearch(Race(RACERS, trials=0.3), task_of(200, seed))
    race.run()
    alone = []
    for racer, own in zip(RACERS, np.random.SeedSequence(seed).spawn(3), strict=True):
        search = racer.started(Task(GAME, Budget(iterations=10), own))
        search.run()
        scores = [search.score]
        search.allow(Budget(iterations=15))
        search.run()
        alone.append([*scores, search.score])
    first = sorted(range(3), key=lambda number: -alone[number][0])
    last, (winner, other) = first[2], sorted(sorted(first[:2]), key=lambda number: -alone[number][1])
    playouts = [search.statistics.playouts for search in race._searches]
    if alone[winner][1] > alone[other][1] and alone[last][0] < alone[first[1]][0]:  # no ties
        assert (playouts[last], playouts[other], playouts[winner]) == (10, 25, 165)
    assert sorted(playouts) == [10, 25, 165]
    assert race.guide == GUIDES[max(range(3), key=lambda number: (race._searches[number].score, -number))]
    assert GAME.replay(race.line).score == race.score


def test_guides_race_whose_colours_are_nearly_as_frequent():
    def rivals(*counts):
        cells = np.zeros((15, 15), np.uint8)
        cells.ravel()[: sum(counts)] = np.repeat(np.arange(1, len(counts) + 1), counts)
        return SameGame(Board(cells)).rivals

    assert rivals(40, 60, 50, 45, 30) == (("tabu,small=2,large=10",),)
    assert rivals(51, 60, 50, 45, 19) == (("tabu,small=2,large=10", "tabu,rank=1,small=2,large=10"),)
    assert rivals(52, 60, 52, 45, 16) == (
        ("tabu", "tabu,rank=1", "tabu,rank=2"),
        tuple(f"tabu{rank},small=2,large=10" for rank in ("", ",rank=1", ",rank=2")),
    )
    assert rivals(45, 45, 45, 45, 45)[0] == ("tabu", "tabu,rank=1", "tabu,rank=2", "tabu,rank=3")
    assert rivals() == (("tabu,small=2,large=10",),)
    assert _sticks()[0].rivals == (("all",),)


def test_an_improvement_takes_over_a_game_with_its_guide():
    found = Nrpa(policy="all").started(task_of(50, 7))
    found.run()
    incumbent = Incumbent(is_shared=True)
    incumbent.offer(found.score, found.line, "all")
    search = ImproveSearch(
        GAME, Improve(policy="tabu"), Budget(iterations=200), np.random.SeedSequence(1), (), incumbent
    )
    search.run()
    assert search.score >= found.score
    score, line, guide = incumbent.best()
    assert (score, guide) == (search.score, "all")
    for game in (line, search.line):  # of equal games the search goes on with the later one, others keep the first
        assert GAME.replay(list(game)).score == score
