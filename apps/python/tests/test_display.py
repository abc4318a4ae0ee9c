"""What notebooks show."""

from __future__ import annotations

from html.parser import HTMLParser

import numpy as np
import pytest
from conftest import DOUBLE, EXAMPLES, SAXPY

import wavetank as wt
from wavetank import display

VOID = {"img", "rect", "br"}


class Balance(HTMLParser):
    """Every tag that opens is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def checked(html: str) -> str:
    balance = Balance()
    balance.feed(html)
    assert not balance.open
    return html


def test_listings_findings_and_runs(saxpy: wt.Kernel) -> None:
    assert "fma.f32" in checked(saxpy._repr_html_())
    racy = wt.assemble(SAXPY.replace("shl.b32       r5, r5, 2", "mov.b32 r5, 0"), isa="wave", name="<b>.wave")
    x = np.ones(64, np.float32)
    html = checked(racy.check(1.0, x, x.copy(), 64, grid=2, block=32)._repr_html_())
    assert "race" in html and "<b>.wave" not in html and "&lt;b&gt;.wave" in html
    run = wt.kernel_file(EXAMPLES / "rdna/print.rdna3")()
    assert str(run.printed[0].name) in checked(run._repr_html_())
    with pytest.raises(wt.Error) as caught:
        wt.assemble("<x>", isa="flux")
    assert "&lt;x&gt;" in checked(caught.value._repr_html_())


def test_masks() -> None:
    html = checked(display.Mask(0b1011, 32)._repr_html_())
    assert html.count("<rect") == 32
    with pytest.raises(ValueError):
        display.Mask(1 << 40, 32)
    checked(display.Masks([1, 3, 7] * 2000)._repr_html_())
    checked(display.Masks([])._repr_html_())


def test_debuggers_and_traces(saxpy: wt.Kernel) -> None:
    x = np.ones(64, np.float32)
    with saxpy.debug(1.0, x, x, 64, grid=1, block=64) as d:
        d.step(5)
        before = d.place
        assert "wave 1" in checked(d._repr_html_())
        assert d.place == before
    for batch in saxpy.trace(1.0, x, x, 64, grid=1, block=64):
        assert "data:image/png" in checked(display.Masks(batch)._repr_html_())


def test_timelines() -> None:
    kernel = wt.kernel_file(EXAMPLES / "waves/reduction.waves")
    with pytest.raises(ValueError, match="timeline=True"):
        display.Timeline(kernel())
    html = checked(display.Timeline(kernel(timeline=True))._repr_html_())
    assert "<rect" in html


def test_profiles(double: wt.Kernel) -> None:
    x = np.ones(64, np.float32)
    html = checked(double.profile(x, grid=1, block=64)._repr_html_())
    assert "mostly waiting for" in html and "global_store_b32" in html and "<li>" in html
    named = wt.assemble(DOUBLE + "\n; <b>", isa="rdna3", name="<b>.s")
    assert "<b>" not in checked(named.profile(x, grid=1, block=64)._repr_html_())
    html = checked(wt.kernel_file(EXAMPLES / "wave/saxpy.wave").profile()._repr_html_())
    assert "wave-cycles" not in html
