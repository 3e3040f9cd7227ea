"""Export of the motion: images at any time, GIF files, the editor's dialog, `mars animate`."""

from pathlib import Path

import numpy as np
import pytest
from mars.gui.animation import Film, FilmStyle, GifWriter, frame_times, overlay_of_poses, render
from mars.gui.animation.gif_writer import pixels_of, sample_times
from mars.gui.animation.motion_export import MotionExport
from mars.gui.document.selection import Selection
from mars.gui.view3d import MotionView
from mars.gui.view3d.run_overlays import OverlayChoice
from PIL import Image
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialogButtonBox, QPushButton

import mars
from mars.cli.main import main
from mars.errors import DocumentError
from tests.helpers.gui.dialogs import Answers
from tests.helpers.gui.motion import Running, recorded
from tests.helpers.paths import CIRCUITS

TIP = "SB2.2"
SAVE = QDialogButtonBox.StandardButton.Save


@pytest.fixture(scope="module")
def circuit():
    return mars.load(CIRCUITS / "two_segment_manipulator.mars")


@pytest.fixture(scope="module")
def run(circuit):
    return recorded(circuit, OverlayChoice((TIP,)).names())


def differing(a: QImage, b: QImage) -> int:
    return int((pixels_of(a) != pixels_of(b)).any(axis=2).sum())


# Images


@pytest.mark.slow
def test_pictures_show_the_pose_of_their_time(qapp, circuit, run):
    film = Film(run, [(0.0, circuit)], FilmStyle((320, 240), shows_time=False))
    one, again, other = (film.picture(t) for t in (0.4, 0.4, 1.4))
    assert (one.width(), one.height()) == (320, 240)
    assert differing(one, again) == 0
    assert differing(one, other) > 300
    for t, image in ((0.4, one), (1.4, other)):
        x, y, _ = film.projection.project(film.poses(t).points["SB2.1"][0])[0]
        seen = image.pixelColor(round(x), round(y))
        assert abs(seen.lightness() - QColor("#FAFBFC").lightness()) > 40  # the joint is there


def test_the_whole_motion_is_in_the_picture(qapp, circuit, run):
    for view in ("", "front", "top", "side", "iso"):
        film = Film(run, [(0.0, circuit)], FilmStyle((320, 240), view=view, wishes=OverlayChoice((TIP,))))
        places = np.column_stack([run.column(f"{TIP}.r.x"), run.column(f"{TIP}.r.y"), np.zeros(run.count)])
        x, y, depth = film.projection.project(places).T
        assert ((x > 0) & (x < 320) & (y > 0) & (y < 240) & (depth > 0)).all()


def test_a_run_of_two_circuits_shows_each_in_its_time(qapp, circuit, run):
    longer = mars.load(CIRCUITS / "two_segment_manipulator.mars")
    longer.set("SB2.length", 0.8)
    film = Film(run, [(0.0, circuit), (1.0, longer)], FilmStyle())

    def reach(t):
        points = film.poses(t).points
        return np.linalg.norm(points["SB2.2"][0] - points["SB2.1"][0])

    assert reach(0.9) == pytest.approx(0.4)
    assert reach(1.0) == pytest.approx(0.8)


def test_render_gives_one_picture_for_each_time(qapp, circuit, run):
    pictures = list(render(run, [(0.0, circuit)], [0.0, 1.0, 2.0], FilmStyle((160, 120), theme="dark")))
    assert len(pictures) == 3
    assert pictures[0].pixelColor(80, 100).lightness() < 80


def test_poses_over_each_other_are_seen_through(qapp, circuit, run):
    film = Film(run, [(0.0, circuit)], FilmStyle((320, 240), shows_time=False))
    many, last = overlay_of_poses(film, 0.0, 2.0), film.picture(2.0)
    places = [film.poses(0.0).points[f"SB2.{k}"][0] for k in (1, 2)]
    x, y, _ = film.projection.project(np.mean(places, axis=0))[0]
    faint, blank = many.pixelColor(round(x), round(y)), last.pixelColor(round(x), round(y))
    assert 3 < abs(faint.lightness() - blank.lightness()) < 60


def test_times_of_a_film_follow_its_speed():
    assert len(frame_times(0.0, 5.0, 20, 1.0)) == 101
    assert len(frame_times(0.0, 5.0, 20, 2.0)) == 51
    assert frame_times(1.0, 2.0, 20, 0.5)[[0, -1]].tolist() == [1.0, 2.0]
    assert sample_times([0.0, 1.0]) == [0.0, 1.0]


# GIF files


