"""Parameter sweeps: one function, many parameters, spread over processes or machines.

Nothing of a scheduler is here: joblib runs tasks on this computer, Ray and Dask on those that they
manage. What this adds is a table with a row for each task, written as tasks end, so that a sweep that was
stopped goes on where it was, and a summary with the smallest case that failed.

>>> from wavetank.sweep import sweep
>>> def square(n):
...     if n == 3:
...         raise ValueError("three")
...     return {"result": n * n}
>>> table = sweep(square, {"n": [1, 2, 3, 4]}, backend="serial")
>>> [row["result"] for row in table if row["status"] == "ok"]
[1, 4, 16]
>>> table.smallest_failure["n"], table.smallest_failure["error"]
(3, 'ValueError: three')
"""

from __future__ import annotations

import csv
import hashlib
import itertools
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["BACKENDS", "Table", "kernel_task", "sweep"]

BACKENDS = ("local", "serial", "ray", "dask")
"""``local`` is joblib, on processes of this computer; ``serial`` is this process."""

Row = dict[str, Any]
Task = Callable[..., "Mapping[str, Any] | None"]

_ALWAYS = ("task", "status", "seconds", "error")


class Table(Sequence[Row]):
    """Rows of a sweep, in the order of its parameters: their values, ``status`` (``ok``, ``failed``), what the
    function gave, ``error`` and ``seconds``."""

    def __init__(self, rows: Iterable[Row], names: Sequence[str]) -> None:
        self._rows, self.names = list(rows), tuple(names)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def failures(self) -> list[Row]:
        """Rows that are not as they should be."""
        return [row for row in self._rows if row["status"] != "ok"]

    @property
    def smallest_failure(self) -> Row | None:
        """The failure whose parameters are smallest, compared one after the other."""

        def size(row: Row) -> list[tuple[int, Any]]:
            values = (row[name] for name in self.names)
            return [(0, value) if isinstance(value, (int, float)) else (1, str(value)) for value in values]

        return min(self.failures, key=size, default=None)

    def summary(self) -> str:
        """A few lines about all of it."""
        failed = self.failures
        text = f"{len(self) - len(failed)} ok, {len(failed)} failed"
        smallest = self.smallest_failure
        if smallest is not None:
            case = ", ".join(f"{name}={smallest[name]}" for name in self.names)
            text += f"\nsmallest failure: {case}\n{smallest['error']}"
        return text

    def __repr__(self) -> str:
        return f"<Table: {self.summary().splitlines()[0]}>"

    def _repr_html_(self) -> str:
        from html import escape

        from . import display

        head = list(dict.fromkeys(name for row in self._rows for name in row if name != "task"))
        rows = [[escape(str(row.get(name, ""))) for name in head] for row in self._rows[:1000]]
        return display._table(rows, head)


def _name_of(parameters: Mapping[str, Any]) -> str:
    """The same for the same parameters, in any process."""
    text = json.dumps(parameters, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _attempt(task: Task, parameters: Mapping[str, Any]) -> Row:
    """Runs one task to its row, whatever becomes of it."""
    began = time.perf_counter()
    row: Row = {"task": _name_of(parameters), **parameters, "status": "ok", "error": ""}
    try:
        given = task(**parameters) or {}
        clash = set(given) & {"task", "seconds"} | set(given) & set(parameters)
        if clash:
            raise ValueError(f"the function gives `{min(clash)}`, which is a column already")
        row.update(given)
    except Exception as error:
        row["status"], row["error"] = "failed", f"{type(error).__name__}: {error}"
    row["seconds"] = round(time.perf_counter() - began, 6)
    return row


class _Journal:
    """Rows on disk: a line of JSON for each, whole or not there, beside the table that is made of them."""

    def __init__(self, path: Path | None, names: Sequence[str]) -> None:
        self.path, self.names = path, names
        self.rows: dict[str, Row] = {}
        self._file: Any = None
        if path is None:
            return
        self._lines = path.with_name(path.name + ".rows")
        if self._lines.exists():
            kept = b""
            for line in self._lines.read_bytes().splitlines(keepends=True):
                # The last line of a process that was killed may be half there.
                try:
                    row = json.loads(line)
                except ValueError:
                    continue
                if line.endswith(b"\n") and set(names) <= set(row):
                    self.rows.setdefault(row["task"], row)
                    kept += line
            self._lines.write_bytes(kept)
        self._lines.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(self._lines, "ab", buffering=0)  # noqa: SIM115

    def add(self, row: Row) -> None:
        """Keeps a row, once."""
        if row["task"] in self.rows:
            return
        self.rows[row["task"]] = row
        if self._file is not None:
            self._file.write(json.dumps(row, default=str).encode() + b"\n")

    def close(self, order: Sequence[str]) -> list[Row]:
        rows = [self.rows[task] for task in order if task in self.rows]
        if self._file is not None and self.path is not None:
            self._file.close()
            _write(self.path, rows, self.names)
        return rows


def _write(path: Path, rows: Sequence[Row], names: Sequence[str]) -> None:
    """The whole table, in place of what was there."""
    given = [name for row in rows for name in row]
    head = list(dict.fromkeys([*names, "status", *given, "seconds", "error"]))
    part = path.with_name(path.name + ".part")
    if path.suffix == ".parquet":
        import pyarrow
        import pyarrow.parquet

        columns = {name: [row.get(name) for row in rows] for name in head}
        pyarrow.parquet.write_table(pyarrow.table(columns), part)
    else:
        with open(part, "w", newline="") as file:
            writer = csv.DictWriter(file, head, restval="")
            writer.writeheader()
            writer.writerows(rows)
    os.replace(part, path)


def _local(task: Task, all: Sequence[Row], jobs: int | None, retries: int) -> Iterator[Row]:
    """Processes of this computer. One that dies takes its pool with it: what has no row is tried again."""
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = {_name_of(parameters): parameters for parameters in all}
    # One job would run in this process, and take it along when it dies.
    jobs = max(2, jobs or os.cpu_count() or 2)
    deaths = 0
    while left:
        pool = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
        try:
            for row in pool(delayed(_attempt)(task, parameters) for parameters in list(left.values())):
                left.pop(row["task"], None)
                yield row
            return
        except TerminatedWorkerError:
            deaths += 1
            if deaths > retries:
                for row in _given_up(left.values(), deaths):
                    yield row
                return


def _given_up(left: Iterable[Mapping[str, Any]], deaths: int) -> Iterator[Row]:
    for parameters in left:
        error = f"the worker died, {deaths} times"
        yield {"task": _name_of(parameters), **parameters, "status": "failed", "error": error, "seconds": 0.0}


def _ray(task: Task, all: Sequence[Row], address: str | None, jobs: int | None, retries: int) -> Iterator[Row]:
    import ray

    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, **({} if address else {"num_cpus": jobs}))
    remote = ray.remote(max_retries=retries, num_cpus=1)(_attempt)
    shared = ray.put(task)
    waiting = {remote.remote(shared, parameters): parameters for parameters in all}
    while waiting:
        [done], _ = ray.wait(list(waiting), num_returns=1)
        parameters = waiting.pop(done)
        try:
            yield ray.get(done)
        except ray.exceptions.WorkerCrashedError:
            yield next(_given_up([parameters], retries + 1))
        except ray.exceptions.RayError as error:
            # The function did not get to the worker.
            row = next(_given_up([parameters], 0))
            yield row | {"error": f"{type(error).__name__}: {str(error).strip().splitlines()[-1]}"}


