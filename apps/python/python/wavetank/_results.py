"""What the package answers with: errors, findings, listings and places, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Diagnostic:
    """One finding, with its place where it has one."""

    severity: str
    """``error``, ``warning`` or ``note``."""
    code: str
    """A short name that stays the same: ``memory-fault``."""
    message: str
    """What was found."""
    file: str = ""
    """The file that the place is in."""
    line: int | None = None
    """Counted from one."""
    column: int | None = None
    """Counted from one, in characters."""
    labels: tuple[tuple[int, int, str], ...] = ()
    """Line, column and text of every place, the first of them this finding's own."""
    help: tuple[str, ...] = ()
    """What to do about it."""
    facts: Mapping[str, int] = field(default_factory=dict)
    """Numbers that programs want to know: ``pc``."""
    text: str = ""
    """The finding as the command line prints it."""

    def __str__(self) -> str:
        return self.text or self.message

    @classmethod
    def _of(cls, found: Mapping[str, Any], text: str = "") -> Diagnostic:
        known = {"severity", "code", "message", "file", "line", "column", "labels", "help"}
        labels = tuple((at["line"], at["column"], at["text"]) for at in found.get("labels", ()))
        return cls(
            severity=found["severity"],
            code=found.get("code", ""),
            message=found["message"],
            file=found.get("file", ""),
            line=found.get("line"),
            column=found.get("column"),
            labels=labels,
            help=tuple(found.get("help", ())),
            facts={name: value for name, value in found.items() if name not in known},
            text=text,
        )


@dataclass(frozen=True)
class Printed:
    """What a kernel printed: a value for every lane, ``None`` for those that are not active."""

    group: tuple[int, int, int]
    wave: int
    name: str
    type: str | None
    values: tuple[str | None, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "group", tuple(self.group))
        object.__setattr__(self, "values", tuple(self.values))

    def __str__(self) -> str:
        kind = f" as {self.type}" if self.type else ""
        values = " ".join("-" if value is None else value for value in self.values)
        x, y, z = self.group
        return f"[{x},{y},{z} wave {self.wave}] {self.name}{kind} = {values}"


class Error(Exception):
    """Something could not be done. It prints as the command line does.

    >>> import wavetank as wt
    >>> try:
    ...     wt.assemble("FROB R1", isa="flux", name="x.flux")
    ... except wt.Error as error:
    ...     wrong = error.diagnostics[0]
    >>> wrong.file, wrong.line, wrong.column, wrong.code
    ('x.flux', 1, 1, 'unknown-mnemonic')
    """

    diagnostics: tuple[Diagnostic, ...]
    """What is wrong, and where."""
    printed: tuple[Printed, ...]
    """What a kernel printed before it stopped."""
    text: str
    """What a program wrote before it stopped."""

    def __init__(
        self,
        message: str,
        diagnostics: Sequence[Mapping[str, Any]] = (),
        printed: Sequence[Printed] = (),
        text: str = "",
    ) -> None:
        super().__init__(message)
        self.diagnostics = tuple(Diagnostic._of(each) for each in diagnostics)
        self.printed = tuple(printed)
        self.text = text

    def _repr_html_(self) -> str:
        from . import display

        return display.error(self)


class AssemblyError(Error):
    """A text, a kernel file or a binary cannot be used."""


class CompileError(AssemblyError):
    """A compiler does not take a source."""


class LaunchError(Error):
    """A launch is asked for that the kernel or its arguments do not allow."""


class TrapError(Error):
    """The kernel did something that its machine does not allow, or reached a limit."""


class UnmodelledError(Error):
    """The kernel uses something that is not modelled."""


class DebugError(Error):
    """A debugger cannot do what it is asked for."""


for _class in (Error, AssemblyError, CompileError, LaunchError, TrapError, UnmodelledError, DebugError):
    _class.__module__ = "wavetank"


class Findings(Sequence[Diagnostic]):
    """Diagnostics in the order of the source. True if there are any.

    >>> import wavetank as wt
    >>> bool(wt.assemble("HALT", isa="flux").warnings)
    False
    """

    file: str
    """What the places are in."""
    source: str
    """The text of that file."""
    intended_races: int
    """Races that are marked as meant, and so are not among the findings."""

    def __init__(
        self,
        found: Sequence[tuple[Mapping[str, Any], str]],
        file: str = "",
        source: str = "",
        intended_races: int = 0,
    ) -> None:
        self._all = tuple(Diagnostic._of(each, text) for each, text in found)
        self.file, self.source, self.intended_races = file, source, intended_races

    @overload
    def __getitem__(self, index: int) -> Diagnostic: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Diagnostic]: ...
    def __getitem__(self, index: int | slice) -> Diagnostic | Sequence[Diagnostic]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __str__(self) -> str:
        return "\n\n".join(str(each) for each in self._all) or "nothing found"

    def __repr__(self) -> str:
        return f"<Findings: {', '.join(each.code for each in self._all) or 'nothing found'}>"

    def _repr_html_(self) -> str:
        from . import display

        return display.findings(self)


