"""The learned evaluation of a beam: features against the rule book, weights as files, refusals."""

import numpy as np
import pytest

import playtree
from playtree.compiled.decorator import INTERPRETED
from playtree.errors import InputError
from playtree.games.samegame.features import FEATURES, described
from playtree.games.samegame.game import SameGame
from playtree.games.samegame.generators import random_board
from playtree.games.samegame.grid import OnGrid
from playtree.games.samegame.planes import OnPlanes
from playtree.games.samegame.rule_book import connections, groups
from playtree.games.samegame.rules import named_rules
from playtree.search.budget import Budget
from playtree.search.solo.beam.evaluation.linear import Linear
from playtree.search.solo.beam.evaluation.plain import Score
from playtree.search.solo.beam.method import Beam
from playtree.search.solo.beam.weights import known_weights, read_weights
from playtree.search.solo.methods import method_from_dict, method_to_dict

pytestmark = pytest.mark.kernels

RULES = named_rules("samegame")
LEARNED = Beam(Linear(), width=5, weights="samegame")


def slow_features(board):
    """The numbers of a board by the rule book."""
    counts = [int((board.cells == colour).sum()) for colour in range(board.colours + 1)]
    taboo = max(range(1, board.colours + 1), key=lambda colour: (counts[colour], -colour))
    found = [(int(board.cells[min(group)]), len(group)) for group in groups(board)]
    other = [size for colour, size in found if colour != taboo]
    blocks = [counts[colour] for colour in range(1, board.colours + 1) if colour != taboo]
    return [
        1.0 - sum(counts[1:]) / board.cells.size,
        1.0,
        RULES.points_of(counts[taboo]) / 1000,
        sum(colour == taboo for colour, _ in found),
        counts[taboo] - sum(size for colour, size in found if colour == taboo),
        sum(map(RULES.points_of, other)) / 1000,
        len(other),
        sum(blocks) - sum(other),
        sum(blocks),
        blocks.count(1),
        max(map(RULES.points_of, other), default=0) / 1000,
        connections(board),
    ]


@pytest.mark.parametrize("on_planes", [True, False])
def test_a_board_is_described_as_the_rule_book_counts(on_planes):
    random = np.random.default_rng(3)
    for seed in range(1 if INTERPRETED else 3):
        game = SameGame(random_board(seed, 6, 5, 4), on_planes=on_planes)
        state = game.start.copy()
        while True:
            out = np.zeros(FEATURES)
            with np.errstate(over="ignore"):
                described(OnPlanes() if on_planes else OnGrid(), game.table().data, state, out)
            assert out == pytest.approx(slow_features(game.board_of(state)))
            actions = game.legal(state)
            if not actions:
                break
            game.apply(state, int(random.choice(actions)))


def test_a_learned_beam_finds_a_verified_game():
    game = SameGame(random_board(1, 6, 6, 3))
    found = LEARNED.run(game, Budget(iterations=10_000))
    assert game.replay(found.moves).score == found.score


def test_weights_are_found_by_name_or_file(tmp_path):
    assert "samegame" in known_weights()
    assert read_weights("samegame").shape[1] == FEATURES
    file = tmp_path / "mine.toml"
    file.write_text("weights = [[1.0, 2.0], [3.0, 4.0]]\n")
    assert read_weights(str(file)).tolist() == [[1.0, 2.0], [3.0, 4.0]]
    file.write_text("weights = [[1.0, 2.0], [3.0]]\n")
    with pytest.raises(InputError, match=r"mine\.toml"):
        read_weights(str(file))
    with pytest.raises(InputError, match="unknown weights 'other'; expected a file"):
        read_weights("other")
    with pytest.raises(InputError, match="cannot be read"):
        read_weights("absent.toml")


def test_a_puzzle_may_describe_its_states(tmp_path):
    def legal(state, actions):
        actions[0], actions[1] = 1, 2
        return min(2, state[0])

    def apply(state, action):
        state[0] -= action
        return 0

    def scores(state):
        return state[1]

    def features(state, out):
        out[0] = 0.0
        out[1] = state[0]
        return 2

    file = tmp_path / "mine.toml"
    file.write_text("weights = [[0.0, -1.0]]\n")
    beam = Beam(Linear(), width=1, weights=str(file))
    game = playtree.puzzle("steps", [9, 4], legal, apply, scores=scores, features=features)
    assert beam.run(game, Budget(iterations=100)).score == 4
    plain = playtree.puzzle("plain", [9, 4], legal, apply)
    with pytest.raises(InputError, match="evaluation linear needs the game's features; game plain has none"):
        beam.run(plain, Budget(iterations=100))


def test_weights_and_a_learned_evaluation_come_together():
    assert method_from_dict(method_to_dict(LEARNED)) == LEARNED
    for evaluation, weights in ((Linear(), None), (Score(), "samegame")):
        with pytest.raises(InputError, match="expected with evaluation linear, and only there"):
            Beam(evaluation, weights=weights)
