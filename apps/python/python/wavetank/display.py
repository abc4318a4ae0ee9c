"""Pictures and tables for notebooks, in light and in dark.

Kernels, listings, findings, runs, profiles and debuggers show themselves. Besides them there are pictures of lane
masks and of timelines:

>>> from wavetank import display
>>> display.Mask(0b1011, lanes=4)
Mask(0b1011, lanes=4)
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Debugger, Profile, Run
    from ._results import Batch, Diagnostic, Difference, Error, Findings, Listing

__all__ = ["Mask", "Masks", "Timeline"]

# Colours that are read on white and on black; text takes the colour of the page.
_ON, _OFF = "#2f81f7", "rgba(128,128,128,.25)"
_SEVERITY = {"error": "#e5534b", "warning": "#c69026", "note": "#2f81f7"}
_MONO = "font-family:var(--jp-code-font-family,monospace);font-size:12px;line-height:1.45"
_CELL = "text-align:left;padding:0 .8em 0 0;border:0;background:none;white-space:pre"


def _table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Cells are HTML already."""
    titles = "".join(f'<th style="{_CELL};opacity:.6">{cell}</th>' for cell in head)
    body = "".join(
        "<tr style='background:none'>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    head_row = f"<thead><tr>{titles}</tr></thead>" if titles else ""
    return f'<table style="{_MONO};border-collapse:collapse;margin:0">{head_row}<tbody>{body}</tbody></table>'


def _dim(text: str) -> str:
    return f'<span style="opacity:.55">{escape(text)}</span>'


class Mask:
    """Lanes of a wave, those that are active filled."""

    def __init__(self, bits: int, lanes: int = 32) -> None:
        if lanes < 1 or bits < 0 or bits >> lanes:
            raise ValueError(f"{bits:#x} is no mask of {lanes} lanes")
        self.bits, self.lanes = bits, lanes

    def __repr__(self) -> str:
        return f"Mask({self.bits:#0{self.lanes + 2}b}, lanes={self.lanes})"

    def _repr_html_(self) -> str:
        cells = "".join(
            f'<rect x="{11 * lane}" width="9" height="9" rx="1.5" '
            f'fill="{_ON if self.bits >> lane & 1 else _OFF}"><title>lane {lane}</title></rect>'
            for lane in range(self.lanes)
        )
        return f'<svg width="{11 * self.lanes}" height="9" style="vertical-align:middle">{cells}</svg>'


class Masks:
    """The active lanes of instruction after instruction: a row for each, a column for each lane."""

    most = 2048
    """Rows that are shown; of more, every so-and-so-many-th."""

    def __init__(self, masks: Batch | Sequence[int], lanes: int = 32) -> None:
        rows: Any = getattr(masks, "exec", masks)
        self.masks, self.lanes = [int(mask) for mask in rows], lanes

    def __repr__(self) -> str:
        return f"<Masks of {len(self.masks)} instructions>"

    def _repr_html_(self) -> str:
        step = max(1, -(-len(self.masks) // self.most))
        shown = self.masks[::step]
        # Grey and half transparent where a lane is off, so that it fits any background.
        on, off = bytes((47, 129, 247, 255)), bytes((128, 128, 128, 64))
        rows = b"".join(
            b"\0" + b"".join(on if mask >> lane & 1 else off for lane in range(self.lanes)) for mask in shown
        )
        png = _png(self.lanes, len(shown), rows)
        note = f", every {step}th" if step > 1 else ""
        height = min(600, max(3 * len(shown), 3))
        return (
            # Sizes are in the style: notebooks have rules of their own for pictures.
            f'<figure style="margin:0;{_MONO}"><img alt="active lanes" '
            f'style="width:{8 * self.lanes}px;height:{height}px;max-width:none;image-rendering:pixelated" src="data:image/png;base64,{base64.b64encode(png).decode()}">'
            f"<figcaption>{len(self.masks)} instructions downwards{note}, {self.lanes} lanes across</figcaption></figure>"
        )


def _png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, max(height, 1), 8, 6, 0, 0, 0)
    data = zlib.compress(rows or b"\0" + bytes(4 * width))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


class Timeline:
    """When what happened in a run that kept a timeline (``timeline=True``)."""

    most = 4000
    """Slices that are drawn."""

    def __init__(self, run: Run) -> None:
        text = run.timeline
        if text is None:
            raise ValueError("the run kept no timeline: launch it with timeline=True")
        loaded = json.loads(text)
        events = loaded["traceEvents"] if isinstance(loaded, dict) else loaded
        self.slices = [event for event in events if event.get("ph") == "X"]

    def __repr__(self) -> str:
        return f"<Timeline of {len(self.slices)} slices>"

    def _repr_html_(self) -> str:
        if not self.slices:
            return "<p>nothing happened</p>"
        shown = self.slices[: self.most]
        tracks = sorted({(event["pid"], event["tid"]) for event in shown})
        row = {track: number for number, track in enumerate(tracks)}
        begin = min(event["ts"] for event in shown)
        end = max(event["ts"] + event.get("dur", 0) for event in shown)
        wide, high = 900, 14
        scale = wide / max(end - begin, 1)
        names = sorted({event["name"] for event in shown})
        colour = {name: f"hsl({360 * i // max(len(names), 1)},55%,55%)" for i, name in enumerate(names)}
        parts = []
        for event in shown:
            x, y = (event["ts"] - begin) * scale, row[event["pid"], event["tid"]] * high
            width = max(event.get("dur", 0) * scale, 0.5)
            parts.append(
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{high - 2}" fill="{colour[event["name"]]}">'
                f"<title>{escape(event['name'])} from {event['ts']} for {event.get('dur', 0)}</title></rect>"
            )
        cut = f"; the first {self.most} of {len(self.slices)}" if len(shown) < len(self.slices) else ""
        return (
            f'<figure style="margin:0;{_MONO}"><svg width="{wide}" height="{high * len(tracks)}">{"".join(parts)}</svg>'
            f"<figcaption>{begin} to {end} cycles, {len(tracks)} tracks{cut}</figcaption></figure>"
        )


def listing(code: Listing) -> str:
    """Disassembly, with the source line of each instruction."""
    source = code.source.splitlines()
    rows = []
    for line in code:
        if line.label:
            rows.append(["", "", f"<b>{escape(line.label)}:</b>", ""])
        text = escape(line.text)
        if line.illegal:
            text = f'<span style="color:{_SEVERITY["error"]}" title="{escape(line.illegal)}">{text}</span>'
        from_line = ""
        if line.line is not None and line.line <= len(source):
            from_line = _dim(f"{line.line:>4}  {source[line.line - 1].strip()}")
        data = line.bytes.hex() if len(line.bytes) <= 16 else f"{len(line.bytes)} bytes"
        rows.append([_dim(f"{line.address:x}"), _dim(data), text, from_line])
    return _table(rows)


def _finding(found: Diagnostic, source: Sequence[str]) -> str:
    colour = _SEVERITY.get(found.severity, "inherit")
    where = f"{found.file}:{found.line}:{found.column}" if found.line is not None else found.file
    title = (
        f'<b style="color:{colour}">{found.severity}[{escape(found.code)}]</b> '
        f"<b>{escape(found.message)}</b> {_dim(where)}"
    )
    rows = []
    for line, column, text in sorted(found.labels):
        if 1 <= line <= len(source):
            code = source[line - 1]
            marked = escape(code[: column - 1]) + f'<span style="color:{colour}">{escape(code[column - 1 :])}</span>'
            rows.append([_dim(str(line)), marked, _dim(text)])
    helps = "".join(f"<div>{_dim('help:')} {escape(text)}</div>" for text in found.help)
    body = (_table(rows) if rows else "") + helps
    return f'<details open style="{_MONO};margin:.3em 0"><summary>{title}</summary>{body}</details>'


def findings(all: Findings) -> str:
    """Findings with the lines of source that they are about."""
    if not all:
        return f'<p style="{_MONO}">nothing found</p>'
    source = all.source.splitlines()
    return "".join(_finding(found, source) for found in all)


def error(error: Error) -> str:
    """An exception as the command line prints it."""
    return f'<pre style="{_MONO};background:none">{escape(str(error))}</pre>'


def run(run: Run) -> str:
    """What a run counted, printed and left behind."""
    stats = [[_dim(name.replace("_", " ")), _number(value)] for name, value in run.stats.items() if _is_number(value)]
    parts = [_table(stats)]
    if run.printed:
        parts.append(_table([[escape(str(line))] for line in run.printed]))
    if run.text:
        parts.append(f'<pre style="{_MONO};background:none">{escape(run.text)}</pre>')
    for name, value in run.outputs.items():
        kind = f"{value.dtype}{list(value.shape)}"
        parts.append(f'<div style="{_MONO}"><b>{escape(name)}</b> {_dim(kind)}<pre style="background:none">'
                     f"{escape(str(value))}</pre></div>")
    if run.findings:
        parts.append(findings(run.findings))
    return "".join(parts)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float))


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3f}"


