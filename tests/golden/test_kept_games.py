"""The best games found of the standard boards, which docs/results.md tells of, are what they claim to be."""

import re
from pathlib import Path

import pytest

from playtree.games.saved import read_saved_game, replayed, wrong_claim

DOCS = Path(__file__).parents[2] / "docs"
FILES = sorted((DOCS / "solutions").glob("standard-*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_game_is_right(file, data_folder):
    saved = read_saved_game(file)
    assert wrong_claim(saved, replayed(saved, file.name)) is None


def test_the_total_of_the_page_is_theirs(data_folder):
    assert len(FILES) == 20
    total = sum(read_saved_game(file).score for file in FILES)
    told = re.search(
        r"best games found so far[^.]*\*\*([0-9,]+)\*\*", (DOCS / "results.md").read_text(encoding="utf-8")
    )
    assert told is not None
    assert int(told[1].replace(",", "")) == total
