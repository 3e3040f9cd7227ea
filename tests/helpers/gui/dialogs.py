"""Dialogs for tests: they answer automatically."""

from PySide6.QtCore import QObject


class Answers(QObject):
    """Dialogs that answer automatically and record their messages."""

    def __init__(self):
        super().__init__()
        self.told, self.asked = [], []
        self.save_answer, self.path, self.choice = "cancel", None, -1
        self.number = None

    def tell(self, title, text, detail=""):
        self.told.append((title, text, detail))

    def ask_to_save(self, name, answered):
        self.asked.append(name)
        answered(self.save_answer)

    def ask_number(self, title, text, number, answered):
        self.asked.append((title, text, number))
        if self.number is not None:
            answered(self.number)

    def ask_open_path(self, answered, name_filter=""):
        if self.path is not None:
            answered(self.path)

    def ask_save_path(self, proposed, answered, name_filter=""):
        self.asked.append(proposed)
        if self.path is not None:
            answered(self.path)

    def choose(self, title, text, choices, answered):
        self.asked.append((title, text, choices))
        answered(self.choice)
