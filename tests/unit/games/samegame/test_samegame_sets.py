"""Named sets are found, numbered from 1 and checked; the public ones where their files are."""

import hashlib
import os

import pytest

from playtree.errors import InputError
from playtree.games.samegame.rule_book import play
from playtree.games.samegame.rules import named_rules
from playtree.games.samegame.sets import (
    board_set,
    board_sets,
    data_folder,
    example_solutions,
    load_board,
    published_scores,
)

public = pytest.mark.skipif(
    not board_set("standard").available(),
    reason="the public boards are absent: set PLAYTREE_DATA to the folder that has samegame/standard20.txt",
)


def digest(name: str) -> str:
    """Return a digest of all boards of a set."""
    boards = board_set(name)
    cells = b"".join(boards.load(number).cells.tobytes() for number in range(1, boards.size + 1))
    return hashlib.sha256(cells).hexdigest()[:16]


def test_every_set_tells_what_it_is():
    assert [known.name for known in board_sets()] == ["mini20", "random250", "standard", "schadd", "schadd-klein"]
    assert all(known.summary and known.source and known.size for known in board_sets())
    assert board_set("mini20").available()
    assert board_set("random250").available()


def test_seeded_sets_never_change():
    assert digest("mini20") == "e2676cc03d8dfbb9"
    assert digest("random250") == "347a57bcce632e7e"


def test_mini20_is_built_like_the_standard_set():
    for number in range(11, 21):
        counts = sorted(load_board("mini20", number).counts()[1:6].tolist())
        assert counts == ([45] * 5 if number <= 15 else [40, 40, 40, 40, 65])


def test_unknown_sets_and_numbers_are_refused():
    with pytest.raises(InputError, match="unknown board set 'maxi'; expected one of mini20, random250, standard"):
        load_board("maxi", 1)
    for number in (0, 21):
        with pytest.raises(InputError, match=f"board set mini20: found number {number}; expected 1..20"):
            load_board("mini20", number)


def test_a_missing_file_is_named_with_its_place(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYTREE_DATA", str(tmp_path))
    assert not board_set("standard").available()
    for load in (lambda: load_board("standard", 1), published_scores, example_solutions):
        with pytest.raises(InputError, match=r"20\.\w+ is missing; expected .*samegame.*20\.\w+ \(PLAYTREE_DATA names"):
            load()


def test_files_may_lie_in_the_data_folder_itself(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYTREE_DATA", str(tmp_path))
    (tmp_path / "schadd250.txt").write_text("# position 1\n121\n345\n")
    assert load_board("schadd", 1).counts()[1] == 2
    klein = load_board("schadd-klein", 1)
    assert klein.cells.T[::-1].tolist() == [[0, 2, 0], [3, 4, 5]]
    with pytest.raises(InputError, match="found 1 boards; expected at least 2"):
        load_board("schadd", 2)


def test_broken_tables_are_named_with_their_line(tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYTREE_DATA", str(tmp_path))
    (tmp_path / "published_scores20.tsv").write_text("position\tA\tB\n1\t10\n")
    with pytest.raises(InputError, match=r"tsv:2: found '1\\t10'; expected a position and 2 scores"):
        published_scores()
    (tmp_path / "example_solutions20.txt").write_text("# position one\n0,0\n")
    with pytest.raises(InputError, match=r"txt:1: found '# position one'; expected # position N"):
        example_solutions()


def test_the_platform_has_a_data_folder(monkeypatch):
    monkeypatch.delenv("PLAYTREE_DATA", raising=False)
    assert "playtree" in str(data_folder())
    assert os.environ.get("PLAYTREE_DATA") is None


@public
def test_the_standard_set_has_the_counts_of_the_literature():
    for number in range(1, 21):
        board = load_board("standard", number)
        assert (board.columns, board.rows, board.colours, board.blocks) == (15, 15, 5, 225)
        counts = sorted(board.counts()[1:6].tolist())
        assert number <= 10 or counts == ([45] * 5 if number <= 15 else [40, 40, 40, 40, 65])


@public
def test_the_example_games_replay_to_their_stated_scores():
    examples = example_solutions()
    assert [example.number for example in examples] == list(range(1, 21))
    for rules, total in ((named_rules("samegame"), 72_664), (named_rules("codingame"), 72_819)):
        replays = [play(load_board("standard", example.number), rules, example.moves) for example in examples]
        penalty = rules.name == "samegame"
        stated = [example.score_with_penalty if penalty else example.score_without_penalty for example in examples]
        assert [replay.score for replay in replays] == stated
        assert [replay.cleared for replay in replays] == [example.cleared for example in examples]
        assert sum(replay.score for replay in replays) == total


@public
def test_published_scores_add_up_to_their_published_totals():
    totals = {method: sum(scores) for method, scores in published_scores().items()}
    assert totals["SPMCTS1_2008"] == 73_998
    assert totals["SPMCTS3_2012"] == 78_012
    assert totals["Klein_448_16_2015"] == 78_936


@public
def test_schadd_klein_reads_colour_1_as_empty():
    for number in (1, 125, 250):
        board, klein = load_board("schadd", number), load_board("schadd-klein", number)
        assert board.blocks == 225
        assert klein.blocks == 225 - board.counts()[1]
        assert klein.counts()[2:].tolist() == board.counts()[2:].tolist()
        assert not klein.is_settled
