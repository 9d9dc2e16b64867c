"""Solution files of any game, and games continued from a later position."""

import json
import sys

import numpy as np
import pytest

from playtree.errors import InputError, SaveError
from playtree.games.catalogue import load
from playtree.games.continued import Continued
from playtree.games.interface import Game, GameTable, Policy, Replay
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.saved import SavedGame, as_data, read_saved_game, replayed, save_game, wrong_claim


class Steps(Game):
    """Steps of 1 or 2 up to 5; a point for each. Only the slow rules."""

    name, policies = "steps", {}
    start = np.zeros(1, np.uint64)

    def table(self, *functions: str) -> GameTable:
        raise NotImplementedError

    def policy(self, name: str, **numbers: float) -> Policy:
        raise NotImplementedError

    def replay(self, line) -> Replay:
        state = self.start.copy()
        for action in line:
            if action not in self.legal(state):
                raise InputError(f"{action} is no step")
            self.apply(state, action)
        return Replay(float(len(line)), len(line), not self.legal(state))

    def legal(self, state) -> list[int]:
        return [step for step in (1, 2) if int(state[0]) + step <= 5]

    def apply(self, state, action) -> float:
        state[0] += np.uint64(action)
        return 1.0

    def final(self, state) -> float:
        return 0.0

    def draw(self, state) -> str:
        return f"at {state[0]}"


@pytest.fixture
def steps(tmp_path, monkeypatch):
    """Return the game `steps_to_save:game`, a module of the folder of now."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setitem(sys.modules, "steps_to_save", type(sys)("steps_to_save"))
    sys.modules["steps_to_save"].game = Steps()  # type: ignore[attr-defined]
    return load("steps_to_save:game")


def whole_line(game: SameGame) -> tuple[int, ...]:
    state, line = game.start.copy(), []
    while legal := game.legal(state):
        line.append(legal[0])
        game.apply(state, legal[0])
    return tuple(line)


def test_a_samegame_is_saved_with_its_board_and_read_again(tmp_path):
    game = SameGame(random_board(1, 5, 5))
    line = whole_line(game)
    replay = game.replay(line)
    save_game(tmp_path / "game.json", "random:1", SavedGame(game, line, replay.score, replay.cleared), {"seed": 7})
    saved = read_saved_game(tmp_path / "game.json")
    assert isinstance(saved.game, SameGame)
    assert saved.game.board == game.board
    assert saved.line == line
    assert wrong_claim(saved, replayed(saved, "game.json")) is None
    assert json.loads((tmp_path / "game.json").read_text())["metadata"] == {"seed": 7}


def test_another_game_is_saved_by_its_name(steps, tmp_path):
    save_game("steps.json", "steps_to_save:game", SavedGame(steps, (1, 2, 2), 3.0, None), {})
    data = json.loads((tmp_path / "steps.json").read_text())
    assert (data["format"], data["game"], data["moves"]) == ("playtree-solution", "steps_to_save:game", [1, 2, 2])
    saved = read_saved_game("steps.json")
    assert (saved.game, saved.line) == (steps, (1, 2, 2))
    assert wrong_claim(saved, replayed(saved, "steps.json")) is None
    assert load("steps.json") is steps


def test_a_game_loaded_from_a_solution_file_keeps_its_name(steps):
    save_game("steps.json", "steps_to_save:game", SavedGame(steps, (1, 2, 2), 3.0, None), {})
    save_game("steps.json", "steps.json", SavedGame(steps, (2, 2, 1), 3.0, None), {})
    assert read_saved_game("steps.json").line == (2, 2, 1)


def test_a_wrong_claim_is_found(steps):
    claims = [SavedGame(steps, (1, 2, 2), 4.0, None), SavedGame(steps, (1, 2, 2), 3.0, True)]
    assert [wrong_claim(claim, replayed(claim, "")) for claim in claims] == [
        "claims 4, rules give 3",
        "claims a cleared board, rules give nothing about clearing",
    ]


def test_a_line_that_does_not_fit_is_an_error(steps):
    with pytest.raises(InputError, match=r"steps\.json: 3 is no step"):
        replayed(SavedGame(steps, (3,), 1.0, None), "steps.json")
    with pytest.raises(InputError, match="the line stops after move 1; expected the end of the game"):
        replayed(SavedGame(steps, (1,), 1.0, None), "steps.json")


@pytest.mark.parametrize(
    "change, says",
    [
        ({"game": 3}, "found game 3; expected the name of a game"),
        ({"moves": "1 2"}, "found moves 1 2; expected a list of actions"),
        ({"moves": [1.5]}, "expected a list of actions"),
        ({"score": "3"}, "found score '3'; expected a number"),
        ({"cleared": "no"}, "found cleared 'no'; expected true, false or null"),
        ({"cleared": 1}, "found cleared 1; expected true, false or null"),
        ({"game": "nothing:here"}, "no module 'nothing'"),
    ],
)
def test_a_field_that_is_wrong_is_named(steps, tmp_path, change, says):
    save_game("steps.json", "steps_to_save:game", SavedGame(steps, (1, 2, 2), 3.0, None), {})
    data = json.loads((tmp_path / "steps.json").read_text()) | change
    (tmp_path / "steps.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match=says):
        read_saved_game("steps.json")


@pytest.mark.parametrize("move", [[0, 70], [-1, 0], [5, 0]])
def test_a_move_outside_the_board_is_an_error(tmp_path, move):
    game = SameGame(random_board(1, 5, 5))
    save_game(tmp_path / "game.json", "random:1", SavedGame(game, (), 0.0, False), {})
    data = json.loads((tmp_path / "game.json").read_text()) | {"moves": [move]}
    (tmp_path / "game.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match=r"game\.json: move 1, cell .*: found a cell outside the board"):
        read_saved_game(tmp_path / "game.json")


def test_what_is_no_plain_file_is_written_to_and_not_replaced(steps):
    with pytest.raises(SaveError, match="/dev/full: could not be saved"):
        save_game("/dev/full", "steps_to_save:game", SavedGame(steps, (1, 2, 2), 3.0, None), {})


def test_actions_as_data():
    assert as_data(SameGame(random_board(1)), [0, 3 * 64 + 2]) == [[0, 0], [3, 2]]
    assert as_data(Steps(), [1, 2]) == [1, 2]


def test_a_continued_game_scores_what_is_still_to_come():
    game = SameGame(random_board(1, 5, 5))
    line = whole_line(game)
    first, rest = line[:2], line[2:]
    continued = Continued(game, first)
    played = sum(game.apply(state, action) for state in [game.start.copy()] for action in first)
    assert game.legal(continued.start) == continued.legal(continued.start)
    assert continued.replay(rest) == Replay(
        game.replay(line).score - played, len(rest), True, game.replay(line).cleared
    )
    assert continued.draw(continued.start) == game.draw(continued.start)
