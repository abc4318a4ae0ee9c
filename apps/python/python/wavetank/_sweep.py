"""Parameter sweeps: one function, many parameters, spread over processes or machines.

Nothing of a scheduler is here: joblib runs tasks on this computer, Ray and Dask on those that they
manage. What this adds is a table with a row for each task, written as tasks end, so that a sweep that was
stopped goes on where it was, and a summary with the smallest case that failed.

>>> import wavetank as wt
>>> def square(n):
...     if n == 3:
...         raise ValueError("three")
...     return {"result": n * n}
>>> table = wt.sweep(square, {"n": [1, 2, 3, 4]}, backend="serial")
>>> [row["result"] for row in table if row["status"] == "ok"]
[1, 4, 16]
>>> table.smallest_failure["n"], table.smallest_failure["error"]
(3, 'ValueError: three')
"""

from __future__ import annotations

import functools
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

_NEEDS = {"local": "joblib", "ray": "ray", "dask": "distributed"}


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


def _what(task: Any) -> str:
    """What a function is called, with what is bound to it: rows of another function are not its rows."""
    if isinstance(task, functools.partial):
        bound = ", ".join(f"{name}={task.keywords[name]!r}" for name in sorted(task.keywords))
        return f"{_what(task.func)}({', '.join([*map(repr, task.args), bound])})"
    named = task if hasattr(task, "__qualname__") else type(task)
    return f"{named.__module__}.{named.__qualname__}"


def _name_of(parameters: Mapping[str, Any], what: str = "") -> str:
    """The same for the same parameters of the same function, in any process."""
    from hashlib import sha256

    text = what + json.dumps(parameters, sort_keys=True, default=str)
    return sha256(text.encode()).hexdigest()[:16]


def _attempt(task: Task, case: Mapping[str, Any], mark: str | None = None) -> Row:
    """Runs one task to its row, whatever becomes of it. The mark is a file that is there meanwhile."""
    if mark is not None:
        Path(mark, case["task"]).touch()
    began = time.perf_counter()
    parameters = {name: value for name, value in case.items() if name != "task"}
    row: Row = {**case, "status": "ok", "error": ""}
    try:
        given = task(**parameters) or {}
        clash = set(given) & {"task", "seconds"} | set(given) & set(parameters)
        if clash:
            raise ValueError(f"the function gives `{min(clash)}`, which is a column already: give it another name")
        row.update(given)
    except Exception as error:
        row["status"], row["error"] = "failed", f"{type(error).__name__}: {error}"
    row["seconds"] = round(time.perf_counter() - began, 6)
    if mark is not None:
        Path(mark, case["task"]).unlink(missing_ok=True)
    return row


class _Journal:
    """Rows on disk: a line of JSON for each, whole or not there, beside the table that is made of them."""

    def __init__(self, path: Path | None, names: Sequence[str], order: Sequence[str]) -> None:
        self.path, self.names, self.order = path, names, order
        self.rows: dict[str, Row] = {}
        self._file: Any = None
        self._written, self._took = time.monotonic(), 0.0
        if path is None:
            return
        self._lines = path.with_name(path.name + ".rows")
        self._lines.parent.mkdir(parents=True, exist_ok=True)
        if self._lines.exists():
            kept = b""
            for line in self._lines.read_bytes().splitlines(keepends=True):
                # The last line of a process that was killed may be half there.
                try:
                    row = json.loads(line)
                    self.rows.setdefault(row["task"], row)
                except (ValueError, TypeError, KeyError):
                    continue
                kept += line.rstrip(b"\n") + b"\n"
            self._lines.write_bytes(kept)
        self._file = open(self._lines, "ab", buffering=0)  # noqa: SIM115

    def add(self, row: Row) -> None:
        """Keeps a row, once. The table follows every few seconds, or less often where it takes long to
        write."""
        if row["task"] in self.rows:
            return
        self.rows[row["task"]] = row
        if self._file is None:
            return
        self._file.write(json.dumps(row, default=str).encode() + b"\n")
        if time.monotonic() - self._written > max(2, 20 * self._took):
            self.write()

    def kept(self) -> list[Row]:
        """Rows of this sweep, in its order."""
        return [self.rows[task] for task in self.order if task in self.rows]

    def write(self) -> None:
        began = time.monotonic()
        if self.path is not None:
            _write(self.path, self.kept(), self.names)
        self._written = time.monotonic()
        self._took = self._written - began

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self.write()


