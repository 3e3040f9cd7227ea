"""Commands for custom kinds: make and dissolve subcircuits, write equations, change, store and update definitions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from mars.errors import Complaint, MarsError, text_of
from mars.kinds import library, plugins
from mars.kinds.definition_edits import remove_definition
from mars.kinds.definitions import complaint_of, hash_of, is_sheet
from mars.kinds.hierarchy import unused
from mars.messages import Message

from .. import edits
from ..canvas.gestures.build_commands import Place
from ..canvas.gestures.host import GestureHost
from ..document.document import Document
from ..kinds.custom_kinds import CustomKinds
from ..problems.live_check import LiveCheck
from ..theme import Theme
from ..widgets.dialogs import Dialogs
from .equation_editor import EquationEditor
from .make_subcircuit import SubcircuitDialog
from .properties_dialog import PropertiesDialog

T = TypeVar("T")
W = TypeVar("W", bound=QWidget)


class DefinitionCommands(QObject):
    """Refusals are reported by `message`."""

    message = Signal(str)

    def __init__(
        self, document: Document, gestures: GestureHost, own: CustomKinds, theme: Theme, dialogs: Dialogs, window: QWidget
    ):
        super().__init__(window)
        self.document, self.gestures, self.own, self.theme, self.dialogs = document, gestures, own, theme, dialogs
        gestures.kinds.own = own
        requests = gestures.requests
        requests.library_kind.connect(self.ask_for_kind)
        requests.subcircuit.connect(self.make_subcircuit)
        requests.dissolving.connect(self.dissolve)
        requests.equations.connect(self.open)
        requests.properties.connect(self.properties)
        own.changed.connect(self._tell)
        self._tell()

    @property
    def window(self) -> QWidget:
        """Looked up, not stored: the window owns this object."""
        parent = self.parent()
        assert isinstance(parent, QWidget)
        return parent

    @property
    def _chosen_kind(self) -> str:
        """The kind of the one selected component, if the file defines it."""
        entry = self.document.circuit.components.get(self.gestures.context.selection.only or "")
        return entry.kind if entry is not None and entry.kind in self.document.root.definitions else ""

    # Commands of the menus

    def make_subcircuit(self) -> SubcircuitDialog | None:
        """Make a subcircuit of the selection."""
        circuit, chosen = self.document.circuit, self.gestures.context.selection.components
        names = [name for name in circuit.components if name in chosen]
        if not names:
            self.gestures.context.say(self.tr("Select the components to include in the subcircuit"), "note")
            return None

        def made(kind: str, letters: str, ports: dict[str, str], is_kept: bool) -> None:
            words = self.tr("Make subcircuit {name}").format(name=kind)
            change = partial(edits.make_subcircuit, names=names, kind=kind, ports=ports, letters=letters)
            instance = self._do(lambda: self.document.edit(words, change))
            if instance is not None:
                self.gestures.context.selection.set([instance])
                if is_kept:
                    self.keep(kind)

        try:
            dialog = SubcircuitDialog(circuit, names, self.theme, made, self.window)
        except MarsError as error:
            self.gestures.context.say(error.message)
            return None
        dialog.open()
        return dialog

    def dissolve(self) -> None:
        """Replace the selected subcircuit with its contents."""
        instance = self.gestures.context.selection.only
        if instance is not None:
            words = self.tr("Dissolve {name}").format(name=instance)
            names = self._do(lambda: self.document.edit(words, lambda circuit: edits.dissolve(circuit, instance)))
            self.gestures.context.selection.set(names or [instance])

    def new_equations(self) -> EquationEditor:
        """Write a new component as equations."""
        return self._show_equations("")

    def open(self, kind: str = "") -> QWidget | None:
        """Open the sheet of a kind, or its equations."""
        kind = kind or self._chosen_kind
        if is_sheet(self.document.root, kind):
            self.document.show(kind)
            return None
        return self._show_equations(kind) if edits.has_equations(self.document.root, kind) else None

    def properties(self, kind: str = "") -> PropertiesDialog | None:
        """Open the properties of a kind in the file: by default of the selected component, else of the current sheet."""
        kind = kind or self._chosen_kind or self.document.sheet
        if kind not in self.document.root.definitions:
            self.message.emit(self.tr("Select a custom component or open a subcircuit to see its properties"))
            return None
        if edits.has_equations(self.document.root, kind) and complaint_of(kind, self.document.root.definitions[kind]):
            self._show_equations(kind)  # to be fixed first
            return None
        shown = next((each for each in self._open(PropertiesDialog) if each.kind == kind), None)
        if shown is None:
            shown = PropertiesDialog(self.document, self.theme, self.dialogs, kind, self.window)
            shown.open_requested.connect(self.open)
        shown.show()
        shown.raise_()
        return shown

    def _show_equations(self, kind: str) -> EquationEditor:
        shown = next((each for each in self._open(EquationEditor) if kind and each.kind == kind), None)
        if shown is None:
            shown = EquationEditor(self.document, self.theme, self.dialogs, kind, self.window)
            shown.place_requested.connect(self.gestures.build.place)
        shown.show()
        shown.raise_()
        return shown

    def _open(self, what: type[W]) -> list[W]:
        """Open windows; those just closed may still exist for a moment."""
        return [each for each in self.window.findChildren(what) if each.isVisible()]

    def commit_half_typed(self) -> None:
        """Apply the text in open windows: invalid equations are kept too, so that nothing is lost."""
        for editor in self._open(EquationEditor):
            if editor.is_modified:
                editor.apply()
        for shown in self._open(PropertiesDialog):
            shown.commit()

    def remove(self, kind: str) -> None:
        """Remove from the file; refused with the reason while in use."""
        words = self.tr("Remove {name} from the file").format(name=kind)
        self._do(lambda: self.document.edit_root(words, lambda circuit: remove_definition(circuit, kind)))

    def remove_unused(self) -> None:
        """Remove from the file all kinds that the main sheet does not use, as one entry."""
        names = unused(self.document.root)
        if not names:
            self.message.emit(self.tr("This file has no unused kinds"))
            return
        self._do(lambda: self.document.edit_root(self.tr("Remove unused kinds"), edits.remove_unused))
        self.message.emit(self.tr("Removed from the file: {names}").format(names=", ".join(names)))

    # The library

    def reload(self) -> None:
        """Read the library's folder again."""
        self.own.reload()
        words = self.tr("Kinds in the library: {count} ({folder})")
        self.message.emit(words.format(count=len(self.own.library_entries), folder=library.folder()))

    def open_folder(self) -> None:
        library.folder().mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(library.folder())))

    def keep(self, kind: str) -> None:
        """Store a kind of the file, with everything it consists of, in the library; ask before replacing one of the same name."""
        shelved = self.own.library_entries.get(kind)
        if shelved is None or hash_of(shelved.definition) == hash_of(self.document.root.definitions[kind]):
            self._store(kind, replace=False)
            return
        words = self.tr("The library already contains a different {name}. Files that use it keep their own copy.").format(
            name=kind
        )
        title = self.tr("Save to my library")
        self.dialogs.choose(title, words, [self.tr("Replace")], lambda i: self._store(kind, replace=True) if i == 0 else None)

    def _store(self, kind: str, *, replace: bool) -> None:
        words = self.tr("Save {name} to my library").format(name=kind)
        path = self._do(lambda: self.document.edit_root(words, lambda circuit: library.store(circuit, kind, replace=replace)))
        self.own.reload()
        if path is not None:
            self.message.emit(self.tr("Saved to {path}").format(path=path))

    def take_out(self, name: str) -> None:
        """Remove from the library; files that use it keep their copy."""

        def answered(choice: int) -> None:
            if choice == 0:
                self._do(lambda: library.take_out(name))
                self.own.reload()

        words = self.tr("Circuits that use {name} keep their own copy.").format(name=name)
        self.dialogs.choose(self.tr("Remove {name} from the library").format(name=name), words, [self.tr("Remove")], answered)

    def update(self, kind: str) -> None:
        """Replace the file's version with the library's."""
        words = self.tr("Update {name} from the library").format(name=kind)
        self._do(lambda: self.document.edit_root(words, lambda circuit: library.update(circuit, kind)))

    def ask_for_kind(self, kind: str, place: Place) -> None:
        """Before a library kind is placed: settle a conflict with a kind of the same name in the file."""
        name = kind.removeprefix(edits.LIBRARY)
        present, shelved = self.document.root.definitions.get(name), self.own.library_entries.get(name)
        if present is None or shelved is None or hash_of(present) == hash_of(shelved.definition):
            place(kind)
            return

        def answered(choice: int) -> None:
            if choice == 0:
                place(kind)
            elif choice == 1:
                self.update(name)
                place(name)

        title = self.tr("Two kinds named {name}").format(name=name)
        words = self.tr(
            "The {name} in this file differs from the one in the library. Keep both under "
            "different names, or replace it everywhere?"
        )
        self.dialogs.choose(title, words.format(name=name), [self.tr("Keep both"), self.tr("Replace")], answered)

    def rename(self, kind: str) -> None:
        """Open the dialog where its name can be edited."""
        shown = self.properties(kind)
        if shown is not None:
            shown.name.setFocus()
            shown.name.selectAll()

    # Messages

    def _tell(self) -> None:
        """Report other versions in the library, unreadable library files and unusable plug-ins."""
        newer = [
            Complaint(
                "",
                Message("the library contains a different version of {name}", name=name),
                "Update it, or keep it as it is",
                "note",
                "library-newer",
            )
            for name in self.own.newer
        ]
        LiveCheck.of(self.document).set_notes([*newer, *self.own.complaints, *plugins.problems()])

    def _do(self, work: Callable[[], T]) -> T | None:
        """Run an edit; a refusal is reported."""
        try:
            return work()
        except (MarsError, OSError) as error:
            self.message.emit(text_of(error))
            return None
