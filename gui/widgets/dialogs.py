"""Questions to the user. None of them blocks: each calls back with the answer. Tests replace them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from mars.translation import languages

from .plain_text import message_box

FILTER = "Mars (*.mars)"
OPEN_FILTER = "Mars (*.mars *.marsrun)"


class Dialogs(QObject):
    """The dialogs of one window."""

    def __init__(self, window: QWidget):
        super().__init__(window)
        self._window = window

    def tell(self, title: str, text: str, detail: str = "") -> None:
        """Show a message with one button."""
        box = message_box(QMessageBox.Icon.Warning, title, languages.message(text), self._window, detail)
        box.setStandardButtons(QMessageBox.StandardButton.Ok)
        box.open()

    def ask_to_save(self, name: str, answered: Callable[[str], None]) -> None:
        """Ask: save, discard or cancel."""
        box = message_box(
            QMessageBox.Icon.Question,
            self.tr("Unsaved changes"),
            self.tr("Save changes to %s?").replace("%s", name),
            self._window,
            self.tr("If you don't save, your changes will be lost."),
        )
        button = QMessageBox.StandardButton
        box.setStandardButtons(button.Save | button.Discard | button.Cancel)
        box.button(button.Discard).setText(self.tr("Discard"))  # Qt's own texts vary between languages
        box.setDefaultButton(button.Save)
        words = {button.Save: "save", button.Discard: "discard"}
        box.finished.connect(lambda result: answered(words.get(button(result), "cancel")))
        box.open()

    def choose(self, title: str, text: str, choices: list[str], answered: Callable[[int], None]) -> None:
        """Several buttons; the answer is the index of the one pressed, −1 for none."""
        box = message_box(QMessageBox.Icon.Question, title, text, self._window)
        buttons = [box.addButton(choice, QMessageBox.ButtonRole.AcceptRole) for choice in choices]
        box.setEscapeButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.finished.connect(lambda _: answered(next((i for i, b in enumerate(buttons) if b is box.clickedButton()), -1)))
        box.open()

    def ask_number(self, title: str, text: str, number: tuple[float, float, float], answered: Callable[[float], None]) -> None:
        """A number, given as its least, present and largest value."""
        least, value, largest = number
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(title)
        dialog.setLabelText(text)
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setDoubleDecimals(1)
        dialog.setDoubleRange(least, largest)
        dialog.setDoubleValue(value)
        dialog.doubleValueSelected.connect(answered)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_open_path(self, answered: Callable[[Path], None], name_filter: str = OPEN_FILTER) -> None:
        self._file_dialog(self.tr("Open"), QFileDialog.AcceptMode.AcceptOpen, None, name_filter, answered)

    def ask_save_path(self, proposed: Path, answered: Callable[[Path], None], name_filter: str = FILTER) -> None:
        self._file_dialog(self.tr("Save as"), QFileDialog.AcceptMode.AcceptSave, proposed, name_filter, answered)

    def _file_dialog(
        self, title: str, mode: QFileDialog.AcceptMode, proposed: Path | None, name_filter: str, answered: Callable[[Path], None]
    ) -> None:
        dialog = QFileDialog(self._window, title)
        dialog.setObjectName("file_dialog")
        dialog.setAcceptMode(mode)
        dialog.setNameFilter(name_filter)
        saving = mode == QFileDialog.AcceptMode.AcceptSave
        dialog.setFileMode(QFileDialog.FileMode.AnyFile if saving else QFileDialog.FileMode.ExistingFile)
        if proposed is not None:
            dialog.setDefaultSuffix(proposed.suffix.removeprefix("."))
            dialog.setDirectory(str(proposed.parent))
            dialog.selectFile(proposed.name)
        dialog.fileSelected.connect(lambda name: answered(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
