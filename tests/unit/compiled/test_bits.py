"""Bit operations against their plain meaning, with and without the instruction that deposits bits."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import llvmlite.binding
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playtree.compiled import bits
from playtree.compiled.decorator import compiled

pytestmark = pytest.mark.kernels

WORDS = st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda place: 1 << place) | st.just(2**64 - 1)


@compiled(inline=True)
def operate(word, out):
    out[0] = bits.popcount(word)
    if out[0] > 0:
        out[1] = bits.trailing_zeros(word)
        out[2] = bits.bit_length(word)
    for index in range(out[0]):
        out[3 + index] = bits.select_bit(word, np.uint64(index))


@pytest.fixture(scope="module")
def bits_elsewhere() -> ModuleType:
    """The module as it is on a processor without BMI2."""
    spec = importlib.util.spec_from_file_location("bits_elsewhere", Path(str(bits.__file__)))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(llvmlite.binding, "get_host_cpu_features", dict)
        spec.loader.exec_module(module)
    assert not module.HAS_PDEP
    return module


@given(WORDS.filter(bool))
def test_words_are_counted_and_searched(word):
    places = [place for place in range(64) if word >> place & 1]
    out = np.zeros(67, np.int64)
    operate(np.uint64(word), out)
    assert out[: 3 + len(places)].tolist() == [len(places), places[0], places[-1] + 1, *places]


@compiled(inline=True)
def spread(word, mask, out):
    out[0] = bits.deposited(word, mask)


def spread_by_hand(word: int, mask: int) -> int:
    places = [place for place in range(64) if mask >> place & 1]
    return sum(1 << place for index, place in enumerate(places) if word >> index & 1)


@given(WORDS, WORDS)
def test_bits_are_put_where_a_mask_has_them(word, mask):
    out = np.zeros(1, np.uint64)
    spread(np.uint64(word), np.uint64(mask), out)
    assert int(out[0]) == spread_by_hand(word, mask)


def test_bits_are_put_there_without_the_instruction(bits_elsewhere):
    deposited = bits_elsewhere.deposited

    @compiled(inline=True)
    def spread_elsewhere(word, mask, out):
        out[0] = deposited(word, mask)

    random, out = np.random.default_rng(2), np.zeros(1, np.uint64)
    for _ in range(50):
        word, mask = random.integers(0, 2**64 - 1, 2, np.uint64)
        spread_elsewhere(word, mask, out)
        assert int(out[0]) == spread_by_hand(int(word), int(mask))


def test_no_bit_is_counted_in_an_empty_word():
    out = np.zeros(67, np.int64)
    operate(np.uint64(0), out)
    assert out[0] == 0


def test_the_kth_bit_is_found_without_the_instruction(bits_elsewhere):
    select_bit = bits_elsewhere.select_bit

    @compiled(inline=True)
    def select_all(word, out):
        for index in range(len(out)):
            out[index] = select_bit(word, np.uint64(index))

    random = np.random.default_rng(1)
    for word in (1, 1 << 63, 2**64 - 1, *random.integers(1, 2**64 - 1, 50, np.uint64)):
        places = [place for place in range(64) if int(word) >> place & 1]
        out = np.zeros(len(places), np.int64)
        select_all(np.uint64(word), out)
        assert out.tolist() == places
