"""A hundred thousand damaged rules files: each is read, or refused with one line that begins with a place."""

import random

import pytest

from playtree.games.boardgames import rules_path
from playtree.rbg import Interpreter, Limits, RbgError, read_automaton
from tests.property.rbg_strategies import WORDS

TIGHT = Limits(
    expansion_steps=3_000, rule_size=3_000, vertices=200, nesting=30, search_steps=300, keeper_moves=5, move_length=20
)
GAMES = ("ticTacToe", "breakthrough", "knightthrough", "pegSolitaire", "foxAndHounds")
INPUTS = 100_000


def damaged(text: str, choice: random.Random) -> str:
    """The text after one to four changes: something cut out, doubled, moved or put in."""
    for _ in range(choice.randint(1, 4)):
        begin = choice.randrange(len(text) + 1)
        end = min(len(text), begin + int(choice.expovariate(0.15)))
        kind = choice.randrange(5)
        if kind == 0:
            patch = ""
        elif kind == 1:
            patch = text[begin:end] * choice.choice((2, 2, 3, 50))
        elif kind == 2:
            other = choice.randrange(len(text) + 1)
            patch = text[other : other + int(choice.expovariate(0.1))]
        elif kind == 3:
            patch = chr(choice.choice((choice.randrange(128), choice.randrange(0x3000))))
        else:
            patch = " ".join(choice.choices(WORDS, k=choice.randint(1, 5)))
        text = text[:begin] + patch + text[end:]
    return text


def read_and_begin(text: str) -> None:
    """Read a game and look for its first moves."""
    try:
        player = Interpreter(read_automaton(text, "game.rbg", TIGHT), TIGHT)
    except RbgError as problem:
        assert str(problem).startswith("game.rbg:")
        assert "\n" not in str(problem)
        return
    try:
        player.moves(player.start())
    except RbgError as problem:
        assert "raise it with --limit" in str(problem)


def fuzz(inputs: int, seed: int) -> None:
    choice = random.Random(seed)
    texts = [rules_path(name).read_text(encoding="utf-8") for name in GAMES]
    shorter = [text[text.index("#players") :] for text in texts]
    for _ in range(inputs):
        read_and_begin(damaged(choice.choice(shorter), choice))


def test_damaged_rules():
    fuzz(500, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_very_many_damaged_rules():
    fuzz(INPUTS, seed=2)
