"""Export of the drawing: SVG, PNG and PDF; and what the drawing may import."""

import subprocess
import sys

import pytest
from mars.gui.canvas.export import export

from mars.document.storage import load
from mars.errors import DocumentError
from tests.helpers.paths import CIRCUITS
from tests.helpers.waits import LIMIT


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_drawing_is_exported(theme, tmp_path, ending):
    circuit = load(CIRCUITS / "car_axis.mars")
    circuit.drawing["notes"] = [{"text": "a note", "at": [0, 400]}, "damaged"]
    path = tmp_path / f"drawing.{ending}"
    export(circuit, path, theme)
    data = path.read_bytes()
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert data.startswith(starts[ending]) and len(data) > 2000
    if ending == "pdf":
        assert b"Inter" in data  # the text is text, in the bundled font


def test_a_drawing_that_cannot_be_written_is_told(theme, tmp_path):
    circuit = load(CIRCUITS / "pendulum.mars")
    with pytest.raises(DocumentError, match=r"SVG, PDF or PNG"):
        export(circuit, tmp_path / "drawing.bmp", theme)
    with pytest.raises(DocumentError, match="cannot"):
        export(circuit, tmp_path / "no" / "such" / "folder" / "drawing.pdf", theme)


def test_the_canvas_imports_no_heavy_library():
    code = (
        "import sys; import mars.gui.canvas.view, mars.gui.canvas.export; from mars.kinds.registry import kinds; kinds();"
        "print(sorted({'casadi', 'numba', 'scipy', 'pyqtgraph'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT, check=True)
    assert done.stdout.strip() == "[]"
