"""Sweeps: every case has one row, whatever becomes of workers."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import EXAMPLES

from wavetank.sweep import Table, _attempt, sweep


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
    def __call__(self, n: int) -> None:
        if n == 2:
            os.kill(os.getpid(), signal.SIGKILL)


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
    cases: list[tuple[Any, str]] = [({"status": [1]}, "cannot be called"), ([{"n": 1}, {"n": 1}], "same parameters")]
    for grid, why in cases:
        with pytest.raises(ValueError, match=why):
            sweep(square, grid, backend="serial")
    with pytest.raises(ValueError, match="no backend"):
        sweep(square, {"n": [1]}, backend="slurm")
    assert _attempt(lambda n: {"n": 2}, {"n": 1})["status"] == "failed"


def check_all(table: Table, count: int) -> None:
    assert [row["n"] for row in table] == list(range(count))
    assert all(row["status"] == "ok" and row["result"] == row["n"] ** 2 for row in table)


def test_processes_that_are_killed_lose_no_row(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    out = tmp_path / "rows.csv"
    table = sweep(DiesOnce(tmp_path, {5}), {"n": range(12)}, backend="local", jobs=2, out=out)
    check_all(table, 12)
    assert len(out.with_name("rows.csv.rows").read_text().splitlines()) == 12


def test_a_case_that_always_kills_is_given_up(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    table = sweep(DiesAlways(), {"n": [2]}, backend="local", jobs=1, retries=1)
    assert table[0]["status"] == "failed" and "the worker died" in table[0]["error"]


def test_ray_with_a_worker_that_is_killed(tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    out = tmp_path / "rows.parquet"
    # Workers do not have this file.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        table = sweep(DiesOnce(tmp_path, {3, 11}), {"n": range(20)}, backend="ray", jobs=3, out=out)
    finally:
        ray.shutdown()
    check_all(table, 20)
    import pyarrow.parquet

    assert pyarrow.parquet.read_table(out).num_rows == 20
    assert len(out.with_name("rows.parquet.rows").read_text().splitlines()) == 20


def test_kernel_files_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "rows.csv"
    command = [sys.executable, "-m", "wavetank", "sweep", str(EXAMPLES / "wave/saxpy.wave"), "--set", "N=64,100..102"]
    command += ["--seed", "1..2", "--backend", "serial", "--out", str(out), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "8 ok, 0 failed\n"), done.stderr
    assert out.read_text().count("\n") == 9
    bad = subprocess.run([*command[:5], "--set", "N"], capture_output=True, text=True)
    assert bad.returncode == 2 and "expected NAME=VALUES" in bad.stderr
