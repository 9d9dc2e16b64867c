"""The random generator and the hashes against plain integers, and how even the numbers are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from playtree.compiled.decorator import INTERPRETED, compiled
from playtree.compiled.hashing import state_hash
from playtree.compiled.random import below, seeded, uniform
from tests.oracles.generator import MASK, Generator

pytestmark = pytest.mark.kernels

WORDS = st.integers(1, MASK)
DRAWS = 2000 if INTERPRETED else 200_000


@compiled(inline=True)
def draw_all(rng, bound, numbers, fractions):
    for index in range(len(numbers)):
        numbers[index] = below(rng, bound)
        fractions[index] = uniform(rng)


@compiled(inline=True)
def hashed(state):
    return state_hash(state)


def drawn(rng: np.ndarray, bound: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    numbers, fractions = np.zeros(count, np.int64), np.zeros(count)
    with np.errstate(over="ignore"):
        draw_all(rng, bound, numbers, fractions)
    return numbers, fractions


@given(WORDS, st.integers(1, 2**32 - 1))
def test_numbers_are_those_of_the_plain_generator(word, bound):
    rng, plain = np.array([word], np.uint64), Generator(word)
    numbers, fractions = drawn(rng, bound, 20)
    for number, fraction in zip(numbers, fractions, strict=True):
        assert (number, fraction) == (plain.below(bound), plain.uniform())
        assert 0 <= number < bound
        assert 0.0 <= fraction < 1.0
    assert rng[0] == plain.word != 0


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 20, 225, 1000])
def test_numbers_are_drawn_evenly(bound):
    numbers, _ = drawn(seeded(bound), bound, DRAWS)
    counts = np.bincount(numbers, minlength=bound)
    assert len(counts) == bound
    if bound > 1 and DRAWS / bound >= 5:
        assert stats.chisquare(counts).pvalue > 1e-4


def test_fractions_are_even_and_neighbours_independent():
    _, fractions = drawn(seeded(5), 10, DRAWS)
    assert stats.kstest(fractions, "uniform").pvalue > 1e-4
    pairs = np.histogram2d(fractions[:-1], fractions[1:], bins=8, range=[[0, 1], [0, 1]])[0]
    assert stats.chisquare(pairs.ravel()).pvalue > 1e-4
    assert abs(np.corrcoef(fractions[:-1], fractions[1:])[0, 1]) < 4 / np.sqrt(DRAWS)


def test_equal_seeds_give_equal_numbers_and_others_do_not():
    one, two, other = (drawn(seeded(seed), 1 << 30, 50)[0].tolist() for seed in (7, 7, 8))
    assert one == two
    assert not set(one) & set(other)
    assert seeded(np.random.SeedSequence(7)) == seeded(7)


def test_seeds_never_give_the_state_zero():
    assert all(seeded(seed)[0] > 0 for seed in range(1000))


def test_a_sequence_of_zeros_becomes_a_valid_state():
    class Zeros(np.random.SeedSequence):
        def generate_state(self, n_words, dtype=np.uint32):
            return np.zeros(n_words, dtype)

    assert seeded(Zeros(1)).tolist() == [1]


def plain_hash(state: list[int]) -> int:
    value = 0
    for word in state:
        value = ((value ^ word) + 0x9E3779B97F4A7C15) & MASK
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & MASK
        value = (value ^ value >> 27) * 0x94D049BB133111EB & MASK
        value ^= value >> 31
    return value


@given(st.lists(st.integers(0, MASK), max_size=12))
def test_a_state_is_hashed_word_by_word(state):
    with np.errstate(over="ignore"):
        assert int(hashed(np.array(state, np.uint64))) == plain_hash(state)


def test_states_that_differ_in_one_bit_or_in_order_have_other_hashes():
    base = list(range(12))
    variants = [[word ^ (1 << bit) if index == place else word for index, word in enumerate(base)]
                for place in range(12) for bit in range(64)]  # fmt: skip
    with np.errstate(over="ignore"):
        found = {int(hashed(np.array(state, np.uint64))) for state in [base, base[::-1], base[:-1], *variants]}
    assert len(found) == len(variants) + 3
