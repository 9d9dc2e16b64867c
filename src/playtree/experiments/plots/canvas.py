"""A picture to draw on, and how it is saved. Matplotlib is loaded here and nowhere else."""

import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playtree.errors import InputError, SaveError
from playtree.files import check_place

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENDINGS = (".png", ".svg")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")  # told apart by all
LINES = ("-", "--", ":", "-.")
TITLE_WIDTH = 76  # characters; beside a picture with a legend there is room for no more
STYLE: dict[str, Any] = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "axes.axisbelow": True,
    "svg.hashsalt": "playtree",  # equal results give equal files
}


def check_picture(path: str | Path) -> Path:
    """The path, if a picture that we can write may be put there."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise InputError(f"{path}: found the ending '{Path(path).suffix}'; expected one of: {', '.join(ENDINGS)}")
    check_place(path)
    return Path(path)


@contextmanager
def picture(path: str | Path, width: float = 7.0, height: float = 4.2) -> Iterator["Axes"]:
    """Axes to draw on; the picture is written in the end. Sizes are in inches."""
    path = check_picture(path)
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("plots need the package matplotlib; expected: pip install playtree[plots]") from None
    with rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure.add_subplot()
        try:
            metadata = {"Date": None} if path.suffix.lower() == ".svg" else {}
            figure.savefig(path, dpi=150, metadata=metadata)
        except OSError as error:
            raise SaveError(f"{path}: could not be written ({error.strerror}); expected a writable place") from None


def colour(index: int) -> str:
    """The colour of the curve of this number."""
    return COLOURS[index % len(COLOURS)]


def line(index: int) -> dict[str, str]:
    """How the curve of this number is drawn: the colour, and another kind of line when colours come round again."""
    return {"color": colour(index), "linestyle": LINES[index // len(COLOURS) % len(LINES)]}


def show_title(axes: "Axes", title: str) -> None:
    """Write the title above the picture, in lines that are not wider than it."""
    axes.set_title(textwrap.fill(title, TITLE_WIDTH), fontsize=10)


def show_legend(axes: "Axes", count: int) -> None:
    """Name the curves: inside if they are few, else beside the picture."""
    if count <= 6:
        axes.legend(frameon=False, fontsize=8)
    else:
        axes.legend(frameon=False, fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))


def thousands(axis: Any) -> None:
    """Write the numbers at an axis as 1,000."""
    formatted: Callable[[float, int], str] = lambda value, _: f"{value:,.6g}"  # noqa: E731
    axis.set_major_formatter(formatted)


def whole_numbers(axis: Any) -> None:
    """Write whole numbers at an axis, and none between them."""
    axis.get_major_locator().set_params(integer=True)
