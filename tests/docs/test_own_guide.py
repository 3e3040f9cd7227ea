"""`docs/own-component.md`, followed to the letter: its files are written, its commands run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT
from tests.helpers.waits import LIMIT

GUIDE = (ROOT / "docs/own-component.md").read_text("utf-8")
BLOCK = re.compile(r'```(?P<language>python|sh)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)```', re.S)


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """Every command with what it said, after the files before it were written."""
    folder = tmp_path_factory.mktemp("guide")
    (folder / "plugins").mkdir()
    programs = str(Path(sys.executable).parent)
    environment = {**os.environ, "MARS_LIBRARY": str(folder), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    said = {}
    for block in BLOCK.finditer(GUIDE):
        if block["language"] == "python":
            (folder / block["title"]).write_text(block["text"], "utf-8")
            continue
        for command in block["text"].splitlines():
            said[command] = subprocess.run(
                command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT
            )
    said["python maxwell.py"] = subprocess.run(
        [sys.executable, "maxwell.py"], cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT
    )
    return folder, said


@pytest.mark.slow
def test_every_command_succeeds(followed):
    _, said = followed
    failed = {command: done.stderr + done.stdout for command, done in said.items() if done.returncode}
    assert not failed and len(said) == 8


def test_they_say_what_the_guide_says(followed):
    folder, said = followed
    final = json.loads(next(done.stdout for command, done in said.items() if "--final" in command))
    assert final["KN1.turn.speed"] == pytest.approx(0.909, abs=5e-4)
    assert said["python test_fan.py"].stdout == "The fan slows down as the formula says\n"
    assert said["python test_my_fan.py"].stdout == "So does the plug-in\n"
    assert "pytest" not in GUIDE  # which ./dev run does not install
    assert "ready to run" in said["mars check fan.mars"].stdout
    promised = re.search(r"It prints `(.*?) and …`", GUIDE)
    assert promised and said["python maxwell.py"].stdout.startswith(promised[1])
    assert any(done.stdout.strip() == str(folder / "plugins") for done in said.values())
    assert "my_parts.fan" in said["mars components my_parts.fan"].stdout


def test_the_guide_names_every_domain_and_every_function():
    from mars.component.domains import DOMAINS
    from mars.formulas.syntax_tree import FUNCTIONS
    from mars.kinds.equation_text.line_parts import WORDS

    words = {*DOMAINS} - {"signal", "signals"} | {*WORDS} | {*FUNCTIONS}
    assert [word for word in words if not re.search(rf"\b{word}\b", GUIDE)] == []


@pytest.mark.slow
def test_the_examples_of_the_python_page_run():
    root = ROOT
    blocks = re.findall(r"```python\n(.*?)```", (root / "docs/python.md").read_text("utf-8"), re.S)
    done = subprocess.run([sys.executable, "-c", "\n".join(blocks)], cwd=root, capture_output=True, text=True, timeout=LIMIT)
    assert len(blocks) == 3 and done.returncode == 0, done.stderr
