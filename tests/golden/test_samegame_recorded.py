"""Playouts and searches give exactly what was recorded: compiled, with bounds checks, and interpreted."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.golden.record_samegame import playout_of, search_of_case

pytestmark = [pytest.mark.kernels, pytest.mark.variants]

FOLDER = Path(__file__).parent


def cases(name: str) -> list[dict[str, Any]]:
    golden = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))
    assert golden["source"]
    return golden["case"]


def name_of(case: dict[str, Any]) -> str:
    kind = "planes" if case["planes"] else "grid"
    what = case.get("policy") or "-".join(
        case["variant"][axis]["kind"] for axis in ("selection", "normalisation", "expansion")
    )
    return f"{what}-{case['seed']}-{kind}"


@pytest.mark.parametrize("case", cases("samegame_playouts.toml"), ids=name_of)
def test_a_playout_is_the_recorded_one(case):
    assert playout_of(case) == case["expected"]


@pytest.mark.parametrize("case", cases("samegame_searches.toml"), ids=name_of)
def test_a_search_is_the_recorded_one(case):
    assert search_of_case(case) == case["expected"]
