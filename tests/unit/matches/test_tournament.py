"""Plays and matches: seats, seeds, files that survive, processes that end."""

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playtree.errors import GameError, InputError, SaveError
from playtree.games.rbg import Rbg
from playtree.matches import Clock, Match, MoveBudget, Tournament, play_once
from playtree.matches.calibration import Calibration, calibration_from_text
from playtree.matches.play import record_from, seats_of, seed_of
from playtree.matches.players import Habits, RandomPlayer, unconsidered
from playtree.matches.results_file import ResultsFile
from playtree.matches.sources import GameSource
from playtree.matches.tournament import ALL15, overall
from playtree.matches.workers import Playing, Task, played
from playtree.rbg.limits import Limits
from playtree.search.budget import UNLIMITED

ONE = MoveBudget(simulations=1)
PLAY = {
    "game": "ticTacToe",
    "number": 0,
    "seats": [0, 1],
    "scores": [100, 0],
    "moves": 5,
    "turns": [3, 2],
    "simulations": [0, 0],
    "states": [0, 0],
    "seconds": [0.1, 0.1],
    "late": [0.0, 0.0],
    "memory": 1,
}
DAMAGES: tuple[Any, ...] = (
    *({"scores": [1]}, {"scores": ["a", "b"]}, {"moves": None}, {"seconds": []}, {"seats": [0, 5]}),
    *({"number": -1}, {"out_of_time": 2}, {"turns": [1, None]}),
)


@pytest.fixture(scope="module")
def game():
    return Rbg("ticTacToe")


def lasting(records):
    """What of records does not depend on the clock."""
    return [(record.game, record.number, record.seats, record.scores, record.moves) for record in records]


def test_seats_are_swapped_in_every_other_play():
    assert [seats_of(2, number) for number in range(3)] == [(0, 1), (1, 0), (0, 1)]
    both = Counter(side for number in range(2) for side in seats_of(3, number))
    assert both == {0: 3, 1: 3}


def test_a_play_depends_on_its_seed_and_number_alone(game):
    plays = [play_once(game, [RandomPlayer(game) for _ in range(2)], ONE, seed=3, number=7) for _ in range(2)]
    assert lasting(plays[:1]) == lasting(plays[1:])
    seeds = {
        seed_of(seed, name, number, seat) for seed in (0, 1) for name in "ab" for number in (0, 1) for seat in (0, 1)
    }
    assert len(seeds) == 16


@pytest.mark.parametrize("number", [0, 1])
def test_odds_are_those_of_the_first_side_wherever_it_sits(game, number):
    seen: dict[int, set[MoveBudget]] = {0: set(), 1: set()}

    class Watched(RandomPlayer):
        def __init__(self, side):
            super().__init__(game)
            self.side = side

        def choose(self, limits):
            seen[self.side].add(limits)
            return super().choose(limits)

    def budgets(limit=None, clock=None):
        for known in seen.values():
            known.clear()
        players = [Watched(side) for side in seats_of(2, number)]
        play_once(game, players, limit, clock=clock, odds=2.5, number=number)
        return seen[0], seen[1]

    assert budgets(MoveBudget(states=5)) == ({MoveBudget(states=12)}, {MoveBudget(states=5)})
    assert budgets(MoveBudget(simulations=4)) == ({MoveBudget(simulations=10)}, {MoveBudget(simulations=4)})
    assert budgets(MoveBudget(seconds=2.0)) == ({MoveBudget(seconds=5.0)}, {MoveBudget(seconds=2.0)})
    first, second = budgets(clock=Clock(100.0))
    assert max(each.seconds for each in first) == Clock(250.0).share()
    assert max(each.seconds for each in second) == Clock(100.0).share()
    assert Clock(4.0, 2.0).times(2.5) == Clock(10.0, 5.0)


def test_a_match_with_odds_is_another_match():
    even, uneven = (Match("random", "random", ("ticTacToe",), 1, ONE, odds=odds) for odds in (1.0, 2.0))
    assert "odds" not in even.header()
    assert uneven.header() == {**even.header(), "odds": 2.0}


