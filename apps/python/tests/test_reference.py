"""Instruction sets as data, and conformance."""

from __future__ import annotations

import wavetank as wt


def test_instruction_sets() -> None:
    names = [isa["name"] for isa in wt.isas()]
    assert names == ["rdna3", "rdna35", "rdna4", "cdna3", "cdna4", "flux", "wave", "waves", "tile"]
    for name in names:
        assert wt.instructions(name)
        assert all(row["isa"] == name for row in wt.coverage(name))


def test_pages() -> None:
    [page] = wt.instructions("rdna3", "v_add_f32")
    assert page["operands"] and page["forms"]
    kernel = wt.assemble(page["example"] + "\n", isa="rdna3")
    assert kernel.disassemble()[0].text.startswith("v_add_f32")


def test_listings() -> None:
    kernel = wt.assemble("start: s_nop 0\ns_branch start\n", isa="gfx1100", name="x.s")
    listing = kernel.disassemble()
    assert listing[0].label == "start" and listing[1].line == 2
    again = wt.assemble("\n".join(f"{l.label or ''}{':' if l.label else ''} {l.text}" for l in listing), isa="rdna3")
    assert again.code == kernel.code
    assert len(wt.disassemble(kernel.code, "rdna3")) == 2


def test_conformance() -> None:
    result = wt.conformance()
    assert result["failed"] == 0 and result["passed"] > 50
