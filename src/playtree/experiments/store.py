"""The results of experiments in an SQLite file.

A result is written once, in a transaction that is on the disk when it returns, and is never changed. Work is claimed
beforehand, so that several processes share a plan; a claim of a process that has died counts for nothing. The file uses
a write-ahead log: readers and a writer do not wait for each other.
"""

import json
import os
import socket
import sqlite3
import time
import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playtree.errors import InputError, SaveError
from playtree.experiments.runs import Run

FORMAT = 1
APPLICATION = 0x50_54_45_58  # "PTEX", so that another program's database is recognised
WAIT_SECONDS = 60.0
MANY = 1000  # keys, from which on one look at all results is faster
LOST_SECONDS = 60.0  # a process of another machine that was not heard of for so long has died
JSON = ("options", "search", "budget", "moves", "history", "depths")
COLUMNS = {
    "key": "TEXT PRIMARY KEY",
    "label": "TEXT",
    "game": "TEXT",
    "options": "TEXT",
    "search": "TEXT",
    "budget": "TEXT",
    "seed": "TEXT",  # may be larger than 64 bits
    "score": "REAL",
    "cleared": "INTEGER",
    "proven": "INTEGER",
    "moves": "TEXT",
    "seconds": "REAL",
    "history": "TEXT",
    "iterations": "INTEGER",
    "playouts": "INTEGER",
    "nodes": "INTEGER",
    "ru": "REAL",
    "depth": "REAL",
    "deepest": "INTEGER",
    "terminals": "INTEGER",
    "duplicates": "INTEGER",
    "duplicate_depth": "REAL",
    "better_paths": "INTEGER",
    "pruned": "INTEGER",
    "searches": "INTEGER",
    "depths": "TEXT",
    "version": "TEXT",
    "git_commit": "TEXT",
    "source": "TEXT",
    "machine": "TEXT",
    "finished": "TEXT",
}
SCHEMA = f"""
CREATE TABLE result ({", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())}) WITHOUT ROWID;
CREATE TABLE owner (id TEXT PRIMARY KEY, host TEXT, pid INTEGER, born TEXT, seen REAL) WITHOUT ROWID;
CREATE TABLE claim (key TEXT PRIMARY KEY, owner TEXT) WITHOUT ROWID;
CREATE TABLE checkpoint (name TEXT PRIMARY KEY, data TEXT) WITHOUT ROWID;
"""