def test_what_changes_plays_makes_another_match():
    usual, small = (Match("random", "random", ("ticTacToe",), 1, ONE, habits=Habits(False, size)) for size in (512, 1))
    limited = Match("random", "random", ("ticTacToe",), 1, ONE, limits=Limits(play_moves=99))
    assert small.header() == {**usual.header(), "memory_megabytes": 1}
    assert limited.header()["limits"]["play_moves"] == 99
    assert {"memory_megabytes", "limits", "threads"}.isdisjoint(usual.header())


def test_odds_of_a_count_make_it_neither_nothing_nor_more_than_can_be_counted():
    assert MoveBudget(simulations=3).times(0.01) == MoveBudget(simulations=1)
    assert MoveBudget(states=10**15).times(1e15) == MoveBudget(states=UNLIMITED)


def test_points_are_those_of_the_first_side_wherever_it_sits(game):
    for number in range(8):
        record = play_once(game, [RandomPlayer(game) for _ in range(2)], ONE, number=number)
        mine = record.scores[record.seats.index(0)]
        assert record.points == {100: 1.0, 50: 0.5, 0: 0.0}[mine]
        assert sum(record.turns) == record.moves
        assert record_from(json.loads(json.dumps(record.to_dict()))) == record
        assert record.memory > 1_000_000


class Cheat(RandomPlayer):
    def choose(self, thinking):
        return unconsidered(((1, 1),))


class Sleeper(RandomPlayer):
    def choose(self, thinking):
        time.sleep(0.05)
        return super().choose(thinking)


def test_an_illegal_move_is_an_error(game):
    with pytest.raises(GameError, match=r"ticTacToe: move 1 is '1 1'; expected one of 9 legal moves"):
        play_once(game, [Cheat(game), RandomPlayer(game)], ONE)


def test_one_whose_clock_runs_out_loses(game):
    record = play_once(game, [RandomPlayer(game), Sleeper(game)], None, clock=Clock(0.04))
    assert record.out_of_time == 1
    assert record.points == 1.0
    assert record.late[1] > 0.03


def test_a_match_gives_the_same_plays_on_any_number_of_processes(game):
    match = Match("random", "random", ("ticTacToe",), 4, ONE, seed=5)
    task = Task(GameSource("ticTacToe.rbg", game.compiled.text), ("random", "random"), ONE, None, 5, 0)
    alone = [Playing().play(task)]
    both = Tournament(match, processes=2)
    assert lasting(alone) == lasting(sorted(both.run(), key=lambda record: record.number))[:1]
    assert sorted(record.number for record in both.records["ticTacToe"]) == [0, 1, 2, 3]
    (summary,) = both.summaries()
    assert summary.tally.plays == 4
    assert overall([summary])["plays"] == 4
    assert len(summary.to_dict()["states_per_second"]) == 2


def test_an_error_of_a_worker_is_raised_here():
    task = Task(GameSource("bad.rbg", "#rules = nonsense"), ("random", "random"), ONE, None, 0, 0)
    with pytest.raises(GameError, match=r"bad\.rbg:1"):
        list(played([task], 1))


def test_a_task_is_asked_for_when_there_is_somebody_to_play_it(game):
    asked = []

    def tasks():
        for number in range(4):
            asked.append(number)
            yield Task(GameSource("ticTacToe.rbg", game.compiled.text), ("random", "random"), ONE, None, 0, number)

    plays = played(tasks(), 1)
    assert next(plays).number == 0
    assert asked == [0, 1]
    assert [record.number for record in plays] == [1, 2, 3]


HEADER = {"first": "a", "second": "b"}


@settings(max_examples=60)
@given(st.data())
def test_a_file_cut_off_at_any_byte_keeps_all_whole_lines(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("match") / "plays.jsonl"
    with ResultsFile(path, HEADER) as file:
        for number in range(3):
            file.append({"number": number})
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content)))
    path.write_bytes(content[:cut])
    whole = max(content[:cut].count(b"\n") - 1, 0)
    with ResultsFile(path, HEADER) as file:
        assert file.entries == [{"number": number} for number in range(whole)]
        file.append({"number": 9})
    with ResultsFile(path, HEADER) as file:
        assert [entry["number"] for entry in file.entries] == [*range(whole), 9]


