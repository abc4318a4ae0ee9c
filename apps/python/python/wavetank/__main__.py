"""``python -m wavetank sweep FILE... --set N=64,128,256 --seed 1..1000``"""

from __future__ import annotations

import argparse
import functools
import sys
from pathlib import Path
from typing import Any

import wavetank as wt

from ._sweep import BACKENDS, kernel_task, sweep

MOST = 10_000_000
"""Cases of a sweep; more are a slip of the pen."""


def values(text: str) -> list[Any]:
    """``64,128``, ``1..1000``, or both."""
    found: list[Any] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        try:
            if not dots:
                found.append(float(part) if "." in part else int(part, 0))
                continue
            numbers = range(int(first, 0), int(last, 0) + 1)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected numbers as in 1,2,8 or 1..8, found {part!r}") from None
        if not numbers:
            raise argparse.ArgumentTypeError(f"{part} has no numbers: the first is greater than the last")
        if len(numbers) > MOST:
            raise argparse.ArgumentTypeError(f"{part} has {len(numbers)} numbers; at most {MOST} are possible")
        found += numbers
    return found


def constant(text: str) -> tuple[str, list[Any]]:
    name, equals, rest = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"expected NAME=VALUES, as in N=64,128, found {text!r}")
    return name.strip(), values(rest)


def kernels(path: str) -> list[str]:
    """Kernel files at or below a path."""
    if Path(path).is_file():
        return [path]
    if not Path(path).is_dir():
        raise ValueError(f"there is no file or folder {path}")
    endings = {name for isa in wt.isas() for name in (isa["name"], *isa["aliases"])}
    found = sorted(str(file) for file in Path(path).rglob("*") if file.suffix[1:] in endings and file.is_file())
    if not found:
        raise ValueError(f"there are no kernel files below {path}: their names end in .{', .'.join(sorted(endings))}")
    return found


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="wavetank", description=(wt.__doc__ or "").split("\n")[0])
    parser.add_argument("--version", action="version", version=wt.__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser(
        "sweep",
        help="run kernel files for many parameters",
        epilog="example: wavetank sweep x.wave --set N=64,128,256 --seed 1..1000 --check --out rows.csv",
    )
    one.add_argument("files", nargs="+", metavar="FILE", help="kernel files, or folders of them")
    one.add_argument("--set", action="append", default=[], type=constant, metavar="NAME=VALUES")
    one.add_argument("--seed", type=values, metavar="VALUES", help="seeds of random arrays")
    one.add_argument("--schedule", type=values, metavar="VALUES", help="seeds of random orders of waves")
    one.add_argument("--check", action="store_true", help="run with every checker on")
    one.add_argument("--backend", choices=BACKENDS, default="local")
    one.add_argument("--address", help="of a cluster")
    one.add_argument("--jobs", type=int, help="how many run at a time")
    one.add_argument("--retries", type=int, default=3, help="how often a task whose worker died is tried again")
    one.add_argument("--out", help="a table to write, .csv or .parquet; what has a row there is not run again")
    one.add_argument("--max-instructions", type=int)
    one.add_argument("--quiet", action="store_true")
    return parser


def run(given: argparse.Namespace) -> int:
    grid: dict[str, list[Any]] = {"file": list(dict.fromkeys(file for path in given.files for file in kernels(path)))}
    for name, found in given.set:
        if name in grid or name in ("seed", "schedule"):
            raise ValueError(f"--set {name} is given twice, or has a name of its own: write --set {name}=1,2 once")
        grid[name] = found
    if given.seed:
        grid["seed"] = given.seed
    if given.schedule:
        grid["schedule"] = given.schedule
    options = {"max_instructions": given.max_instructions} if given.max_instructions else {}
    table = sweep(
        functools.partial(kernel_task, check=given.check, options=options, folder=str(Path.cwd())),
        grid,
        backend=given.backend,
        out=given.out,
        jobs=given.jobs,
        address=given.address,
        retries=given.retries,
        quiet=given.quiet,
    )
    print(table.summary())
    return 1 if table.failures else 0


def main(words: list[str] | None = None) -> int:
    given = arguments().parse_args(words)
    try:
        return run(given)
    except KeyboardInterrupt:
        go_on = f"; the same command goes on with what {given.out} has no row for" if given.out else ""
        print(f"stopped{go_on}", file=sys.stderr)
        return 130
    except (ValueError, OSError, ImportError, wt.Error) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
