"""The published tables and figures, read from the data files beside this one. The figures in them are the papers'."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from playtree.errors import InputError

PAPERS = ("klein2015", "schadd2012", "tak2010", "matsumoto2010", "pawlik2021")


@dataclass(frozen=True)
class Published:
    """A table or a figure.

    kind: search, complexity, tuning, cuts, match or efficiency, which says how it is run. rows: as in the data file,
    each with a name and the published figures. settings: boards, runs, budget and so on; `quick` changes them to take
    minutes; `figures` are shown of each row also where none is published, the mean score unless given.
    """

    id: str
    title: str
    source: str
    kind: str
    rows: tuple[dict[str, Any], ...]
    settings: dict[str, Any] = field(default_factory=dict)

    def only(self, words: Sequence[str]) -> "Published":
        """The table with the rows of these names, in any case; a word that is none means all that contain it."""
        if self.kind not in ("search", "match"):
            raise InputError(f"rows of {self.id} cannot be chosen; expected a table of searches or matches")
        names, wanted = [row["name"].lower() for row in self.rows], set[str]()
        for word in map(str.lower, words):
            meant = [name for name in names if name == word] or [name for name in names if word in name]
            if not meant:
                known = "; ".join(row["name"] for row in self.rows)
                raise InputError(f"no row of {self.id} has '{word}' in its name; expected a part of one of: {known}")
            wanted.update(meant)
        return replace(self, rows=tuple(row for row in self.rows if row["name"].lower() in wanted))


@lru_cache(maxsize=1)
def published_tables() -> dict[str, Published]:
    """All of them by id, in the order of the papers."""
    found = {}
    for paper in PAPERS:
        text = resources.files("playtree.experiments.papers").joinpath(f"{paper}.toml").read_text(encoding="utf-8")
        data = tomllib.loads(text)
        for table in data["table"]:
            named = {name: table.pop(name) for name in ("id", "title", "kind")}
            rows = tuple(table.pop("row", ()))
            found[named["id"]] = Published(**named, source=data["source"], rows=rows, settings=table)
    return found


def published_table(name: str) -> Published:
    """The table of this id, in any case; InputError lists the ids."""
    for known, table in published_tables().items():
        if known.lower() == name.lower():
            return table
    raise InputError(f"unknown table '{name}'; expected one of: {', '.join(published_tables())}")