def test_a_gif_has_all_pictures_their_colours_and_durations(qapp, circuit, run, tmp_path):
    pictures = list(render(run, [(0.0, circuit)], np.linspace(0, 2, 31), FilmStyle((160, 120), wishes=OverlayChoice((TIP,)))))
    writer = GifWriter(tmp_path / "a.gif", pictures[::6], fps=30)
    for picture in pictures:
        writer.add(picture)
    assert not (tmp_path / "a.gif").exists()
    writer.finish()
    assert [path.name for path in tmp_path.iterdir()] == ["a.gif"]
    with Image.open(tmp_path / "a.gif") as film:
        assert (film.size, film.n_frames, film.info["loop"]) == ((160, 120), 31, 0)
        durations = []
        for number, picture in enumerate(pictures):
            film.seek(number)
            durations.append(film.info["duration"])
            off = np.abs(np.array(film.convert("RGB")).astype(int) - pixels_of(picture))
            assert np.quantile(off, 0.8) == 0  # the background has no blotches
            assert np.quantile(off, 0.99) < 12  # 255 colours are enough
        assert abs(sum(durations) - 31 / 30 * 1000) <= 10
        assert set(durations) == {30, 40}


def test_what_did_not_change_is_not_written_again(qapp, circuit, run, tmp_path):
    picture = next(render(run, [(0.0, circuit)], [1.0], FilmStyle((160, 120))))
    sizes = {}
    for count in (1, 11):
        writer = GifWriter(tmp_path / f"{count}.gif", [picture], fps=20)
        for _ in range(count):
            writer.add(picture)
        writer.finish()
        sizes[count] = (tmp_path / f"{count}.gif").stat().st_size
    assert sizes[11] - sizes[1] < 10 * 60
    with Image.open(tmp_path / "11.gif") as film:
        assert film.n_frames == 11


