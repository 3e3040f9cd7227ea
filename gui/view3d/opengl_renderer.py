"""Renders a frame with OpenGL into a QImage: one offscreen context, shared by all views."""

from __future__ import annotations

import atexit
import os
from typing import Any

import numpy as np
from PySide6.QtGui import QColor, QImage

from .camera import Projection
from .frame import Batch, Frame, Lines
from .meshes import LIGHT, SHADE, mesh

SOLID_VERTEX = """#version 330
uniform mat4 camera; uniform mat3 axes;
in vec3 corner; in vec3 normal; in vec3 place; in mat3 rotation; in vec3 scale; in vec4 colour;
out vec3 seen_normal; out vec4 tone;
void main() {
    gl_Position = camera * vec4(rotation * (corner * scale) + place, 1.0);
    seen_normal = axes * (rotation * (normal / scale));
    tone = colour;
}"""
SOLID_FRAGMENT = f"""#version 330
uniform float share;
in vec3 seen_normal; in vec4 tone; out vec4 pixel;
void main() {{
    vec3 n = normalize(seen_normal);
    float light = {SHADE[0]} + {SHADE[1]} * max(dot(n, vec3({LIGHT[0]}, {LIGHT[1]}, {LIGHT[2]})), 0.0) + {SHADE[2]} * n.z;
    float alpha = tone.a * share;
    pixel = vec4(min(tone.rgb * light, 1.0) * alpha, alpha);
}}"""
FLAT_VERTEX = """#version 330
in vec4 place; in vec4 colour; out vec4 tone;
void main() { gl_Position = place; tone = vec4(colour.rgb * colour.a, colour.a); }"""
FLAT_FRAGMENT = """#version 330
in vec4 tone; out vec4 pixel;
void main() { pixel = tone; }"""

_shared: GraphicsCard | None = None
_is_missing = False


def card() -> GraphicsCard | None:
    """The shared context, created on demand; None without OpenGL or if MARS_NO_GL is set."""
    global _shared, _is_missing
    if os.environ.get("MARS_NO_GL"):
        return None
    if _shared is None and not _is_missing:
        try:
            _shared = GraphicsCard()
        except Exception:  # any driver error: use the painter instead
            _is_missing = True
        else:
            atexit.register(release)  # while Python can still do it
    return _shared


def release() -> None:
    """Release the context; the next frame creates a new one."""
    global _shared
    if _shared is not None:
        shared, _shared = _shared, None
        shared.release()


def give_up() -> None:
    """Do not use OpenGL again in this session."""
    global _shared, _is_missing
    _shared, _is_missing = None, True