def debugger(debugger: Debugger) -> str:
    """Where every wave stands, and which of its lanes are active."""
    chosen = debugger.place
    rows = []
    for place in debugger.waves():
        debugger.select(wave=place.wave, group=place.group)
        lanes = debugger.lanes("exec")
        mask = sum(1 << lane for lane, on in enumerate(lanes) if on)
        here = chosen is not None and (chosen.group, chosen.wave) == (place.group, place.wave)
        who = f"{'&rarr; ' if here else ''}({','.join(map(str, place.group))}) wave {place.wave}"
        pc = f"{place.pc:x}" if place.pc is not None else ""
        rows.append([who, _dim(place.status), _dim(pc), escape(place.text), Mask(mask, len(lanes))._repr_html_()])
    if chosen is not None:
        debugger.select(wave=chosen.wave, group=chosen.group)
    return f'<p style="{_MONO}">{debugger.time} instructions issued</p>' + _table(rows)


def _rows(profile: Profile) -> list[dict[str, Any]]:
    """Lines, or instructions where lines are not known, with what each has of the whole."""
    rows = profile.lines if profile.lines is not None else profile.instructions
    weights = [row.get("wave_cycles", row["instructions"]) for row in rows]
    whole = max(sum(weights), 1)
    return [row | {"share": weight / whole} for row, weight in zip(rows, weights, strict=True)]


