"""The language of the editor: the chosen one, and its translators.

`translations/ru.ts` is read directly, nothing is compiled. `python -m docs.tools.editor_texts` keeps it up to date.
"""

from __future__ import annotations

import os
from importlib.resources import files
from xml.etree import ElementTree

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QSettings, QTranslator

from mars.translation import languages
from mars.translation.languages import ENGLISH, LANGUAGES

SYSTEM = "system"
CHOICES = (SYSTEM, *LANGUAGES)


class TsTranslator(QTranslator):
    """The texts of a .ts file: by context and English text, one form or one per plural form of the language."""

    def __init__(self, ts: str, parent: QCoreApplication):
        super().__init__(parent)
        self._forms = translated(ts)

    def translate(self, context: str, sourceText: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        """With None, Qt asks the next translator, and finally uses the English text."""
        forms = self._forms.get((context, sourceText))
        return None if forms is None else forms[russian_form(n) if len(forms) > 1 else 0]

    def isEmpty(self) -> bool:
        return not self._forms


def translated(ts: str) -> dict[tuple[str, str], list[str]]:
    """The finished texts of a .ts file by context and English text: one form, or one per plural form."""
    found = {}
    for context in ElementTree.fromstring(ts).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.get("type") is None:
                forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
                found[context.findtext("name", ""), message.findtext("source", "")] = forms
    return found


def russian_form(count: int) -> int:
    """1, 21, 31 узел; 2–4, 22–24 узла; 5–20, 25–30 узлов."""
    if count % 10 == 1 and count % 100 != 11:
        return 0
    return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2


def current() -> str:
    """One of `LANGUAGES`: the language in use."""
    return languages.current()


def chosen() -> str:
    """One of `CHOICES`: as shown in the menu."""
    stored = QSettings().value("language")
    return stored if stored in CHOICES else SYSTEM


def choose(choice: str) -> None:
    """From now on and at the next start; open windows keep their texts until they are rebuilt."""
    QSettings().setValue("language", choice)
    use(_meant(choice))


def begin(given: str | None = None) -> None:
    """At startup: the language from the command line, else MARS_LANGUAGE, else as chosen in the menu."""
    asked = (given or os.environ.get("MARS_LANGUAGE", ""))[:2].lower()  # ru_RU.UTF-8 is Russian
    use(asked if asked in LANGUAGES else _meant(chosen()))


def use(language: str) -> None:
    """Use a language. Numbers keep their decimal point in every language, since that is how they are typed."""
    app = QCoreApplication.instance()
    assert app is not None
    for old in app.findChildren(QTranslator):
        app.removeTranslator(old)
        old.setParent(None)
    QLocale.setDefault(QLocale.c())
    languages.set_current(language)
    if language == ENGLISH:
        return
    ours = TsTranslator((files("mars.gui") / "translations" / f"{language}.ts").read_text(encoding="utf-8"), app)
    of_qt = QTranslator(app)  # buttons of its dialogs
    of_qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    for each in (ours, of_qt):
        app.installTranslator(each)


def _meant(choice: str) -> str:
    if choice != SYSTEM:
        return choice
    preferred = [name.partition("-")[0] for name in QLocale.system().uiLanguages()]
    return next((name for name in preferred if name in LANGUAGES), ENGLISH)
