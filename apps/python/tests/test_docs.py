"""Examples in docstrings run, and everything public has one to say what it is."""

from __future__ import annotations

import doctest
import inspect

import wavetank as wt

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def documented() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = [("wavetank", wt)]
    for name in wt.__all__:
        value = getattr(wt, name)
        found.append((name, value))
        if inspect.isclass(value):
            members = inspect.getmembers(value)
            found += [(f"{name}.{it}", member) for it, member in members if not it.startswith("_")]
    return found


def test_everything_is_documented() -> None:
    missing = [
        name
        for name, value in documented()
        if callable(value) and not inspect.getdoc(value) and not name.endswith((".count", ".index"))
    ]
    assert not missing


def test_examples() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    seen: set[int] = set()
    examples = 0
    for name, value in documented():
        text = inspect.getdoc(value) or ""
        if ">>>" not in text or id(text) in seen or not isinstance(text, str):
            continue
        test = parser.get_doctest(text, {}, name, None, None)
        examples += len(test.examples)
        runner.run(test)
    assert examples > 20 and runner.failures == 0