def _waits(row: dict[str, Any]) -> str:
    """The cause of most stalls, and its part of the cycles of the row."""
    stalls = row.get("stalls")
    if not stalls:
        return ""
    cause = max(stalls, key=lambda name: stalls[name])
    return f"{cause.replace('_', ' ')} {stalls[cause] / max(row['wave_cycles'], 1):.0%}"


def _figures(row: dict[str, Any], cycles: bool) -> list[str]:
    lanes = f"{row['active_lanes'] / row['lane_slots']:.0%}" if row["lane_slots"] else ""
    cells = [row["instructions"], lanes, row["divergent_branches"], row["transactions"], row["ideal_transactions"]]
    if cycles:
        cells += [row.get("wave_cycles", 0), _waits(row)]
    return [cell if isinstance(cell, str) else f"{cell:,}" if cell else "" for cell in cells]


_FIGURES = ["issued", "lanes", "divergent", "transactions", "ideal"]


def _place(row: dict[str, Any]) -> str:
    return f"{row['address']:#x}" if "address" in row else str(row["line"] or "")


def _bound(profile: Profile) -> str:
    """What the launch could reach at best."""
    roof = profile.roofline
    if roof is None:
        if profile.cycles_left_out:
            return "cycles are left out of so long a launch: cycles=True counts them"
        return ""
    bound = roof["bound_operations_per_cycle"]
    by = "bandwidth" if bound < roof["peak_operations_per_cycle"] else "lanes"
    return (
        f"{roof['cycles']:,} cycles; {roof['achieved_operations_per_cycle']:.2f} lane operations a cycle of at most "
        f"{bound:.0f}, which {by} allows at {roof['intensity']:.2f} a byte"
    )


def profile(profile: Profile) -> str:
    """The source with what every line cost."""
    cycles = profile.roofline is not None
    head = ["", "share", *_FIGURES, *(["wave-cycles", "mostly waiting for"] if cycles else []), "", ""]
    rows = []
    for row in _rows(profile):
        share = row["share"]
        bar = (
            '<span style="display:inline-block;width:60px;height:9px;vertical-align:middle;'
            f'background:linear-gradient(to right,{_ON} {share:.1%},{_OFF} {share:.1%})"></span>'
        )
        text = escape(row["text"]) if row["instructions"] else _dim(row["text"])
        rows.append([bar, f"{share:.1%}", *_figures(row, cycles), _dim(_place(row)), text])
    remarks = "".join(f"<li>{escape(remark['text'])}</li>" for remark in profile.remarks)
    remarks = f'<ul style="{_MONO};margin:.3em 0">{remarks}</ul>' if remarks else ""
    return f'<div>{_table(rows, head)}{remarks}<p style="{_MONO}">{escape(_bound(profile))}</p></div>'


def profile_text(profile: Profile) -> str:
    """The same as text, the costliest line first."""
    cycles = profile.roofline is not None
    head = ["share", *_FIGURES, *(["wave-cycles", "mostly waiting for"] if cycles else []), "place", "source"]
    shown = sorted((row for row in _rows(profile) if row["instructions"]), key=lambda row: -row["share"])
    table = [head]
    for row in shown:
        table.append([f"{row['share']:.1%}", *_figures(row, cycles), _place(row), row["text"].strip()])
    widths = [max(len(line[column]) for line in table) for column in range(len(head) - 1)]
    lines = []
    for line in table:
        cells = [cell.rjust(width) for cell, width in zip(line, widths)]
        lines.append("  ".join([*cells, line[-1]]))
    lines += [remark["text"] for remark in profile.remarks]
    return "\n".join([*lines, *filter(None, [_bound(profile)])])


def difference(both: Difference) -> str:
    """Figures that differ, and results that do."""
    rows = []
    for result in both.results:
        same = result["differing"] == 0 and result["elements"][0] == result["elements"][1]
        what = "the same" if same else f"{result['differing']} elements differ"
        rows.append([f"<b>{escape(result['name'])}</b>", what, "", ""])
    for section, figures in both.figures.items():
        for name, (one, other) in figures.items():
            if one != other:
                change = f"{100 * (other - one) / one:+.1f} %" if one and other is not None else ""
                sides = ["" if side is None else f"{side:,}" for side in (one, other)]
                rows.append([_dim(section) + " " + escape(name.replace("_", " ")), *sides, change])
    return _table(rows, ["", *map(escape, both.names), "change"])