@pytest.mark.parametrize(
    "content, says",
    [
        ("something else\n", "plays.jsonl:1: found no JSON object"),
        ("something", "plays.jsonl:1: found something else"),
        ('{"general": {"buffer_time": 50}}', "plays.jsonl:1: found something else"),
        ('{"format": "playtree-board"', "plays.jsonl:1: found something else"),
        ('{"format": "other"}\n', "found no results of a match"),
        ('{"format": "playtree-match-1", "first": "x", "second": "b"}\n', "found a match with first x; expected a"),
        ('{"format": "playtree-match-1", "first": "a", "second": "b"}\n[]\n', "plays.jsonl:2: found no JSON object"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path, content, says):
    path = tmp_path / "plays.jsonl"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        ResultsFile(path, HEADER)
    assert says in str(caught.value)
    assert path.read_text() == content


def test_what_is_no_plain_file_is_refused_by_its_name():
    with pytest.raises(InputError, match="/dev/null: found no plain file; expected the results of a match"):
        ResultsFile(Path("/dev/null"), HEADER)


def test_two_matches_do_not_write_to_one_file(tmp_path):
    with ResultsFile(tmp_path / "plays", HEADER), pytest.raises(InputError, match="another match that writes to it"):
        ResultsFile(tmp_path / "plays", HEADER)
    with pytest.raises(SaveError, match="could not be opened"):
        ResultsFile(tmp_path / "nowhere" / "plays", HEADER)


def test_a_match_goes_on_where_it_ended(tmp_path):
    path = tmp_path / "plays.jsonl"
    first = Tournament(Match("random", "random", ("ticTacToe",), 2, ONE), file=path)
    assert len(list(first.run())) == 2
    content = path.read_bytes()
    path.write_bytes(content[:-20])
    longer = Tournament(Match("random", "random", ("ticTacToe",), 3, ONE), file=path)
    assert [record.number for record in longer.run()] == [1, 2]
    assert sorted(record.number for record in longer.records["ticTacToe"]) == [0, 1, 2]
    assert lasting(longer.records["ticTacToe"])[:2] == lasting(first.records["ticTacToe"])
    assert list(Tournament(Match("random", "random", ("ticTacToe",), 3, ONE), file=path).run()) == []
    with pytest.raises(InputError, match="found a match with seed 0; expected 1"):
        list(Tournament(Match("random", "random", ("ticTacToe",), 3, ONE, seed=1), file=path).run())


def test_rules_that_changed_are_noticed(tmp_path, game):
    rules, path = tmp_path / "mine.rbg", tmp_path / "plays.jsonl"
    match = Match("random", "random", (str(rules),), 1, ONE)
    rules.write_text(game.compiled.text)
    list(Tournament(match, file=path).run())
    rules.write_text(game.compiled.text + "\n// changed\n")
    with pytest.raises(InputError, match="found plays of mine by other rules"):
        list(Tournament(match, file=path).run())


def start(*arguments: object, **options) -> subprocess.Popen:
    words = [sys.executable, "-m", "playtree", "match", "random", "random", *map(str, arguments)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def children(process: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def wait_for_lines(path, count):
    end = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_killed_match_loses_nothing_and_leaves_no_process(tmp_path):
    path = tmp_path / "plays.jsonl"
    options = ("--game", "breakthrough", "--simulations", 1, "--out", path)
    process = start(*options, "--plays", 100_000)
    wait_for_lines(path, 5)
    workers = children(process.pid)
    process.kill()
    process.communicate()
    kept = path.read_bytes().count(b"\n")
    assert workers
    end = time.monotonic() + 30
    while any(os.path.exists(f"/proc/{worker}") for worker in workers):  # noqa: PTH110
        assert time.monotonic() < end
        time.sleep(0.05)
    again = start(*options, "--plays", kept + 1, "--json")
    out, _ = again.communicate(timeout=120)
    assert again.returncode == 0
    found = json.loads(out)
    assert found["plays"] == kept + 1 == found["wins"] + found["draws"] + found["losses"]


def test_ctrl_c_ends_a_match_with_what_was_played(tmp_path):
    path = tmp_path / "plays.jsonl"
    process = start("--game", "ticTacToe", "--plays", 50_000, "--simulations", 1, "--out", path, "--json")
    wait_for_lines(path, 4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert json.loads(out)["plays"] == path.read_text().count('"number"') > 0


def test_what_makes_no_match_is_refused():
    for match, says in [
        (("nobody", "random", ("ticTacToe",), 1, ONE), "unknown recipe 'nobody'"),
        (("random", "random", (), 1, ONE), "found no game"),
        (("random", "random", ("ticTacToe",), 0, ONE), "plays is 0"),
    ]:
        with pytest.raises(InputError, match=says):
            Match(*match)
    with pytest.raises(GameError, match="pegSolitaire: found a game of one player"):
        list(Tournament(Match("random", "random", ("pegSolitaire",), 1, ONE)).run())
    with pytest.raises(InputError, match="unknown game 'nowhere'"):
        Tournament(Match("random", "random", ("nowhere",), 1, ONE))
    with pytest.raises(InputError, match="processes is 0"):
        Tournament(Match("random", "random", ("ticTacToe",), 1, ONE), processes=0)
    with pytest.raises(InputError, match="expected one of: seconds, simulations, states"):
        MoveBudget()
    with pytest.raises(InputError, match="random makes no states; expected a player that searches"):
        Calibration("states", "random", 0.5, 0.01).measure(Rbg("ticTacToe"))
    with pytest.raises(InputError, match=r"states: found 'random:soon'; expected a number, or RECIPE:SECONDS"):
        calibration_from_text("states", "random:soon")
    for endless in ("inf", "1e400"):
        with pytest.raises(InputError, match="calibration: seconds is inf; expected a number above 0"):
            calibration_from_text("states", f"orthodox:{endless}")


@pytest.mark.parametrize(
    "line",
    [
        *({"number": 0}, {"number": "one"}, {"game": ["a"]}, {"calibrated": {"moves": 1}}),
        *({**PLAY, **damage} for damage in DAMAGES),
    ],
)
def test_a_line_that_tells_of_no_play_is_refused_by_its_number(tmp_path, line):
    match, path = Match("random", "random", ("ticTacToe",), 1, ONE), tmp_path / "plays"
    with ResultsFile(path, match.header()) as file:
        file.append({"game": "ticTacToe", **line})
    with pytest.raises(InputError, match="plays:2: found a line that tells of no play"):
        list(Tournament(match, file=path).run())


def test_a_play_that_a_file_tells_of_twice_is_refused(tmp_path):
    match, path = Match("random", "random", ("ticTacToe",), 2, ONE), tmp_path / "plays"
    with ResultsFile(path, match.header()) as file:
        file.append(PLAY)
        file.append(PLAY)
    with pytest.raises(InputError, match="plays:3: found a line that tells of no play"):
        list(Tournament(match, file=path).run())


def test_a_side_with_several_seats_has_their_mean_score():
    five = record_from({**PLAY, "seats": [0, 1, 0, 1, 0], "scores": [0.2] * 5})
    assert five.points == 0.5
    assert dataclasses.replace(five, scores=(0.2, 0.2, 0.2, 0.2, 0.3)).points == 1.0
    assert dataclasses.replace(five, scores=(0.2, 0.3, 0.2, 0.2, 0.2)).points == 0.0


def test_two_games_of_one_name_are_refused_unless_they_are_the_same(tmp_path, game):
    other = tmp_path / "ticTacToe.rbg"
    other.write_text(game.compiled.text)
    assert list(Tournament(Match("random", "random", ("ticTacToe", str(other)), 1, ONE)).games) == ["ticTacToe"]
    other.write_text(game.compiled.text + "\n// changed\n")
    with pytest.raises(InputError, match="games: found two with other rules named ticTacToe"):
        Tournament(Match("random", "random", ("ticTacToe", str(other)), 1, ONE))


def test_a_match_of_files_says_what_is_other_than_usual(tmp_path):
    plain, learning = tmp_path / "plain.json", tmp_path / "learning.json"
    plain.write_text("{}")
    learning.write_text(json.dumps({"general": {"buffer_time": 50}, "heuristics": [{"name": "MAST"}]}))
    header = Match(str(plain), str(learning), ("ticTacToe",), 1, ONE).header()
    mast = {"variant": "join"}
    assert header["files"] == {
        str(plain): {"design": {"mast": None, "rave": None}},
        str(learning): {"design": {"mast": mast, "rave": None}, "buffer_seconds": 0.05},
    }


def test_the_fifteen_games_of_the_thesis_are_there():
    from playtree.games.boardgames import game_names

    assert len(ALL15) == 15
    assert set(ALL15) <= set(game_names())
