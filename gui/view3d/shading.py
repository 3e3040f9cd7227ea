"""Matte light that both renderers share: it comes from the upper left behind the viewer."""

from __future__ import annotations

import numpy as np

LIGHT = (-0.36, 0.62, 0.70)  # direction towards the light, as seen by the viewer
SHADE = (0.56, 0.40, 0.10)  # ambient, diffuse, towards the viewer


def shaded(colours: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Colours (n, 4) of faces with the given normals, (n, 3) as seen by the viewer."""
    light = SHADE[0] + SHADE[1] * np.maximum(normals @ np.array(LIGHT), 0.0) + SHADE[2] * normals[:, 2]
    found = colours.copy()
    found[:, :3] = np.minimum(found[:, :3] * light[:, None], 1.0)
    return found
