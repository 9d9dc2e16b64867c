"""The random generator xorshift64* [xorshift] in plain integers."""

MASK = (1 << 64) - 1
MULTIPLIER = 0x2545F4914F6CDD1D


class Generator:
    """word: the state, never zero."""

    def __init__(self, word: int) -> None:
        self.word = word

    def output(self) -> int:
        """The next 64 bits."""
        self.word ^= self.word >> 12
        self.word = (self.word ^ self.word << 25) & MASK
        self.word ^= self.word >> 27
        return self.word * MULTIPLIER & MASK

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, out of the upper half of the next output."""
        return (self.output() >> 32) * bound >> 32

    def uniform(self) -> float:
        """A number in [0, 1), out of the upper 53 bits of the next output."""
        return (self.output() >> 11) / (1 << 53)