class Store:
    """A results file, opened by one process. `owner` names this opening of it."""

    def __init__(self, path: str | Path, *, make: bool = False) -> None:
        """Open the file. make: make it if it is absent; else that is an InputError."""
        self.path, self.owner = Path(path), uuid.uuid4().hex
        is_new = not self.path.exists()
        if is_new and not make:
            raise InputError(f"{path}: found no results; expected a database made by `playtree experiment run`")
        try:
            self._open(is_new)
        except sqlite3.DatabaseError as error:
            raise InputError(f"{path}: {error}; expected a database of Playtree's results") from None

    def _open(self, is_new: bool) -> None:
        self._data = sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)
        self._data.row_factory = sqlite3.Row
        if not is_new:
            self._check_format()
        self._data.execute("PRAGMA journal_mode = WAL")
        self._data.execute("PRAGMA synchronous = FULL")
        with self._writing():
            if self._pragma("user_version") == 0:
                for statement in filter(str.strip, SCHEMA.split(";")):
                    self._data.execute(statement)
                self._data.execute(f"PRAGMA application_id = {APPLICATION}")
                self._data.execute(f"PRAGMA user_version = {FORMAT}")

    def _check_format(self) -> None:
        """Refuse a file that is not ours, and leave it as it is. An empty one was being made when its maker died."""
        version, application = self._pragma("user_version"), self._pragma("application_id")
        tables = self._data.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and (application or version or tables):
            raise InputError(f"{self.path}: found another program's database; expected one of Playtree's results")
        if version > FORMAT:
            raise InputError(
                f"{self.path}: found results of format {version}, from a newer Playtree; expected at most {FORMAT}"
            )

    def _pragma(self, name: str) -> int:
        return int(self._data.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction. Kept apart from the module's own, which would begin it too late."""
        try:
            self._data.execute("BEGIN IMMEDIATE")
            yield
            self._data.execute("COMMIT")
        except sqlite3.OperationalError as error:
            self._roll_back()
            raise SaveError(f"{self.path}: {error}; expected a writable database on a disk with room") from None
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        if self._data.in_transaction:
            self._data.execute("ROLLBACK")

    def close(self) -> None:
        """Give the claims back and close the file."""
        with self._writing():
            self._data.execute("DELETE FROM claim WHERE owner = ?", (self.owner,))
            self._data.execute("DELETE FROM owner WHERE id = ?", (self.owner,))
        self._data.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def finished(self, among: Collection[str] | None = None) -> set[str]:
        """The keys of all results, or of those among these keys."""
        if among is None or len(among) > MANY:
            return {row[0] for row in self._data.execute("SELECT key FROM result")}
        return {key for key in among if self._data.execute("SELECT 1 FROM result WHERE key = ?", (key,)).fetchone()}

    def records(self, keys: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
        """The results with these keys, in their order; all of them if none are given."""
        if keys is None:
            keys = sorted(self.finished())
        for key in keys:
            row = self._data.execute("SELECT * FROM result WHERE key = ?", (key,)).fetchone()
            if row is not None:
                yield _record(row)

    def exchange(
        self, done: Sequence[tuple[Run, dict[str, Any]]], wanted: Iterable[str], count: int
    ) -> tuple[list[str], list[str]]:
        """Write results and claim up to `count` of the keys in `wanted`. Return the keys that are now ours, and those
        that were found to have a result.

        One transaction: after a kill it has happened or it has not. A key with a living claimant is passed by.
        """
        stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        with self._writing():
            self._live()
            for run, record in done:
                row = _row(run, {**record, "finished": stamp})
                places = ", ".join("?" * len(row))
                self._data.execute(
                    f"INSERT OR IGNORE INTO result ({', '.join(row)}) VALUES ({places})", [*row.values()]
                )
                self._data.execute("DELETE FROM claim WHERE key = ?", (run.key,))
            return self._claim(wanted, count)

    def _live(self) -> None:
        """Say that this process lives, and forget those that do not, with their claims."""
        host = socket.gethostname()
        mine = (self.owner, host, os.getpid(), _born(os.getpid()), time.time())
        self._data.execute("INSERT OR REPLACE INTO owner VALUES (?, ?, ?, ?, ?)", mine)
        for row in self._data.execute("SELECT * FROM owner").fetchall():
            if not _is_alive(row, host):
                self._data.execute("DELETE FROM claim WHERE owner = ?", (row["id"],))
                self._data.execute("DELETE FROM owner WHERE id = ?", (row["id"],))

    def _claim(self, wanted: Iterable[str], count: int) -> tuple[list[str], list[str]]:
        claimed: list[str] = []
        finished: list[str] = []
        for key in wanted if count > 0 else ():
            if self._data.execute("SELECT 1 FROM result WHERE key = ?", (key,)).fetchone():
                finished.append(key)
            elif self._data.execute("INSERT OR IGNORE INTO claim VALUES (?, ?)", (key, self.owner)).rowcount:
                claimed.append(key)
                if len(claimed) == count:
                    break
        return claimed, finished

    def owners(self) -> list[dict[str, Any]]:
        """The processes that work on this file now, with how many runs each has claimed."""
        counts = "SELECT owner.*, (SELECT count(*) FROM claim WHERE claim.owner = owner.id) AS claims FROM owner"
        host = socket.gethostname()
        return [dict(row) for row in self._data.execute(counts) if _is_alive(row, host)]

    def checkpoint(self, name: str) -> Any:
        """The data kept under this name; None if there is none."""
        row = self._data.execute("SELECT data FROM checkpoint WHERE name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep(self, name: str, data: Any) -> None:
        """Keep data under a name."""
        with self._writing():
            self._data.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?)", (name, json.dumps(data)))


def _row(run: Run, record: dict[str, Any]) -> dict[str, Any]:
    described = {"label": run.label, "game": run.game, "options": run.options, "search": run.search}
    row = {**described, "budget": run.budget, "seed": str(run.seed), **record}
    return {name: json.dumps(row[name]) if name in JSON else row[name] for name in COLUMNS if name in row}


def _record(row: sqlite3.Row) -> dict[str, Any]:
    record = {name: json.loads(row[name]) if name in JSON and row[name] else row[name] for name in row.keys()}  # noqa: SIM118
    for name in ("cleared", "proven"):
        record[name] = None if record[name] is None else bool(record[name])
    return {**record, "seed": int(record["seed"])}


def _is_alive(owner: sqlite3.Row, host: str) -> bool:
    if owner["host"] != host:
        return time.time() - float(owner["seen"]) < LOST_SECONDS
    return _born(owner["pid"]) == owner["born"]


def _born(pid: int) -> str:
    """When a process of this machine was started, in ticks since the machine was; '' if there is none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in ("Z", "X") else fields[19]  # after the command: state is field 0, starttime 19
