"""Records as files for other programs: CSV and Parquet."""

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playtree.errors import InputError, SaveError
from playtree.experiments.store import COLUMNS, JSON

ENDINGS = (".csv", ".parquet")


def export_records(records: Iterable[dict[str, Any]], path: str | Path) -> int:
    """Write all columns of the records; what has parts, such as the moves, as JSON. Return how many there were."""
    path = Path(path)
    if path.suffix not in ENDINGS:
        raise InputError(f"{path}: found the ending '{path.suffix}'; expected one of: {', '.join(ENDINGS)}")
    rows = [{name: _plain(name, record[name]) for name in COLUMNS} for record in records]
    try:
        _write_csv(rows, path) if path.suffix == ".csv" else _write_parquet(rows, path)
    except OSError as error:
        raise SaveError(f"{path}: could not be written ({error.strerror}); expected a writable place") from None
    return len(rows)


def _plain(name: str, value: Any) -> Any:
    return json.dumps(value) if name in JSON else str(value) if name == "seed" else value


def _write_csv(rows: list[dict[str, Any]], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(COLUMNS))
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InputError("Parquet needs the package pyarrow; expected: pip install playtree[export]") from None
    kinds = {"TEXT": pyarrow.string(), "REAL": pyarrow.float64(), "INTEGER": pyarrow.int64()}
    flags = ("cleared", "proven")
    schema = pyarrow.schema(
        [(name, pyarrow.bool_() if name in flags else kinds[kind.split()[0]]) for name, kind in COLUMNS.items()]
    )
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)
