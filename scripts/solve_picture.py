"""Draw the picture of the README: what `playtree solve random:2026` shows on a terminal.

python scripts/solve_picture.py docs/solve.svg
"""

import io
import re
import sys
from pathlib import Path

from rich.console import Console

import playtree
from playtree.interfaces.cli.progress import panel
from playtree.interfaces.cli.report import print_solution
from playtree.interfaces.cli.words import game_words, picture
from playtree.search.solo.recipes.catalogue import default_recipe

SECONDS = 10.0


def main(path: str) -> None:
    game = playtree.load("random:2026")
    reports = []
    solution = playtree.solve(game, seconds=SECONDS, threads=2, on_progress=reports.append)
    console = Console(
        record=True,
        width=100,
        force_terminal=True,
        color_system="truecolor",
        file=io.StringIO(),
        markup=False,
        highlight=False,
        emoji=False,
    )
    settings = f"recipe {default_recipe(game).name}, threads 2, seed 0"
    console.print("$ playtree solve random:2026", style="bold")
    console.print(picture(game, game.start))
    console.print()
    console.print(panel(f"random:2026: {game_words(game)}; {settings}", playtree.Budget(seconds=SECONDS), reports[-2]))
    print_solution(console, game, solution, settings)
    drawing = console.export_svg(title="playtree")
    drawing = re.sub(r"\s*@font-face \{.*?\}|<!--.*?-->", "", drawing, flags=re.DOTALL)  # fonts from elsewhere
    Path(path).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
