"""An orbiting camera, and its projection onto an image of a given size."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import cos, log, pi, radians, sin, tan

import numpy as np

SPREAD = radians(30)  # vertical field of view of the perspective camera
FRONT, TOP, SIDE, ISO = (0.0, 0.0), (0.0, 90.0), (90.0, 0.0), (38.0, 24.0)  # yaw, pitch in deg
VIEWS = {"front": FRONT, "top": TOP, "side": SIDE, "iso": ISO}


def basis_for(up: np.ndarray) -> np.ndarray:
    """Columns right, up, towards the viewer of the front view: x to the right if possible."""
    axis = np.zeros(3)
    largest = int(np.argmax(np.abs(up)))
    axis[largest] = np.sign(up[largest])
    right = np.array([0.0, 1.0, 0.0]) if largest == 0 else np.array([1.0, 0.0, 0.0])
    return np.column_stack([right, axis, np.cross(right, axis)])


@dataclass(frozen=True)
class Camera:
    """Looks at `target`; `height` is the visible height there, in metres."""

    target: tuple[float, float, float] = (0.0, 0.0, 0.0)
    yaw: float = 0.0  # deg, about the up axis
    pitch: float = 0.0  # deg, 90 looks straight down
    height: float = 2.0
    is_flat: bool = True  # orthographic
    basis: np.ndarray = field(default_factory=lambda: np.eye(3), compare=False)

    @cached_property
    def axes(self) -> np.ndarray:
        """Columns: right, up and towards the viewer in the global basis."""
        a, b = radians(self.yaw), radians(self.pitch)
        right = np.array([cos(a), 0.0, -sin(a)])
        back = np.array([sin(a) * cos(b), sin(b), cos(a) * cos(b)])
        return self.basis @ np.column_stack([right, np.cross(back, right), back])

    @property
    def distance(self) -> float:
        return self.height / 2 / tan(SPREAD / 2)

    def orbited(self, yaw: float, pitch: float) -> Camera:
        pitch = max(-90.0, min(90.0, self.pitch + pitch))
        return replace(self, yaw=(self.yaw + yaw + 180) % 360 - 180, pitch=pitch, is_flat=False)

    def panned(self, right: float, up: float) -> Camera:
        """Move the image right and up, in metres."""
        moved = np.array(self.target) - self.axes[:, 0] * right - self.axes[:, 1] * up
        return replace(self, target=tuple(moved.tolist()))

    def zoomed(self, factor: float, right: float = 0.0, up: float = 0.0) -> Camera:
        """Show `factor` times as much; the point `right` and `up` of the centre (in metres) keeps its position in the image."""
        height = max(1e-4, min(1e5, self.height * factor))
        factor = height / self.height
        return replace(self.panned(-right * (1 - factor), -up * (1 - factor)), height=height)

    def turned_to(self, yaw: float, pitch: float) -> Camera:
        return replace(self, yaw=yaw, pitch=pitch, is_flat=(yaw, pitch) != ISO)

    def fitted(self, points: np.ndarray, aspect: float, margins: tuple[float, float] = (1.2, 1.2), least: float = 0.05) -> Camera:
        """The same direction, moved so that all points are in the image; `margins` across and up, 1 for none."""
        if not len(points):
            return self
        seen = points @ self.axes
        low, high = seen.min(axis=0), seen.max(axis=0)
        middle = (low + high) / 2
        if self.is_flat:
            width, height = (high - low)[:2] * margins
            return self._at(middle, max(height, width / aspect, least))
        # Every point must lie within two planes through the eye, across and up: cx + s D >= x + s z and -cx + s D >= -x + s z.
        slopes = tan(SPREAD / 2) * np.array([aspect, 1.0]) / margins
        across, depth = seen[:, :2], seen[:, 2:]
        right, left = (slopes * depth + across).max(axis=0), (slopes * depth - across).max(axis=0)
        eye = float(((right + left) / (2 * slopes)).max())
        eye = max(eye, float(high[2]) + 0.2 * float(high[2] - low[2]))  # nothing extends behind the viewer
        distance = max(eye - float(middle[2]), least / 2 / tan(SPREAD / 2))
        return self._at(np.append((right - left) / 2, middle[2]), 2 * distance * tan(SPREAD / 2))

    def _at(self, middle: np.ndarray, height: float) -> Camera:
        return replace(self, target=tuple((self.axes @ middle).tolist()), height=float(height))

    def towards(self, other: Camera, share: float) -> Camera:
        """A camera interpolated towards another one."""
        if share >= 1:
            return other
        turn = (other.yaw - self.yaw + 180) % 360 - 180
        place = (1 - share) * np.array(self.target) + share * np.array(other.target)
        return replace(
            other,
            target=tuple(place.tolist()),
            yaw=self.yaw + share * turn,
            pitch=(1 - share) * self.pitch + share * other.pitch,
            height=float(np.exp((1 - share) * log(self.height) + share * log(other.height))),
        )


class Projection:
    """A camera and an image of `width` × `height` pixels: maps between the world and pixels."""

    def __init__(self, camera: Camera, width: float, height: float):
        self.camera, self.width, self.height = camera, max(1.0, width), max(1.0, height)
        self.target = np.array(camera.target)
        self.metres_per_pixel = camera.height / self.height  # at the target
        away = camera.distance * (30 if camera.is_flat else 1)  # without perspective nothing is behind the viewer
        self.eye = self.target + camera.axes[:, 2] * away

    @cached_property
    def matrix(self) -> np.ndarray:
        """World to clip coordinates, as in OpenGL."""
        camera, aspect = self.camera, self.width / self.height
        view = np.eye(4)
        view[:3, :3] = camera.axes.T
        view[:3, 3] = -camera.axes.T @ self.eye
        near, far = 0.03 * camera.distance, 60 * camera.distance
        scale = 2 / camera.height
        lens = np.zeros((4, 4))
        if camera.is_flat:
            near = -far
            lens[0, 0], lens[1, 1], lens[3, 3] = scale / aspect, scale, 1.0
            lens[2, 2], lens[2, 3] = -2 / (far - near), -(far + near) / (far - near)
        else:
            lens[0, 0], lens[1, 1], lens[3, 2] = scale * camera.distance / aspect, scale * camera.distance, -1.0
            lens[2, 2], lens[2, 3] = -(far + near) / (far - near), -2 * far * near / (far - near)
        return lens @ view

    def project(self, points: np.ndarray) -> np.ndarray:
        """x, y in pixels and the distance from the eye along its direction, which is not positive behind the eye."""
        seen = (np.atleast_2d(points) - self.eye) @ self.camera.axes
        depth = -seen[:, 2]
        scale = np.full(len(seen), self.height / self.camera.height)
        if not self.camera.is_flat:
            scale = scale * self.camera.distance / np.maximum(depth, 1e-3 * self.camera.distance)
        return np.column_stack([self.width / 2 + seen[:, 0] * scale, self.height / 2 - seen[:, 1] * scale, depth])

    def pixel_at(self, point: np.ndarray) -> float:
        """Metres per pixel at a point."""
        if self.camera.is_flat:
            return self.metres_per_pixel
        depth = float((self.eye - point) @ self.camera.axes[:, 2])
        return self.metres_per_pixel * max(depth, 1e-3 * self.camera.distance) / self.camera.distance

    def ray(self, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
        """Origin and direction of the ray through a pixel."""
        right, up, back = self.camera.axes.T
        place = self.target + right * (x - self.width / 2) * self.metres_per_pixel
        place = place + up * (self.height / 2 - y) * self.metres_per_pixel
        if self.camera.is_flat:
            return place + back * float(np.linalg.norm(self.eye - self.target)), -back
        along = place - self.eye
        return self.eye, along / np.linalg.norm(along)

    def on_plane(self, x: float, y: float, point: np.ndarray, normal: np.ndarray) -> np.ndarray | None:
        """Where the ray through a pixel meets a plane; None if it is parallel to it or the point is behind the eye."""
        origin, along = self.ray(x, y)
        slope = float(along @ normal)
        if abs(slope) < 0.05:
            return None
        share = float((point - origin) @ normal) / slope
        return origin + share * along if share > 0 else None


def eased(share: float) -> float:
    """Ease-out."""
    return sin(share * pi / 2)
