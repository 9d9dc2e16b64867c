"""How the columns of a table share the width of a terminal.

Numbers are never broken. Texts are broken between words, and inside of words only where they are long. Columns that
do not fit beside the others all the same go into a further part of the table, below, behind the first columns again.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

GAPS = (2, 1)  # blanks between columns; one where that spares a part
NARROWEST = 14  # of a column of texts: longer words are broken


@dataclass(frozen=True)
class Column:
    """A column with its title. is_number: it stands at the right and its cells are not broken."""

    name: str
    cells: Sequence[str]
    is_number: bool = False

    @property
    def widest(self) -> int:
        """What the column takes unbroken."""
        return max(map(len, (self.name, *self.cells)))

    @property
    def narrowest(self) -> int:
        """What it takes at least."""
        broken = (self.name,) if self.is_number else (self.name, *self.cells)
        words = max((len(word) for text in broken for word in text.split()), default=0)
        return max(words, *map(len, self.cells), 0) if self.is_number else min(words, NARROWEST)


@dataclass(frozen=True)
class Part:
    """Columns that stand side by side, each by its place and its width, so many blanks apart."""

    widths: dict[int, int]
    gap: int

    def fits(self, width: int) -> bool:
        return sum(self.widths.values()) + self.gap * (len(self.widths) - 1) <= width


def parts_of(columns: Sequence[Column], width: int) -> list[Part]:
    """The parts in which a table is shown on a terminal of this width, as few as can be."""
    return min((_parts_apart(columns, gap, width) for gap in GAPS), key=len)


def _parts_apart(columns: Sequence[Column], gap: int, width: int) -> list[Part]:
    """The parts if columns are so many blanks apart."""
    whole = _narrowed(columns, range(len(columns)), gap, width)
    if whole.fits(width):
        return [whole]
    keys = _keys(columns)
    groups = [keys]
    for place in range(len(keys), len(columns)):
        wider = [*groups[-1], place]
        if groups[-1] == keys or _narrowed(columns, wider, gap, width, keys).fits(width):
            groups[-1] = wider
        else:
            groups.append([*keys, place])
    return [_narrowed(columns, group, gap, width, keys) for group in groups]


def _keys(columns: Sequence[Column]) -> list[int]:
    """The columns that say what a row is: the texts in front of the first number, at least one column."""
    texts = next((place for place, column in enumerate(columns) if column.is_number), 1)
    return list(range(max(1, texts)))


def _narrowed(
    columns: Sequence[Column], places: Sequence[int], gap: int, width: int, whole: Collection[int] = (0,)
) -> Part:
    """These columns side by side, the widest narrowed until all fit or none can be. whole: left as they are."""
    part = Part({place: columns[place].widest for place in places}, gap)
    while not part.fits(width):
        narrower = [it for it in places if it not in whole and part.widths[it] > columns[it].narrowest]
        if not narrower:
            break
        part.widths[max(narrower, key=part.widths.__getitem__)] -= 1
    return part
