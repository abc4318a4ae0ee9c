"""Our engine behind tinygrad's simulated AMD GPU, for tests in a checkout of tinygrad.

``DEV=MOCK+AMD python -m pytest -p wavetank.tinygrad.mock test/test_tiny.py`` runs them with it.
"""

from __future__ import annotations

import sys
from typing import Any

from wavetank._native import _run_raw

__all__ = ["Engine"]

_PAGE = 4096
_TARGETS = {"rdna3": "gfx1100", "rdna4": "gfx1200"}


class Engine:
    """What tinygrad's simulated GPU asks for when it comes to a launch."""

    valid_mem_ranges: Any = ()
    rsrc2: int = 0x19C
    scratch_size: int = 0
    arch: str = "rdna3"
    user_data: list[int] = []

    def run_asm(
        self, lib: int, lib_sz: int, gx: int, gy: int, gz: int, lx: int, ly: int, lz: int, args_ptr: int
    ) -> int:
        """Runs a launch; 0, or an exception that says why not."""
        if self.arch not in _TARGETS:
            raise RuntimeError(f"this device is not for {self.arch}: choose one of {', '.join(_TARGETS)}")
        registers = list(self.user_data) or [args_ptr & 0xFFFFFFFF, args_ptr >> 32]
        # GPUs map memory by pages, and compilers load whole words where less is wanted.
        ranges = [(base, -(-(base + size) // _PAGE) * _PAGE - base) for base, size in self.valid_mem_ranges]
        _run_raw(
            _TARGETS[self.arch],
            (lib, lib_sz),
            (gx, gy, gz),
            (lx, ly, lz),
            registers,
            self.rsrc2,
            self.scratch_size,
            ranges,
        )
        return 0


def pytest_configure(config: Any) -> None:
    """Puts the engine in place before tinygrad opens a device."""
    from pytest import UsageError

    sys.path.insert(0, str(config.rootpath))
    try:
        from test.mockgpu import helpers
    except ImportError as error:
        raise UsageError(
            f"there is no simulated GPU in test/mockgpu below {config.rootpath} ({error}): run this in a checkout of tinygrad"
        ) from error
    if not hasattr(getattr(helpers, "PythonRemu", None), "run_asm"):
        raise UsageError(
            "the simulated GPU of this checkout of tinygrad has no PythonRemu with run_asm: "
            "take one of 2026, or the device (import wavetank.tinygrad)"
        )
    helpers.PythonRemu = Engine
