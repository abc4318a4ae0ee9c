"""The notebook in ``examples`` runs, and shows something in every cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat")
nbclient: Any = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

TOUR = Path(__file__).resolve().parents[1] / "examples" / "tour.ipynb"


def test_the_tour() -> None:
    notebook = nbformat.read(TOUR, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept in the repository"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    shown = [output for cell in cells for output in cell.outputs if output.output_type == "execute_result"]
    assert len(shown) == len(cells)
    html = ["text/html" in output.data for output in shown]
    # A place in the run is plain data.
    assert html.count(False) == 1
    text = "".join(output.data.get("text/html", "") for output in shown)
    for what in ("error[race]", "error[", "memory-fault", "data:image/png", "mostly waiting for", "<svg", "longest"):
        assert what in text, what