def _dask(task: Task, all: Sequence[Row], address: str | None, jobs: int | None, retries: int) -> Iterator[Row]:
    from distributed import Client, LocalCluster, as_completed

    cluster = address or LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        futures = {
            client.submit(_attempt, task, parameters, retries=retries, pure=False): parameters for parameters in all
        }
        for future in as_completed(futures):
            try:
                yield future.result()
            except Exception as error:
                row = next(_given_up([futures[future]], retries + 1))
                yield row | {"error": f"{row['error']}: {type(error).__name__}"}


def _progress(done: int, total: int, failed: int, quiet: bool) -> None:
    if not quiet and sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done}/{total} done, {failed} failed", end=end, file=sys.stderr, flush=True)


def sweep(
    task: Task,
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]],
    *,
    backend: str = "local",
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    address: str | None = None,
    retries: int = 3,
    quiet: bool = False,
) -> Table:
    """Calls ``task(**parameters)`` for every combination of a grid, or for each of a list of parameters.

    What the function gives (a mapping, or nothing) and what it raises becomes a row. With ``out`` rows are
    kept as they come, and the table is written there at the end, as CSV or as Parquet by the file's
    name; a sweep with the same ``out`` runs only what has no row yet. A task whose worker died is tried
    ``retries`` times more. ``jobs`` is how many run at a time, ``address`` that of a cluster.
    """
    if backend not in BACKENDS:
        raise ValueError(f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
    all: list[Row]
    if isinstance(grid, Mapping):
        names = list(grid)
        all = [dict(zip(names, values, strict=True)) for values in itertools.product(*grid.values())]
    else:
        all = [dict(parameters) for parameters in grid]
        names = list(dict.fromkeys(name for parameters in all for name in parameters))
    reserved = set(names) & set(_ALWAYS)
    if reserved:
        raise ValueError(f"a parameter cannot be called `{min(reserved)}`")
    order = [_name_of(parameters) for parameters in all]
    if len(set(order)) < len(order):
        raise ValueError("two cases have the same parameters")
    journal = _Journal(None if out is None else Path(out), names)
    left = [parameters for parameters, task_name in zip(all, order, strict=True) if task_name not in journal.rows]
    failed = 0
    try:
        rows: Iterator[Row]
        if backend == "serial":
            rows = (_attempt(task, parameters) for parameters in left)
        elif backend == "local":
            rows = _local(task, left, jobs, retries)
        elif backend == "ray":
            rows = _ray(task, left, address, jobs, retries)
        else:
            rows = _dask(task, left, address, jobs, retries)
        for done, row in enumerate(rows, len(all) - len(left) + 1):
            journal.add(row)
            failed += row["status"] != "ok"
            _progress(done, len(all), failed, quiet)
    finally:
        kept = journal.close(order)
    return Table(kept, names)


def kernel_task(
    file: str, check: bool = False, options: Mapping[str, Any] | None = None, **parameters: Any
) -> dict[str, Any]:
    """Runs a kernel file with constants, ``seed`` and ``schedule`` from the parameters; raises where an
    expectation or a checker is not satisfied."""
    import wavetank as wt

    seed, schedule = parameters.pop("seed", None), parameters.pop("schedule", None)
    kernel = wt.kernel_file(file, set=parameters, seed=seed)
    given = dict(options or {})
    if schedule is not None:
        given["schedule"] = schedule
    if check:
        found = kernel.check(**given)
        if found:
            raise AssertionError(f"{found[0].code}: {found[0].message}")
        return {}
    run = kernel(**given)
    if not run.passed:
        raise AssertionError(str(run.findings[-1].message))
    stats = run.stats
    return {name: stats[name] for name in ("instructions", "transactions", "waves")}
