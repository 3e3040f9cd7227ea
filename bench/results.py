"""Results of a bench run: figures by flat key, reasons for the missing ones, remarks, and the bars to meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

NOT_CONNECTED = "not connected yet"


@dataclass
class Results:
    figures: dict[str, float | None] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)

    def put(self, key: str, value: float, remark: str = "") -> None:
        self.figures[key] = value
        if remark:
            self.remarks[key] = remark

    def miss(self, key: str, reason: str) -> None:
        self.figures[key] = None
        self.reasons[key] = reason

    @contextmanager
    def tried(self, *keys: str) -> Iterator[None]:
        """A failure inside leaves nulls with its reason under `keys`, and the bench continues."""
        try:
            yield
        except NotImplementedError:
            reason = NOT_CONNECTED
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
        else:
            return
        for key in keys:
            self.miss(key, reason)

    def get(self, key: str) -> float | None:
        return self.figures.get(key)


@dataclass(frozen=True)
class Bar:
    """`value` of the figures must not exceed `limit`, or not fall below it if `least`; None if something is missing."""

    name: str
    value: Callable[[Results], float | None]
    limit: Callable[[Results], float | None]
    least: bool = False

    def passed(self, value: float | None, limit: float | None) -> bool | None:
        if value is None or limit is None:
            return None
        return value >= limit if self.least else value <= limit


def _figure(key: str, factor: float = 1.0) -> Callable[[Results], float | None]:
    def scaled(results: Results) -> float | None:
        value = results.get(key)
        return None if value is None else value * factor

    return scaled


def _fixed(limit: float) -> Callable[[Results], float | None]:
    return lambda _results: limit


def _operations(n: int, limit: float) -> Bar:
    key = f"forward_dynamics.{n}.operations"
    return Bar(f"{key} per joint ≤ {limit:g}", _figure(key, 1 / n), _fixed(limit))


def _against(key: str, peer: str, factor: float, words: str) -> Bar:
    return Bar(f"{key} ≤ {words}", _figure(key), _figure(peer, factor))


def _seconds(key: str, limit: float) -> Bar:
    return Bar(f"{key} < {limit:g}", _figure(key), _fixed(limit))


BARS = (
    _operations(7, 220),
    _operations(50, 320),
    _operations(200, 320),
    _against("forward_dynamics.7.mars_us", "forward_dynamics.7.pinocchio_us", 0.5, "0.5 Pinocchio"),
    _against("forward_dynamics.7.mars_loop_us", "forward_dynamics.7.pinocchio_us", 1 / 6, "Pinocchio / 6"),
    _against("forward_dynamics.50.mars_us", "forward_dynamics.50.pinocchio_us", 0.4, "0.4 Pinocchio"),
    _against("simulate.7.mars_ms", "simulate.7.mujoco_rk4_ms", 1 / 6, "MuJoCo / 6"),
    _against("simulate.7.mars_ms", "simulate.7.exudyn_ms", 1 / 15, "Exudyn / 15"),
    _against("loops.andrews.mars_ms", "loops.andrews.exudyn_ms", 1 / 3, "Exudyn / 3"),
    _against("loops.n_four_bar.40", "loops.n_four_bar.10", 4, "4 × 10 windows"),
    _against("stiff.beam.radau_ms", "stiff.beam.rk8_ms", 0.1, "rk8 / 10"),
    Bar("work_precision.auto ≤ 100 tolerances", _figure("work_precision.auto"), _fixed(100)),
    Bar("work_precision.growth ≤ 3 to a smaller tolerance", _figure("work_precision.growth"), _fixed(3)),
    Bar("newmark.steps_per_matrix ≥ 100", _figure("newmark.steps_per_matrix"), _fixed(100), least=True),
    Bar("mechatronic.arm ≥ 20 × real time", _figure("mechatronic.arm"), _fixed(20), least=True),
    _seconds("build.20.first_evaluation_s", 0.5),
    _seconds("build.200.first_evaluation_s", 8.0),
    _seconds("build.20.native_s", 1.5),
    _seconds("build.20.cached_s", 0.3),
    _seconds("editor.start_s", 2.0),
    _seconds("editor.edit_to_pose_ms", 100),
    _seconds("editor.open_1000_s", 2.0),
    _seconds("editor.pan_ms", 16),
    _seconds("editor.zoom_ms", 16),
    _seconds("editor.zoom_sharp_ms", 150),
    _seconds("editor.move_one_ms", 50),
    _seconds("editor.move_one_inside_ms", 100),
    _seconds("live.first_run_s", 4.0),
    _seconds("live.run_s", 1.0),
    _seconds("live.frame_99_ms", 50),
    _against("live.frame_99_ms", "live.idle_99_ms", 2, "2 × the idle editor's"),
    _seconds("live.apart_ms", 100),
    _seconds("live.change_ms", 100),
    _seconds("live.hour_mb", 500),
)
