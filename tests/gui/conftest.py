"""Shared by the editor's tests: no screen, separate settings, and nothing may be left running."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")

import gc
import multiprocessing
import threading

import pytest
from mars.gui.document.document import Document
from mars.gui.document.selection import Selection
from mars.gui.runs.worker_client import WorkerClient
from mars.gui.theme import Theme
from PySide6.QtCore import QCoreApplication, QSettings, QThread, QTimer
from PySide6.QtWidgets import QApplication

from mars.document.storage import load
from tests.helpers.gui.patient_bot import PatientBot
from tests.helpers.paths import CIRCUITS


@pytest.fixture(autouse=True)
def own_settings(tmp_path, monkeypatch):
    """Tests neither read nor write the user's settings, snapshots, recent files and library."""
    QCoreApplication.setOrganizationName("mars-tests")
    QCoreApplication.setApplicationName("mars-tests")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))
    monkeypatch.setenv("MARS_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path / "library"))


@pytest.fixture(autouse=True, scope="session")
def light_collections():
    """Objects that exist before the first test are frozen: collecting them after each test would take longer than the test."""
    import mars.gui.window.main_window  # noqa: F401

    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def quick_workers(monkeypatch):
    """Workers are forked from one process that has imported the engine: importing takes each some seconds."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        copying = multiprocessing.get_context("forkserver")
        copying.set_forkserver_preload(
            [
                "mars.verification.check",
                "mars.worker.live_run",
                "mars.worker.stored_runs",
                "mars.solvers.radau",
                "mars.solvers.stiffness",
            ]
        )
        monkeypatch.setattr("mars.worker.get_context", lambda _: copying)


@pytest.fixture(autouse=True)
def nothing_running():
    """Fail a test that leaves a thread or a process behind."""
    threads = set(threading.enumerate())
    yield
    app = QApplication.instance()
    if app is not None:
        app.sendPostedEvents(None, 52)  # DeferredDelete
        app.processEvents()
        gc.collect()  # one test at a time: Python deletes the widgets of many in an order that breaks Qt
    left = [repr(t) for t in threading.enumerate() if t not in threads and not t.daemon]
    left += [f"process {p.pid}" for p in multiprocessing.active_children()]
    assert not left, f"left running: {', '.join(left)}"


@pytest.fixture(autouse=True, scope="module")
def nothing_dangling():
    """Fail if the tests of a file leave an active timer or a QThread; the search is slow, so not after each test."""
    yield
    app = QApplication.instance()
    if app is None:
        return
    gc.collect()
    left = []
    for each in [o for o in gc.get_objects() if issubclass(type(o), QTimer | QThread)]:  # isinstance would query dead proxies
        try:
            if isinstance(each, QTimer) and each.isActive() and not each.isSingleShot():
                left.append(f"timer {each.objectName() or each.parent()!r}")
            elif isinstance(each, QThread) and each.isRunning() and each is not app.thread():
                left.append(f"thread {each!r}")
        except RuntimeError:  # its C++ object is deleted
            continue
    assert not left, f"left running: {', '.join(left)}"


@pytest.fixture
def qtbot(qapp, request):
    """Replaces pytest-qt's, which gives up after five seconds."""
    return PatientBot(request)


@pytest.fixture
def theme(qapp):
    return Theme(qapp, "light")


@pytest.fixture
def document(qapp):
    return Document()


@pytest.fixture
def selection(document):
    return Selection(document)


@pytest.fixture
def client(qapp):
    """A separate worker."""
    made = WorkerClient()
    yield made
    made.shutdown()


@pytest.fixture
def fig1(document):
    """The document with the two-segment manipulator."""
    document.replace(load(CIRCUITS / "two_segment_manipulator.mars"))
    return document