def test_a_gif_that_is_given_up_or_cannot_be_written_leaves_nothing(qapp, tmp_path):
    picture = QImage(32, 32, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    writer = GifWriter(tmp_path / "a.gif", [picture], 20)
    writer.add(picture)
    writer.cancel()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(DocumentError, match=r"a\.gif: cannot write the file .*choose another location"):
        GifWriter(tmp_path / "no" / "a.gif", [picture], 20)


# From the editor


@pytest.fixture
def view(qtbot, fig1, theme, run):
    view = MotionView(fig1, Selection(fig1), theme)
    qtbot.addWidget(view)
    view.resize(300, 240)
    view.show()
    running = Running()
    running.setParent(view)
    view.follow(running)
    running.show(run)
    return view


def test_a_saved_picture_is_twice_as_sharp_and_without_buttons(view, run, tmp_path):
    answers = Answers()
    export, told = MotionExport(view, answers), []
    export.message.connect(told.append)
    view.set_coordinates(run.at(1.0), 1.0)
    answers.path = tmp_path / "pose.png"
    export.save_picture()
    image = QImage(str(answers.path))
    assert (image.width(), image.height()) == (600, 480)
    button = view.buttons.geometry().center()
    here = image.copy(2 * button.x() - 20, 2 * button.y() - 20, 40, 40)
    assert len({here.pixel(x, y) for x in range(40) for y in range(40)}) < 12  # only the sheet
    assert str(answers.path) in told[0]
    answers.path = tmp_path / "no" / "pose.png"
    export.save_picture()
    assert "choose another location" in answers.told[0][1]


def test_a_film_is_made_in_slices_from_what_the_dialog_says(view, tmp_path, qtbot):
    answers = Answers()
    answers.path = tmp_path / "film.gif"
    export = MotionExport(view, answers)
    export.save_motion()
    dialog = export.dialog
    dialog.begin.setValue(0.5)
    dialog.end.setValue(1.0)
    dialog.fps.setValue(10)
    dialog.speed.setCurrentIndex(dialog.speed.findData(0.5))
    dialog.size_.setCurrentIndex(0)
    assert "11 frames" in dialog.summary.text()
    dialog.buttons.button(SAVE).click()
    assert not answers.path.exists()  # the editor is not blocked
    assert not export.can_save_motion
    qtbot.waitUntil(answers.path.exists)
    qtbot.waitUntil(lambda: export.progress is None)
    with Image.open(answers.path) as film:
        assert (film.size, film.n_frames, film.info["duration"]) == ((320, 240), 11, 100)


def test_a_film_can_be_stopped_half_way(view, tmp_path, qtbot):
    answers = Answers()
    answers.path = tmp_path / "film.gif"
    export = MotionExport(view, answers)
    export.save_motion()
    export.dialog.buttons.button(SAVE).click()
    qtbot.waitUntil(lambda: export.progress.value() > 2)
    export.progress.findChild(QPushButton).click()
    assert export.can_save_motion
    assert list(tmp_path.iterdir()) == []


def test_the_dialog_refuses_an_end_before_the_beginning(view):
    export = MotionExport(view, Answers())
    export.save_motion()
    export.dialog.begin.setValue(1.0)
    export.dialog.end.setValue(0.5)
    assert not export.dialog.buttons.button(SAVE).isEnabled()
    assert "after the start" in export.dialog.summary.text()
    export.dialog.reject()


# From the command line


def animate(*options: object) -> int:
    return main(["animate", *(str(option) for option in options), "--quiet"])


def test_animate_writes_a_gif(qapp, tmp_path):
    path = tmp_path / "motion.gif"
    options = ("--size", "200x150", "--fps", 10, "--to", "1 s", "--speed", 0.5, "--trail", TIP, "--forces", "--dark")
    assert animate(CIRCUITS / "two_segment_manipulator.mars", "-o", path, *options) == 0
    with Image.open(path) as film:
        assert (film.size, film.n_frames, film.info["duration"]) == ((200, 150), 21, 100)


def test_animate_writes_one_moment_several_poses_and_numbered_pictures(qapp, tmp_path):
    file = CIRCUITS / "pendulum.mars"
    assert animate(file, "-o", tmp_path / "at.png", "--time", 0.5, "--view", "iso", "--centre") == 0
    assert animate(file, "-o", tmp_path / "poses.png", "--to", 0.5, "--size", "320x200") == 0
    assert animate(file, "-o", tmp_path / "frames" / "p%03d.png", "--to", 0.2, "--fps", 10, "--size", "64x64") == 0
    assert QImage(str(tmp_path / "at.png")).size().toTuple() == (640, 480)
    assert QImage(str(tmp_path / "poses.png")).size().toTuple() == (320, 200)
    assert sorted(path.name for path in (tmp_path / "frames").iterdir()) == ["p001.png", "p002.png", "p003.png"]


def test_animate_shows_a_stored_run_without_computing_it_again(qapp, tmp_path, monkeypatch):
    file, stored = CIRCUITS / "two_segment_manipulator.mars", tmp_path / "run.marsrun"
    assert main(["run", str(file), "--until", "1", "--save", str(stored), "--quiet"]) == 0
    options = ("--size", "160x120", "--fps", 10, "--trail", TIP)
    assert animate(file, "-o", tmp_path / "computed.gif", "--to", 1, *options) == 0
    monkeypatch.setattr(mars, "simulate", None)
    assert animate(stored, "-o", tmp_path / "stored.gif", *options) == 0
    with Image.open(tmp_path / "computed.gif") as one, Image.open(tmp_path / "stored.gif") as other:
        assert one.n_frames == other.n_frames == 11
        one.seek(7)
        other.seek(7)
        off = np.abs(np.array(one.convert("RGB")).astype(int) - np.array(other.convert("RGB")))
        assert np.quantile(off, 0.99) < 4


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("-o", "x.mp4"), "-o x.mp4: unsupported file type. Use .gif, .png"),
        (("-o", "no/x.gif"), "-o no/x.gif: no such folder: no."),
        (("-o", "x%s.png"), "%04d"),
        (("-o", "x.gif", "--size", "big"), "such as 640x480"),
        (("-o", "x.gif", "--size", "9x9"), "such as 640x480"),
        (("-o", "x.gif", "--fps", "0"), "--fps 0: must be between 1 and 50 frames per second"),
        (("-o", "x.gif", "--speed", "nan"), "real time"),
        (("-o", "x.gif", "--time", "1"), "a .png file"),
        (("-o", "x.gif", "--trail", "SB7.1", "--to", "0.1"), "no such point. Available points: SB1.1, SB1.2"),
        (("-o", "x.gif", "--from", "1", "--to", "0.5"), "--from 1: outside the run. Choose a time between 0 s and 0.5 s"),
        (("-o", "x.png", "--time", "soon"), "--time"),
    ],
)
def test_animate_tells_what_is_wrong(options, words, qapp, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert animate(CIRCUITS / "pendulum.mars", *options) == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert list(Path().iterdir()) == []


def test_animate_tells_what_is_wrong_with_a_stored_run(qapp, tmp_path, capsys):
    assert animate(tmp_path / "gone.marsrun", "-o", tmp_path / "x.gif") == 2
    (tmp_path / "torn.marsrun").write_bytes(b"no run at all")
    assert animate(tmp_path / "torn.marsrun", "-o", tmp_path / "x.gif") == 2
    assert capsys.readouterr().err.count("error: ") == 2


def test_animate_shows_a_failed_run_as_far_as_it_came(qapp, tmp_path, capsys):
    circuit = mars.load(CIRCUITS / "pendulum.mars")
    circuit.add("sources.torque", "Ef1", law="sqrt(0.3 - t)")
    circuit.connect("Ef1.turn", "KN1.turn")
    mars.save(circuit, tmp_path / "wild.mars")
    assert animate(tmp_path / "wild.mars", "-o", tmp_path / "wild.gif", "--size", "100x80") == 3
    assert "error" in capsys.readouterr().err
    with Image.open(tmp_path / "wild.gif") as film:
        assert 5 <= film.n_frames <= 8


def test_animate_is_drawn_by_the_painter_where_there_is_no_graphics_card(qapp, tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_NO_GL", "1")
    assert animate(CIRCUITS / "pendulum.mars", "-o", tmp_path / "at.png", "--time", 0.5) == 0
    image = QImage(str(tmp_path / "at.png"))
    assert len({image.pixel(x, y) for x in range(0, 640, 4) for y in range(0, 480, 4)}) > 20