def _write(path: Path, rows: Sequence[Row], names: Sequence[str]) -> None:
    """The whole table, in place of what was there."""
    given = [name for row in rows for name in row if name != "task"]
    head = list(dict.fromkeys([*names, "status", *given, "seconds", "error"]))
    part = path.with_name(path.name + ".part")
    if path.suffix == ".parquet":
        import pyarrow
        import pyarrow.parquet

        columns = {name: _column([row.get(name) for row in rows]) for name in head}
        pyarrow.parquet.write_table(pyarrow.table(columns), part)
    else:
        import csv

        with open(part, "w", newline="") as file:
            writer = csv.DictWriter(file, head, restval="", extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)
    os.replace(part, path)


def _column(values: list[Any]) -> list[Any]:
    """Values of one type, as Parquet has them: what is mixed becomes text."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) <= 1 or kinds <= {int, float}:
        return values
    return [None if value is None else str(value) for value in values]


def _local(task: Task, all: Sequence[Row], jobs: int | None, retries: int) -> Iterator[Row]:
    """Processes of this computer. One that dies takes its pool with it, and what ran then is tried again,
    each alone: only the case that kills is given up."""
    from tempfile import TemporaryDirectory

    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = {case["task"]: case for case in all}
    with TemporaryDirectory(prefix="wavetank-sweep-") as marks:

        def rows(cases: Iterable[Row]) -> Iterator[Row]:
            # One job would run in this process, and take it along when it dies.
            pool = Parallel(n_jobs=max(2, jobs or os.cpu_count() or 2), return_as="generator_unordered", batch_size=1)
            for row in pool(delayed(_attempt)(task, case, marks) for case in cases):
                del left[row["task"]]
                yield row

        early = 0
        while left:
            try:
                yield from rows(list(left.values()))
            except TerminatedWorkerError:
                suspects = [left[name] for name in os.listdir(marks) if name in left]
                # Workers that die before they come to a case will not come to another either.
                early += not suspects
                if early > retries:
                    yield from (_given_up(case, early) for case in left.values())
                    return
                for case in suspects:
                    Path(marks, case["task"]).unlink()
                    for _ in range(max(retries, 1)):
                        try:
                            yield from rows([case])
                            break
                        except TerminatedWorkerError:
                            continue
                    else:
                        Path(marks, case["task"]).unlink(missing_ok=True)
                        del left[case["task"]]
                        yield _given_up(case, max(retries, 1) + 1)


def _given_up(case: Row, deaths: int) -> Row:
    return {**case, "status": "failed", "error": f"the worker died, {deaths} times", "seconds": 0.0}


def _ray(task: Task, all: Sequence[Row], address: str | None, jobs: int | None, retries: int) -> Iterator[Row]:
    import ray

    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, **({} if address else {"num_cpus": jobs}))
    remote = ray.remote(max_retries=retries, num_cpus=1)(_attempt)
    shared = ray.put(task)
    rest = iter(all)
    waiting: dict[Any, Row] = {}
    while True:
        # What is asked for at a time takes memory and time of the cluster's, so a million are not.
        for case in itertools.islice(rest, 1000 - len(waiting)):
            waiting[remote.remote(shared, case)] = case
        if not waiting:
            return
        [done], _ = ray.wait(list(waiting), num_returns=1)
        case = waiting.pop(done)
        try:
            yield ray.get(done)
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError):
            yield _given_up(case, retries + 1)
        except ray.exceptions.RayError as error:
            # The function did not get to the worker.
            why = str(error).strip().splitlines()[-1]
            yield _given_up(case, 0) | {"error": f"{type(error).__name__}: {why}"}


def _dask(task: Task, all: Sequence[Row], address: str | None, jobs: int | None, retries: int) -> Iterator[Row]:
    from contextlib import ExitStack

    import dask
    from distributed import Client, KilledWorker, LocalCluster, as_completed

    with ExitStack() as stack:
        cluster: Any = address
        if address is None:
            # A cluster that is there already has its own number of deaths that it tolerates.
            stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": retries}))
            cluster = stack.enter_context(LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None))
        client = stack.enter_context(Client(cluster))
        [shared] = client.scatter([task], broadcast=True)
        futures = {client.submit(_attempt, shared, case, pure=False): case for case in all}
        for future in as_completed(futures):
            case = futures.pop(future)
            try:
                yield future.result()
            except KilledWorker:
                yield _given_up(case, retries + 1)
            except Exception as error:
                yield _given_up(case, 0) | {"error": f"{type(error).__name__}: {error}"}


def _progress(done: int, total: int, failed: int, quiet: bool) -> None:
    if not quiet and sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done}/{total} done, {failed} failed", end=end, file=sys.stderr, flush=True)


def _require(module: str, why: str, install: str) -> None:
    """What is missing is said before anything runs."""
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise ModuleNotFoundError(f"{why} needs the package {module}: pip install '{install}'", name=module)


def _looked_through(
    grid: Mapping[str, Iterable[Any]] | Iterable[Mapping[str, Any]], what: str
) -> tuple[list[str], list[Row]]:
    """Names of the parameters, and the cases, each with its name."""
    all: list[Row]
    if isinstance(grid, Mapping):
        for name, values in grid.items():
            if isinstance(values, str) or not isinstance(values, Iterable):
                raise ValueError(f"{name} has no list of values, but {values!r}: write [{values!r}] for one")
        names = list(grid)
        all = [dict(zip(names, values, strict=True)) for values in itertools.product(*grid.values())]
    else:
        all = [dict(parameters) for parameters in grid]
        names = list(dict.fromkeys(name for parameters in all for name in parameters))
    if reserved := set(names) & set(_ALWAYS):
        raise ValueError(f"a parameter cannot be called `{min(reserved)}`, which is a column of its own: rename it")
    seen: set[str] = set()
    for case in all:
        task = _name_of(case, what)
        if task in seen:
            text = ", ".join(f"{name}={value}" for name, value in case.items())
            raise ValueError(f"two cases have the same parameters, {text}: leave one of them out")
        seen.add(task)
        case["task"] = task
    return names, all


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
    kept as they come, and the table there follows, as CSV or as Parquet by the file's name; a sweep of the
    same function with the same ``out`` runs only what has no row yet. A task whose worker died is tried
    ``retries`` times more. ``jobs`` is how many run at a time, ``address`` that of a cluster.

    Backends are ``local`` (joblib, on processes of this computer), ``ray``, ``dask`` and ``serial`` (this
    process).

    >>> import wavetank as wt
    >>> table = wt.sweep(lambda n: {"square": n * n}, {"n": [2, 3]}, backend="serial")
    >>> [row["square"] for row in table]
    [4, 9]
    """
    if backend not in BACKENDS:
        raise ValueError(f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
    if address is not None and backend not in ("ray", "dask"):
        raise ValueError(f"address is that of a cluster, which backend {backend!r} has not: leave it out, or use 'ray'")
    if jobs is not None and jobs < 1 or retries < 0:
        raise ValueError(f"jobs is at least 1 and retries at least 0; {jobs} and {retries} are given")
    if backend in _NEEDS:
        _require(_NEEDS[backend], f"backend {backend!r}", _NEEDS[backend])
    path = None if out is None else Path(out)
    if path is not None and path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"{path} is neither .csv nor .parquet: end its name in one of them")
    if path is not None and path.suffix == ".parquet":
        _require("pyarrow", str(path), "pyarrow")
    names, all = _looked_through(grid, _what(task))
    journal = _Journal(path, names, [case["task"] for case in all])
    left = [case for case in all if case["task"] not in journal.rows]
    try:
        rows: Iterator[Row]
        if backend == "serial":
            rows = (_attempt(task, case) for case in left)
        elif backend == "local":
            rows = _local(task, left, jobs, retries)
        elif backend == "ray":
            rows = _ray(task, left, address, jobs, retries)
        else:
            rows = _dask(task, left, address, jobs, retries)
        failed = sum(row["status"] != "ok" for row in journal.kept())
        for done, row in enumerate(rows, len(all) - len(left) + 1):
            journal.add(row)
            failed += row["status"] != "ok"
            _progress(done, len(all), failed, quiet)
    finally:
        journal.close()
    return Table(journal.kept(), names)


def kernel_task(
    file: str, check: bool = False, options: Mapping[str, Any] | None = None, folder: str = "", **parameters: Any
) -> dict[str, Any]:
    """Runs a kernel file with constants, ``seed`` and ``schedule`` from the parameters; raises where an
    expectation or a checker is not satisfied. What a sweep calls for kernel files; ``folder``
    is where they are, if their names do not say."""
    import wavetank as wt

    seed, schedule = parameters.pop("seed", None), parameters.pop("schedule", None)
    kernel = wt.kernel_file(Path(folder, file), set=parameters, seed=seed)
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
        found = run.findings
        raise AssertionError(str(found[-1].message) if found else f"the program ended with {run.exit_code}")
    stats = run.stats
    return {name: stats[name] for name in ("instructions", "transactions", "waves")}
