"""Writes results to files: CSV, NPZ, Parquet, JSON; completely or not at all."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mars.errors import DocumentError
from mars.files import write_atomic

if TYPE_CHECKING:
    from mars.simulation.run import Run


def write_results(run: Run, path: Path, names: list[str]) -> None:
    writers: dict[str, Callable[[Run, list[str]], bytes | str]] = {
        ".csv": _csv,
        ".npz": _npz,
        ".parquet": _parquet,
        ".json": _json,
    }
    writer = writers.get(path.suffix.lower())
    if writer is None:
        raise DocumentError(
            "{path}: cannot write results as “{suffix}”. Use {writers}",
            code="bad-format",
            path=path,
            suffix=path.suffix,
            writers=", ".join(writers),
        )
    write_atomic(path, writer(run, names))


def _csv(run: Run, names: list[str]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["time [s]", *(f"{name} [{run.unit(name)}]" for name in names)])
    columns = run.values(names)
    for row in np.column_stack([run.time, *(columns[name] for name in names)]):
        writer.writerow([f"{value:.12g}" for value in row])
    return out.getvalue()


def _npz(run: Run, names: list[str]) -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, time=run.time, **run.values(names))  # pyright: ignore[reportArgumentType]
    return out.getvalue()


def _json(run: Run, names: list[str]) -> str:
    columns = {"time": run.time, **run.values(names)}
    data = {name: [v if np.isfinite(v) else None for v in values.tolist()] for name, values in columns.items()}
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def _parquet(run: Run, names: list[str]) -> bytes:
    try:
        import pyarrow as pa  # pyright: ignore[reportMissingImports]
        import pyarrow.parquet as pq  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise DocumentError(
            "Parquet needs pyarrow. Install it with: pip install mars-circuits[tables]", code="missing-package"
        ) from None
    fields = [pa.field("time", pa.float64(), metadata={"unit": "s"})]
    fields += [pa.field(name, pa.float64(), metadata={"unit": run.unit(name)}) for name in names]
    table = pa.table([run.time, *run.values(names).values()], schema=pa.schema(fields))
    out = io.BytesIO()
    pq.write_table(table, out)
    return out.getvalue()
