"""Sweeps: every case has one row, whatever becomes of workers."""

from __future__ import annotations

import csv
import functools
import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import EXAMPLES

from wavetank import Table, sweep


def square(n: int, m: int = 0) -> dict[str, Any]:
    if n * m == 12:
        raise ValueError(f"{n} times {m}")
    return {"result": n * m}


class DiesOnce:
    """Kills its worker the first time that a case comes up."""

    def __init__(self, folder: Path, cases: set[int]) -> None:
        self.folder, self.cases = folder, cases

    def __call__(self, n: int) -> dict[str, Any]:
        mark = self.folder / str(n)
        if n in self.cases and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.01)
        return {"result": n * n}


class DiesAlways:
    def __call__(self, n: int) -> dict[str, Any]:
        if n == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.05)
        return {"result": n * n}


def multiply(n: int, factor: int) -> dict[str, Any]:
    return {"result": n * factor}


def test_every_combination_has_a_row(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    table = sweep(square, {"n": [1, 2, 3, 4], "m": [3, 6]}, backend="serial", out=out)
    assert len(table) == 8 and len(table.failures) == 2
    assert table.smallest_failure is not None
    assert (table.smallest_failure["n"], table.smallest_failure["m"]) == (2, 6)
    assert "smallest failure: n=2, m=6" in table.summary()
    with open(out) as file:
        rows = list(csv.DictReader(file))
    assert [row["n"] for row in rows] == ["1", "1", "2", "2", "3", "3", "4", "4"]
    assert rows[0]["result"] == "3" and rows[3]["error"] == "ValueError: 2 times 6"


def test_a_sweep_goes_on_where_it_was(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    ran: list[int] = []

    def task(n: int) -> dict[str, Any]:
        ran.append(n)
        if n == 3 and ran.count(3) == 1:
            raise KeyboardInterrupt
        return {"result": n}

    with pytest.raises(KeyboardInterrupt):
        sweep(task, {"n": range(6)}, backend="serial", out=out)
    with open(tmp_path / "rows.csv.rows", "ab") as file:
        file.write(b'{"task": "half a li')
    table = sweep(task, {"n": range(6)}, backend="serial", out=out)
    assert ran == [0, 1, 2, 3, 3, 4, 5]
    assert [row["n"] for row in table] == list(range(6))


def test_what_cannot_be_swept() -> None:
    cases: list[tuple[Any, str]] = [
        ({"status": [1]}, "cannot be called .* rename it"),
        ([{"n": 1}, {"n": 1}], "same parameters, n=1: leave one of them out"),
        ({"n": 5}, r"n has no list of values, but 5: write \[5\] for one"),
        ({"n": "many"}, "n has no list of values"),
    ]
    for grid, why in cases:
        with pytest.raises(ValueError, match=why):
            sweep(square, grid, backend="serial")
    options: list[tuple[dict[str, Any], str]] = [
        ({"backend": "slurm"}, "no backend 'slurm'; there are local, serial, ray, dask"),
        ({"backend": "serial", "address": "auto"}, "leave it out"),
        ({"backend": "serial", "out": "rows.xlsx"}, "end its name in one of them"),
        ({"backend": "serial", "jobs": 0}, "jobs is at least 1"),
    ]
    for given, why in options:
        with pytest.raises(ValueError, match=why):
            sweep(square, {"n": [1]}, **given)
    [row] = sweep(lambda n: {"n": 2}, {"n": [1]}, backend="serial")
    assert row["status"] == "failed" and "give it another name" in row["error"]


def test_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    sweep(square, {"n": [3, 4], "m": [4]}, backend="serial")
    assert capsys.readouterr().err == "\r1/2 done, 1 failed\r2/2 done, 1 failed\n"
    sweep(square, {"n": [3, 4], "m": [4]}, backend="serial", quiet=True)
    assert capsys.readouterr().err == ""


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    for options, package in (({"backend": "ray"}, "ray"), ({"backend": "serial", "out": "x.parquet"}, "pyarrow")):
        with pytest.raises(ModuleNotFoundError, match=f"pip install '{package}'"):
            sweep(square, {"n": [1]}, **options)  # type: ignore[arg-type]


def test_rows_of_another_function_are_not_its_rows(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    for factor in (2, 3, 2):
        table = sweep(functools.partial(multiply, factor=factor), {"n": [1, 2]}, backend="serial", out=out)
        assert [row["result"] for row in table] == [factor, 2 * factor]
    # The third sweep ran nothing.
    assert len(out.with_name("rows.csv.rows").read_text().splitlines()) == 4


def test_the_table_is_there_before_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "rows.csv"
    seen: list[int] = []

    def task(n: int) -> None:
        seen.append(out.read_text().count("\n") - 1 if out.exists() else 0)

    clock = itertools.count(step=10)
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    sweep(task, {"n": range(5)}, backend="serial", out=out)
    assert seen == sorted(seen) and seen[-1] > 0


def check_all(table: Table, count: int) -> None:
    assert [row["n"] for row in table] == list(range(count))
    assert all(row["status"] == "ok" and row["result"] == row["n"] ** 2 for row in table)


def test_processes_that_are_killed_lose_no_row(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    out = tmp_path / "rows.csv"
    table = sweep(DiesOnce(tmp_path, {5}), {"n": range(12)}, backend="local", jobs=2, out=out)
    check_all(table, 12)
    assert len(out.with_name("rows.csv.rows").read_text().splitlines()) == 12


def test_only_the_case_that_kills_is_given_up(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    table = sweep(DiesAlways(), {"n": range(6)}, backend="local", jobs=2, retries=1)
    assert [row["status"] for row in table] == ["ok", "ok", "failed", "ok", "ok", "ok"]
    assert "the worker died, 2 times" in table[2]["error"]


class DiesOnArrival(DiesAlways):
    """Kills the worker that unpickles it."""

    def __reduce__(self) -> Any:
        return _die, ()


def _die() -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def test_workers_that_never_come_to_a_case() -> None:
    pytest.importorskip("joblib")
    table = sweep(DiesOnArrival(), {"n": range(3)}, backend="local", jobs=2, retries=1)
    assert [row["status"] for row in table] == ["failed"] * 3 and "the worker died" in table[0]["error"]


def test_ray_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    out = tmp_path / "rows.parquet"
    # Workers do not have this file.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        table = sweep(DiesOnce(tmp_path, {3, 11}), {"n": range(20)}, backend="ray", jobs=3, out=out)
        # The cluster is there now, for another program to find.
        kernel = os.path.relpath(EXAMPLES / "wave/saxpy.wave")
        done = command(kernel, "--seed", "1..6", "--check", "--backend", "ray", "--address", "auto")
        assert (done.returncode, done.stdout) == (0, "6 ok, 0 failed\n"), done.stderr
    finally:
        ray.shutdown()
    check_all(table, 20)
    import pyarrow.parquet

    assert pyarrow.parquet.read_table(out).num_rows == 20
    assert len(out.with_name("rows.parquet.rows").read_text().splitlines()) == 20


def test_dask_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from distributed.protocol.pickle import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    out = tmp_path / "rows.csv"
    table = sweep(DiesOnce(tmp_path, {4}), {"n": range(12)}, backend="dask", jobs=2, out=out)
    check_all(table, 12)
    assert len(out.with_name("rows.csv.rows").read_text().splitlines()) == 12


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "wavetank", "sweep", *words], capture_output=True, text=True)


def test_kernel_files_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    saxpy = str(EXAMPLES / "wave/saxpy.wave")
    done = command(saxpy, "--set", "N=64,100..102", "--seed", "1..2", "--backend", "serial", "--out", str(out), "--check")
    assert (done.returncode, done.stdout) == (0, "8 ok, 0 failed\n"), done.stderr
    assert out.read_text().count("\n") == 9
    done = command(str(EXAMPLES / "flux"), "--schedule", "1..2", "--backend", "serial")
    assert done.returncode == 0 and done.stdout.endswith(" ok, 0 failed\n"), done.stdout + done.stderr
    for words, why in (
        ([saxpy, "--set", "N"], "expected NAME=VALUES, as in N=64,128, found 'N'"),
        ([saxpy, "--seed", "9..1"], "the first is greater than the last"),
        ([saxpy, "--seed", "many"], "expected numbers as in 1,2,8 or 1..8"),
        ([saxpy, "--set", "N=1", "--set", "N=2"], "--set N=1,2 once"),
        (["nowhere.wave"], "there is no file or folder nowhere.wave"),
        ([str(tmp_path)], "there are no kernel files below"),
        ([saxpy, "--backend", "slurm"], "invalid choice"),
        ([saxpy, "--address", "auto"], "leave it out, or use 'ray'"),
    ):
        bad = command(*words)
        assert bad.returncode == 2 and why in bad.stderr and "Traceback" not in bad.stderr, bad.stderr


def test_the_smallest_failure_of_kernel_files(tmp_path: Path) -> None:
    kernel = tmp_path / "add.flux"
    kernel.write_text(
        "---\nlet N = 2\na: f32[4] = repeat(N)\nout_c: f32[4]\nexpect out_c = repeat(4)\n---\n"
        "LOAD R1, 0(R10)\nADD R1, R1, R1\nSTORE R1, 0(R11)\nHALT\n"
    )
    done = command(str(kernel), "--set", "N=4,2,3", "--backend", "serial")
    assert done.returncode == 1, done.stderr
    first, second, third = done.stdout.splitlines()
    assert (first, second) == ("1 ok, 2 failed", f"smallest failure: file={kernel}, N=3")
    assert "out_c" in third


def test_the_command_of_the_command_line(tmp_path: Path) -> None:
    wavetank = os.environ.get("WAVETANK")
    if not wavetank:
        pytest.skip("WAVETANK does not name the command line's program")
    out = tmp_path / "rows.parquet"
    words = [wavetank, "sweep", str(EXAMPLES / "wave/saxpy.wave"), "--set", "N=64,128", "--seed", "1..3", "--check"]
    words += ["--backend", "serial", "--out", str(out), "--python", sys.executable]
    for _ in range(2):
        done = subprocess.run(words, capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (0, "6 ok, 0 failed\n", "")
    import pyarrow.parquet

    assert pyarrow.parquet.read_table(out).num_rows == 6
    bad = subprocess.run([*words[:4], "N", "--python", sys.executable], capture_output=True, text=True)
    assert bad.returncode == 2 and "expected NAME=VALUES" in bad.stderr