class GraphicsCard:
    """Programs and meshes on the graphics card."""

    def __init__(self) -> None:
        import moderngl

        self.gl = moderngl
        self.context: Any = moderngl.create_context(require=330, standalone=True, backend="egl")  # pyright: ignore
        self.context.gc_mode = "context_gc"  # objects dropped by Python are released in `draw`, while the context is current
        self.samples = min(4, self.context.max_samples)
        self.solid: Any = self.context.program(vertex_shader=SOLID_VERTEX, fragment_shader=SOLID_FRAGMENT)
        self.flat: Any = self.context.program(vertex_shader=FLAT_VERTEX, fragment_shader=FLAT_FRAGMENT)
        self.meshes: dict[str, tuple[Any, Any]] = {}
        self.targets: dict[tuple[tuple[int, int], int], tuple[Any, Any]] = {}  # by size and samples

    def release(self) -> None:
        for found in (*self.meshes.values(), *self.targets.values(), (self.solid, self.flat)):
            for each in found:
                each.release()
        self.meshes.clear()
        self.targets.clear()
        self.context.release()

    def draw(
        self, frame: Frame, projection: Projection, ratio: float, top: QColor, bottom: QColor, smooth: bool = True
    ) -> QImage:
        size = (max(1, round(projection.width * ratio)), max(1, round(projection.height * ratio)))
        gl, context = self.gl, self.context
        with context:
            context.gc()
            drawn, plain = self._target(size, self.samples if smooth else 0)
            drawn.use()
            drawn.clear(depth=1.0)
            context.front_face = "cw"  # the image is drawn upside down, since the first row of a QImage is at the top
            context.blend_func = gl.ONE, gl.ONE_MINUS_SRC_ALPHA
            context.enable_only(gl.NOTHING)
            self._background(top, bottom)
            camera = np.diag([1.0, -1.0, 1.0, 1.0]) @ projection.matrix
            self.solid["camera"].write(camera.T.astype("f4").tobytes())
            self.solid["axes"].write(projection.camera.axes.astype("f4").tobytes())  # by columns: transposed
            context.enable_only(gl.BLEND)
            self._lines(frame.grid, camera, size, ratio)  # behind everything: lines across a body are distracting
            context.enable_only(gl.DEPTH_TEST | gl.CULL_FACE | gl.BLEND)
            clear = {name: batch.colours[:, 3] < 1 for name, batch in frame.solids.items()}
            self._solids({name: batch.chosen(~clear[name]) for name, batch in frame.solids.items()})
            self._solids(frame.glyphs)
            self._solids(frame.arrows)
            drawn.depth_mask = False
            context.disable(gl.CULL_FACE)
            self._lines(frame.lines, camera, size, ratio)
            context.enable(gl.CULL_FACE)
            self._solids({name: batch.chosen(clear[name]) for name, batch in frame.solids.items()})
            self._solids(frame.ghosts)
            context.depth_func = ">"
            self._solids(frame.glyphs, share=0.3)
            self._solids(frame.arrows, share=0.6)
            context.depth_func = "<"
            context.enable_only(gl.BLEND)
            self._lines(frame.over, camera, size, ratio)
            drawn.depth_mask = True
            if plain is not drawn:
                context.copy_framebuffer(plain, drawn)
            pixels = plain.read(components=4, alignment=1)
        image = QImage(pixels, size[0], size[1], 4 * size[0], QImage.Format.Format_RGBX8888)
        image = image.copy()  # Python owns the bytes above
        image.setDevicePixelRatio(ratio)
        return image

    def _target(self, size: tuple[int, int], samples: int) -> tuple[Any, Any]:
        """The framebuffers for drawing and for reading: the same without samples."""
        key = (size, samples)
        if key not in self.targets:
            if len(self.targets) > 5:
                self.targets.pop(next(iter(self.targets)))
            context = self.context
            drawn = context.framebuffer(
                [context.renderbuffer(size, samples=samples)], context.depth_renderbuffer(size, samples=samples)
            )
            self.targets[key] = drawn, context.framebuffer([context.renderbuffer(size)]) if samples else drawn
        return self.targets[key]

    def _background(self, top: QColor, bottom: QColor) -> None:
        corners = [(-1, -1, top), (1, -1, top), (-1, 1, bottom), (1, 1, bottom)]
        data = [[x, y, 0.0, 1.0, colour.redF(), colour.greenF(), colour.blueF(), 1.0] for x, y, colour in corners]
        self._flat(np.array(data), self.gl.TRIANGLE_STRIP)

    def _flat(self, data: np.ndarray, mode: int) -> None:
        buffer = self.context.buffer(data.astype("f4").tobytes())
        self.context.vertex_array(self.flat, [(buffer, "4f 4f", "place", "colour")]).render(mode)

    def _solids(self, found: dict[str, Batch], share: float = 1.0) -> None:
        self.solid["share"].value = share
        for name, batch in found.items():
            if not len(batch):
                continue
            rotations = np.swapaxes(batch.rotations, 1, 2).reshape(-1, 9)
            data = np.hstack([batch.places, rotations, batch.scales, batch.colours]).astype("f4")
            corners, triangles = self._mesh(name)
            each = self.context.buffer(data.tobytes())
            content = [
                (corners, "3f 3f", "corner", "normal"),
                (each, "3f 9f 3f 4f/i", "place", "rotation", "scale", "colour"),
            ]
            self.context.vertex_array(self.solid, content, triangles).render(instances=len(batch))

    def _mesh(self, name: str) -> tuple[Any, Any]:
        if name not in self.meshes:
            shape = mesh(name)
            corners = self.context.buffer(np.hstack([shape.corners, shape.normals]).astype("f4").tobytes())
            self.meshes[name] = corners, self.context.buffer(shape.triangles.astype("i4").tobytes())
        return self.meshes[name]

    def _lines(self, lines: Lines | None, camera: np.ndarray, size: tuple[int, int], ratio: float) -> None:
        if lines is not None and len(lines):
            self._flat(ribbons(lines, camera, size, ratio), self.gl.TRIANGLES)


def ribbons(lines: Lines, camera: np.ndarray, size: tuple[int, int], ratio: float) -> np.ndarray:
    """Two triangles per line, of its width in pixels: rows of clip coordinates and colour."""
    ends = np.stack([lines.starts, lines.ends], axis=1)
    clip = ends @ camera[:, :3].T + camera[:, 3]
    w = clip[:, :, 3]
    near = 1e-3 * max(1e-6, float(np.abs(w).max()))
    ahead = (w > near).any(axis=1)
    clip, w, colours, widths = clip[ahead], w[ahead], lines.colours[ahead], lines.widths[ahead]
    for k in (0, 1):  # an end behind the eye is moved along the line to just in front of it
        behind = w[:, k] <= near
        if behind.any():
            share = ((near - w[behind, k]) / (w[behind, 1 - k] - w[behind, k]))[:, None]
            clip[behind, k] += share * (clip[behind, 1 - k] - clip[behind, k])
            colours = colours.copy()
            colours[behind, k] += share * (colours[behind, 1 - k] - colours[behind, k])
            w = clip[:, :, 3]
    half = np.array(size) / 2
    on_screen = clip[:, :, :2] / w[:, :, None] * half
    along = on_screen[:, 1] - on_screen[:, 0]
    along /= np.maximum(np.linalg.norm(along, axis=1), 1e-9)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]]) * (widths * ratio / 2)[:, None] / half
    corners = np.empty((len(clip), 6, 8))
    for i, (k, sign) in enumerate([(0, -1), (1, -1), (1, 1), (0, -1), (1, 1), (0, 1)]):
        corners[:, i, :4] = clip[:, k]
        corners[:, i, :2] += sign * across * w[:, k, None]
        corners[:, i, 4:] = colours[:, k]
    return corners.reshape(-1, 8)