@dataclass(frozen=True)
class Line:
    """One line of disassembly."""

    address: int
    bytes: bytes
    label: str | None
    """The label that stands before this line."""
    text: str
    line: int | None
    """The line of source that it came from."""
    illegal: str | None
    """Why it is no instruction, where it is none."""


class Listing(Sequence[Line]):
    """Disassembled code.

    >>> import wavetank as wt
    >>> print(wt.disassemble(bytes.fromhex("02080602"), "rdna3"))
      v_cndmask_b32_e32 v3, s2, v4, vcc_lo # 0: 02080602
    """

    isa: str
    source: str
    """The text of the file that lines came from."""

    def __init__(
        self, lines: Sequence[tuple[int, bytes, str | None, str, int | None, str | None]],
        isa: str, file: str = "", source: str = "",
    ) -> None:
        self._all = tuple(Line(*line) for line in lines)
        self.isa, self.file, self.source = isa, file, source

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Line]: ...
    def __getitem__(self, index: int | slice) -> Line | Sequence[Line]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __str__(self) -> str:
        text = []
        for line in self._all:
            if line.label:
                text.append(f"{line.label}:")
            data = line.bytes.hex() if len(line.bytes) <= 32 else f"{len(line.bytes)} bytes"
            why = f" {line.illegal}" if line.illegal else ""
            text.append(f"  {line.text:<36} # {line.address:x}: {data}{why}")
        return "\n".join(text)

    def __repr__(self) -> str:
        return f"<Listing of {len(self)} lines of {self.isa}>"

    def _repr_html_(self) -> str:
        from . import display

        return display.listing(self)


@dataclass(frozen=True)
class Difference:
    """Two profiles side by side. True if results that both have differ."""

    names: list[str]
    """What the sides are called."""
    equal: bool
    """Results that both have are the same."""
    results: list[dict[str, Any]]
    """Arrays of headers: how many elements differ, and the first of them."""
    figures: dict[str, dict[str, list[int | None]]]
    """``resources``, ``counts`` and ``cycles`` by name: what each side has."""

    def __bool__(self) -> bool:
        return not self.equal

    def _repr_html_(self) -> str:
        from . import display

        return display.difference(self)


@dataclass(frozen=True)
class Parameter:
    """What a kernel takes."""

    name: str | None
    type: str | None
    bytes: int
    kind: str
    """``array``, ``value``, ``local`` (bytes of local memory) or ``other``."""


@dataclass(frozen=True)
class Place:
    """Where a wave stands."""

    group: tuple[int, int, int]
    wave: int
    pc: int | None
    text: str
    """The instruction that it issues next."""
    line: int | None
    status: str
    """``running``, ``at barrier``, ``waiting`` or ``ended``."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "group", tuple(self.group))


@dataclass(frozen=True)
class Origin:
    """The instruction that wrote something."""

    time: int
    """Instructions that the run had issued before it: what ``Debugger.goto`` takes."""
    group: tuple[int, int, int]
    wave: int
    lane: int | None
    pc: int | None
    text: str
    line: int | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "group", tuple(self.group))


@dataclass(frozen=True)
class Stop:
    """Why a run stands where it does."""

    reasons: tuple[tuple[str, int | None, str], ...]
    """What happened, the number of the breakpoint or watchpoint, and what else there is to say."""
    time: int
    """Instructions issued so far."""
    place: Place | None
    """Where the selected wave stands; nothing if none is under way."""
    error: Error | None
    """The trap that the next instruction runs into."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reasons", tuple(tuple(reason) for reason in self.reasons))

    @property
    def reason(self) -> str:
        """The first reason: ``breakpoint``, ``watchpoint``, ``step``, ``trap``, ``end``, ..."""
        return self.reasons[0][0]

    def __str__(self) -> str:
        what = " and ".join(f"{kind} {number}" if number else kind for kind, number, _ in self.reasons)
        if self.place is None:
            return f"{what} after {self.time} instructions"
        line = f"line {self.place.line}: " if self.place.line else ""
        return f"{what} after {self.time} instructions, {line}{self.place.text}"


@dataclass(frozen=True)
class Batch:
    """Instructions of a run in the order in which they were issued, a row for each.

    Everything is as it was before the instruction was issued.
    """

    inst: NDArray[np.uint32]
    """Numbers into ``Trace.instructions``."""
    group: NDArray[np.uint32]
    """Workgroups, three numbers a row."""
    wave: NDArray[np.uint32]
    exec: NDArray[np.uint64]
    """Masks of active lanes."""
    registers: dict[str, NDArray[np.uint32]]
    """Registers that were asked for: a row of lanes, or one number for scalars."""
    accesses: dict[str, NDArray[Any]] | None
    """Accesses to memory if they were asked for: ``row``, ``lane``, ``bytes``, ``store``, ``address``."""

    def __len__(self) -> int:
        return len(self.inst)

