"""A device for tinygrad: kernels are compiled with LLVM for an AMD GPU and run in this process.

``import wavetank.tinygrad`` makes ``DEV=WAVETANK`` work, for gfx1100; ``DEV=WAVETANK::gfx1200`` is for
another. LLVM is found as tinygrad finds it (``LLVM_PATH``), or where Debian's packages put it.
"""

from __future__ import annotations

import os
import shutil
import sys
from glob import glob
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

__all__ = ["SUPPORTED"]

SUPPORTED = "0.14"
"""The version of tinygrad whose devices this is one of."""

_LLVM = (
    "/usr/lib/llvm-22/lib/libLLVM.so.22*",
    "/usr/lib/*/libLLVM.so.22*",
    "/usr/lib/*/libLLVM-22.so*",
    "/usr/lib64/libLLVM.so.22*",
    "/usr/lib/*/libLLVM.so.2[01]*",
)

_CLANG = ("clang-22", "clang-21", "clang-20", "clang-19", "clang-18")


def _objection() -> str | None:
    """What stands in the way of the device."""
    wanted = f"pip install 'tinygrad=={SUPPORTED}.*'"
    try:
        found = version("tinygrad")
    except PackageNotFoundError:
        return f"tinygrad is not installed: {wanted}"
    if found.startswith(SUPPORTED + "."):
        return None
    return f"wavetank.tinygrad is a device of tinygrad {SUPPORTED}, and {found} is installed: {wanted}"


def _find_llvm() -> None:
    """Names the LLVM and the clang that are installed, unless the user has."""
    if not os.environ.get("LLVM_PATH"):
        found = next((path for pattern in _LLVM for path in sorted(glob(pattern))), None)
        if found:
            os.environ["LLVM_PATH"] = found
    # Its CPU device, where constants and copies are at home, wants a clang of that very name.
    if not os.environ.get("CC") and shutil.which("clang") is None:
        found = next((name for name in _CLANG if shutil.which(name)), None)
        if found:
            os.environ["CC"] = found


def _register() -> None:
    # tinygrad looks for a device in a module of this name.
    name = "tinygrad.runtime.ops_wavetank"
    why = _objection()
    if why is None:
        _find_llvm()
        from . import _device

        sys.modules[name] = _device
        return

    # Said when the device is opened: checkouts of any version may use `mock`.
    def refuse(_device: object, _name: str) -> None:
        raise RuntimeError(why)

    module = ModuleType(name)
    setattr(module, "WAVETANKDevice", type("WAVETANKDevice", (), {"__init__": refuse}))
    sys.modules[name] = module


_register()
