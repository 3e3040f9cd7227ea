"""The notice in the status bar while the simulation does not respond, with the choice to wait or to restart it."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ..runs.worker_client import WorkerClient
from ..widgets.plain_text import Label, set_tip


class UnresponsiveNotice(QWidget):
    def __init__(self, worker: WorkerClient, parent: QWidget):
        super().__init__(parent)
        self.setObjectName("unresponsive_notice")
        self.text = Label(self.tr("The simulation is not responding"))
        self.wait = QPushButton(self.tr("Wait"))
        set_tip(self.wait, self.tr("It may be computing something long"))
        self.restart = QPushButton(self.tr("Restart"))
        set_tip(self.restart, self.tr("End it and start it again; stored results are kept"))
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        for each in (self.text, self.wait, self.restart):
            row.addWidget(each)
        self.wait.clicked.connect(worker.heartbeat.wait)
        self.restart.clicked.connect(worker.restart)
        worker.heartbeat.missed.connect(self.show)
        worker.heartbeat.back.connect(self.hide)
        self.hide()
